/**
 * What follows when a gift that is in the books counts no more, or for less, or for more again: a deposit has an adjustment, say.
 * Modules that stand above this one say what, and it happens in the transaction that changes the gift.
 */
import type { Tx } from '../../db/database.ts'
import type { Church } from '../../resource/caller.ts'

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
export type Follows = (tx: Tx, church: Church, corrections: readonly Correction[]) => Promise<void>

const FOLLOWING: Follows[] = []

/** Says what follows; called once, where the module is declared. @returns ends it, for tests */
export function followCorrections(follows: Follows): () => void {
  FOLLOWING.push(follows)
  return () => void FOLLOWING.splice(FOLLOWING.indexOf(follows), 1)
}

/** Tells all who said so, in the order in which they did. */
export async function tellCorrections(tx: Tx, church: Church, corrections: readonly Correction[]): Promise<void> {
  if (corrections.length === 0) return
  for (const follows of FOLLOWING) await follows(tx, church, corrections)
}
