/** The codes that an authenticator app shows (RFC 6238): SHA-1, six digits, thirty seconds. */
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const STEP_MS = 30_000

/** The code after the one that is shown now: it is taken already, as clocks differ. */
export const nextCodeOf = (uri: string): string => codeOf(uri, Date.now() + STEP_MS)

/** @param uri as the QR code holds it: `otpauth://totp/…?secret=…` */
export function codeOf(uri: string, now = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...secret].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
