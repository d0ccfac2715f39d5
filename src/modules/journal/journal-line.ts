/** What a journal is made of. */
import type { Purpose } from './account-codes.ts'

/**
 * What an entry has: gifts of these days; gifts of days that were closed, recorded since; gifts of such days, voided since.
 * A part refund is both of the latter: the gift is voided, and one of the rest is recorded.
 */
export type Kind = 'gifts' | 'added' | 'voided'

/** A line, as it is kept. Amounts are minor units as text. */
export interface JournalLine {
  /** The day on which it is booked. */
  date: string
  /** The same on each line of an entry. */
  reference: string
  kind: Kind | 'payout' | 'returned' | 'deposit' | 'bounced'
  /** The day on which it was given; of a payout or a deposit that on which it was at the bank. */
  given_on: string
  branch: string
  /** What is booked on it: a way to give, the name of a fund, or what payouts and deposits are booked on. */
  method: string | null
  fund: string | null
  /** Whatever the fund is called since; journals that were closed before this was kept have the name alone. */
  fund_id?: number | null
  /** Journals that were closed before payouts were booked have none. */
  purpose?: Purpose | null
  /** Of the accounting program; null where none is set. */
  account: string | null
  side: 'debit' | 'credit'
  /** In the currency of the church. */
  amount: string
  gifts: number
  /** What it was given in. */
  given: { amount: string; currency: string }
}

/** A closed journal, as it is frozen. */
export interface JournalFigures {
  lines: JournalLine[]
  /** The account of the bank when it was closed; null where none was set. Those that were closed before this was kept have none. */
  bank?: string | null
}

/** Days of a journal. */
export interface JournalSpan {
  from: string
  to: string
  /** What is closed before it: from which day, and when that was done last. Without it nothing is booked later. */
  closed?: { from: string; at: string }
}
