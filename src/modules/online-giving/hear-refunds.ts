/** What callbacks tell of refunds and disputes. */
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { askNow } from './ask-provider.ts'
import { findGift } from './begin-gift.ts'
import { AMOUNT_MISMATCH } from './never-paid.ts'
import { paidBy } from './paid-gift.ts'
import type { GivingParts } from './parts.ts'
import type { ChurchProvider } from './payment-providers.ts'
import { type DisputeHappening, type PaymentName, ProviderFault, type RefundHappening } from './provider.ts'
import { settleDispute } from './settle-dispute.ts'
import { namedFirst, type Settled, settleRefund } from './settle-refund.ts'

/** `later`: the provider has to tell of it again. */
export type Heard = 'heard' | 'later'

/**
 * Takes what is told of money that goes back. A payment that is none of ours is heard and left, and so is one that is not in the
 * books for good: not what was asked for, or a test of a church that takes money. One that we do not know to be paid yet is asked
 * about first: its own callback may come after this one.
 */
export async function hearMoneyBack(
  parts: GivingParts,
  church: Church,
  found: ChurchProvider,
  happening: RefundHappening | DisputeHappening,
): Promise<Heard> {
  const payment = 'refund_of' in happening ? happening.refund_of : happening.dispute_of
  const first = await settle(parts, church, found, happening)
  if (first !== 'unpaid') return first === 'later' ? 'later' : 'heard'
  const isTest = (await learnOfPayment(parts, church, payment)) === 'test'
  const again = await settle(parts, church, found, happening)
  return again === 'later' || (again === 'unpaid' && !isTest) ? 'later' : 'heard'
}

/** @returns `test` for a payment with which no money moved */
async function learnOfPayment(
  parts: GivingParts,
  church: Church,
  { reference }: PaymentName,
): Promise<'test' | undefined> {
  const gift = reference === undefined ? undefined : await findGift(parts.read, church.id, reference)
  const told = gift === undefined ? undefined : await askNow(parts, church, gift)
  return told?.status === 'succeeded' && told.is_test ? 'test' : undefined
}

async function settle(
  parts: GivingParts,
  church: Church,
  found: ChurchProvider,
  happening: RefundHappening | DisputeHappening,
): Promise<Settled | 'later'> {
  const provider = found.provider.name
  if ('dispute' in happening) {
    const { dispute_of: payment, dispute } = happening
    return await parts.take(settleDispute, church, { provider, payment, dispute })
  }
  const { refund_of: payment, told } = happening
  if (told !== undefined) return await parts.take(settleRefund, church, { provider, payment, told })
  return await lookAtAll(parts, church, found, payment)
}

/** Asks for all refunds of a payment: the callback does not tell of which one it is. */
async function lookAtAll(
  parts: GivingParts,
  church: Church,
  { provider, account }: ChurchProvider,
  payment: PaymentName,
): Promise<Settled | 'later'> {
  const of = { provider: provider.name, payment }
  const gift = await paidBy(parts.read, church.id, of)
  if (gift === undefined || gift.error === AMOUNT_MISMATCH) return 'none'
  if (gift.payment_id === null) return 'unpaid'
  if (provider.refunds === undefined) return 'settled'
  try {
    for (const told of namedFirst(await provider.refunds(gift.payment_id, account, parts.network))) {
      await parts.take(settleRefund, church, { ...of, told })
    }
    return 'settled'
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    const about = { church: church.slug, provider: provider.name, gift: gift.id }
    parts.log.warn({ ...about, why: error.message }, 'The refunds of a payment were not told')
    return 'later'
  }
}
