/** Brings a database to the schema of this release: the numbered files of `migrations/`, each in a transaction. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { ROOT } from '../config.ts'

const FOLDER = path.join(ROOT, 'migrations')
const TABLE = 'migrations'
/** Two nodes that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_311_902

/** A database that this release cannot work on; the message says why and what to do. */
export class MigrationError extends Error {}

/**
 * Applies the migrations that are missing.
 * @returns the names of those applied now
 * @throws MigrationError when the server is older than PostgreSQL 15 or the schema is newer than this release
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await checkServer(client)
    const files = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
    const known = files.map(name => path.basename(name, '.sql'))
    const applied = await appliedNames(client)
    const stranger = applied.find(name => !known.includes(name))
    if (stranger !== undefined) {
      throw new MigrationError(
        `The database was made by a newer release (it has "${stranger}"). Install that release or a newer one.`,
      )
    }
    const missing = known.filter(name => !applied.includes(name))
    if (missing.length > 0) await apply(client)
    return missing
  } finally {
    await client.end()
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const server = rows[0]
  if (server === undefined || server.version < 150_000) throw new MigrationError('PostgreSQL 15 or newer is needed.')
  if (server.encoding !== 'UTF8') throw new MigrationError(`The database must use UTF8, not ${server.encoding}.`)
}

async function appliedNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('${TABLE}') is not null as exists`)
  if (!rows[0]?.exists) return []
  return (await client.query<{ name: string }>(`select name from ${TABLE}`)).rows.map(row => row.name)
}

async function apply(client: pg.Client): Promise<void> {
  // Loaded only when there is something to apply: it would cost each later start a tenth of a second.
  const { runner } = await import('node-pg-migrate')
  await runner({
    dbClient: client,
    dir: FOLDER,
    direction: 'up',
    migrationsTable: TABLE,
    noLock: true,
    log: () => undefined,
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  })
}
