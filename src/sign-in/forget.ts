/** Forgets sessions and proofs (codes under way, links to a new password, trusted devices) that are no longer good, and guesses. */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { forgetDevices } from './devices.ts'
import { forgetGuesses } from './guesses.ts'

/** Rows a statement deletes, so that none holds its locks for long. */
const BATCH = 5_000

/** Deletes them, in small steps. */
export async function forgetSignIns(database: Database): Promise<void> {
  const deletions: ((tx: Tx) => Promise<number>)[] = [
    tx =>
      tx.run(sql`delete from sessions where id = any(array(
      select id from sessions where expires_at < ${tx.now}::timestamptz limit ${BATCH}))`),
    tx =>
      tx.run(sql`delete from verifications where id = any(array(
      select id from verifications where expires_at < ${tx.now}::timestamptz limit ${BATCH}))`),
    tx => forgetGuesses(tx, BATCH),
    tx => forgetDevices(tx, BATCH),
  ]
  for (const deletion of deletions) {
    for (;;) {
      const deleted = await database.write(NO_CHURCH, deletion)
      if (deleted < BATCH) break
    }
  }
}
