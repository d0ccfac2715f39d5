/** Second factors are sealed by the sign-in library with a secret that the key of the vault gives: another key, another secret. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Vault } from '../vault.ts'
import { signInSecrets } from './secret.ts'

/** Rows of one transaction. */
const PIECE = 200

interface Factor {
  id: string
  secret: string
  backup_codes: string
}

/** Seals authenticator apps and recovery codes with the first key. Those that it opens are left alone. */
export async function resealFactors(
  database: Database,
  vault: Vault,
  stop: AbortSignal,
): Promise<{ sealed: number; unopened: number }> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  const keys = signInSecrets(vault)
  const [first = ''] = keys
  const open = async (data: string): Promise<{ text: string; key: string } | undefined> => {
    for (const key of keys) {
      const text = await symmetricDecrypt({ key, data }).catch(() => undefined)
      if (text !== undefined) return { text, key }
    }
    return undefined
  }
  const done = { sealed: 0, unopened: 0 }
  for (let after: string | undefined = ''; after !== undefined; ) {
    stop.throwIfAborted()
    const from: string = after
    after = await database.write(NO_CHURCH, async tx => {
      const rows = await tx.all<Factor>(sql`select id, secret, backup_codes from two_factors where id > ${from}
        order by id limit ${PIECE} for no key update`)
      for (const { id, secret, backup_codes } of rows) {
        const [app, codes] = [await open(secret), await open(backup_codes)]
        if (app === undefined || codes === undefined) done.unopened += 1
        else if (app.key !== first || codes.key !== first) {
          const [again, codesAgain] = await Promise.all(
            [app, codes].map(({ text }) => symmetricEncrypt({ key: first, data: text })),
          )
          await tx.run(sql`update two_factors set secret = ${again}, backup_codes = ${codesAgain} where id = ${id}`)
          done.sealed += 1
        }
      }
      return rows.length < PIECE ? undefined : rows.at(-1)?.id
    })
  }
  return done
}
