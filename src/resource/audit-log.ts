/** The log of who did what in the console of a church: added to, never changed. */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Logged } from '../texts/logged-details.ts'

/** Someone who did something, for the log that nothing changes. */
export interface Act {
  user: { id: string; name: string }
  operation: string
  /** What it was done to, such as an id. */
  target: string | null
  detail?: Logged
  ip: string
}

/** Writes who did what. Secrets have no place in it, nor has what people wrote: a declaration says what is kept. */
export async function audit(tx: Tx, church: number, { user, operation, target, detail = {}, ip }: Act): Promise<void> {
  await tx.run(sql`
    insert into audit_log (church_id, user_id, user_name, branch_id, operation, target, detail, ip, created_at)
    select c.id, ${user.id}, ${user.name}, m.branch_id, ${operation}, ${target}, ${JSON.stringify(detail)}::jsonb, ${ip},
      ${tx.now}::timestamptz
    from churches as c left join memberships as m on m.church_id = c.id and m.user_id = ${user.id} where c.id = ${church}`)
}

/**
 * Writes the same line into the log of each church of somebody, such as that they signed in.
 * @param user whose churches; where nobody has the id, nothing is written
 */
export async function auditEverywhere(
  database: Database,
  user: string,
  operation: string,
  ip: string,
  detail: Logged = {},
): Promise<void> {
  await database.write(NO_CHURCH, tx =>
    tx.run(sql`insert into audit_log (church_id, user_id, user_name, branch_id, operation, detail, ip, created_at)
      select m.church_id, u.id, u.name, m.branch_id, ${operation}, ${JSON.stringify(detail)}::jsonb, ${ip},
        ${tx.now}::timestamptz
      from memberships m join users u on u.id = m.user_id where m.user_id = ${user}`),
  )
}

/** The same in somebody else's transaction, and not in the church whose line is written otherwise. */
export async function auditElsewhere(tx: Tx, church: number, act: Act): Promise<void> {
  const { user, operation, target, detail = {}, ip } = act
  await tx.run(sql`insert into audit_log (church_id, user_id, user_name, operation, target, detail, ip, created_at)
    select church_id, ${user.id}, ${user.name}, ${operation}, ${target}, ${JSON.stringify(detail)}::jsonb, ${ip},
      ${tx.now}::timestamptz
    from memberships where user_id = ${user.id} and church_id <> ${church}`)
}
