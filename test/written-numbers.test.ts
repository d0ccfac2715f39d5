/** Numbers, amounts, days and lists are printed for people in one place, `texts/forms.ts` (docs/decisions/0036-how-a-country-writes.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JOINED as ANEW } from '../src/texts/refused.ts'
import { sourcesOf } from './support/source-tree.ts'

/** What prints them in some other way, and why it may. */
const OTHERS: readonly (readonly [at: RegExp, why: string])[] = [
  [/^src\/cli\//, 'commands speak English'],
  [/^src\/backup\/(totals|room)/, 'commands print it'],
  [/^src\/texts\/forms\.ts$/, 'the one place'],
  [/^src\/texts\/stay-reasons/, 'lists of the API’s English'],
  [/^src\/lib\/(calendar|day-text|workbook)/, 'reads clocks, days and cells: nobody is shown them'],
  [/^src\/lib\/(money|currency-marks|amount-number|amount-text|digits)/, 'what the API prints, and what people type'],
  [/^src\/resource\/(list-plan|import-report)/, 'the API’s English'],
  [/\/(pledges|contributions|recurring-gifts|statements)\/fields\.ts$/, 'fields of the API: `amount_display`'],
  [/\/online-giving\/(refunds|gifts)\.ts$/, 'fields of the API: `amount_display`'],
  [/\/school\/open-session/, 'the hour that it is, to be compared'],
  [/^console\/src\/formats\/(dates|places)\.ts$/, 'the date it is at the church, and the clock of this device'],
]

const PRINTS =
  /\bIntl\.(NumberFormat|DateTimeFormat|ListFormat)\(|\.toLocale(Date|Time)?String\(|\b(display|exact)Amount\(|\b(local|short)Forms\(/

const printing = (name: string, text: string): boolean => PRINTS.test(text) && !OTHERS.some(([at]) => at.test(name))

/** What joins words by a comma of its own where it speaks to people, and why it may. */
const JOINED: readonly (readonly [at: RegExp, why: string])[] = [
  [/^src\/texts\/file-words/, 'the API’s English, to be found again'],
  [/^console\/src\/people\/person-details|\/people\/salutation/, 'the lines of an address, as its country writes them'],
  [/\/church\/churches\.ts$/, 'the API’s English'],
  [/^src\/texts\/refused/, 'the API’s English, to be found again'],
  [
    /\/texts\/kept-choice|\/public-routes\/page\.ts$|^src\/console\/pages/,
    'headers: cookies, and what a page may load',
  ],
]

/** What stands between words as English has it, with what comes after all of them, and values of a text of the page side by side. */
const JOINS = /[(?:+=] ?(['"`])[,;،؛] …?\1/
const SIDE_BY_SIDE = /`[^`]*\}[,;،؛] \$\{/
/** On the server only what says texts speaks to people. */
const SPEAKS = /\bsay\(/

const joining = (name: string, text: string): boolean => {
  const isPage = name.startsWith('console/')
  const joins = JOINS.test(text) || ((isPage || name.endsWith('-page.ts')) && SIDE_BY_SIDE.test(text))
  return joins && (isPage || SPEAKS.test(text)) && !JOINED.some(([at]) => at.test(name))
}

/** What English has between words. */
const WORDS_BETWEEN = /\.join\((['"`]) (?:or|and) \1\)/g

/** What is put together there: the value of a refusal, or what stands in one. */
const NAMED = /(?:\b(\w+): |\bconst (\w+) = )/g

/** Values that stay in a refusal as English joins them: `texts/refused.ts` does not join them anew. */
function joinedForGood(text: string): string[] {
  if (!/\bbecause\(/.test(text)) return []
  return [...text.matchAll(WORDS_BETWEEN)].flatMap(({ index }) => {
    const before = text.slice(0, index).split(/[;{}]/).at(-1) ?? ''
    const [, value, kept] = [...before.matchAll(NAMED)].at(-1) ?? []
    const name = value ?? kept ?? ''
    return name in ANEW ? [] : [name]
  })
}

const sources = ['src', 'console/src'].flatMap(folder =>
  sourcesOf(folder).map(({ name, text }) => ({ name: `${folder}/${name}`, text })),
)

test('numbers, amounts, days and lists are written for people by one function each, in their language and as the country of the church does', () => {
  assert.deepEqual(
    sources.filter(({ name, text }) => printing(name, text)).map(({ name }) => name),
    [],
  )
  for (const [at, why] of OTHERS)
    assert.ok(
      sources.some(({ name, text }) => at.test(name) && PRINTS.test(text)),
      why,
    )
})

test('several words are joined as the language joins them, and not by a comma', () => {
  assert.deepEqual(
    sources.filter(({ name, text }) => joining(name, text)).map(({ name }) => name),
    [],
  )
  for (const [at, why] of JOINED)
    assert.ok(
      sources.some(({ name, text }) => at.test(name) && JOINS.test(text)),
      why,
    )
})

test('no refusal keeps words that English joins by "or" and "and"', () => {
  // What is not known of a file as a whole is told in English.
  const speaking = sources.filter(({ name }) => !/^src\/(cli\/|resource\/import-cells)/.test(name))
  assert.deepEqual(
    speaking.filter(({ text }) => joinedForGood(text).length > 0).map(({ name }) => name),
    [],
  )
  const refused = (value: string): string => `because('is {${value}}', { ${value}: names.join(' or ') })`
  assert.deepEqual(joinedForGood(refused('either')), [])
  assert.deepEqual(joinedForGood(refused('names')), ['names'])
  assert.deepEqual(joinedForGood(`const given = all\n  .join(" and ")\n${refused('states')}`), ['given'])
})

test('another way of writing them is found', () => {
  for (const text of ['new Intl.NumberFormat(locale)', 'n.toLocaleString()', 'displayAmount(1, currency)'])
    assert.ok(printing('src/modules/a.ts', text), text)
  assert.ok(joining('console/src/a.tsx', "names.join(', ')"))
  assert.ok(joining('src/modules/a.ts', "say('By {names}', { names: names.join(', ') })"))
  assert.ok(joining('console/src/a.tsx', "problems.join('; ')"))
  assert.ok(joining('console/src/a.tsx', "rows > MOST ? ', …' : ''"))
  const sideBySide = ['`$', '{name}, $', '{day}`'].join('')
  assert.ok(joining('console/src/a.tsx', sideBySide))
  assert.ok(joining('src/modules/a/count-page.ts', `say('Count'); ${sideBySide}`))
  assert.ok(!joining('console/src/a.tsx', "['one', 'other']"))
})
