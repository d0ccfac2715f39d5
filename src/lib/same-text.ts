/** Compares secrets. */
import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether what was sent is what was expected; how long it takes tells nothing of where they differ. */
export const isSame = (sent: string | null | undefined, expected: string): boolean =>
  sent !== null && sent !== undefined && timingSafeEqual(digest(sent), digest(expected))
