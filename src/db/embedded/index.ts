/** The embedded database: a real PostgreSQL as a supervised process (docs/decisions/0001). */
import { isShared, SHARED_WARNING } from './account.ts'
import { type Addresses, Attachment } from './attachment.ts'
import { ensureCluster } from './cluster.ts'
import { explain } from './error.ts'
import { findPlace, type PlaceOptions } from './place.ts'

export { EmbeddedDatabaseError } from './error.ts'
export { lastServed, noteServed } from './last-served.ts'
export { isRunning, isThere as hasDatabase } from './location.ts'

/** An embedded database that runs, and how to reach it; `host` is the folder of its unix socket. */
export interface EmbeddedDatabase extends Addresses {
  /** Lets go of the server; the last one out stops it. */
  close(): Promise<void>
}

/** What may be chosen about an embedded database. */
export interface EmbeddedOptions extends PlaceOptions {
  /** False lets a test server forget what it acknowledged when the machine stops. */
  durable?: boolean
}

/**
 * Opens the embedded database: adopts its server where one runs, recovers or starts it where none does, makes it where
 * there is none, and keeps it running until `close`.
 * @throws EmbeddedDatabaseError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { durable = true, log } = options
  try {
    const place = await findPlace(options)
    if (isShared(place.account)) log.warn({}, SHARED_WARNING)
    await ensureCluster(place, durable)
    const attachment = new Attachment(place, log, durable)
    return { ...(await attachment.open()), close: () => attachment.close() }
  } catch (error) {
    throw explain(error)
  }
}
