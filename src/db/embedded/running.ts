/** The way to a server that runs, for who only looks: it is neither started nor kept running, and nothing in it is changed. */

import { readPassword } from './cluster.ts'
import type { Address } from './connect.ts'
import { DATABASE, SERVICE, servicePassword } from './contents.ts'
import { clusterOf } from './location.ts'
import { readLockFile } from './lock-file.ts'
import { PORT } from './postmaster.ts'
import { isServer } from './processes.ts'

/**
 * How the service's role reaches the server of a data directory that has a database; undefined where none runs.
 * @throws EmbeddedDatabaseError where one may run, but this user may not look
 */
export async function runningAddress(dataDir: string): Promise<Address | undefined> {
  const cluster = await clusterOf(dataDir)
  const password = await readPassword(cluster)
  const locked = await readLockFile(cluster)
  if (locked?.socket === undefined || !locked.ready || !isServer(locked.pid, cluster)) return undefined
  return { host: locked.socket, port: PORT, user: SERVICE, password: servicePassword(password), database: DATABASE }
}
