/** Brings a database to the schema of this release: the numbered files of `migrations/`, each in a transaction. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { ROOT } from '../config.ts'
import type { Database } from './database.ts'
import { distributeNew } from './distribution.ts'
import { faultCode } from './faults.ts'
import { grantUse } from './grants.ts'
import { raw } from './sql.ts'

const FOLDER = path.join(ROOT, 'migrations')
const TABLE = 'migrations'
/** Two nodes that start at once migrate one after the other; nobody migrates while tables are being distributed. */
export const MIGRATION_LOCK = 7_311_902

/** A database that this release cannot work on; the message says why and what to do. */
export class MigrationError extends Error {}

/**
 * Applies the migrations that are missing, and gives the service's role its rights.
 * @param owner connects as the role that owns the tables, or will
 * @param role the service's own, where that is another one
 * @returns the names of those applied now
 * @throws MigrationError when the server is older than PostgreSQL 15, the schema is newer than this release, or the tables
 *   that have to be changed belong to somebody else
 */
export async function migrate(owner: pg.ClientConfig, role?: string): Promise<string[]> {
  const client = new pg.Client(owner)
  // A connection that breaks is told by its statements.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await checkServer(client)
    const stranger = await strangeOwner(client)
    // As after a restore without rights: only the owner knows what the database has.
    if (stranger?.reads === false) throw mayNotRead(stranger)
    const missing = missingOf(await compare(await appliedNames(client)))
    if (missing.length > 0) {
      if (stranger !== undefined) throw belongsTo(stranger, missing)
      await apply(client)
    }
    // Also where nothing is missing: whoever applied it may have been cut off before this.
    if (stranger === undefined) await distributeNew(client)
    if (role !== undefined && stranger === undefined) await grantUse(client, role)
    return missing
  } finally {
    await client.end()
  }
}

/** How far a database is: its latest migration, those of this release that it lacks, one that this release does not know. */
export interface Schema {
  level: string | null
  missing: string[]
  stranger: string | undefined
}

/** Looks how far a database is, as the service's role. */
export async function schemaOf(database: Database): Promise<Schema> {
  const applied = await database.read
    .all<{ name: string }>(raw(`select name from ${TABLE} order by name`))
    .catch(error => {
      // It has no tables yet, or none that this role was given.
      if (['42P01', '42501'].includes(faultCode(error) ?? '')) return []
      throw error
    })
  return await compare(applied.map(({ name }) => name))
}

/**
 * Makes sure that a database has the schema of this release, as the service's role.
 * @throws MigrationError when it has an older or a newer one
 */
export async function checkSchema(database: Database): Promise<void> {
  const missing = missingOf(await schemaOf(database))
  if (missing.length === 0) return
  throw new MigrationError(
    `The database lacks ${some(missing)}. Start the server of this release, or run "sexton migrate" first.`,
  )
}

/** Migrations that are named in a sentence: an empty database lacks all of them. */
const MOST_NAMED = 3

/** `a, b, c and 87 more`. */
function some(missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).join(', ')
  const others = missing.length - MOST_NAMED
  return others > 0 ? `${named} and ${others} more` : named
}

/** The role that a connection works as. */
export async function roleOf(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

/** The names of the migrations of this release, in their order. */
export async function knownMigrations(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  return files.map(name => path.basename(name, '.sql'))
}

async function compare(applied: readonly string[]): Promise<Schema> {
  const known = await knownMigrations()
  return {
    level: applied.at(-1) ?? null,
    missing: known.filter(name => !applied.includes(name)),
    stranger: applied.find(name => !known.includes(name)),
  }
}

/** What a database lacks. @throws MigrationError when it is ahead */
function missingOf({ missing, stranger }: Schema): string[] {
  if (stranger === undefined) return missing
  throw new MigrationError(
    `The database was made by a newer release (it has "${stranger}"). Install that release or a newer one.`,
  )
}

/** Who owns the tables, and a role that does not. */
interface Stranger {
  role: string
  owner: string
  /** Whether the role may read which migrations were applied. */
  reads: boolean
}

/** Who owns the tables, where that is neither this role nor one that it belongs to. */
async function strangeOwner(client: pg.Client): Promise<Stranger | undefined> {
  const { rows } = await client.query<Stranger>(
    `select current_user as role, pg_get_userbyid(relowner) as owner, has_table_privilege(oid, 'select') as reads
      from pg_class where oid = to_regclass('${TABLE}') and not pg_has_role(relowner, 'usage')`,
  )
  return rows[0]
}

const belongsTo = ({ role, owner }: Stranger, missing: readonly string[]): MigrationError =>
  new MigrationError(
    `The database lacks ${some(missing)}, and "${role}" may not change its tables: they belong to "${owner}". ${askOwner(owner)}`,
  )

const mayNotRead = ({ role, owner }: Stranger): MigrationError =>
  new MigrationError(
    `"${role}" may not use the tables of the database: they belong to "${owner}", who has to grant it that. ${askOwner(owner)}`,
  )

const askOwner = (owner: string): string =>
  `Run "sexton migrate" once with SEXTON_MIGRATION_URL set to the database's address for "${owner}".`

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
