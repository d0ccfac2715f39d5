/**
 * Keeps the secrets of churches (their accounts with providers) encrypted at rest, and signs what comes back from outside.
 * The key is SEXTON_SECRET_KEY or, without it, a file in the data directory that is made when it is first needed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { type Database, NO_CHURCH, type Tx } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { SealedFor } from './sealed-column.ts'

/** The key is not there, or not the one that was used; the message says what to do. */
export class VaultError extends Error {}

const FILE = 'secret-key'
const CIPHER = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES, SIGNATURE_BYTES] = [12, 16, 18]

/** Half a key: derived from the secret for one use, so that no use can tell anything of another. */
const derive = (secret: string, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'sexton', use, 32))

interface Key {
  /** Tells which key sealed a text; says nothing of the key. */
  id: string
  seal: Buffer
  sign: Buffer
}

function keyOf(secret: string): Key {
  const id = createHash('sha256').update(derive(secret, 'id')).digest('hex').slice(0, 8)
  return { id, seal: derive(secret, 'seal'), sign: derive(secret, 'sign') }
}

/** Seals and opens secrets; a text that was sealed for one church and use opens for no other. */
export class Vault {
  readonly #secrets: () => readonly string[]
  #known: readonly [Key, ...Key[]] | undefined
  /** The id of the key that this database seals with, once that is known. */
  #agreed: string | undefined

  constructor({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>) {
    this.#secrets = () => (secretKey.length > 0 ? secretKey : [fileKey(dataDir)])
  }

  /** @param use what the text is for: that of the column where it will stand */
  seal(church: number, use: SealedFor, text: string): string {
    return this.#seal(church, use, text, () => randomBytes(IV_BYTES))
  }

  /**
   * The same, with the same result whenever the same text is sealed for the same church and use: that two are alike can be
   * seen, and nothing else. For what is given out, so that the same request has the same answer.
   */
  sealAlike(church: number, use: string, text: string): string {
    return this.#seal(church, use, text, ({ sign }) =>
      createHmac('sha256', sign).update(`alike\n${church}/${use}\n${text}`).digest().subarray(0, IV_BYTES),
    )
  }

  #seal(church: number, use: string, text: string, ivFor: (key: Key) => Buffer): string {
    const keys = this.#keys()
    const key = keys.find(one => one.id === this.#agreed) ?? keys[0]
    const { id, seal } = key
    const iv = ivFor(key)
    const cipher = createCipheriv(CIPHER, seal, iv).setAAD(bound(church, use))
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `v1.${id}.${sealed.toString('base64url')}`
  }

  /** @throws VaultError for a text that another key sealed, or that was sealed for something else */
  open(church: number, use: string, sealed: string): string {
    const [version, id, content = ''] = sealed.split('.')
    const key = this.#keys().find(one => one.id === id)
    if (version !== 'v1' || key === undefined) throw otherKey()
    const bytes = Buffer.from(content, 'base64url')
    try {
      const decipher = createDecipheriv(CIPHER, key.seal, bytes.subarray(0, IV_BYTES)).setAAD(bound(church, use))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
    } catch {
      throw new VaultError('A stored secret was changed outside of Sexton. Set up the provider again.')
    }
  }

  /** A signature that only this service can make, for addresses that it gives out. */
  sign(use: string, text: string): string {
    return signature(this.#keys()[0], use, text)
  }

  /** The same with each of the keys, the one that signs first: for what was signed before a key was replaced. */
  signatures(use: string, text: string): string[] {
    return this.#keys().map(key => signature(key, use, text))
  }

  /** True for a signature made with any of the keys, in constant time. */
  verify(use: string, text: string, sent: string): boolean {
    return this.#keys().some(key => {
      const [mine, theirs] = [Buffer.from(signature(key, use, text)), Buffer.from(sent)]
      return mine.length === theirs.length && timingSafeEqual(mine, theirs)
    })
  }

  /**
   * Makes sure that this process has the key that the database seals with, and seals with it: the first to come decides
   * which that is, until `turnOver`. To be called before something is sealed.
   * @throws VaultError
   */
  async agree(database: Database): Promise<void> {
    await database.write(NO_CHURCH, tx => this.agreeWithin(tx))
  }

  /**
   * The same in the caller's transaction: until it ends the key is not turned over, so that whoever seals everything anew sees what
   * was sealed here. @throws VaultError
   */
  async agreeWithin(tx: Tx): Promise<void> {
    const keys = this.#keys()
    await tx.run(sql`insert into vault_key (key_id) values (${keys[0].id}) on conflict do nothing`)
    const agreed = await tx.first<{ key_id: string }>(sql`select key_id from vault_key for share`)
    if (!keys.some(({ id }) => id === agreed?.key_id)) throw otherKey()
    this.#agreed = agreed?.key_id
  }

  /** How texts begin that were sealed with the first key of the setting. */
  get firstSeal(): string {
    return `v1.${this.#keys()[0].id}.`
  }

  /** From now on the first key of the setting seals, for every process that agrees again. In the caller's transaction. */
  async turnOver(tx: Tx): Promise<void> {
    const [{ id }] = this.#keys()
    await tx.run(sql`update vault_key set key_id = ${id}`)
    this.#agreed = id
  }

  #keys(): readonly [Key, ...Key[]] {
    this.#known ??= this.#secrets().map(keyOf) as unknown as readonly [Key, ...Key[]]
    return this.#known
  }
}

const bound = (church: number, use: string): Buffer => Buffer.from(`${church}/${use}`)

const signature = (key: Key, use: string, text: string): string =>
  createHmac('sha256', key.sign).update(`${use}\n${text}`).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')

const otherKey = (): VaultError =>
  new VaultError(
    `The secrets of this database were sealed with another key. Set SEXTON_SECRET_KEY to that key, or copy the file ${FILE} from the data directory where they were sealed.`,
  )

/** The key of the data directory; made by whoever comes first. */
function fileKey(dataDir: string): string {
  const file = path.join(dataDir, FILE)
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) {
      // Linked when it is written: nobody reads half a key, and who comes second takes the first's.
      writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
      linkSync(draft, file)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new VaultError(`The key for secrets could not be kept in ${file}. Set SEXTON_SECRET_KEY instead.`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) throw new VaultError(`The file ${file} holds no key. Restore it from your backup.`)
  return key
}
