/** Begins an online gift: the record that waits for its payment. Committed before the provider hears of it. */
import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { askToConfirm, insertRecurring } from './begin-recurring.ts'
import type { Challenge } from './challenge.ts'
import { crowdOf, type Demand, demandOf } from './crowd.ts'
import type { GiftStatus } from './gifts.ts'
import { FIRST_LOOK_MINUTES } from './look-gaps.ts'
import type { RecurringForm } from './recurring-form.ts'

/** What the giver filled in, checked. */
export interface GiftForm {
  fund_id: number
  /** In minor units of the church currency. */
  amount: number
  donor_name: string
  donor_email: string
  note: string | null
  is_anonymous: boolean
  /** Null for a gift by itself. */
  recurring: RecurringForm | null
  /** Random, hidden in the form: the same form sent twice is one gift. */
  form_id: string
}

/** The provider that a gift is begun with. */
export interface TakenBy {
  name: string
  /** True where its payments are tests. */
  is_test: boolean
}

/** A gift as the giving page and the providers' answers need it. */
export interface BegunGift {
  id: number
  reference: string
  status: GiftStatus
  error: string | null
  provider: string
  provider_ref: string | null
  checkout_url: string | null
  fund_name: string
  amount: number
  currency: string
  donor_name: string
  donor_email: string
  is_test: boolean
  /** True where the payment is to be repeated later. */
  saves: boolean
  /** True where the provider said that the money is on its way. */
  is_processing: boolean
  /** Since it was begun. */
  age_ms: number
}

const COLUMNS = sql`t.id, t.reference, t.status, t.error, t.provider, t.provider_ref, t.checkout_url, t.amount, t.currency,
  t.donor_name, t.donor_email, t.is_test, t.saves, t.processing_at is not null as is_processing,
  floor(extract(epoch from clock_timestamp() - t.created_at) * 1000)::bigint as age_ms, fund.name as fund_name`

/** Joins the fund of a gift `t`. */
const itsFund = (church: number): Sql =>
  sql`left join funds as fund on fund.church_id = ${church} and fund.id = t.fund_id`

/** The gift of a reference, or undefined. A reference of another church is none. */
export const findGift = (db: Db, church: number, reference: string): Promise<BegunGift | undefined> =>
  db.first<BegunGift>(sql`select ${COLUMNS} from gifts t ${itsFund(church)}
    where t.church_id = ${church} and t.reference = ${reference}`)

/** Tells a form that was sent again from one that was changed in between, such as the amount after going back. */
export const formDigest = ({ form_id, ...form }: GiftForm): string =>
  createHash('sha256')
    .update(JSON.stringify([form_id, ...Object.entries(form).sort()]))
    .digest('hex')

/** Letters, digits and a hyphen, which every provider takes; 128 random bits. */
export const newReference = (): string => `gift-${randomBytes(16).toString('hex')}`

/** Who begins a gift. */
export interface Giver {
  /** Tells their address from others; null where addresses are not told apart. */
  sender: string | null
  /** In which they filled in the form (BCP 47). */
  language: string | null
  /** What they have to do first; undefined where they have done it. Called while many gifts are begun. */
  challenge(demand: Demand): Challenge | undefined
}

/**
 * What came of a form: a gift, now or before; something to do first; `full` for an address that begins no more for now; `confirm`
 * where reminders begin when the giver has confirmed their address.
 */
export type Begun = { gift: BegunGift; again: boolean } | { challenge: Challenge } | 'full' | 'confirm'

/**
 * Puts a pending gift on record, or finds the one that the same form made before.
 * @returns undefined when the fund takes no online gifts (any more)
 */
export async function beginGift(
  tx: Tx,
  church: Church,
  { provider, form, giver, now }: { provider: TakenBy; form: GiftForm; giver: Giver; now: Date },
): Promise<Begun | undefined> {
  const digest = formDigest(form)
  const before = await findByForm(tx, church.id, digest)
  if (before !== undefined) return { gift: before, again: true }
  const demand = demandOf(await crowdOf(tx, church.id, giver.sender))
  if (demand === 'full') return demand
  const challenge = demand && giver.challenge(demand)
  if (challenge !== undefined) return { challenge }
  const day = today(now, church.timezone)
  const { recurring } = form
  const { sender, language } = giver
  const asked = recurring && { form: { ...form, recurring }, digest, provider, sender, language, day }
  const repeated = asked && (await insertRecurring(tx, church, asked))
  if (repeated === undefined || repeated === 'full') return repeated
  if (repeated !== null && recurring?.mode === 'remind') {
    if (!repeated.again) await askToConfirm(tx, church, now, repeated.id)
    return 'confirm'
  }
  const period = repeated && { id: repeated.id, day }
  const made = await insert(tx, church, { provider, form, digest, sender, period })
  if (made !== undefined) return { gift: made, again: false }
  const other = await findByForm(tx, church.id, digest)
  return other && { gift: other, again: true }
}

/** The same as a step of the giver. */
export const beginOnlineGift = step({
  name: 'gifts.begin',
  by: 'giver',
  run: (tx, { church, clock }, begun: Omit<Parameters<typeof beginGift>[2], 'now'>) =>
    beginGift(tx, church, { ...begun, now: clock.now() }),
})

const findByForm = (tx: Tx, church: number, digest: string): Promise<BegunGift | undefined> =>
  tx.first<BegunGift>(sql`select ${COLUMNS} from gifts t ${itsFund(church)}
    where t.church_id = ${church} and t.form_id = ${digest}`)

interface NewGift {
  provider: TakenBy
  form: GiftForm
  digest: string
  sender: string | null
  /** The first period of a recurring gift. */
  period: { id: number; day: string } | null
}

/** Nothing where the fund takes none, or the same form came a moment before. */
async function insert(tx: Tx, church: Church, begun: NewGift): Promise<BegunGift | undefined> {
  const { provider, form, digest, sender, period } = begun
  const { name, is_test } = provider
  const { amount, donor_name, donor_email, note, is_anonymous } = form
  return await tx.first<BegunGift>(sql`
    with t as (insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount, currency, provider,
      donor_name, donor_email, note, is_anonymous, is_test, sender, created_at, updated_at,
      look_at, recurring_id, due_on, saves)
    select ${church.id}, ${newReference()}, ${digest}, f.id,
      ${church.hq_branch_id}, ${amount}, ${church.currency}, ${name},
      ${donor_name}, ${donor_email}, ${note}, ${is_anonymous}, ${is_test}, ${sender}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz,
      ${tx.now}::timestamptz + ${FIRST_LOOK_MINUTES} * interval '1 minute',
      ${period?.id ?? null}::bigint, ${period?.day ?? null}::date, ${period !== null}
    from funds f where f.church_id = ${church.id} and f.id = ${form.fund_id} and f.is_active and f.is_online
    on conflict (church_id, form_id) do nothing
    returning *)
    select ${COLUMNS} from t ${itsFund(church.id)}`)
}
