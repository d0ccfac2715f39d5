/** The values of one row by its declaration: what is named here is a field, so it is a column. `creation.ts` and `update.ts` write them. */
import type { TextRow } from '../db/database.ts'
import type { Fields } from './field.ts'
import type { Printer } from './print.ts'

/** Values by field, as they are stored: those of lists and objects as JSON text. */
export type Values<F extends Fields> = { readonly [K in keyof F]?: unknown }

/** What a table is written by. */
export interface Table<F extends Fields> {
  /** As PostgreSQL knows it; the resource's own, where it is one. */
  name: string
  printer: Printer<F>
}

/** The names and values that are given; undefined ones are not. */
export const given = <F extends Fields>(values: Values<F>): [name: keyof F & string, value: unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined) as [keyof F & string, unknown][]

/**
 * The values that differ from those of a row, by their text: numbers, booleans, dates and texts, not JSON.
 * @param before as the printer expects it
 */
export const differing = <F extends Fields>(
  { column }: Printer<F>,
  before: TextRow,
  values: Values<F>,
): [name: keyof F & string, value: unknown][] =>
  given(values).filter(([name, value]) => differs(column(before, name), value))

/** Whether a value is another than the one stored as this text. */
export function differs(stored: string | null, value: unknown): boolean {
  if (value === null || stored === null) return value !== stored
  return typeof value === 'boolean' ? (stored === 't') !== value : stored !== String(value)
}
