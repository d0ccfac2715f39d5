/** Changes what is on record of a family. The API has no update of families; the console has. */
import { ident, join, sql } from '../../db/sql.ts'
import { action } from '../../resource/action.ts'
import { canSee } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import { findOne } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { differing } from '../../resource/rows.ts'
import * as field from '../../resource/types.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { families } from './families.ts'

/** What is not sent stays; where nothing differs nothing happens. */
export const updateFamily = action({
  name: 'families.update',
  logged: 'Changed a family',
  may: within(STAFF),
  fields: {
    id: field.ref().required(),
    name: field.line().settable(),
    address: field.text(500).nullable().settable().short(),
    phone: field.phone().nullable().settable(),
    branch_id: field.ref('branches').settable(),
  },
  on: families,
  async check(_db, { caller }, { branch_id }, problems) {
    if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  },
  async run(tx, { caller }, { id, ...change }, _prepared, before) {
    const values = differing(families.alone, before, change)
    if (values.length > 0) {
      const sets = values.map(([name, value]) => sql`${ident(name)} = ${value}`)
      await tx.run(sql`update families set ${join(sets)}, updated_at = ${tx.now}::timestamptz
        where church_id = ${caller.church.id} and id = ${id}`)
    }
    // Read again: its members are told as far as the caller sees them.
    const after = values.length > 0 ? await findOne(tx, families, caller, id) : undefined
    return new Json<RecordOf<typeof families.fields>>(families.alone.print(after ?? before))
  },
})
