/** Which part of the service answers a path; one log line and one measurement for each request. */
import { performance } from 'node:perf_hooks'
import { asApiError } from '../db/faults.ts'
import { ApiError } from '../errors.ts'
import { hideKeys } from '../lib/api-key.ts'
import type { Log } from '../lib/log.ts'
import { shownPath } from '../sign-in/root.ts'
import type { Limits } from './limits.ts'
import type { Reply, Request } from './message.ts'
import type { Metrics } from './metrics.ts'
import type { RequestOutcome } from './pipeline.ts'
import type { PublicRoutes } from './public-routes.ts'
import { failure } from './respond.ts'
import { API_ROOT } from './route.ts'
import type { Handler } from './server.ts'

/** Pages beside the API, by their path as it has to be sent: a proxy's rule for it then misses no other form. */
export type Pages = Record<string, (request: Request) => Promise<Reply> | Reply>

/** What answers: the API, the public routes of the modules, pages. */
export interface Parts {
  api(request: Request): Promise<RequestOutcome>
  publicRoutes: PublicRoutes
  /** The console; undefined for what is not its own. */
  console(request: Request): Promise<RequestOutcome | undefined>
  /** The files and the page of the console. */
  consolePages(request: Request): Reply | undefined
  pages: Pages
  /** How often an address may ask for pages and files. */
  visits: Limits
}

/** Joins API, public routes, pages, log and metrics. */
export function handler(parts: Parts, metrics: Metrics, log: Log): Handler {
  return observed(
    request => answer(parts, request),
    path => shownPath(parts.publicRoutes.shownPath(path)),
    metrics,
    log,
  )
}

/** Answers pages and nothing else, for a port of their own. */
export const pagesHandler = (parts: Pick<Parts, 'pages' | 'visits'>, metrics: Metrics, log: Log): Handler =>
  observed(
    request => answerPage({ ...parts, consolePages: () => undefined }, request),
    path => path,
    metrics,
    log,
  )

function observed(
  answer: (request: Request) => Promise<RequestOutcome>,
  shown: (path: string) => string,
  metrics: Metrics,
  log: Log,
): Handler {
  return async request => {
    const begun = performance.now()
    const outcome = await answer(request)
    const seconds = (performance.now() - begun) / 1000
    observe(request, outcome, shown(request.path), seconds, metrics, log)
    return outcome.reply
  }
}

async function answer(parts: Parts, request: Request): Promise<RequestOutcome> {
  const { api, publicRoutes, console } = parts
  const { path } = request
  if (path === API_ROOT || path.startsWith(`${API_ROOT}/`)) return await api(request)
  const behind = await publicRoutes.answer(request)
  if (behind !== undefined) return behind
  const inside = await console(request)
  return inside ?? (await answerPage(parts, request))
}

async function answerPage(
  { visits, pages, consolePages }: Pick<Parts, 'visits' | 'pages' | 'consolePages'>,
  request: Request,
): Promise<RequestOutcome> {
  const { sentPath, method } = request
  try {
    await visits.admitAddress(request.ip)
    const page = Object.hasOwn(pages, sentPath) ? pages[sentPath] : undefined
    const reply = page === undefined ? consolePages(request) : undefined
    if (reply !== undefined) return { reply }
    if (page === undefined) throw new ApiError('unknown_resource')
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
    }
    return { reply: await page(request) }
  } catch (error) {
    const known = asApiError(error)
    return { reply: failure(known, request.id), fault: known.cause }
  }
}

function observe(
  request: Request,
  outcome: RequestOutcome,
  path: string,
  seconds: number,
  metrics: Metrics,
  log: Log,
): void {
  const { reply, caller, user, operation, fault } = outcome
  const kind = operation?.kind ?? 'none'
  const resource = operation !== undefined && 'resource' in operation ? operation.resource.name : 'none'
  metrics.observe({ resource, operation: kind, status: reply.status }, seconds)
  // The query is left out: it may hold a key or what somebody searched for.
  const line = {
    request: request.id,
    method: request.method,
    path: hideKeys(path),
    status: reply.status,
    ms: Math.round(seconds * 1e4) / 10,
    ip: request.ip,
    ...(caller && { church: caller.church.slug, ...(caller.by.kind === 'key' && { key: caller.by.key.prefix }) }),
    ...(user !== undefined && { user }),
    ...(fault !== undefined && { err: fault }),
  }
  if (reply.status >= 500) log.error(line, 'request failed')
  else if (fault !== undefined) log.warn(line, 'request refused by the database')
  else log.info(line, 'request')
}
