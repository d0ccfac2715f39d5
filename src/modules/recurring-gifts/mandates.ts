/** Mandates as they are kept: what is charged is sealed (vault.ts). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { sealedColumn } from '../../sealed-column.ts'
import type { Vault } from '../../vault.ts'
import type { Mandate } from '../online-giving/provider.ts'

export const sealedTokens = sealedColumn({
  table: 'mandates',
  column: 'token',
  use: () => 'mandate',
  optional: true,
})

/** What tokens are sealed for. */
export const MANDATE_USE = sealedTokens.use({})

interface StoredMandate extends Omit<Mandate, 'token'> {
  token: string | null
}

/** A mandate that may be charged, or was: undefined for one that ended. @throws VaultError */
export async function openMandate(db: Db, vault: Vault, church: number, id: number): Promise<Mandate | undefined> {
  const row = await db.first<StoredMandate>(sql`select customer_ref, token, kind, brand, last4, expires_on from mandates
    where church_id = ${church} and id = ${id}`)
  if (row === undefined || row.token === null) return undefined
  return { ...row, token: vault.open(church, MANDATE_USE, row.token) }
}
