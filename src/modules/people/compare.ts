/**
 * Finds pairs of people who may be one. Comparing a hundred thousand people takes seconds, so the pairs are kept: whoever
 * changed since the last time is compared with all others, by the indexes of what they may share.
 */
import { type Database, idArray, NO_CHURCH, type Tx, textArray } from '../../db/database.ts'
import { join, raw, type Sql, sql } from '../../db/sql.ts'
import { changesHorizon } from '../../resource/horizon.ts'
import { type Compared, likelyPairs } from './likeness.ts'

/** People who are compared in one transaction. */
const BATCH = 1_000

/** Transactions in a row: as long as somebody may be kept waiting who looks at the pairs. */
const MOST_BATCHES = 5

/**
 * Brings the pairs of a church up to date with the changes that have committed, as far as it gets: a large church needs
 * several turns the first time.
 * @returns true when nothing is left to compare
 */
export async function compareChanged(database: Database, church: number): Promise<boolean> {
  const before = await changesHorizon(database, church)
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    if ((await compareBatch(database, church, before)) < BATCH) return true
  }
  return false
}

interface Changed extends Compared {
  updated_at: string
  removed: boolean
}

/** @returns how many were compared */
async function compareBatch(database: Database, church: number, before: string): Promise<number> {
  // Nothing that the API shows: writers of the church need not wait for it.
  return await database.write(NO_CHURCH, async tx => {
    await tx.run(sql`insert into compared_people (church_id, updated_at, person_id)
      values (${church}, '-infinity', 0) on conflict do nothing`)
    const mark = await tx.first<{ updated_at: string; person_id: number }>(sql`select updated_at, person_id
      from compared_people where church_id = ${church} for update`)
    const changed = await tx.all<Changed>(sql`select ${COLUMNS}, updated_at, removed from people
      where church_id = ${church} and (updated_at, id) > (${mark?.updated_at}::timestamptz, ${mark?.person_id})
        and updated_at < ${before}::timestamptz order by updated_at, id limit ${BATCH}`)
    const last = changed.at(-1)
    if (last === undefined) return 0
    await replacePairs(tx, church, changed)
    await tx.run(sql`update compared_people set updated_at = ${last.updated_at}::timestamptz, person_id = ${last.id}
      where church_id = ${church}`)
    return changed.length
  })
}

const COLUMNS = raw(`id, lower(email) as email, phone, phone2, whatsapp, lower(first_name) as first_name,
  lower(coalesce(last_name, '')) as last_name, dob, family_id`)

async function replacePairs(tx: Tx, church: number, changed: readonly Changed[]): Promise<void> {
  const ids = idArray(changed.map(({ id }) => id))
  for (const column of [sql`person_id`, sql`other_id`]) {
    await tx.run(sql`delete from likely_duplicates where church_id = ${church} and ${column} = any(${ids})`)
  }
  const present = changed.filter(({ removed }) => !removed)
  const pairs = likelyPairs(present, await likeThem(tx, church, present))
  if (pairs.length === 0) return
  await tx.run(sql`insert into likely_duplicates (church_id, person_id, other_id, strength, reasons)
    select ${church}, person_id, other_id, strength, array(select jsonb_array_elements_text(reasons))
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as pair (person_id bigint, other_id bigint, strength smallint, reasons jsonb)
    on conflict do nothing`)
}

/** Everybody who shares something with one of these people, by one index for each thing that may be shared. */
async function likeThem(tx: Tx, church: number, changed: readonly Compared[]): Promise<Compared[]> {
  const texts = (list: (string | null)[]): Sql => textArray([...new Set(list.filter(one => one !== null))])
  const numbers = texts(changed.flatMap(one => [one.phone, one.phone2, one.whatsapp]))
  const names = texts(changed.map(({ first_name }) => first_name))
  const families = idArray(changed.flatMap(({ family_id }) => family_id ?? []))
  const conditions = [
    sql`lower(email) = any(${texts(changed.map(({ email }) => email))}) and email is not null`,
    sql`phone = any(${numbers})`,
    sql`phone2 = any(${numbers})`,
    sql`whatsapp = any(${numbers})`,
    sql`dob = any(${texts(changed.map(({ dob }) => dob))}::date[]) and lower(first_name) = any(${names})`,
    sql`family_id = any(${families}) and lower(first_name) = any(${names})`,
  ]
  const found = conditions.map(
    condition => sql`select ${COLUMNS} from people where church_id = ${church} and not removed and ${condition}`,
  )
  return await tx.all<Compared>(join(found, ' union '))
}
