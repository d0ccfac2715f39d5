/**
 * The end of payments that only a person can judge (decision 0011): what was charged is not what was asked for, or nobody could
 * say whether anything was. Until somebody has, such a gift is in no books, and its period of a recurring gift waits.
 */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import { action } from '../../resource/action.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import { limitOf } from '../../resource/limit.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { rateOn } from '../contributions/post-contribution.ts'
import { gifts } from './gifts.ts'
import { UNCONFIRMED } from './give-up.ts'
import { AMOUNT_MISMATCH, FORGOTTEN_GIVER } from './never-paid.ts'
import { paidOn } from './payment-facts.ts'
import { churchProvider } from './payment-providers.ts'
import { hintRecurring } from './periods.ts'
import { ProviderFault, type Succeeded, type ToldRefund } from './provider.ts'
import { settle } from './settle.ts'
import { lostDisputes } from './settle-dispute.ts'
import { lockPaid, namedFirst, takeTold } from './settle-refund.ts'

const { column, columnsIn, print } = gifts.alone

/** What the provider says of the payment now. */
interface Said {
  /** Where it was not kept when it was told of. */
  paid: Succeeded | undefined
  /** What of it went back already: it was in no books, and so was that. */
  refunds: readonly ToldRefund[]
}

const id = field.ref().required()

export const acceptCharged = action({
  name: 'gifts.accept_charged',
  label: 'Take into the books…',
  logged: 'Took a payment of another amount than was asked for into the books',
  asks: 'Is what was paid the gift?',
  confirm:
    'The gift is of what the provider charged then, and is in the books with the day of the payment. Where the money is to go back, do this first, and then press “Refund…”.',
  submit: 'Take into the books',
  done: 'What was paid is in the books.',
  may: within(FINANCE),
  stepUp: true,
  fields: { id },
  on: gifts,
  when: { status: ['failed'], error: [AMOUNT_MISMATCH] },
  prepare: (reading, caller, input) => askAgain(reading, caller, input.id),
  async run(tx, { caller: { church }, clock, house, note }, _input, { paid, refunds }, record) {
    const gift = Number(column(record, 'id'))
    const provider = column(record, 'provider') ?? ''
    const state = (await keptOf(tx, church, gift)) ?? paid
    if (state === undefined) {
      throw new ApiError('wrong_state', {
        message: because('Nobody knows what was charged. Look at the provider, and record the gift by hand.'),
      })
    }
    const { amount, currency, payment_id, paid_at } = state
    await checkRate(tx, church, currency, await paidOn(tx, clock, church, { gift, paid_at }))
    await tx.run(sql`update gifts set amount = ${amount}, currency = ${currency}
      where church_id = ${church.id} and id = ${gift}`)
    const reference = column(record, 'reference') ?? ''
    if ((await settle(tx, clock, { church, provider, reference }, state)) !== 'succeeded') {
      throw new ApiError('wrong_state', {
        message: because('It is a test, and this church takes money: no test is recorded.'),
      })
    }
    const booked = await lockPaid(tx, church, { provider, payment: { payment_id } })
    if (booked === undefined) throw new Error(`Gift ${gift} was not found by its payment.`)
    const gone = [...(await lostDisputes(tx, church, booked)), ...namedFirst(refunds)]
    for (const told of gone) {
      const source = told.provider_refund_id.startsWith('dispute-') ? 'dispute' : 'provider'
      await takeTold(tx, { church, clock, house, gift: booked, provider }, told, source)
    }
    const asked = { asked: Number(column(record, 'amount')), asked_currency: column(record, 'currency') }
    note({ detail: { ...asked, amount, currency } })
    return await shown(tx, church, gift)
  },
})

export const ruleOutPayment = action({
  name: 'gifts.rule_out',
  label: 'It was not paid…',
  logged: 'Said that an online gift was not paid',
  asks: 'Did you look at the payment provider?',
  confirm:
    'The provider could not be asked, so only you can tell. A recurring gift may be charged again for this period then. Should the provider tell of a payment later, it is recorded all the same.',
  submit: 'It was not paid',
  done: 'It counts as not paid.',
  may: within(FINANCE),
  stepUp: true,
  fields: { id },
  on: gifts,
  when: { status: ['expired'], error: [UNCONFIRMED] },
  async run(tx, { caller: { church } }, _input, _prepared, record) {
    const gift = Number(column(record, 'id'))
    await tx.run(sql`update gifts set error = null, ${FORGOTTEN_GIVER}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${gift}`)
    await hintRecurring(tx, church, column(record, 'recurring_id'))
    return await shown(tx, church, gift)
  },
})

async function shown(tx: Tx, church: Church, gift: number): Promise<Json<RecordOf<typeof gifts.fields>>> {
  const [row = []]: TextRow[] = await tx.text(
    sql`select ${columnsIn(church.id)} from gifts as t where t.church_id = ${church.id} and t.id = ${gift}`,
  )
  return new Json<RecordOf<typeof gifts.fields>>(print(row))
}

/** What was charged, as it was told of; undefined of gifts that failed before that was kept. */
async function keptOf(tx: Tx, church: Church, gift: number): Promise<Succeeded | undefined> {
  const kept = await tx.first<
    Omit<Succeeded, 'status'>
  >(sql`select payment_id, charged_amount as amount, charged_currency as currency, charged_fee as fee, method,
      charged_at::text as paid_at, is_test from gifts
    where church_id = ${church.id} and id = ${gift} and charged_amount is not null and payment_id is not null`)
  return kept && { status: 'succeeded', ...kept }
}

/** @throws ApiError `service_unavailable` where the provider does not answer: money may have gone back that nobody heard of */
async function askAgain({ read, vault, network }: Reading, caller: Caller, id: number): Promise<Said> {
  const { church } = caller
  const gift = await read.first<{
    provider: string
    reference: string
    provider_ref: string | null
    payment_id: string | null
    charged: boolean
    kept: boolean
  }>(sql`select t.provider, t.reference, t.provider_ref, t.payment_id, t.mandate_id is not null as charged,
      t.charged_amount is not null as kept
    from gifts as t where t.church_id = ${church.id} and t.id = ${id} and t.status = 'failed'
      and t.error = ${AMOUNT_MISMATCH} and ${limitOf(gifts.limitTo, caller) ?? sql`true`}`)
  const found = gift && (await churchProvider(read, vault, church.id, gift.provider))
  if (found === undefined || gift === undefined) return { paid: undefined, refunds: [] }
  const { provider, account } = found
  try {
    const told = gift.kept ? undefined : await provider.look?.(gift, account, network)
    const paid = told?.status === 'succeeded' ? told : undefined
    const payment = gift.payment_id ?? paid?.payment_id
    const refunds = payment === undefined ? [] : await provider.refunds?.(payment, account, network)
    return { paid, refunds: refunds ?? [] }
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    throw new ApiError('service_unavailable', {
      message: because(
        '{title} could not be asked what of it went back already. Nothing was changed: try again in a moment.',
        { title: provider.title },
      ),
      headers: { 'Retry-After': String(RETRY_SECONDS) },
      cause: error,
    })
  }
}

const RETRY_SECONDS = 30

/** @throws ApiError `validation_failed` */
async function checkRate(tx: Tx, church: Church, currency: string, day: string): Promise<void> {
  if (currency === church.currency) return
  const found = await tx.first<{ rate: string | null }>(sql`select ${rateOn(church.id, currency, day)} as rate`)
  const problems = new Problems()
  if (found?.rate == null) {
    problems.add(
      'id',
      because('was paid in {currency}, which has no exchange rate to {base} on {day}', {
        currency,
        base: church.currency,
        day,
      }),
    )
  }
  problems.throwIfAny()
}
