/** What of people themselves becomes of somebody who is forgotten, and how all traces tell whose they are. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { ident, join, raw, type Sql, sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { namesOf } from '../../resource/field.ts'
import {
  type CopiesPeople,
  deleted,
  type Fate,
  type Forgotten,
  nameless,
  recordsIn,
  type Trace,
} from '../../resource/forgetting.ts'
import { personFields } from './fields.ts'

/** What stands in the place of a name; the API promises that everybody has one. */
export const SHELL_NAME = 'Forgotten'

/** In which columns people have addresses. */
const ADDRESSES = ['email', 'phone', 'phone2', 'whatsapp']

/** Shorter ones would be found in what tells of others. */
const SHORTEST_ADDRESS = 5

/** Who is forgotten: their own record first, then those that were merged into it. @param traces all that tells of people */
export async function forgottenOf(db: Db, church: Church, id: number, traces: readonly Trace[]): Promise<Forgotten> {
  const found = await db.all<{ id: number; name: string }>(sql`select id, full_name as name from people
    where church_id = ${church.id} and (id = ${id} or merged_into_id = ${id}) order by id`)
  const ids = [id, ...found.map(one => one.id).filter(one => one !== id)]
  const name = found.find(one => one.id === id)?.name ?? ''
  const told = {
    church,
    ids,
    name,
    names: [...new Set(found.map(one => one.name))].filter(one => one.includes(' ')),
    addresses: await addressesOf(db, church.id, ids),
    marks: ids.flatMap(one => [
      `"person_id":${one},`,
      `"person_id":${one}}`,
      `"id":${one},"member_no":`,
      `"person":{"id":${one},"full_name":`,
      `"author":{"kind":"person","id":${one},`,
    ]),
  }
  return { ...told, records: recordsIn(traces, { ...told }) }
}

/** Addresses that people have, and had by their history, without those that others on record have as well. */
async function addressesOf(db: Db, church: number, ids: readonly number[]): Promise<string[]> {
  const mine = idArray(ids)
  const columns = raw(ADDRESSES.join(', '))
  const rows = await db.all<{ address: string }>(sql`with had as (
      select lower(one) as found from people, unnest(array[${columns}]) as one
        where church_id = ${church} and id = any(${mine})
      union select lower(value) from person_history, jsonb_each(changes) as change (field, pair),
        jsonb_array_elements_text(pair) as value
        where church_id = ${church} and person_id = any(${mine}) and field = any(${ADDRESSES}::text[]))
    select found as address from had where length(found) >= ${SHORTEST_ADDRESS}`)
  const all = rows.map(({ address }) => address)
  if (all.length === 0) return []
  const same = (column: Sql): Sql => sql`${column} = any(${all}::text[])`
  const others = await db.all<{ address: string }>(sql`select lower(one) as address
      from people, unnest(array[${columns}]) as one
      where church_id = ${church} and not (id = any(${mine})) and (lower(email) = any(${all}::text[])
        or ${join([sql`phone`, sql`phone2`, sql`whatsapp`].map(same), ' or ')})
    union select phone from families as f where church_id = ${church} and ${same(sql`phone`)}
      and exists (select 1 from people as p where p.church_id = ${church} and p.family_id = f.id
        and not (p.id = any(${mine})))`)
  const shared = new Set(others.map(({ address }) => address))
  return all.filter(address => !shared.has(address))
}

/** What columns of an empty record hold that must hold something. */
const shell = ({ church }: Forgotten): Record<string, Sql> => ({
  first_name: sql`${SHELL_NAME}`,
  member_no: sql`'forgotten-' || t.id`,
  freed_member_no: sql`null`,
  country: sql`${church.country}`,
  status: sql`'inactive'`,
  source: sql`'api'`,
  sms_opt_in: sql`false`,
  email_opt_in: sql`false`,
  whatsapp_opt_in: sql`false`,
  custom: sql`'{}'::jsonb`,
})

/** Fields that may say nothing. */
const NULLABLE = namesOf(personFields).filter(name => {
  const { settable, nullable } = personFields[name].spec
  return settable && nullable
})

/** Sets of columns by which records of people are emptied. */
export const emptyColumns = (forgotten: Forgotten): Sql =>
  join([
    ...NULLABLE.map(name => sql`${ident(name)} = null`),
    ...Object.entries(shell(forgotten)).map(([name, value]) => sql`${ident(name)} = ${value}`),
  ])

/** The record itself: emptied by the action, with its totals and events. */
export const emptyRecord: Fate = nameless(
  'An empty record stays, so that other programs learn that it was deleted, and its number is never given to anybody else.',
  () => ({}),
)

/** Of rows of a family: its people are those who are forgotten, and nobody else. @param family the column of `t` that names it */
export const ofTheirFamily = ({ church, ids }: Forgotten, family = sql`t.family_id`): Sql =>
  sql`${family} in (select family_id from people where church_id = ${church.id} and id = any(${idArray(ids)}))
    and not exists (select 1 from people as other where other.church_id = ${church.id} and other.family_id = ${family}
      and not (other.id = any(${idArray(ids)})))`

/** Families of nobody else go. */
export const emptyFamilies: CopiesPeople = {
  table: 'families',
  asked: { told: true },
  words: { one: 'family', many: 'families' },
  isResource: true,
  theirs: forgotten => ofTheirFamily(forgotten, sql`t.id`),
  forgotten: deleted('Nobody else is in it.', { before: leaveFamilies }),
}

async function leaveFamilies(tx: Tx, { church, ids }: Forgotten, theirs: Sql): Promise<void> {
  const going = await tx.all<{ id: number }>(sql`select t.id from families as t
    where t.church_id = ${church.id} and ${theirs}`)
  await tx.run(sql`update people set family_id = null where church_id = ${church.id} and id = any(${idArray(ids)})`)
  await tx.run(sql`delete from families where church_id = ${church.id}
    and id = any(${idArray(going.map(({ id }) => id))})`)
}
