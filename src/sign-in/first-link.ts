/**
 * The link that makes the first church of an installation and its first owner. It is printed where the server starts and
 * nowhere else; nothing of it is stored, since it is good only while nobody belongs to any church.
 */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Vault } from '../vault.ts'

const USE = 'first church'
const GOOD_MS = 7 * 86_400_000

/** Whether nobody belongs to a church yet. */
export async function isUnclaimed({ read }: Pick<Database, 'read'>): Promise<boolean> {
  const found = await read.first<{ some: boolean }>(sql`select exists (select 1 from memberships) as some`)
  return found?.some === false
}

/** A new link, good for seven days. @param url public address of the service @param now milliseconds */
export function firstLink(vault: Vault, url: string, now: number): string {
  const expires = String(now + GOOD_MS)
  return `${url}/start?token=${expires}.${vault.sign(USE, expires)}`
}

/** Whether a token is one of ours that has not expired. @param now milliseconds */
export function isFirstToken(vault: Vault, token: string, now: number): boolean {
  const [expires = '', signature = ''] = token.split('.')
  return vault.verify(USE, expires, signature) && Number(expires) > now
}
