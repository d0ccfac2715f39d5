/** Which people a caller sees, and the person whom a body names (decisions, People and families, "References"). */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { limitOf } from '../../resource/limit.ts'
import { because } from '../../texts/because.ts'

/** The condition on `people` that nobody is out of sight: that of the command line. */
export const EVERYBODY: Sql = sql`true`

/** The condition on `people` that a caller sees them. */
export const visibleTo = (caller: Caller): Sql => limitOf('branch_id', caller) ?? EVERYBODY

/** What a body is told of a person who does not exist, is removed or out of sight: the same words for all. */
export const NO_SUCH_PERSON = because('names no person that you can use')

/** A person and their branch. */
interface VisiblePerson {
  id: number
  branch_id: number
}

/**
 * The person of an id, if the caller may see them and they are not removed. Where they were merged away it is the
 * record that was kept.
 */
export async function visiblePerson(db: Db, caller: Caller, id: number): Promise<VisiblePerson | undefined> {
  const found = await db.first<VisiblePerson>(sql`select kept.id, kept.branch_id from people as sent
    join people as kept on kept.church_id = ${caller.church.id} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${caller.church.id} and sent.id = ${id} and not kept.removed`)
  return found !== undefined && canSee(caller, found.branch_id) ? found : undefined
}
