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

export const NO_FAMILY = because('names no family of this church')

/** Those of the ids that are families of the church. */
export async function familiesOnRecord(db: Db, { id: church }: Church, ids: number[]): Promise<Set<number>> {
  // Most files name families, if any, by what they are called: none of their pieces asks.
  if (ids.length === 0) return new Set()
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
      if (id === undefined) problems.add('family', NO_FAMILY)
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
  const keys = [...wanted.keys()]
  const ids = await familyIds(tx, church, keys)
  const missing = keys.flatMap(key => (ids.has(key) ? [] : (wanted.get(key) ?? [])))
  const made = await tx.all<{ id: number; name: string }>(sql`
    insert into families (church_id, name, branch_id, created_at)
    select ${church.id}, row.name, row.branch_id, ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as row (name text, branch_id bigint)
    returning id, name`)
  for (const { id, name } of made) ids.set(fold(name), id)
  const records = missing.map(({ line, name, branch_id }): ImportedRecord => {
    const record_id = ids.get(fold(name)) ?? 0
    return { line, resource: 'families', record_id, action: 'created', written: { name, branch_id } }
  })
  return { ids, made: records }
}
