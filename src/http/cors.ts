/**
 * Requests of web pages on other origins (WHATWG Fetch, CORS protocol; decisions, Requests, "Browsers"): a key names the
 * origins that may use it from a browser, none unless somebody says so. Nothing here lets a browser send cookies.
 */
import { ApiError } from '../errors.ts'
import type { Caller } from '../resource/caller.ts'
import { header, type Reply, type Request } from './message.ts'

/** Whether any key may be used by pages of this origin. */
export type AllowsOrigin = (origin: string) => Promise<boolean>

/** What a page may read of an answer beside its body. */
const EXPOSED = [
  'Allow',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

/** Browsers ask again after two hours at the latest. */
const MAX_AGE_S = 7_200

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': String(MAX_AGE_S),
  Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
}

/**
 * The answer to a preflight, which carries no key: it is allowed where any key of any church names its origin, whatever its
 * path; undefined for any other request, which is answered as if this were not there.
 */
export async function preflight(request: Request, allows: AllowsOrigin): Promise<Reply | undefined> {
  const origin = header(request, 'origin')
  if (request.method !== 'OPTIONS' || origin === undefined) return undefined
  if (header(request, 'access-control-request-method') === undefined || !(await allows(origin))) return undefined
  return { status: 204, headers: { 'Access-Control-Allow-Origin': origin, ...PREFLIGHT }, body: '' }
}

/** @throws ApiError `forbidden_origin` for a page of another origin than those that the key names, where it names any */
const originsOf = ({ by }: Caller): readonly string[] => (by.kind === 'key' ? by.origins : [])

export function checkOrigin(request: Request, caller: Caller): void {
  const origins = originsOf(caller)
  const origin = header(request, 'origin')
  if (origins.length === 0 || origin === undefined || origins.includes(origin)) return
  throw new ApiError('forbidden_origin', { message: 'This key may not be used by pages of this origin.' })
}

/** Refusals that must not wait for anything: there may be too many of them, or a database that does not answer. */
const AT_ONCE: ReadonlySet<number> = new Set([429, 503])

/**
 * What lets a page read an answer: the key's own origins or, where a request failed before its key was known, those of any.
 */
export async function crossOriginHeaders(
  request: Request,
  caller: Caller | undefined,
  status: number,
  allows: AllowsOrigin,
): Promise<Record<string, string>> {
  const origin = header(request, 'origin')
  const vary: Record<string, string> = caller !== undefined && originsOf(caller).length > 0 ? { Vary: 'Origin' } : {}
  if (origin === undefined) return vary
  const allowed = caller === undefined ? await anyAllows(origin, status, allows) : originsOf(caller).includes(origin)
  if (!allowed) return vary
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }
}

async function anyAllows(origin: string, status: number, allows: AllowsOrigin): Promise<boolean> {
  if (AT_ONCE.has(status)) return false
  // Where the database is away, there is no page that could be told so.
  return await allows(origin).catch(() => false)
}
