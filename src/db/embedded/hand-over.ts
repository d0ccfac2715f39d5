/** Databases that root starts and that belong to somebody else so far: copied by root, or run as another account before. */
import { lchown, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Account, isDedicated, isShared, type User, userBy } from './account.ts'
import { readLockFile } from './lock-file.ts'
import { isServer } from './processes.ts'

/**
 * Settles who runs the database in a folder, and gives them its files where nobody uses them: those that root copied or
 * was given, and those of the shared account. A user whom this machine does not know is somebody else all the same: a
 * directory service may not answer, or another machine may use the same disk.
 * @param account who would run a new one
 * @returns who runs this one
 */
export async function handOver(account: Account, home: string): Promise<Account> {
  if (account === undefined) return undefined
  const cluster = path.join(home, 'cluster')
  const owner = await uidOf(home)
  if (owner === undefined) return account
  const user = userBy('uid', owner)
  const locked = await readLockFile(cluster)
  if (locked !== undefined && isServer(locked.pid, cluster)) return user ?? account
  const heir = user !== undefined && isDedicated(user) ? user : account
  // Of somebody else: the check of folders says so.
  if (owner !== heir.uid && owner !== 0 && !isShared(user)) return account
  const owners = [owner, await uidOf(cluster), await uidOf(path.join(cluster, 'PG_VERSION'))]
  if (owners.some(uid => uid !== undefined && uid !== heir.uid)) await give(heir, home)
  return heir
}

const uidOf = async (file: string): Promise<number | undefined> => (await lstat(file).catch(() => undefined))?.uid

/** Gives files to a user; each folder before what is in it: whom it is taken from can no longer put something else in the place of that. */
export async function give(user: User, file: string): Promise<void> {
  await lchown(file, user.uid, user.gid)
  if (!(await lstat(file)).isDirectory()) return
  for (const name of await readdir(file)) await give(user, path.join(file, name))
}
