/** Batches: a message to many people, with the list of them frozen when it was begun. `batch-worker.ts` works them off. */
import { type Db, idArray, type Topic, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { type Caller, type Church, personOf } from '../../resource/caller.ts'
import type { Addressee } from '../people/addressees.ts'
import { type Audience, audienceDigest, peopleOf } from './audience.ts'
import { checkWriting, type Writing } from './draft.ts'
import { previewOf } from './preview.ts'

/** A batch that has something to be done. */
export interface BatchRef {
  church_id: number
  batch_id: number
}

/** Told after the commit. */
export const BATCHES: Topic<BatchRef> = { name: 'message batches' }

/** Batches of a church that are under way at the same time. */
const MOST_OPEN = 5

/** Whom a batch is for, and what tells that it was asked for before. */
export interface Asked {
  /** Made by whoever asks, unique in the church. */
  key: string
  audience: Audience
  /** How many the audience had when it was looked at. */
  expected: number
}

/**
 * Begins a batch, or finds the one that was begun with the same key. Nothing is sent before the transaction commits.
 * @throws ApiError `validation_failed`, also where the audience has grown or shrunk, where nothing can be sent, and where
 *   many are under way; `idempotency_key_reused` for a key of another message or audience
 */
export async function beginBatch(
  tx: Tx,
  caller: Caller,
  { key, audience, expected }: Asked,
  { channel, subject = null, body }: Writing,
): Promise<{ id: number; total: number }> {
  const { church } = caller
  const user = personOf(caller)
  const problems = new Problems()
  checkWriting({ channel, subject, body }, problems)
  problems.throwIfAny()
  const digest = audienceDigest(audience)
  // Two that are begun at the same time are counted one after the other.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const before = await tx.first<{ id: number; total: number; same: boolean }>(sql`select id, total,
      user_id = ${user.id} and channel = ${channel} and subject is not distinct from ${subject}::text
        and body = ${body} and audience = ${digest} as same
    from message_batches where church_id = ${church.id} and key = ${key}`)
  if (before?.same === false) throw new ApiError('idempotency_key_reused')
  if (before !== undefined) return { id: before.id, total: before.total }
  const people = await peopleOf(tx, caller, audience)
  await checkStart(tx, church, { people, expected }, { channel, subject, body })
  const made = await tx.first<{ id: number; total: number }>(sql`insert into message_batches
      (church_id, key, user_id, user_name, audience, channel, subject, body, total, created_at)
    values (${church.id}, ${key}, ${user.id}, ${user.name}, ${digest}, ${channel}, ${subject}, ${body},
      ${people.length}, ${tx.now}::timestamptz) returning id, total`)
  if (made === undefined) throw new Error('The batch was not stored.')
  await tx.run(sql`insert into message_batch_recipients (church_id, batch_id, person_id)
    select ${church.id}, ${made.id}, person_id from unnest(${idArray(people.map(({ id }) => id))}) as one (person_id)`)
  tx.announce(BATCHES, { church_id: church.id, batch_id: made.id })
  return made
}

/** Nobody is written to by surprise, and no batch is begun that can only fail. @throws ApiError `validation_failed` */
async function checkStart(
  tx: Tx,
  church: Church,
  { people, expected }: { people: readonly Addressee[]; expected: number },
  writing: Writing,
): Promise<void> {
  const problems = new Problems()
  if (people.length !== expected) problems.add('expected', `has changed: it is ${people.length} now`)
  const { provider, units } = await previewOf(tx, church, people, writing)
  if (!provider) problems.add('channel', 'has no provider: an administrator has to set one up first')
  if (units !== null && units.total > units.free) {
    problems.add('channel', `takes ${units.total} SMS units for these people, and ${units.free} are left`)
  }
  problems.throwIfAny()
  const open = await tx.all(sql`select 1 from message_batches
    where church_id = ${church.id} and finished_at is null limit ${MOST_OPEN}`)
  if (open.length < MOST_OPEN) return
  const message = `${MOST_OPEN} messages to many are under way. Wait until one of them has ended, or stop one.`
  throw new ApiError('validation_failed', { message })
}

/** A member who is limited to a branch knows only of their own batches. */
const inSight = (caller: Caller): Sql => (caller.visible === null ? sql`true` : sql`b.user_id = ${personOf(caller).id}`)

/** Drops whoever has not had their turn; what was handed over stays. @throws ApiError `not_found` */
export async function stopBatch(tx: Tx, caller: Caller, id: number): Promise<void> {
  const church = caller.church.id
  const found = await tx.first(sql`select 1 from message_batches as b
    where church_id = ${church} and id = ${id} and ${inSight(caller)} for no key update`)
  if (found === undefined) throw new ApiError('not_found')
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

const COLUMNS = sql`b.id, b.user_name, b.channel, b.subject, b.total, b.created_at, b.stopped_at, b.finished_at`
const MOST_LISTED = 50
const LISTED_CHARACTERS = 100
const MOST_PROBLEMS = 100

const printed = <T extends BatchEntry>(batch: T): T => ({
  ...batch,
  created_at: printTimestamp(batch.created_at),
  stopped_at: batch.stopped_at && printTimestamp(batch.stopped_at),
  finished_at: batch.finished_at && printTimestamp(batch.finished_at),
})

/** The newest batches in sight, newest first. */
export async function listBatches(read: Db, caller: Caller): Promise<BatchEntry[]> {
  const rows = await read.all<BatchEntry>(sql`select ${COLUMNS}, left(b.body, ${LISTED_CHARACTERS}) as body
    from message_batches as b where b.church_id = ${caller.church.id} and ${inSight(caller)} order by b.id desc limit ${MOST_LISTED}`)
  return rows.map(printed)
}

/**
 * The batches in sight with their whole texts, newest first: a part of them, for a file.
 * @param most how many
 * @param before id of the last one of the part before
 */
export async function wholeBatches(
  read: Db,
  caller: Caller,
  most: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<BatchEntry[]> {
  const rows = await read.all<BatchEntry>(sql`select ${COLUMNS}, b.body from message_batches as b
    where b.church_id = ${caller.church.id} and b.id < ${before} and ${inSight(caller)} order by b.id desc limit ${most}`)
  return rows.map(printed)
}

/** @throws ApiError `not_found` */
export async function findBatch(read: Db, caller: Caller, id: number): Promise<BatchProgress> {
  const church = caller.church.id
  const batch = await read.first<BatchEntry>(sql`select ${COLUMNS}, b.body from message_batches as b
    where b.church_id = ${church} and b.id = ${id} and ${inSight(caller)}`)
  if (batch === undefined) throw new ApiError('not_found')
  const [states, problems] = await Promise.all([
    read.all<{ state: string; n: number }>(sql`select state, count(*) as n from message_batch_recipients
        where church_id = ${church} and batch_id = ${id} and state in ('waiting', 'gone', 'stopped') group by state
      union all select status, count(*) from messages
        where church_id = ${church} and batch_id = ${id} group by status`),
    // Materialized: else a limit tempts the planner to walk the whole log in the order of ids.
    read.all<BatchProgress['problems'][number]>(sql`with found as materialized (select id from messages
        where church_id = ${church} and batch_id = ${id} and status in ('failed', 'skipped'))
      select p.id as person_id, p.full_name as name, m.id as message_id, m.status, m.error
      from (select id from found order by id limit ${MOST_PROBLEMS}) as first
      join messages m on m.church_id = ${church} and m.id = first.id
      join people p on p.church_id = ${church} and p.id = m.person_id order by m.id`),
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
