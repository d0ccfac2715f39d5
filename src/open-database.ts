/** The database of the settings: reached, made and brought up to date by the server, taken as it is by commands. */
import type pg from 'pg'
import type { Config } from './config.ts'
import { Database } from './db/database.ts'
import { checkSchema, migrate, roleOf } from './db/migrate.ts'
import { makePartitions } from './events/partitions.ts'
import type { Log } from './lib/log.ts'

/** A database that is reachable and has the schema of this release. */
export interface OpenDatabase {
  database: Database
  connection: pg.ClientConfig
  /** Names of the migrations that were applied now. */
  migrated: string[]
  /** Waits for what runs, then lets the database go. */
  close(): Promise<void>
  /** Lets it go without waiting: what is not committed is rolled back. The process is to end then. */
  cut(): Promise<void>
}

/** A database that can be reached, and by whom. */
interface Reached {
  /** For the service. */
  connection: pg.ClientConfig
  /** For migrations. */
  owner: pg.ClientConfig
  /** The service's role, where it is not the owner. */
  role: string | undefined
  close(): Promise<void>
  cut(): Promise<void>
}

/** What may be chosen about opening it. */
export interface Opening {
  /** Called before the database is waited for, an embedded one once it was started. */
  onStart?: () => void
  /** Ends the opening: what was made or started for it is undone. */
  stop?: AbortSignal
}

/** There is no database, and this is not the one to make it. */
export class NoDatabaseError extends Error {}

/**
 * Reaches the database of the settings, the embedded one where there is no DATABASE_URL, and migrates it. An embedded one
 * that is not there is made.
 * @throws MigrationError, EmbeddedDatabaseError, and what the driver throws
 */
export async function openDatabase(config: Config, log: Log, opening: Opening = {}): Promise<OpenDatabase> {
  const reached = await reach(config, log, opening)
  return await use(reached, config, log, opening, async database => {
    const migrated = await migrate(reached.owner, reached.role)
    await makePartitions(database)
    return migrated
  })
}

/**
 * Reaches the database of the settings and leaves it as it is.
 * @throws NoDatabaseError where there is no embedded one, MigrationError where it is not of this release
 */
export async function openExisting(config: Config, log: Log, opening: Opening = {}): Promise<OpenDatabase> {
  if (config.databaseUrl === '') await expectDatabase(config)
  return await use(await reach(config, log, opening), config, log, opening, async database => {
    await checkSchema(database)
    return []
  })
}

/**
 * Reaches a database that runs, whatever schema it has, as the service's role, to look at it: nothing is started, kept
 * running or changed.
 * @throws NoDatabaseError where the embedded one does not run, EmbeddedDatabaseError where this user may not look
 */
export async function openToLook(config: Config, log: Log, opening: Opening = {}): Promise<OpenDatabase> {
  const connection =
    config.databaseUrl === '' ? await running(config.dataDir) : { connectionString: config.databaseUrl }
  const nothing = async (): Promise<void> => undefined
  const reached = { connection, owner: connection, role: undefined, close: nothing, cut: nothing }
  return await use(reached, config, log, opening, async () => [])
}

async function running(dataDir: string): Promise<pg.ClientConfig> {
  const { hasDatabase, runningAddress } = await import('./db/embedded/index.ts')
  const address = (await hasDatabase(dataDir)) ? await runningAddress(dataDir) : undefined
  if (address === undefined) throw new NoDatabaseError(`No database runs in ${dataDir}.`)
  return address
}

/** Prepares a database that was reached; one that cannot be used is let go. */
async function use(
  { connection, close: end, cut }: Reached,
  config: Config,
  log: Log,
  { stop }: Opening,
  prepare: (database: Database) => Promise<string[]>,
): Promise<OpenDatabase> {
  const { poolSize, statementTimeout, maxWaiting } = config
  const onError = (error: Error): void => log.warn({ err: error }, 'A database connection broke')
  const database = new Database({ connection, poolSize, statementTimeout, maxWaiting, onError })
  const close = async (): Promise<void> => {
    await database.close()
    await end()
  }
  // An embedded server is stopped, which rolls back what is being prepared.
  const give = (): void => void cut().catch(() => undefined)
  stop?.addEventListener('abort', give)
  try {
    stop?.throwIfAborted()
    return { database, connection, migrated: await prepare(database), close, cut }
  } catch (error) {
    await close()
    throw error
  } finally {
    stop?.removeEventListener('abort', give)
  }
}

async function reach(config: Config, log: Log, { onStart, stop }: Opening): Promise<Reached> {
  const { databaseUrl, migrationUrl, dataDir, recoverCopy } = config
  if (databaseUrl === '') {
    // Loaded only where it is used: a service with DATABASE_URL needs none of it.
    const { openEmbedded } = await import('./db/embedded/index.ts')
    const opened = await openEmbedded({ dataDir, recoverCopy, log, onStart, stop })
    return { ...opened, role: opened.connection.user }
  }
  onStart?.()
  const connection = { connectionString: databaseUrl }
  const owner = migrationUrl === '' ? connection : { connectionString: migrationUrl }
  const role = migrationUrl === '' ? undefined : await roleOf(connection)
  return { connection, owner, role, close: async () => undefined, cut: async () => undefined }
}

async function expectDatabase({ dataDir, notesDir }: Config): Promise<void> {
  const { hasDatabase, isRunning, servedDirectories } = await import('./db/embedded/index.ts')
  if (await hasDatabase(dataDir)) return
  const others = await Promise.all(
    (await servedDirectories(notesDir, dataDir)).map(async other => ({ other, runs: await isRunning(other) })),
  )
  const { other, runs } = others.find(({ runs }) => runs) ?? others[0] ?? {}
  const hint =
    other === undefined
      ? 'set SEXTON_DATA_DIR or DATABASE_URL to where yours is'
      : `set SEXTON_DATA_DIR=${other}, where a server of this installation ${runs ? 'runs' : 'kept its data last'}`
  throw new NoDatabaseError(
    `There is no database in ${dataDir}. Start the server with "npm start" or "npx sexton serve", which make one, or ${hint}.`,
  )
}
