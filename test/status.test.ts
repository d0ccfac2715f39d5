/** What `sexton status` says, and what commands do where there is no database. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { withoutPassword } from '../src/cli/status.ts'
import { ROOT, VERSION } from '../src/config.ts'
import { isRunning, noteServed, servedDirectories } from '../src/db/embedded/index.ts'
import { cli as runCli } from './support/cli.ts'
import { runAs, testDatabase } from './support/database.ts'
import { ended, freshDir, migratedDir, open, ownPath, query, until } from './support/embedded.ts'
import { SECRET_KEY } from './support/secret-key.ts'
import { startService } from './support/service.ts'

const ENTRY = path.resolve(import.meta.dirname, 'support/cli-entry.mjs')
const CHURCH = [
  '--name',
  'Grace',
  '--slug',
  'grace',
  '--country',
  'NG',
  '--currency',
  'NGN',
  '--timezone',
  'Africa/Lagos',
]

/** Of these tests alone: other files have servers at the same time. */
const NOTES = ownPath('notes-of-status')

const cli = (url: string, args: string[], env: Record<string, string> = {}) =>
  runCli(url, args, { SEXTON_NOTES_DIR: NOTES, ...env })

const servers = new Set<ChildProcess>()
after(() => {
  for (const child of servers) child.kill('SIGKILL')
})

/** Starts `serve` as a process. @returns its port */
async function serve(env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  const settings = {
    ...process.env,
    ...SECRET_KEY,
    SEXTON_NOTES_DIR: NOTES,
    DATABASE_URL: '',
    PORT: '0',
    SEXTON_LOG_LEVEL: 'error',
    ...env,
  }
  const child = spawn(process.execPath, [ENTRY, 'serve'], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  servers.add(child)
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    printed += text
  })
  await until(() => printed.includes('Sexton serves on'))
  return { child, port: Number(/localhost:(\d+)/.exec(printed)?.[1]) }
}

interface Status {
  ok: boolean
  elsewhere: { data_dir: string; servers: Record<string, unknown>[] }[]
  running: boolean
  servers: Record<string, unknown>[]
  database: Record<string, unknown>
  schema: { missing: string[] }
  churches: number | null
}

/** What `status --json` prints, and its exit code. */
async function statusOf(url: string, env: Record<string, string> = {}): Promise<Status & { code: number | null }> {
  const { code, stdout } = await cli(url, ['status', '--json'], env)
  return { code, ...(JSON.parse(stdout) as Status) }
}

const inDir = (dataDir: string, ...args: string[]) => cli('', args, { SEXTON_DATA_DIR: dataDir })

test('commands make no database: they say that there is none, and how one is made', async () => {
  const dataDir = freshDir()
  for (const command of ['church list', 'user list --church grace', `church create ${CHURCH.join(' ')}`]) {
    const { code, stderr } = await inDir(dataDir, ...command.split(' '))
    assert.equal(code, 1, command)
    assert.match(stderr, new RegExp(`^There is no database in ${dataDir}\\. .*npx sexton serve.*SEXTON_DATA_DIR`))
  }
  const { json } = await inDir(dataDir, 'key', 'list', '--church', 'grace', '--json')
  assert.deepEqual([json?.ok, json?.error], [false, 'failed'])
  const status = await inDir(dataDir, 'status')
  assert.equal(status.code, 3)
  assert.match(status.stdout, /^Sexton does not run\.\n[\s\S]*Data directory {2}\S+\nDatabase {8}embedded, none/)
  assert.ok(!existsSync(dataDir), 'nothing was made')
  mkdirSync(dataDir)
  assert.equal((await inDir(dataDir, 'church', 'list')).code, 1, 'nor in a directory that is empty')
})

test('a server of an embedded database is found by its directory: address, process, database, churches', async () => {
  const dataDir = await migratedDir()
  assert.equal((await inDir(dataDir, 'church', 'create', ...CHURCH)).code, 0)
  const stopped = await statusOf('', { SEXTON_DATA_DIR: dataDir })
  assert.deepEqual(
    [stopped.code, stopped.running, stopped.database],
    [3, false, { kind: 'embedded', at: dataDir, reachable: false, problem: 'stopped', version: null }],
  )
  assert.equal(await isRunning(dataDir), false, 'asking does not start it')

  const { child, port } = await serve({ SEXTON_DATA_DIR: dataDir })
  const runs = await statusOf('', { SEXTON_DATA_DIR: dataDir })
  assert.equal(runs.code, 0)
  const { started_at, ...told } = runs.servers[0] ?? {}
  assert.deepEqual(told, {
    url: `http://localhost:${port}`,
    host: '127.0.0.1',
    port,
    pid: child.pid,
    machine: os.hostname(),
    version: VERSION,
    data_dir: dataDir,
    sure: true,
  })
  assert.ok(Math.abs(Date.now() - Date.parse(String(started_at))) < 600_000)
  const { database, schema, churches } = runs
  assert.deepEqual([database.kind, database.reachable, schema.missing, churches], ['embedded', true, [], 1])
  const text = (await inDir(dataDir, 'status')).stdout
  assert.match(text, new RegExp(`^Sexton runs\\.\n[\\s\\S]*Address +http://localhost:${port}, listening on 127`))
  assert.match(text, new RegExp(`Process +${child.pid} on .*, release .*, since \\d{4}-.* UTC\n`))
  assert.match(text, /Schema +\d{4}_\w+, up to date\nChurches +1\n/)

  const invited = await inDir(dataDir, 'user', 'invite', '--church', 'grace', '--role', 'owner')
  assert.match(invited.stdout, new RegExp(`http://localhost:${port}/join\\?token=`), 'the port that it really has')
  const elsewhere = await inDir(ownPath('none'), 'church', 'list')
  assert.match(elsewhere.stderr, new RegExp(`set SEXTON_DATA_DIR=${dataDir}, where a server`))

  child.kill('SIGKILL')
  await ended(child)
  const killed = await statusOf('', { SEXTON_DATA_DIR: dataDir })
  assert.deepEqual([killed.code, killed.servers], [3, []], 'one that was killed does not run')
})

test('all that run are known to each other’s commands, wherever their data are', async () => {
  const [first, second, stopped] = [await migratedDir(), await migratedDir(), await migratedDir()]
  const servers = [await serve({ SEXTON_DATA_DIR: first }), await serve({ SEXTON_DATA_DIR: second })]
  const ports = servers.map(({ port }) => port)

  const { code, running, elsewhere } = await statusOf('', { SEXTON_DATA_DIR: stopped })
  assert.deepEqual([code, running], [3, false])
  assert.deepEqual(
    elsewhere.map(({ data_dir, servers }) => [data_dir, servers.map(({ port }) => port)]),
    [
      [second, ports.slice(1)],
      [first, ports.slice(0, 1)],
    ],
  )
  const { stdout } = await inDir(stopped, 'status')
  assert.match(stdout, /^Sexton does not run here, but elsewhere\.\n/)
  assert.match(stdout, new RegExp(`Elsewhere +${first}, http://localhost:${ports[0]}, process \\d+`))
  const here = await inDir(first, 'status')
  assert.match(here.stdout, new RegExp(`^Sexton runs\\.\n[^]*Elsewhere +${second}, http://localhost:${ports[1]}`))

  const listed = await inDir(stopped, 'church', 'list', '--json')
  assert.equal(listed.code, 0)
  assert.deepEqual(listed.json?.ok, true, 'what scripts read is as ever')
  assert.match(listed.stderr, new RegExp(`No server runs on ${stopped}, but one does on ${first}, http://localhost:`))
  assert.match(listed.stderr, new RegExp(`set SEXTON_DATA_DIR=${second}\\.`))
  assert.equal((await inDir(first, 'church', 'list')).stderr, '', 'nothing where a server runs')

  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.map(({ child }) => ended(child)))
  assert.deepEqual((await statusOf('', { SEXTON_DATA_DIR: stopped })).elsewhere, [])
  assert.equal(await isNoted(stopped), false, 'tests leave no note in the clone')
})

/** Whether the installation itself has a note of a directory of these tests. */
const isNoted = async (dataDir: string): Promise<boolean> =>
  (await servedDirectories(path.join(ROOT, 'node_modules/.cache/sexton-served'), '')).some(
    noted => path.dirname(noted) === path.dirname(dataDir),
  )

test('of directories that were served the last twenty are kept, and of those that are gone none', async () => {
  const notes = ownPath('notes')
  const dataDir = await migratedDir()
  const made = Array.from({ length: 25 }, (_, n) => ownPath(`served-${n}`))
  for (const folder of made) {
    mkdirSync(folder)
    await noteServed(notes, folder)
  }
  await noteServed(notes, dataDir)
  assert.equal(readdirSync(notes).length, 20)
  assert.deepEqual(await servedDirectories(notes, ''), [dataDir])
  assert.equal(readdirSync(notes).length, 1)
})

test('status changes nothing in a database that runs, and is no one who keeps it running', async () => {
  const dataDir = await migratedDir()
  const database = await open(dataDir)
  await query(database, 'drop owned by sexton_service')
  await query(database, 'drop role sexton_service')
  const status = await statusOf('', { SEXTON_DATA_DIR: dataDir })
  assert.deepEqual([status.code, status.database.reachable], [4, false])
  assert.match(String(status.database.problem), /password|sexton_service/)
  assert.deepEqual(await query(database, `select from pg_roles where rolname = 'sexton_service'`), [])
  await database.close()
  assert.equal(await isRunning(dataDir), false)
  assert.equal((await statusOf('', { SEXTON_DATA_DIR: dataDir })).database.problem, 'stopped')
})

test('a server that keeps its lease without its own connection is told of as not sure', async () => {
  const database = await testDatabase()
  await runAs(
    database.owner,
    `insert into nodes (id, seen_version, lease_until, started_at, machine, pid, version, data_dir, url, host, port)
      values ('stuck', 0, now() + interval '1 hour', now(), 'there', 7, '1.0.0', '/data', 'http://there', '::', 80)`,
  )
  const { code, servers } = await statusOf(database.url)
  assert.deepEqual([code, servers.map(({ pid, sure }) => [pid, sure])], [0, [[7, false]]])
  assert.match((await cli(database.url, ['status'])).stdout, /Process +7 on there, .*not sure/)
  await database.drop()
})

test('servers on a database of one’s own are found through it, their public address with them', async () => {
  const service = await startService({ SEXTON_BASE_URL: 'https://grace.example.org' })
  const other = await service.node()
  const { code, servers, database } = await statusOf(service.databaseUrl)
  assert.deepEqual([code, servers.length], [0, 2])
  assert.ok(servers.every(({ url }) => url === 'https://grace.example.org'))
  assert.ok(servers.some(({ port }) => other.url.endsWith(`:${port}`)))
  const { church } = await service.church()
  const invited = await cli(service.databaseUrl, ['user', 'invite', '--church', church.slug, '--role', 'owner'])
  assert.match(invited.stdout, /https:\/\/grace\.example\.org\/join\?token=/)
  assert.doesNotMatch(String(database.at), new RegExp(String(service.connection.password)))
  await other.close()
  await service.close()
  assert.equal(
    withoutPassword('postgres://ada:s3cret@db:5432/sexton?password=s3cret&sslmode=require'),
    'postgres://ada@db:5432/sexton?sslmode=require',
  )
})

test('a command that cannot reach its database says what to look at, and no header of the API', async () => {
  const { code, stderr } = await cli('postgres://ada:s3cret@127.0.0.1:9/sexton', ['church', 'list'])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^The database is busy or cannot be reached; "sexton status" says which one it is\. Try again\.$/m,
  )
  assert.match(stderr, /ECONNREFUSED/)
  assert.doesNotMatch(stderr, /s3cret|Retry-After/)
})

test('a database that cannot be reached, or has another schema, is said to', async () => {
  const away = await statusOf('postgres://ada:s3cret@127.0.0.1:9/sexton')
  assert.deepEqual([away.code, away.ok, away.running], [4, false, false])
  assert.match(JSON.stringify(away.database), /"reachable":false,"problem":".*ECONNREFUSED/)
  assert.doesNotMatch(JSON.stringify(away), /s3cret/)

  const database = await testDatabase()
  await runAs(database.owner, `delete from migrations where name = '0021_nodes'`, 'alter table nodes drop column url')
  const behind = await statusOf(database.url)
  assert.deepEqual([behind.code, behind.schema.missing], [3, ['0021_nodes']])
  await runAs(
    database.owner,
    `insert into migrations (name, run_on) values ('0021_nodes', now()), ('9999_later', now())`,
  )
  assert.match((await cli(database.url, ['status'])).stdout, /reachable, it is of a newer release: it has 9999_later/)
  const refused = await cli(database.url, ['church', 'list'])
  assert.match(refused.stderr, /made by a newer release/)
  await database.drop()
})
