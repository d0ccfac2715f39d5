/** What is typed for the fields of a record: what it begins with, and what is sent of it. */
import { minorUnits, typedAmount } from '../formats/money.ts'
import type { ShownField } from '../house/house.ts'
import { t } from '../texts/t.ts'

/** What is typed, by field: text, ids and switches. */
export type Typed = Record<string, string | number | boolean | null>

/** From so many characters on, a text has several lines in a form, and a section of its own on a page. */
const LONG = 300

/** Whether it holds more than a line or two. */
export const isLong = ({ kind, longest }: ShownField): boolean => kind === 'text' && (longest ?? 0) > LONG

/** An empty form of these fields. */
export const emptyOf = (fields: readonly ShownField[]): Typed =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'switch' ? false : kind === 'record' ? null : '']))

/** A new form, in which an address fills some fields: `group_id=5`. */
export const filledOf = (fields: readonly ShownField[], said: URLSearchParams): Typed => {
  const filled = fields.flatMap(({ name, kind }): [string, Typed[string]][] => {
    const value = said.get(name)
    if (value === null || value === '' || kind === 'switch') return []
    return [[name, kind === 'record' ? Number(value) || null : value]]
  })
  return { ...emptyOf(fields), ...Object.fromEntries(filled) }
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
    const value = record[name] as string | number | boolean
    return [name, kind === 'amount' ? typedAmount(Number(value), currency) : value]
  })
  return { ...empty, ...Object.fromEntries(values) }
}

/** Numbers are sent as numbers; a text that is none is sent as it is, and the server says what is wrong with it. */
function sentValue({ kind }: ShownField, typed: Typed[string] | undefined, currency: string): unknown {
  if (typeof typed !== 'string') return typed
  if (kind === 'amount') return minorUnits(typed, currency) ?? typed
  return kind === 'number' && /^-?\d+$/.test(typed.trim()) ? Number(typed) : typed
}

const isEmpty = (value: Typed[string] | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const sentOf = (fields: readonly ShownField[], typed: Typed, currency: string): Record<string, unknown> =>
  Object.fromEntries(fields.map(field => [field.name, sentValue(field, typed[field.name], currency)]))

/** Of a new record: what is empty is left out, and takes its default. */
export const creationOf = (fields: readonly ShownField[], typed: Typed, currency: string): Record<string, unknown> =>
  sentOf(
    fields.filter(({ name, required }) => required || !isEmpty(typed[name])),
    typed,
    currency,
  )

/** What an action asks: what may be nothing and is empty is sent as nothing, other empty fields are left out. */
export const answerOf = (fields: readonly ShownField[], typed: Typed, currency: string): Record<string, unknown> => ({
  ...Object.fromEntries(fields.filter(({ nullable }) => nullable).map(({ name }) => [name, null])),
  ...creationOf(fields, typed, currency),
})

/** Of a record that is changed, what differs from how it was when the form was opened; null for what was taken out. */
export function changeOf(
  fields: readonly ShownField[],
  typed: Typed,
  base: Typed,
  currency: string,
): Record<string, unknown> {
  const changed = fields.filter(({ name }) => typed[name] !== base[name])
  const sent = Object.entries(sentOf(changed, typed, currency))
  return Object.fromEntries(sent.map(([name, value]) => [name, value === '' ? null : value]))
}

/** What the server says of fields, with their labels in the place of the API's names. */
export const inWords = (
  errors: Readonly<Record<string, string | undefined>>,
  fields: readonly ShownField[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text = '']) => {
      // The API counts in the smallest unit, people do not.
      if (NO_NUMBER.test(text) && fields.some(field => field.name === name && field.kind === 'amount')) {
        return [name, t('Must be an amount, such as 1,500.50')]
      }
      return [
        name,
        fields.reduce(
          (said, field) => said.replaceAll(new RegExp(`\\b${field.name}\\b`, 'g'), `“${field.label}”`),
          text,
        ),
      ]
    }),
  )

/** What the API says of an amount that is no number. */
const NO_NUMBER = /^must be a whole number/i
