/**
 * What is done around the sign-in library's own requests: who signed in or failed to, whose password or second factor
 * changed. It is written into the log of their churches, ends their other sessions and is mailed to them.
 */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Log } from '../lib/log.ts'
import { auditEverywhere } from '../resource/audit-log.ts'
import type { TellAccount } from './account-mail.ts'
import { type Asked, SECOND_STEPS } from './asked.ts'
import { forgetDevicesOf } from './devices.ts'
import type { NoteFailure } from './failures.ts'
import type { Judgement } from './guesses.ts'
import { proveAddress } from './second-factor.ts'
import { dropValuesOf } from './verification-values.ts'

/** What the library answered. */
export interface Answered {
  status: number
  body: Record<string, unknown>
  /** Token of the session that it began; undefined where it began none. */
  token: string | undefined
}

interface SignInEvent {
  user: string
  /** As the audit log names it. */
  what: string
  /** A `change` is of how somebody signs in: other sessions end, and they are told. */
  kind: 'passing' | 'failure' | 'change'
}

const CHANGES: Partial<Record<string, string>> = {
  '/change-password': 'password.changed',
  '/reset-password': 'password.reset',
  '/two-factor/generate-backup-codes': 'second_factor.new_codes',
}

/** Codes of the library for what was guessed wrongly, where its status is not 401. */
const WRONG = ['INVALID_PASSWORD', 'INVALID_TOKEN', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']

/** Whether the library found right what was guessed. */
export function judgementOf({ status, body }: Pick<Answered, 'status' | 'body'>): Judgement {
  if (status === 200) return 'right'
  return status === 401 || WRONG.includes(String(body.code)) ? 'wrong' : 'unjudged'
}

function happeningOf({ path, user, session, hadApp }: Asked, { status, body }: Answered): SignInEvent | undefined {
  if (user === undefined) return undefined
  const judgement = judgementOf({ status, body })
  const done = judgement === 'right'
  if (SECOND_STEPS.includes(path) && session !== undefined) {
    // The first code of an app. Any later one only says yes.
    const first = path === '/two-factor/verify-totp' && !hadApp
    return done && first ? { user, what: 'second_factor.on', kind: 'change' } : undefined
  }
  if (path === '/sign-in/email' || SECOND_STEPS.includes(path)) {
    const what = path === '/sign-in/email' ? 'session.failed' : 'session.second_step_failed'
    if (judgement === 'wrong') return { user, what, kind: 'failure' }
    return done && body.twoFactorRedirect !== true ? { user, what: 'session.begun', kind: 'passing' } : undefined
  }
  if (path === '/sign-out') return done ? { user, what: 'session.ended', kind: 'passing' } : undefined
  const what = CHANGES[path]
  return done && what !== undefined ? { user, what, kind: 'change' } : undefined
}

/** What watching works with. */
interface WatchParts {
  database: Database
  log: Log
  /** Mails somebody what changed. */
  tellAccount: TellAccount
  noteFailure: NoteFailure
}

/** Does what follows from a request that the library has answered, before the answer is sent. */
export async function follow(parts: WatchParts, asked: Asked, answered: Answered): Promise<void> {
  const happening = happeningOf(asked, answered)
  if (happening === undefined) return
  const { user, what, kind } = happening
  // Not waited for: whether there is somebody of an address must not be told by how long a wrong sign-in takes.
  if (kind === 'failure') return parts.noteFailure(user, what, asked.ip)
  if (kind === 'passing') return await makeKnown(parts, user, what, asked.ip)
  await changed(parts, asked, answered, happening)
}

/** What protects is done first: it does not fail with what is written or mailed. */
async function changed(
  parts: WatchParts,
  asked: Asked,
  answered: Answered,
  { user, what }: SignInEvent,
): Promise<void> {
  let dropped = false
  try {
    await parts.database.write(NO_CHURCH, async tx => {
      if (what === 'password.reset') dropped = await proveAddress(tx, user)
      if (what.startsWith('password.')) await forgetDevicesOf(tx, user, asked.device)
      await endOthers(tx, user, { token: answered.token, session: asked.session?.id })
    })
  } finally {
    await makeKnown(parts, user, what, asked.ip)
    await tell(parts, user, what)
    if (dropped) {
      await makeKnown(parts, user, 'second_factor.dropped', asked.ip)
      await tell(parts, user, 'second_factor.dropped')
    }
  }
}

/** The library has done what was asked: that it could not be written or mailed does not undo it. */
const notKnown = (log: Log, user: string, what: string) => (err: unknown) =>
  log.warn({ err, user, what }, 'What happened to an account was not made known')

const makeKnown = ({ database, log }: WatchParts, user: string, what: string, ip: string): Promise<void> =>
  auditEverywhere(database, user, what, ip).catch(notKnown(log, user, what))

const tell = ({ log, tellAccount }: WatchParts, user: string, what: string): Promise<void> =>
  tellAccount(user, what).catch(notKnown(log, user, what))

/** A session by its token or its id; undefined for none. */
interface Kept {
  token?: string | undefined
  session?: string | undefined
}

/**
 * Ends every session of somebody but one, and makes useless what is under way for them: second steps, links, devices that
 * need no second step (ASVS 5.0, 7.4.3).
 */
export async function endOthers(tx: Tx, user: string, { token, session }: Kept): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${user}
    and token is distinct from ${token ?? null}::text and (${token !== undefined} or id is distinct from ${session ?? null}::text)`)
  await dropValuesOf(tx, user)
}
