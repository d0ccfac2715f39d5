/** Who runs PostgreSQL: this user, or, since PostgreSQL refuses root, one that has nothing else to do. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError } from './error.ts'

/** A user of this machine. */
export interface User {
  name: string
  uid: number
  gid: number
}

/** The account that PostgreSQL runs as; undefined for the one of this process. */
export type Account = User | undefined

/** Made where there is no user of PostgreSQL's own. */
const MADE = 'sexton-postgres'
/** Who may own a database that root starts: what PostgreSQL's packages and macOS call theirs, and ours. */
const DEDICATED = ['postgres', '_postgres', MADE]
/** The last resort: other services run as it, too, and could reach the files. */
const SHARED = 'nobody'

/**
 * The account of this process. Root makes one where PostgreSQL has none and users can be made here.
 * @throws EmbeddedDatabaseError where this is root and there is nobody to run it
 */
export async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const found = dedicatedUser() ?? (await makeUser()) ?? userBy('name', SHARED)
  if (found !== undefined) return found
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and there is no user "postgres" or "${MADE}" to run it, nor could one be made. ` +
      'Start Sexton as a normal user, or set DATABASE_URL.',
  )
}

/** True for an account that other services may share. */
export const isShared = (account: Account): boolean => account?.name === SHARED

/** True for a user that runs databases and nothing else. */
export const isDedicated = ({ name }: User): boolean => DEDICATED.includes(name)

/** What to tell whoever starts a database as such an account. */
export const SHARED_WARNING =
  `PostgreSQL runs as "${SHARED}", as other services of this machine may: they could reach its files. ` +
  `Make a user for it ("useradd --system ${MADE}") and start Sexton again, or start it as a normal user.`

/** The user with this name or number: of this machine, or of a directory service that it asks (LDAP, SSSD). */
export function userBy(key: 'name' | 'uid', value: string | number): User | undefined {
  const find = (passwd: string): User | undefined => usersOf(passwd).find(user => user[key] === value)
  return find(readFileSync('/etc/passwd', 'utf8')) ?? find(asked(String(value)))
}

const dedicatedUser = (): User | undefined => {
  for (const name of DEDICATED) {
    const found = userBy('name', name)
    if (found !== undefined) return found
  }
  return undefined
}

/** What `getent` says, a line like those of /etc/passwd; nothing where it knows of nobody, or is not there (macOS). */
function asked(user: string): string {
  try {
    const env = { PATH: '/usr/bin:/bin' }
    return execFileSync('getent', ['passwd', user], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

const usersOf = (passwd: string): User[] =>
  passwd
    .split('\n')
    .map(line => line.split(':'))
    .flatMap(([name = '', , uid, gid]) => (name === '' ? [] : [{ name, uid: Number(uid), gid: Number(gid) }]))

/** Makes the user. @returns undefined where that cannot be done, as in a container with a file system to read only */
async function makeUser(): Promise<User | undefined> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const env = { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' }
  await promisify(execFile)('useradd', [...args, '--shell', '/usr/sbin/nologin', MADE], { env }).catch(() => undefined)
  // Also where another process that starts at the same time made it.
  return userBy('name', MADE)
}

/**
 * The folder on the way to `target`, itself included, that keeps the account out; undefined when none does.
 * @param target a real path: what links lead through is not looked at
 */
export function closedFolder(account: Account, target: string): string | undefined {
  if (account === undefined) return undefined
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (!mayEnter(account, folder)) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}

function mayEnter({ uid, gid }: User, folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return true
  const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001
  return (found.mode & bit) !== 0
}
