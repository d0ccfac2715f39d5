/** Where the cluster of a backup is unpacked and started before it takes its place: beside that place, on the same disk. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'
import type { Log } from '../../lib/log.ts'
import { type Addresses, Attachment } from './attachment.ts'
import { type ClusterPaths, findPaths, type PathOptions, socketFolder } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ownFolder } from './folders.ts'
import { give } from './hand-over.ts'
import { readLockFile } from './lock-file.ts'
import { stopServer } from './postmaster.ts'
import { isServer } from './processes.ts'
import { finishTakeOver, noteTakeOver, type RestoredKey } from './take-over.ts'

/** A workshop: its process, and something of its own for each attempt. */
const NAME = /^restore\.(\d+)\.\w+$/

/** A cluster that is not in its place yet. */
export interface Workshop {
  /** Takes its files. */
  cluster: string
  /** Starts its server, which recovers it. @throws EmbeddedDatabaseError with PostgreSQL's own words */
  start(): Promise<Addresses & { close(): Promise<void> }>
  /**
   * Puts it, stopped, into its place.
   * @param time names what was there before, which is kept beside
   * @param key of its secrets, where it has one
   * @returns where that is kept; undefined where there was nothing
   */
  install(time: string, key: RestoredKey | undefined): Promise<string | undefined>
  /** Removes it, if it was not installed. */
  remove(): Promise<void>
}

/**
 * Makes a workshop for the database of a data directory, which need not be there.
 * @param durable false for a cluster that is only looked at
 * @throws EmbeddedDatabaseError
 */
export async function openWorkshop(options: PathOptions, durable: boolean): Promise<Workshop> {
  const paths = await findPaths(options)
  await clearWorkshops(paths, options.log)
  const home = path.join(paths.home, `restore.${process.pid}.${randomBytes(4).toString('hex')}`)
  const cluster = path.join(home, 'cluster')
  const socket = socketFolder(paths.account, home)
  const own: ClusterPaths = { ...paths, home, cluster, socket, recoverCopy: false, onStart: () => undefined }
  await ownFolder(paths.account, home)
  await mkdir(cluster, { mode: 0o700 })
  return {
    cluster,
    async start() {
      if (paths.account !== undefined) await give(paths.account, home)
      const attachment = new Attachment(own, options.log, durable)
      const close = (): Promise<void> => attachment.close()
      try {
        return { ...(await attachment.open()), close }
      } catch (error) {
        await close()
        throw error
      }
    },
    install: (time, key) => install(paths, home, time, key),
    async remove() {
      await rm(home, { recursive: true, force: true })
      await rm(socket, { recursive: true, force: true })
    },
  }
}

async function install(
  paths: ClusterPaths,
  workshop: string,
  time: string,
  key: RestoredKey | undefined,
): Promise<string | undefined> {
  const locked = await readLockFile(paths.cluster)
  if (locked !== undefined && isServer(locked.pid, paths.cluster)) {
    throw new EmbeddedDatabaseError(`A server has begun on ${paths.cluster} meanwhile. Stop it and restore again.`)
  }
  const former = await noteTakeOver(paths.home, path.basename(workshop), time, key)
  await finishTakeOver(paths.home)
  return former
}

/**
 * Ends what a process left that was killed while it restored or tried a backup: a restored cluster that was about to take its
 * place does so, any other goes, with what still runs in it. Either way it is told.
 */
export async function clearWorkshops(paths: ClusterPaths, log: Log): Promise<void> {
  const former = await finishTakeOver(paths.home)
  if (former !== undefined) {
    const kept = former === null ? '' : `; what was there before is kept in ${former}`
    log.warn({}, `A restore was killed when the backup was whole: the restored database is in its place${kept}`)
  }
  for (const name of await readdir(paths.home)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (!(pid > 0) || isAlive(pid)) continue
    const home = path.join(paths.home, name)
    const cluster = path.join(home, 'cluster')
    const locked = await readLockFile(cluster)
    if (locked !== undefined && isServer(locked.pid, cluster)) {
      await stopServer({ ...paths, home, cluster }, locked.pid, AbortSignal.abort())
    }
    await rm(home, { recursive: true, force: true })
    log.warn(
      {},
      'A restore or a trial of a backup was killed before the backup was whole: the database is as it was before',
    )
  }
}
