/** Data directories that were copied, moved or run as somebody else before, and copies of PostgreSQL's programs. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import {
  account,
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
import { programFor } from '../../../test/support/reachable.ts'
import { userBy } from './account.ts'
import { binariesFolder } from './binaries.ts'
import { openEmbedded } from './index.ts'

const skip = process.getuid?.() !== 0 && 'only root can be another user'

/** As somebody would on a command line, which as root gives all files to root. */
function copy(from: string): string {
  const to = freshDir()
  assert.equal(spawnSync('cp', ['-r', from, to]).status, 0)
  return to
}

/** A log that keeps its warnings. */
function noting() {
  const warnings: string[] = []
  return { warnings, log: { ...quiet, warn: (_: object, message: string) => void warnings.push(message) } }
}

async function filled(): Promise<string> {
  const dataDir = freshDir()
  const database = await openEmbedded({ dataDir, log: quiet, durable: false })
  await query(database, 'create table kept as select 7 as n')
  await database.close()
  return dataDir
}

async function expectKept(dataDir: string, log = quiet): Promise<void> {
  const database = await openEmbedded({ dataDir, log })
  assert.deepEqual(await query(database, 'select n from kept'), [{ n: 7 }])
  await database.close()
}

const original = await filled()

test('a plain copy of a stopped database starts, whoever made it and whatever rights it lost', async () => {
  const copied = copy(original)
  for (const folder of ['', 'cluster']) chmodSync(path.join(homeOf(copied), folder), 0o755)
  const { log, warnings } = noting()
  await expectKept(copied, log)
  assert.deepEqual(warnings, [])
  assert.equal(statSync(path.join(homeOf(copied), 'cluster/global/pg_control')).uid, account?.uid ?? process.getuid?.())
})

/** A copy that may not be whole is refused, and by whom it is to be recovered is asked for. */
const isRefused = (dataDir: string, of: string): Promise<void> =>
  assert.rejects(open(dataDir), {
    name: 'EmbeddedDatabaseError',
    message: new RegExp(`${homeOf(dataDir)}/cluster is a copy of ${of} .*copy it again; .*SEXTON_RECOVER_COPY=true`),
  })

test('a copy that was made while the server ran is refused at once, also once the server has stopped', async () => {
  const database = await open(original)
  const copied = copy(original)
  await isRefused(copied, `${homeOf(original)}/cluster`)
  await query(database, 'select 1')
  await database.close()
  await isRefused(copied, `${homeOf(original)}/cluster`)
  await expectKept(original)
})

test('the same under the name of the original, as on another machine, is refused as well', async () => {
  const database = await open(original)
  const copied = copy(original)
  await database.close()
  renameSync(original, `${original}-aside`)
  renameSync(copied, original)
  await isRefused(original, 'another directory')
  rmSync(original, { recursive: true })
  renameSync(`${original}-aside`, original)
  await expectKept(original)
})

test('a copy of an earlier release, which noted nothing, is told by the name in its lock', async () => {
  const database = await open(original)
  const copied = copy(original)
  rmSync(path.join(homeOf(copied), 'cluster-inode'))
  await assert.rejects(open(copied), { name: 'EmbeddedDatabaseError', message: /still does \(process \d+\)/ })
  await database.close()
  await isRefused(copied, `${homeOf(original)}/cluster`)
})

/** Leaves a database as a machine does that lost its power. */
async function kill(dataDir: string): Promise<void> {
  const { child } = await openElsewhere(dataDir)
  const pid = postmasterPid(dataDir)
  child.kill('SIGKILL')
  await ended(child)
  process.kill(pid, 'SIGKILL')
  await until(() => !serverRuns(dataDir, pid))
}

test('a copy of what a killed server left is recovered where that is asked for, with a warning', async () => {
  await kill(original)
  const copied = copy(original)
  await isRefused(copied, `${homeOf(original)}/cluster`)
  const { log, warnings } = noting()
  const recovered = await openEmbedded({ dataDir: copied, log, recoverCopy: true })
  assert.deepEqual(await query(recovered, 'select n from kept'), [{ n: 7 }])
  await recovered.close()
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /is a copy of .*look whether the latest records are there/)
  await expectKept(original)
  await expectKept(copied)
})

test('a directory whose server was killed starts again, also where it was moved to; not while it still runs', async () => {
  const dataDir = copy(original)
  await kill(dataDir)
  await expectKept(dataDir)
  await kill(dataDir)
  renameSync(dataDir, `${dataDir}-moved`)
  const { log, warnings } = noting()
  await expectKept(`${dataDir}-moved`, log)
  assert.deepEqual(warnings, [])

  const { child } = await openElsewhere(`${dataDir}-moved`)
  const pid = postmasterPid(`${dataDir}-moved`)
  renameSync(`${dataDir}-moved`, dataDir)
  await assert.rejects(open(dataDir), {
    name: 'EmbeddedDatabaseError',
    message: new RegExp(`moved from .*-moved.* while its PostgreSQL ran.*process ${pid}`),
  })
  renameSync(dataDir, `${dataDir}-moved`)
  child.stdin?.end()
  assert.equal(await ended(child), 0)
})

test('a lock file that a power cut left empty does not keep a database from starting', async () => {
  const lock = path.join(homeOf(original), 'cluster/postmaster.pid')
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
  await expectKept(original)
})

test('a database that the shared user ran is handed to PostgreSQL’s own', { skip }, async () => {
  const nobody = userBy('name', 'nobody')
  assert.ok(nobody)
  give(original, nobody.uid)
  await expectKept(original)
  assert.equal(statSync(path.join(homeOf(original), 'cluster/PG_VERSION')).uid, account?.uid)
})

const give = (dataDir: string, uid: number): void =>
  assert.equal(spawnSync('chown', ['-R', `${uid}:${uid}`, homeOf(dataDir)]).status, 0)

test('a database of a user whom the machine does not know is not taken from them, until root is given it', {
  skip,
}, async () => {
  const theirs = copy(original)
  give(theirs, 54_321)
  await assert.rejects(open(theirs), {
    name: 'EmbeddedDatabaseError',
    message: new RegExp(`belongs to user 54321.*chown -R root ${homeOf(theirs)}`),
  })
  assert.equal(statSync(path.join(homeOf(theirs), 'cluster/PG_VERSION')).uid, 54_321)
  give(theirs, 0)
  await expectKept(theirs)
})

test('a database of another user of this machine is not taken from them', { skip }, async () => {
  const daemon = userBy('name', 'daemon')
  assert.ok(daemon)
  const theirs = copy(original)
  chownSync(homeOf(theirs), daemon.uid, daemon.gid)
  await assert.rejects(open(theirs), { name: 'EmbeddedDatabaseError', message: /belongs to user .*chown -R/ })
})

const etc = ownPath('etc')

/** Runs a program with another `/etc`, in a mount namespace of its own. @returns what it printed, or why that cannot be */
function withoutPostgres(prepare: string, dataDir: string): { said: string } | { reason: string } {
  rmSync(etc, { recursive: true, force: true })
  cpSync('/etc', etc, { recursive: true, verbatimSymlinks: true })
  writeFileSync(path.join(etc, 'passwd'), readFileSync('/etc/passwd', 'utf8').replace(/^_?postgres:.*\n/gm, ''))
  const { node, script } = programFor(undefined, 'test/support/embedded-process.mjs', root)
  const commands = `mount --bind ${etc} /etc && ${prepare} && echo prepared >&2 && exec ${node} ${script} ${dataDir}`
  const { stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', commands], { encoding: 'utf8', input: '' })
  return /prepared/.test(stderr ?? '') ? { said: `${stdout}${stderr}` } : { reason: `no namespace here: ${stderr}` }
}

test('as root without a user of PostgreSQL’s, one is made for it', { skip }, async t => {
  if (!existsSync('/usr/sbin/useradd')) return t.skip('there is no useradd')
  const dataDir = freshDir()
  const result = withoutPostgres('true', dataDir)
  if ('reason' in result) return t.skip(result.reason)
  assert.match(result.said, /"user":"sexton_service"/)
  assert.doesNotMatch(result.said, /other services/)
  const made = /^sexton-postgres:x:(\d+):\d+:[^:]*:\/nonexistent:/m.exec(readFileSync(path.join(etc, 'passwd'), 'utf8'))
  assert.equal(statSync(homeOf(dataDir)).uid, Number(made?.[1]))
})

test('a user of PostgreSQL’s whom only a directory service knows is found', { skip }, async t => {
  if (account?.name !== 'postgres' || !existsSync('/usr/bin/getent')) return t.skip('no user postgres, or no getent')
  const dataDir = freshDir()
  const getent = ownPath('getent')
  const line = `postgres:x:${account.uid}:${account.gid}::/nonexistent:/bin/false`
  writeFileSync(getent, `#!/bin/sh\n[ "$2" = postgres ] && echo ${line}\n`, { mode: 0o755 })
  const result = withoutPostgres(`mount --bind ${getent} /usr/bin/getent`, dataDir)
  if ('reason' in result) return t.skip(result.reason)
  assert.equal(statSync(homeOf(dataDir)).uid, account.uid, result.said)
})

test('where none can be made, PostgreSQL runs as the shared user, which is said', { skip }, async t => {
  const dataDir = freshDir()
  const result = withoutPostgres(
    '{ [ ! -e /usr/sbin/useradd ] || mount --bind /bin/false /usr/sbin/useradd; }',
    dataDir,
  )
  if ('reason' in result) return t.skip(result.reason)
  assert.match(result.said, /PostgreSQL runs as "nobody".*useradd/)
  assert.equal(statSync(homeOf(dataDir)).uid, userBy('name', 'nobody')?.uid)
})

test('what PostgreSQL’s user cannot reach is kept elsewhere', { skip }, async t => {
  const hidden = ownPath('home-of-root')
  const shelter = ownPath('shelter')
  const native = path.join(hidden, 'package/native')
  cpSync(path.dirname(binariesFolder()), path.join(hidden, 'package'), { recursive: true, verbatimSymlinks: true })
  chmodSync(hidden, 0o700)
  const options = (dataDir: string) => ({ dataDir, log: quiet, shelter, binaries: native, durable: false })
  const dataDir = path.join(hidden, 'data')

  await t.test('a copy of the directory alone is refused: the database was not copied with it', async () => {
    const database = await openEmbedded(options(dataDir))
    await query(database, 'create table kept as select 7 as n')
    await database.close()
    const copied = path.join(hidden, 'copy')
    cpSync(dataDir, copied, { recursive: true })
    await assert.rejects(openEmbedded(options(copied)), {
      name: 'EmbeddedDatabaseError',
      message: new RegExp(`${copied} is a copy of ${dataDir}, whose database is in ${homeOf(dataDir)}`),
    })
    // As the sentence says.
    assert.equal(spawnSync('cp', ['-r', homeOf(dataDir), `${homeOf(dataDir)}-copy`]).status, 0)
    writeFileSync(path.join(copied, 'location'), `${homeOf(dataDir)}-copy\n`)
    const second = await openEmbedded(options(copied))
    assert.deepEqual(await query(second, 'select n from kept'), [{ n: 7 }])
    await second.close()
  })

  await t.test('a directory that was moved keeps its database', async () => {
    renameSync(dataDir, `${dataDir}-moved`)
    const moved = await openEmbedded(options(`${dataDir}-moved`))
    assert.deepEqual(await query(moved, 'select n from kept'), [{ n: 7 }])
    await moved.close()
  })

  await t.test(
    'copies of other releases are removed once nothing runs them and nobody asked for them lately',
    async () => {
      const [used] = readdirSync(shelter).filter(name => name.startsWith('postgresql-'))
      const make = (name: string, hours: number): string => {
        const folder = path.join(shelter, name)
        mkdirSync(path.join(folder, 'bin'), { recursive: true })
        copyFileSync('/bin/sleep', path.join(folder, 'bin/postgres'))
        const time = new Date(Date.now() - hours * 3_600_000)
        utimesSync(folder, time, time)
        return folder
      }
      make('postgresql-16.1.0', 2)
      make('postgresql-16.2.0', 0.5)
      make('new-postgresql-16.3.0.999999999', 0)
      const running = spawn(path.join(make('postgresql-16.4.0', 2), 'bin/postgres'), ['60'])
      utimesSync(path.join(shelter, used ?? ''), 1, 1)
      const kept = (): string[] => readdirSync(shelter).filter(name => name.includes('postgresql-'))
      const database = await openEmbedded(options(`${dataDir}-moved`))
      assert.deepEqual(kept().sort(), ['postgresql-16.2.0', 'postgresql-16.4.0', used].sort())
      running.kill()
      await ended(running)

      // One that was removed all the same, as a release before this might, is made again where it is needed.
      rmSync(path.join(shelter, used ?? ''), { recursive: true })
      process.kill(postmasterPid(`${dataDir}-moved`), 'SIGKILL')
      await until(async () => (await query(database, 'select 1').catch(() => [])).length === 1)
      await database.close()
      assert.deepEqual(kept().includes(used ?? ''), true)
    },
  )
})
