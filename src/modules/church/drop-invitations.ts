/** Invitations that are deleted, with the hashes of their links. */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { freeHashes } from './taken.ts'

/** Deletes those invitations of a church that a condition is true of: their links are of no use any more. */
export async function deleteInvitations(tx: Tx, church: number, condition: Sql): Promise<void> {
  const gone = await tx.all<{ hash: string }>(sql`delete from invitations
    where church_id = ${church} and ${condition} returning encode(token_hash, 'hex') as hash`)
  const hashes = gone.map(({ hash }) => hash)
  await freeHashes(tx, 'invitation', hashes)
}
