/**
 * Reminders: what somebody is told of by itself, once for each subject and step. They are written down by the step that finds that
 * it is time, and sent a little later, so that several of one receiver become one message, in the receiver's language of then.
 */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { asLine } from '../../lib/line.ts'
import type { SignedLink } from '../../links/signed-link.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import { ENGLISH } from '../../texts/language.ts'
import { saidIn, type Worded } from '../../texts/said.ts'

/** On the agenda each church has one hint for all its reminders. */
export const REMINDERS = 'reminders'

/** Characters. */
export const MOST_TITLE = 190
export const MOST_TEXT = 2_000

/** For so long reminders of one receiver are gathered. */
export const GATHER_MS = 10 * 60_000

/** Who is reminded: a person on record, or somebody of the team, by their membership. */
export type Receiver = { person: number } | { membership: number }

export interface NewReminder {
  /** What kind of reminder, such as `task_due`. Never changed: it is stored. */
  kind: string
  /** The record that it is about. */
  subject: number
  /** The first, the second: each is sent once, whoever asks for it again. */
  step: number
  to: Receiver
  /**
   * A line: the subject of the message, or a heading where it has several. Like the text it stands in the log of messages, which
   * staff and the API read: neither names what they may not see, nor holds an address that opens something.
   */
  title: Worded
  /** Cut to 2,000 characters. */
  text: Worded
  /** A link that is for the receiver alone, below the text. Its address is made when the message is sent, and kept nowhere. */
  link?: { of: SignedLink; record: number; version: number; expires: Date }
  /** When it is due. Default: now. */
  due?: Date
}

/**
 * Reminds somebody, once. It is sent some ten minutes after it is due, with what else is due for them by then; who had a
 * message of reminders less than an hour ago gets the next when the hour is over.
 * @param now by the clock of the step
 * @returns false where this step of the subject is on record already: nothing is sent again
 */
export async function remind(tx: Tx, church: { id: number }, now: Date, reminder: NewReminder): Promise<boolean> {
  const { kind, subject, step, to, title, text, link, due = now } = reminder
  const [person, membership] = 'person' in to ? [to.person, null] : [null, to.membership]
  const below = link && {
    kind: link.of.kind,
    record: link.record,
    version: link.version,
    expires: link.expires.toISOString(),
  }
  const made =
    await tx.run(sql`insert into reminders (church_id, kind, subject_id, step, person_id, membership_id, due_at,
      title, text, said, link, created_at)
    values (${church.id}, ${kind}, ${subject}, ${step}, ${person}, ${membership}, ${due.toISOString()}::timestamptz,
      ${asLine(saidIn(ENGLISH, title), MOST_TITLE)}, ${saidIn(ENGLISH, text).slice(0, MOST_TEXT)},
      ${JSON.stringify({ title, text })}::jsonb, ${below === undefined ? null : JSON.stringify(below)}::jsonb, ${tx.now}::timestamptz)
    on conflict (church_id, kind, subject_id, step) do nothing`)
  if (made === 0) return false
  await putOnAgenda(tx, church.id, REMINDERS, church.id, new Date(due.getTime() + GATHER_MS))
  return true
}

/** Takes back reminders that were not sent yet. They may be asked for again. @param which over the columns of `reminders` */
export const takeBackUnsent = (tx: Tx, church: number, which: Sql): Promise<unknown> =>
  tx.run(sql`delete from reminders where church_id = ${church} and ${UNSENT} and ${which}`)

/** Takes back those of a subject, since it is done, or somebody else's. */
export const takeBackReminders = (tx: Tx, church: number, kind: string, subject: number): Promise<unknown> =>
  takeBackUnsent(tx, church, sql`kind = ${kind} and subject_id = ${subject}`)

/** The links of reminders that are not over get the version that is good by now: one may have to be written anew. @param which over the columns of `reminders` */
export const renewLinks = (tx: Tx, church: number, which: Sql, version: number): Promise<unknown> =>
  tx.run(sql`update reminders set link = jsonb_set(link, '{version}', to_jsonb(${version}::integer))
    where church_id = ${church} and ended_at is null and link is not null and ${which}`)

/** Reminders that are not over get another title; what they say stays. @param which over the columns of `reminders` */
export const retitle = (tx: Tx, church: number, which: Sql, title: Worded): Promise<unknown> =>
  tx.run(sql`update reminders set title = ${asLine(saidIn(ENGLISH, title), MOST_TITLE)},
      said = jsonb_set(said, '{title}', ${JSON.stringify(title)}::jsonb)
    where church_id = ${church} and ended_at is null and ${which}`)

/** True of a reminder that is in no message. */
const UNSENT = sql`message_id is null and ended_at is null`
