/** The note `location` in a data directory whose database had to be kept elsewhere. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chmod, constants, link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { type Account, closedFolder } from './account.ts'
import { syncFolder } from './folders.ts'
import { readLockFile } from './lock-file.ts'
import { isServer } from './processes.ts'
import { isTakingOver } from './take-over.ts'

/**
 * Where the database of a data directory is: inside, or, when the account cannot get there, in the shelter, which a note
 * in the data directory then names.
 */
export async function locatedHome(account: Account, dataDir: string, shelter: string, log: Log): Promise<string> {
  const noted = await readNote(dataDir)
  if (noted !== '') return noted
  const inside = path.join(dataDir, 'postgresql')
  if (existsSync(inside) || closedFolder(account, dataDir) === undefined) return inside
  await openShelter(shelter)
  await writeNote(noteFile(dataDir), freeHome(dataDir, shelter, log))
  return await readNote(dataDir)
}

/** True when a data directory has a database, or one that this user may not look into. Makes nothing. */
export async function isThere(dataDir: string): Promise<boolean> {
  try {
    const cluster = await clusterOf(dataDir)
    if (isTakingOver(path.dirname(cluster))) return true
    await access(path.join(cluster, 'PG_VERSION'))
    return true
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** True when the server of a data directory that has a database runs, or may run: where this user may not look. */
export async function isRunning(dataDir: string): Promise<boolean> {
  const cluster = await clusterOf(dataDir)
  const closed = await access(cluster, constants.R_OK).then(
    () => false,
    () => true,
  )
  const locked = await readLockFile(cluster)
  return closed || (locked !== undefined && isServer(locked.pid, cluster))
}

/** PostgreSQL's directory in, or of, a data directory that is there. */
export async function clusterOf(dataDir: string): Promise<string> {
  const real = await realpath(dataDir)
  return path.join((await readNote(real)) || path.join(real, 'postgresql'), 'cluster')
}

/** Makes the folder of what has no other place; whoever runs PostgreSQL may go through it. */
export async function openShelter(shelter: string): Promise<void> {
  const made = await mkdir(shelter, { recursive: true })
  // Whatever the umask is.
  if (made !== undefined) await chmod(shelter, 0o755)
}

/** The note of a data directory. */
export const noteFile = (dataDir: string): string => path.join(dataDir, 'location')

/** What the note of a data directory says; empty where there is none. */
export async function readNote(dataDir: string): Promise<string> {
  const text = await readFile(noteFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim()
}

/** Writes the note whole, unless another process that starts at the same time was faster. */
async function writeNote(note: string, home: string): Promise<void> {
  const fresh = `${note}.${process.pid}`
  await writeFile(fresh, `${home}\n`, { flush: true })
  await link(fresh, note).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(fresh)
  await syncFolder(path.dirname(note))
}

function freeHome(dataDir: string, shelter: string, log: Log): string {
  const usual = path.join(shelter, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
  if (!existsSync(usual)) return usual
  // Its data directory was removed and made anew: whoever did that expects an empty database, and loses nothing.
  log.warn({ earlier: usual }, `An earlier database of ${dataDir} is left in ${usual}; a new one is made`)
  return `${usual}-${randomBytes(3).toString('hex')}`
}
