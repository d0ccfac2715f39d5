/** Signing in with a passkey: it is both factors, so nothing else is asked. */
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import type { Reply, Request } from '../http/message.ts'
import { auditEverywhere } from '../resource/audit-log.ts'
import { optionsToProve, provenBy, siteOf } from '../sign-in/passkeys.ts'
import { findValue } from '../sign-in/verification-values.ts'
import { because } from '../texts/because.ts'
import { answered } from './answered.ts'
import { cookieOf, ownCookies, unsigned } from './cookies.ts'
import { deviceOf, knowDevice } from './device.ts'
import { fetchHeaders } from './member.ts'
import { type ConsoleParts, isSecure } from './parts.ts'
import { jsonOf } from './sent.ts'
import { sessionBegunBy } from './sign-in-reply.ts'

/**
 * @param part `options` for what a browser needs; empty for the sign-in itself
 * @param noteUser told who signs in
 * @throws ApiError
 */
export async function answerPasskey(
  parts: ConsoleParts,
  part: string,
  request: Request,
  noteUser: (user: string) => void,
): Promise<Reply> {
  if (!['', 'options'].includes(part)) throw new ApiError('not_found')
  const json = await jsonOf(request)
  const user = await inSecondStep(parts, request)
  const site = siteOf(parts.baseUrl())
  if (part === 'options') {
    return answered('POST /passkey/options', await optionsToProve(parts.database, site, 'sign-in', user))
  }
  const proven = await provenBy(parts.database, site, 'sign-in', json.passkey, user)
  if (proven === undefined) {
    throw new ApiError('unauthorized', { message: because('This passkey was not accepted. Sign in another way.') })
  }
  noteUser(proven.user)
  return await begin(parts, request, proven)
}

/** Whose second step is under way: their passkeys are asked for, and those of nobody else. */
async function inSecondStep(parts: ConsoleParts, request: Request): Promise<string | undefined> {
  const challenge = unsigned(cookieOf(ownCookies(request), 'two_factor', isSecure(parts)))
  return challenge === undefined ? undefined : await findValue(parts.database.read, challenge)
}

async function begin(parts: ConsoleParts, request: Request, proven: { user: string; passkey: string }): Promise<Reply> {
  const { database, signIn, log } = parts
  const { user, passkey } = proven
  const begun = await (await signIn()).api.beginSession({
    body: { user },
    headers: fetchHeaders(request),
    asResponse: true,
  })
  const cookies = begun.headers.getSetCookie()
  const token = sessionBegunBy({ cookies }, isSecure(parts))
  // Whoever takes a passkey away ends sessions after it: one that began in between must not stay.
  const kept = await database.read.first(sql`select 1 from passkeys where user_id = ${user} and id = ${passkey}`)
  if (kept === undefined || token === undefined) {
    await database.write(NO_CHURCH, tx => tx.run(sql`delete from sessions where token = ${token ?? ''}`))
    throw new ApiError('unauthorized', { message: because('This passkey was removed. Sign in another way.') })
  }
  await auditEverywhere(database, user, 'session.begun', request.ip, { with: 'passkey' }).catch(err =>
    log.warn({ err, user }, 'A sign-in with a passkey was not noted'),
  )
  const known = await knowDevice(parts, user, deviceOf(parts, ownCookies(request)))
  return { ...answered('POST /passkey', {}), cookies: [...cookies, ...known] }
}
