/** Watches what is asked of the sign-in library: reads from request and answer what `sign-in-watch.ts` needs. */
import { header, type Reply, type Request } from '../http/message.ts'
import { isWatched, type WatchParts, watch } from '../sign-in/sign-in-watch.ts'
import type { Session } from './member.ts'

type Json = Record<string, unknown>

const jsonOf = (text: string): Json => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** A cookie of the library is its value, a dot and a signature. */
function cookieIn(text: string | undefined, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|[ ;.-])sexton\\.${name}=([^;]+)`).exec(text ?? '') ?? []
  return value === undefined ? undefined : decoded(value)?.split('.')[0] || undefined
}

/** Undefined for what nobody encoded, such as a lone `%`. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A request to the library, before it has it. */
export interface Watched {
  request: Request
  /** Behind the library's root. */
  path: string
  /** Undefined for a request that changes nothing. */
  body: Buffer | undefined
  session: Session | undefined
}

/** @returns to be called with the answer before it is sent */
export async function watchSignIn(
  parts: WatchParts,
  { request, path, body, session }: Watched,
): Promise<(reply: Reply) => Promise<void>> {
  if (body === undefined || !isWatched(path)) return () => Promise.resolve()
  const seen = await watch(parts, {
    path,
    body: jsonOf(body.toString('utf8')),
    challenge: cookieIn(header(request, 'cookie'), 'two_factor'),
    user: path === '/sign-in/email' ? undefined : session?.user.id,
    enrolled: session?.user.two_factor_enabled ?? false,
    ip: request.ip,
  })
  return async ({ status, body: text, cookies = [] }) => {
    const began = cookies.map(cookie => cookieIn(cookie, 'session_token')).find(token => token !== undefined)
    await seen({ status, body: jsonOf(text), token: began }, session?.id)
  }
}
