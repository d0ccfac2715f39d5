/** Changes one row by its declaration: what is named here is a field, so it is a column. `creation.ts` inserts one. */
import type { TextRow, Tx } from '../db/database.ts'
import { ident, join, type Sql, sql } from '../db/sql.ts'
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
 * Sets columns of a record that is locked; `updated_at` moves.
 * @returns the row as the printer expects it
 */
export async function setRow<F extends Fields>(
  tx: Tx,
  { name, printer }: Table<F>,
  church: number,
  id: number,
  sets: Sql,
): Promise<TextRow> {
  const [row] = await tx.text(sql`update ${ident(name)} as t set ${sets}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id} returning ${printer.columns}`)
  if (row === undefined) throw new Error(`Record ${id} of ${name} is gone.`)
  return row
}

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

/**
 * Changes what differs; `updated_at` moves only where something does.
 * @param before the row, locked
 */
export async function changeRow<F extends Fields>(
  tx: Tx,
  table: Table<F>,
  church: number,
  before: TextRow,
  values: Values<F>,
): Promise<TextRow> {
  const changed = differing(table.printer, before, values)
  if (changed.length === 0) return before
  const sets = join(changed.map(([name, value]) => sql`${ident(name)} = ${value}`))
  return await setRow(tx, table, church, Number(table.printer.column(before, 'id')), sets)
}
