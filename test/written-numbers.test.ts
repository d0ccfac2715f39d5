/** Numbers, amounts, days and lists are printed for people in one place, `texts/forms.ts` (docs/decisions/0036-how-a-country-writes.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from './support/source-tree.ts'

/** What prints them in some other way, and why it may. */
const OTHERS: readonly (readonly [at: RegExp, why: string])[] = [
  [/^src\/cli\//, 'commands speak English'],
  [/^src\/backup\/(totals|room)/, 'commands print it'],
  [/^src\/texts\/forms\.ts$/, 'the one place'],
  [/^src\/texts\/stay-reasons/, 'lists of the API’s English'],
  [/^src\/lib\/(calendar|day-text|workbook)/, 'reads clocks, days and cells: nobody is shown them'],
  [/^src\/lib\/(money|currency-marks|amount-number|amount-text)/, 'what the API prints, and what people type'],
  [/^src\/resource\/(list-plan|import-report)/, 'the API’s English'],
  [/\/(pledges|contributions|recurring-gifts|statements)\/fields\.ts$/, 'fields of the API: `amount_display`'],
  [/\/online-giving\/(refunds|gifts)\.ts$/, 'fields of the API: `amount_display`'],
  [/\/school\/open-session/, 'the hour that it is, to be compared'],
  [/^console\/src\/formats\/(dates|places)\.ts$/, 'the date it is at the church, and the clock of this device'],
]

const PRINTS =
  /\bIntl\.(NumberFormat|DateTimeFormat|ListFormat)\(|\.toLocale(Date|Time)?String\(|\b(display|exact)Amount\(|\b(local|short)Forms\(/

const printing = (name: string, text: string): boolean => PRINTS.test(text) && !OTHERS.some(([at]) => at.test(name))

test('numbers, amounts, days and lists are written for people by one function each, in their language and as the country of the church does', () => {
  const found = ['src', 'console/src'].flatMap(folder =>
    sourcesOf(folder).map(({ name, text }) => ({ name: `${folder}/${name}`, text })),
  )
  assert.deepEqual(
    found.filter(({ name, text }) => printing(name, text)).map(({ name }) => name),
    [],
  )
  for (const [at, why] of OTHERS)
    assert.ok(
      found.some(({ name, text }) => at.test(name) && PRINTS.test(text)),
      why,
    )
})

test('another way of writing them is found', () => {
  for (const text of ['new Intl.NumberFormat(locale)', 'n.toLocaleString()', 'displayAmount(1, currency)'])
    assert.ok(printing('src/modules/a.ts', text), text)
})
