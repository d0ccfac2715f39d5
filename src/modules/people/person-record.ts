/**
 * Everything on record about one person, for whoever asks what a church has of them (GDPR, article 15; NDPA, section 34): found
 * by what all modules declare to name people. Nothing of it is about who works for the church.
 */
import type { Db } from '../../db/database.ts'
import { ident, type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { SealedColumn } from '../../sealed-column.ts'
import { msg } from '../../texts/language.ts'
import { sentenceCase } from '../../texts/resource-phrases.ts'
import type { Vault } from '../../vault.ts'
import { forgottenOf } from './forgetting.ts'
import { namesIn } from './person-record-names.ts'
import type { Told, ToldNames, ToldRow } from './told.ts'

/** What is on record about somebody. */
export interface PersonRecord {
  church: Pick<Church, 'slug' | 'name'>
  person: ToldRow
  records: Told[]
  names: ToldNames
}

/** What is made of other fields, counts what a machine did, says who did something, or opens something. */
export const UNTOLD =
  /^(church_id|search|removed|sender|source_id|freed_member_no)$|(^|_)by(_|$)|^user_|hash$|^form_id$|^checkout_url$|^try_at$|^tallied_/

/** What of a house tells what is on record. */
export type TellingHouse = Pick<
  HouseFacts,
  'toldReferences' | 'traces' | 'logged' | 'sealed' | 'resource' | 'resourcesOn' | 'optional'
>

/**
 * In the caller's snapshot. What is sealed is opened: it is theirs, too.
 * @param caller of whom it is known that they may see all of it
 * @param house what tells of people in the church, what of it is sealed, and what the audit log calls what is done
 * @throws VaultError
 */
export async function personRecord(
  db: Db,
  caller: Caller,
  id: number,
  house: TellingHouse,
  vault: Vault,
): Promise<PersonRecord> {
  const { church } = caller
  const whose = await forgottenOf(db, church, id, house.traces)
  const [row = {}] = await rowsOf(db, 'people', church.id, [{ theirs: sql`t.id = ${id}`, only: undefined }])
  // Whoever an undone import had made is called by the number that they had.
  const freed = await db.first<{ member_no: string }>(sql`select freed_member_no as member_no from people
    where church_id = ${church.id} and id = ${id} and removed and freed_member_no is not null`)
  const person = { ...row, ...freed }
  const records: Told[] = []
  for (const [table, references] of groupBy(house.toldReferences, one => one.table)) {
    const kinds = references.map(({ theirs, only }) => ({ theirs: theirs(whose), only }))
    const sealed = house.sealed.filter(one => one.table === table)
    const rows = (await rowsOf(db, table, church.id, kinds)).map(row => opened(row, church.id, sealed, vault))
    const [words = ''] = references.map(one => one.words)
    if (rows.length > 0) records.push({ table, title: sentenceCase(words), rows })
  }
  const imports = await importsOf(db, church.id, id)
  if (imports.length > 0) records.push({ table: 'imports', title: msg('Imports of files'), rows: imports })
  const lines = await auditOf(db, church.id, id, house.logged)
  if (lines.length > 0) records.push({ table: 'audit_log', title: msg('What was done with the record'), rows: lines })
  const names = await namesIn(db, caller, house, [{ table: 'people', title: '', rows: [person] }, ...records])
  return { church: { slug: church.slug, name: church.name }, person, records, names }
}

/** Rows of a table, and which of their columns are told; the first of several that find a row says it. */
interface ToldRows {
  theirs: Sql
  only: readonly string[] | undefined
}

async function rowsOf(db: Db, table: string, church: number, kinds: readonly ToldRows[]): Promise<ToldRow[]> {
  const found = new Map<string, ToldRow>()
  for (const { theirs, only } of kinds) {
    const rows = await db.all<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${ident(table)} t where t.church_id = ${church} and ${theirs}`,
    )
    for (const { row } of rows) {
      const all = Object.entries(JSON.parse(row) as ToldRow).filter(([name]) => only?.includes(name) ?? true)
      if (!found.has(row)) found.set(row, told(Object.fromEntries(all)))
    }
  }
  return [...found.values()].sort(oldestFirst)
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
