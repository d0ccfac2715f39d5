/** How the service ends while it has work under way, and while it starts (docs/decisions/0007, Process). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cli } from './support/cli.ts'
import { freshDir, homeOf, migratedDir, ownPath, until } from './support/embedded.ts'
import { endStarted, expectEnd, expectNobody, type Started, start } from './support/started.ts'

const NODE = ['node', 'bin/sexton.mjs']
const SERVES = 'Sexton serves on'
const ENDS = 'The server ends'
const CUT = 'is cut off'

/** An embedded database that has a church. */
let dataDir: string
let key = ''

before(async () => {
  dataDir = await migratedDir()
  const env = { SEXTON_DATA_DIR: dataDir }
  const church = '--name Grace --slug grace --country NG --currency NGN --timezone Africa/Lagos'
  assert.equal((await cli('', ['church', 'create', ...church.split(' ')], env)).code, 0)
  const made = await cli('', ['key', 'create', '--church', 'grace', '--name', 'Mine', '--scopes', 'all', '--json'], env)
  key = String(made.json?.key)
  assert.match(key, /^sx_live_/)
})
after(() => endStarted())

/** What a process that was started ended with. */
const codeOf = async ({ child }: Started): Promise<unknown> => child.exitCode ?? (await once(child, 'exit'))[0]

const serve = (env: Record<string, string> = {}): Promise<Started> =>
  start([...NODE, 'serve'], SERVES, { DATABASE_URL: '', SEXTON_DATA_DIR: dataDir, SEXTON_LOG_LEVEL: 'info', ...env })

/** Opens a connection to a server; what becomes of it is the server's affair. */
async function connectTo({ printed }: Started): Promise<Socket> {
  const socket = connect(Number(/localhost:(\d+)/.exec(printed())?.[1]), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const post = (length: number): string =>
  `POST /api/v1/people HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Begins a request that never ends; the request before it in the same packet is answered, so it has arrived. */
async function sendHalf(server: Started): Promise<void> {
  const socket = await connectTo(server)
  socket.write(`${GET}${post(1000)}{"first_name": "Ada`)
  await once(socket, 'data')
}

test('a request that does not end is given its time, then everything ends in good order', async () => {
  const server = await serve()
  await sendHalf(server)
  server.child.kill('SIGTERM')
  await expectEnd(server.tree)
  assert.equal(await codeOf(server), 0)
  assert.match(server.printed(), new RegExp(`${ENDS}: SIGTERM[^]*The server has ended`))
  assert.doesNotMatch(server.printed(), new RegExp(CUT))
  expectNobody(dataDir)
})

test('a reader who reads nothing keeps nobody from ending', async () => {
  const server = await serve({ SEXTON_SHUTDOWN_TIMEOUT: '2000' })
  const socket = await connectTo(server)
  socket.pause()
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50))
  await until(() => server.printed().includes('/openapi.json'))
  server.child.kill('SIGTERM')
  await expectEnd(server.tree)
  expectNobody(dataDir)
})

test('a second signal ends it at once, the embedded PostgreSQL with it', async () => {
  const server = await serve({ SEXTON_SHUTDOWN_TIMEOUT: '600000' })
  await sendHalf(server)
  server.child.kill('SIGINT')
  await until(() => server.printed().includes(ENDS))
  await pause(1_100)
  server.child.kill('SIGINT')
  await expectEnd(server.tree)
  assert.equal(await codeOf(server), 130)
  assert.match(server.printed(), new RegExp(CUT))
  expectNobody(dataDir)
})

/** Connects as the owner, without keeping the server running as Sexton's own processes do. */
async function ownerOf(dataDir: string): Promise<pg.Client> {
  const home = homeOf(dataDir)
  const [, , , , host] = readFileSync(path.join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(path.join(home, 'cluster/sexton-password'), 'utf8')
  const client = new pg.Client({ host: host ?? '', port: 5432, user: 'sexton', password, database: 'sexton' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test('one deadline holds for all steps: work that does not end by then is cut off and rolled back', async () => {
  const server = await serve({ SEXTON_SHUTDOWN_TIMEOUT: '500' })
  const owner = await ownerOf(dataDir)
  await owner.query('begin; lock table people')
  const body = '{"first_name": "Ada", "last_name": "Obi"}'
  ;(await connectTo(server)).write(`${post(body.length)}${body}`)
  await until(async () => {
    const { rows } = await owner.query(`select from pg_locks where not granted and relation = 'people'::regclass
      and database = (select oid from pg_database where datname = current_database())`)
    return rows.length > 0
  })
  server.child.kill('SIGTERM')
  await expectEnd(server.tree)
  assert.equal(await codeOf(server), 143)
  assert.match(server.printed(), new RegExp(`${ENDS}: SIGTERM[^]*${CUT}`))
  expectNobody(dataDir)
})

test('told to end while the database is being made, it leaves nothing half-made', async () => {
  for (const [command, code] of [
    ['serve', 0],
    ['migrate', 143],
  ] as const) {
    const dir = freshDir()
    const making = (): boolean =>
      existsSync(homeOf(dir)) &&
      readdirSync(homeOf(dir)).some(name => existsSync(path.join(homeOf(dir), name, 'cluster')))
    const started = await start([...NODE, command], making, { DATABASE_URL: '', SEXTON_DATA_DIR: dir })
    started.child.kill('SIGTERM')
    await expectEnd(started.tree)
    assert.equal(await codeOf(started), code, started.printed())
    assert.deepEqual(readdirSync(homeOf(dir)), [], 'neither a database nor a part of one')
    expectNobody(dir)
    if (command === 'migrate') assert.match(started.printed(), /^Ended by SIGTERM before it was done\.$/m)
  }
})

test('told to end while the database starts, it stops that again', async () => {
  for (const command of [['serve'], ['church', 'list']]) {
    const lock = path.join(homeOf(dataDir), 'cluster/postmaster.pid')
    const started = await start([...NODE, ...command], () => existsSync(lock), {
      DATABASE_URL: '',
      SEXTON_DATA_DIR: dataDir,
    })
    started.child.kill('SIGTERM')
    await expectEnd(started.tree)
    assert.notEqual(await codeOf(started), 1, started.printed())
    expectNobody(dataDir)
  }
})

test('told to end while it migrates, it rolls back what is not done, and the next start goes on', async () => {
  for (const [round, after] of [0, 250].entries()) {
    const dir = ownPath(`migrated-${round}`)
    const lock = path.join(homeOf(dir), 'cluster/postmaster.pid')
    const ready = (): boolean => existsSync(lock) && /ready/.test(readFileSync(lock, 'utf8'))
    const started = await start([...NODE, 'serve'], ready, { DATABASE_URL: '', SEXTON_DATA_DIR: dir })
    await pause(after)
    started.child.kill('SIGTERM')
    await expectEnd(started.tree)
    assert.equal(await codeOf(started), 0, started.printed())
    expectNobody(dir)
    assert.equal((await cli('', ['migrate'], { SEXTON_DATA_DIR: dir })).code, 0)
  }
})
