/** Signing secrets at rest: sealed, and opened for each signature. */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Vault } from '../vault.ts'

/** What secrets are sealed for. */
export const SECRET_USE = 'webhook secret'

/** Whether a secret is one from before secrets were sealed. */
export const isUnsealed = (stored: string): boolean => stored.startsWith('whsec_')

/** A secret as it is stored. */
export const sealSecret = (vault: Vault, church: number, secret: string): string =>
  vault.seal(church, SECRET_USE, secret)

/**
 * A secret as it is signed with. One from before secrets were sealed is stored as it is, until it is rotated.
 * @throws VaultError when it was sealed with another key
 */
export const openSecret = (vault: Vault, church: number, stored: string): string =>
  isUnsealed(stored) ? stored : vault.open(church, SECRET_USE, stored)

interface Row {
  church_id: number
  id: number
  secret: string
  previous_secret: string | null
}

/** Seals every secret anew, those too that were never sealed. @returns how many endpoints */
export async function resealSecrets(tx: Tx, vault: Vault): Promise<number> {
  const rows = await tx.all<Row>(sql`select church_id, id, secret, previous_secret from webhook_endpoints for update`)
  const again = (church: number, stored: string): string => sealSecret(vault, church, openSecret(vault, church, stored))
  for (const { church_id, id, secret, previous_secret } of rows) {
    const before = previous_secret === null ? null : again(church_id, previous_secret)
    await tx.run(sql`update webhook_endpoints set secret = ${again(church_id, secret)}, previous_secret = ${before}
      where church_id = ${church_id} and id = ${id}`)
  }
  return rows.length
}
