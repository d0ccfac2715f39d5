/** Payouts of Stripe, and what they are made of (https://docs.stripe.com/payouts/reconciliation). */
import type Stripe from 'stripe'
import { oneLine } from '../../../outgoing/answer-text.ts'
import type { PayoutLineKind } from '../../batches/payout-sums.ts'
import { MOST_PAGES, type ToldLine, type ToldPayout } from '../payout.ts'
import { ProviderFault } from '../provider.ts'
import { fromStripe } from './stripe-amounts.ts'

const PAYOUTS_A_PAGE = 100
/** With the charge of each: more would not fit into the 256 KiB that are read of an answer. */
const LINES_A_PAGE = 20

/** Asks with a client of its own, and says what went wrong. */
export type Asking = <T>(ask: (stripe: Stripe) => Promise<T>) => Promise<T>

interface Listed<T> {
  data: T[]
  has_more: boolean
}

/** All pages of a list. @throws ProviderFault */
async function* pagesOf<T extends { id: string }>(page: (after: string | undefined) => Promise<Listed<T>>) {
  let after: string | undefined
  for (let n = 0; n < MOST_PAGES; n += 1) {
    const { data, has_more } = await page(after)
    if (!Array.isArray(data)) throw new ProviderFault('Stripe told no list')
    yield* data
    const last = data.at(-1)?.id
    if (!has_more || last === undefined) return
    if (last === after) throw new ProviderFault('Stripe told the same page twice')
    after = last
  }
  throw new ProviderFault('Stripe told a list without an end')
}

/** Payouts that arrive on that day or later, the oldest last. @throws NoAnswer, ProviderFault */
export async function* listPayouts(ask: Asking, since: string): AsyncGenerator<ToldPayout> {
  const gte = Date.parse(`${since}T00:00:00Z`) / 1000
  const page = (after: string | undefined) =>
    ask(stripe =>
      stripe.payouts.list({
        arrival_date: { gte },
        limit: PAYOUTS_A_PAGE,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
  for await (const payout of pagesOf<Stripe.Payout>(page)) yield toldPayout(ask, payout)
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** @throws ProviderFault where it has no id, amount or days */
function toldPayout(ask: Asking, payout: Stripe.Payout): ToldPayout {
  const { id, amount, currency: code, arrival_date, created, failure_message, failure_code, automatic } = payout
  const days = Number.isSafeInteger(arrival_date) && Number.isSafeInteger(created)
  if (typeof id !== 'string' || typeof amount !== 'number' || typeof code !== 'string' || !days) {
    throw new ProviderFault('Stripe tells of a payout without its id, amount or days')
  }
  const currency = code.toUpperCase()
  return {
    payout_id: id,
    status: statusOf(payout),
    currency,
    net: Math.round(fromStripe(amount, currency)),
    made_on: dayOf(created),
    arrives_on: dayOf(arrival_date),
    error: failure_message || failure_code ? oneLine(failure_message || failure_code || '') : null,
    // What a person paid out by hand is made of nothing that Stripe could name.
    lines: async () => (automatic === false ? [] : await listLines(ask, id)),
  }
}

/** While Stripe still sorts out what is in a payout, its list may be short. */
function statusOf({ status, reconciliation_status }: Stripe.Payout): ToldPayout['status'] {
  if (status === 'failed') return 'failed'
  return status === 'paid' && reconciliation_status !== 'in_progress' ? 'paid' : 'pending'
}

async function listLines(ask: Asking, payout: string): Promise<ToldLine[]> {
  const page = (after: string | undefined) =>
    ask(stripe =>
      stripe.balanceTransactions.list({
        payout,
        limit: LINES_A_PAGE,
        expand: ['data.source'],
        ...(after !== undefined && { starting_after: after }),
      }),
    )
  const lines: ToldLine[] = []
  for await (const booked of pagesOf<Stripe.BalanceTransaction>(page)) {
    const line = toldLine(booked, payout)
    if (line !== undefined) lines.push(line)
  }
  return lines
}

/** https://docs.stripe.com/reports/reporting-categories */
const KINDS: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  charge_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  tax: 'fee',
  payout_reversal: 'returned',
}

/** Undefined of the payout itself, which is in its own list. @throws ProviderFault */
function toldLine(booked: Stripe.BalanceTransaction, payout: string): ToldLine | undefined {
  const { id, amount, fee, currency: code, reporting_category, type, source, created } = booked
  if (typeof id !== 'string' || typeof amount !== 'number' || typeof fee !== 'number' || typeof code !== 'string') {
    throw new ProviderFault('Stripe tells of a line of a payout without its id, amount or fee')
  }
  const from = typeof source === 'string' ? { id: source } : source
  if (type === 'payout' && (from === null || from.id === payout)) return undefined
  const kind = KINDS[reporting_category] ?? 'other'
  const currency = code.toUpperCase()
  return {
    kind,
    reference: id,
    payment_id: paymentOf(kind, from),
    gift: giftOf(from),
    amount: Math.round(fromStripe(amount, currency)),
    fee: Math.round(fromStripe(fee, currency)),
    happened_at: Number.isSafeInteger(created) ? new Date(created * 1000).toISOString() : null,
  }
}

type Source = { id: string; payment_intent?: unknown; metadata?: Record<string, string> | null }

/** What it is about: the payment intent, by which gifts are known, or the payout that came back. */
function paymentOf(kind: PayoutLineKind, source: unknown): string | null {
  if (source === null) return null
  const { id, payment_intent: intent } = source as Source
  if (typeof intent === 'string') return intent
  const named = (intent as { id?: unknown } | null | undefined)?.id
  if (typeof named === 'string') return named
  return kind === 'payment' || kind === 'returned' ? id : null
}

/** The metadata of a payment, and so our reference of the gift, are those of its charge, too. */
const giftOf = (source: unknown): string | null => (source as Source | null)?.metadata?.reference ?? null
