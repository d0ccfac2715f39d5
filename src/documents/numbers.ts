/** Numbers of documents that are issued: without gaps in each church, for each kind and year (decision 0026). */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** What is numbered, and in which row of numbers. */
export interface NumberedKind {
  church: number
  /** A word in small letters, never changed: `deposit`, `statement`. */
  kind: string
  /** The year that the numbers are of: by the church's clocks, not by the server's. */
  year: number
}

/**
 * The next number. Whoever asks for the next one of the same kind and year waits until this transaction has ended: where it is rolled
 * back the number is given out again. So it is asked for last, shortly before the document is written, and of one kind only, or
 * of several in the order of their names.
 */
export const nextNumber = async (tx: Tx, kind: NumberedKind): Promise<number> => await nextNumbers(tx, kind, 1)

/** The first of as many numbers as are needed, one after the other. @param count 1 at least */
export async function nextNumbers(tx: Tx, { church, kind, year }: NumberedKind, count: number): Promise<number> {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} numbers are asked for.`)
  const row = await tx.first<{ last: number }>(sql`
    insert into document_numbers as n (church_id, kind, year, last) values (${church}, ${kind}, ${year}, ${count})
    on conflict (church_id, kind, year) do update set last = n.last + excluded.last returning last`)
  if (row === undefined) throw new Error('No number was given out.')
  return row.last - count + 1
}

/** A number as people read it: `D-2026-000012`. @param prefix tells kinds apart on paper: capital letters */
export const numberText = (prefix: string, year: number, number: number): string =>
  `${prefix}-${year}-${String(number).padStart(6, '0')}`

const FORM = /^([A-Z]{1,4})-(\d{4})-(\d{6,12})$/

/** What was read: without spaces and in any case. @returns undefined for what is no number of a document */
export function readNumber(text: string): { prefix: string; year: number; number: number } | undefined {
  const [, prefix, year, number] = FORM.exec(text.replace(/\s/g, '').toUpperCase()) ?? []
  if (prefix === undefined) return undefined
  return { prefix, year: Number(year), number: Number(number) }
}
