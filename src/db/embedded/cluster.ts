/** The cluster: made once, whole or not at all. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ownFolder, syncFolder } from './folders.ts'
import { run } from './run.ts'

/** The superuser and owner of everything in the embedded database: it migrates and keeps the server, and serves nothing. */
export const USER = 'sexton'

const PASSWORD = 'sexton-password'
/** Where a process makes a cluster: its number, and something of its own for each attempt. */
const WORKSHOP = /^new\.(\d+)\.\w+$/

const isCluster = (folder: string): boolean => existsSync(path.join(folder, 'PG_VERSION'))

/**
 * The owner's password for a cluster.
 * @throws EmbeddedDatabaseError when the cluster has none
 */
export async function readPassword(cluster: string): Promise<string> {
  const file = path.join(cluster, PASSWORD)
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new EmbeddedDatabaseError(`The password of the embedded PostgreSQL cannot be read (${file}: ${error.code}).`)
  })
}

/**
 * Makes the cluster where there is none: beside its place, then renamed, so that a crash in the middle or two first
 * starts at once leave one whole cluster.
 * @param durable false saves the time to write it all to the disk
 * @param stop ends it; what was made so far is removed
 * @throws EmbeddedDatabaseError with initdb's own words
 */
export async function ensureCluster(paths: ClusterPaths, durable: boolean, stop: AbortSignal): Promise<void> {
  await removeLeftovers(paths)
  if (isCluster(paths.cluster)) return
  const workshop = path.join(paths.home, `new.${process.pid}.${randomBytes(4).toString('hex')}`)
  await ownFolder(paths.account, workshop)
  try {
    const fresh = await makeCluster(paths, workshop, durable, stop)
    await rename(fresh, paths.cluster)
    // Else a power cut could leave a cluster full of acknowledged gifts under its temporary name.
    for (const folder of [paths.home, path.dirname(paths.home)]) await syncFolder(folder)
  } catch (error) {
    // Another process that started at the same time was faster: its cluster is as good.
    if (!isCluster(paths.cluster)) throw error
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function makeCluster(
  paths: ClusterPaths,
  workshop: string,
  durable: boolean,
  stop: AbortSignal,
): Promise<string> {
  const fresh = path.join(workshop, 'cluster')
  const password = path.join(workshop, PASSWORD)
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (paths.account !== undefined) await chown(password, paths.account.uid, paths.account.gid)
  const options = ['-D', fresh, '-U', USER, '--pwfile', password, '-A', 'scram-sha-256', '-E', 'UTF8']
  // The builtin provider knows upper and lower case of all letters and never changes with the system's libraries.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums']
  const args = [...options, ...locale, ...(durable ? [] : ['--no-sync'])]
  const { code, output } = await run(paths, 'initdb', args, stop)
  stop.throwIfAborted()
  if (code !== 0) {
    throw new EmbeddedDatabaseError(
      `The embedded database could not be made in ${paths.home} (${reasonIn(output)}). If that cannot be helped, set DATABASE_URL.`,
    )
  }
  await rename(password, path.join(fresh, PASSWORD))
  await syncFolder(fresh)
  return fresh
}

/** Why `initdb` gave up, of all that it says: in its last lines it tells what it tidies up. */
export const reasonIn = (output: string): string | undefined =>
  output
    .trim()
    .split('\n')
    .filter(line => !/^(initdb: removing|child process exited)/.test(line))
    .at(-1)

async function removeLeftovers(paths: ClusterPaths): Promise<void> {
  for (const name of await readdir(paths.home)) {
    const pid = Number(WORKSHOP.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rm(path.join(paths.home, name), { recursive: true, force: true })
  }
}
