/** Where the cluster of a backup is unpacked and started before it takes its place: beside that place, on the same disk. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Addresses, Attachment } from './attachment.ts'
import { type ClusterPaths, findPaths, type PathOptions, socketFolder } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ownFolder, syncFolder } from './folders.ts'
import { give } from './hand-over.ts'
import { readLockFile } from './lock-file.ts'
import { stopServer } from './postmaster.ts'
import { isAlive, isServer } from './processes.ts'

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
   * @returns where that is kept; undefined where there was nothing
   */
  install(time: string): Promise<string | undefined>
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
  await removeLeftovers(paths)
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
    install: time => install(paths, cluster, time),
    async remove() {
      await rm(home, { recursive: true, force: true })
      await rm(socket, { recursive: true, force: true })
    },
  }
}

async function install(paths: ClusterPaths, cluster: string, time: string): Promise<string | undefined> {
  const locked = await readLockFile(paths.cluster)
  if (locked !== undefined && isServer(locked.pid, paths.cluster)) {
    throw new EmbeddedDatabaseError(`A server has begun on ${paths.cluster} meanwhile. Stop it and restore again.`)
  }
  const former = existsSync(paths.cluster) ? `${paths.cluster}.replaced-${time}` : undefined
  if (former !== undefined) await rename(paths.cluster, former)
  try {
    await rename(cluster, paths.cluster)
  } catch (error) {
    if (former !== undefined) await rename(former, paths.cluster)
    throw error
  }
  for (const folder of [paths.cluster, paths.home, path.dirname(paths.home)]) await syncFolder(folder)
  return former
}

/** Removes the workshops of processes that were killed, and stops what still runs in them. */
async function removeLeftovers(paths: ClusterPaths): Promise<void> {
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
  }
}
