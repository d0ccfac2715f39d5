import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import {
  account,
  asAccount,
  ended,
  freshDir,
  homeOf,
  open,
  openElsewhere,
  ownPath,
  postmasterPid,
  query,
  quiet,
  root,
  serverRuns,
  until,
} from '../../../test/support/embedded.ts'
import { isAlive } from '../../lib/is-alive.ts'
import { serverAccount } from './account.ts'
import { binariesFolder, repairLinks } from './binaries.ts'
import { EmbeddedDatabaseError, openEmbedded } from './index.ts'

/** Most tests use one database, each as the one before left it: stopped. */
let dataDir = freshDir()

test('a first start makes a durable database on a unix socket; the last one out stops it', async () => {
  const first = await open(dataDir)
  const alias = ownPath('alias')
  symlinkSync(dataDir, alias)
  const second = await open(alias)
  assert.deepEqual(second.connection, first.connection)
  const settings = await query(
    first,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
      current_setting('data_checksums') as checksums, current_setting('timezone') as zone,
      lower('É') as lower, 'É' ilike 'é' as folded`,
  )
  assert.deepEqual(settings, [{ fsync: 'on', addresses: '', checksums: 'on', zone: 'UTC', lower: 'é', folded: true }])
  for (const secret of ['', 'cluster', 'socket', 'cluster/sexton-password', 'postgresql.log']) {
    assert.equal(statSync(path.join(homeOf(dataDir), secret)).mode & 0o077, 0, `${secret} is private`)
  }
  const pid = postmasterPid(dataDir)
  await first.close()
  assert.ok(serverRuns(dataDir, pid), 'still used by the second')
  await Promise.all([second.close(), second.close()])
  assert.ok(!serverRuns(dataDir, pid), 'used by nobody')
})

test('without the password nobody gets in', async () => {
  const database = await open(dataDir)
  for (const known of [database.owner, database.connection]) {
    await assert.rejects(query({ owner: { ...known, password: 'sexton' } }, 'select 1'), { code: '28P01' })
  }
  await database.close()
})

test('processes that start a directory for the first time at once share one whole database', async () => {
  const shared = freshDir()
  const dead = spawn('true')
  await ended(dead)
  mkdirSync(path.join(shared, 'postgresql', `new.${dead.pid}.0a`), { recursive: true })
  if (asAccount.uid !== undefined) chownSync(path.join(shared, 'postgresql'), asAccount.uid, asAccount.gid)
  const [here, other] = await Promise.all([open(shared), openElsewhere(shared)])
  assert.deepEqual(other.said, here.connection)
  const leftovers = readdirSync(homeOf(shared)).filter(name => name.startsWith('new.'))
  assert.deepEqual(leftovers, [], 'nothing unfinished is left')
  const pid = postmasterPid(shared)
  await here.close()
  assert.ok(serverRuns(shared, pid), 'still used by the other')
  other.child.stdin?.end()
  assert.equal(await ended(other.child), 0)
  assert.ok(!serverRuns(shared, pid), 'used by nobody')
})

test('after a kill -9 of the server the next start adopts the living PostgreSQL', async () => {
  const { child } = await openElsewhere(dataDir)
  const pid = postmasterPid(dataDir)
  child.kill('SIGKILL')
  await ended(child)
  assert.ok(serverRuns(dataDir, pid))
  const adopted = await open(dataDir)
  assert.equal(postmasterPid(dataDir), pid)
  await adopted.close()
  assert.ok(!serverRuns(dataDir, pid))
})

test('after a kill -9 of PostgreSQL it is brought up again and nothing acknowledged is lost', async () => {
  const database = await open(dataDir)
  await query(database, 'create table ledger (n int primary key)')
  for (let round = 0; round < 3; round += 1) {
    await query(database, `insert into ledger values (${round})`)
    const pid = postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await until(async () => {
      const answered = await query(database, 'select 1').catch(() => undefined)
      return answered !== undefined && postmasterPid(dataDir) !== pid
    })
    assert.equal((await query(database, 'select n from ledger')).length, round + 1)
  }
  const pid = postmasterPid(dataDir)
  await database.close()
  assert.ok(!serverRuns(dataDir, pid), 'the one brought up is stopped as well')
})

test('a dead PostgreSQL is recovered, also when its process number now belongs to something else', async () => {
  const { child } = await openElsewhere(dataDir)
  const pid = postmasterPid(dataDir)
  child.kill('SIGKILL')
  await ended(child)
  process.kill(pid, 'SIGKILL')
  const bystander = spawn('sleep', ['60'], asAccount)
  for (const file of ['cluster/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const lock = path.join(homeOf(dataDir), file)
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(String(pid), String(bystander.pid)))
  }
  const database = await open(dataDir)
  assert.equal((await query(database, 'select n from ledger')).length, 3)
  await database.close()
  assert.ok(isAlive(bystander.pid ?? 0), 'what has the number is left alone')
  bystander.kill()
})

test('who comes while the last one leaves finds a running database', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [leaving, staying] = await Promise.all([open(dataDir).then(database => database.close()), open(dataDir)])
    assert.equal(leaving, undefined)
    await query(staying, 'select 1')
    const pid = postmasterPid(dataDir)
    await staying.close()
    assert.ok(!serverRuns(dataDir, pid))
  }
})

test('closing does not wait for a database that cannot be brought up', async () => {
  const database = await open(dataDir)
  const version = path.join(homeOf(dataDir), 'cluster/PG_VERSION')
  const kept = readFileSync(version, 'utf8')
  writeFileSync(version, '9.6\n')
  const pid = postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await until(() => !serverRuns(dataDir, pid))
  await database.close()
  await assert.rejects(open(dataDir), { name: 'EmbeddedDatabaseError', message: /incompatible with server/ })
  writeFileSync(version, kept)
})

test('the log of PostgreSQL is bounded', async () => {
  const log = path.join(homeOf(dataDir), 'postgresql.log')
  truncateSync(log, 6 * 1024 * 1024)
  await (await open(dataDir)).close()
  assert.ok(statSync(log).size < 1024 * 1024)
  assert.ok(existsSync(`${log}.1`))
})

/** PostgreSQL's own package, which a test repairs and a later one moves. */
const copy = ownPath('package')

test('library links that are missing because install scripts were skipped are made', async () => {
  cpSync(path.dirname(binariesFolder()), copy, { recursive: true, verbatimSymlinks: true })
  const native = path.join(copy, 'native')
  const lib = path.join(native, 'lib')
  const links = readdirSync(lib).filter(name => lstatSync(path.join(lib, name)).isSymbolicLink())
  for (const name of links) rmSync(path.join(lib, name))
  await repairLinks(native)
  const wanted = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  assert.ok(wanted.length > 0)
  for (const { target } of wanted) assert.ok(existsSync(path.join(copy, target)), target)
  const database = await openEmbedded({ dataDir, log: quiet, binaries: native })
  await query(database, 'select 1')
  await database.close()
})

test('a data directory that was moved to where it is too deep for a unix socket has its socket elsewhere', async () => {
  const deep = path.join(root, 'd'.repeat(120), 'data')
  mkdirSync(path.dirname(deep))
  renameSync(dataDir, deep)
  dataDir = deep
  const database = await open(dataDir)
  const { host } = database.connection
  assert.ok(Buffer.byteLength(host) < 90)
  assert.equal(statSync(host).mode & 0o077, 0)
  assert.equal((await query(database, 'select n from ledger')).length, 3)
  await database.close()
  rmSync(host, { recursive: true })
})

test('a directory that cannot be used is refused in a sentence', async () => {
  const file = ownPath('file')
  writeFileSync(file, '')
  await assert.rejects(open(path.join(file, 'data')), { name: 'EmbeddedDatabaseError', message: /SEXTON_DATA_DIR/ })
})

const skip = process.getuid?.() !== 0 && 'only root can be another user'

test('as root, what PostgreSQL cannot enter is kept where it can, and a note says where', { skip }, async () => {
  const hidden = ownPath('home-of-root')
  const clone = path.join(hidden, 'clone')
  const shelter = ownPath('shelter-of-root')
  mkdirSync(clone, { recursive: true, mode: 0o700 })
  chmodSync(hidden, 0o700)
  const options = {
    dataDir: path.join(clone, 'data'),
    log: quiet,
    shelter,
    binaries: path.join(clone, 'package/native'),
    durable: false,
  }
  renameSync(copy, path.join(clone, 'package'))
  chmodSync(path.join(clone, 'package/native/lib'), 0o700)
  const database = await openEmbedded(options)
  const home = homeOf(options.dataDir)
  assert.equal(path.dirname(home), shelter)
  assert.equal(statSync(home).uid, (await serverAccount())?.uid)
  assert.equal(readdirSync(shelter).filter(name => name.startsWith('postgresql-')).length, 1)
  await query(database, 'create table kept ()')
  await database.close()
  const again = await openEmbedded(options)
  await query(again, 'select from kept')
  await again.close()

  rmSync(options.dataDir, { recursive: true })
  const anew = await openEmbedded(options)
  assert.notEqual(homeOf(options.dataDir), home, 'who removes the data directory gets an empty database')
  await anew.close()
})

test('as root, a database that its user can no longer enter is left alone', { skip }, async () => {
  chmodSync(path.dirname(dataDir), 0o700)
  await assert.rejects(open(dataDir), { name: 'EmbeddedDatabaseError', message: /cannot enter .*chmod o\+x/ })
  chmodSync(path.dirname(dataDir), 0o755)
})

test('a normal user runs it', { skip }, async () => {
  const own = freshDir()
  mkdirSync(own)
  chownSync(own, asAccount.uid ?? 0, asAccount.gid ?? 0)
  const { child, said } = await openElsewhere(own, account)
  assert.equal(said.host, path.join(realpathSync(own), 'postgresql/socket'))
  child.stdin?.end()
  assert.equal(await ended(child), 0)
})

test('a directory of somebody else is refused', { skip }, async () => {
  const stranger = await openElsewhere(dataDir, { name: 'stranger', uid: 12_345, gid: 12_345 })
  assert.match(stranger.said.refused ?? '', /^EmbeddedDatabaseError .*belongs to user \d+.*SEXTON_DATA_DIR/)
})

test('a platform without binaries is told to use DATABASE_URL', () => {
  const told = { name: 'EmbeddedDatabaseError', message: /DATABASE_URL/ }
  assert.throws(() => binariesFolder({ platform: 'win32', arch: 'x64', glibc: true }), told)
  assert.throws(() => binariesFolder({ platform: 'linux', arch: 'riscv64', glibc: true }), told)
  assert.throws(() => binariesFolder({ platform: 'linux', arch: 'x64', glibc: false }), EmbeddedDatabaseError)
})
