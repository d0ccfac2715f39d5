/** The lock file of a cluster, by which its server tells where it is. */
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { commandLines, serves } from './processes.ts'

/** How long a server that begins may take from making the file to writing into it. */
const WRITTEN_MS = 5_000

const fileOf = (cluster: string): string => path.join(cluster, 'postmaster.pid')

/** What the server that uses a cluster says of itself. */
export interface LockFile {
  pid: number
  /** PostgreSQL's data directory, as the server knows it: another one in a copy. */
  cluster: string
  /** Folder of its socket; a server that has only begun does not say it yet. */
  socket: string | undefined
  /** It accepts connections. */
  ready: boolean
}

/** Reads the lock file of a cluster, `postmaster.pid` (its lines: pidfile.h); a dead server's may be left. */
export async function readLockFile(cluster: string): Promise<LockFile | undefined> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => '')
  const lines = text.split('\n').map(line => line.trim())
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return { pid, cluster: lines[1] || cluster, socket: lines[4] || undefined, ready: lines[7] === 'ready' }
}

/** Removes a lock file that a power cut left empty: PostgreSQL cannot tell it from that of a server that begins. */
export async function removeEmptyLock(cluster: string): Promise<void> {
  const found = await stat(fileOf(cluster)).catch(() => undefined)
  if (found === undefined || found.size > 0 || Date.now() - found.mtimeMs < WRITTEN_MS) return
  if (!commandLines().some(line => serves(line, cluster))) await rm(fileOf(cluster), { force: true })
}
