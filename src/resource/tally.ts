/**
 * Exact totals without counting. A write appends what it changed (`tally_deltas`), so writes never wait for one
 * another's counter; the deltas are folded into `tallies` and, by ranges of ids, into `tally_buckets`, by days into
 * `tally_days`. A total is the sum of both in the page's own snapshot. Each write adds at least one delta: the sum of `writes` is therefore
 * a version of the resource's data, and equal versions mean equal data. Where records say themselves as what they were counted,
 * those that are late take the place of most deltas (tally-marks.ts).
 */
import type { Database, Tx } from '../db/database.ts'
import { empty, ident, join, raw, type Sql, sql } from '../db/sql.ts'
import { foldedOf, isLate, isMarked, lateDeltas, lateOf, marking, type Totalled } from './tally-marks.ts'

/** Ids that a bucket of each level spans, as shifts, widest first: a place is found in 16 buckets of each. */
export const LEVELS = [18, 14, 10] as const

/** The ids of one place, as a shift: buckets of this level are the places that the index of changes has (list-changes.ts). */
export const PLACE = LEVELS[1]

/** Deltas know the narrowest bucket. */
const NARROWEST = LEVELS[2]

/** What one write did to the totals. */
export interface Delta {
  /** Id of the record: what tells its bucket. */
  id: number
  branch_id: number
  status: string
  removed?: boolean
  /** That the record is of, `YYYY-MM-DD`, where totals by day are kept (`list.day`). */
  day?: string | undefined
  /** +1 for a record that came under these marks, -1 for one that left them, 0 for one that only changed. */
  n: number
  /** Change of the sum, in minor units. */
  amount?: number | bigint
}

const row = (church: number, resource: string, delta: Delta): Sql =>
  sql`(${church}::bigint, ${resource}::text, ${Math.floor(delta.id / 2 ** NARROWEST)}::bigint,
    ${delta.branch_id}::bigint, ${delta.status}::text, ${delta.removed ?? false}::boolean, ${delta.n}::bigint,
    ${String(delta.amount ?? 0)}::bigint, ${delta.day ?? null}::date)`

/** What a church has to fold of a resource. */
interface Unfolded {
  church: number
  of: Kept
}

/** Resources of churches that have deltas to fold, kept by the process that wrote them. */
const unfolded = new Map<string, Unfolded>()

/** Appends the deltas of a write, in its transaction. */
export async function tally(tx: Tx, church: number, resource: string, deltas: readonly Delta[]): Promise<void> {
  const rows = join(deltas.map(delta => row(church, resource, delta)))
  tx.send(sql`insert into tally_deltas (church_id, resource, bucket, branch_id, status, removed, n, amount, day)
    values ${rows}`)
  const key = `${church}/${resource}`
  // A transaction may change as many records as a file has.
  tx.afterCommit(`tally ${key}`, () => unfolded.set(key, { church, of: resource }))
}

/** The deltas of many records as few: one for each range of ids, set of marks and day. */
export function summed(deltas: readonly Delta[]): Delta[] {
  const sums = new Map<string, Delta & { amount: bigint }>()
  for (const delta of deltas) {
    const { id, branch_id, status, removed = false, day = '', n, amount = 0 } = delta
    const key = `${Math.floor(id / 2 ** NARROWEST)}/${branch_id}/${status}/${removed}/${day}`
    const sum = sums.get(key)
    if (sum === undefined) {
      sums.set(key, { ...delta, amount: BigInt(amount) })
    } else {
      sum.n += n
      if (amount !== 0) sum.amount += BigInt(amount)
    }
  }
  return [...sums.values()]
}

type Name<T> = T | Sql

/** A resource whose totals are kept: its declaration, or its name where each write tells what it changed. */
type Kept = Totalled | string

const named = (of: Kept): Sql => raw(`'${typeof of === 'string' ? of : of.name}'`)

/** What is not folded yet. */
function deltasOf(church: Name<number>, of: Kept): Sql {
  const deltas = sql`tally_deltas where church_id = ${church} and resource = ${named(of)}`
  if (typeof of === 'string' || !isMarked(of)) return deltas
  return sql`(${lateDeltas(of, lateOf(church, of))}
    union all select bucket, branch_id, status, removed, n, amount, writes from ${deltas}) as late`
}

/**
 * The folded totals and the deltas of a resource as one set of rows, for a `from` clause.
 * @param branches true where the condition names branches; without it the rows of all branches together will do
 */
export const tallyRows = (church: Name<number>, of: Kept, branches = false): Sql => sql`(
  select branch_id, status, removed, n, amount, writes from tallies
    where church_id = ${church} and resource = ${named(of)}${folded(branches)}
  union all
  select branch_id, status, removed, n, amount, writes from ${deltasOf(church, of)}) as tally`

/** The same by day, of a resource that keeps totals by day; `day` is the name that the column has in its table. */
export const dayRows = (church: Name<number>, of: Kept, day: Sql, branches = false): Sql => sql`(
  select day as ${day}, branch_id, status, removed, n, amount from tally_days
    where church_id = ${church} and resource = ${named(of)}${folded(branches)}
  union all
  select day, branch_id, status, removed, n, amount from tally_deltas
    where church_id = ${church} and resource = ${named(of)} and day is not null) as tally`

/** The same by buckets of a level. */
export const bucketRows = (church: Name<number>, of: Kept, branches: boolean, level: number): Sql => sql`(
  select bucket, branch_id, status, removed, n, amount from tally_buckets
    where church_id = ${church} and resource = ${named(of)} and level = ${literal(level)}${folded(branches)}
  union all
  select bucket >> ${literal(level - NARROWEST)}, branch_id, status, removed, n, amount from ${deltasOf(church, of)}) as tally`

const literal = (number: number): Sql => raw(String(number))

/** Folded rows are kept for each branch and, as branch 0, for all of them together, with what is of no branch. */
const folded = (branches: boolean): Sql => (branches ? empty : raw(' and branch_id = 0'))
const BOTH_BRANCHES = raw(
  'unnest(case when branch_id = 0 then array[branch_id] else array[branch_id, 0] end) as branch_or_all',
)

const MARKS = raw('branch_id, status, removed')
const LEVELS_LIST = raw(`unnest(array[${LEVELS.join(', ')}]) as level`)
const BATCH = 10_000
/** Records that are locked while they are marked: whoever changes one waits so long. */
const MARKED_BATCH = 1_000

const batchOf = (of: Kept): number => (typeof of !== 'string' && isMarked(of) ? MARKED_BATCH : BATCH)

/** Takes a batch of what is not folded yet: a statement's first tables, of which `taken` has a row for each, `gone` what they do. */
function taking(church: number, of: Kept): Sql {
  if (typeof of !== 'string' && isMarked(of)) {
    return sql`
      taken as (select ${foldedOf(of)} from ${lateOf(church, of)} limit ${batchOf(of)} for no key update skip locked),
      marked as (update ${ident(of.name)} as t set ${marking(of, 't')}
        where t.church_id = ${church} and t.id = any(array(select id from taken))),
      gone as (select ${church}::bigint as church_id, ${named(of)} as resource, null::date as day, delta.*
        from (${lateDeltas(of, raw('taken where true'))}) as delta)`
  }
  const mine = sql`church_id = ${church} and resource = ${named(of)}`
  return sql`
      taken as (
        delete from tally_deltas where ${mine} and ctid = any(array(
          select ctid from tally_deltas where ${mine} limit ${BATCH} for update skip locked))
        returning *),
      gone as (select * from taken)`
}

/**
 * Folds a batch of what is not folded yet; safe beside writes and other folders.
 * @returns how many were folded
 */
async function fold(database: Database, { church, of }: Unfolded): Promise<number> {
  return await database.write(church, async tx => {
    const found = await tx.first<{ folded: number }>(sql`
      with ${taking(church, of)},
      totals as (
        insert into tallies (church_id, resource, ${MARKS}, n, amount, writes)
        select church_id, resource, branch_or_all, status, removed, sum(n), sum(amount), sum(writes) from gone, ${BOTH_BRANCHES}
          group by church_id, resource, branch_or_all, status, removed order by branch_or_all, status, removed
        on conflict (church_id, resource, ${MARKS}) do update set n = tallies.n + excluded.n,
          amount = tallies.amount + excluded.amount, writes = tallies.writes + excluded.writes),
      buckets as (
        insert into tally_buckets (church_id, resource, level, bucket, ${MARKS}, n, amount)
        select church_id, resource, level, bucket >> level - ${literal(NARROWEST)} as wide, branch_or_all, status, removed,
            sum(n), sum(amount)
          from gone, ${BOTH_BRANCHES}, ${LEVELS_LIST}
          group by church_id, resource, level, wide, branch_or_all, status, removed having sum(n) <> 0 or sum(amount) <> 0
          order by branch_or_all, level, wide, status, removed
        on conflict (church_id, resource, level, bucket, ${MARKS}) do update set n = tally_buckets.n + excluded.n,
          amount = tally_buckets.amount + excluded.amount),
      days as (
        insert into tally_days (church_id, resource, day, ${MARKS}, n, amount)
        select church_id, resource, day, branch_or_all, status, removed, sum(n), sum(amount) from gone, ${BOTH_BRANCHES}
          where day is not null group by church_id, resource, day, branch_or_all, status, removed
          having sum(n) <> 0 or sum(amount) <> 0 order by branch_or_all, day, status, removed
        on conflict (church_id, resource, branch_id, day, status, removed) do update set n = tally_days.n + excluded.n,
          amount = tally_days.amount + excluded.amount)
      select count(*) as folded from taken`)
    return found?.folded ?? 0
  })
}

/**
 * Folds what this process wrote since the last time, and what `findUnfolded` found.
 * @param stop ends it after a batch; what is left waits for the next time
 */
export async function foldWritten(database: Database, stop?: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const waiting = [...unfolded.entries()]
  for (const [key, one] of waiting) {
    unfolded.delete(key)
    try {
      let isWhole = false
      while (!isWhole && !stop?.aborted) isWhole = (await fold(database, one)) < batchOf(one.of)
      if (!isWhole) unfolded.set(key, one)
    } catch (error) {
      unfolded.set(key, one)
      throw error
    }
  }
}

/**
 * Finds what other processes, or this one before it died, left unfolded, and what is late.
 * @param resources all there are
 */
export async function findUnfolded(database: Database, resources: readonly Totalled[]): Promise<void> {
  const left = await database.read.all<{ church: number; resource: string }>(
    sql`select distinct church_id as church, resource from tally_deltas`,
  )
  for (const { church, resource } of left) unfolded.set(`${church}/${resource}`, { church, of: resource })
  for (const of of resources) {
    if (!isMarked(of)) continue
    const late = await database.read.all<{ church: number }>(
      sql`select distinct church_id as church from ${ident(of.name)} where ${isLate(of)}`,
    )
    for (const { church } of late) unfolded.set(`${church}/${of.name}/late`, { church, of })
  }
}

/**
 * Counts a resource of a church anew, for repair and for bulk loads that kept no deltas.
 * The caller must hold off writes of the church.
 */
export async function recount(tx: Tx, church: number, of: Totalled): Promise<void> {
  const { name: resource, limitTo } = of
  const { sum, day } = of.list
  const versioned = await tx.first<{ writes: string }>(
    sql`select coalesce(sum(writes), 0)::text as writes from ${tallyRows(church, of)}`,
  )
  for (const name of ['tally_deltas', 'tallies', 'tally_buckets', 'tally_days']) {
    await tx.run(sql`delete from ${raw(name)} where church_id = ${church} and resource = ${resource}`)
  }
  const marked = await tx.first(sql`select 1 from pg_attribute
    where attrelid = ${resource}::regclass and attname = 'removed' and not attisdropped`)
  const removed = raw(marked === undefined ? 'false' : 'removed')
  const branch = raw(limitTo === null ? '0::bigint as branch_id' : 'branch_id')
  const records = (more = empty): Sql => sql`(select id, ${branch}, status, ${removed} as removed,
      ${raw(sum?.column ?? '0')} as amount${more} from ${raw(resource)} where church_id = ${church}) as record, ${BOTH_BRANCHES}`
  await tx.run(sql`insert into tallies (church_id, resource, ${MARKS}, n, amount, writes)
    select ${church}::bigint, ${resource}, branch_or_all, status, removed, count(*), sum(amount), 0 from ${records()}
    group by branch_or_all, status, removed`)
  await tx.run(sql`insert into tally_buckets (church_id, resource, level, bucket, ${MARKS}, n, amount)
    select ${church}::bigint, ${resource}, level, id >> level as bucket, branch_or_all, status, removed, count(*), sum(amount)
    from ${records()}, ${LEVELS_LIST} group by level, id >> level, branch_or_all, status, removed`)
  if (day !== undefined) {
    await tx.run(sql`insert into tally_days (church_id, resource, day, ${MARKS}, n, amount)
      select ${church}::bigint, ${resource}, ${raw(day)}, branch_or_all, status, removed, count(*), sum(amount)
      from ${records(raw(`, ${day}`))} group by ${raw(day)}, branch_or_all, status, removed`)
  }
  if (isMarked(of)) {
    await tx.run(
      sql`update ${ident(resource)} as t set ${marking(of, 't')} where church_id = ${church} and ${isLate(of)}`,
    )
  }
  await tx.run(sql`insert into tallies (church_id, resource, ${MARKS}, n, amount, writes)
    values (${church}, ${resource}, 0, '', false, 0, 0, ${versioned?.writes ?? '0'}::bigint + 1)`)
}
