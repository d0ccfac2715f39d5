/** Whose reminders are due, and where they are written to. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { Language } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import { type Recipient, recipientsOf } from '../messaging/recipients.ts'
import { addresseesOf } from '../people/addressees.ts'
import { living } from '../people/living.ts'
import { optedOut } from '../people/opt-outs.ts'
import { byDay } from './quiet-hours.ts'
import { GATHER_MS } from './remind.ts'

/** Who has had a message of reminders gets no other for so long. */
const QUIET_MS = 3_600_000

/** Somebody with open reminders. One of the two is null. */
export interface Waiting {
  person_id: number | null
  membership_id: number | null
  /** When the first of theirs was due, and when they last had a message of reminders, in milliseconds. */
  first: number
  last: number | null
}

/** When they are to be written to, in milliseconds: by day, where the church is. */
export const readyAt = ({ first, last }: Waiting, timezone: string): number =>
  byDay(Math.max(first + GATHER_MS, last === null ? 0 : last + QUIET_MS), timezone)

/** Everybody of a church with reminders that are not written yet, those whose turn is first at the beginning. */
export async function waitingIn(db: Db, { id: church, timezone }: Church): Promise<Waiting[]> {
  const waiting = await db.all<Waiting>(sql`select w.person_id, w.membership_id, w.first,
      (select (extract(epoch from max(s.sent_at)) * 1000)::bigint from reminders as s where s.church_id = ${church}
        and (s.person_id = w.person_id or s.membership_id = w.membership_id)) as last
    from (select person_id, membership_id, (extract(epoch from min(due_at)) * 1000)::bigint as first from reminders
      where church_id = ${church} and ended_at is null and message_id is null group by person_id, membership_id) as w`)
  return waiting.toSorted((one, other) => readyAt(one, timezone) - readyAt(other, timezone))
}

/** Reminders are e-mails; SMS go to who is not reached by e-mail. */
export const CHANNELS = ['email', 'sms'] as const
type Channel = (typeof CHANNELS)[number]

/** Where a receiver is written to, and which branch's message it is. */
export interface Reached {
  recipient: Recipient
  branch: number
  channel: Channel
  /** Theirs, where it is known, else the church's. */
  language: Language
}

/** Tells of receivers how they are reached; people who are removed or have died are left out. */
export async function reach(
  tx: Tx,
  church: Church,
  waiting: readonly Waiting[],
): Promise<(one: Waiting) => Reached | undefined> {
  const ids = waiting.flatMap(({ person_id }) => person_id ?? [])
  const people = await addresseesOf(tx, church.id, sql`p.id = any(${idArray(ids)}) and ${living()}`)
  const [mails, texts, open] = await Promise.all([
    recipientsOf(tx, church.id, 'email', people),
    recipientsOf(tx, church.id, 'sms', people),
    openChannels(tx, church.id),
  ])
  const persons = new Map(
    mails.map((mail, at) => {
      const text = texts[at]
      const isMailed = mail.skip === undefined && open.has('email')
      const bySms = !isMailed && open.has('sms') && text !== undefined && text.skip === undefined
      return [mail.person?.id, bySms ? { ...text, channel: 'sms' as const } : { ...mail, channel: 'email' as const }]
    }),
  )
  const members = await membersOf(
    tx,
    church,
    waiting.flatMap(({ membership_id }) => membership_id ?? []),
  )
  return ({ person_id, membership_id }) => {
    if (membership_id !== null) return members.get(membership_id)
    const { channel = 'email', ...recipient } = persons.get(person_id ?? 0) ?? { person: null, to: '' }
    if (!recipient.person) return undefined
    const { branch_id: branch, language } = recipient.person
    return { recipient, channel, branch, language: languageFor(church, language) }
  }
}

/** The channels for which a church has a provider. */
async function openChannels(db: Db, church: number): Promise<Set<string>> {
  const found = await db.all<{ channel: string }>(sql`select channel from message_providers
    where church_id = ${church} and active and channel in ('email', 'sms')`)
  return new Set(found.map(({ channel }) => channel))
}

/** Those of the team, by the address that they sign in with. */
async function membersOf(db: Db, church: Church, ids: readonly number[]): Promise<Map<number, Reached>> {
  const found = await db.all<{
    id: number
    email: string
    language: string | null
    branch_id: number | null
  }>(sql`select m.id, u.email, u.language, m.branch_id
    from memberships m join users u on u.id = m.user_id where m.church_id = ${church.id} and m.id = any(${idArray(ids)})`)
  const isOut = await optedOut(
    db,
    church.id,
    'email',
    found.map(({ email }) => email),
  )
  return new Map(
    found.map(({ id, email, language, branch_id }) => [
      id,
      {
        recipient: { person: null, to: email, ...(isOut(email) && { skip: 'opted_out' }) },
        branch: branch_id ?? church.hq_branch_id,
        channel: 'email',
        language: languageFor(church, language),
      },
    ]),
  )
}
