/**
 * Sums and counts, remembered for as long as they are true: adding up a year of a large church takes a while, and the
 * pages that show it are opened often. What is remembered belongs to a version of the resource's data (see tally.ts).
 */
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Lru } from '../lib/lru.ts'
import type { Caller } from './caller.ts'
import { tallyRows } from './tally.ts'

const MOST_REMEMBERED = 1_000

const known = new WeakMap<Db, Lru<string, { version: string; sums: unknown }>>()

function sumsOf(db: Db): Lru<string, { version: string; sums: unknown }> {
  const found = known.get(db)
  if (found !== undefined) return found
  const fresh = new Lru<string, { version: string; sums: unknown }>(MOST_REMEMBERED)
  known.set(db, fresh)
  return fresh
}

/**
 * What `read` gives, or gave when the data was the same. The version is read first: sums that are
 * newer than it are read again with the next version, never older ones shown.
 * @param what tells it from all else that is remembered of the resource
 */
export async function remembered<Sums>(
  db: Db,
  caller: Caller,
  resource: string,
  what: unknown,
  read: () => Promise<Sums>,
): Promise<Sums> {
  const { id, timezone } = caller.church
  const name = JSON.stringify([id, resource, caller.visible, timezone, what])
  const row = await db.first<{ version: string }>(
    sql`select coalesce(sum(writes), 0)::text as version from ${tallyRows(id, resource)}`,
  )
  const version = row?.version ?? '0'
  const before = sumsOf(db).get(name)
  if (before?.version === version) return before.sums as Sums
  const sums = await read()
  sumsOf(db).set(name, { version, sums })
  return sums
}

const MINUTE_MS = 60_000

/**
 * What `read` gives, or gave within the last minute: for counts that no version tells of.
 * @param name tells it from all else, the church with it
 * @param dear whether what was read took long enough to be remembered
 */
export async function rememberedAMinute<Counts>(
  db: Db,
  name: readonly unknown[],
  now: Date,
  read: () => Promise<Counts>,
  dear: (counts: Counts) => boolean,
): Promise<Counts> {
  const key = JSON.stringify(name)
  const before = sumsOf(db).get(key)
  if (before !== undefined && now.getTime() - Number(before.version) < MINUTE_MS) return before.sums as Counts
  const counts = await read()
  if (dear(counts)) sumsOf(db).set(key, { version: String(now.getTime()), sums: counts })
  return counts
}
