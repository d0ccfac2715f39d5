/** Tasks: which messages of one wait, who is at work on them, and what happens to those that nobody is at work on. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Log } from '../../lib/log.ts'
import { type StepContext, step, type TakeStep } from '../../resource/step.ts'
import { INTERRUPTED, UNKNOWN_OUTCOME, writeIn } from './outcomes.ts'
import type { SendChannel } from './provider.ts'
import { CLAIM_SECONDS } from './queue.ts'

/** A message that waits to be sent. */
export interface WaitingMessage {
  id: number
  channel: SendChannel
  person_id: number | null
  to: string
  subject: string | null
  body: string
  /** JSON of `PersonalLink`s. */
  links: string | null
  /** Of whom it is for, else the church's (BCP 47); null where neither has one. */
  language: string | null
}

/** The church of a task, and the messages of it that wait. */
export async function loadTask(
  db: Db,
  church: number,
  task: number,
): Promise<{ church: EventChurch | undefined; messages: WaitingMessage[] }> {
  const [found, messages] = await Promise.all([
    db.first<EventChurch>(sql`select id, slug, name from churches where id = ${church}`),
    db.all<WaitingMessage>(sql`select m.id, m.channel, m.person_id, m."to", m.subject, m.body, m.links::text as links,
        coalesce(p.language, c.language) as language
      from messages as m join churches as c on c.id = ${church}
        left join people as p on p.church_id = ${church} and p.id = m.person_id
      where m.church_id = ${church} and m.task_id = ${task} and m.status = 'waiting' order by m.id`),
  ])
  return { church: found, messages }
}

/** Says that its sender is still at work on a task. */
export const renewClaim = step({
  name: 'messages.renew_claim',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: StepContext<EventChurch>, task: number): Promise<void> {
    await tx.run(sql`update message_tasks set claimed_until = ${tx.now}::timestamptz + ${CLAIM_SECONDS} * interval '1 second'
      where church_id = ${church.id} and id = ${task} and claimed_until is not null`)
  },
})

/**
 * Marks messages as handed over, before they are: what is not marked was surely not sent.
 * @returns for each whether it may be sent; one that was given up meanwhile may not
 */
export const markSending = step({
  name: 'messages.mark_sending',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: StepContext<EventChurch>, ids: readonly number[]): Promise<boolean[]> {
    const marked = await tx.all<{ id: number }>(sql`update messages set status = 'sending'
      where church_id = ${church.id} and id = any(${idArray(ids)}) and status = 'waiting' returning id`)
    const mine = new Set(marked.map(({ id }) => id))
    return ids.map(id => mine.has(id))
  },
})

const MOST_GIVEN_UP = 100

/**
 * Ends the messages of tasks whose sender died: those that were not handed over were not sent, of the others nobody
 * knows. Nothing is sent again. A task that cannot be ended holds up no other.
 * @returns how many were ended
 */
export async function giveUpOrphans(read: Db, take: TakeStep, log: Log): Promise<number> {
  const orphans = await read.all<EventChurch & { task_id: number }>(sql`
    select c.id, c.slug, c.name, t.id as task_id from message_tasks t join churches c on c.id = t.church_id
    where t.claimed_until < clock_timestamp() order by t.claimed_until limit ${MOST_GIVEN_UP}`)
  let ended = 0
  for (const { task_id, ...church } of orphans) {
    try {
      if (await take(giveUp, church, task_id)) ended += 1
    } catch (error) {
      if (isUnavailable(error)) throw error
      log.error({ err: error, church: church.slug, task_id }, 'A task of messages could not be given up')
    }
  }
  return ended
}

/** What is sure is decided with the rows locked: a sender that was frozen may come back at any moment. */
const giveUp = step({
  name: 'messages.give_up',
  by: 'worker',
  run: (tx, { church }: StepContext<EventChurch>, task: number) => endTask(tx, church, task),
})

async function endTask(tx: Tx, church: EventChurch, task: number): Promise<boolean> {
  const left = await tx.all<{ id: number; status: string }>(sql`select id, status from messages
    where church_id = ${church.id} and task_id = ${task} and status in ('waiting', 'sending')
    order by id for no key update`)
  const abandoned = await tx.run(sql`update message_tasks set claimed_until = null
    where church_id = ${church.id} and id = ${task} and claimed_until < ${tx.now}::timestamptz`)
  if (abandoned === 0) return false
  const outcomes = left.map(({ id, status }) => {
    const error = status === 'waiting' ? INTERRUPTED : UNKNOWN_OUTCOME
    return { message_id: id, status: 'failed', provider: null, provider_id: null, error } as const
  })
  await writeIn(tx, church, outcomes)
  return true
}
