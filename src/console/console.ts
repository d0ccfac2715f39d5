/**
 * What the pages of the console ask: signing in, who one is, the resources of the API for a church one belongs to, and
 * the operations and views that only the console has. The rules of the resources are the API's own.
 */

import { NO_CHURCH } from '../db/database.ts'
import { asApiError } from '../db/faults.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import type { Limits } from '../http/limits.ts'
import type { Reply, Request } from '../http/message.ts'
import { type Outcome, perform, type Work } from '../http/pipeline.ts'
import { readQuery } from '../http/query.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { readBody, readBytes } from '../http/read-body.ts'
import { failure, success } from '../http/respond.ts'
import { checkScope, resourcesOf, route } from '../http/route.ts'
import { addressSubject } from '../lib/address-subject.ts'
import type { Log } from '../lib/log.ts'
import type { ConsoleParts as OperationParts } from '../resource/operation.ts'
import type { TellAccount } from '../sign-in/account-mail.ts'
import { failureNotes, type NoteFailure } from '../sign-in/failures.ts'
import { findInvitation, join } from '../sign-in/join.ts'
import { behindRoot, isServed, SIGN_IN_ROOT } from '../sign-in/root.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import { checkSite } from './guard.ts'
import { fetchHeaders, type Member, memberOf, membershipsOf, type Session, sessionOf } from './member.ts'
import { act, auditWrite, checkRole, checkStepUp, readInput } from './operation.ts'
import { findOperation, findView } from './operations.ts'
import { replyOf } from './sign-in-reply.ts'
import { watchSignIn } from './watch-sign-in.ts'

export const CONSOLE_ROOT = '/console'
const API = `${CONSOLE_ROOT}/api`
const GUESSES_A_MINUTE = 10

export interface ConsoleParts extends Work, OperationParts {
  limits: Limits
  signIn(): Promise<SignIn>
  log: Log
  tellAccount: TellAccount
  noteFailure: NoteFailure
  /** How often a password may be guessed beside the sign-in, which counts by itself. */
  guesses: RateLimit
}

/** Answers what lies below /console/; undefined for any other path. */
export interface Console {
  answer(request: Request): Promise<Outcome | undefined>
}

/** Makes it. */
export function makeConsole(options: Omit<ConsoleParts, 'guesses' | 'noteFailure'>): Console {
  const now = (): number => performance.now()
  const noteFailure = failureNotes(options.database, options.log, now)
  const parts = { ...options, noteFailure, guesses: new RateLimit(GUESSES_A_MINUTE, now) }
  const resources = resourcesOf(parts.modules)
  return {
    async answer(request) {
      if (!request.path.startsWith(`${CONSOLE_ROOT}/`)) return undefined
      const outcome: Omit<Outcome, 'reply'> = {}
      try {
        await parts.limits.admitAddress(request.ip)
        checkSite(request, new URL(parts.baseUrl()).origin)
        if (request.path.startsWith(`${SIGN_IN_ROOT}/`)) return { reply: await signInReply(parts, request) }
        return { reply: await answerApi(parts, resources, request, outcome), ...outcome }
      } catch (error) {
        const known = asApiError(error)
        return { reply: failure(known, request.id), ...outcome, fault: known.cause }
      }
    },
  }
}

async function signInReply(parts: ConsoleParts, request: Request): Promise<Reply> {
  const search = request.search === '' ? '' : `?${request.search}`
  const url = new URL(`${parts.baseUrl()}${request.path}${search}`)
  const path = behindRoot(url)
  if (path === undefined || !isServed(path)) throw new ApiError('not_found')
  const signIn = await parts.signIn()
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await readBytes(request)
  const headers = fetchHeaders(request)
  const asked = new Request(url, { method: request.method, headers, ...(body?.length && { body }) })
  // Ends a session that is too old or was not used for too long, which the library would take.
  const session = await sessionOf(parts, request)
  const seen = await watchSignIn(parts, { request, path, body, session })
  const reply = await replyOf(await signIn.handler(asked))
  await seen(reply)
  return reply
}

async function answerApi(
  parts: ConsoleParts,
  resources: ReturnType<typeof resourcesOf>,
  request: Request,
  outcome: Omit<Outcome, 'reply'>,
): Promise<Reply> {
  const [first = '', second = '', name = ''] = request.path.slice(API.length + 1).split('/')
  if (first === 'join') return await answerJoin(parts, request)
  const session = await sessionOf(parts, request)
  if (session === undefined) throw new ApiError('unauthorized', { message: 'Sign in first.' })
  if (first === 'session') return await sessionReply(parts, session)
  if (first === 'step-up') return await stepUp(parts, session, request)
  const member = await memberOf(parts.database, session, first)
  if (member === undefined) throw new ApiError('not_found')
  outcome.caller = member.caller
  if (second === 'operations') return await operate(parts, member, name, request)
  if (second === 'views') return await look(parts, member, name, request)
  const operation = route(resources, request.method, request.path, member.caller, `${API}/${first}`)
  outcome.operation = operation
  checkScope(operation, member.caller)
  const work: Work = { ...parts, wrote: (tx, what) => auditWrite(tx, member, what, request.ip) }
  return await perform(work, operation, request, readQuery(request.search), member.caller)
}

async function sessionReply({ database }: ConsoleParts, session: Session): Promise<Reply> {
  const data = { user: session.user, memberships: await membershipsOf(database, session) }
  return success({ status: 200, data: JSON.stringify(data) })
}

async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const body = await readBody(request)
  if (!('json' in body)) throw new ApiError('unsupported_media_type')
  return body.json
}

const textOf = (json: Record<string, unknown>, name: string): string => {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}

async function answerJoin(parts: ConsoleParts, request: Request): Promise<Reply> {
  if (request.method !== 'POST') {
    const found = await findInvitation(parts.database, new URLSearchParams(request.search).get('token') ?? '')
    if (found === undefined)
      throw new ApiError('not_found', { message: 'This link is used or too old. Ask for a new one.' })
    const { email, known, church_name } = found
    const data = { email, known, church: { name: church_name }, first: email === null }
    return success({ status: 200, data: JSON.stringify(data) })
  }
  const json = await jsonOf(request)
  const password = textOf(json, 'password')
  const [token, name, email] = ['token', 'name', 'email'].map(field => textOf(json, field)) as [string, string, string]
  const signIn = await parts.signIn()
  const admit = (subject: string): void => admitGuess(parts, subject)
  const joining = { token, name, email, password }
  const from = { ip: request.ip, subject: addressSubject(request.ip) }
  const address = await join({ ...parts, signIn, admit }, joining, from)
  const headers = fetchHeaders(request)
  const signed = await signIn.api.signInEmail({
    body: { email: address, password },
    headers,
    asResponse: true,
  })
  return { ...success({ status: 200, data: '{}' }), cookies: signed.headers.getSetCookie() }
}

/** @param subject of whom guesses are counted; short, as it is kept for a minute @throws ApiError `rate_limited` */
function admitGuess({ guesses }: ConsoleParts, subject: string): void {
  const { admitted, standing } = guesses.take(subject)
  if (!admitted) throw new ApiError('rate_limited', { headers: { 'Retry-After': String(standing.resetSeconds) } })
}

async function stepUp(parts: ConsoleParts, session: Session, request: Request): Promise<Reply> {
  admitGuess(parts, `session ${session.user.id}`)
  const { password: context, internalAdapter } = await (await parts.signIn()).$context
  const account = await internalAdapter.findCredentialAccount(session.user.id)
  const password = textOf(await jsonOf(request), 'password')
  const right = account?.password != null && (await context.verify({ hash: account.password, password }))
  if (!right) {
    const problems = new Problems()
    problems.add('password', 'is not yours')
    problems.throwIfAny()
  }
  await parts.database.write(NO_CHURCH, tx =>
    tx.run(sql`update sessions set stepped_up_at = clock_timestamp() where id = ${session.id}`),
  )
  return success({ status: 200, data: '{}' })
}

async function operate(parts: ConsoleParts, member: Member, name: string, request: Request): Promise<Reply> {
  const { caller } = member
  const operation = findOperation(name, caller.church.modules)
  if (operation === undefined) throw new ApiError('unknown_resource')
  if (request.method !== 'POST') throw new ApiError('method_not_allowed', { headers: { Allow: 'POST' } })
  checkRole(member, operation.name)
  const input = readInput(operation.fields, { json: await jsonOf(request) }, caller)
  if (operation.stepUp) await checkStepUp(parts.database, member)
  return success({ status: 200, data: await act(parts, member, operation, input, request.ip) })
}

async function look(parts: ConsoleParts, member: Member, name: string, request: Request): Promise<Reply> {
  const { caller } = member
  const view = findView(name, caller.church.modules)
  if (view === undefined) throw new ApiError('unknown_resource')
  if (!['GET', 'HEAD'].includes(request.method)) {
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  }
  checkRole(member, view.name)
  const { values } = readQuery(request.search)
  const form = new Map([...values].map(([key, value]) => [key, [value]]))
  const input = readInput(view.fields, { form }, caller)
  return success({ status: 200, data: await view.run(parts, caller, input) })
}
