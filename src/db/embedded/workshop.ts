/** Where the cluster of a backup is unpacked and started before it takes its place: beside that place, on the same disk. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Addresses, Attachment } from './attachment.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ownFolder, syncFolder } from './folders.ts'
import { give } from './hand-over.ts'
import { readLockFile } from './lock-file.ts'
import { type ClusterPaths, findPlace, type PlaceOptions, socketFolder } from './place.ts'
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
export async function openWorkshop(options: PlaceOptions, durable: boolean): Promise<Workshop> {
  const place = await findPlace(options)
  await removeLeftovers(place)
  const home = path.join(place.home, `restore.${process.pid}.${randomBytes(4).toString('hex')}`)
  const cluster = path.join(home, 'cluster')
  const socket = socketFolder(place.account, home)
  const own: ClusterPaths = { ...place, home, cluster, socket, recoverCopy: false, onStart: () => undefined }
  await ownFolder(place.account, home)
  await mkdir(cluster, { mode: 0o700 })
  return {
    cluster,
    async start() {
      if (place.account !== undefined) await give(place.account, home)
      const attachment = new Attachment(own, options.log, durable)
      const close = (): Promise<void> => attachment.close()
      try {
        return { ...(await attachment.open()), close }
      } catch (error) {
        await close()
        throw error
      }
    },
    install: time => install(place, cluster, time),
    async remove() {
      await rm(home, { recursive: true, force: true })
      await rm(socket, { recursive: true, force: true })
    },
  }
}

async function install(place: ClusterPaths, cluster: string, time: string): Promise<string | undefined> {
  const locked = await readLockFile(place.cluster)
  if (locked !== undefined && isServer(locked.pid, place.cluster)) {
    throw new EmbeddedDatabaseError(`A server has begun on ${place.cluster} meanwhile. Stop it and restore again.`)
  }
  const former = existsSync(place.cluster) ? `${place.cluster}.replaced-${time}` : undefined
  if (former !== undefined) await rename(place.cluster, former)
  try {
    await rename(cluster, place.cluster)
  } catch (error) {
    if (former !== undefined) await rename(former, place.cluster)
    throw error
  }
  for (const folder of [place.cluster, place.home, path.dirname(place.home)]) await syncFolder(folder)
  return former
}

/** Removes the workshops of processes that were killed, and stops what still runs in them. */
async function removeLeftovers(place: ClusterPaths): Promise<void> {
  for (const name of await readdir(place.home)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (!(pid > 0) || isAlive(pid)) continue
    const home = path.join(place.home, name)
    const cluster = path.join(home, 'cluster')
    const locked = await readLockFile(cluster)
    if (locked !== undefined && isServer(locked.pid, cluster)) {
      await stopServer({ ...place, home, cluster }, locked.pid, AbortSignal.abort())
    }
    await rm(home, { recursive: true, force: true })
  }
}
