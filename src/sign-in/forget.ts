/** Forgets sessions and proofs (codes under way, links to a new password, trusted devices) that are no longer good. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Rows a statement deletes, so that none holds its locks for long. */
const BATCH = 5_000

/** Deletes them, in small steps. */
export async function forgetSignIns(database: Database): Promise<void> {
  for (const statement of [
    sql`delete from sessions where ctid = any(array(
      select ctid from sessions where expires_at < now() limit ${BATCH}))`,
    sql`delete from verifications where ctid = any(array(
      select ctid from verifications where expires_at < now() limit ${BATCH}))`,
  ]) {
    for (;;) {
      const deleted = await database.write(NO_CHURCH, tx => tx.run(statement))
      if (deleted < BATCH) break
    }
  }
}
