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

/** A moment of the database, and for churches with open writes the moment when the first of these began. */
interface Settled {
  now: string
  open: ReadonlyMap<number, string>
}

/** In the place of a beginning that another role hides: nothing counts as settled. */
const BEGINNING = '1970-01-01 00:00:00+00'

async function settled(database: Database): Promise<Settled> {
  const [space, base] = [writeLock(0) >> 56n, writeLock(0)].map(String)
  // Who is shown with no transaction had none yet when this began.
  const rows = await database.quick.all<{ now: string; church: number | null; began: string }>(sql`
    select now() as now, church, began from (select 1) as one left join (
      select (classid::bigint << 32 | objid::bigint) - ${base}::bigint as church, min(least(now(), coalesce(xact_start,
          case when state is null then ${BEGINNING}::timestamptz else now() end))) as began
      from pg_locks as held join pg_stat_activity using (pid)
      where locktype = 'advisory' and objsubid = 1 and granted and classid::bigint >> 24 = ${space}::bigint
        and held.database = (select oid from pg_database where datname = current_database())
      group by 1) as writes on true`)
  const [first] = rows
  if (first === undefined) throw unavailable(1)
  return { now: first.now, open: new Map(rows.flatMap(({ church, began }) => (church ? [[church, began]] : []))) }
}

/**
 * Such a moment without waiting: where a write is open it is the moment when that began, so that what was changed since is
 * still to come.
 * @returns PostgreSQL's text of it
 */
export async function settledHorizon(database: Database, church: number): Promise<string> {
  const { now, open } = await settled(database)
  return open.get(church) ?? now
}

/** An older moment is as true: whoever goes on from it meets a little more twice. */
const FRESH_MS = 1_000

const lately = new WeakMap<Database, { at: number; found: Promise<Settled> }>()

/** Lets the next look find another moment: for tests that make one database of another. */
export const forgetHorizon = (database: Database): void => void lately.delete(database)

/**
 * The same, up to a second old, so that lists need no statement more: one is sent for all churches together. What is read
 * after this returns has every change before the moment.
 * @returns PostgreSQL's text of it
 */
export async function recentHorizon(database: Database, church: number): Promise<string> {
  let last = lately.get(database)
  if (last === undefined || performance.now() - last.at > FRESH_MS) {
    last = { at: performance.now(), found: settled(database) }
    last.found.catch(() => lately.delete(database))
    lately.set(database, last)
  }
  const { now, open } = await last.found
  return open.get(church) ?? now
}
