/** Uses the link of an invitation: makes the user where there is none with the address, and the membership, all at once. */
import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { isEmailAddress } from '../lib/email.ts'
import { lineProblem } from '../lib/line.ts'
import { audit } from '../resource/audit-log.ts'
import { because } from '../texts/because.ts'
import { passwordGuess } from './asked.ts'
import type { NoteFailure } from './failures.ts'
import { guess } from './guesses.ts'
import { dropInvitationsBy, type Found, findInvitation } from './join.ts'
import { problemOf } from './password-rules.ts'
import type { SignIn } from './sign-in.ts'

/** What somebody sends who uses a link. */
export interface Joining {
  token: string
  name: string
  email: string
  password: string
}

/** Where they come from. */
export interface From {
  ip: string
  /** The address as tries are counted. */
  subject: string
  /** What the cookie of the device holds. */
  device: string | undefined
}

/** What joining works with. */
interface JoinParts {
  database: Database
  signIn: SignIn
  /** Lets somebody try once more. @param subject of whom tries are counted @throws ApiError */
  admit(subject: string): void
  noteFailure: NoteFailure
}

/** Who joins. */
interface User {
  id: string
  name: string
  email: string
  /** Of their password; null for an account that has none. */
  hash: string | null
  isNew: boolean
}

const used = (): ApiError =>
  new ApiError('not_found', { message: because('This link has expired or was already used. Ask for a new one.') })

/** The invitation of a link. @throws ApiError `not_found` */
export async function openInvitation(database: Database, token: string): Promise<Found> {
  const found = await findInvitation(database, token)
  if (found === undefined) throw used()
  return found
}

/**
 * Accepts an invitation. A user who is there already proves to be it by the password; whoever may invite can try that, so
 * it is slowed down as at the sign-in.
 * @returns the user, and the address that they sign in with
 * @throws ApiError `not_found` for a link that is used or too old, `validation_failed`, `rate_limited`
 */
export async function join(parts: JoinParts, joining: Joining, from: From): Promise<Pick<User, 'id' | 'email'>> {
  const { database } = parts
  const found = await openInvitation(database, joining.token)
  parts.admit(`invitation ${found.church_id}.${found.id}`)
  const email = (found.email ?? joining.email).trim().toLowerCase()
  const known = await knownUser(database, email)
  if (known === undefined) await checkNew(found, { ...joining, email })
  else await prove(parts, known, joining.password, from)
  const user = known ?? (await newUser(parts.signIn, { ...joining, email }))
  const joined = await database.writeAlone(found.church_id, tx => accept(tx, found, user, from.ip))
  // Somebody has made an account with the address in the meantime: its password is wanted.
  return joined ? user : await join(parts, joining, from)
}

async function knownUser({ read }: Database, email: string): Promise<User | undefined> {
  const found = await read.first<Omit<User, 'isNew'>>(sql`select u.id, u.name, u.email, s.password as hash from users u
    left join sign_ins s on s.user_id = u.id and s.provider_id = 'credential' where u.email = ${email}`)
  return found && { ...found, isNew: false }
}

/** @throws ApiError `validation_failed` for another password, `rate_limited` */
async function prove(parts: JoinParts, { id, email, hash }: User, password: string, from: From): Promise<void> {
  const { database, signIn, admit, noteFailure } = parts
  admit(`address ${from.subject}`)
  const { subject, pace } = await passwordGuess(database, email, { user: id, device: from.device })
  const judge = await guess(database, subject, pace)
  const right = hash !== null && (await (await signIn.$context).password.verify({ hash, password }))
  await judge(right ? 'right' : 'wrong')
  if (right) return
  noteFailure(id, 'user.join_failed', from.ip)
  throw new ApiError('validation_failed', { errors: { password: because('is not the one of this address') } })
}

/** @throws ApiError `validation_failed`, naming everything that is wrong */
async function checkNew({ church_name }: Found, { name, email, password }: Joining): Promise<void> {
  const problems = new Problems()
  if (!isEmailAddress(email)) problems.add('email', because('must be an email address'))
  const nameProblem = lineProblem(name.trim(), 190)
  if (nameProblem !== undefined) problems.add('name', nameProblem)
  const problem = await problemOf(password, [name, email, church_name])
  if (problem !== undefined) problems.add('password', problem)
  problems.throwIfAny()
}

async function newUser(signIn: SignIn, { name, email, password }: Joining): Promise<User> {
  const hash = await (await signIn.$context).password.hash(password)
  return { id: randomUUID(), name: name.trim(), email, hash, isNew: true }
}

/**
 * Exactly one of those who use a link at the same time gets in. An owner who uses a link stays an owner: nobody may be
 * talked out of it by an invitation. A link that was mailed shows that the address is theirs; one that somebody saw who
 * invites does not.
 * @returns false where a new user's address is taken: nothing was done
 */
async function accept(tx: Tx, invitation: Found, user: User, ip: string): Promise<boolean> {
  const { church_id, id, role, branch_id, mailed } = invitation
  // Who made an account with the address first is waited for here, before anything is changed.
  if (user.isNew && !(await insertUser(tx, user, mailed))) return false
  const mine = await tx.run(sql`update invitations set accepted_at = ${tx.now}::timestamptz
    where church_id = ${church_id} and id = ${id} and accepted_at is null`)
  if (mine === 0) throw used()
  if (mailed) await tx.run(sql`update users set email_verified = true where id = ${user.id} and not email_verified`)
  const changed = await tx.run(sql`insert into memberships (church_id, user_id, role, branch_id, created_at)
    values (${church_id}, ${user.id}, ${role}, ${branch_id}, ${tx.now}::timestamptz)
    on conflict (church_id, user_id) do update set role = excluded.role, branch_id = excluded.branch_id
      where memberships.role <> 'owner'`)
  // Who was somebody here before may be less from now on.
  if (changed > 0) await dropInvitationsBy(tx, church_id, user.id)
  const act = { user, operation: 'user.joined', target: user.email, ip }
  await audit(tx, church_id, { ...act, detail: { role, branch_id } })
  return true
}

/** @returns false where the address is taken */
async function insertUser(tx: Tx, { id, name, email, hash }: User, verified: boolean): Promise<boolean> {
  const made = await tx.run(sql`insert into users (id, name, email, email_verified, created_at, updated_at)
    values (${id}, ${name}, ${email}, ${verified}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (email) do nothing`)
  if (made === 0) return false
  await tx.run(sql`insert into sign_ins (id, account_id, provider_id, user_id, password, created_at, updated_at)
    values (${randomUUID()}, ${id}, 'credential', ${id}, ${hash}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
  return true
}
