/** Puts rows of an archive into their table: many at once, and one by one where a rule of the database refuses some of them. */
import type { Tx } from '../db/database.ts'
import { ident, join, raw, type Sql, sql } from '../db/sql.ts'
import type { ArchivedRow } from '../resource/in-archive.ts'
import { ArchiveError } from './archive-error.ts'
import { kindOf } from './columns.ts'
import type { Column, Table } from './tables.ts'
import { placeAt } from './take-row.ts'

/** Rows of a file, from a line on. */
export interface Batch {
  /** `people.jsonl`. */
  file: string
  /** Line of the first row. */
  first: number
  rows: ArchivedRow[]
}

/** @throws ArchiveError naming the first line that the database refuses, and its rule */
export async function insertRows(tx: Tx, church: number, table: Table, { file, first, rows }: Batch): Promise<void> {
  await tx.run(raw('savepoint batch'))
  try {
    await insert(tx, church, table, rows)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await tx.run(raw('rollback to savepoint batch'))
    for (const [at, row] of rows.entries()) {
      await insert(tx, church, table, [row]).catch(refused => {
        throw isRefusal(refused) ? refusal(refused, placeAt(file, first + at)) : refused
      })
    }
  }
  await tx.run(raw('release savepoint batch'))
}

/** The columns of rows, and the rows themselves as PostgreSQL reads them out of JSON. */
export function rowsAsSql(
  columns: readonly Column[],
  rows: readonly ArchivedRow[],
): Record<'into' | 'values' | 'from', Sql> {
  const declared = columns.map(
    column => sql`${ident(column.name)} ${raw(kindOf(column).asText ? 'text' : column.type)}`,
  )
  return {
    into: join(columns.map(({ name }) => ident(name))),
    values: join(columns.map(({ name, type }) => sql`r.${ident(name)}::${raw(type)}`)),
    from: sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (${join(declared)})`,
  }
}

async function insert(tx: Tx, church: number, { name, columns }: Table, rows: readonly ArchivedRow[]): Promise<void> {
  const { into, values, from } = rowsAsSql(columns, rows)
  await tx.run(sql`insert into ${ident(name)} (church_id, ${into}) overriding system value
    select ${church}, ${values} from ${from}`)
}

interface Refusal {
  code: string
  constraint?: string
  column?: string
}

/** Classes of SQLSTATE: a value that does not fit (22), a rule that is broken (23). */
const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'code' in error && /^2[23]/.test(String(error.code))

const RULES: Readonly<Record<string, string>> = {
  '23502': 'lacks a value that must be there',
  '23503': 'names a record that the archive does not have',
  '23505': 'is there twice',
  '23514': 'has a value that is not allowed',
}

const refusal = ({ code, constraint, column }: Refusal, where: string): ArchiveError =>
  new ArchiveError(
    `${where}: ${RULES[code] ?? 'has a value that does not fit'}${constraint || column ? ` (${constraint ?? column})` : ''}.`,
  )
