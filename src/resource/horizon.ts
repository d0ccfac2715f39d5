/**
 * `updated_since` and late commits. A change is stamped before it commits, so a reader could see a later stamp
 * first, move its cursor past an earlier one that is still being committed, and never meet it. Therefore each write
 * holds the church's write lock (shared) from before its stamp is taken until it has committed, and a reader of
 * changes takes a horizon, waits for the writes that were open at that moment, and shows what is stamped before it.
 */
import type { Database } from '../db/database.ts'
import { writeLock } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { unavailable } from '../errors.ts'

const POLL_MS = 5
const PATIENCE_MS = 10_000

/** The locks that the open writes of a church hold. */
function openWrites(church: number): Sql {
  const lock = writeLock(church)
  return sql`pg_locks where locktype = 'advisory' and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${String(lock >> 32n)}::oid and objid = ${String(lock & 0xffff_ffffn)}::oid and granted`
}

/**
 * A moment before which every change of the church is committed or will never be.
 * @returns PostgreSQL's text of it
 * @throws ApiError `service_unavailable` when an open write does not end within 10 s (a large import)
 */
export async function changesHorizon(database: Database, church: number): Promise<string> {
  const holders = sql`select virtualtransaction from ${openWrites(church)}`
  const first = await database.read.first<{ now: string; open: string[] }>(
    sql`select now() as now, array(${holders}) as open`,
  )
  if (first === undefined) throw unavailable(1)
  let open = new Set(first.open)
  for (let waited = 0; open.size > 0; waited += POLL_MS) {
    if (waited >= PATIENCE_MS) throw unavailable(5)
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
    const still = await database.read.first<{ open: string[] }>(sql`select array(${holders}) as open`)
    open = new Set((still?.open ?? []).filter(one => open.has(one)))
  }
  return first.now
}

/**
 * Such a moment without waiting: where a write is open it is the moment when that began, so that what was changed since is
 * still to come.
 * @returns PostgreSQL's text of it
 */
export async function settledHorizon(database: Database, church: number): Promise<string> {
  // When another role began a transaction is not shown: then nothing counts as settled.
  const found = await database.read.first<{ moment: string }>(sql`select least(now(), (
    select min(coalesce(xact_start, '-infinity')) from pg_stat_activity where pid in (select pid from ${openWrites(church)}))) as moment`)
  if (found === undefined) throw unavailable(1)
  return found.moment
}
