/** What a picker shows of what it found. */

import type { RecordName } from '../api/use-record-names.ts'
import { stateWord, wordOf } from '../formats/words.ts'
import { type AnyRecord, fieldsNamed, type ShownField, type ShownResource } from '../house/house.ts'
import { t } from '../texts/t.ts'

/** A record that was found, with what tells it from others. */
export interface Found {
  id: number
  title: string
  detail: string
}

/** By its title alone. */
export const foundRecord = ({ id, name }: RecordName): Found => ({ id, title: name, detail: '' })

/** With what its resource declares to tell it from others. */
export const foundIn =
  (resource: ShownResource) =>
  (record: AnyRecord): Found => {
    const details = resource.chosen.by.map(
      names =>
        fieldsNamed(resource, names)
          .map(field => said(field, record[field.name]))
          .find(text => text !== '') ?? '',
    )
    return {
      id: record.id,
      title: String(record[resource.title ?? 'id']),
      detail: details.filter(text => text !== '').join(' · '),
    }
  }

function said({ kind, counts, choices, usual, of }: ShownField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (counts !== null) return t(counts, { count: Number(value) })
  if (kind === 'choice') return stateWord(String(value), of)
  return [...choices, ...usual].includes(String(value)) ? wordOf(String(value)) : String(value)
}
