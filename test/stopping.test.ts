/** What ends the service and the commands that last, whoever started them (docs/decisions/0007, Process). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { cli } from './support/cli.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { homeOf, migratedDir, until } from './support/embedded.ts'
import { running } from './support/process-tree.ts'
import { endStarted, expectEnd, start } from './support/started.ts'

const SERVES = 'Sexton serves on'
const LISTENS = 'Listening to grace'
const ENDS = /The server ends/

let database: TestDatabase
/** An embedded database that has a church, so that no demo is made in it. */
let dataDir: string
const church = ['church', 'create', '--name', 'Grace', '--slug', 'grace', '--country', 'NG', '--currency', 'NGN']

before(async () => {
  database = await testDatabase()
  await cli(database.url, [...church, '--timezone', 'Africa/Lagos'])
  dataDir = await migratedDir()
  assert.equal((await cli('', [...church, '--timezone', 'Africa/Lagos'], { SEXTON_DATA_DIR: dataDir })).code, 0)
})

after(async () => {
  endStarted()
  await database.drop()
})

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const
const WRAPPED = [
  { command: ['npm', 'start'], line: SERVES, signals: SIGNALS },
  { command: ['npx', 'sexton', 'serve'], line: SERVES, signals: ['SIGTERM'] },
  { command: ['npx', 'sexton', 'webhook', 'listen', '--church', 'grace'], line: LISTENS, signals: SIGNALS },
] as const

suite('a signal that reaches npm or npx alone', { concurrency: 2 }, () => {
  for (const { command, line, signals } of WRAPPED) {
    for (const name of signals) {
      test(`${name} to ${command.join(' ')}`, async () => {
        const { child, tree } = await start(command, line, { DATABASE_URL: database.url })
        assert.ok(tree.length > 1)
        child.kill(name)
        await expectEnd(tree)
      })
    }
  }
})

suite('to be stopped and continued is no end', { concurrency: 2 }, () => {
  for (const command of [
    ['npm', 'start'],
    ['npx', 'sexton', 'serve'],
  ]) {
    test(`${command.join(' ')} goes on, as after Ctrl-Z and fg, and ends when npm is told to`, async () => {
      const { child, tree, printed } = await start(command, SERVES, {
        DATABASE_URL: database.url,
        SEXTON_LOG_LEVEL: 'info',
      })
      const group = -(child.pid ?? Number.NaN)
      for (let round = 0; round < 3; round += 1) {
        process.kill(group, 'SIGSTOP')
        await pause(300)
        process.kill(group, 'SIGCONT')
        await pause(1_200)
        process.kill(group, 'SIGWINCH')
      }
      assert.deepEqual(running(tree), tree, printed())
      assert.doesNotMatch(printed(), ENDS)
      const ended = expectEnd(tree)
      // Told so soon after it was continued, npm may have to be told twice.
      await until(async () => {
        child.kill('SIGINT')
        await pause(2_000)
        return running(tree).length === 0
      })
      await ended
      assert.match(printed(), /The server ends: the end of npm/)
    })
  }
})

suite('a signal that reaches the process itself', { concurrency: 2 }, () => {
  for (const [args, line] of [
    ['serve', SERVES],
    ['webhook listen --church grace', LISTENS],
  ] as const) {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      test(`${name} ends ${args}`, async () => {
        const { child, tree } = await start(['node', 'bin/sexton.mjs', ...args.split(' ')], line, {
          DATABASE_URL: database.url,
        })
        const exited = once(child, 'exit')
        child.kill(name)
        await expectEnd(tree)
        assert.deepEqual(await exited, [0, null], 'in good order')
      })
    }
  }
})

test('a killed npm takes the embedded PostgreSQL with it', async () => {
  const { child, tree } = await start(['npm', 'start'], SERVES, { DATABASE_URL: '', SEXTON_DATA_DIR: dataDir })
  const postmaster = Number(readFileSync(path.join(homeOf(dataDir), 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
  assert.ok(tree.includes(postmaster))
  child.kill('SIGKILL')
  await expectEnd(tree)
})

test('a command that is told to end in the midst of its work takes the embedded PostgreSQL with it', async () => {
  const command = ['node', 'bin/sexton.mjs', 'webhook', 'listen', '--church', 'grace']
  const { child, tree } = await start(command, LISTENS, { DATABASE_URL: '', SEXTON_DATA_DIR: dataDir })
  assert.ok(tree.length > 1)
  child.kill('SIGTERM')
  await expectEnd(tree)
})

test('a server that waits for its database is told to end, too', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:9/none' }
  const { child, tree } = await start(['node', 'bin/sexton.mjs', 'serve'], 'cannot be reached yet', env)
  child.kill('SIGTERM')
  await expectEnd(tree)
})
