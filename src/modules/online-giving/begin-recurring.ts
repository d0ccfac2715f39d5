/** Puts a gift on record that is to be repeated: `pending`, until its first payment or its giver's address is known to be good. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { type Language, msg } from '../../texts/language.ts'
import { type Said, saidIn } from '../../texts/said.ts'
import { languageFor } from '../../texts/spoken.ts'
import { LINK_MARK } from '../messaging/personal-links.ts'
import { queueMessages } from '../messaging/queue.ts'
import { optedOut } from '../people/opt-outs.ts'
import type { RecurringForm } from './recurring-form.ts'

/** The kind of the links to a giver's own page; they are signed (src/links). */
export const GIVER_LINK = 'giving'
/** A link holds for more than a year: every message has a new one. */
const LINK_DAYS = 400
const DAY_MS = 86_400_000

/** As messages name where they come from. */
const SOURCE = 'giving'

/** Unconfirmed ones of an address in an hour, and of an e-mail in a day: each makes us write to somebody. */
const [MOST_AN_HOUR, MOST_A_DAY] = [5, 2]

/** A form that was checked. */
interface NewRecurring {
  form: {
    fund_id: number
    amount: number
    donor_name: string
    donor_email: string
    note: string | null
    is_anonymous: boolean
    recurring: RecurringForm
  }
  digest: string
  provider: { is_test: boolean }
  sender: string | null
  /** In which they filled in the form (BCP 47). */
  language: string | null
  /** The day of its first period. */
  day: string
}

/** @returns its id and branch; undefined where the fund takes no online gifts; `full` where too many wait to be confirmed */
export async function insertRecurring(
  tx: Tx,
  church: Church,
  { form, digest, provider, sender, language, day }: NewRecurring,
): Promise<{ id: number; again: boolean } | 'full' | undefined> {
  const { recurring, fund_id, amount, donor_name, donor_email, note, is_anonymous } = form
  const before = await tx.first<{ id: number }>(sql`select id from recurring_gifts
    where church_id = ${church.id} and form_id = ${digest}`)
  if (before !== undefined) return { id: before.id, again: true }
  if (recurring.mode === 'remind' && (await isFull(tx, church.id, sender, donor_email))) return 'full'
  const made = await tx.first<{ id: number }>(sql`
    insert into recurring_gifts (church_id, form_id, donor_name, donor_email, is_anonymous, note, fund_id, branch_id, amount,
      currency, frequency, mode, anchor_on, ends_on, is_test, sender, language, created_at, updated_at)
    select ${church.id}, ${digest}, ${donor_name}, ${donor_email}, ${is_anonymous}, ${note}, f.id,
      ${church.hq_branch_id}, ${amount}, ${church.currency}, ${recurring.frequency}, ${recurring.mode}, ${day}::date,
      ${recurring.ends_on}::date, ${provider.is_test}, ${sender}, ${language}, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from funds f where f.church_id = ${church.id} and f.id = ${fund_id} and f.is_active and f.is_online
    on conflict (church_id, form_id) do nothing returning id`)
  return made && { id: made.id, again: false }
}

async function isFull(tx: Tx, church: number, sender: string | null, email: string): Promise<boolean> {
  const found = await tx.first<{ here: number; there: number }>(sql`select
      count(*) filter (where sender = ${sender} and created_at > ${tx.now}::timestamptz - interval '1 hour')::int as here,
      count(*) filter (where lower(donor_email) = lower(${email}))::int as there
    from recurring_gifts where church_id = ${church} and status = 'pending' and mode = 'remind'
      and created_at > ${tx.now}::timestamptz - interval '1 day'`)
  return (found?.here ?? 0) >= MOST_AN_HOUR || (found?.there ?? 0) >= MOST_A_DAY
}

/** As much of a recurring gift as a message to its giver needs. */
export interface Written {
  id: number
  person_id: number | null
  branch_id: number
  donor_email: string
  link_version: number
  /** In which they filled in the form (BCP 47); null where that is not known. */
  language: string | null
}

/** The language in which a giver is written to: theirs, where they are on record with one, else that of their form, else the church's. */
async function languageOf(tx: Tx, church: Church, { person_id, language }: Written): Promise<Language> {
  const person =
    person_id === null
      ? undefined
      : await tx.first<{ language: string | null }>(
          sql`select language from people where church_id = ${church.id} and id = ${person_id}`,
        )
  return languageFor(church, person?.language, language)
}

/**
 * Writes to a giver, with the link to their page below the text. The link is made when the message is sent and kept nowhere.
 * @param now by the clock of the step
 */
export async function writeToGiver(
  tx: Tx,
  church: Church,
  now: Date,
  to: Written,
  { subject, text }: { subject: Said; text: Said },
): Promise<void> {
  if (to.donor_email === '') return
  const isOut = await optedOut(tx, church.id, 'email', [to.donor_email])
  const language = await languageOf(tx, church, to)
  const expires = new Date(now.getTime() + LINK_DAYS * DAY_MS).toISOString()
  await queueMessages(tx, church, {
    channel: 'email',
    source: SOURCE,
    many: true,
    drafts: [
      {
        person_id: to.person_id,
        branch_id: to.branch_id,
        to: to.donor_email,
        subject: saidIn(language, subject),
        body: `${saidIn(language, text)}\n\n${LINK_MARK}`,
        links: [{ kind: GIVER_LINK, record: to.id, version: to.link_version, expires }],
        ...(isOut(to.donor_email) && { end: { status: 'skipped', error: 'opted_out' } }),
      },
    ],
  })
}

/** Asks a giver who wants to be reminded whether the address is theirs. */
export async function askToConfirm(tx: Tx, church: Church, now: Date, id: number): Promise<void> {
  const to = await tx.first<Written>(sql`select id, person_id, branch_id, donor_email, link_version, language
    from recurring_gifts where church_id = ${church.id} and id = ${id}`)
  if (to === undefined) return
  await writeToGiver(tx, church, now, to, {
    subject: { message: msg('Please confirm your giving reminders from {church}'), values: { church: church.name } },
    text: {
      message: msg(
        'Somebody, we hope it was you, asked {church} to remind this address of a gift again and again. Confirm it with this link. If it was not you, do nothing, and nothing more comes.',
      ),
      values: { church: church.name },
    },
  })
}
