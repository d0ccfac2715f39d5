/** Joining by the link of an invitation: what it says, and using it. */
import type { Reply, Request } from '../http/message.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { join, openInvitation } from '../sign-in/accept.ts'
import { answered } from './answered.ts'
import { ownCookies } from './cookies.ts'
import { deviceOf, knowDevice } from './device.ts'
import { fetchHeaders } from './member.ts'
import { type ConsoleParts, isSecure } from './parts.ts'
import { jsonOf, textOf } from './sent.ts'
import { sessionBegunBy } from './sign-in-reply.ts'
import { admitTry } from './tries.ts'

/** Answers what the page of a link asks. @throws ApiError */
export async function answerJoin(parts: ConsoleParts, request: Request): Promise<Reply> {
  if (request.method === 'POST') return await useLink(parts, request)
  const found = await openInvitation(parts.database, new URLSearchParams(request.search).get('token') ?? '')
  const { email, known, church_name } = found
  return answered('GET /join', { email, known, church: { name: church_name }, first: email === null })
}

async function useLink(parts: ConsoleParts, request: Request): Promise<Reply> {
  const json = await jsonOf(request)
  const signIn = await parts.signIn()
  const admit = (subject: string): void => admitTry(parts, subject)
  const sent = { token: textOf(json, 'token'), name: textOf(json, 'name'), email: textOf(json, 'email') }
  const joining = { ...sent, password: textOf(json, 'password') }
  const device = deviceOf(parts, ownCookies(request))
  const from = { ip: request.ip, subject: addressSubject(request.ip), device }
  const { id, email } = await join({ ...parts, signIn, admit }, joining, from)
  const signed = await signIn.api.signInEmail({
    body: { email, password: joining.password },
    headers: fetchHeaders(request),
    asResponse: true,
  })
  const cookies = signed.headers.getSetCookie()
  // Who has a second factor has given the password only, and signs in with both.
  const isIn = sessionBegunBy({ cookies }, isSecure(parts)) !== undefined
  const known = isIn ? await knowDevice(parts, id, device) : []
  return { ...answered('POST /join', {}), cookies: [...cookies, ...known] }
}
