/**
 * What the pages ask of the sign-in library. Only what is judged here is served: its form, whose guess it is and how soon it
 * may be judged, that a code counts once, that a new password is none that is guessed early, and what follows from the answer.
 */
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import type { Reply, Request } from '../http/message.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { isPlainText } from '../lib/json.ts'
import { type Asked, addressIn, guessedBy, SECOND_STEPS, subjectOf } from '../sign-in/asked.ts'
import { type Guess, guess } from '../sign-in/guesses.ts'
import { useUp } from '../sign-in/one-time-codes.ts'
import { countPasskeys } from '../sign-in/passkeys.ts'
import { problemOf } from '../sign-in/password-rules.ts'
import { behindRoot, isServed, RESET_LINK, RESET_REQUEST, servedFields } from '../sign-in/root.ts'
import { beganApp, hasApp, keptRecoveryCodes } from '../sign-in/second-factor.ts'
import { type Answered, follow, judgementOf } from '../sign-in/sign-in-watch.ts'
import { because } from '../texts/because.ts'
import { cookieOf, ownCookies, unsigned } from './cookies.ts'
import { deviceOf, knowDevice } from './device.ts'
import { fetchHeaders, sessionOf } from './member.ts'
import { type ConsoleParts, isSecure } from './parts.ts'
import { askForReset } from './reset-route.ts'
import { jsonIfAny } from './sent.ts'
import { bodyOf, replyOf, sessionBegunBy, withBody } from './sign-in-reply.ts'

/** Answers a request below the root of the library. @param noteUser told whom it is about @throws ApiError */
export async function answerSignIn(
  parts: ConsoleParts,
  request: Request,
  noteUser: (user: string) => void,
): Promise<Reply> {
  const search = request.search === '' ? '' : `?${request.search}`
  const url = new URL(`${parts.baseUrl()}${request.path}${search}`)
  const path = behindRoot(url)
  if (path === undefined || !isServed(path)) throw new ApiError('not_found')
  if (RESET_LINK.test(path)) return await openLink(parts, request, url)
  if (request.method !== 'POST') throw new ApiError('method_not_allowed', { headers: { Allow: 'POST' } })
  const asked = await readAsked(parts, request, path)
  if (asked.user !== undefined) noteUser(asked.user)
  if (path === RESET_REQUEST) return askForReset(parts, addressIn(asked.body), asked.from)
  return await answerAsked(parts, request, asked)
}

/** The link of a mail leads to the page that asks for a new password. */
async function openLink(parts: ConsoleParts, request: Request, url: URL): Promise<Reply> {
  if (!['GET', 'HEAD'].includes(request.method)) {
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
  }
  const signIn = await parts.signIn()
  return await replyOf(await signIn.handler(new Request(url, { headers: fetchHeaders(request) })))
}

async function readAsked(parts: ConsoleParts, request: Request, path: string): Promise<Asked> {
  const body = servedFields(path, await jsonIfAny(request))
  checkTexts(body)
  if (path === '/sign-in/email') body.email = addressIn(body)
  const cookies = ownCookies(request)
  // Ends a session that is too old or was not used for too long, which the library would take.
  const session = path === '/sign-in/email' ? undefined : await sessionOf(parts, request)
  const challenge = unsigned(cookieOf(cookies, 'two_factor', isSecure(parts)))
  const user = path === RESET_REQUEST ? undefined : await subjectOf(parts.database, { path, body, session }, challenge)
  const ofSession = session !== undefined && SECOND_STEPS.includes(path)
  const hadApp = ofSession && (await hasApp(parts.database.read, session.user.id))
  const from = addressSubject(request.ip)
  return { path, body, session, user, hadApp, device: deviceOf(parts, cookies), ip: request.ip, from }
}

/** The library asks the database for texts as they are, and takes what that refuses for a fault. @throws ApiError `validation_failed` */
function checkTexts(body: Record<string, unknown>): void {
  const problems = new Problems()
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && !isPlainText(value))
      problems.add(name, 'must not hold NUL characters or halves of surrogate pairs')
  }
  problems.throwIfAny()
}

async function answerAsked(parts: ConsoleParts, request: Request, asked: Asked): Promise<Reply> {
  if (SECOND_STEPS.includes(asked.path) && asked.user === undefined) {
    throw new ApiError('unauthorized', { message: because('That took too long. Sign in with your password again.') })
  }
  const guessed = await guessedBy(parts.database, asked)
  const judge = guessed && (await guess(parts.database, guessed.subject, guessed.pace))
  const reply = await judged(judge, async () => {
    await checkNewPassword(parts, asked)
    return await byLibrary(parts, request, asked)
  })
  const answered: Answered = {
    status: reply.status,
    body: bodyOf(reply),
    token: sessionBegunBy(reply, isSecure(parts)),
  }
  await judge?.(judgementOf(answered))
  await follow(parts, asked, answered)
  return await completed(parts, asked, answered, reply)
}

/** A guess that something else came in the way of tells nothing. */
async function judged<T>(judge: Guess | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await judge?.('unjudged')
    throw error
  }
}

/** @throws ApiError `validation_failed`, whose sentence says what is wrong with a new password */
async function checkNewPassword({ database }: ConsoleParts, { body, user = '' }: Asked): Promise<void> {
  if (typeof body.newPassword !== 'string') return
  const names = await database.read.all<{ name: string }>(sql`select name from users where id = ${user}
    union all select email from users where id = ${user}
    union all select c.name from memberships m join churches c on c.id = m.church_id where m.user_id = ${user}`)
  const problem = await problemOf(
    body.newPassword,
    names.map(({ name }) => name),
  )
  if (problem === undefined) return
  throw new ApiError('validation_failed', {
    message: because('The password {problem}.', { problem }),
    errors: { newPassword: problem },
  })
}

/** The library reads nothing but what was judged: one body, no query, the cookies that are ours. */
async function byLibrary(parts: ConsoleParts, request: Request, { path, body, user = '' }: Asked): Promise<Reply> {
  const { database } = parts
  const signIn = await parts.signIn()
  if (path === '/two-factor/verify-totp') {
    const code = typeof body.code === 'string' ? body.code : ''
    if ((await useUp(database, parts.vault, user, code)) === 'used') return usedCode
  }
  const kept = path === '/two-factor/enable' ? await keptRecoveryCodes(database.read, user) : undefined
  const headers = fetchHeaders(request)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  const url = new URL(`${parts.baseUrl()}${request.path}`)
  const reply = await replyOf(
    await signIn.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })),
  )
  if (path !== '/two-factor/enable' || reply.status !== 200) return reply
  await database.write(NO_CHURCH, tx => beganApp(tx, user, kept))
  return kept === undefined ? reply : withBody(reply, { ...bodyOf(reply), backupCodes: [] })
}

const usedCode: Reply = {
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    code: 'INVALID_CODE',
    message: because('This code has already been used. Wait for the next one.'),
  }),
}

/** Adds what the pages need to know, and makes the device a known one. */
async function completed(
  parts: ConsoleParts,
  asked: Asked,
  { status, body, token }: Answered,
  reply: Reply,
): Promise<Reply> {
  const { user, device, path } = asked
  if (user === undefined || status !== 200) return reply
  if (body.twoFactorRedirect === true) {
    const passkeys = (await countPasskeys(parts.database.read, user)) > 0
    return withBody(reply, { ...body, passkeys })
  }
  if (token === undefined && path !== '/reset-password') return reply
  return { ...reply, cookies: [...(reply.cookies ?? []), ...(await knowDevice(parts, user, device))] }
}
