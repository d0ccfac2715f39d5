/**
 * The second factor of somebody: an authenticator app, passkeys, and recovery codes for the day when neither is at hand.
 * `users.two_factor_enabled` says whether there is one; the sign-in library goes by it.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Vault } from '../vault.ts'
import { randomText, sealFactor } from './secret.ts'

const CODES = 10
const SECRET_CHARACTERS = 32

/** Brings the column up to date after a factor came or went. @returns whether there is one */
export async function noteFactors(tx: Tx, user: string): Promise<boolean> {
  // One after the other, so that each sees what the other did.
  await tx.run(sql`select id from users where id = ${user} for update`)
  const factor = await tx.first(sql`select 1 from two_factors where user_id = ${user} and verified is not false
    union all select 1 from passkeys where user_id = ${user}`)
  const has = factor !== undefined
  await tx.run(
    sql`update users set two_factor_enabled = ${has}, updated_at = ${tx.now}::timestamptz where id = ${user}`,
  )
  // Recovery codes stand in for a factor, and for nothing else.
  if (!has) await tx.run(sql`delete from two_factors where user_id = ${user}`)
  return has
}

/** Recovery codes for somebody who has none, to be shown once. @returns null where there are some */
export async function firstRecoveryCodes(tx: Tx, vault: Vault, user: string): Promise<string[] | null> {
  const some = await tx.first<{ used: boolean }>(sql`select u.two_factor_enabled as used from two_factors f
    join users u on u.id = f.user_id where f.user_id = ${user}`)
  // Those of an app whose setting-up was never finished were not shown.
  if (some?.used === true) return null
  const codes = await Promise.all(
    Array.from({ length: CODES }, async () => `${await randomText(5)}-${await randomText(5)}`),
  )
  await tx.run(sql`delete from two_factors where user_id = ${user}`)
  await tx.run(sql`insert into two_factors (id, user_id, secret, backup_codes, verified)
    values (${randomUUID()}, ${user}, ${await noSecret(vault)}, ${await sealFactor(vault, JSON.stringify(codes))}, false)`)
  return codes
}

/** The library wants a secret in each row: one that nobody has seen opens nothing. */
const noSecret = async (vault: Vault): Promise<string> => await sealFactor(vault, await randomText(SECRET_CHARACTERS))

/** Takes the app away; recovery codes stay where there are passkeys. @returns whether there was one */
export async function removeApp(tx: Tx, vault: Vault, user: string): Promise<boolean> {
  const removed =
    await tx.run(sql`update two_factors set verified = false, secret = ${await noSecret(vault)}, last_step = null
    where user_id = ${user} and verified is not false`)
  await noteFactors(tx, user)
  return removed > 0
}

/** Whether somebody has an app. */
export const hasApp = async (read: Db, user: string): Promise<boolean> =>
  (await read.first(sql`select 1 from two_factors where user_id = ${user} and verified is not false`)) !== undefined

/**
 * What the recovery codes of somebody are before an app is set up: setting one up makes new ones, which are not to replace
 * those that stand in for a passkey.
 */
export const keptRecoveryCodes = (read: Db, user: string): Promise<{ backup_codes: string } | undefined> =>
  read.first(sql`select f.backup_codes from two_factors f join users u on u.id = f.user_id
    where f.user_id = ${user} and u.two_factor_enabled`)

/** A new secret waits for its first code. @param codes the recovery codes that stay; undefined for the new ones */
export async function beganApp(tx: Tx, user: string, codes: { backup_codes: string } | undefined): Promise<void> {
  await tx.run(sql`update two_factors set last_step = null,
    backup_codes = coalesce(${codes?.backup_codes ?? null}::text, backup_codes) where user_id = ${user} and verified is false`)
}

/**
 * Somebody has used a link that was mailed to the address of an account, which proves the address. What was set up before
 * that may be the work of whoever made the account, and is dropped; what came after it stays.
 * @returns whether a second factor was dropped
 */
export async function proveAddress(tx: Tx, user: string): Promise<boolean> {
  const first = await tx.first<{ had: boolean }>(sql`
    with was as (select two_factor_enabled as had from users where id = ${user} and not email_verified for update)
    update users set email_verified = true, two_factor_enabled = false, updated_at = ${tx.now}::timestamptz
    from was where id = ${user} returning was.had`)
  if (first === undefined) return false
  await tx.run(sql`delete from two_factors where user_id = ${user}`)
  await tx.run(sql`delete from passkeys where user_id = ${user}`)
  return first.had
}
