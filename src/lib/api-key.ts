/** The form of an API key (decisions, Keys): made, checked and hashed here, stored nowhere. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'sx_live_'
const RANDOM_LENGTH = 26
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = /^sx_live_[0-9A-Za-z]{32}$/
// The largest multiple of 62 that a byte holds: bytes from here on would favour the alphabet's first letters.
const UNBIASED = 248

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/**
 * Makes an API key: `sx_live_`, 26 random letters and digits (154 bits), and the base-62 CRC-32 of all before it.
 * @param random gives `n` random bytes, such as node:crypto's randomBytes.
 */
export function newKey(random: (n: number) => Buffer): string {
  let letters = ''
  while (letters.length < RANDOM_LENGTH) {
    for (const byte of random(RANDOM_LENGTH - letters.length)) {
      if (byte < UNBIASED) letters += ALPHABET.charAt(byte % 62)
    }
  }
  const body = PREFIX + letters
  return body + checksum(body)
}

/** Whether a text has the form of a key and its checksum fits: a typo or noise is refused without a look-up. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)))
}

/** The first 12 characters: what may be shown of a key once it was given out. */
export function keyPrefix(key: string): string {
  return key.slice(0, 12)
}

/** A text, such as a path, with every key in it cut down to what may be shown. */
export function hideKeys(text: string): string {
  return text.replace(/sx(?:_|%5f)live(?:_|%5f)[0-9a-z]+/gi, key => `${keyPrefix(key)}…`)
}

/** SHA-256 of the key, 32 bytes: what is stored. A key is random enough to need neither salt nor a slow hash. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
