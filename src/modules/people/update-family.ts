/** Changes what is on record of a family. The API has no update of families; the console has. */
import type { Database } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import type { Input } from '../../resource/field.ts'
import { findOne } from '../../resource/list.ts'
import { differing } from '../../resource/rows.ts'
import * as field from '../../resource/types.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { families } from './families.ts'

/** What may be changed; what is not sent stays. */
export const familyChanges = {
  name: field.line().settable(),
  address: field.text(500).nullable().settable(),
  phone: field.phone().nullable().settable(),
  branch_id: field.ref().settable(),
}

/**
 * Changes a family that the caller sees; where nothing differs nothing happens.
 * @returns JSON text of the family
 * @throws ApiError `not_found`, or `validation_failed` for a branch that does not exist or is out of sight
 */
export async function updateFamily(
  database: Database,
  caller: Caller,
  id: number,
  change: Input<typeof familyChanges>,
): Promise<string> {
  const church = caller.church.id
  return await database.write(church, async tx => {
    const before = await findOne(tx, families, caller, id, [], sql`for no key update`)
    if (before === undefined) throw new ApiError('not_found')
    const { branch_id } = change
    const problems = new Problems()
    if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
    problems.throwIfAny()
    const values = differing(families.alone, before, change)
    if (values.length === 0) return families.alone.print(before)
    const sets = values.map(([name, value]) => sql`${ident(name)} = ${value}`)
    await tx.run(sql`update families set ${join(sets)}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and id = ${id}`)
    return families.alone.print((await findOne(tx, families, caller, id)) ?? before)
  })
}
