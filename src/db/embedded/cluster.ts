/** The cluster: made once, whole or not at all. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError } from './error.ts'
import type { Place } from './place.ts'
import { run } from './run.ts'

/** The superuser and owner of everything in the embedded database. */
export const USER = 'sexton'

const TEMPORARY = /^cluster\.(\d+)$/

/** PostgreSQL's password for this cluster. */
export const readPassword = async (place: Place): Promise<string> =>
  (await readFile(path.join(place.cluster, 'sexton-password'), 'utf8')).trim()

/**
 * Makes the cluster where there is none: beside its place, then renamed, so that a crash in the middle or two first
 * starts at once leave one whole cluster.
 * @throws EmbeddedDatabaseError with initdb's own words
 */
export async function ensureCluster(place: Place): Promise<void> {
  if (existsSync(path.join(place.cluster, 'PG_VERSION'))) return
  await removeLeftovers(place)
  const fresh = path.join(place.home, `cluster.${process.pid}`)
  const passwordFile = path.join(place.home, `password.${process.pid}`)
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (place.account !== undefined) await chown(passwordFile, place.account.uid, place.account.gid)
  try {
    await initialise(place, fresh, passwordFile)
    await rename(passwordFile, path.join(fresh, 'sexton-password'))
    await rename(fresh, place.cluster)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
    // Another process was faster: its cluster is as good.
    if (!existsSync(path.join(place.cluster, 'PG_VERSION'))) throw error
  }
}

async function initialise(place: Place, fresh: string, passwordFile: string): Promise<void> {
  const options = ['-D', fresh, '-U', USER, '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8']
  // The builtin provider knows upper and lower case of all letters and never changes with the system's libraries.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums']
  const { code, output } = await run(place, 'initdb', [...options, ...locale])
  if (code !== 0) throw new EmbeddedDatabaseError(`The database could not be made: ${output.trim()}`)
}

async function removeLeftovers(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    const pid = Number(TEMPORARY.exec(name)?.[1] ?? /^password\.(\d+)$/.exec(name)?.[1])
    if (Number.isNaN(pid) || isAlive(pid)) continue
    await rm(path.join(place.home, name), { recursive: true, force: true })
  }
}

/** True when a process of this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
