/** What is typed for the fields of a record: what it begins with, and what is sent of it. */
import { latinDigits } from '../../../src/lib/digits.ts'
import { amountProblem, minorUnits, typedAmount } from '../formats/money.ts'
import { changesOf } from '../forms/draft.ts'
import type { ShownField } from '../house/house.ts'
import { type CustomRow, customChanges, customRows } from './custom-rows.ts'

/** What is typed, by field: text, ids, switches, and rows of custom fields. */
export type Typed = Record<string, string | number | boolean | CustomRow[] | null>

/** From so many characters on, a text has several lines in a form, and a section of its own on a page. */
const LONG = 300

/** Whether it holds more than a line or two. */
export const isLong = ({ kind, longest, short }: ShownField): boolean =>
  kind === 'text' && !short && (longest ?? 0) > LONG

/** What is empty in another way than a text. */
const EMPTY: Partial<Record<ShownField['kind'], Typed[string]>> = { switch: false, custom: [] }

/** An empty form of these fields. */
export const emptyOf = (fields: readonly ShownField[]): Typed =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, EMPTY[kind] ?? (kind === 'record' ? null : '')]))

/**
 * A new form, in which an address may fill some fields: `group_id=5`.
 * @param church whose country is proposed
 */
export const filledOf = (
  fields: readonly ShownField[],
  said: URLSearchParams,
  { country }: { country: string },
): Typed => {
  const filled = fields.flatMap(({ name, kind }): [string, Typed[string]][] => {
    const value = said.get(name)
    if (value === null || value === '' || kind === 'switch') return []
    return [[name, kind === 'record' ? Number(value) || null : value]]
  })
  const begun = fields.flatMap(({ name, kind, begins }) =>
    kind === 'country' ? [[name, country]] : begins === null ? [] : [[name, begins]],
  )
  return { ...emptyOf(fields), ...Object.fromEntries(begun), ...Object.fromEntries(filled) }
}

/** What a record says, as a form has it: amounts as a person would type them. @param currency of amounts */
export const typedOf = (
  fields: readonly ShownField[],
  record: Readonly<Record<string, unknown>>,
  currency: string,
): Typed => {
  const empty = emptyOf(fields)
  const filled = fields.filter(({ name }) => record[name] !== null && record[name] !== undefined)
  const values = filled.map(({ name, kind }): [string, Typed[string]] => {
    const value = record[name]
    if (kind === 'custom') return [name, customRows(value as Record<string, unknown>)]
    return [name, kind === 'amount' ? typedAmount(Number(value), currency) : (value as Typed[string])]
  })
  return { ...empty, ...Object.fromEntries(values) }
}

/** Numbers are sent as numbers; a text that is none is sent as it is, and the server says what is wrong with it. */
function sentValue({ kind }: ShownField, typed: Typed[string] | undefined, currency: string): unknown {
  if (kind === 'custom') return customChanges({}, (typed ?? []) as CustomRow[])
  if (typeof typed !== 'string') return typed
  if (kind === 'amount') return minorUnits(typed, currency) ?? typed
  const latin = kind === 'number' ? latinDigits(typed).trim() : ''
  return /^-?\d+$/.test(latin) ? Number(latin) : typed
}

/** Whether nothing is typed. */
export const isEmptyTyped = (value: Typed[string] | undefined): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const sentOf = (fields: readonly ShownField[], typed: Typed, currency: string): Record<string, unknown> =>
  Object.fromEntries(fields.map(field => [field.name, sentValue(field, typed[field.name], currency)]))

/** Of a new record: what is empty is left out, and takes its default. */
export const creationOf = (fields: readonly ShownField[], typed: Typed, currency: string): Record<string, unknown> =>
  sentOf(
    fields.filter(({ name, kind, required }) => required || kind === 'switch' || !isEmptyTyped(typed[name])),
    typed,
    currency,
  )

/** What an action asks: what may be nothing and is empty is sent as nothing, other empty fields are left out. */
export const answerOf = (fields: readonly ShownField[], typed: Typed, currency: string): Record<string, unknown> => ({
  ...Object.fromEntries(fields.filter(({ nullable }) => nullable).map(({ name }) => [name, null])),
  ...creationOf(fields, typed, currency),
})

/**
 * Of a record that is changed, what differs from how it was when the form was opened; null for what was taken out.
 * @param record as it is: custom fields keep the kinds of their values
 */
export function changeOf(
  fields: readonly ShownField[],
  typed: Typed,
  base: Typed,
  currency: string,
  record: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const changed = changesOf(base, typed)
  const plain = fields.filter(({ name, kind }) => name in changed && kind !== 'custom')
  const sent = Object.entries(sentOf(plain, typed, currency))
  const custom = fields
    .filter(({ name, kind }) => name in changed && kind === 'custom')
    .map(({ name }) => [
      name,
      customChanges((record[name] ?? {}) as Record<string, unknown>, typed[name] as CustomRow[]),
    ])
  return Object.fromEntries([
    ...sent.map(([name, value]) => [name, value === '' ? null : value]),
    ...custom.filter(([, value]) => value !== undefined),
  ])
}

/** What is said of amounts that cannot be read, by field: the API, which counts in the smallest unit, would ask for a whole number. */
export const unreadAmounts = (fields: readonly ShownField[], values: Typed, currency: string): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const text = values[name]
      if (kind !== 'amount' || typeof text !== 'string' || text.trim() === '') return []
      return minorUnits(text, currency) === undefined ? [[name, amountProblem(text, currency)]] : []
    }),
  )
