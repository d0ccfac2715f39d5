/**
 * Browsers in which somebody has signed in before. Their guesses are counted apart, so that nobody who guesses elsewhere can
 * keep the owner of a password out.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'

const TOKEN_BYTES = 24
const KEPT_DAYS = 400

/** Seconds that the cookie lasts: as long as browsers allow. */
export const DEVICE_S = KEPT_DAYS * 86_400

/** What the cookie of a new device holds. */
export const newDevice = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

const hashOf = (device: string): Buffer => createHash('sha256').update(device).digest()

/** Whether somebody has signed in there. @param device what its cookie holds */
export async function isKnown(database: Database, user: string, device: string): Promise<boolean> {
  const found = await database.read.first(sql`select 1 from known_devices
    where user_id = ${user} and device_hash = ${hashOf(device)}`)
  return found !== undefined
}

/** Notes that somebody has signed in there. */
export async function know(database: Database, user: string, device: string): Promise<void> {
  await database.write(NO_CHURCH, tx =>
    tx.run(sql`insert into known_devices (user_id, device_hash, used_at)
      values (${user}, ${hashOf(device)}, ${tx.now}::timestamptz)
      on conflict (user_id, device_hash) do update set used_at = excluded.used_at`),
  )
}

/** Forgets where somebody has signed in. @param but the device that stays known */
export async function forgetDevicesOf(tx: Tx, user: string, but: string | undefined): Promise<void> {
  await tx.run(sql`delete from known_devices where user_id = ${user} and device_hash <> ${hashOf(but ?? '')}`)
}

/** Forgets devices that nobody has used for long. @returns how many were forgotten */
export const forgetDevices = (tx: Tx, most: number): Promise<number> =>
  tx.run(sql`delete from known_devices where (user_id, device_hash) in (
    select user_id, device_hash from known_devices
    where used_at < ${tx.now}::timestamptz - ${KEPT_DAYS} * interval '1 day' limit ${most})`)
