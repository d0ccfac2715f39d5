/** Does an action: one transaction, in which it is checked, done and written into the audit log, or none of it. */
import { type Database, NO_CHURCH, type TextRow, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { because } from '../texts/because.ts'
import type { Action, ActionContext, Noted } from './action.ts'
import { audit, auditElsewhere } from './audit-log.ts'
import type { Caller } from './caller.ts'
import { outcomeOf } from './effect.ts'
import type { Fields, Sent } from './field.ts'
import { settledHorizon } from './horizon.ts'
import { jsonText } from './json.ts'
import { findOne, list } from './list.ts'
import type { Answer, Write, WriteContext } from './resource.ts'
import type { Reading, Services } from './services.ts'

/** What actions are done with. Handlers get the services alone, and never the database. */
export interface ActParts extends Services, Pick<Reading, 'tellAccount'> {
  database: Database
}

const servicesOf = (parts: ActParts): Services => {
  const { vault, config, clock, network, baseUrl, house } = parts
  return { vault, config, clock, network, baseUrl, house }
}

/** What views are read with. */
export const readingOf = (parts: ActParts): Reading => ({
  ...servicesOf(parts),
  read: parts.database.read,
  tellAccount: parts.tellAccount,
  list: (resource, query, caller) => list(parts, resource, query, caller),
  derive: ({ church }, most, turn) => derive(parts.database, church.id, most, turn),
  outcomeOf: (effect, { church }, task, patience) => outcomeOf(parts.database, effect, church.id, task, patience),
})

async function derive(
  database: Database,
  church: number,
  most: number,
  turn: (tx: Tx, before: string) => Promise<boolean>,
): Promise<boolean> {
  const before = await settledHorizon(database, church)
  for (let turns = 0; turns < most; turns += 1) {
    if (!(await database.write(NO_CHURCH, tx => turn(tx, before)))) return true
  }
  return false
}

/** An action that somebody asks for. */
export interface Asked {
  caller: Caller
  /** Checked by the action's fields. */
  input: object
  /** The address they ask from; empty for a command. */
  ip: string
}

/**
 * Does an action. Who may is checked already; what of the church they see is judged in the transaction.
 * @returns JSON text of what it shows
 * @throws ApiError
 */
export async function act(parts: ActParts, action: Action, asked: Asked): Promise<string> {
  const { caller, input } = asked
  const church = caller.church.id
  const [reading, services] = [readingOf(parts), servicesOf(parts)]
  const prepared = await action.prepare?.(reading, caller, input)
  const work = async (tx: Tx): Promise<unknown> => {
    let noted: Noted = {}
    const context: ActionContext = {
      ...services,
      caller,
      note(learned) {
        noted = learned
      },
    }
    const record = action.on === undefined ? [] : await lockRecord(tx, action, caller, idOf(input))
    const problems = new Problems()
    demand(action, caller, input, problems)
    await action.check?.(tx, context, input, problems)
    problems.throwIfAny()
    const out = await action.run(tx, context, input, prepared, record)
    if (!action.unlogged) await logAct(tx, action, asked, noted)
    return out
  }
  const out = await (action.alone ? parts.database.writeAlone(church, work) : parts.database.write(church, work))
  return jsonText(action.finish === undefined ? out : await action.finish(reading, caller, input, out))
}

/** Checks a write of a resource and does it, in the transaction that the caller has opened. @throws ApiError naming every wrong field */
export async function runWrite(
  tx: Tx,
  write: Write,
  context: WriteContext,
  input: Sent<Fields>,
  problems: Problems,
  id = 0,
): Promise<Answer> {
  const found = await write.check(tx, context, input, problems, id)
  problems.throwIfAny()
  return await write.run(tx, context, input, found, id)
}

const idOf = (input: object): number => ('id' in input ? Number(input.id) : 0)

/** @throws ApiError `not_found`, for a record out of sight too; `validation_failed` where its state does not allow it */
async function lockRecord(tx: Tx, { on, when = {} }: Action, caller: Caller, id: number): Promise<TextRow> {
  if (on === undefined) return []
  const row = await findOne(tx, on, caller, id, [], sql`for no key update`)
  if (row === undefined) throw new ApiError('not_found')
  const problems = new Problems()
  for (const [name, allowed] of Object.entries(when)) {
    const state = on.alone.column(row, name) ?? ''
    if (!allowed?.includes(state))
      problems.add(name, because('{record} {id} is {state}', { record: on.words.one, id, state }))
  }
  problems.throwIfAny()
  return row
}

/** Names what people have to say. */
function demand({ demands = [] }: Action, { by }: Caller, input: object, problems: Problems): void {
  const said = new Map(Object.entries(input))
  for (const name of by.kind === 'person' ? demands : []) {
    if (said.get(name) === undefined) problems.add(name, 'is required')
  }
}

/** Writes the line of the audit log, where a person acts. */
export async function logAct(
  tx: Tx,
  action: Pick<Action, 'name' | 'target' | 'detail'>,
  { caller, input, ip }: Asked,
  noted: Noted,
): Promise<void> {
  const { by, church } = caller
  if (by.kind !== 'person') return
  const target = noted.target ?? action.target?.(input) ?? ('id' in input ? String(input.id) : null)
  const detail = { ...action.detail?.(input), ...noted.detail }
  const line = { user: by, operation: action.name, target, detail, ip }
  await audit(tx, church.id, line)
  if (noted.everywhere) await auditElsewhere(tx, church.id, line)
}
