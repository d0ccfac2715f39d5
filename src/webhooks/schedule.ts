/** When a failed delivery is tried again (spec, Events, Delivery rules 2). */

/**
 * The moment of the next attempt: exactly one gap after the end of the attempt that failed, without jitter.
 * @param number of the attempt that failed, from 1
 * @param ended when it ended, milliseconds since 1970
 * @param gaps seconds
 * @returns milliseconds since 1970, or null when it was the last
 */
export function nextTry(number: number, ended: number, gaps: readonly number[]): number | null {
  const gap = gaps[number - 1]
  return gap === undefined ? null : ended + gap * 1000
}

/** The id of an attempt, as it is sent and logged: a repetition after a crash has the same. */
export const attemptId = (delivery: number, number: number): string => `dlv_${delivery}_${number}`

/** Reads an id of an attempt or of its delivery. */
export function readAttemptId(text: string): { delivery: number; number?: number } | undefined {
  const [, delivery, number] = /^dlv_([1-9]\d{0,14})(?:_(\d{1,4}))?$/.exec(text) ?? []
  if (delivery === undefined) return undefined
  return { delivery: Number(delivery), ...(number !== undefined && { number: Number(number) }) }
}
