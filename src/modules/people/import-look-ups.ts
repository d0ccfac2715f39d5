/** What an import of people looks up: families by id and by name. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import type { Church } from '../../resource/caller.ts'
import type { ImportedRecord } from '../../resource/import-kept.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'
import type { PersonInput } from './fields.ts'

/** E-mail address in small letters, and phone numbers of a row. */
export const contactsOf = ({ email, phone, phone2, whatsapp }: PersonInput): string[] =>
  [email?.toLowerCase(), phone, phone2, whatsapp].filter(one => typeof one === 'string')

/** Those of the ids that are families of the church. */
export async function familiesOnRecord(db: Db, { id: church }: Church, ids: number[]): Promise<Set<number>> {
  const found = await db.all<{ id: number }>(
    sql`select id from families where church_id = ${church} and id = any(${ids}::bigint[])`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Ids of families by folded name: of several with one name, the oldest. */
export async function familyIds(
  db: Db,
  { id: church }: Church,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const found = await db.all<{ id: number; search: string }>(sql`select min(id) as id, search from families
    where church_id = ${church} and search = any(${[...new Set(names)]}::text[]) group by search`)
  return new Map(found.map(({ id, search }) => [search, id]))
}

/** How files name a family. */
export const familyInFiles: NamedInFiles = {
  columns: ['family'],
  written: 'name',
  async finder(db, church, rows) {
    const ids = await familyIds(db, church, rows.flatMap(({ texts }) => texts.get('family') ?? []).map(fold))
    return ({ texts }, problems) => {
      const id = ids.get(fold(texts.get('family') ?? ''))
      if (id === undefined) problems.add('family', because('names no family of this church'))
      return id === undefined ? undefined : { id, branch_id: null }
    }
  },
}

/** A family as rows name it. */
interface NewFamily {
  /** The first line that does. */
  line: number
  name: string
  branch_id: number
}

/** Families by folded name. */
export interface FamiliesByName {
  ids: Map<string, number>
  /** Those that were made. */
  made: ImportedRecord[]
}

/**
 * Ids of the families that rows name, by folded name; those that are not there are made in the branch of their first member.
 * Rows of one file may come a piece at a time: what is made for one piece is there for the next.
 */
export async function familiesByName(
  tx: Tx,
  church: Church,
  rows: readonly { line: number; family: string | undefined; values: { branch_id: number } }[],
): Promise<FamiliesByName> {
  const wanted = new Map<string, NewFamily>()
  for (const { line, family, values } of rows) {
    const key = family === undefined ? '' : fold(family)
    if (family !== undefined && !wanted.has(key)) wanted.set(key, { line, name: family, branch_id: values.branch_id })
  }
  if (wanted.size === 0) return { ids: new Map(), made: [] }
  const given = Array.from(wanted, ([key, { name, branch_id }]) => ({ key, name, branch_id }))
  // In one statement, which others can wait behind.
  const found = await tx.all<{ id: number; key: string | null; name: string | null }>(sql`
    with given as materialized (
      select key, name, branch_id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row (key text, name text, branch_id bigint)
    ), found as materialized (
      select min(id) as id, search as key from families
      where church_id = ${church.id} and search = any(${given.map(({ key }) => key)}::text[]) group by search
    ), made as (
      insert into families (church_id, name, branch_id, created_at)
      select ${church.id}, name, branch_id, ${tx.now}::timestamptz from given
      where not exists (select 1 from found where found.key = given.key)
      returning id, name
    )
    select id, key, null as name from found union all select id, null, name from made`)
  const ids = new Map(found.map(({ id, key, name }) => [key ?? fold(name ?? ''), id]))
  const made = found.flatMap(({ id: record_id, name }): ImportedRecord[] => {
    const family = name === null ? undefined : wanted.get(fold(name))
    if (family === undefined) return []
    const { line, branch_id } = family
    return [{ line, resource: 'families', record_id, action: 'created', written: { name: family.name, branch_id } }]
  })
  return { ids, made }
}
