/**
 * What follows when a gift that is in the books counts no more, or for less, or for more again: a deposit has an adjustment, say.
 * Modules that stand above this one say what, and it happens in the transaction that changes the gift.
 */
import type { Tx } from '../../db/database.ts'
import type { Church } from '../../resource/caller.ts'
import { type Extended, extensionPoint } from '../../resource/extension-point.ts'

/** Why: `voided` by a person, or an import was undone; `bounced`: the bank sent it back; money went back; or it did not, after it was said to. */
export type CorrectionCause = 'voided' | 'bounced' | 'refund' | 'refund_undone'

/** A gift whose worth in the books is another from now on. Amounts are minor units; void ones stay as they were given. */
export interface Correction {
  cause: CorrectionCause
  /** The gift as it stood before, which is void now. */
  contribution_id: number
  branch_id: number
  fund_id: number
  currency: string
  /** The gift in its place, of what is left; null where nothing is. Its day, fund, branch and giver are those of the old one. */
  replaced_by: number | null
  /** By how much the books count more (less below zero), in `currency` and in that of the church. */
  change: number
  change_base: number
  /** The day at the church on which this happened, `YYYY-MM-DD`: not that on which it was given. */
  happened_on: string
  /** In words, as it stands with the void gift. */
  reason: string | null
}

/** Does what follows. Gifts, and what replaces them, are written already; a fault rolls all of it back. */
type Follows = (tx: Tx, church: Church, corrections: readonly Correction[]) => Promise<void>

/** Where modules say what follows. */
export const correctedGifts = extensionPoint<Follows>('what follows corrected gifts')

/** In whose books gifts are corrected, and who is told of it. */
export interface Books {
  church: Church
  house: Extended
}

/** Tells all who said so, one after the other. */
export async function tellCorrections(
  tx: Tx,
  { church, house }: Books,
  corrections: readonly Correction[],
): Promise<void> {
  if (corrections.length === 0) return
  for (const follows of house.addedAt(correctedGifts)) await follows(tx, church, corrections)
}
