/** What a record says, for the texts of its actions. */
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import type { AnyRecord, ShownField, ShownResource } from '../house/house.ts'
import { isEmpty, titleOf } from './field-value.tsx'

/** What it is called (`name`), and its amounts, days and lines by the names of their fields; nothing for what is not said. */
export function wordsOfRecord(
  resource: ShownResource,
  record: AnyRecord,
  church: { currency: string },
): Record<string, string> {
  const currency = String(record.currency ?? church.currency)
  const said = ({ name, kind }: ShownField): string => {
    const value = record[name]
    if (isEmpty(value)) return ''
    if (kind === 'amount') return money(Number(value), currency)
    return kind === 'date' ? day(String(value)) : String(value)
  }
  const fields = resource.fields.filter(({ kind }) => SAID.includes(kind))
  return {
    ...Object.fromEntries(fields.map(field => [field.name, said(field)])),
    name: titleOf(resource, record, church),
  }
}

const SAID: readonly ShownField['kind'][] = ['amount', 'date', 'line', 'text']
