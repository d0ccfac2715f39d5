/** What a provider tells of its payouts: what it sent to the church's bank, and what it put into it. */
import type { PayoutLineKind } from '../batches/payout-sums.ts'

/** One thing that a payout is made of. */
export interface ToldLine {
  kind: PayoutLineKind
  /** What the provider calls the line. */
  reference: string
  /** What it calls the payment; of a payout that came back, the payout. */
  payment_id: string | null
  /** Ours, of the gift, where the provider hands it back. */
  gift: string | null
  /** In minor units of the currency of the payout; below zero for money that went. */
  amount: number
  fee: number
  /** ISO 8601; null where the provider does not say. */
  happened_at: string | null
}

/** A payout. */
export interface ToldPayout {
  payout_id: string
  /** `pending`: it is on its way, or the provider does not know yet what it is made of. */
  status: 'pending' | 'paid' | 'failed'
  currency: string
  /** What the bank gets, in minor units; below zero where the provider takes money from there. */
  net: number
  /** Days at the provider, `YYYY-MM-DD`. */
  made_on: string
  arrives_on: string
  error: string | null
  /**
   * What it is made of.
   * @throws NoAnswer, or ProviderFault for an answer that cannot be used
   */
  lines(): Promise<readonly ToldLine[]>
}

/** Payments and refunds of our own books, for a provider that keeps none (development). */
export interface OwnMoney {
  kind: 'payment' | 'refund'
  reference: string
  payment_id: string
  amount: number
  currency: string
  day: string
}

export interface Books {
  /** Today, at the church. */
  day: string
  /** Of these days on. */
  money(since: string): Promise<readonly OwnMoney[]>
}

/** What a callback tells: payouts are to be asked for. */
export interface PayoutHappening {
  payouts: true
}

/** Pages of one list: a provider that never ends is not listened to for ever. */
export const MOST_PAGES = 1_000
