/** What only the console may do, beside the resources: declared once, each with its fields and who may. */
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { checkBody } from '../resource/body.ts'
import type { Caller } from '../resource/caller.ts'
import type { Fields, Input } from '../resource/field.ts'
import type { Clock } from '../resource/resource.ts'
import { mayDo, type Permission } from '../sign-in/roles.ts'
import type { Vault } from '../vault.ts'
import type { Member } from './member.ts'

/** What operations and views work with. */
export interface Parts {
  database: Database
  vault: Vault
  config: Config
  clock: Clock
  baseUrl(): string
}

/** An operation of the console. */
export interface Operation<F extends Fields = Fields> {
  name: Permission
  fields: F
  /** Asks for the password again (ASVS 5.0, 7.5). */
  stepUp: boolean
  /** Does it. @returns JSON text of `data` */
  run(parts: Parts, caller: Caller, input: Input<F>): Promise<string>
}

/** Declares an operation, keeping the types of its fields. */
export const operation = <F extends Fields>(declaration: Operation<F>): Operation => declaration as unknown as Operation

/** Minutes for which a password that was given again is enough. */
const STEP_UP_MINUTES = 10

/** @throws ApiError `not_permitted` */
export function checkRole({ role }: Member, permission: Permission): void {
  if (!mayDo(role, permission)) throw new ApiError('not_permitted')
}

/** @throws ApiError `step_up_required` where the password was not given in the last minutes */
export async function checkStepUp(database: Database, { session }: Member): Promise<void> {
  const fresh = await database.read.first(sql`select 1 from sessions where id = ${session.id}
    and stepped_up_at > now() - ${STEP_UP_MINUTES} * interval '1 minute'`)
  if (fresh === undefined) throw new ApiError('step_up_required')
}

/** Someone who did something, for the log that nothing changes. */
export interface Act {
  user: { id: string; name: string }
  operation: string
  /** What it was done to, such as `person 12`. */
  target: string | null
  ip: string
}

/** Writes who did what. Secrets have no place in it: the fields of a body are not kept, only what it was done to. */
export async function audit(tx: Tx, church: number, { user, operation, target, ip }: Act): Promise<void> {
  await tx.run(sql`insert into audit_log (church_id, user_id, user_name, operation, target, ip, created_at)
    values (${church}, ${user.id}, ${user.name}, ${operation}, ${target}, ${ip}, ${tx.now}::timestamptz)`)
}

/** The checked values of a body. @throws ApiError `validation_failed` naming every wrong field */
export function readInput<F extends Fields>(
  { fields }: Operation<F>,
  json: Record<string, unknown>,
  caller: Caller,
): Input<F> {
  const { input, problems, unknown } = checkBody(fields, { json }, true, caller.church)
  for (const name of unknown) problems.add(name, 'is not a field of this request')
  problems.throwIfAny()
  return input
}
