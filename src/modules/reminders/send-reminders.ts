/**
 * Sends the reminders of a church: a few messages at a time, as the sender keeps up, so that none of them runs out of time in
 * its queue. A message that was surely not handed over is written anew; of one whose outcome nobody knows nothing is sent again.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { asLine } from '../../lib/line.ts'
import type { Due } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { type Language, msg } from '../../texts/language.ts'
import { saidIn, type Worded } from '../../texts/said.ts'
import { INTERRUPTED } from '../messaging/outcomes.ts'
import { LINK_MARK, type PersonalLink, withoutMarks } from '../messaging/personal-links.ts'
import { type Draft, queueMessages } from '../messaging/queue.ts'
import { byDay } from './quiet-hours.ts'
import { CHANNELS, type Reached, reach, readyAt, type Waiting, waitingIn } from './receivers.ts'
import { MOST_TEXT, MOST_TITLE, REMINDERS } from './remind.ts'

/** Messages of a church that are on their way at once. */
const MOST_AT_ONCE = 25
/** Reminders of one message; what is more has the next. */
const MOST_TOGETHER = 4
/** Messages written for one reminder. */
const MOST_TRIES = 5
/** How soon it is looked what became of messages on their way. */
const LOOK_MS = 1_000
const MOST_SUBJECT = 190
/** Characters of a reminder's text in an SMS, beside its title and its link. */
const MOST_SMS = 120

/** As the log of messages tells where they come from. */
export const SOURCE = 'reminder'

const TITLE = msg('{count, plural, one {# reminder} other {# reminders}}')

export const remindersDue: Due = {
  kind: REMINDERS,
  sweep: sql`select church_id, church_id as record_id, min(due_at) as due_at from reminders
    where ended_at is null group by church_id`,
  async run(tx, { church, clock }) {
    const now = clock.now()
    // One node at a time: who was written to, and when, is known to the next.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church.id}/reminders`}, 1))`)
    const underWay = await followUp(tx, church.id)
    const waiting = await waitingIn(tx, church)
    const day = byDay(now.getTime(), church.timezone)
    const isNight = day > now.getTime()
    const due = waiting.filter(one => readyAt(one, church.timezone) <= now.getTime())
    const ready = isNight ? [] : due.slice(0, MOST_AT_ONCE - underWay)
    if (ready.length > 0) await write(tx, church, now, ready)
    if (underWay + ready.length > 0) return new Date(now.getTime() + LOOK_MS)
    const [first] = waiting
    return first === undefined ? null : new Date(Math.max(day, readyAt(first, church.timezone)))
  },
}

interface Written {
  message_id: number
  status: string
  error: string | null
  provider: string | null
  tries: number
}

/** Looks what became of the messages that were written. @returns how many are still on their way */
async function followUp(tx: Tx, church: number): Promise<number> {
  const written = await tx.all<Written>(sql`select r.message_id, m.status, m.error, m.provider, max(r.tries) as tries
    from reminders as r join messages as m on m.church_id = ${church} and m.id = r.message_id
    where r.church_id = ${church} and r.ended_at is null and r.message_id is not null
    group by r.message_id, m.status, m.error, m.provider`)
  const settled = written.filter(({ status }) => status !== 'waiting' && status !== 'sending')
  const again = settled.filter(isToBeWrittenAgain).map(({ message_id }) => message_id)
  await tx.run(sql`update reminders set message_id = null, sent_at = null
    where church_id = ${church} and message_id = any(${idArray(again)})`)
  const over = settled.map(({ message_id }) => message_id).filter(id => !again.includes(id))
  await end(tx, church, sql`message_id = any(${idArray(over)})`)
  return written.length - settled.length
}

/** What a provider took names the provider, whatever it says of it later. */
const isToBeWrittenAgain = ({ status, error, provider, tries }: Written): boolean =>
  status === 'failed' && provider === null && tries < MOST_TRIES && [INTERRUPTED, 'timed_out'].includes(codeOf(error))

const codeOf = (error: string | null): string => error?.split(':')[0] ?? ''

/** What was said is in the log of messages; here it is not needed any more. */
async function end(tx: Tx, church: number, which: Sql): Promise<void> {
  await tx.run(sql`update reminders set ended_at = ${tx.now}::timestamptz, title = '', text = '', said = null, link = null
    where church_id = ${church} and ended_at is null and ${which}`)
}

/** A reminder that is due. */
interface DueReminder {
  id: number
  person_id: number | null
  membership_id: number | null
  /** In English. */
  title: string
  text: string
  /** JSON of both, to be said in any language; null of one that was written down by an earlier release. */
  said: string | null
  link: string | null
}

const of = ({ person_id, membership_id }: Pick<Waiting, 'person_id' | 'membership_id'>): string =>
  `${person_id}/${membership_id}`

async function write(tx: Tx, church: Church, now: Date, ready: readonly Waiting[]): Promise<void> {
  const due =
    await tx.all<DueReminder>(sql`select id, person_id, membership_id, title, text, said::text as said, link::text as link
    from reminders where church_id = ${church.id} and ended_at is null and message_id is null
      and due_at <= ${now.toISOString()}::timestamptz order by due_at, id for no key update`)
  const reached = await reach(tx, church, ready)
  const letters = ready.map(one => {
    const mine = due.filter(reminder => of(reminder) === of(one)).slice(0, MOST_TOGETHER)
    const to = reached(one)
    return { ids: mine.map(({ id }) => id), channel: to?.channel, draft: to && letter(to, mine) }
  })
  // Whoever is gone is reminded of nothing.
  const gone = letters.flatMap(({ ids, draft }) => (draft === undefined ? ids : []))
  await end(tx, church.id, sql`id = any(${idArray(gone)})`)
  for (const channel of CHANNELS) {
    const ofChannel = letters.filter(one => one.draft !== undefined && one.channel === channel)
    await queue(tx, church, now, channel, ofChannel)
  }
}

/** A message, and the reminders that are in it. */
interface Letter {
  ids: readonly number[]
  draft: Draft | undefined
}

async function queue(
  tx: Tx,
  church: Church,
  now: Date,
  channel: Reached['channel'],
  letters: readonly Letter[],
): Promise<void> {
  const drafts = letters.flatMap(({ draft }) => draft ?? [])
  if (drafts.length === 0) return
  const task = await queueMessages(tx, church, { channel, drafts, source: SOURCE, many: true })
  const messages = await tx.all<{ id: number }>(
    sql`select id from messages where church_id = ${church.id} and task_id = ${task} order by id`,
  )
  const rows = letters.flatMap(({ ids }, index) => ids.map(id => ({ id, message: messages[index]?.id ?? 0 })))
  await tx.run(sql`update reminders as r set message_id = w.message_id, sent_at = ${now.toISOString()}::timestamptz,
      tries = r.tries + 1
    from unnest(${idArray(rows.map(({ id }) => id))}, ${idArray(rows.map(({ message }) => message))}) as w (id, message_id)
    where r.church_id = ${church.id} and r.id = w.id`)
}

/** What a reminder says in the language of its receiver. */
function wordsOf(language: Language, { title, text, said }: DueReminder): Pick<DueReminder, 'title' | 'text'> {
  if (said === null) return { title, text }
  const worded = JSON.parse(said) as Record<'title' | 'text', Worded>
  return {
    title: asLine(saidIn(language, worded.title), MOST_TITLE),
    text: saidIn(language, worded.text).slice(0, MOST_TEXT),
  }
}

/** One message of reminders of one receiver. Merge tags are not replaced: what people wrote stays as they wrote it. */
function letter({ recipient, branch, channel, language }: Reached, due: readonly DueReminder[]): Draft {
  const { person, to, skip } = recipient
  const reminders = due.map(one => ({ ...one, ...wordsOf(language, one) }))
  const [first] = reminders
  const isSms = channel === 'sms'
  // An SMS has no subject, and costs by its length.
  const alone = reminders.length === 1 && !isSms
  const links = reminders.flatMap(({ link }) => (link === null ? [] : [JSON.parse(link) as PersonalLink]))
  const parts = reminders.map(({ title, text, link }) => {
    const lines = [...(alone ? [] : [title]), isSms ? asLine(text, MOST_SMS) : text].map(withoutMarks)
    return [...lines, ...(link === null ? [] : [LINK_MARK])].join('\n')
  })
  return {
    person_id: person?.id ?? null,
    branch_id: branch,
    to,
    subject: isSms
      ? null
      : alone
        ? asLine(first?.title ?? '', MOST_SUBJECT)
        : language.say(TITLE, { count: reminders.length }),
    body: parts.join('\n\n'),
    ...(links.length > 0 && { links }),
    ...(skip !== undefined && { end: { status: 'skipped', error: skip } }),
  }
}
