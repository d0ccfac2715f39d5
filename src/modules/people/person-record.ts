/**
 * Everything on record about one person, for whoever asks what a church has of them (GDPR, article 15; NDPA, section 34): found
 * by what all modules declare to name people. Nothing of it is about who works for the church.
 */
import type { Db } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { ToldReference } from '../../resource/person-reference.ts'

/** A record, by the names of its fields. */
export type ToldRow = Record<string, unknown>

/** Records of one kind. */
export interface Told {
  table: string
  /** What people call them. */
  title: string
  rows: ToldRow[]
}

/** What is on record about somebody. */
export interface PersonRecord {
  church: Pick<Church, 'slug' | 'name'>
  person: ToldRow
  records: Told[]
}

/** What is made of other fields, says who did something, or opens something. */
const UNTOLD = /^(church_id|search|removed|sender|source_id)$|(^|_)by(_|$)|^user_|hash$|^form_id$|^checkout_url$/

/** In the caller's snapshot. @param references what names people in the church */
export async function personRecord(
  db: Db,
  church: Church,
  id: number,
  references: readonly ToldReference[],
): Promise<PersonRecord> {
  const [person = {}] = await rowsOf(db, 'people', church.id, ['id'], id)
  const records: Told[] = []
  for (const { table, columns, words } of references) {
    const rows = await rowsOf(db, table, church.id, columns, id)
    if (rows.length > 0) records.push({ table, title: words, rows })
  }
  const lines = await auditOf(db, church.id, id)
  if (lines.length > 0) records.push({ table: 'audit_log', title: 'what was done with the record', rows: lines })
  return { church: { slug: church.slug, name: church.name }, person, records }
}

async function rowsOf(
  db: Db,
  table: string,
  church: number,
  columns: readonly string[],
  person: number,
): Promise<ToldRow[]> {
  const naming = join(
    columns.map(column => sql`t.${ident(column)} = ${person}`),
    ' or ',
  )
  const rows = await db.all<{ row: string }>(
    sql`select to_jsonb(t)::text as row from ${ident(table)} t where t.church_id = ${church} and (${naming})`,
  )
  return rows.map(({ row }) => told(JSON.parse(row) as ToldRow)).sort(oldestFirst)
}

const told = (row: ToldRow): ToldRow =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !UNTOLD.test(name)))

const oldestFirst = (one: ToldRow, other: ToldRow): number =>
  String(one.created_at ?? '').localeCompare(String(other.created_at ?? ''))

/** What was done with the record and when; not by whom. */
async function auditOf(db: Db, church: number, id: number): Promise<ToldRow[]> {
  return await db.all<ToldRow>(sql`select operation, created_at from audit_log
    where church_id = ${church} and target = ${String(id)} and operation like 'people.%' order by id`)
}
