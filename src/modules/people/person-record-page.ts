/** The record of a person as a page to read, print and hand over: in plain words, with nothing to load. */
import { exactAmount, isCurrency } from '../../lib/money.ts'
import { Html, html } from '../../public-routes/page.ts'
import { labelOf } from '../../resource/labels.ts'
import { directionOf } from '../../texts/chosen.ts'
import type { Language } from '../../texts/language.ts'
import type { PersonRecord, Told, ToldRow } from './person-record.ts'

const STYLE = new Html(`
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; font-size: .875rem; }
  th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem .3rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
`)

/** @param day when it was made @param language of whom it is about */
export function recordPage({ church, person, records }: PersonRecord, day: string, language: Language): string {
  const { say, locale } = language
  const name = String(person.full_name ?? '')
  const title = say('What {church} has on record about {name}', { church: church.name, name })
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>${say('Made on {day}. The same is in the file beside this page, for other programs to read.', { day })}</p>
<h2>${say('The person')}</h2>
<table>${Object.entries(person).map(([field, value]) => html`<tr><th scope="row">${say(labelOf(field))}</th><td>${shown(language, field, value, person)}</td></tr>`)}</table>
${records.map(one => section(language, one))}
</body>
</html>
`.text
}

function section(language: Language, { title, rows }: Told): Html {
  const { say } = language
  const fields = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(field => field !== 'person_id')
  const heading = `${title.charAt(0).toUpperCase()}${title.slice(1)}`
  return html`<h2>${heading} (${rows.length})</h2>
<table>
<thead><tr>${fields.map(field => html`<th scope="col">${say(labelOf(field))}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${fields.map(field => html`<td>${shown(language, field, row[field], row)}</td>`)}</tr>`)}</tbody>
</table>
`
}

const AMOUNT = /^(amount|fee)$/

/** A value in words. @param row for the currency of an amount */
function shown({ say }: Language, field: string, value: unknown, { currency }: ToldRow): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? say('Yes') : say('No')
  if (AMOUNT.test(field) && typeof value === 'number' && typeof currency === 'string' && isCurrency(currency)) {
    return exactAmount(value, currency)
  }
  if (typeof value === 'object') return Object.entries(value).map(inWords).join('; ')
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)
  return moment ? String(value).slice(0, 16).replace('T', ' ') : String(value)
}

/** `first_name: Ada → Ade`, of a change; `team: Choir`, of a field of the church's own. */
const inWords = ([name, value]: [string, unknown]): string => {
  const parts = [value]
    .flat()
    .map(part => (typeof part === 'object' && part !== null ? JSON.stringify(part) : `${part ?? '–'}`))
  return `${labelOf(name)}: ${parts.join(' → ')}`
}
