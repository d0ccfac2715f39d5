/** A database of its own for a test file: a clone of the template that the test runner made. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

interface Server {
  connection: pg.ClientConfig
  owner: pg.ClientConfig
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

/** Makes one. Tests must run through `npm test`, which starts the server. */
export async function testDatabase(): Promise<TestDatabase> {
  if (server === null) throw new Error('Run tests with "npm test -- FILE": it starts the database that they use.')
  const { connection, owner, template } = server
  const name = `sexton_test_${template.split('_').at(-1)}_${randomBytes(6).toString('hex')}`
  await administer(owner, `create database ${name} template ${template} strategy file_copy`)
  return {
    connection: { ...connection, database: name },
    url: urlOf(connection, name),
    owner: { ...owner, database: name },
    ownerUrl: urlOf(owner, name),
    drop: () => administer(owner, `drop database ${name} with (force)`),
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
