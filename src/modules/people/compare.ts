/**
 * Finds pairs of people who may be one. Comparing a hundred thousand people takes a minute, so the pairs are kept, and with
 * them what each person may share with others. Whoever changed since the last time is compared, and whoever shares
 * something with them, before or now: what more than ten share makes no pairs, and one more or less decides it.
 */
import { idArray, type Tx, textArray } from '../../db/database.ts'
import { raw, type Sql, sql } from '../../db/sql.ts'
import { type Compared, keysOf, likelyPairs } from './likeness.ts'

/** People who changed and are compared in one turn. */
const BATCH = 1_000

/** What more people than this share says nothing: the number of an office, a placeholder. */
const MOST_SHARING = 10

/** People of a church who changed since they were compared, for a `from` clause with more conditions. */
export const notCompared = (church: number): Sql => sql`people where church_id = ${church} and (updated_at, id) > (
  coalesce((select updated_at from compared_people where church_id = ${church}), '-infinity'),
  coalesce((select person_id from compared_people where church_id = ${church}), 0))`

interface Changed extends Compared {
  updated_at: string
  removed: boolean
}

/**
 * Brings the pairs of a church up to date with the next of the changes that were made before a moment: a large church needs
 * many turns the first time. Changes beside a write that is still open, such as a large import, are left for later.
 * @returns true where more people are to be compared
 */
export async function compareTurn(tx: Tx, church: number, before: string): Promise<boolean> {
  await tx.run(sql`insert into compared_people (church_id, updated_at, person_id)
    values (${church}, '-infinity', 0) on conflict do nothing`)
  const mark = await tx.first<{ updated_at: string; person_id: number }>(sql`select updated_at, person_id
    from compared_people where church_id = ${church} for update`)
  const changed = await tx.all<Changed>(sql`select ${COMPARED_COLUMNS}, updated_at, removed from people
    where church_id = ${church} and (updated_at, id) > (${mark?.updated_at}::timestamptz, ${mark?.person_id})
      and updated_at < ${before}::timestamptz order by updated_at, id limit ${BATCH}`)
  const last = changed.at(-1)
  if (last === undefined) return false
  await replacePairs(tx, church, changed)
  await tx.run(sql`update compared_people set updated_at = ${last.updated_at}::timestamptz, person_id = ${last.id}
    where church_id = ${church}`)
  return changed.length === BATCH
}

/** What is compared of a person, folded by the database. */
export const COMPARED_COLUMNS =
  raw(`id, lower(email) as email, phone, phone2, whatsapp, folded(first_name) as first_name,
  folded(coalesce(last_name, '')) as last_name, dob, family_id, folded(address) as address`)

async function replacePairs(tx: Tx, church: number, changed: readonly Changed[]): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const touched = [...(await keysKept(tx, church, ids)), ...changed.flatMap(keysOf)]
  const former = await holdersOf(tx, church, touched)
  await keepKeys(tx, church, changed)
  const present = await holdersOf(tx, church, touched)
  const again = [...new Set([...ids, ...holders(former), ...holders(present)])]
  for (const column of [sql`person_id`, sql`other_id`]) {
    await tx.run(sql`delete from likely_duplicates where church_id = ${church} and ${column} = any(${idArray(again)})`)
  }
  // Others of them may share other things.
  const telling = await holdersOf(tx, church, await keysKept(tx, church, again))
  const compared = await peopleOf(tx, church, [...new Set([...again, ...holders(telling)])])
  const wanted = new Set(again)
  const pairs = likelyPairs(
    compared.filter(({ id }) => wanted.has(id)),
    compared,
    new Set(telling.map(({ key }) => key)),
  )
  if (pairs.length === 0) return
  await tx.run(sql`insert into likely_duplicates (church_id, person_id, other_id, strength, reasons)
    select ${church}, person_id, other_id, strength, array(select jsonb_array_elements_text(reasons))
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as pair (person_id bigint, other_id bigint, strength smallint, reasons jsonb)
    on conflict do nothing returning person_id`)
}

/** What is kept of these people. */
async function keysKept(tx: Tx, church: number, ids: readonly number[]): Promise<string[]> {
  const rows = await tx.all<{ key: string }>(sql`select distinct key from compared_keys
    where church_id = ${church} and person_id = any(${idArray(ids)})`)
  return rows.map(({ key }) => key)
}

/** Keeps what those who changed share now; nothing of those who were removed. */
async function keepKeys(tx: Tx, church: number, changed: readonly Changed[]): Promise<void> {
  const ids = idArray(changed.map(({ id }) => id))
  await tx.run(sql`delete from compared_keys where church_id = ${church} and person_id = any(${ids})`)
  const rows = changed.flatMap(one => (one.removed ? [] : keysOf(one).map(key => ({ person_id: one.id, key }))))
  await tx.run(sql`insert into compared_keys (church_id, person_id, key)
    select ${church}, person_id, key from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as kept (person_id bigint, key text)`)
}

interface Sharing {
  key: string
  holders: number[]
}

/** Who has each of these, but for what more than MOST_SHARING have; of that no more is read than tells it. */
async function holdersOf(tx: Tx, church: number, keys: readonly string[]): Promise<Sharing[]> {
  const rows = await tx.all<{ key: string; holders: string }>(sql`
    select asked.key, found.holders::text as holders from unnest(${textArray([...new Set(keys)])}) as asked (key)
    cross join lateral (select json_agg(person_id) as holders from (select person_id from compared_keys
      where church_id = ${church} and key = asked.key limit ${MOST_SHARING + 1}) as few) as found
    where json_array_length(found.holders) between 1 and ${MOST_SHARING}`)
  return rows.map(({ key, holders: ids }) => ({ key, holders: JSON.parse(ids) as number[] }))
}

const holders = (all: readonly Sharing[]): number[] => all.flatMap(one => one.holders)

const peopleOf = (tx: Tx, church: number, ids: readonly number[]): Promise<Compared[]> =>
  tx.all<Compared>(sql`select ${COMPARED_COLUMNS} from people
    where church_id = ${church} and id = any(${idArray(ids)}) and not removed`)
