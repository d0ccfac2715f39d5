/**
 * What is done around the sign-in library's own requests: who signed in or failed to, whose password or second factor
 * changed. It is written into the log of their churches, ends their other sessions and is mailed to them.
 */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Log } from '../lib/log.ts'
import type { TellAccount } from './account-mail.ts'
import { auditEverywhere } from './audit-log.ts'
import type { NoteFailure } from './failures.ts'

/** A request to the library, as far as it says whom it is about. */
export interface Asked {
  /** Behind the library's root: `/sign-in/email`. */
  path: string
  body: Record<string, unknown>
  /** Value of the cookie that a second step is under way by; without its signature. */
  challenge: string | undefined
  /** Whose session it came with. */
  user: string | undefined
  /** Whether they had a second factor before. */
  enrolled: boolean
  ip: string
}

/** What the library answered. */
export interface Answered {
  status: number
  body: Record<string, unknown>
  /** Token of the session that it began; undefined where it began none. */
  token: string | undefined
}

interface Happening {
  user: string
  /** As the audit log names it. */
  what: string
  /** A `change` is of how somebody signs in: other sessions end, and they are told. */
  kind: 'passing' | 'failure' | 'change'
}

const CHANGES: Partial<Record<string, string>> = {
  '/change-password': 'password.changed',
  '/reset-password': 'password.reset',
  '/two-factor/disable': 'second_factor.off',
  '/two-factor/generate-backup-codes': 'second_factor.new_codes',
}

const SECOND_STEPS = ['/two-factor/verify-totp', '/two-factor/verify-backup-code']

/** Whom a request is about, looked up before the library uses up what it was sent. */
async function subjectOf(database: Database, { path, body, challenge, user }: Asked): Promise<string | undefined> {
  if (path === '/sign-in/email') {
    const email = String(body.email ?? '')
      .trim()
      .toLowerCase()
    return (await database.read.first<{ id: string }>(sql`select id from users where email = ${email}`))?.id
  }
  const proof = path === '/reset-password' ? `reset-password:${String(body.token ?? '')}` : challenge
  if (user !== undefined || proof === undefined) return user
  const found = sql`select value from verifications where identifier = ${proof}`
  return (await database.read.first<{ value: string }>(found))?.value
}

function happeningOf(asked: Asked, user: string | undefined, { status, body }: Answered): Happening | undefined {
  if (user === undefined) return undefined
  const done = status === 200
  if (SECOND_STEPS.includes(asked.path)) {
    if (asked.user !== undefined) {
      return done && !asked.enrolled ? { user, what: 'second_factor.on', kind: 'change' } : undefined
    }
    return done
      ? { user, what: 'session.begun', kind: 'passing' }
      : { user, what: 'session.second_step_failed', kind: 'failure' }
  }
  if (asked.path === '/sign-in/email') {
    if (done) return body.twoFactorRedirect === true ? undefined : { user, what: 'session.begun', kind: 'passing' }
    return status === 401 ? { user, what: 'session.failed', kind: 'failure' } : undefined
  }
  if (asked.path === '/sign-out') return done ? { user, what: 'session.ended', kind: 'passing' } : undefined
  const what = CHANGES[asked.path]
  return done && what !== undefined ? { user, what, kind: 'change' } : undefined
}

const WATCHED = ['/sign-in/email', '/sign-out', ...SECOND_STEPS, ...Object.keys(CHANGES)]

/** Whether a path of the library is watched at all. */
export const isWatched = (path: string): boolean => WATCHED.includes(path)

/** What watching works with. */
export interface WatchParts {
  database: Database
  log: Log
  /** Mails somebody what changed. */
  tellAccount: TellAccount
  noteFailure: NoteFailure
}

/** Begins to watch a request. To be called before the library has it; what it returns, with the answer. */
export async function watch(
  parts: WatchParts,
  asked: Asked,
): Promise<(answered: Answered, session: string | undefined) => Promise<void>> {
  const { database, noteFailure } = parts
  const user = await subjectOf(database, asked)
  return async (answered, session) => {
    const happening = happeningOf(asked, user, answered)
    if (happening === undefined) return
    // Not waited for: whether there is somebody of an address must not be told by how long a wrong sign-in takes.
    if (happening.kind === 'failure') return noteFailure(happening.user, happening.what, asked.ip)
    try {
      if (happening.kind === 'change') await endOthers(database, happening.user, answered.token, session)
    } finally {
      await makeKnown(parts, happening, asked.ip)
    }
  }
}

/** The library has done what was asked: that it could not be written or mailed does not undo it, nor what protects. */
async function makeKnown({ database, log, tellAccount }: WatchParts, { user, what, kind }: Happening, ip: string) {
  const warn = (err: unknown): void => log.warn({ err, user, what }, 'What happened to an account was not made known')
  await auditEverywhere(database, user, what, ip).catch(warn)
  if (kind === 'change') await tellAccount(user, what).catch(warn)
}

/** Ends every session but the one that made the change, and forgets the devices that need no second step (ASVS 5.0, 7.4.3). */
async function endOthers(
  database: Database,
  user: string,
  token: string | undefined,
  session: string | undefined,
): Promise<void> {
  await database.write(NO_CHURCH, async tx => {
    await tx.run(sql`delete from sessions where user_id = ${user}
      and token is distinct from ${token ?? null}::text and (${token !== undefined} or id is distinct from ${session ?? null}::text)`)
    await tx.run(sql`delete from verifications where value = ${user} and identifier like 'trust-device-%'`)
  })
}
