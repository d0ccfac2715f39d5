/** What groups have that no resource of the API makes. */
import type { Tx } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/** A file of each group and a link to it, named as the group. */
export async function plantOfGroups(tx: Tx, church: number): Promise<void> {
  await tx.run(sql`insert into file_chunks (church_id, sha256, n, bytes) values (${church}, sha256('x'), 0, 'x')`)
  await tx.run(sql`insert into files (church_id, group_id, status, name, mime, size, sha256, sender, added_by, created_at)
    select church_id, id, 'kept', name, 'text/plain', 1, sha256('x'), '', name, now() from groups
    where church_id = ${church} order by id`)
  await tx.run(sql`insert into kept_links (church_id, kind, subject_id, hash, prefix, made_by, created_at)
    select church_id, 'group', id, sha256(id::text::bytea), 'x', name, now() from groups
    where church_id = ${church} order by id`)
}
