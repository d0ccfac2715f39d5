/** Does the actions of modules, and reads their resources, as the command line. */

import { ApiError } from '../errors.ts'
import { commandCaller } from '../modules/church/command-caller.ts'
import { network } from '../outgoing/request.ts'
import { type ActParts, act, runWrite } from '../resource/act.ts'
import type { Action, TypedAction } from '../resource/action.ts'
import { checkBody } from '../resource/body.ts'
import type { Caller, Church } from '../resource/caller.ts'
import type { Answer, Write, WriteContext } from '../resource/resource.ts'
import type { Open } from './command.ts'

/** Loaded when it is needed: most commands touch one module. */
export const loadHouse = async () => (await import('../house.ts')).HOUSE

/** What actions are done with on the command line. */
export async function commandParts(open: Open): Promise<ActParts> {
  const { config, database, vault } = open
  const [house, address] = await Promise.all([loadHouse(), open.address()])
  const { scopes, optional, catalogue, resource, movedReferences } = house
  return {
    config,
    database,
    vault,
    scopes,
    optionalModules: optional,
    catalogue,
    resourceNamed: resource,
    movedReferences,
    network: network(),
    clock: { now: () => new Date() },
    baseUrl: () => address,
    // Whoever stands at the terminal has no account to be told about.
    tellAccount: async () => undefined,
  }
}

/** The command line in a church. */
export const callerIn = async ({ database }: Open, church: Church): Promise<Caller> =>
  await commandCaller(database.read, church, (await loadHouse()).scopes)

/**
 * Creates a record in a church, as the API would.
 * @param json by field
 * @throws ApiError `validation_failed` naming every wrong value
 */
export async function create(open: Open, slug: string, write: Write, json: Record<string, unknown>): Promise<Answer> {
  const church = await open.church(slug)
  const [caller, { resource }] = await Promise.all([callerIn(open, church), loadHouse()])
  const context: WriteContext = {
    caller,
    clock: { now: () => new Date() },
    resourceNamed: resource,
  }
  const { input, problems } = checkBody(write.fields, { json }, true, church)
  if (problems.any) await write.check(open.database.read, context, input, problems, 0)
  problems.throwIfAny()
  return await open.database.write(church.id, tx => runWrite(tx, write, context, input, problems))
}

/**
 * Does an action in a church.
 * @param slug of the church
 * @param sent what was typed, as the action's fields take it; undefined values were not
 * @returns what it shows
 * @throws ApiError `validation_failed` naming every wrong value
 */
export async function doAction<In extends object, Out>(
  open: Open,
  slug: string,
  action: TypedAction<string, In, Out>,
  sent: { [K in keyof In]?: In[K] | string | undefined },
): Promise<Out> {
  const church = await open.church(slug)
  const json = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { input, problems } = checkBody(action.fields, { json }, true, church)
  problems.throwIfAny()
  const caller = await callerIn(open, church)
  const parts = await commandParts(open)
  const text = await act(parts, action, { caller, input, ip: '' }).catch(error => {
    throw named(error, action, input)
  })
  return JSON.parse(text) as Out
}

const UNNAMED = new ApiError('not_found').message

/** Whoever stands at the terminal is told which record it was that the church does not have. */
function named(error: unknown, { on }: Action, input: object): unknown {
  if (!(error instanceof ApiError) || error.message !== UNNAMED || on === undefined || !('id' in input)) return error
  return new ApiError('not_found', { message: `This church has no ${on.words.one} ${input.id}.` })
}
