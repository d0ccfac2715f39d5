/** What people read passes the message functions, as messages that a translator can translate (docs/decisions/0015-texts.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholdersOf, textsIn, textsOfSources } from '../bin/source-texts.ts'
import { allTexts } from '../bin/texts.ts'
import { shownWords } from '../src/console/house-shown.ts'
import { HOUSE } from '../src/house.ts'
import { MODULES } from '../src/modules/index.ts'

const { said, unsaid, unmarked } = textsOfSources()

test('no text of the console, and none that modules mail, passes the message functions by', () => {
  assert.deepEqual(
    unsaid.filter(({ at }) => at.startsWith('console/') || at.startsWith('src/modules/')),
    [],
  )
})

test('a text that is shown without them is found', () => {
  const found = (text: string): string[] => textsIn('console/src/page.tsx', text).unsaid.map(one => one.text)
  assert.deepEqual(found('const a = <p>Save gift</p>'), ['Save gift'])
  assert.deepEqual(found('const a = <Button label="Save" className="Save me" />'), ['Save'])
  assert.deepEqual(found(['notify(`The gift of $', '{who} was saved`)'].join('')), ['The gift of … was saved'])
  assert.deepEqual(found('const a = <Row action={() => <Button size="Very small">Remove</Button>} />'), ['Remove'])
  assert.deepEqual(found("notify('The gift of ' + who)"), ['The gift of '])
  const mailed = (text: string): string[] => textsIn('src/modules/a.ts', text).unsaid.map(one => one.text)
  const reminder = [
    'const title = `Somebody asks to join $',
    '{name}`; await remind(tx, { title, text: "Please answer" })',
  ]
  assert.deepEqual(mailed(reminder.join('')), ['Somebody asks to join …', 'Please answer'])
  assert.deepEqual(mailed("await remind(tx, { title: say('Please answer'), kind: 'Some kind' })"), [])
  assert.deepEqual(found("const a = { Enter: key === 'Enter' ? t('Save') : rich('Save <b>all</b>', { b }) }"), [])
})

test('every message can be read, and is handed what it has a place for and nothing else', () => {
  assert.ok(said.length > 500)
  for (const { message, values, at } of said) {
    const wanted = placeholdersOf(message).sort()
    // Mails and notices get their values elsewhere, which is tested there.
    if (values === undefined) assert.ok(wanted.length === 0 || !at.startsWith('console/'), `${at}: values unread`)
    else assert.deepEqual([...values].sort(), wanted, `${at}: ${message}`)
  }
})

test('a message is a whole: it neither begins nor ends with what joins it to another', () => {
  for (const { message, at } of said) {
    assert.equal(message, message.trim(), at)
    assert.doesNotMatch(message, /^[,.;:]| (and|or|of|the)$/, `${at}: ${message}`)
  }
})

/** What may stand in a text of an action: what its record is called, and what that says in amounts, days and lines. */
function sayable(message: string): string[] {
  const saying = HOUSE.actions.filter(({ done, confirm }) => done === message || confirm === message)
  return saying.flatMap(({ name }) => {
    const resource = MODULES.flatMap(({ resources }) => resources).find(one => name.startsWith(`${one.name}.`))
    const fields = Object.entries(resource?.fields ?? {})
    const said = fields.filter(([, { spec }]) => ['amount', 'date', 'line', 'text'].includes(spec.kind))
    return ['name', ...said.map(([field]) => field)]
  })
}

test('what is said of declarations is in the catalogues, and has a place for nothing but a count, or for what the record says that was changed', () => {
  const all = allTexts()
  for (const text of ['Add a prayer request', 'Prayer requests', 'New convert', 'Urgent', 'Closed a prayer request']) {
    assert.ok(all.includes(text), text)
  }
  for (const text of ['Added a gift', 'Search messages waiting to be sent', 'Switch API'])
    assert.ok(!all.includes(text), text)
  for (const message of shownWords(HOUSE)) {
    const allowed = message.startsWith('{count, plural,') ? ['count'] : sayable(message)
    for (const place of placeholdersOf(message)) assert.ok(allowed.includes(place), `${message}: ${place}`)
  }
})

test('every module that a church may switch off says what it brings', () => {
  assert.deepEqual(
    HOUSE.optional.filter(name => !MODULES.find(one => one.switch === name)?.about),
    [],
  )
})

/** Where refusals are told to programs and at the terminal only, and stay English. */
const ENGLISH_ONLY: readonly (readonly [at: RegExp, text: RegExp, why: string])[] = [
  [/^src\/(cli|archive)\//, /./, 'commands speak English'],
  [/^src\/http\//, /./, 'what the console sends is well-formed'],
  [/./, /^is required$/, 'the console says it of any field by itself'],
  [
    /./,
    /^send exactly one of|^belongs into the rows|^is required, or records/,
    'the console sends one of several fields',
  ],
  [/report-span|journal-file/, /^leave it out/, 'the console sends one of several fields'],
  [
    /group-reports|groups\/change-member|take-down/,
    /^(goes with|is required|is said with|follows)/,
    'its form asks for no more',
  ],
  [/record-gift|people\/(duplicates|merge)/, /^(cannot stand|must be another person)/, 'its form asks for no more'],
  [/import-files\/said/, /./, 'the console writes it'],
  [
    /account-settings|console\/(checks|guard|sign-in-route|views-route)|notices|resource\/(body|id-list|row-list)/,
    /./,
    'what the console sends is well-formed',
  ],
  [/password-link/, /./, 'links of passwords are made at the terminal'],
  [/people-filter|messaging\/devices/, /./, 'for programs: filters of the API, devices of an app'],
  [/church\/(churches|api-keys)|payment-providers|provider-ac/, /…/, 'of names that are typed at the terminal only'],
  [/move-gifts/, /^… …$/, 'its words are marked where they are written'],
]

test('what stands in an error, or beside a field, and may be shown by the console is marked, so that it is said in the language of the page', () => {
  const known = ({ text, at }: (typeof unmarked)[number]): boolean =>
    ENGLISH_ONLY.some(([where, what]) => where.test(at) && what.test(text))
  assert.deepEqual(
    unmarked.filter(one => !known(one)),
    [],
  )
  for (const [where, what, why] of ENGLISH_ONLY)
    assert.ok(
      unmarked.some(({ text, at }) => where.test(at) && what.test(text)),
      why,
    )
})

test('a refusal that is not marked is found', () => {
  const found = (text: string): string[] => textsIn('src/modules/a.ts', text).unmarked.map(one => one.text)
  assert.deepEqual(found("problems.add('name', taken ? 'is taken already' : because('is odd'))"), ['is taken already'])
  assert.deepEqual(
    found("throw new ApiError('wrong_state', { message: 'It is closed.', errors: { id: 'is closed by now' } })"),
    ['It is closed.', 'is closed by now'],
  )
})
