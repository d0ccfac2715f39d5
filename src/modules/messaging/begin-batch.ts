/** Begins batches: whom they are for is frozen, and nothing is sent before the transaction commits. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { type Caller, type Church, personOf } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import type { Addressee } from '../people/addressees.ts'
import { type Audience, audienceDigest, peopleOf } from './audience.ts'
import { BATCHES } from './batches.ts'
import { checkWriting, type Writing } from './draft.ts'
import { type Preview, previewOf } from './preview.ts'

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
  return await storeBatch(tx, church, people, { key, user, audience: digest }, { channel, subject, body })
}

/** What is known of a batch beside its message and its people. */
interface BatchOrigin {
  /** Unique in the church. */
  key: string
  /** The user who wrote it, or the name of whatever else did. */
  user: { id: string | null; name: string }
  /** A digest of who was asked for. */
  audience: string
  /** The post that it carries. */
  post?: number
  /** Its messages are not to be in the log. */
  unlisted?: boolean
}

/** Writes a batch down: from the commit on it is worked off. */
export async function storeBatch(
  tx: Tx,
  church: Church,
  people: readonly Addressee[],
  { key, user, audience, post, unlisted = false }: BatchOrigin,
  { channel, subject = null, body }: Writing,
): Promise<{ id: number; total: number }> {
  const made = await tx.first<{ id: number; total: number }>(sql`insert into message_batches
      (church_id, key, user_id, user_name, audience, channel, subject, body, total, post_id, unlisted, created_at)
    values (${church.id}, ${key}, ${user.id}, ${user.name}, ${audience}, ${channel}, ${subject}, ${body},
      ${people.length}, ${post ?? null}::bigint, ${unlisted}, ${tx.now}::timestamptz) returning id, total`)
  if (made === undefined) throw new Error('The batch was not stored.')
  await tx.run(sql`insert into message_batch_recipients (church_id, batch_id, person_id)
    select ${church.id}, ${made.id}, person_id from unnest(${idArray(people.map(({ id }) => id))}) as one (person_id)`)
  tx.announce(BATCHES, { church_id: church.id, batch_id: made.id })
  return made
}

/** Names the field of a channel that the church cannot send these messages by: no provider, or too few SMS units. */
export function checkMeans(
  { provider, units }: Pick<Preview, 'provider' | 'units'>,
  name: string,
  problems: Problems,
): void {
  if (!provider) problems.add(name, because('has no provider: an administrator has to set one up first'))
  if (units !== null && units.total > units.free) {
    problems.add(
      name,
      because('takes {total} SMS units for these people, and {free} are left', {
        total: units.total,
        free: units.free,
      }),
    )
  }
}

/** Nobody is written to by surprise, and no batch is begun that can only fail. @throws ApiError `validation_failed` */
async function checkStart(
  tx: Tx,
  church: Church,
  { people, expected }: { people: readonly Addressee[]; expected: number },
  writing: Writing,
): Promise<void> {
  const problems = new Problems()
  if (people.length !== expected)
    problems.add('expected', because('has changed: it is {count} now', { count: people.length }))
  checkMeans(await previewOf(tx, church, people, writing), 'channel', problems)
  problems.throwIfAny()
  const open = await tx.all(sql`select 1 from message_batches
    where church_id = ${church.id} and post_id is null and finished_at is null limit ${MOST_OPEN}`)
  if (open.length < MOST_OPEN) return
  const message = because('{most} messages to many are under way. Wait until one of them has ended, or stop one.', {
    most: MOST_OPEN,
  })
  throw new ApiError('validation_failed', { message })
}
