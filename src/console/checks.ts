/** What is checked before an action or a view of the console: who may, what was sent, the password again. */
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import type { Wrote } from '../http/pipeline.ts'
import type { Action } from '../resource/action.ts'
import { audit } from '../resource/audit-log.ts'
import { type Body, checkBody } from '../resource/body.ts'
import type { Caller } from '../resource/caller.ts'
import type { Fields, Input } from '../resource/field.ts'
import { type Allowed, mayThey } from '../resource/roles.ts'
import { because } from '../texts/because.ts'
import type { Member } from './member.ts'

/** Minutes for which a password that was given again is enough. */
const STEP_UP_MINUTES = 10

/** @throws ApiError `not_permitted` */
export function checkAllowed({ role, caller }: Member, may: Allowed): void {
  if (mayThey(role, may, caller.visible !== null)) return
  const message = 'This concerns the whole church, and your access is limited to a branch.'
  throw new ApiError('not_permitted', mayThey(role, may, false) ? { message } : {})
}

/**
 * Who is wanted to have a second factor sets one up first, and does nothing else; a church that is closed is taken back,
 * and nothing else.
 * @param offer what they ask for; what concerns their own account is left to them
 * @throws ApiError `second_factor_required`, `church_inactive`
 */
export function checkFactor({ wantsFactor, caller }: Member, offer?: Pick<Action, 'ofAccount' | 'whileClosing'>): void {
  if (offer?.ofAccount) return
  if (wantsFactor) throw new ApiError('second_factor_required')
  if (caller.church.status === 'active' || offer?.whileClosing) return
  throw new ApiError('church_inactive', { message: because('This church is closed. An owner can open it again.') })
}

/** @throws ApiError `step_up_required` where the password was not given in the last minutes */
export async function checkStepUp(database: Database, { session }: Member): Promise<void> {
  const fresh = await database.read.first(sql`select 1 from sessions where id = ${session.id}
    and stepped_up_at > now() - ${STEP_UP_MINUTES} * interval '1 minute'`)
  if (fresh === undefined) throw new ApiError('step_up_required')
}

/** The checked values of a body or of an address. @throws ApiError `validation_failed` naming every wrong field */
export function readInput<F extends Fields>(fields: F, body: Body, caller: Caller): Input<F> {
  const { input, problems, unknown } = checkBody(fields, body, true, caller.church)
  for (const name of unknown) problems.add(name, 'is not a field of this request')
  problems.throwIfAny()
  return input as unknown as Input<F>
}

/** The line of a write of the API's resources: `people.create` of the id. */
export async function auditWrite(
  tx: Tx,
  { caller, session }: Member,
  { resource, creates, id }: Wrote,
  ip: string,
): Promise<void> {
  const operation = `${resource}.${creates ? 'create' : 'update'}`
  const target = id === null ? null : String(id)
  await audit(tx, caller.church.id, { user: session.user, operation, target, ip })
}
