/** The PostgreSQL of a test run, with a migrated template database that test files clone. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { scratch } from './scratch.ts'

/** What test files need to clone the template. */
export interface TestServer {
  /** A connection beside all test databases, for the service. */
  connection: pg.ClientConfig
  /** The same for whoever owns the tables and makes databases. */
  owner: pg.ClientConfig
  template: string
  /** Drops what the run made and lets go of the server. */
  close(): Promise<void>
}

interface Server {
  connection: pg.ClientConfig
  owner: pg.ClientConfig
  close(): Promise<void>
}

/** Opens DATABASE_URL (a server where databases may be made) or an embedded server of this run's own. */
export async function openServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL
  const server = url ? await givenServer(fromUrl(url)) : await embeddedServer()
  const template = `sexton_template_${randomBytes(4).toString('hex')}`
  const close = async (): Promise<void> => {
    try {
      await dropDatabases(server.owner, template)
    } finally {
      await server.close()
    }
  }
  try {
    await withClient(server.owner, client => client.query(`create database ${template}`))
    await migrate({ ...server.owner, database: template }, server.connection.user)
  } catch (error) {
    await close()
    throw error
  }
  return { connection: server.connection, owner: server.owner, template, close }
}

function fromUrl(url: string): pg.ClientConfig {
  const { hostname, port, username, password, searchParams } = new URL(url)
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(searchParams.get('port') ?? (port || 5432)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: 'postgres',
  }
}

/** A server of somebody's own, with a role for the run that may do no more than the service has to. */
async function givenServer(owner: pg.ClientConfig): Promise<Server> {
  const user = `sexton_test_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await withClient(owner, client => client.query(`create role ${user} login password '${password}'`))
  const close = (): Promise<void> =>
    withClient(owner, async client => {
      await client.query(`drop role ${user}`)
    })
  return { owner, connection: { ...owner, user, password }, close }
}

async function embeddedServer(): Promise<Server> {
  const folder = mkdtempSync(path.join(scratch(), 'sexton-test-'))
  chmodSync(folder, 0o755)
  const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error }
  const shelter = path.join('/var/tmp', path.basename(folder))
  const remove = (): void => {
    for (const made of [folder, shelter]) rmSync(made, { recursive: true, force: true })
  }
  try {
    const { connection, owner, close } = await openEmbedded({ dataDir: folder, log, durable: false, shelter })
    const database = 'postgres'
    return {
      connection: { ...connection, database },
      owner: { ...owner, database },
      close: () => close().finally(remove),
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function dropDatabases(connection: pg.ClientConfig, template: string): Promise<void> {
  await withClient(connection, async client => {
    const { rows } = await client.query<{ name: string }>(
      'select quote_ident(datname) as name from pg_database where datname like $1',
      [`sexton_%_${template.split('_').at(-1)}%`],
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  })
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
