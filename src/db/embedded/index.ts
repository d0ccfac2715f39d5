/** The embedded database: a real PostgreSQL as a supervised process (docs/decisions/0001). */
import { isShared, SHARED_WARNING } from './account.ts'
import { type Addresses, Attachment } from './attachment.ts'
import { ensureCluster } from './cluster.ts'
import { findPaths, type PathOptions } from './cluster-paths.ts'
import { explain } from './error.ts'
import { clearWorkshops } from './workshop.ts'

export { type Ask, asking } from './ask.ts'
export { takeBaseBackup } from './base-backup.ts'
export { embeddedVersion } from './binaries.ts'
export { type ClusterFile, clusterBytes, textFile } from './cluster-files.ts'
export { BackupUnderWay, EmbeddedDatabaseError } from './error.ts'
export { clusterOf, isRunning, isThere as hasDatabase } from './location.ts'
export { runningAddress } from './running.ts'
export { noteServed, servedDirectories } from './served.ts'
export { openWorkshop, type Workshop } from './workshop.ts'

/** An embedded database that runs, and how to reach it; `host` is the folder of its unix socket. */
export interface EmbeddedDatabase extends Addresses {
  /** Lets go of the server; the last one out stops it. */
  close(): Promise<void>
  /** The same without waiting for what the server has under way: that is rolled back. */
  cut(): Promise<void>
}

/** What may be chosen about an embedded database. */
interface EmbeddedOptions extends PathOptions {
  /** False lets a test server forget what it acknowledged when the machine stops. */
  durable?: boolean
  /** Ends the opening: what is being made is removed, a server that was started for it is stopped. */
  stop?: AbortSignal | undefined
}

/**
 * Opens the embedded database: adopts its server where one runs, recovers or starts it where none does, makes it where
 * there is none, and keeps it running until `close`.
 * @throws EmbeddedDatabaseError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { durable = true, log, stop = new AbortController().signal } = options
  try {
    const paths = await findPaths(options)
    if (isShared(paths.account)) log.warn({}, SHARED_WARNING)
    await clearWorkshops(paths, log)
    await ensureCluster(paths, durable, stop)
    return await attach(new Attachment(paths, log, durable), stop)
  } catch (error) {
    throw explain(error)
  }
}

async function attach(attachment: Attachment, stop: AbortSignal): Promise<EmbeddedDatabase> {
  const cut = (): Promise<void> => attachment.cut()
  // What comes of it is seen below.
  const give = (): void => void cut().catch(() => undefined)
  stop.addEventListener('abort', give)
  try {
    stop.throwIfAborted()
    const addresses = await attachment.open()
    if (stop.aborted) await cut()
    stop.throwIfAborted()
    return { ...addresses, close: () => attachment.close(), cut }
  } catch (error) {
    if (stop.aborted) await cut()
    throw error
  } finally {
    stop.removeEventListener('abort', give)
  }
}
