/** What an import of people looks up: contacts on record, families by id and by name. */
import type { Database, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { PersonInput } from './fields.ts'

/** E-mail addresses in small letters, and phone numbers. */
export type Contacts = Set<string>

/** The contacts of a row. */
export const contactsOf = ({ email, phone, phone2, whatsapp }: PersonInput): string[] =>
  [email?.toLowerCase(), phone, phone2, whatsapp].filter(one => typeof one === 'string')

/** Those contacts of the rows that are on record for somebody who is not removed. */
export async function contactsOnRecord(
  database: Database,
  { id: church }: Church,
  rows: readonly PersonInput[],
): Promise<Contacts> {
  const all = rows.flatMap(contactsOf)
  const found = await database.read.all<{ contact: string }>(sql`
    select unnest(array[lower(email), phone, phone2, whatsapp]) as contact from people
    where church_id = ${church} and not removed and (lower(email) = any(${all}::text[]) or phone = any(${all}::text[])
      or phone2 = any(${all}::text[]) or whatsapp = any(${all}::text[]))`)
  return new Set(found.map(({ contact }) => contact))
}

/** Those of the ids that are families of the church. */
export async function familiesOnRecord(
  database: Database,
  { id: church }: Church,
  ids: number[],
): Promise<Set<number>> {
  const found = await database.read.all<{ id: number }>(
    sql`select id from families where church_id = ${church} and id = any(${ids}::bigint[])`,
  )
  return new Set(found.map(({ id }) => id))
}

/**
 * Ids of families by name in small letters; those that are not there are made in the branch of their first member.
 * @param wanted name → branch
 */
export async function familiesByName(
  tx: Tx,
  { id: church }: Church,
  wanted: ReadonlyMap<string, { name: string; branch_id: number }>,
): Promise<Map<string, number>> {
  if (wanted.size === 0) return new Map()
  const keys = [...wanted.keys()]
  const found = await tx.all<{ id: number; key: string }>(sql`select min(id) as id, lower(name) as key from families
    where church_id = ${church} and lower(name) = any(${keys}::text[]) group by lower(name)`)
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  const missing = keys.filter(key => !ids.has(key)).map(key => wanted.get(key))
  const made = await tx.all<{ id: number; name: string }>(sql`
    insert into families (church_id, name, branch_id, created_at)
    select ${church}, name, branch_id, ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as row (name text, branch_id bigint)
    returning id, name`)
  for (const { id, name } of made) ids.set(name.toLowerCase(), id)
  return ids
}
