/**
 * Keeps an import that looks for people on record and creations with `dedupe` apart: each would miss whom the other adds.
 * Creations go side by side, an import waits for those that are open and lets none in until it has committed.
 */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

const lockOf = (church: number): Sql => sql`hashtextextended(${`${church}/dedupe`}, 1)`

/** For one creation. It need not be waited for: the statements behind it are. */
export const dedupeBeside = (tx: Tx, church: number): void =>
  tx.send(sql`select pg_advisory_xact_lock_shared(${lockOf(church)})`)

/** For an import. */
export async function dedupeAlone(tx: Tx, church: number): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockOf(church)})`)
}
