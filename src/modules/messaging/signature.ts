/** How callbacks of providers are known to be theirs. */
import { timingSafeEqual } from 'node:crypto'

/** Whether what was sent is what was expected; how long it takes tells nothing of where they differ. */
export function isSame(sent: string | null | undefined, expected: string): boolean {
  if (sent === null || sent === undefined) return false
  const [theirs, ours] = [Buffer.from(sent), Buffer.from(expected)]
  return theirs.length === ours.length && timingSafeEqual(theirs, ours)
}
