/** One operation or view of the console: who may, what was sent, the password again, and who did what. */
import { along } from '../db/along.ts'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import type { Wrote } from '../http/pipeline.ts'
import { type Act, audit, auditElsewhere } from '../resource/audit-log.ts'
import { type Body, checkBody } from '../resource/body.ts'
import type { Caller } from '../resource/caller.ts'
import type { Fields, Input } from '../resource/field.ts'
import type { ConsoleParts, Noted, Operation } from '../resource/operation.ts'
import { type Allowed, mayThey } from '../resource/roles.ts'
import { mayDo } from '../sign-in/roles.ts'
import type { Member } from './member.ts'

/** Minutes for which a password that was given again is enough. */
const STEP_UP_MINUTES = 10

/** @throws ApiError `not_permitted` */
export function checkRole({ role, caller }: Member, permission: string): void {
  if (mayDo(role, permission, caller.visible !== null)) return
  const message = 'This concerns the whole church, and your access is limited to a branch.'
  throw new ApiError('not_permitted', mayDo(role, permission) ? { message } : {})
}

/** @throws ApiError `not_permitted` */
export function checkAllowed({ role, caller }: Member, may: Allowed): void {
  if (mayThey(role, may, caller.visible !== null)) return
  const message = 'This concerns the whole church, and your access is limited to a branch.'
  throw new ApiError('not_permitted', mayThey(role, may, false) ? { message } : {})
}

/**
 * Who is wanted to have a second factor sets one up first, and does nothing else.
 * @param offer what they ask for; only what concerns their own account is left to them
 * @throws ApiError `second_factor_required`
 */
export function checkFactor({ wantsFactor }: Member, offer?: { ofAccount?: true }): void {
  if (wantsFactor && offer?.ofAccount !== true) throw new ApiError('second_factor_required')
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

/**
 * Does an operation. Its line in the audit log is part of its own transaction; one that writes nothing in the church has
 * the line written afterwards.
 * @returns JSON text of `data`
 */
export async function act(
  parts: ConsoleParts,
  { caller, session }: Member,
  operation: Operation,
  input: Input<Fields>,
  ip: string,
): Promise<string> {
  const { church } = caller
  let noted: Noted = {}
  const note = (learned: Noted): void => {
    noted = learned
  }
  if (operation.reads) return await operation.run({ ...parts, note }, caller, input)
  const write = async (tx: Tx): Promise<void> => {
    const target = noted.target ?? operation.target?.(input) ?? ('id' in input ? String(input.id) : null)
    const detail = { ...operation.detail?.(input), ...noted.detail }
    const entry: Act = { user: session.user, operation: operation.name, target, detail, ip }
    await audit(tx, church.id, entry)
    if (noted.everywhere) await auditElsewhere(tx, church.id, entry)
  }
  const audited = along(parts.database, church.id, write)
  const data = await operation.run({ ...parts, database: audited.database, note }, caller, input)
  if (!audited.carried()) await parts.database.write(church.id, write)
  return data
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
