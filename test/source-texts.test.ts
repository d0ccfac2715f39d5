/** What people read passes the message functions, as messages that a translator can translate (docs/decisions/0015-texts.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholdersOf, textsIn, textsOfSources } from '../bin/source-texts.ts'
import { allTexts } from '../bin/texts.ts'
import { shownWords } from '../src/console/house-shown.ts'
import { HOUSE } from '../src/house.ts'
import { MODULES } from '../src/modules/index.ts'

const { said, unsaid } = textsOfSources()

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
