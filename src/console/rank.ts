/** Who may do what to whom: nobody gives, changes or takes more than they have themselves. */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, type Problems } from '../errors.ts'
import { NO_SUCH_BRANCH } from '../modules/church/visible-branch.ts'
import { type Caller, personOf } from '../resource/caller.ts'
import { type Allowed, mayThey, type Role } from '../resource/roles.ts'
import { because } from '../texts/because.ts'

/** What somebody has, or is to get. */
export interface Grant {
  role: Role
  branch_id: number | null
}

/** Who acts, as they are in the transaction, which may be less than when their request began. */
export interface Actor extends Grant {
  /** The branches they may see; null for all. */
  visible: readonly number[] | null
}

/**
 * Looks again what the caller is. Memberships change alone (`writeAlone`), so it holds until the commit.
 * @throws ApiError `not_permitted` for somebody who may no longer do it
 */
export async function actorOf(tx: Tx, caller: Caller, may: Allowed): Promise<Actor> {
  const found = await tx.first<Grant>(sql`select role, branch_id from memberships
    where church_id = ${caller.church.id} and user_id = ${personOf(caller).id}`)
  if (found === undefined || !mayThey(found.role, may, false)) throw new ApiError('not_permitted')
  const { branch_id } = found
  return { ...found, visible: branch_id === null ? null : caller.branches.below(branch_id) }
}

/** Whether the actor sees members and invitations of a branch; null is the whole church. */
export const sees = ({ visible }: Actor, branch: number | null): boolean =>
  visible === null || (branch !== null && visible.includes(branch))

/** Only owners make, change or take out owners. @throws ApiError `not_permitted` */
export function checkRank({ role }: Actor, ...roles: readonly Role[]): void {
  if (role !== 'owner' && roles.includes('owner')) {
    throw new ApiError('not_permitted', { message: because('Only an owner can make or change owners.') })
  }
}

/** What is wrong with the branch that somebody is to be limited to. */
export function checkGrant(actor: Actor, caller: Caller, { role, branch_id }: Grant, problems: Problems): void {
  if (role === 'owner' && branch_id !== null) problems.add('branch_id', because('does not go with the role owner'))
  if (branch_id === null && actor.visible !== null)
    problems.add('branch_id', because('is required, as you are limited to a branch'))
  if (branch_id !== null && !(caller.branches.has(branch_id) && sees(actor, branch_id))) {
    problems.add('branch_id', NO_SUCH_BRANCH)
  }
}
