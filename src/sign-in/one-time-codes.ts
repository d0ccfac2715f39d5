/** A code of an authenticator app counts once (RFC 6238, 5.2; ASVS 5.0, 6.5.1): the sign-in library would take it again and again. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Vault } from '../vault.ts'
import { openFactor } from './secret.ts'

const STEP_S = 30
/** Steps before and after the present one that are taken, as clocks differ. */
const DRIFT = [-1, 0, 1]

/**
 * Uses up a code of somebody: of those who send the same at once, one does.
 * @returns `used` for one that was used before, or is older than one that was; `wrong` for one that is no code of theirs now
 */
export async function useUp(
  database: Database,
  vault: Vault,
  user: string,
  code: string,
): Promise<'right' | 'used' | 'wrong'> {
  const row = await database.read.first<{ secret: string }>(sql`select secret from two_factors where user_id = ${user}`)
  if (row === undefined) return 'wrong'
  const { createOTP } = await import('@better-auth/utils/otp')
  const codes = createOTP(await openFactor(vault, row.secret))
  const now = Math.floor(Date.now() / 1_000 / STEP_S)
  for (const step of DRIFT.map(drift => now + drift)) {
    if ((await codes.hotp(step)) !== code) continue
    const mine = await database.write(NO_CHURCH, tx =>
      tx.run(sql`update two_factors set last_step = ${step}
        where user_id = ${user} and secret = ${row.secret} and (last_step is null or last_step < ${step})`),
    )
    return mine > 0 ? 'right' : 'used'
  }
  return 'wrong'
}
