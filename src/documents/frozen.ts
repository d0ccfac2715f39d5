/** What is in a document that was issued: figures as they were computed, never computed anew (decision 0026). */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../lib/json.ts'

/** Figures as they are stored: two columns of the document. */
export interface Frozen {
  /** Canonical JSON, as text: jsonb would reorder its keys. */
  figures: string
  /** SHA-256 of its UTF-8, 32 bytes. */
  sha256: Buffer
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/**
 * Freezes figures. Amounts are integers, as `bigint` or as `number`.
 * @throws RangeError for a number that JSON cannot hold exactly: beyond 2^53 - 1, with a fraction that a sum brought in, not finite
 */
export function freeze(figures: object): Frozen {
  const text = canonicalJson(exact(figures))
  return { figures: text, sha256: sha256(text) }
}

/** A document whose figures are not those that were issued: its row was changed past us. */
export class NotAsIssued extends Error {
  constructor(document: string) {
    super(
      `The figures of ${document} are not those that were issued: their SHA-256 is another. Nothing is made of them.`,
    )
    this.name = 'NotAsIssued'
  }
}

/**
 * The figures of a document, held against their hash. `Figures` is what was frozen, with numbers in the place of bigints.
 * @param sha256 as the driver gives it: bytes, or PostgreSQL's text (`\x…`)
 * @param document what it is called, for the error
 * @throws NotAsIssued where they do not belong together
 */
export function thaw<Figures>(frozen: { figures: string; sha256: Buffer | string }, document: string): Figures {
  const kept = typeof frozen.sha256 === 'string' ? frozen.sha256.replace(/^\\x/, '') : frozen.sha256.toString('hex')
  if (sha256(frozen.figures).toString('hex') !== kept) throw new NotAsIssued(document)
  return JSON.parse(frozen.figures) as Figures
}

/** The same with every bigint as a number. */
function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return safe(Number(value), value)
  if (typeof value === 'number') return safe(value, value)
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exact(one)]))
}

function safe(number: number, said: bigint | number): number {
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${said} cannot be frozen: figures are integers up to 2^53 - 1.`)
  return number
}
