/**
 * Proof of work: a number that makes the SHA-256 of a text begin with so many zero bits. Finding it takes about 2 to the
 * power of these bits tries, checking it one.
 */
import { createHash } from 'node:crypto'

/** What is hashed. The text is at most 40 characters of ASCII, so that a browser hashes a single block. */
const provenText = (text: string, answer: string): string => `${text}.${answer}`

/** Whether an answer, digits, proves the work. */
export function proves(text: string, answer: string, bits: number): boolean {
  if (!/^\d{1,12}$/.test(answer)) return false
  const digest = createHash('sha256').update(provenText(text, answer)).digest()
  return Math.clz32(digest.readUInt32BE()) >= bits
}
