/** Where the cluster and the binaries are: where they were asked for, or where the account can reach them. */
import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { type Account, closedFolder, serverAccount } from './account.ts'
import { binariesFolder, repairLinks } from './binaries.ts'
import { copyBinaries, removeOldCopies } from './binaries-copy.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ownFolder } from './folders.ts'
import { handOver } from './hand-over.ts'
import { locatedHome } from './location.ts'
import { checkOrigin } from './origin.ts'

/** All that starting a server needs to know. */
export interface ClusterPaths {
  account: Account
  /** Finds what holds `bin/postgres` and `bin/initdb`; where that has to be a copy and there is none, it is made. */
  binaries(): Promise<string>
  /** Removes what earlier releases left where such copies are. */
  tidy(): Promise<void>
  /** Holds the cluster, its password and its log. */
  home: string
  /** PostgreSQL's data directory. */
  cluster: string
  /** Folder of the unix socket. */
  socket: string
  /** A copy that may not be whole is to be recovered. */
  recoverCopy: boolean
  /** Called when the server was started, before it is waited for. */
  onStart(): void
}

/** What may be chosen about them. */
export interface PathOptions {
  dataDir: string
  log: Log
  /** The folder of PostgreSQL's programs, where it is not the installed package's. */
  binaries?: string | undefined
  /** Where databases and programs go that the account cannot reach in their own places. */
  shelter?: string | undefined
  /** Whether a copy that was made while its server ran is recovered, in place of being refused. */
  recoverCopy?: boolean
  /** Called when the server was started, before it is waited for: there is time for other things now. */
  onStart?: (() => void) | undefined
}

const SHELTER = '/var/lib/sexton'
/** The path of a unix socket may have 107 bytes on Linux, 103 on macOS (sun_path in sys/un.h, less its final zero). */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length

/**
 * Prepares the folders of an embedded database.
 * @throws EmbeddedDatabaseError when PostgreSQL cannot run here or the directory is somebody else's
 */
export async function findPaths(options: PathOptions): Promise<ClusterPaths> {
  const {
    binaries: folder = binariesFolder(),
    shelter = SHELTER,
    recoverCopy = false,
    onStart = () => undefined,
  } = options
  const candidate = await serverAccount()
  const dataDir = await makeDataDir(candidate, options.dataDir)
  const home = await locatedHome(candidate, dataDir, shelter, options.log)
  const account = await handOver(candidate, home)
  const closed = closedFolder(account, path.dirname(home))
  if (closed !== undefined) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL runs as the user "${account?.name}", who cannot enter ${closed} on the way to the database in ${home}. ` +
        `Let others enter it ("chmod o+x ${closed}"), or set SEXTON_DATA_DIR to another directory.`,
    )
  }
  await ownFolder(account, home)
  // A copy may have lost what PostgreSQL insists on.
  const cluster = path.join(home, 'cluster')
  if (existsSync(cluster)) await ownFolder(account, cluster)
  if (path.dirname(home) !== dataDir) await checkOrigin(dataDir, home)
  await repairLinks(folder)
  const reachable = closedFolder(account, path.join(realpathSync(folder), 'bin')) === undefined
  const binaries = async (): Promise<string> => (reachable ? folder : await copyBinaries(folder, shelter))
  const tidy = async (): Promise<void> => {
    if (!reachable) await removeOldCopies(await binaries())
  }
  return { account, binaries, tidy, home, cluster, socket: socketFolder(account, home), recoverCopy, onStart }
}

/** @returns the real path, so that the same directory has one name however it was reached */
async function makeDataDir(account: Account, dataDir: string): Promise<string> {
  const made = await mkdir(dataDir, { recursive: true })
  // With a strict umask PostgreSQL's user could not go through what root just made; what is inside is private anyway.
  if (made !== undefined && account !== undefined) await chmod(dataDir, 0o755)
  return await realpath(dataDir)
}

/** Where the socket of a cluster goes: near it, or where its path is short enough. @throws EmbeddedDatabaseError */
export function socketFolder(account: Account, home: string): string {
  const name = `sexton-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
  const choices = [path.join(home, 'socket'), path.join(os.tmpdir(), name), path.join('/tmp', name)]
  const fits = choices.filter(folder => Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER)
  const found = fits.find(folder => closedFolder(account, path.dirname(folder)) === undefined)
  if (found !== undefined) return found
  throw new EmbeddedDatabaseError(
    `There is no place for a unix socket near ${home}: set SEXTON_DATA_DIR to a shorter path.`,
  )
}
