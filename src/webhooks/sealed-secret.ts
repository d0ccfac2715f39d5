/** Signing secrets at rest: sealed, and opened for each signature. */
import { sealedColumn } from '../sealed-column.ts'
import type { Vault } from '../vault.ts'
import { newSecret } from './sign.ts'

/** Whether a secret is one from before secrets were sealed. */
export const isUnsealed = (stored: string): boolean => stored.startsWith('whsec_')

const asSecret = { table: 'webhook_endpoints', use: () => 'webhook secret', isPlain: isUnsealed }

export const sealedSecret = sealedColumn({ ...asSecret, column: 'secret', fresh: newSecret })
export const sealedPreviousSecret = sealedColumn({ ...asSecret, column: 'previous_secret', optional: true })

const SECRET_USE = sealedSecret.use({})

/** A secret as it is stored. */
export const sealSecret = (vault: Vault, church: number, secret: string): string =>
  vault.seal(church, SECRET_USE, secret)

/**
 * A secret as it is signed with. One from before secrets were sealed is stored as it is, until it is rotated.
 * @throws VaultError when it was sealed with another key
 */
export const openSecret = (vault: Vault, church: number, stored: string): string =>
  isUnsealed(stored) ? stored : vault.open(church, SECRET_USE, stored)
