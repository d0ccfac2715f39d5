/** Batches: a message to many people, with the list of them frozen when it was begun. `batch-worker.ts` works them off. */
import { type Database, idArray, type Topic } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import { type Audience, peopleOf } from './audience.ts'
import { checkWriting, type Writing } from './draft.ts'

/** A batch that has something to be done. */
export interface BatchRef {
  church_id: number
  batch_id: number
}

/** Told after the commit. */
export const BATCHES: Topic<BatchRef> = { name: 'message batches' }

/**
 * Begins a batch, or finds the one that was begun with the same key. Nothing is sent before the transaction commits.
 * @param key made by whoever asks, unique in the church
 * @throws ApiError `validation_failed`; `idempotency_key_reused` for a key of another message
 */
export async function beginBatch(
  database: Database,
  caller: Caller,
  key: string,
  audience: Audience,
  { channel, subject = null, body }: Writing,
): Promise<{ id: number; total: number }> {
  const { church, user } = caller
  const problems = new Problems()
  checkWriting({ channel, subject, body }, problems)
  problems.throwIfAny()
  return await database.write(church.id, async tx => {
    const same = sql`select id, total, user_id is not distinct from ${user?.id ?? ''} and channel = ${channel}
        and subject is not distinct from ${subject}::text and body = ${body} as same
      from message_batches where church_id = ${church.id} and key = ${key}`
    const people = (await tx.first(same)) === undefined ? await peopleOf(tx, caller, audience) : []
    const made = await tx.first<{ id: number; total: number }>(sql`insert into message_batches
        (church_id, key, user_id, user_name, channel, subject, body, total, created_at)
      select ${church.id}, ${key}, ${user?.id ?? ''}, ${user?.name ?? ''}, ${channel}, ${subject}, ${body},
        ${people.length}, ${tx.now}::timestamptz where ${people.length > 0}::boolean
      on conflict (church_id, key) do nothing returning id, total`)
    if (made === undefined) {
      const found = await tx.first<{ id: number; total: number; same: boolean }>(same)
      if (found?.same !== true) throw new ApiError('idempotency_key_reused')
      return { id: found.id, total: found.total }
    }
    await tx.run(sql`insert into message_batch_recipients (church_id, batch_id, person_id)
      select ${church.id}, ${made.id}, person_id from unnest(${idArray(people.map(({ id }) => id))}) as one (person_id)`)
    tx.announce(BATCHES, { church_id: church.id, batch_id: made.id })
    return made
  })
}

/** A member who is limited to a branch knows only of their own batches. */
const inSight = ({ visible, user }: Caller): Sql => (visible === null ? sql`true` : sql`b.user_id = ${user?.id ?? ''}`)

/** Drops whoever has not had their turn; what was handed over stays. @throws ApiError `not_found` */
export async function stopBatch(database: Database, caller: Caller, id: number): Promise<void> {
  const church = caller.church.id
  await database.write(church, async tx => {
    const found = await tx.first(sql`select 1 from message_batches as b
      where church_id = ${church} and id = ${id} and ${inSight(caller)} for no key update`)
    if (found === undefined) throw new ApiError('not_found')
    await tx.run(sql`update message_batch_recipients set state = 'stopped'
      where church_id = ${church} and batch_id = ${id} and state = 'waiting'`)
    await tx.run(sql`update message_batches set stopped_at = ${tx.now}::timestamptz
      where church_id = ${church} and id = ${id} and stopped_at is null and finished_at is null`)
    tx.announce(BATCHES, { church_id: church, batch_id: id })
  })
}

/** A batch as lists show it. */
export interface BatchEntry {
  id: number
  user_name: string
  channel: string
  subject: string | null
  body: string
  total: number
  created_at: string
  stopped_at: string | null
  finished_at: string | null
}

/** A batch with how far it is. */
export interface BatchProgress extends BatchEntry {
  sent: number
  failed: number
  skipped: number
  /** On their way, or not begun. */
  waiting: number
  /** Removed from the people, or dropped when the batch was stopped. */
  dropped: number
  /** Those who did not get it, 100 at most. */
  problems: { person_id: number; name: string; message_id: number; status: string; error: string | null }[]
}

const COLUMNS = sql`b.id, b.user_name, b.channel, b.subject, b.body, b.total, b.created_at, b.stopped_at, b.finished_at`
const MOST_LISTED = 50
const MOST_PROBLEMS = 100

const printed = <T extends BatchEntry>(batch: T): T => ({
  ...batch,
  created_at: printTimestamp(batch.created_at),
  stopped_at: batch.stopped_at && printTimestamp(batch.stopped_at),
  finished_at: batch.finished_at && printTimestamp(batch.finished_at),
})

/** The newest batches in sight, newest first. */
export async function listBatches(database: Database, caller: Caller): Promise<BatchEntry[]> {
  const rows = await database.read.all<BatchEntry>(sql`select ${COLUMNS} from message_batches as b
    where b.church_id = ${caller.church.id} and ${inSight(caller)} order by b.id desc limit ${MOST_LISTED}`)
  return rows.map(printed)
}

/** @throws ApiError `not_found` */
export async function findBatch(database: Database, caller: Caller, id: number): Promise<BatchProgress> {
  const church = caller.church.id
  const batch = await database.read.first<BatchEntry>(sql`select ${COLUMNS} from message_batches as b
    where b.church_id = ${church} and b.id = ${id} and ${inSight(caller)}`)
  if (batch === undefined) throw new ApiError('not_found')
  const from = sql`from message_batch_recipients r left join messages m
      on m.church_id = r.church_id and m.id = r.message_id
    where r.church_id = ${church} and r.batch_id = ${id}`
  const [states, problems] = await Promise.all([
    database.read.all<{ state: string; n: number }>(
      sql`select coalesce(m.status, r.state) as state, count(*) as n ${from} group by 1`,
    ),
    database.read.all<BatchProgress['problems'][number]>(sql`
      select p.id as person_id, p.full_name as name, found.* from (select r.person_id, m.id as message_id, m.status,
        m.error ${from} and m.status in ('failed', 'skipped') order by m.id limit ${MOST_PROBLEMS}) as found
      join people p on p.church_id = ${church} and p.id = found.person_id order by message_id`),
  ])
  const of = (...wanted: string[]): number =>
    states.reduce((sum, { state, n }) => sum + (wanted.includes(state) ? n : 0), 0)
  return {
    ...printed(batch),
    sent: of('sent', 'delivered'),
    failed: of('failed'),
    skipped: of('skipped'),
    waiting: of('waiting', 'sending'),
    dropped: of('gone', 'stopped'),
    problems,
  }
}
