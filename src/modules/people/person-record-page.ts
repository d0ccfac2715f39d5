/** The record of a person as a page to read, print and hand over: in words of their language, with nothing to load. */
import { isCurrency } from '../../lib/money.ts'
import { Html, html } from '../../public-routes/page.ts'
import type { Church } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { directionOf } from '../../texts/chosen.ts'
import { amountIn, dateIn, momentIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { languageNameIn } from '../../texts/language-names.ts'
import type { PersonRecord } from './person-record.ts'
import { type NamedBy, namedBy } from './person-record-names.ts'
import { labelOfColumn, wordsOfColumn } from './person-record-words.ts'
import type { Told, ToldNames, ToldRow } from './told.ts'

const STYLE = new Html(`
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; font-size: .875rem; }
  th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem .3rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
`)

/** How it is said. */
interface Saying {
  /** Of whom it is about. */
  language: Language
  house: Pick<HouseFacts, 'resource' | 'resourcesOn' | 'optional'>
  /** Whose moments are told in its time, and sums that are worth something in its currency. */
  church: Pick<Church, 'timezone' | 'currency'>
}

/** How one record of a person is said. */
interface SayingRecord extends Saying {
  names: ToldNames
  named: NamedBy
}

/** @param day when it was made */
export function recordPage({ church, person, records, names }: PersonRecord, day: string, how: Saying): string {
  const saying = { ...how, names, named: namedBy(how.house) }
  const { language } = saying
  const { say, locale } = language
  const name = String(person.full_name ?? '')
  const title = say('What {church} has on record about {name}', { church: church.name, name })
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>${say('Made on {day}. The same is in the file beside this page, for other programs to read.', { day: dateIn(language, day) })}</p>
<h2>${say('The person')}</h2>
<table>${Object.entries(person).map(([field, value]) => html`<tr><th scope="row">${say(labelOfColumn(saying.house, 'people', field))}</th><td>${shown(saying, 'people', field, value, person)}</td></tr>`)}</table>
${records.map(one => section(saying, one))}
</body>
</html>
`.text
}

function section(saying: SayingRecord, { table, title, rows }: Told): Html {
  const { say } = saying.language
  const fields = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(field => field !== 'person_id')
  return html`<h2>${say(title)} (${rows.length})</h2>
<table>
<thead><tr>${fields.map(field => html`<th scope="col">${say(labelOfColumn(saying.house, table, field))}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${fields.map(field => html`<td>${shown(saying, table, field, row[field], row)}</td>`)}</tr>`)}</tbody>
</table>
`
}

const AMOUNT = /(^|_)(amount|fee)$/
/** What is worth so much in the currency of the church. */
const WORTH = /_base$/
const ID = /_id$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

const LANGUAGE = /^language$/

/** Columns of what was done, which the log tells in its own words. */
const SAID = /^what$/

/** A value in words. @param row for the currency of an amount */
function shown(saying: SayingRecord, table: string, field: string, value: unknown, row: ToldRow): string {
  const { say } = saying.language
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? say('Yes') : say('No')
  if (typeof value === 'number') return shownNumber(saying, table, field, value, row)
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => fieldSaid(saying, name, one))
      .join(' · ')
  }
  return typeof value === 'string' ? shownText(saying, table, field, value) : String(value)
}

/** An amount in its currency, and what a number names. */
function shownNumber(
  { language, house, church, names, named }: SayingRecord,
  table: string,
  field: string,
  value: number,
  row: ToldRow,
): string {
  const isAmount = AMOUNT.test(field) || house.resource(table)?.fields[field]?.spec.kind === 'amount'
  if (WORTH.test(field)) return amountIn(language, value, church.currency)
  if (isAmount) {
    // What a provider charged may be in another currency than what was asked for.
    const currency = row[field.replace(AMOUNT, '$1currency')] ?? row.currency
    return amountIn(language, value, typeof currency === 'string' && isCurrency(currency) ? currency : church.currency)
  }
  if (!ID.test(field)) return String(value)
  const of = named(table, field)
  return (of && names[of]?.[value]) ?? String(value)
}

function shownText({ language, house, church }: Saying, table: string, field: string, value: string): string {
  const words = SAID.test(field) ? value : wordsOfColumn(language, house, table, field, value)
  if (words !== undefined) return language.say(words)
  if (LANGUAGE.test(field)) return languageNameIn(value, language.locale)
  if (DAY.test(value)) return dateIn(language, value)
  if (!MOMENT.test(value)) return value
  return momentIn(language, { at: value, timezone: church.timezone })
}

/** `First name: Ada → Ade`, of a change; `Team: Choir`, of a field of the church's own. Such lists are of people. */
function fieldSaid(saying: SayingRecord, name: string, value: unknown): string {
  const parts = [value]
    .flat()
    .map(part =>
      typeof part === 'object' && part !== null ? JSON.stringify(part) : shown(saying, 'people', name, part, {}) || '–',
    )
  const label = saying.language.say(labelOfColumn(saying.house, 'people', name))
  const arrow = directionOf(saying.language.locale) === 'rtl' ? '←' : '→'
  return saying.language.say('{name}: {text}', { name: label, text: parts.join(` ${arrow} `) })
}
