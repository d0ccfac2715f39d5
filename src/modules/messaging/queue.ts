/**
 * Queues messages: writes down what is intended, in the caller's transaction. The sender of this process hears of it
 * after the commit; until then nothing is sent.
 */
import type { Topic, Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { summed, tally } from '../../resource/tally.ts'
import { type PersonalLink, withRoom } from './personal-links.ts'
import type { SendChannel } from './provider.ts'
import { holdUnits, unitsOf } from './sms-units.ts'

/** A message that is not written down yet. */
export interface Draft {
  person_id: number | null
  branch_id: number
  /** Address; empty where there is none. */
  to: string
  subject: string | null
  body: string
  /** Links that are for the recipient alone, in the order in which the body says that there are some (`personal-links.ts`). */
  links?: readonly PersonalLink[]
  /** Why it is not sent at all. */
  end?: { status: 'skipped' | 'failed'; error: string }
}

/** A task whose messages wait to be sent. */
export interface NewTask {
  church_id: number
  task_id: number
}

/** Told after the commit. */
export const TASKS: Topic<NewTask> = { name: 'message tasks' }

/** Seconds after which a task that nobody says to be at work on is given up. */
export const CLAIM_SECONDS = 20

interface Batch {
  channel: SendChannel
  drafts: readonly Draft[]
  source: string
  /** Asked for with a list: answered with one. */
  many: boolean
  /** The batch whose turn it is. */
  batch?: number
  /** They are not to be in the log. */
  unlisted?: boolean
}

/**
 * Writes messages down as one task. One that cannot be sent has its outcome at once: no provider, too long, not enough
 * units.
 * @returns the id of the task
 */
export async function queueMessages(tx: Tx, church: Church, messages: Batch): Promise<number> {
  const { channel, drafts, source, many, batch = null, unlisted = false } = messages
  const ready = await settleSome(tx, church, channel, drafts)
  const waits = ready.some(({ status }) => status === 'waiting')
  const task = await tx.first<{ id: number }>(sql`
    insert into message_tasks (church_id, channel, many, created_at, claimed_until)
    values (${church.id}, ${channel}, ${many}, ${tx.now}::timestamptz,
      case when ${waits} then clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second' end)
    returning id`)
  const task_id = task?.id ?? 0
  const types = raw(`person_id bigint, branch_id bigint, "to" text, subject text, body text, status text, error text,
    held_units integer, links jsonb`)
  const inserted = await tx.all<{ id: number; branch_id: number; status: string }>(sql`
    insert into messages (church_id, task_id, channel, source, person_id, branch_id, "to", subject, body, status, error,
      held_units, links, batch_id, removed, created_at, updated_at)
    select ${church.id}, ${task_id}, ${channel}, ${source}, person_id, branch_id, "to", subject, body, status, error,
      held_units, links, ${batch}::bigint, ${unlisted}, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(ready)}::jsonb) as (${types})) with ordinality
    order by ordinality returning id, branch_id, status`)
  const ended = inserted.filter(({ status }) => status !== 'waiting')
  if (ended.length > 0) {
    await tally(tx, church.id, 'messages', summed(ended.map(message => ({ ...message, removed: unlisted, n: 1 }))))
  }
  if (waits) tx.announce(TASKS, { church_id: church.id, task_id })
  return task_id
}

type Ready = Omit<Draft, 'end'> & { status: 'waiting' | 'skipped' | 'failed'; error: string | null; held_units: number }

/** Ends what cannot be sent and sets the units of the rest aside. */
async function settleSome(tx: Tx, church: Church, channel: SendChannel, drafts: readonly Draft[]): Promise<Ready[]> {
  const provided = await tx.first(sql`select 1 from message_providers
    where church_id = ${church.id} and channel = ${channel} and active limit 1`)
  const ready = drafts.map(({ end, ...draft }): Ready => {
    const error = end?.error ?? (provided === undefined ? 'no_provider' : null)
    const status = end?.status ?? (error === null ? 'waiting' : 'failed')
    return { ...draft, status, error, held_units: 0 }
  })
  if (channel !== 'sms') return ready
  const waiting = ready.filter(({ status }) => status === 'waiting')
  const costs = waiting.map(({ body, links }) => unitsOf(withRoom(body, links)))
  const held = waiting.length === 0 ? [] : await holdUnits(tx, church.id, costs)
  for (const [index, one] of waiting.entries()) {
    if (held[index]) one.held_units = costs[index] ?? 0
    else Object.assign(one, { status: 'failed', error: 'insufficient_units' })
  }
  return ready
}
