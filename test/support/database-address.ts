/** Where a PostgreSQL of a connection listens, for a proxy in front of it. */
import type { NetConnectOpts } from 'node:net'
import path from 'node:path'
import type pg from 'pg'

/** The TCP address or unix socket of a connection. */
export function databaseAddress({ host = '127.0.0.1', port = 5432 }: pg.ClientConfig): NetConnectOpts {
  return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
}
