/**
 * Sums of the home page, remembered for as long as they are true: adding up a year of a large church takes a while, and
 * the page is opened often. What is remembered belongs to a version of the resource's data (see resource/tally.ts).
 */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Lru } from '../../lib/lru.ts'
import type { Caller } from '../../resource/caller.ts'
import { tallyRows } from '../../resource/tally.ts'
import type { Period } from './periods.ts'

const MOST_REMEMBERED = 1_000

const known = new WeakMap<Database, Lru<string, { version: string; sums: unknown }>>()

function sumsOf(database: Database): Lru<string, { version: string; sums: unknown }> {
  const found = known.get(database)
  if (found !== undefined) return found
  const fresh = new Lru<string, { version: string; sums: unknown }>(MOST_REMEMBERED)
  known.set(database, fresh)
  return fresh
}

/**
 * What `read` gives for these periods, or gave when the data was the same. The version is read first: sums that are
 * newer than it are read again with the next version, never older ones shown.
 */
export async function remembered<Sums>(
  database: Database,
  caller: Caller,
  resource: string,
  periods: readonly Period[],
  read: () => Promise<Sums>,
): Promise<Sums> {
  const { id, timezone } = caller.church
  const name = JSON.stringify([id, resource, caller.visible, timezone, periods])
  const row = await database.read.first<{ version: string }>(
    sql`select coalesce(sum(writes), 0)::text as version from ${tallyRows(id, resource)}`,
  )
  const version = row?.version ?? '0'
  const before = sumsOf(database).get(name)
  if (before?.version === version) return before.sums as Sums
  const sums = await read()
  sumsOf(database).set(name, { version, sums })
  return sums
}
