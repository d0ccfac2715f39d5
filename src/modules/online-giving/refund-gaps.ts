/** When a provider is told of a refund again, or asked what became of it: with growing gaps. */

const MINUTE_MS = 60_000

/** Minutes between tries of a refund that the provider has not answered yet: two days in all. */
const REQUESTED_GAPS = [1, 5, 6, 30, 60, 180, 360, 720, 1_440] as const

/** Minutes between questions about one that is on its way; the last one is repeated. */
const PENDING_GAPS = [60, 360, 1_440] as const

/** A bank may take two weeks; a callback tells of what comes after that. */
const PENDING_LOOKS = 32

/**
 * What was sent and not answered may still be under way at the provider. Where the same request twice is two refunds, it is not
 * sent again before this time has passed and the provider, asked for all of the payment, does not know it.
 */
export const QUIET_MS = 5 * MINUTE_MS

const after = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

/** When one that the provider did not answer is tried again, after so many tries; null: no more. */
export function nextTry(now: Date, tries: number): Date | null {
  const gap = REQUESTED_GAPS[tries - 1]
  return gap === undefined ? null : after(now, gap)
}

export const firstPendingLook = (now: Date): Date => after(now, PENDING_GAPS[0])

/** When one that is on its way is asked about again, after so many questions; null: no more. */
export const nextPendingLook = (now: Date, looks: number): Date | null =>
  looks >= PENDING_LOOKS ? null : after(now, PENDING_GAPS[Math.min(looks, PENDING_GAPS.length - 1)] ?? 0)
