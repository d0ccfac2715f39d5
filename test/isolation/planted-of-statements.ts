/** What statements of giving have that no resource of the API shows. */
import type { Tx } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/** Statements of a year, issued together and finished: nothing is written behind the back of a suite. */
export async function plantStatementRun(tx: Tx, church: number, note: string): Promise<void> {
  await tx.run(sql`insert into statement_runs (church_id, from_on, to_on, by, note, status, as_of, finished_at, created_at)
    values (${church}, '2020-01-01', '2020-12-31', 'person', ${note}, 'issued', now(), now(), now())`)
}
