import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import pg from 'pg'
import { postgresAccount } from './account.ts'
import { binariesFolder, repairLinks } from './binaries.ts'
import { isAlive } from './cluster.ts'
import { type EmbeddedDatabase, EmbeddedDatabaseError, openEmbedded } from './index.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const root = mkdtempSync(path.join(os.tmpdir(), 'sexton-embedded-'))
chmodSync(root, 0o755)
after(() => rmSync(root, { recursive: true, force: true }))

let serial = 0
const freshDir = (): string => path.join(root, `data-${++serial}`)

const open = (dataDir: string): Promise<EmbeddedDatabase> => openEmbedded({ dataDir, log: quiet })

async function query<T extends object>({ connection }: EmbeddedDatabase, text: string): Promise<T[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (home: string): number =>
  Number(readFileSync(path.join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** Where the files really are: `location` names another place when PostgreSQL's user could not enter this one. */
const homeOf = (dataDir: string): string => {
  const note = path.join(dataDir, 'location')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(dataDir, 'postgresql')
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 20))
}

interface Said {
  host?: string
  refused?: string
}

/** Opens a directory in a process of its own. */
async function elsewhere(
  dataDir: string,
  options: { uid?: number; gid?: number } = {},
): Promise<{ child: ChildProcess; said: Said }> {
  const script = path.resolve(import.meta.dirname, '../../../test/support/embedded-process.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options,
  })
  assert.ok(child.stdout)
  for await (const line of createInterface(child.stdout)) return { child, said: JSON.parse(line) as Said }
  throw new Error('The process ended without a word.')
}

const ended = (child: ChildProcess): Promise<number | null> => new Promise(resolve => child.once('exit', resolve))

test('a first start makes a durable database on a unix socket; the last one out stops it', async () => {
  const dataDir = freshDir()
  const first = await open(dataDir)
  const second = await open(dataDir)
  const [settings] = await query<Record<string, string>>(
    first,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
      current_setting('data_checksums') as checksums, lower('É') as lower, 'É' ilike 'é' as folded`,
  )
  assert.deepEqual(settings, { fsync: 'on', addresses: '', checksums: 'on', lower: 'é', folded: true })
  const pid = postmasterPid(homeOf(dataDir))
  await first.close()
  assert.ok(isAlive(pid), 'still used by the second')
  await second.close()
  assert.ok(!isAlive(pid), 'used by nobody')
  const third = await open(dataDir)
  await query(third, 'select 1')
  await third.close()
})

test('two servers on one directory share it, also when both start first at the same time', async () => {
  const dataDir = freshDir()
  const [one, other] = await Promise.all([elsewhere(dataDir), elsewhere(dataDir)])
  assert.equal(one.said.refused, undefined)
  assert.deepEqual(one.said, other.said)
  const pid = postmasterPid(homeOf(dataDir))
  one.child.stdin?.end()
  await ended(one.child)
  assert.ok(isAlive(pid))
  other.child.stdin?.end()
  await ended(other.child)
  assert.ok(!isAlive(pid))
  assert.deepEqual(
    readdirSync(homeOf(dataDir)).filter(name => /\.\d+$/.test(name)),
    [],
  )
})

test('after a kill -9 of the server the next start adopts the living PostgreSQL', async () => {
  const dataDir = freshDir()
  const { child } = await elsewhere(dataDir)
  const pid = postmasterPid(homeOf(dataDir))
  child.kill('SIGKILL')
  await ended(child)
  assert.ok(isAlive(pid))
  const adopted = await open(dataDir)
  assert.equal(postmasterPid(homeOf(dataDir)), pid)
  await adopted.close()
  assert.ok(!isAlive(pid))
})

test('after a kill -9 of PostgreSQL it is brought up again and nothing acknowledged is lost', async () => {
  const dataDir = freshDir()
  const database = await open(dataDir)
  await query(database, 'create table ledger (n int primary key)')
  for (let round = 0; round < 3; round += 1) {
    await query(database, `insert into ledger values (${round})`)
    const pid = postmasterPid(homeOf(dataDir))
    process.kill(pid, 'SIGKILL')
    await until(() =>
      query(database, 'select 1').then(
        () => postmasterPid(homeOf(dataDir)) !== pid,
        () => false,
      ),
    )
    const rows = await query<{ n: number }>(database, 'select n from ledger order by n')
    assert.equal(rows.length, round + 1)
  }
  await database.close()
})

test('a dead PostgreSQL, left behind with a dead server, is recovered by the next start', async () => {
  const dataDir = freshDir()
  const { child } = await elsewhere(dataDir)
  const pid = postmasterPid(homeOf(dataDir))
  child.kill('SIGKILL')
  await ended(child)
  process.kill(pid, 'SIGKILL')
  const database = await open(dataDir)
  await query(database, 'select 1')
  await database.close()
})

test('library links that are missing because install scripts were skipped are made', async () => {
  const copy = path.join(root, 'package')
  cpSync(path.dirname(binariesFolder()), copy, { recursive: true, verbatimSymlinks: true })
  const native = path.join(copy, 'native')
  const lib = path.join(native, 'lib')
  const links = readdirSync(lib).filter(name => lstatSync(path.join(lib, name)).isSymbolicLink())
  for (const name of links) rmSync(path.join(lib, name))
  await repairLinks(native)
  const wanted = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  assert.ok(wanted.length > 0)
  for (const { target } of wanted) assert.ok(existsSync(path.join(copy, target)), target)
  const database = await openEmbedded({ dataDir: freshDir(), log: quiet, binaries: native })
  await query(database, 'select 1')
  await database.close()
})

test('a data directory too deep for a unix socket has its socket elsewhere', async () => {
  const dataDir = path.join(root, 'd'.repeat(120), 'data')
  const database = await open(dataDir)
  assert.ok(Buffer.byteLength(database.connection.host) < 100)
  await query(database, 'select 1')
  await database.close()
})

const asRoot = process.getuid?.() === 0

test('as root, a directory that PostgreSQL cannot enter is kept where it can', {
  skip: !asRoot && 'needs root',
}, async () => {
  const hidden = path.join(root, 'home-of-root')
  const dataDir = path.join(hidden, 'clone/data')
  const { mkdirSync } = await import('node:fs')
  mkdirSync(hidden, { mode: 0o700 })
  const database = await open(dataDir)
  const home = homeOf(dataDir)
  assert.ok(home.startsWith('/var/lib/sexton/'), home)
  await query(database, 'create table kept ()')
  await database.close()
  const again = await open(dataDir)
  await query(again, 'select from kept')
  await again.close()
  rmSync(home, { recursive: true })
})

test('a normal user runs it, and a directory of somebody else is refused', {
  skip: !asRoot && 'needs root',
}, async () => {
  const account = postgresAccount()
  assert.ok(account)
  const dataDir = freshDir()
  const { mkdirSync } = await import('node:fs')
  mkdirSync(dataDir)
  chownSync(dataDir, account.uid, account.gid)
  const { child, said } = await elsewhere(dataDir, { uid: account.uid, gid: account.gid })
  assert.equal(said.refused, undefined)
  child.stdin?.end()
  await ended(child)
  const stranger = await elsewhere(dataDir, { uid: 12_345, gid: 12_345 })
  assert.match(stranger.said.refused ?? '', /belongs to user \d+.*SEXTON_DATA_DIR/)
})

test('a platform without binaries is told to use DATABASE_URL', () => {
  const told = { name: 'Error', message: /DATABASE_URL/ }
  assert.throws(() => binariesFolder({ platform: 'win32', arch: 'x64', glibc: true }), told)
  assert.throws(() => binariesFolder({ platform: 'linux', arch: 'riscv64', glibc: true }), told)
  assert.throws(() => binariesFolder({ platform: 'linux', arch: 'x64', glibc: false }), EmbeddedDatabaseError)
})
