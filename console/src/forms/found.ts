/** What a picker shows of what it found. */

import type { RecordName } from '../../../src/resource/record-names.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { choiceWord, wordOf } from '../formats/words.ts'
import { type AnyRecord, fieldsNamed, type ShownField, type ShownResource } from '../house/house.ts'
import { t } from '../texts/t.ts'

/** A record that was found, with what tells it from others. */
export interface Found {
  id: number
  title: string
  detail: string
  /** What the detail is made of. */
  details: readonly string[]
}

/** By its title alone. */
export const foundRecord = ({ id, name }: RecordName): Found => ({ id, title: name, detail: '', details: [] })

/** With what its resource declares to tell it from others; as it is chosen, unless said. */
export const foundIn =
  (resource: ShownResource, by = resource.chosen.by) =>
  (record: AnyRecord): Found => {
    const all = by.map(
      names =>
        fieldsNamed(resource, names)
          .map(field => said(field, record))
          .find(text => text !== '') ?? '',
    )
    const details = all.filter(text => text !== '')
    return {
      id: record.id,
      title: titleOf(resource, record),
      detail: details.join(' · '),
      details,
    }
  }

/** What has no text for its title, such as a gift, is called what it is: those of one amount are many. */
function titleOf(resource: ShownResource, record: AnyRecord): string {
  const [field] = fieldsNamed(resource, [resource.title ?? ''])
  const name = field && field.kind !== 'amount' ? said(field, record) : ''
  return name || t(phrasesOf(resource).one)
}

function said({ name, kind, counts, choices, usual, of }: ShownField, record: AnyRecord): string {
  const value = record[name]
  if (value === null || value === undefined) return ''
  if (kind === 'amount') return money(Number(value), String(record.currency))
  if (kind === 'date') return day(String(value))
  if (counts !== null) return t(counts, { count: Number(value) })
  if (kind === 'choice' || kind === 'language') return choiceWord(kind, String(value), of)
  return [...choices, ...usual].includes(String(value)) ? wordOf(String(value)) : String(value)
}
