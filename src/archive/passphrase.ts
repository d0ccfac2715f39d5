/** Seals the secrets of a church for the way: with a key made from a passphrase that both operators know. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { ArchiveError } from './archive-error.ts'

/** How the key is made from the passphrase, as the manifest says it. */
export interface KeyRecipe {
  kdf: 'scrypt'
  n: number
  r: 8
  p: 1
  /** Base64. */
  salt: string
  /** A known text, sealed: tells a wrong passphrase before anything is read. */
  check: string
}

const CIPHER = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES, SALT_BYTES, KEY_BYTES] = [12, 16, 16, 32]
/** 128 MB for half a second (OWASP, Password Storage). */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const
const MEMORY = 256 * 1024 * 1024
const SHORTEST = 12
const KNOWN = 'sexton church archive'

const makeKey = promisify(scrypt) as (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>

/** The key of one archive. */
export class ArchiveKey {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  /** A key for a new archive. @throws ArchiveError for a passphrase that is too short */
  static async make(passphrase: string): Promise<{ key: ArchiveKey; recipe: KeyRecipe }> {
    if (passphrase.length < SHORTEST) {
      throw new ArchiveError(`The passphrase has ${passphrase.length} characters. Take at least ${SHORTEST}.`)
    }
    const salt = randomBytes(SALT_BYTES)
    const key = new ArchiveKey(await derive(passphrase, { ...COST, salt: salt.toString('base64') }))
    const recipe: KeyRecipe = { kdf: 'scrypt', ...COST, salt: salt.toString('base64'), check: key.seal('check', KNOWN) }
    return { key, recipe }
  }

  /** The key of an archive that is there. @throws ArchiveError for another passphrase */
  static async open(passphrase: string, recipe: KeyRecipe): Promise<ArchiveKey> {
    const key = new ArchiveKey(await derive(passphrase, recipe))
    if (key.#unsealed('check', recipe.check) === KNOWN) return key
    throw new ArchiveError('The passphrase is not the one that the archive was sealed with.')
  }

  /** @param use where the text stands: sealed for one place it opens in no other */
  seal(use: string, text: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(use))
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }

  /** @throws ArchiveError for a text that was changed, or sealed for something else */
  open(use: string, sealed: string): string {
    const text = this.#unsealed(use, sealed)
    if (text !== undefined) return text
    throw new ArchiveError(`A secret of the archive was changed (${use}).`)
  }

  #unsealed(use: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64')
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(use))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
}

const derive = (passphrase: string, { n, r, p, salt }: Pick<KeyRecipe, 'n' | 'r' | 'p' | 'salt'>): Promise<Buffer> =>
  makeKey(passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, { N: n, r, p, maxmem: MEMORY })
