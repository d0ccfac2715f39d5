/** What is typed for the fields of a record: what it begins with, and what is sent of it. */
import type { ShownField } from '../house/house.ts'

/** What is typed, by field: text, ids and switches. */
export type Typed = Record<string, string | number | boolean | null>

/** From so many characters on, a text has several lines in a form, and a section of its own on a page. */
const LONG = 300

/** Whether it holds more than a line or two. */
export const isLong = ({ kind, longest }: ShownField): boolean => kind === 'text' && (longest ?? 0) > LONG

/** An empty form of these fields. */
export const emptyOf = (fields: readonly ShownField[]): Typed =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'switch' ? false : kind === 'record' ? null : '']))

/** What a record says, as a form has it. */
export const typedOf = (fields: readonly ShownField[], record: Readonly<Record<string, unknown>>): Typed =>
  Object.fromEntries(
    Object.entries(emptyOf(fields)).map(([name, empty]) => {
      const value = record[name]
      return [name, value === null || value === undefined ? empty : (value as string | number | boolean)]
    }),
  )

/** Numbers are sent as numbers; a text that is none is sent as it is, and the server says what is wrong with it. */
function sentValue({ kind }: ShownField, typed: Typed[string] | undefined): unknown {
  if (typed === undefined) return undefined
  if ((kind === 'number' || kind === 'amount') && typeof typed === 'string' && /^-?\d+$/.test(typed.trim())) {
    return Number(typed)
  }
  return typed
}

/** Everything that is typed, as it is sent. */
export const sentOf = (fields: readonly ShownField[], typed: Typed): Record<string, unknown> =>
  Object.fromEntries(fields.map(field => [field.name, sentValue(field, typed[field.name])]))

/** Of a new record what is empty is left out: it takes its default. */
export function creationOf(fields: readonly ShownField[], typed: Typed): Record<string, unknown> {
  const isEmpty = (value: Typed[string] | undefined): boolean =>
    value === null || value === false || (typeof value === 'string' && value.trim() === '')
  return sentOf(
    fields.filter(({ name, required }) => required || !isEmpty(typed[name])),
    typed,
  )
}

/** Of a record that is changed, what differs from how it was when the form was opened; null for what was taken out. */
export function changeOf(fields: readonly ShownField[], typed: Typed, base: Typed): Record<string, unknown> {
  const changed = fields.filter(({ name }) => typed[name] !== base[name])
  const sent = Object.entries(sentOf(changed, typed))
  return Object.fromEntries(sent.map(([name, value]) => [name, value === '' ? null : value]))
}

/** What the server says of fields, with their labels in the place of the API's names. */
export const inWords = (
  errors: Readonly<Record<string, string | undefined>>,
  fields: readonly ShownField[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text = '']) => [
      name,
      fields.reduce((said, field) => said.replaceAll(new RegExp(`\\b${field.name}\\b`, 'g'), `“${field.label}”`), text),
    ]),
  )
