/** Where a person belongs: whether the branch and the family of a body may be used (decisions, People and families). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { familyExists, NO_SUCH_FAMILY } from './families.ts'

/**
 * Adds a problem for a branch or family that does not exist or is out of sight: the same words for both.
 * @param person who is changed: they may stay in a family that is out of sight, so that GET, edit, PUT works
 */
export async function checkReferences(
  db: Db,
  caller: Caller,
  input: { branch_id?: number; family_id?: number | null },
  problems: Problems,
  person?: number,
): Promise<void> {
  const { branch_id, family_id } = input
  if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  if (typeof family_id !== 'number' || (await familyExists(db, caller, family_id))) return
  if (person !== undefined && (await isMember(db, caller, person, family_id))) return
  problems.add('family_id', NO_SUCH_FAMILY)
}

/** True when the caller sees this person and they are in this family. */
async function isMember(db: Db, caller: Caller, person: number, family: number): Promise<boolean> {
  const found = await db.first<{ branch_id: number }>(sql`select branch_id from people
    where church_id = ${caller.church.id} and id = ${person} and family_id = ${family} and not removed`)
  return found !== undefined && canSee(caller, found.branch_id)
}
