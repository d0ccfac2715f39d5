/** Changes a branch, and moves it with everything below it. */
import type { Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { isTimezone } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import type { BranchTree } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { ADMINISTRATORS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { type BranchLink, branchTree } from './branch-tree.ts'
import { branches } from './branches.ts'
import { followed, raiseAccountVersion } from './node-lease.ts'
import { NO_SUCH_BRANCH } from './visible-branch.ts'
import { setZone } from './zone-of-branch.ts'

/** What may be changed. */
const changes = {
  name: field.line().settable(),
  parent_id: field.ref('branches').settable().label('Belongs to'),
  code: field.text(40).nullable().settable(),
  level: field.text(40).settable(),
  pastor_name: field.line().nullable().settable(),
  email: field.email().nullable().settable(),
  phone: field.phone().nullable().settable(),
  address: field.text(500).nullable().settable(),
  city: field.text().nullable().settable(),
  state: field.text().nullable().settable().label('of a country|State'),
  country: field.country().settable(),
  currency: field.currency().settable(),
  timezone: field.text(64).settable(),
  status: field.oneOf(['active', 'closed']).settable(),
}

type Branch = RecordOf<(typeof branches)['fields']>

/** A branch as the tree needs it. */
interface TreeBranch extends BranchLink {
  depth: number
  is_hq: boolean
}

/** The tree of a church as it is in a transaction that runs alone. */
interface LockedTree {
  tree: BranchTree
  /** The branch with the id. @throws ApiError `not_found` where there is none, or it is out of sight */
  find(id: number): TreeBranch
  inSight(id: number): boolean
}

/** @param limit the branch that whoever asks is limited to, with those below it; null for none */
export async function lockedTree(tx: Tx, church: number, limit: number | null): Promise<LockedTree> {
  const all = await tx.all<TreeBranch>(
    sql`select id, parent_id, depth, is_hq from branches where church_id = ${church} order by id`,
  )
  const tree = branchTree(all)
  const sight = limit === null ? null : new Set(tree.below(limit))
  const inSight = (id: number): boolean => tree.has(id) && (sight === null || sight.has(id))
  return {
    tree,
    inSight,
    find(id) {
      const found = all.find(branch => branch.id === id)
      if (found === undefined || !inSight(id)) throw new ApiError('not_found')
      return found
    },
  }
}

/** Changes what is named. When it is done, every node sees the tree as it is now. */
export const updateBranch = action({
  name: 'branches.update',
  logged: 'Changed a branch',
  done: 'Branch updated.',
  may: within(ADMINISTRATORS),
  fields: { id: field.ref('branches').required(), ...changes },
  alone: true,
  detail: ({ parent_id, status }) => ({ parent_id, status }),
  async run(tx, { caller: { church, branch_id: limit }, house, clock }, { id, parent_id, ...change }) {
    const locked = await lockedTree(tx, church.id, limit)
    const branch = locked.find(id)
    const to = parent_id === branch.parent_id ? undefined : parent_id
    checkChange(locked, branch, limit, to, change)
    if (to !== undefined) await move(tx, church.id, locked, branch, to)
    const { timezone, ...others } = change
    if (timezone !== undefined) await setZone(tx, church.id, house, { branch: id, to: timezone, now: clock.now() })
    const values = Object.entries(others).map(([name, value]) => sql`${ident(name)} = ${value}`)
    if (values.length > 0) {
      await tx.run(sql`update branches set ${join(values, ', ')}, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id = ${id}`)
    }
    const [row = []] = await tx.text(sql`select ${branches.alone.columnsIn(church.id)} from branches as t
      where t.church_id = ${church.id} and t.id = ${id}`)
    const shown = new Json<Branch>(branches.alone.print(row))
    return { shown, version: to === undefined ? undefined : await raiseAccountVersion(tx) }
  },
  finish: followed<Json<Branch>>,
})

function checkChange(
  { tree, inSight }: LockedTree,
  { id, is_hq }: TreeBranch,
  limit: number | null,
  to: number | undefined,
  { timezone, status }: Pick<Sent<typeof changes>, 'timezone' | 'status'>,
): void {
  const problems = new Problems()
  if (to !== undefined) {
    if (is_hq) problems.add('parent_id', because('cannot be set: the head branch stays at the top'))
    else if (id === limit) problems.add('parent_id', because('cannot be set: your access is limited to this branch'))
    else if (!inSight(to)) problems.add('parent_id', NO_SUCH_BRANCH)
    else if (tree.below(id).includes(to)) problems.add('parent_id', because('is this branch or one below it'))
  }
  if (timezone !== undefined && !isTimezone(timezone)) {
    problems.add('timezone', because('must be a time-zone name, such as Africa/Lagos'))
  }
  if (is_hq && status === 'closed') problems.add('status', because('the head branch cannot be closed'))
  problems.throwIfAny()
}

/** What lies below goes along; its depth is a field that people see, so it is changed, too. */
async function move(tx: Tx, church: number, { tree, find }: LockedTree, branch: TreeBranch, to: number): Promise<void> {
  const deeper = find(to).depth + 1 - branch.depth
  await tx.run(sql`update branches set parent_id = ${to} where church_id = ${church} and id = ${branch.id}`)
  const moved = deeper === 0 ? [branch.id] : tree.below(branch.id)
  await tx.run(sql`update branches set depth = depth + ${deeper}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = any(${moved}::bigint[])`)
}
