/** Where a person belongs: whether the branch and the family of a body may be used (decisions, People and families). */
import type { Db } from '../../db/database.ts'
import type { Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { NO_SUCH_BRANCH } from '../church/sight.ts'
import { familyExists, NO_SUCH_FAMILY } from './families.ts'

/** Adds a problem for a branch or family that does not exist or is out of sight: the same words for both. */
export async function checkPlaces(
  db: Db,
  caller: Caller,
  input: { branch_id?: number; family_id?: number | null },
  problems: Problems,
): Promise<void> {
  const { branch_id, family_id } = input
  if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  if (typeof family_id === 'number' && !(await familyExists(db, caller, family_id))) {
    problems.add('family_id', NO_SUCH_FAMILY)
  }
}
