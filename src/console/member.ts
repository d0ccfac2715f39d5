/** Who is signed in, what they are in a church, and the caller that the resources see in them. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Request } from '../http/message.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { type BranchLink, branchTree } from '../modules/church/branch-tree.ts'
import { findChurch } from '../modules/church/churches.ts'
import type { Caller, Church } from '../resource/caller.ts'
import type { House } from '../resource/house.ts'
import type { Role } from '../resource/roles.ts'
import { IDLE_MINUTES, LONGEST_SESSION_S } from '../sign-in/session-limits.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import { type Speech, withLanguage } from '../texts/spoken.ts'
import type { Membership } from './answers.ts'
import { cookieHeader, ownCookies } from './cookies.ts'
import { atThumbFor, navigationFor } from './navigation.ts'

/** A session that holds. */
export interface Session {
  id: string
  user: { id: string; name: string; email: string; email_verified: boolean; two_factor_enabled: boolean }
}

/** A person of a church's console. */
export interface Member {
  session: Session
  role: Role
  caller: Caller
  /** Whether the church wants a second factor of them and they have none: until then they can set one up, and nothing else. */
  wantsFactor: boolean
}

/** The headers of a request, as the sign-in library wants them. */
export function fetchHeaders(request: Request): Headers {
  const copied = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith('x-')) copied.set(name, [value].flat().join(', '))
  }
  copied.set('cookie', cookieHeader(ownCookies(request)))
  copied.set('x-sexton-address', request.ip)
  return copied
}

/** What a session is found by. */
interface SessionParts {
  database: Database
  signIn(): Promise<SignIn>
}

/** The session of a request, which counts as a use of it; undefined where there is none, or none any more. */
export async function sessionOf({ database, signIn }: SessionParts, request: Request): Promise<Session | undefined> {
  const found = await (await signIn()).api.getSession({ headers: fetchHeaders(request) })
  if (found === null || !(await use(database, found.session))) return undefined
  const { id, name, email, emailVerified, twoFactorEnabled } = found.user
  const user = { id, name, email, email_verified: emailVerified, two_factor_enabled: twoFactorEnabled === true }
  return { id: found.session.id, user }
}

/** Uses are noted once in so long. */
const NOTED_MS = 60_000

/** Notes the use of a session, or deletes it where it is too old or was not used for too long. @returns whether it holds */
async function use(
  database: Database,
  { id, createdAt, updatedAt }: { id: string; createdAt: Date; updatedAt: Date },
): Promise<boolean> {
  const now = Date.now()
  const idle = now - updatedAt.getTime()
  const holds = now - createdAt.getTime() < LONGEST_SESSION_S * 1_000 && idle < IDLE_MINUTES * 60_000
  if (holds && idle < NOTED_MS) return true
  const statement = holds
    ? sql`update sessions set updated_at = now() where id = ${id}`
    : sql`delete from sessions where id = ${id}`
  await database.write(NO_CHURCH, tx => tx.run(statement))
  return holds
}

interface MembershipRow {
  id: number
  role: Role
  branch_id: number | null
  /** Whether the church wants a second factor of who has the role. */
  wants_factor: boolean
}

/** What somebody is in a church, with everything the resources need to know; undefined where they are nothing. */
export async function memberOf(
  { database, config }: { database: Database; config: Speech },
  house: House,
  session: Session,
  slug: string,
): Promise<Member | undefined> {
  const found = await findChurch(database, slug)
  const church = found && withLanguage(found, config)
  if (church === undefined || !['active', 'closing'].includes(church.status)) return undefined
  const [membership, links] = await Promise.all([
    database.read.first<MembershipRow>(sql`select m.id, m.role, m.branch_id,
        m.role = any(c.second_factor_roles) as wants_factor
      from memberships m join churches c on c.id = ${church.id}
      where m.church_id = ${church.id} and m.user_id = ${session.user.id}`),
    database.read.all<BranchLink>(sql`select id, parent_id from branches where church_id = ${church.id} order by id`),
  ])
  if (membership === undefined || (church.status === 'closing' && membership.role !== 'owner')) return undefined
  const wantsFactor = membership.wants_factor && !session.user.two_factor_enabled
  return { session, role: membership.role, caller: callerOf(house, session, church, membership, links), wantsFactor }
}

function callerOf(
  house: House,
  session: Session,
  church: Church,
  membership: MembershipRow,
  links: readonly BranchLink[],
): Caller {
  const { id, role, branch_id } = membership
  const branches = branchTree(links)
  const { user } = session
  return {
    by: { kind: 'person', id: user.id, name: user.name, role, session: session.id, membership: id },
    account: `${church.id}.console.${JSON.stringify(links)}`,
    church,
    scopes: house.scopesOf(role),
    branches,
    branch_id,
    visible: branch_id === null ? null : branches.below(branch_id),
  }
}

/** Of a church that waits to be removed. */
interface ClosingRow {
  closed_by: string | null
  remove_at: string | null
}

const shownOf = ({ id, slug, name, country, currency, timezone, modules }: Church): Membership['church'] => ({
  id,
  slug,
  name,
  country,
  currency,
  timezone,
  modules,
})

/** The churches of somebody, with what they may do there, as the pages of the console need it. */
export async function membershipsOf(database: Database, house: House, session: Session): Promise<Membership[]> {
  const rows = await database.read.all<
    Pick<MembershipRow, 'role' | 'branch_id' | 'wants_factor'> & Church & ClosingRow
  >(sql`
    select m.role, m.branch_id, m.role = any(c.second_factor_roles) as wants_factor, c.id, c.slug, c.name, c.country, c.currency, c.timezone, c.modules,
      c.closed_by, c.remove_at
    from memberships m join churches c on c.id = m.church_id
    where m.user_id = ${session.user.id} and (c.status = 'active' or c.status = 'closing' and m.role = 'owner') order by c.name, c.id`)
  return rows.map(({ role, branch_id, wants_factor, closed_by, remove_at, ...church }) => {
    const offers = house.permissionsOf(role, branch_id !== null, church.modules)
    return {
      church: shownOf(church),
      role,
      branch_id,
      closing: remove_at === null ? null : { by: closed_by, remove_at: printTimestamp(remove_at) },
      wants_factor: wants_factor && !session.user.two_factor_enabled,
      scopes: house.scopesOf(role),
      offers,
      navigation: navigationFor(house, role, offers, church.modules),
      atThumb: atThumbFor(house, role, offers, church.modules),
    }
  })
}
