/**
 * What a payment's outcome does to its gift: one transaction with the gift's row locked, so that whatever a provider
 * repeats or reorders, on however many nodes, a payment becomes exactly one contribution (decisions, Giving).
 */

import type { TextRow, Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import type { Clock } from '../../lib/clock.ts'
import { MAX_AMOUNT, parseRate } from '../../lib/money.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { returning } from '../../resource/returning.ts'
import { step } from '../../resource/step.ts'
import { msg } from '../../texts/language.ts'
import { baseAmount } from '../contributions/base-amount.ts'
import { postContribution, rateOn } from '../contributions/post-contribution.ts'
import { soleMatch } from '../people/sole-match.ts'
import { EVERYBODY } from '../people/visible-person.ts'
import { type GiftStatus, gifts } from './gifts.ts'
import { AMOUNT_MISMATCH, FORGOTTEN_GIVER } from './never-paid.ts'
import { markProcessing, mayBeTest, paidOn } from './payment-facts.ts'
import { hintRecurring, isPaidTwice } from './periods.ts'
import type { Decline, PaymentState, Succeeded } from './provider.ts'

const { column, columnsIn, print } = gifts.alone

type GiftColumn = keyof typeof gifts.fields

/** Told to receivers, with the gift as the API shows it. */
export const giftReceived = specified('giving.gift_received', 'Gift')

/** Which gift: its church, its provider, our reference. */
export interface SettledBy {
  church: Church
  provider: string
  reference: string
}

/**
 * Settles a gift by what its provider says. The first success makes its contribution; a repeat, and a failure after a
 * success, change nothing; a success after a failure or an expiry counts. A test payment counts only while the church
 * takes test payments, for a gift that was begun as a test.
 * @returns the gift's status from now on; undefined when the church has no such gift with this provider
 */
export async function settle(
  tx: Tx,
  clock: Clock,
  { church, provider, reference }: SettledBy,
  state: PaymentState,
): Promise<GiftStatus | undefined> {
  const [gift] = await tx.text(sql`select ${columnsIn(church.id)} from gifts as t where church_id = ${church.id}
    and reference = ${reference} and provider = ${provider} for no key update`)
  if (gift === undefined) return undefined
  const status = column(gift, 'status') as GiftStatus
  if (status === 'succeeded' || state.status === 'pending' || state.status === 'unknown') return status
  const id = Number(column(gift, 'id'))
  if (state.status === 'processing') {
    await markProcessing(tx, clock, church, id)
    return status
  }
  if (state.status === 'succeeded') {
    if (state.is_test && !(await mayBeTest(tx, church, id))) return status
    return isWhatWasAsked(gift, state)
      ? await succeed(tx, clock, { church, gift, state })
      : await mismatch(tx, church, gift, state)
  }
  if (status === 'failed' || (state.status === 'expired' && status === 'expired')) return status
  if (state.status === 'expired') await change(tx, church, gift, { status: 'expired' })
  else {
    const { error, method, final = false, decline = null } = state
    await fail(tx, church, gift, { error, method, final, decline })
  }
  return state.status
}

/** The same as a step: whoever learns of a payment takes it. */
export const settleGift = step({
  name: 'gifts.settle',
  by: 'worker',
  run(tx, { church, clock }, { state, ...gift }: Omit<SettledBy, 'church'> & { state: PaymentState }) {
    return settle(tx, clock, { church, ...gift }, state)
  },
})

const isWhatWasAsked = (gift: TextRow, { amount, currency }: Succeeded): boolean =>
  Number(column(gift, 'amount')) === amount && column(gift, 'currency') === currency

interface Change {
  status: GiftStatus
  error?: string | null
  processing_at?: null
  method?: string | null
  fee?: number | null
  payment_id?: string
  contribution_id?: number
  person_id?: number | null
  branch_id?: number
  due_on?: null
  charged_amount?: number
  charged_currency?: string
  charged_fee?: number | null
  charged_at?: string | null
  decline?: Decline | null
  /** False where the provider may still be paid, and goes on being asked. */
  final?: boolean
}

/** Changes a gift whose outcome is known. @returns the row as it is now */
async function change(
  tx: Tx,
  church: Church,
  gift: TextRow,
  { error = null, final = true, ...changes }: Change,
): Promise<TextRow> {
  const sets = Object.entries({ ...changes, error }).map(([name, value]) => sql`${ident(name)} = ${value}`)
  if (changes.status !== 'succeeded' && final && error !== AMOUNT_MISMATCH) sets.push(FORGOTTEN_GIVER)
  const [row = []] = await tx.text(
    returning(
      sql`update gifts as t set ${join(sets)}, look_at = case when not ${final}::boolean then look_at end,
    completed_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz, charge_at = null
    where church_id = ${church.id} and id = ${column(gift, 'id')}`,
      gifts.alone,
      church.id,
    ),
  )
  await hintRecurring(tx, church, column(gift, 'recurring_id'))
  return row
}

/** `data` of payment.succeeded and payment.failed; the schema is in events/catalogue-core.ts. */
function payment(gift: TextRow, payment_id: string | null): string {
  const integer = (name: GiftColumn): number | null => {
    const text = column(gift, name)
    return text === null ? null : Number(text)
  }
  return JSON.stringify({
    provider: column(gift, 'provider'),
    payment_id,
    reference: column(gift, 'reference'),
    status: column(gift, 'status'),
    amount: integer('amount'),
    currency: column(gift, 'currency'),
    fee: integer('fee'),
    method: column(gift, 'method'),
    error: column(gift, 'error'),
    purpose: 'gift',
    gift_id: integer('id'),
    recurring_id: integer('recurring_id'),
    contribution_id: integer('contribution_id'),
    person_id: integer('person_id'),
  })
}

interface Paid {
  church: Church
  gift: TextRow
  state: Succeeded
}

async function succeed(tx: Tx, clock: Clock, { church, gift, state }: Paid): Promise<GiftStatus> {
  const { payment_id, fee, method } = state
  const given_on = await paidOn(tx, clock, church, { gift: Number(column(gift, 'id')), paid_at: state.paid_at })
  const { amount_base, person_id, branch_id } = await lookUp(tx, church, gift, given_on)
  const text = (name: GiftColumn): string | null => column(gift, name)
  const posted = await postContribution(tx, church, {
    person_id,
    fund_id: Number(text('fund_id')),
    branch_id,
    amount: state.amount,
    currency: state.currency,
    amount_base,
    method: 'online',
    given_on,
    reference: text('reference'),
    note: text('note'),
    source: 'online',
    payment_id,
    recurring_id: text('recurring_id') === null ? null : Number(text('recurring_id')),
    // Empty where they were forgotten before it was paid.
    donor_name: text('donor_name') || null,
    donor_email: text('donor_email') || null,
    is_anonymous: text('is_anonymous') === 't',
  })
  const made = { person_id, branch_id, contribution_id: posted.id }
  const settled = { status: 'succeeded', payment_id, method, fee, ...made } as const
  // Money all the same: a gift of its own.
  const twice = await isPaidTwice(tx, church, gift, column)
  const row = await change(tx, church, gift, { ...settled, ...(twice && { due_on: null }) })
  await record(tx, church, 'payment.succeeded', payment(row, payment_id))
  await record(tx, church, giftReceived, print(row))
  return 'succeeded'
}

/**
 * What the gift is worth, and who gave it: the one person on record with the e-mail. Only now that it is paid: anybody can
 * begin a gift with anybody's e-mail.
 * @throws Error when the church has no exchange rate any more: the provider then tells of the payment again
 */
async function lookUp(
  tx: Tx,
  church: Church,
  gift: TextRow,
  given_on: string,
): Promise<{ amount_base: number; person_id: number | null; branch_id: number }> {
  const currency = column(gift, 'currency') ?? church.currency
  const found = await tx.first<{ rate: string | null; person_id: number | null; branch_id: number | null }>(sql`
    with giver as (${giverOf(church, gift)})
    select ${rateOn(church.id, currency, given_on)} as rate, (select id from giver) as person_id,
      (select branch_id from giver) as branch_id`)
  const rate = found?.rate == null ? null : parseRate(found.rate)
  const amount_base = baseAmount(Number(column(gift, 'amount')), currency, church.currency, rate)
  if (amount_base === undefined) throw new Error(`${church.slug} has no exchange rate of ${currency} on ${given_on}.`)
  const branch_id = found?.branch_id ?? Number(column(gift, 'branch_id'))
  return { amount_base, person_id: found?.person_id ?? null, branch_id }
}

/** The giver of a recurring gift is who gave it before, whatever became of their e-mail. */
function giverOf(church: Church, gift: TextRow): Sql {
  const recurring = column(gift, 'recurring_id')
  const match = soleMatch(church.id, { email: column(gift, 'donor_email') }, EVERYBODY)
  if (recurring === null) return match
  return sql`select coalesce(p.id, m.id) as id, coalesce(p.branch_id, m.branch_id) as branch_id from (${match}) as m
    left join recurring_gifts as r on r.church_id = ${church.id} and r.id = ${recurring}
    left join people as p on p.church_id = ${church.id} and p.id = r.person_id and not p.removed`
}

interface Failure {
  error: string
  method: string | null
  final: boolean
  decline?: Decline | null
}

/** @param paid what was paid all the same, where that is not what was asked for */
async function fail(tx: Tx, church: Church, gift: TextRow, why: Failure, paid: Partial<Change> = {}): Promise<void> {
  const row = await change(tx, church, gift, { status: 'failed', processing_at: null, ...why, ...paid })
  await record(tx, church, 'payment.failed', payment(row, paid.payment_id ?? null))
}

/** What was paid, for the person who decides what becomes of it. An amount that no gift can have is not kept. */
function charged({ payment_id, amount, currency, fee, paid_at }: Succeeded): Partial<Change> {
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) return { payment_id }
  const charged_at = Number.isNaN(Date.parse(paid_at ?? '')) ? null : paid_at
  return { payment_id, charged_amount: amount, charged_currency: currency, charged_fee: fee, charged_at }
}

/** Money came, but not what was asked for: nothing is posted, and somebody has to look. */
async function mismatch(tx: Tx, church: Church, gift: TextRow, state: Succeeded): Promise<GiftStatus> {
  const { payment_id, method } = state
  if (column(gift, 'error') === AMOUNT_MISMATCH) return 'failed'
  const why = { error: AMOUNT_MISMATCH, method }
  // The failure that came before was told already.
  if (column(gift, 'status') === 'failed')
    await change(tx, church, gift, { status: 'failed', ...why, ...charged(state) })
  else await fail(tx, church, gift, { ...why, final: true }, charged(state))
  await postNotice(tx, church.id, {
    kind: 'payment_mismatch',
    title: msg('Payment {payment_id} is not what was asked for'),
    body: msg(
      'Gift {gift} ({reference}) is of {asked}; {provider} reports {amount} in minor units of {currency}. Nothing was posted. Look at the payment there. Then open the online gift here and press “Take into the books…”: what was paid is the gift. If it is to go back, press “Refund…” after that.',
    ),
    values: {
      payment_id,
      gift: String(column(gift, 'id')),
      reference: String(column(gift, 'reference')),
      asked: { amount: Number(column(gift, 'amount')), currency: column(gift, 'currency') ?? '' },
      provider: String(column(gift, 'provider')),
      amount: String(state.amount),
      currency: state.currency,
    },
  })
  return 'failed'
}
