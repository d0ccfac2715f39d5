/** Whether the lock file in a cluster was left there by its own server, or came with a copy of another's files. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import type { LockFile } from './lock-file.ts'
import { isServer } from './processes.ts'

/** A directory keeps its inode when it is renamed or mounted elsewhere, its device not always; a copy has another. */
const inodeOf = async ({ cluster }: ClusterPaths): Promise<string> =>
  String((await stat(cluster, { bigint: true })).ino)

const noteOf = ({ home }: ClusterPaths): string => path.join(home, 'cluster-inode')

const readNote = async (paths: ClusterPaths): Promise<string> =>
  (await readFile(noteOf(paths), 'utf8').catch(() => '')).trim()

/** Notes which directory the cluster is; to be called before its server is started. */
export async function noteIdentity(paths: ClusterPaths): Promise<void> {
  const inode = await inodeOf(paths)
  if ((await readNote(paths)) !== inode) await writeFile(noteOf(paths), `${inode}\n`, { flush: true })
}

/**
 * True for the lock file of a server that is not to be looked for here: that of a copy, which may be recovered where that
 * was asked for, or of the same directory before it was moved.
 * @throws EmbeddedDatabaseError for any other copy: what was copied last is newer than what was copied first, and nothing
 *   tells whether it is whole; and for a directory that was moved while its server runs
 */
export async function isForeign(paths: ClusterPaths, locked: LockFile, log: Log): Promise<boolean> {
  const noted = await readNote(paths)
  const moved = locked.cluster !== paths.cluster
  // Releases before this one noted nothing.
  const copied = noted === '' ? moved : noted !== (await inodeOf(paths))
  const runs = moved && isServer(locked.pid, locked.cluster)
  if (runs && (!copied || noted === '')) throw new EmbeddedDatabaseError(stillRuns(paths, locked))
  if (copied && !paths.recoverCopy) throw new EmbeddedDatabaseError(mayNotBeWhole(paths, locked))
  if (copied)
    log.warn({}, `${described(paths, locked)}. It is recovered now; look whether the latest records are there.`)
  return copied || moved
}

const described = ({ cluster }: ClusterPaths, locked: LockFile): string =>
  `${cluster} is a copy of ${locked.cluster === cluster ? 'another directory' : locked.cluster} ` +
  'that was made while its PostgreSQL ran, or after that was killed'

const mayNotBeWhole = (paths: ClusterPaths, locked: LockFile): string =>
  `${described(paths, locked)}, so it may not be whole. Start and stop Sexton on the original and copy it again; ` +
  'if this copy is all that is left, start once with SEXTON_RECOVER_COPY=true and look whether the latest records are there.'

const stillRuns = ({ cluster }: ClusterPaths, { pid, cluster: former }: LockFile): string =>
  `${cluster} was copied or moved from ${former} while its PostgreSQL ran, which it still does (process ${pid}). ` +
  'Stop Sexton there; then copy it again, or start it here if you moved it.'
