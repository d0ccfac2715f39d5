/**
 * Runs the tests: one PostgreSQL for the run, one migrated template database, a clone for each test file.
 * Arguments are files; without any, all of src/ and test/. Flags of Node's test runner pass through.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../src/db/embedded/index.ts'
import { migrate } from '../src/db/migrate.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

interface Server {
  connection: pg.ClientConfig
  close(): Promise<void>
}

/** DATABASE_URL if set (a server where databases may be made), else an embedded one for this run only. */
async function openServer(): Promise<Server> {
  const url = process.env.DATABASE_URL
  if (url) {
    const { hostname, port, username, password, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    const at = Number(searchParams.get('port') ?? (port || 5432))
    const user = decodeURIComponent(username)
    const connection = { host, port: at, user, password: decodeURIComponent(password), database: 'postgres' }
    return { connection, close: async () => undefined }
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-test-'))
  chmodSync(folder, 0o755)
  const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error }
  const { connection, close } = await openEmbedded({ dataDir: folder, log: quiet, durable: false })
  return {
    connection: { ...connection, database: 'postgres' },
    async close() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate({ connection }: Server): Promise<string> {
  const name = `sexton_template_${randomBytes(4).toString('hex')}`
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  await migrate({ ...connection, database: name })
  return name
}

async function dropDatabases({ connection }: Server, template: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const suffix = template.slice('sexton_template_'.length)
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    `sexton_test_${suffix}_%`,
  ])
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.query(`drop database if exists ${template} with (force)`)
  await client.end()
}

function testFiles(): string[] {
  return ['src', 'test'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.test.ts'))
      .map(name => path.join(folder, name))
      .sort(),
  )
}

const sent = process.argv.slice(2)
const named = sent.filter(argument => !argument.startsWith('-'))
const flags = sent.filter(argument => argument.startsWith('-'))
const server = await openServer()
const template = await makeTemplate(server)
const options = ['--test', '--test-concurrency=2', '--test-timeout=240000', '--test-reporter=spec', ...flags]
const runner = spawn(process.execPath, ['--import', 'tsx', ...options, ...(named.length > 0 ? named : testFiles())], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, SEXTON_TEST_SERVER: JSON.stringify({ connection: server.connection, template }) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
const code = await new Promise<number>(resolve => runner.on('exit', result => resolve(result ?? 1)))
await dropDatabases(server, template)
await server.close()
process.exit(code)
