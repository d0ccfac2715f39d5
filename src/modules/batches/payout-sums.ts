/** What the lines of a payout come to. */

/**
 * payment: of a giver. refund, dispute: money that went back, or came again. fee: what the provider takes beside the fees of
 * payments. returned: an earlier payout that the bank sent back. other: what the provider does not itemize, or what is none of these.
 */
export type PayoutLineKind = 'payment' | 'refund' | 'dispute' | 'fee' | 'returned' | 'other'

export interface PayoutLine {
  kind: PayoutLineKind
  /** What the provider calls the line. */
  reference: string
  /** What it calls the payment; of `returned` the payout. */
  payment_id: string | null
  /** In minor units of the currency of the payout; below zero for money that went. */
  amount: number
  /** What the provider keeps of it; below zero for a fee that it gives back. */
  fee: number
  happened_on: string | null
  /** The gift; null where none is of it. */
  contribution_id: number | null
}

/** What the bank got is gross − fees + refunds + disputes + other. */
export interface PayoutSums {
  gross: number
  fees: number
  refunds: number
  disputes: number
  other: number
}

export function payoutSums(lines: readonly PayoutLine[]): PayoutSums {
  const of = (...kinds: PayoutLineKind[]): number =>
    lines.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0), 0)
  const kept = lines.reduce((sum, { fee }) => sum + fee, 0)
  // A sum of nothing is 0, never −0.
  const fees = kept - of('fee')
  return { gross: of('payment'), fees, refunds: of('refund'), disputes: of('dispute'), other: of('returned', 'other') }
}

/** The bank line that they make. */
export const netOf = ({ gross, fees, refunds, disputes, other }: PayoutSums): number =>
  gross - fees + refunds + disputes + other
