/** Does the actions of modules, and reads their resources, as the command line. */

import { ApiError } from '../errors.ts'
import { commandCaller } from '../modules/church/command-caller.ts'
import { network } from '../outgoing/request.ts'
import { type ActParts, act, runWrite } from '../resource/act.ts'
import type { TypedAction } from '../resource/action.ts'
import { checkBody } from '../resource/body.ts'
import type { Caller, Church } from '../resource/caller.ts'
import { refuseGone } from '../resource/gone.ts'
import type { Answer, Resource, Write, WriteContext } from '../resource/resource.ts'
import type { Open } from './command.ts'

/** What actions are done with on the command line. */
export async function commandParts(open: Open): Promise<ActParts> {
  const { config, database, vault } = open
  const [house, address] = await Promise.all([open.house(), open.address()])
  return {
    config,
    database,
    vault,
    house,
    network: network(),
    clock: { now: () => new Date() },
    baseUrl: () => address,
    // Whoever stands at the terminal has no account to be told about.
    tellAccount: async () => undefined,
  }
}

/** The command line in a church. */
export const callerIn = async ({ database, house }: Open, church: Church): Promise<Caller> =>
  await commandCaller(database.read, church, (await house()).scopes)

/** The record that is changed, and what it is called. */
interface Changed {
  id: number
  words: Resource['words']
}

/**
 * Adds a record to a church, or changes one, as the API would.
 * @param json by field
 * @param of the record, where it is changed
 * @throws ApiError `validation_failed` naming every wrong value
 */
export async function doWrite(
  open: Open,
  slug: string,
  write: Write,
  json: Record<string, unknown>,
  of?: Changed,
): Promise<Answer> {
  const church = await open.church(slug)
  const [caller, house] = await Promise.all([callerIn(open, church), open.house()])
  const context: WriteContext = {
    caller,
    clock: { now: () => new Date() },
    house,
  }
  const { input, problems } = checkBody(write.fields, { json }, write.creates, church)
  const work = async (): Promise<Answer> => {
    if (problems.any) await write.check(open.database.read, context, input, problems, of?.id ?? 0)
    problems.throwIfAny()
    return await open.database
      .write(church.id, tx => runWrite(tx, write, context, input, problems, of?.id))
      .catch(error => refuseGone(error, write.fields))
  }
  return await work().catch(error => {
    throw named(error, of)
  })
}

/**
 * Does an action in a church.
 * @param slug of the church
 * @param sent what was typed, as the action's fields take it; undefined values were not
 * @param words what the record is called that it is done to
 * @returns what it shows
 * @throws ApiError `validation_failed` naming every wrong value
 */
export async function doAction<In extends object, Out>(
  open: Open,
  slug: string,
  action: TypedAction<string, In, Out>,
  sent: { [K in keyof In]?: In[K] | string | undefined },
  words = action.on?.words,
): Promise<Out> {
  const church = await open.church(slug)
  const json = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { input, problems } = checkBody(action.fields, { json }, true, church)
  problems.throwIfAny()
  const caller = await callerIn(open, church)
  const parts = await commandParts(open)
  const text = await act(parts, action, { caller, input, ip: '' }).catch(error => {
    throw named(error, words && 'id' in input ? { id: Number(input.id), words } : undefined)
  })
  return JSON.parse(text) as Out
}

const UNNAMED = new ApiError('not_found').message

/** Whoever stands at the terminal is told which record it was that the church does not have. */
function named(error: unknown, of: Changed | undefined): unknown {
  if (!(error instanceof ApiError) || error.message !== UNNAMED || of === undefined) return error
  return new ApiError('not_found', { message: `This church has no ${of.words.one} ${of.id}.` })
}
