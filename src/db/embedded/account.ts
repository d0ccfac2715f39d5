/** Who runs PostgreSQL: this user, or, since PostgreSQL refuses root, another one that exists already. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedDatabaseError } from './error.ts'

/** The account that PostgreSQL runs as; undefined for the one of this process. */
export type Account = { name: string; uid: number; gid: number } | undefined

/** @throws EmbeddedDatabaseError where this is root and there is neither `postgres` nor `nobody` */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find(line => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (name !== undefined) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it. ' +
      'Start Sexton as a normal user, or set DATABASE_URL.',
  )
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

function mayEnter({ uid, gid }: NonNullable<Account>, folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return true
  const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001
  return (found.mode & bit) !== 0
}
