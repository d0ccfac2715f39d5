/** Adds a branch to the tree. */
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { anyOfIds } from '../../resource/any-of.ts'
import { ADMINISTRATORS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { followed, raiseAccountVersion } from './node-lease.ts'
import { defaultBranch, NO_SUCH_BRANCH } from './visible-branch.ts'

/** A branch that was made. */
interface CreatedBranch {
  id: number
  parent_id: number
  depth: number
  name: string
}

export const createBranch = action({
  name: 'branches.create',
  logged: 'Added a branch',
  may: within(ADMINISTRATORS),
  fields: {
    name: field.line().required(),
    parent_id: field
      .ref('branches')
      .settable()
      .label('Belongs to')
      .doc("The branch above; default: the caller's, else the head branch"),
    code: field.text(40).settable(),
    level: field.text(40).settable(),
  },
  target: ({ name }) => name,
  async run(tx, { caller }, { name, parent_id = defaultBranch(caller), code, level }) {
    const { church, visible } = caller
    const inSight = visible === null ? sql`true` : anyOfIds('id', visible)
    const made = await tx.first<CreatedBranch>(sql`
      insert into branches (church_id, parent_id, depth, name, code, level, country, currency, timezone, created_at)
      select church_id, id, depth + 1, ${name}, ${code ?? null}, ${level ?? 'branch'}, country, currency, timezone,
        ${tx.now}::timestamptz
      from branches where church_id = ${church.id} and id = ${parent_id} and ${inSight}
      returning id, parent_id, depth, name`)
    if (made === undefined) throw new ApiError('validation_failed', { errors: { parent_id: NO_SUCH_BRANCH } })
    return { shown: made, version: await raiseAccountVersion(tx) }
  },
  finish: followed<CreatedBranch>,
})
