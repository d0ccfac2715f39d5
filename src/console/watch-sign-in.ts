/** Watches what is asked of the sign-in library: reads from request and answer what `sign-in-watch.ts` needs. */

import type { Database } from '../db/database.ts'
import { header, type Reply, type Request } from '../http/message.ts'
import type { TellAccount } from '../sign-in/account-mail.ts'
import { SIGN_IN_ROOT } from '../sign-in/root.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import { isWatched, watch } from '../sign-in/sign-in-watch.ts'
import { sessionOf } from './member.ts'

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
  return value === undefined ? undefined : decodeURIComponent(value).split('.')[0] || undefined
}

/** @returns to be called with the answer before it is sent */
export async function watchSignIn(
  parts: { database: Database; signIn(): Promise<SignIn>; tellAccount: TellAccount },
  request: Request,
  body: Buffer | undefined,
): Promise<(reply: Reply) => Promise<void>> {
  const path = request.path.slice(SIGN_IN_ROOT.length)
  if (body === undefined || !isWatched(path)) return () => Promise.resolve()
  const session = await sessionOf(await parts.signIn(), request)
  const seen = await watch(parts.database, parts.tellAccount, {
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
