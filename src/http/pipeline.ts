/**
 * What happens to every request under /api/v1, in the order that docs/decisions/0007 fixes ("Order of checks in a request"):
 * address limit, preflight, key, church, origin, key limit, resource, method, scope, body, fields, transaction, idempotency,
 * handler.
 */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { asApiError } from '../db/faults.ts'
import { ApiError, type Problems, unavailable } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { didYouMean, MOST_SUGGESTED } from '../lib/text.ts'
import { checkBody } from '../resource/body.ts'
import type { Caller } from '../resource/caller.ts'
import { outcomeOf } from '../resource/effect.ts'
import { refuseGone } from '../resource/gone.ts'
import { filterNames, ignoredOfWrite, ignoredParameters } from '../resource/ignored.ts'
import { findOne, list, parameter, type Query } from '../resource/list.ts'
import type { Module } from '../resource/module.ts'
import type { AskedHouse, Resource, Write } from '../resource/resource.ts'
import { shownPart } from '../resource/shown-part.ts'
import type { Vault } from '../vault.ts'
import { callerOf, checkChurch, type FindCaller, keyOf } from './authenticate.ts'
import { type Begun, beginWrite } from './begin-write.ts'
import { type AllowsOrigin, checkOrigin, crossOriginHeaders, preflight } from './cors.ts'
import { type Earlier, fingerprint, idempotencyKey, remember, rememberOnce, rememberTask } from './idempotency.ts'
import { keyCheck } from './key-check.ts'
import type { Limits, Pass } from './limits.ts'
import type { Reply, Request } from './message.ts'
import { readQuery } from './query.ts'
import { readBody } from './read-body.ts'
import { failure, success } from './respond.ts'
import { API_ROOT, checkScope, type Operation, type Resources, route } from './route.ts'

/** What operations work with. */
export interface Work {
  database: Database
  /** Seals the cursors of lists. */
  vault: Vault
  modules: readonly Module[]
  resources: Resources
  house: AskedHouse
  clock: Clock
  /** Public address of the service, for URLs in answers. */
  baseUrl(): string
  /** Told of each write, in its transaction; not of a repeated request, which writes nothing. */
  wrote?(tx: Tx, write: Wrote): Promise<void>
}

/** A write that was done. */
export interface Wrote {
  /** Name of the resource. */
  resource: string
  creates: boolean
  /** Null where the record is made later, by a task. */
  id: number | null
}

export interface Parts extends Work {
  findCaller: FindCaller
  allowsOrigin: AllowsOrigin
  limits: Limits
  /** Notes that a key was used, for the list of keys; must not wait for anything. */
  noteUse(caller: Caller, ip: string): void
}

/** An answer, with what the log and the metrics want to know of it. */
export interface RequestOutcome {
  reply: Reply
  caller?: Caller
  /** Id of who is signed in to the console, or tries to. */
  user?: string
  operation?: Operation
  /** What went wrong inside; never part of the reply. */
  fault?: unknown
}

/** Makes the function that answers API requests; it never throws. */
export function pipeline(parts: Parts): (request: Request) => Promise<RequestOutcome> {
  const { resources } = parts
  return async request => {
    const outcome: Omit<RequestOutcome, 'reply'> = {}
    let pass: Pass | undefined
    let reply: Reply
    try {
      pass = await parts.limits.admitAddress(request.ip)
      const allowed = await preflight(request, parts.allowsOrigin)
      if (allowed !== undefined) return { reply: { ...allowed, headers: { ...pass.headers(), ...allowed.headers } } }
      const query = readQuery(request.search)
      const caller = await callerOf(keyOf(request, query), parts.findCaller)
      outcome.caller = caller
      parts.noteUse(caller, request.ip)
      checkChurch(caller)
      checkOrigin(request, caller)
      await pass.admitKey(caller)
      const operation = route(resources, request.method, request.path, caller)
      outcome.operation = operation
      checkScope(operation, caller)
      reply = await perform(parts, operation, request, query, caller)
    } catch (error) {
      const known = asApiError(error)
      outcome.fault = known.cause
      reply = failure(known, request.id)
    }
    const crossOrigin = await crossOriginHeaders(request, outcome.caller, reply.status, parts.allowsOrigin)
    Object.assign(reply.headers, pass?.headers(), crossOrigin)
    return { ...outcome, reply }
  }
}

/**
 * Does what a caller who may do it asks for.
 * @throws ApiError what is wrong with the request
 */
export async function perform(
  parts: Work,
  operation: Operation,
  request: Request,
  query: Query,
  caller: Caller,
): Promise<Reply> {
  switch (operation.kind) {
    case 'key-check':
      return success({ status: 200, data: keyCheck(caller, parts) }, ignoredParameters(query.values.keys(), []))
    case 'list':
      return { status: 200, headers: {}, body: await list(parts, operation.resource, query, caller) }
    case 'one':
      return await one(parts, operation.resource, operation.id, query, caller)
    case 'write':
      return await change(parts, operation, request, query, caller)
  }
}

async function one(
  { database, clock }: Pick<Work, 'database' | 'clock'>,
  resource: Resource,
  id: number | undefined,
  query: Query,
  caller: Caller,
): Promise<Reply> {
  const filters = resource.one?.filters ?? {}
  const conditions = Object.entries(filters).flatMap(
    ([name, filter]) => filter.condition(name, parameter(query, name), caller, clock.now()) ?? [],
  )
  const row = id === undefined ? undefined : await findOne(database.quick, resource, caller, id, conditions)
  if (row === undefined) throw new ApiError('not_found')
  const ignored = ignoredParameters(query.values.keys(), filterNames(filters, caller))
  return success({ status: 200, data: resource.alone.print(row) }, ignored)
}

async function change(
  parts: Work,
  { resource, write, id }: Extract<Operation, { kind: 'write' }>,
  request: Request,
  query: Query,
  caller: Caller,
): Promise<Reply> {
  const key = write.creates ? idempotencyKey(request) : undefined
  const body = await readBody(request)
  const { input, problems, sent, ...checked } = checkBody(write.fields, body, write.creates, caller.church)
  // What a record says and nobody changes comes back with it.
  const unknown = checked.unknown.filter(name => write.creates || !Object.hasOwn(resource.fields, name))
  const known = Object.keys(write.fields).filter(name => write.fields[name]?.spec.settable)
  if (write.unknown === 'refuse') refuseUnknown(unknown, known, problems)
  const context = { caller, clock: parts.clock, house: parts.house }
  if (problems.any) {
    await write.check(parts.database.read, context, input, problems, id ?? 0)
    problems.throwIfAny()
  }
  if (id === undefined && !write.creates) throw new ApiError('not_found')
  // Where unknown fields are refused, there are none here.
  const ignored = ignoredOfWrite(query.values.keys(), unknown, known)
  const claims = key === undefined ? undefined : { key, print: fingerprint(request, sent) }
  const begin = (tx: Tx): Promise<Begun> => beginWrite(tx, { write, context, input, id, claims })
  const work = async (tx: Tx, begun: Begun): Promise<Done> => {
    if ('earlier' in begun) return begun.earlier
    const { found, judged } = begun
    judged.throwIfAny()
    if (write.effect !== undefined) {
      const task = await write.effect.begin(tx, context, input as never, found as never)
      if (key !== undefined) await rememberTask(tx, caller, key, task)
      await parts.wrote?.(tx, { resource: resource.name, creates: write.creates, id: null })
      return { task, begun: true }
    }
    const done = await write.run(tx, context, input, found, id ?? 0)
    const answer = shownPart(resource, write, caller, done, input)
    const reply = success(answer, ignored, locationOf(resource, write, answer.created))
    if (key !== undefined) await remember(tx, caller, key, reply)
    await parts.wrote?.(tx, { resource: resource.name, creates: write.creates, id: answer.created ?? id ?? null })
    return { reply }
  }
  const done = await parts.database.write(caller.church.id, work, begin).catch(error => refuseGone(error, write.fields))
  return 'reply' in done ? done.reply : await conclude(parts, write, caller, key, done, ignored)
}

function refuseUnknown(names: readonly string[], known: readonly string[], problems: Problems): void {
  for (const [at, name] of names.entries()) {
    problems.add(name, `is not a field of this request${didYouMean(name, at < MOST_SUGGESTED ? known : [])}`)
  }
}

/** A reply, or the task that it will come from; `begun` by this very request. */
type Done = Earlier | { task: string; begun: true }

/** A request that begins a task waits longer than any may take; one that only repeats it (decisions, At the same time). */
const PATIENCE_MS = { begun: 120_000, repeated: 10_000 }

/** Waits for what a task comes to, and remembers it as the response. */
async function conclude(
  { database }: Work,
  { effect }: Write,
  caller: Caller,
  key: string | undefined,
  done: Exclude<Done, { reply: Reply }>,
  ignored: Record<string, unknown>,
): Promise<Reply> {
  if (effect === undefined) throw new Error('A write without an effect has no task.')
  const patience = 'begun' in done ? PATIENCE_MS.begun : PATIENCE_MS.repeated
  const outcome = await outcomeOf(database, effect, caller.church.id, done.task, patience)
  if (outcome === undefined) throw unavailable(5)
  const reply = outcome instanceof ApiError ? failure(outcome, '') : success(outcome, ignored)
  if (key === undefined) return reply
  return await database.write(NO_CHURCH, tx => rememberOnce(tx, caller, key, reply))
}

function locationOf(resource: Resource, write: Write, created: number | undefined): string | undefined {
  if (!write.creates || resource.one === undefined || created === undefined) return undefined
  return `${API_ROOT}/${resource.name}/${created}`
}
