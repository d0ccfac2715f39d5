/** Folders of the embedded database: private, and safely on the disk. */
import { chmod, lchown, lstat, mkdir, open } from 'node:fs/promises'
import type { Account } from './account.ts'
import { EmbeddedDatabaseError } from './error.ts'

/**
 * Makes a folder that only the account can use, or makes sure that the one which is there is such.
 * @throws EmbeddedDatabaseError when it belongs to somebody else
 */
export async function ownFolder(account: Account, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  if (!found.isDirectory()) throw new EmbeddedDatabaseError(`${folder} is not a directory. Move it out of the way.`)
  const uid = account?.uid ?? process.getuid?.()
  // Root made it a moment ago, here or in another process that starts at the same time.
  if (account !== undefined && found.uid === 0) await lchown(folder, account.uid, account.gid)
  else if (found.uid !== uid) {
    throw new EmbeddedDatabaseError(
      `The database in ${folder} belongs to user ${found.uid}, and ${account?.name ?? `user ${uid}`} would run it now. ` +
        `Start Sexton as the user who made it, give it away ("chown -R ${account === undefined ? uid : 'root'} ${folder}" ` +
        'as root, with Sexton stopped), or set SEXTON_DATA_DIR to another directory.',
    )
  }
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

/** Makes sure that what was made or renamed in a folder outlives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
