/**
 * What the pages of the console ask: signing in, who one is, the resources of the API for a church one belongs to, and
 * the actions and views that only the console has. The rules of the resources are the API's own.
 */
import { asApiError } from '../db/faults.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { compressed } from '../http/encodings.ts'
import type { Reply, Request } from '../http/message.ts'
import { perform, type RequestOutcome, type Work } from '../http/pipeline.ts'
import { readQuery } from '../http/query.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { failureToPage, success } from '../http/respond.ts'
import { checkScope, type Resources, route } from '../http/route.ts'
import { act, readingOf } from '../resource/act.ts'
import type { View } from '../resource/action.ts'
import { jsonText } from '../resource/json.ts'
import { MadeFile } from '../resource/made-file.ts'
import { failureNotes } from '../sign-in/failures.ts'
import { countPasskeys } from '../sign-in/passkeys.ts'
import { SIGN_IN_ROOT } from '../sign-in/root.ts'
import { hasApp } from '../sign-in/second-factor.ts'
import { because } from '../texts/because.ts'
import { languages } from '../texts/names.ts'
import { answered, answeredOf } from './answered.ts'
import { auditWrite, checkAllowed, checkFactor, checkStepUp, readInput } from './checks.ts'
import { answerExport, fileReply } from './export-route.ts'
import { answerFirstChurch } from './first-church-route.ts'
import { answerFront } from './front-route.ts'
import { checkPerson, checkSite } from './guard.ts'
import { houseMeta } from './house-meta.ts'
import { shownHouse } from './house-shown.ts'
import { answerJoin } from './join-route.ts'
import { type Member, memberOf, membershipsOf, type Session, sessionOf } from './member.ts'
import { answerNames } from './names-route.ts'
import type { ConsoleParts } from './parts.ts'
import { answerPasskey } from './passkey-route.ts'
import { jsonOf } from './sent.ts'
import { answerSignIn } from './sign-in-route.ts'
import { answerStepUp } from './step-up.ts'
import { TRIES_A_MINUTE } from './tries.ts'
import { answerViews } from './views-route.ts'

const CONSOLE_ROOT = '/console'
const API = `${CONSOLE_ROOT}/api`

/** Methods by path below the console, where that is all there is to choose. */
const METHODS: Record<string, readonly string[]> = {
  [SIGN_IN_ROOT]: ['GET', 'HEAD', 'POST'],
  [`${API}/first-church`]: ['GET', 'HEAD', 'POST'],
  [`${API}/front`]: ['GET', 'HEAD'],
  [`${API}/join`]: ['GET', 'HEAD', 'POST'],
  [`${API}/passkey`]: ['POST'],
  [`${API}/session`]: ['GET', 'HEAD'],
  [`${API}/step-up`]: ['POST'],
}

/** What the log is to know of a request, as far as it came. */
type Noted = Omit<RequestOutcome, 'reply'>

/** Answers what lies below /console/; undefined for any other path. */
export interface Console {
  answer(request: Request): Promise<RequestOutcome | undefined>
}

/** Makes it. */
export function makeConsole(options: Omit<ConsoleParts, 'tries' | 'noteFailure'>): Console {
  const now = (): number => performance.now()
  const noteFailure = failureNotes(options.database, options.log, now)
  const parts = { ...options, noteFailure, tries: new RateLimit(TRIES_A_MINUTE, now) }
  const { resources } = parts
  return {
    async answer(request) {
      if (!request.path.startsWith(`${CONSOLE_ROOT}/`)) return undefined
      const noted: Noted = {}
      try {
        await parts.limits.admitAddress(request.ip)
        checkMethod(request)
        checkSite(request, new URL(parts.baseUrl()).origin)
        return { reply: await answer(parts, resources, request, noted), ...noted }
      } catch (error) {
        const known = asApiError(error)
        return { reply: failureToPage(known, request.id), ...noted, fault: known.cause }
      }
    },
  }
}

/** @throws ApiError `method_not_allowed` */
function checkMethod({ path, method }: Request): void {
  const root = Object.keys(METHODS).find(one => path === one || path.startsWith(`${one}/`))
  const allowed = root === undefined ? undefined : METHODS[root]
  if (allowed === undefined || allowed.includes(method)) return
  throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
}

async function answer(parts: ConsoleParts, resources: Resources, request: Request, noted: Noted): Promise<Reply> {
  const noteUser = (user: string): void => {
    noted.user = user
  }
  if (request.path.startsWith(`${SIGN_IN_ROOT}/`)) return await answerSignIn(parts, request, noteUser)
  const [first = '', second = '', name = ''] = request.path.slice(API.length + 1).split('/')
  if (first === 'front') return await answerFront(parts)
  if (first === 'first-church') return await answerFirstChurch(parts, request)
  if (first === 'join') return await answerJoin(parts, request)
  if (first === 'passkey') return await answerPasskey(parts, second, request, noteUser)
  const session = await sessionOf(parts, request)
  if (session === undefined) throw new ApiError('unauthorized', { message: because('Sign in first.') })
  noteUser(session.user.id)
  checkPerson(request, session.user.id)
  if (first === 'session') return await sessionReply(parts, session)
  if (first === 'step-up') return await answerStepUp(parts, session, second, request)
  const member = await memberOf(parts, parts.house, session, first)
  if (member === undefined) throw new ApiError('not_found')
  noted.caller = member.caller
  if (second === 'house') return await compressed(request, houseReply(parts, member, request))
  if (second === 'actions') return await doAction(parts, member, name, request)
  if (second === 'views' && name !== '') return await look(parts, member, name, request)
  if (second === 'views') return await lookTogether(parts, member, request, noted)
  checkFactor(member)
  const root = `${API}/${first}`
  if (name === 'export' || name === 'names') {
    const listed = listAt(parts, member, `${root}/${second}`, request, noted)
    return await (name === 'export' ? answerExport : answerNames)(parts, listed, request, member.caller)
  }
  const operation = route(resources, request.method, request.path, member.caller, root)
  noted.operation = operation
  checkScope(operation, member.caller)
  const work: Work = { ...parts, wrote: (tx, what) => auditWrite(tx, member, what, request.ip) }
  return await perform(work, operation, request, readQuery(request.search), member.caller)
}

async function sessionReply({ database, config, house }: ConsoleParts, session: Session): Promise<Reply> {
  const [app, passkeys, memberships, chosen] = await Promise.all([
    hasApp(database.read, session.user.id),
    countPasskeys(database.read, session.user.id),
    membershipsOf(database, house, session),
    database.read.first<{ language: string | null }>(sql`select language from users where id = ${session.user.id}`),
  ])
  const user = { ...session.user, app, passkeys: passkeys > 0, language: chosen?.language ?? null }
  const mails = config.smtpUrl !== ''
  return answered('GET /session', { user, memberships, mails, languages: languages(), tones: house.tones })
}

/** The list that something is asked of beside itself: its file, the names of its records. @param path of the list */
function listAt(parts: ConsoleParts, { caller }: Member, path: string, request: Request, noted: Noted) {
  checkAsked(request, ['GET'])
  const operation = route(parts.resources, 'GET', path, caller, `${API}/${caller.church.slug}`)
  noted.operation = operation
  checkScope(operation, caller)
  if (operation.kind !== 'list') throw new ApiError('unknown_resource')
  return operation
}

/** What this member's pages are drawn from. */
function houseReply({ house }: ConsoleParts, member: Member, { method }: Request): Reply {
  if (!['GET', 'HEAD'].includes(method)) throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  checkFactor(member)
  return answeredOf('house', {
    data: shownHouse(house, member.role, member.caller),
    meta: { ...houseMeta(house, member.role, member.caller.church.modules) },
  })
}

/** Does an action, or shows a view that is posted. */
async function doAction(parts: ConsoleParts, member: Member, name: string, request: Request): Promise<Reply> {
  const { caller } = member
  const { modules } = caller.church
  const view = parts.house.view(name, modules)
  if (view?.posted) return await show(parts, member, view, request)
  const action = parts.house.action(name, modules)
  if (action === undefined) throw new ApiError('unknown_resource')
  checkAsked(request, ['POST'])
  checkFactor(member, action)
  checkAllowed(member, action.may)
  const input = readInput(action.fields, { json: await jsonOf(request) }, caller)
  if (action.stepUp) await checkStepUp(parts.database, member)
  return success({ status: 200, data: await act(parts, action, { caller, input, ip: request.ip }) })
}

async function look(parts: ConsoleParts, member: Member, name: string, request: Request): Promise<Reply> {
  const view = parts.house.view(name, member.caller.church.modules)
  if (view === undefined || view.posted) throw new ApiError('unknown_resource')
  return await show(parts, member, view, request)
}

/** Several views in one answer. */
async function lookTogether(parts: ConsoleParts, member: Member, request: Request, noted: Noted): Promise<Reply> {
  checkAsked(request, ['GET', 'HEAD'])
  const asked = { ...request, search: '' }
  return await answerViews(
    request,
    name => look(parts, member, name, asked),
    fault => {
      noted.fault = fault
    },
  )
}

async function show(parts: ConsoleParts, member: Member, view: View, request: Request): Promise<Reply> {
  checkAsked(request, view.posted ? ['POST'] : ['GET', 'HEAD'])
  const { caller } = member
  checkFactor(member, view)
  checkAllowed(member, view.may)
  const body = view.posted ? { json: await jsonOf(request) } : { form: formOf(request) }
  const input = readInput(view.fields, body, caller)
  if (view.stepUp) await checkStepUp(parts.database, member)
  const shown = await view.run(readingOf(parts), caller, input)
  if (shown instanceof MadeFile) return fileReply(shown, request.id, parts.log)
  return success({ status: 200, data: jsonText(shown) })
}

/** @throws ApiError `method_not_allowed` */
function checkAsked({ method }: Request, methods: readonly string[]): void {
  if (!methods.includes(method)) throw new ApiError('method_not_allowed', { headers: { Allow: methods.join(', ') } })
}

const formOf = ({ search }: Request): Map<string, string[]> =>
  new Map([...readQuery(search).values].map(([key, value]) => [key, [value]]))
