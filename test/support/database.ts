/** A database of its own for a test file: a clone of the template that the test runner made. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

interface Server {
  connection: pg.ClientConfig
  owner: pg.ClientConfig
  workers: pg.ClientConfig[]
  template: string
}

export interface TestDatabase {
  /** As the service's role, which owns nothing. */
  connection: pg.ClientConfig
  /** The same as a DATABASE_URL, for processes that are started. */
  url: string
  /** As the owner of the tables, and as a SEXTON_MIGRATION_URL. */
  owner: pg.ClientConfig
  ownerUrl: string
  drop(): Promise<void>
}

const server = JSON.parse(process.env.SEXTON_TEST_SERVER ?? 'null') as Server | null

/** Whether tests run on Citus. */
export const ON_CITUS = (server?.workers.length ?? 0) > 0

function running(): Server & { run: string } {
  if (server === null) throw new Error('Run tests with "npm test -- FILE": it starts the database that they use.')
  // By it the run knows its databases when it drops them.
  return { ...server, run: server.template.split('_').at(-1) ?? '' }
}

/** Makes one. Tests must run through `npm test`, which starts the server. @param template another one than the migrated and empty one */
export async function testDatabase(template = running().template): Promise<TestDatabase> {
  const { connection, owner, workers, run } = running()
  const name = `sexton_test_${run}_${randomBytes(6).toString('hex')}`
  const onEach = async (statement: string): Promise<void> => {
    await Promise.all([owner, ...workers].map(node => administer(node, statement)))
  }
  await onEach(`create database ${name} template ${template} strategy file_copy`)
  return {
    connection: { ...connection, database: name },
    url: urlOf(connection, name),
    owner: { ...owner, database: name },
    ownerUrl: urlOf(owner, name),
    async drop() {
      const strays = await Promise.all(workers.map(worker => countedOn({ ...worker, database: name })))
      await onEach(`drop database ${name} with (force)`)
      if (strays.flat().length > 0)
        throw new Error(`A worker counted up ids, from 2^48 on: ${strays.flat().join(', ')}`)
    },
  }
}

/**
 * A further template of the run: whoever asks for one of a name first makes it, the others of all processes wait for that. Not on Citus.
 * @param fill fills a database and closes its connections to it
 * @returns what the template is called
 */
export async function filledTemplate(name: string, fill: (made: TestDatabase) => Promise<void>): Promise<string> {
  const { owner, run } = running()
  const template = `sexton_${name}_${run}`
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rows } = await client.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return template
    const made = await testDatabase()
    await fill(made)
    await administer(owner, `alter database ${made.owner.database} rename to ${template}`)
    return template
  } finally {
    // Lets the lock go.
    await client.end()
  }
}

/** Counters of ids that were used on a worker: its ids would be far from those of the coordinator, out of order and too large. */
async function countedOn(worker: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(worker)
  await client.connect()
  try {
    const used = `select sequencename as name from pg_sequences where schemaname = 'public' and last_value is not null`
    return (await client.query<{ name: string }>(used)).rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** A connection as an address. */
export function urlOf({ host, port, user, password }: pg.ClientConfig, database: string): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${encodeURIComponent(user ?? '')}${secret}@localhost/${database}?${query}`
}

/** Runs statements as the role of a connection, one after the other. */
export async function runAs(connection: pg.ClientConfig, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Runs a statement beside all databases; one that meets the template in use by another clone tries again. */
async function administer(connection: pg.ClientConfig, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    await client.connect()
    try {
      await client.query(statement)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 50) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    } finally {
      await client.end()
    }
  }
}
