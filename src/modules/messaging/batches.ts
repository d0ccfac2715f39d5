/**
 * Batches: a message to many people, with the list of them frozen when it was begun (`begin-batch.ts`). `batch-worker.ts`
 * works them off. Those that carry a post to the members of a group are shown with it and not here.
 */
import type { Db, Topic, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { type Caller, personOf } from '../../resource/caller.ts'

/** A batch that has something to be done. */
export interface BatchRef {
  church_id: number
  batch_id: number
}

/** Told after the commit. */
export const BATCHES: Topic<BatchRef> = { name: 'message batches' }

/** A member who is limited to a branch knows only of their own batches. */
const inSight = (caller: Caller): Sql =>
  caller.visible === null ? sql`b.post_id is null` : sql`b.post_id is null and b.user_id = ${personOf(caller).id}`

/** Drops whoever has not had their turn; what was handed over stays. @throws ApiError `not_found` */
export async function stopBatch(tx: Tx, caller: Caller, id: number): Promise<void> {
  const church = caller.church.id
  const found = await tx.first(sql`select 1 from message_batches as b
    where church_id = ${church} and id = ${id} and ${inSight(caller)} for no key update`)
  if (found === undefined) throw new ApiError('not_found')
  await stopSending(tx, church, id)
}

/** The same for a batch that is locked. */
export async function stopSending(tx: Tx, church: number, id: number): Promise<void> {
  await tx.run(sql`update message_batch_recipients set state = 'stopped'
    where church_id = ${church} and batch_id = ${id} and state = 'waiting'`)
  await tx.run(sql`update message_batches set stopped_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id} and stopped_at is null and finished_at is null`)
  tx.announce(BATCHES, { church_id: church, batch_id: id })
}

/** A batch as lists show it. */
export interface BatchEntry {
  id: number
  user_name: string
  channel: string
  subject: string | null
  /** In lists only how it begins. */
  body: string
  total: number
  created_at: string
  stopped_at: string | null
  finished_at: string | null
}

/** How far a batch is. */
export interface BatchCounts {
  sent: number
  failed: number
  skipped: number
  /** On their way, or not begun. */
  waiting: number
  /** Removed from the people, or dropped when the batch was stopped. */
  dropped: number
}

/** A batch with how far it is. */
export interface BatchProgress extends BatchEntry, BatchCounts {
  /** Those who did not get it, 100 at most. */
  problems: { person_id: number; name: string; message_id: number; status: string; error: string | null }[]
}

const COLUMNS = sql`b.id, b.user_name, b.channel, b.subject, b.total, b.created_at, b.stopped_at, b.finished_at`
const LISTED_CHARACTERS = 100
const MOST_PROBLEMS = 100

const printed = <T extends BatchEntry>(batch: T): T => ({
  ...batch,
  created_at: printTimestamp(batch.created_at),
  stopped_at: batch.stopped_at && printTimestamp(batch.stopped_at),
  finished_at: batch.finished_at && printTimestamp(batch.finished_at),
})

/** A part of a list: how many, and the id of the last one of the part before. */
export interface Part {
  most: number
  last?: number | undefined
}

/** A part of the batches in sight, newest first; of each how its text begins. */
export const listBatches = (read: Db, caller: Caller, part: Part): Promise<BatchEntry[]> =>
  batchesIn(read, caller, part, sql`left(b.body, ${LISTED_CHARACTERS})`)

/** The same with their whole texts, for a file. */
export const wholeBatches = (read: Db, caller: Caller, part: Part): Promise<BatchEntry[]> =>
  batchesIn(read, caller, part, sql`b.body`)

async function batchesIn(
  read: Db,
  caller: Caller,
  { most, last = Number.MAX_SAFE_INTEGER }: Part,
  body: Sql,
): Promise<BatchEntry[]> {
  const rows = await read.all<BatchEntry>(sql`select ${COLUMNS}, ${body} as body from message_batches as b
    where b.church_id = ${caller.church.id} and b.id < ${last} and ${inSight(caller)} order by b.id desc limit ${most}`)
  return rows.map(printed)
}

/** Somebody whom a batch is for. */
export interface BatchReceiver {
  /** The person's. */
  id: number
  name: string
  /**
   * Waiting: their turn is to come, or no provider has answered yet. Dropped, and nothing was sent: they were removed or died before
   * their turn, or the batch was stopped.
   */
  status: 'waiting' | 'sent' | 'delivered' | 'failed' | 'skipped' | 'dropped'
  error: string | null
}

/** A part of those whom a batch is for, each with what became of it, in the order in which they have their turn. @throws ApiError `not_found` */
export async function receiversOf(
  read: Db,
  caller: Caller,
  id: number,
  { most, last = 0 }: Part,
): Promise<BatchReceiver[]> {
  const church = caller.church.id
  const found = await read.first(
    sql`select 1 from message_batches as b where b.church_id = ${church} and b.id = ${id} and ${inSight(caller)}`,
  )
  if (found === undefined) throw new ApiError('not_found')
  return await read.all<BatchReceiver>(sql`select p.id, p.full_name as name, m.error,
      case when r.state in ('gone', 'stopped') then 'dropped' when m.status in ('waiting', 'sending') then 'waiting'
        else coalesce(m.status, 'waiting') end as status
    from message_batch_recipients r
      join people p on p.church_id = r.church_id and p.id = r.person_id
      left join messages m on m.church_id = r.church_id and m.id = r.message_id
    where r.church_id = ${church} and r.batch_id = ${id} and r.person_id > ${last} order by r.person_id limit ${most}`)
}

/** @throws ApiError `not_found` */
export async function findBatch(read: Db, caller: Caller, id: number): Promise<BatchProgress> {
  const church = caller.church.id
  const batch = await read.first<BatchEntry>(sql`select ${COLUMNS}, b.body from message_batches as b
    where b.church_id = ${church} and b.id = ${id} and ${inSight(caller)}`)
  if (batch === undefined) throw new ApiError('not_found')
  const [counts, problems] = await Promise.all([
    countsOf(read, church, id),
    // Materialized: else a limit tempts the planner to walk the whole log in the order of ids.
    read.all<BatchProgress['problems'][number]>(sql`with found as materialized (select id from messages
        where church_id = ${church} and batch_id = ${id} and status in ('failed', 'skipped'))
      select p.id as person_id, p.full_name as name, m.id as message_id, m.status, m.error
      from (select id from found order by id limit ${MOST_PROBLEMS}) as first
      join messages m on m.church_id = ${church} and m.id = first.id
      join people p on p.church_id = ${church} and p.id = m.person_id order by m.id`),
  ])
  return { ...printed(batch), ...counts, problems }
}

/** How far a batch is, in people. */
export async function countsOf(read: Db, church: number, id: number): Promise<BatchCounts> {
  const states = await read.all<{
    state: string
    n: number
  }>(sql`select state, count(*) as n from message_batch_recipients
      where church_id = ${church} and batch_id = ${id} and state in ('waiting', 'gone', 'stopped') group by state
    union all select status, count(*) from messages where church_id = ${church} and batch_id = ${id} group by status`)
  const of = (...wanted: string[]): number =>
    states.reduce((sum, { state, n }) => sum + (wanted.includes(state) ? n : 0), 0)
  return {
    sent: of('sent', 'delivered'),
    failed: of('failed'),
    skipped: of('skipped'),
    waiting: of('waiting', 'sending'),
    dropped: of('gone', 'stopped'),
  }
}
