/** The PostgreSQL of a test run, with a migrated template database that test files clone. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { distribute } from '../../src/db/distribute.ts'
import { openEmbedded } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { scratch } from './scratch.ts'

/** Enough to meet whatever goes wrong between shards, few enough to be copied for each file. */
const CITUS_SHARDS = 4

/** What test files need to clone the template. */
export interface TestServer {
  /** A connection beside all test databases, for the service. */
  connection: pg.ClientConfig
  /** The same for whoever owns the tables and makes databases. */
  owner: pg.ClientConfig
  /** The same on the workers of Citus, where it is one. */
  workers: pg.ClientConfig[]
  template: string
  /** Drops what the run made and lets go of the server. */
  close(): Promise<void>
}

type Server = Omit<TestServer, 'template'>

/**
 * Opens SEXTON_TEST_CITUS (a database of a coordinator that knows its workers), DATABASE_URL (a server where databases may be made)
 * or an embedded server of this run's own.
 */
export async function openServer(): Promise<TestServer> {
  const { SEXTON_TEST_CITUS: citus, DATABASE_URL: url } = process.env
  const server = citus ? await citusServer(citus) : url ? await givenServer(fromUrl(url)) : await embeddedServer()
  const template = `sexton_template_${randomBytes(4).toString('hex')}`
  const close = async (): Promise<void> => {
    try {
      for (const node of [server.owner, ...server.workers]) await dropDatabases(node, template)
    } finally {
      await server.close()
    }
  }
  try {
    const owner = { ...server.owner, database: template }
    if (server.workers.length === 0)
      await withClient(server.owner, client => client.query(`create database ${template}`))
    else await makeCitus(server, template)
    await migrate(owner, server.connection.user)
    if (server.workers.length > 0) await distributeTemplate(server, owner)
  } catch (error) {
    await close()
    throw error
  }
  const { connection, owner, workers } = server
  return { connection, owner, workers, template, close }
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
async function givenServer(owner: pg.ClientConfig, workers: pg.ClientConfig[] = []): Promise<Server> {
  const user = `sexton_test_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  const nodes = [owner, ...workers]
  for (const node of nodes) {
    await withClient(node, client => client.query(`create role ${user} login password '${password}'`))
  }
  const close = async (): Promise<void> => {
    for (const node of nodes) await withClient(node, client => client.query(`drop role ${user}`))
  }
  return { owner, workers, connection: { ...owner, user, password }, close }
}

/** A coordinator: databases are made on each of its nodes, and each copy of a template is one whole, since what lies where is copied, too. */
async function citusServer(url: string): Promise<Server> {
  const owner = fromUrl(url)
  const asked = { ...owner, database: new URL(url).pathname.slice(1) }
  const { rows } = await withClient(asked, client =>
    client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid',
    ),
  )
  if (rows.length === 0) throw new Error('SEXTON_TEST_CITUS must name a database whose Citus has workers.')
  return await givenServer(
    owner,
    rows.map(({ host, port }) => ({ ...owner, host, port })),
  )
}

/** Makes a database on each node, which know each other. */
async function makeCitus({ owner, workers }: Server, name: string): Promise<void> {
  for (const node of [owner, ...workers]) {
    await withClient(node, client => client.query(`create database ${name}`))
    await withClient({ ...node, database: name }, client => client.query('create extension citus'))
  }
  await withClient({ ...owner, database: name }, async client => {
    await client.query('select citus_set_coordinator_host($1, $2)', [owner.host, owner.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
}

/** What Citus runs in each database would keep the template from being copied. */
async function distributeTemplate({ owner: { host, port, user, password }, workers }: Server, owner: pg.ClientConfig) {
  await distribute(owner, CITUS_SHARDS, () => undefined)
  for (const node of [{ host, port, user, password }, ...workers]) {
    await withClient({ ...node, database: 'postgres' }, async client => {
      await client.query(`alter database ${owner.database} allow_connections false`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [owner.database])
    })
  }
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
      workers: [],
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
