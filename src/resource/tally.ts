/**
 * Exact totals without counting. A write appends what it changed (`tally_deltas`), so writes never wait for one
 * another's counter; the deltas are folded into `tallies` and, by ranges of ids, into `tally_buckets`. A total is
 * the sum of both in the page's own snapshot. Each write adds at least one delta: the sum of `writes` is therefore
 * a version of the resource's data, and equal versions mean equal data.
 */
import type { Database, Tx } from '../db/database.ts'
import { join, raw, type Sql, sql } from '../db/sql.ts'

/** Ids a bucket spans, as a shift. */
export const BUCKET_SHIFT = 10

/** What one write did to the totals. */
export interface Delta {
  /** Id of the record: what tells its bucket. */
  id: number
  branch_id: number
  status: string
  removed?: boolean
  /** +1 for a record that came under these marks, -1 for one that left them, 0 for one that only changed. */
  n: number
  /** Change of the sum, in minor units. */
  amount?: number | bigint
}

const row = (church: number, resource: string, delta: Delta): Sql =>
  sql`(${church}::bigint, ${resource}::text, ${Math.floor(delta.id / 2 ** BUCKET_SHIFT)}::bigint,
    ${delta.branch_id}::bigint, ${delta.status}::text, ${delta.removed ?? false}::boolean, ${delta.n}::bigint,
    ${String(delta.amount ?? 0)}::bigint)`

/** Resources of churches that have deltas to fold, kept by the process that wrote them. */
const unfolded = new Map<string, { church: number; resource: string }>()

/** Appends the deltas of a write, in its transaction. */
export async function tally(tx: Tx, church: number, resource: string, deltas: readonly Delta[]): Promise<void> {
  const rows = join(deltas.map(delta => row(church, resource, delta)))
  await tx.run(sql`insert into tally_deltas (church_id, resource, bucket, branch_id, status, removed, n, amount)
    values ${rows}`)
  tx.afterCommit(() => unfolded.set(`${church}/${resource}`, { church, resource }))
}

/** The folded totals and the deltas of a resource as one set of rows, for a `from` clause. */
export const tallyRows = (church: number, resource: string): Sql => sql`(
  select branch_id, status, removed, n, amount, writes from tallies
    where church_id = ${church} and resource = ${resource}
  union all
  select branch_id, status, removed, n, amount, writes from tally_deltas
    where church_id = ${church} and resource = ${resource}) as tally`

/** The same by bucket. */
export const bucketRows = (church: number, resource: string): Sql => sql`(
  select bucket, branch_id, status, removed, n from tally_buckets
    where church_id = ${church} and resource = ${resource}
  union all
  select bucket, branch_id, status, removed, n from tally_deltas
    where church_id = ${church} and resource = ${resource}) as tally`

const MARKS = raw('branch_id, status, removed')

/**
 * Folds up to 10,000 deltas of a resource; safe beside writes and other folders.
 * @returns how many were folded
 */
async function fold(database: Database, church: number, resource: string): Promise<number> {
  return await database.write(church, async tx => {
    const found = await tx.first<{ folded: number }>(sql`
      with gone as (
        delete from tally_deltas where church_id = ${church} and resource = ${resource} and ctid = any(array(
          select ctid from tally_deltas where church_id = ${church} and resource = ${resource}
          limit 10000 for update skip locked))
        returning *),
      totals as (
        insert into tallies (church_id, resource, ${MARKS}, n, amount, writes)
        select church_id, resource, ${MARKS}, sum(n), sum(amount), sum(writes) from gone
          group by church_id, resource, ${MARKS} order by ${MARKS}
        on conflict (church_id, resource, ${MARKS}) do update set n = tallies.n + excluded.n,
          amount = tallies.amount + excluded.amount, writes = tallies.writes + excluded.writes),
      buckets as (
        insert into tally_buckets (church_id, resource, bucket, ${MARKS}, n)
        select church_id, resource, bucket, ${MARKS}, sum(n) from gone
          group by church_id, resource, bucket, ${MARKS} having sum(n) <> 0 order by bucket, ${MARKS}
        on conflict (church_id, resource, bucket, ${MARKS}) do update set n = tally_buckets.n + excluded.n)
      select count(*) as folded from gone`)
    return found?.folded ?? 0
  })
}

/** Folds what this process wrote since the last time. */
export async function foldWritten(database: Database): Promise<void> {
  const waiting = [...unfolded.entries()]
  for (const [key, { church, resource }] of waiting) {
    unfolded.delete(key)
    try {
      while ((await fold(database, church, resource)) === 10_000);
    } catch (error) {
      unfolded.set(key, { church, resource })
      throw error
    }
  }
}

/** Finds what other processes, or this one before it died, left unfolded. */
export async function findUnfolded(database: Database): Promise<void> {
  const left = await database.read.all<{ church: number; resource: string }>(
    sql`select distinct church_id as church, resource from tally_deltas`,
  )
  for (const { church, resource } of left) unfolded.set(`${church}/${resource}`, { church, resource })
}

/**
 * Counts a resource of a church anew, for repair and for bulk loads that kept no deltas.
 * The caller must hold off writes of the church. `amount` is the summed column or `0`, `removed` an expression.
 */
export async function recount(
  tx: Tx,
  church: number,
  resource: string,
  columns: { removed: string; amount: string },
): Promise<void> {
  const table = raw(resource)
  const removed = raw(columns.removed)
  const amount = raw(columns.amount)
  const versioned = await tx.first<{ writes: number }>(
    sql`select coalesce(sum(writes), 0) as writes from ${tallyRows(church, resource)}`,
  )
  for (const name of ['tally_deltas', 'tallies', 'tally_buckets']) {
    await tx.run(sql`delete from ${raw(name)} where church_id = ${church} and resource = ${resource}`)
  }
  await tx.run(sql`insert into tallies (church_id, resource, ${MARKS}, n, amount, writes)
    select church_id, ${resource}, branch_id, status, ${removed}, count(*), sum(${amount}), 0 from ${table}
    where church_id = ${church} group by 1, 3, 4, 5`)
  await tx.run(sql`insert into tally_buckets (church_id, resource, bucket, ${MARKS}, n)
    select church_id, ${resource}, id >> ${raw(String(BUCKET_SHIFT))}, branch_id, status, ${removed}, count(*)
    from ${table} where church_id = ${church} group by 1, 3, 4, 5, 6`)
  await tx.run(sql`insert into tally_deltas (church_id, resource, bucket, branch_id, status, n, writes)
    values (${church}, ${resource}, 0, 0, '', 0, ${Number(versioned?.writes ?? 0) + 1})`)
}
