/**
 * Passkeys (WebAuthn), by SimpleWebAuthn. One is both factors: the device, and the finger, face or PIN that it asks for, so
 * that is always demanded. A challenge is good once, for some minutes, and for what it was given out for.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Database, type Db, NO_CHURCH, type Tx, textArray } from '../db/database.ts'
import { isUnavailable } from '../db/faults.ts'
import { sql } from '../db/sql.ts'
import { findValue, keepValue, takeValue } from './verification-values.ts'

/** Loaded where somebody uses one: commands need none of it. */
const library = () => import('@simplewebauthn/server')

/** Seconds that a challenge is good: somebody may leave the sign-in page open for a while. */
const CHALLENGE_S = 900

/** Passkeys of one person. */
export const MOST_PASSKEYS = 20

/** What a challenge is given out for. */
export type Purpose = 'add' | 'sign-in' | 'confirm'

/** Of a challenge that whoever has a passkey may answer. */
const ANYBODY = 'anybody'

/** Where passkeys are good: the host of the console, and its origin. */
interface Site {
  rpID: string
  origin: string
}

/** The site of a public address. */
export const siteOf = (baseUrl: string): Site => ({
  rpID: new URL(baseUrl).hostname,
  origin: new URL(baseUrl).origin,
})

/** What names the passkeys of somebody to a browser. */
const namesOf = (read: Db, user: string): Promise<{ id: string; transports: string[] }[]> =>
  read.all(sql`select id, transports from passkeys where user_id = ${user} order by created_at, id`)

/** How many somebody has. */
export async function countPasskeys(read: Db, user: string): Promise<number> {
  return (await namesOf(read, user)).length
}

const challengeOf = (purpose: Purpose, challenge: string): string => `passkey-${purpose}:${challenge}`

/** Keeps a challenge that is given out. */
export const keepChallenge = (tx: Tx, purpose: Purpose, challenge: string, user: string): Promise<void> =>
  keepValue(tx, challengeOf(purpose, challenge), user, CHALLENGE_S)

/** Takes a challenge, which is good once. @returns whether it was given out for this, to this person */
export const takeChallenge = async (tx: Tx, purpose: Purpose, challenge: string, user: string): Promise<boolean> =>
  (await takeValue(tx, challengeOf(purpose, challenge))) === user

/** What a browser needs to make a passkey for somebody. Its challenge is to be kept. */
export async function optionsToAdd(
  read: Db,
  { rpID }: Site,
  user: { id: string; name: string; email: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: 'Sexton',
    rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: await namesOf(read, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** A passkey that a browser has made, as it is kept. */
interface MadePasskey {
  id: string
  /** What it answers, to be taken with it. */
  challenge: string
  public_key: Uint8Array
  counter: number
  transports: readonly string[]
  backed_up: boolean
}

/** Checks what a browser has made. @returns undefined where it is not what was asked for */
export async function madePasskey(
  read: Db,
  { rpID, origin }: Site,
  user: string,
  response: unknown,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  let challenge = ''
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    async expectedChallenge(answered) {
      challenge = answered
      return (await findValue(read, challengeOf('add', answered))) === user
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refused)
  if (checked?.verified !== true) return undefined
  const { credential, credentialBackedUp } = checked.registrationInfo
  const { id, publicKey, counter, transports = [] } = credential
  return { id, challenge, public_key: publicKey, counter, transports, backed_up: credentialBackedUp }
}

/** Keeps a passkey. @returns whether it was not there yet */
export async function keepPasskey(tx: Tx, user: string, name: string, made: MadePasskey): Promise<boolean> {
  const { id, public_key, counter, transports, backed_up } = made
  const added = await tx.run(sql`
    insert into passkeys (user_id, id, name, public_key, counter, transports, backed_up, created_at)
    values (${user}, ${id}, ${name}, ${Buffer.from(public_key)}, ${counter}, ${textArray(transports)}, ${backed_up},
      ${tx.now}::timestamptz)
    on conflict (user_id, id) do nothing`)
  return added > 0
}

/**
 * What a browser needs to use a passkey.
 * @param user whose; undefined for whoever signs in, who chooses from those that the browser knows
 */
export async function optionsToProve(
  database: Database,
  { rpID }: Site,
  purpose: 'sign-in' | 'confirm',
  user: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: user === undefined ? [] : await namesOf(database.read, user),
  })
  await database.write(NO_CHURCH, tx => keepChallenge(tx, purpose, options.challenge, user ?? ANYBODY))
  return options
}

interface Kept {
  public_key: string
  counter: number
}

/**
 * Whom the answer of a browser proves.
 * @param user whom it is to prove; undefined for whoever signs in
 * @returns undefined where it proves nobody
 */
export async function provenBy(
  database: Database,
  { rpID, origin }: Site,
  purpose: 'sign-in' | 'confirm',
  response: unknown,
  user: string | undefined,
): Promise<{ user: string; passkey: string } | undefined> {
  const answer = response as AuthenticationResponseJSON
  const whose = user ?? ownerNamed(answer)
  const passkey = typeof answer?.id === 'string' ? answer.id : ''
  const kept = await database.read.first<Kept>(sql`select encode(public_key, 'base64') as public_key, counter
    from passkeys where user_id = ${whose} and id = ${passkey}`)
  if (kept === undefined) return undefined
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge =>
      database.write(NO_CHURCH, tx => takeChallenge(tx, purpose, challenge, user ?? ANYBODY)),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey,
      publicKey: new Uint8Array(Buffer.from(kept.public_key, 'base64')),
      counter: kept.counter,
    },
    requireUserVerification: true,
  }).catch(refused)
  if (checked?.verified !== true) return undefined
  const { newCounter } = checked.authenticationInfo
  // A counter that did not grow, where there is one, belongs to a copy (WebAuthn 3, 6.1.1).
  const used = await database.write(NO_CHURCH, tx =>
    tx.run(sql`update passkeys set counter = ${newCounter}, used_at = ${tx.now}::timestamptz
      where user_id = ${whose} and id = ${passkey} and (counter < ${newCounter} or ${newCounter}::bigint = 0)`),
  )
  return used > 0 ? { user: whose, passkey } : undefined
}

/** Whose passkey it is by its own word: what it signs is checked by the key of that person. */
function ownerNamed(answer: AuthenticationResponseJSON): string {
  const handle: unknown = answer?.response?.userHandle
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('utf8').replaceAll('\0', '') : ''
}

/** The library throws for whatever is wrong with an answer; a database that is away is no such thing. */
function refused(error: unknown): undefined {
  if (isUnavailable(error)) throw error
}
