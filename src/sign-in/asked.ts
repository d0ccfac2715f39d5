/** A request to the sign-in library: whom it is about, and what it guesses. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isKnown } from './devices.ts'
import { CODES, KNOWN, type Pace, STRANGERS, TOKENS } from './guesses.ts'
import { findValue } from './verification-values.ts'

/** Where somebody is signed in. */
interface OwnSession {
  id: string
  user: { id: string; email: string; two_factor_enabled: boolean }
}

/** A request to the library. */
export interface Asked {
  /** Behind the library's root: `/sign-in/email`. */
  path: string
  body: Record<string, unknown>
  session: OwnSession | undefined
  /** Whom it is about, also where they are not signed in; undefined for nobody whom we know. */
  user: string | undefined
  /** Whether they had an authenticator app before. */
  hadApp: boolean
  /** What the cookie of the device holds. */
  device: string | undefined
  ip: string
  /** The address as it is counted (see http/rate-limit.ts). */
  from: string
}

/** The second step of a sign-in; with a session, the first code of a new app. */
export const SECOND_STEPS = ['/two-factor/verify-totp', '/two-factor/verify-backup-code']

/** What asks for the password again, within a session. */
const ASKS_PASSWORD = ['/change-password', '/two-factor/enable', '/two-factor/generate-backup-codes']

/** An address as accounts have it; empty for what is no text. */
export const addressIn = ({ email }: Record<string, unknown>): string =>
  typeof email === 'string' ? email.trim().toLowerCase() : ''

/**
 * Whom a request is about, looked up before the library uses up what it was sent.
 * @param challenge what a second step under way is known by
 */
export async function subjectOf(
  { read }: Database,
  { path, body, session }: Pick<Asked, 'path' | 'body' | 'session'>,
  challenge: string | undefined,
): Promise<string | undefined> {
  if (path === '/sign-in/email') {
    return (await read.first<{ id: string }>(sql`select id from users where email = ${addressIn(body)}`))?.id
  }
  if (path === '/reset-password') return await findValue(read, `reset-password:${String(body.token ?? '')}`)
  if (session !== undefined || challenge === undefined) return session?.user.id
  return SECOND_STEPS.includes(path) ? await findValue(read, challenge) : undefined
}

/** What is guessed, and how quickly it may be. */
interface Guessed {
  subject: string
  pace: Pace
}

/** From where somebody guesses: a session and a known device are counted apart from all others. */
interface Guesser {
  user: string | undefined
  session?: { id: string } | undefined
  device?: string | undefined
}

/** @returns what is counted together, and whether it is the account's own */
async function guesserKey(
  database: Database,
  { user, session, device }: Guesser,
): Promise<[key: string, own: boolean]> {
  if (session !== undefined) return [`session ${session.id}`, true]
  // Looked for also where there is no such user, so that it takes as long.
  if (device !== undefined && (await isKnown(database, user ?? '', device))) return [`device ${device}`, true]
  return ['strangers', false]
}

/** A password that is guessed. By the address and not by the user: where there is none, all is as where there is one. */
export async function passwordGuess(database: Database, email: string, guesser: Guesser): Promise<Guessed> {
  const [key, own] = await guesserKey(database, guesser)
  return { subject: `password/${email}/${key}`, pace: own ? KNOWN : STRANGERS }
}

/** What a request guesses; undefined for one that guesses nothing. */
export async function guessedBy(database: Database, asked: Asked): Promise<Guessed | undefined> {
  const { path, body, session, user, device, from } = asked
  if (path === '/sign-in/email') return await passwordGuess(database, addressIn(body), { user, device })
  if (path === '/reset-password') return { subject: `token/${from}`, pace: TOKENS }
  if (user === undefined) return undefined
  if (SECOND_STEPS.includes(path)) {
    const [key, own] = await guesserKey(database, asked)
    return { subject: `code/${user}/${key}`, pace: { ...CODES, forgives: own } }
  }
  return session !== undefined && ASKS_PASSWORD.includes(path)
    ? await passwordGuess(database, session.user.email, { user, session })
    : undefined
}
