/** A link to a new password that the operator hands over: for services without mail, and for who lost their second factor. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { RESET_S } from './session-limits.ts'
import { keepValue } from './verification-values.ts'

const TOKEN_BYTES = 18

/**
 * Makes the token of a link as the mailed one has it, in the caller's transaction (of no church). Whoever hands it over vouches for who gets it.
 * @param dropFactor whether using it drops the second factor, too, as for an address that was never confirmed
 * @throws ApiError `validation_failed` for an address without an account
 */
export async function passwordLink(tx: Tx, email: string, dropFactor: boolean): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const user = await tx.first<{ id: string }>(sql`select id from users where email = ${email.trim().toLowerCase()}`)
  if (user === undefined) throw new ApiError('validation_failed', { errors: { email: `${email} has no account` } })
  if (dropFactor) await tx.run(sql`update users set email_verified = false where id = ${user.id}`)
  await keepValue(tx, `reset-password:${token}`, user.id, RESET_S)
  return token
}
