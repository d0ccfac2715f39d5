/**
 * Everything on record about one person, for whoever asks what a church has of them (GDPR, article 15; NDPA, section 34): found
 * by what all modules declare to name people. Nothing of it is about who works for the church.
 */
import type { Db } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { SealedColumn } from '../../sealed-column.ts'
import { msg } from '../../texts/language.ts'
import { sentenceCase } from '../../texts/resource-phrases.ts'
import type { Vault } from '../../vault.ts'

/** A record, by the names of its fields. */
export type ToldRow = Record<string, unknown>

/** Records of one kind. */
export interface Told {
  table: string
  /** What people call them: `Prayer requests`. */
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
export const UNTOLD = /^(church_id|search|removed|sender|source_id)$|(^|_)by(_|$)|^user_|hash$|^form_id$|^checkout_url$/

/**
 * In the caller's snapshot. What is sealed is opened: it is theirs, too.
 * @param house what names people in the church, what of it is sealed, and what the audit log calls what is done
 * @throws VaultError
 */
export async function personRecord(
  db: Db,
  church: Church,
  id: number,
  { toldReferences: references, logged, sealed }: Pick<HouseFacts, 'toldReferences' | 'logged' | 'sealed'>,
  vault: Vault,
): Promise<PersonRecord> {
  const [person = {}] = await rowsOf(db, 'people', church.id, ['id'], id)
  const records: Told[] = []
  for (const { table, columns, words } of references) {
    const found = await rowsOf(db, table, church.id, columns, id)
    const rows = found.map(row =>
      opened(
        row,
        church.id,
        sealed.filter(one => one.table === table),
        vault,
      ),
    )
    if (rows.length > 0) records.push({ table, title: sentenceCase(words), rows })
  }
  const imports = await importsOf(db, church.id, id)
  if (imports.length > 0) records.push({ table: 'imports', title: msg('Imports of files'), rows: imports })
  const lines = await auditOf(db, church.id, id, logged)
  if (lines.length > 0) records.push({ table: 'audit_log', title: msg('What was done with the record'), rows: lines })
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

/** A row with what the vault has sealed in it as it was written. */
const opened = (row: ToldRow, church: number, sealed: readonly SealedColumn[], vault: Vault): ToldRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const secret = sealed.find(({ column }) => column === name)
      return [name, secret === undefined || value === null ? value : vault.open(church, secret.use(row), String(value))]
    }),
  )

const told = (row: ToldRow): ToldRow =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !UNTOLD.test(name)))

const oldestFirst = (one: ToldRow, other: ToldRow): number =>
  String(one.created_at ?? '').localeCompare(String(other.created_at ?? ''))

/** Their record, and those that were merged into it. */
const ownIds = (church: number, id: number): Sql => sql`(select id from people
  where church_id = ${church} and (id = ${id} or merged_into_id = ${id}))`

interface Imported {
  file_name: string
  created_at: string
  line: number
  action: 'created' | 'updated'
  taken_back: boolean
  written: string
  before: string | null
}

/** Files that made or changed the record, with what they said. */
async function importsOf(db: Db, church: number, id: number): Promise<ToldRow[]> {
  const found = await db.all<Imported>(sql`select i.file_name, i.completed_at as created_at, r.line, r.action,
      coalesce(r.undo = 'reversed', false) as taken_back, r.written::text as written, r.before::text as before
    from import_records as r join imports as i on i.church_id = ${church} and i.id = r.import_id
    where r.church_id = ${church} and r.resource = 'people' and r.record_id in ${ownIds(church, id)}
    order by i.completed_at, r.line`)
  return found.map(({ file_name: file, created_at, line, action, taken_back, written, before }) => ({
    file,
    created_at,
    line,
    what: action === 'created' ? msg('Added') : msg('Changed'),
    ...(taken_back && { taken_back }),
    ...importedFields(JSON.parse(written) as ToldRow, before === null ? null : (JSON.parse(before) as ToldRow)),
  }))
}

/** Of a record that was added, what the file said of it; of one that was changed, `[before, after]` by field. */
function importedFields(written: ToldRow, before: ToldRow | null): ToldRow {
  const said = told(written)
  if (before === null) return { said }
  return { changes: Object.fromEntries(Object.keys(said).map(name => [name, [before[name] ?? null, said[name]]])) }
}

/** What was done with the record and when, as the audit log calls it; not by whom. */
async function auditOf(db: Db, church: number, id: number, logged: HouseFacts['logged']): Promise<ToldRow[]> {
  const lines = await db.all<{ operation: string; created_at: string }>(sql`select operation, created_at from audit_log
    where church_id = ${church} and operation like 'people.%'
      and string_to_array(target, ', ') && array(select one.id::text from ${ownIds(church, id)} as one (id))
    order by id`)
  return lines.map(({ operation, created_at }) => ({ what: logged[operation] ?? operation, created_at }))
}
