/** Signing secrets at rest: sealed, and opened for each signature. */
import type { Vault } from '../vault.ts'

const USE = 'webhook secret'

/** A secret as it is stored. */
export const sealSecret = (vault: Vault, church: number, secret: string): string => vault.seal(church, USE, secret)

/**
 * A secret as it is signed with. One from before secrets were sealed is stored as it is, until it is rotated.
 * @throws VaultError when it was sealed with another key
 */
export const openSecret = (vault: Vault, church: number, stored: string): string =>
  stored.startsWith('whsec_') ? stored : vault.open(church, USE, stored)
