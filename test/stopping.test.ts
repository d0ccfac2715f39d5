/** What ends the service and the commands that last, whoever started them (docs/decisions/0007, Process). */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { signal } from '../src/db/embedded/processes.ts'
import { cli } from './support/cli.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { freshDir, homeOf, root, until } from './support/embedded.ts'
import { running, treeOf } from './support/process-tree.ts'
import { SECRET_KEY } from './support/secret-key.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** All that a process started ends within ten seconds; a busy machine may take longer. */
const PATIENCE_MS = 30_000
const SERVES = 'Sexton serves on'
const LISTENS = 'Listening to grace'

let database: TestDatabase
/** An embedded database that has a church, so that no demo is made in it. */
const dataDir = freshDir()
const church = ['church', 'create', '--name', 'Grace', '--slug', 'grace', '--country', 'NG', '--currency', 'NGN']

before(async () => {
  database = await testDatabase()
  await cli(database.url, [...church, '--timezone', 'Africa/Lagos'])
  const migrated = await cli('', ['migrate'], { SEXTON_DATA_DIR: dataDir })
  assert.equal(migrated.code, 0, migrated.stderr)
  assert.equal((await cli('', [...church, '--timezone', 'Africa/Lagos'], { SEXTON_DATA_DIR: dataDir })).code, 0)
})

const started: number[] = []
after(async () => {
  for (const pid of running(started)) signal(pid, 'SIGKILL')
  await database.drop()
})

interface Started {
  child: ChildProcess
  /** What was started, itself first and the one that does the work last. */
  tree: number[]
  printed(): string
}

/** Starts a command in a session of its own and waits until it says that it is at work. */
async function start(command: readonly string[], line: string, env: Record<string, string>): Promise<Started> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...SECRET_KEY, SEXTON_LOG_LEVEL: 'warn', PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      printed += text
    })
  }
  await until(() => {
    assert.equal(child.exitCode, null, printed)
    return printed.includes(line)
  })
  const tree = treeOf(child.pid ?? 0)
  started.push(...tree)
  return { child, tree, printed: () => printed }
}

async function expectEnd(tree: readonly number[]): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (running(tree).length > 0 && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 50))
  assert.deepEqual(running(tree), [], 'all of them have ended')
}

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

const noScript = spawnSync('script', ['--version']).status !== 0 && 'there is no script(1) here'
suite('with a terminal', { skip: noScript }, () => {
  /** A terminal in which a shell does what it is told; killing `script` closes it. */
  const terminal = (line: string, awaited: string): Promise<Started> =>
    start(['script', '-qfc', line, '/dev/null'], awaited, {
      SHELL: '/bin/bash',
      DATABASE_URL: database.url,
      SEXTON_LOG_LEVEL: 'info',
    })

  for (const command of ['npm start', 'npx sexton serve', 'node bin/sexton.mjs serve']) {
    test(`${command} ends when its terminal is closed`, async () => {
      const { child, tree } = await terminal(command, SERVES)
      child.kill('SIGKILL')
      await expectEnd(tree)
    })
  }

  test('nohup keeps it running when its terminal is closed', async () => {
    const log = path.join(root, 'nohup.log')
    const line = `set -m; nohup node bin/sexton.mjs serve > ${log} 2>&1 & echo server=$!; cat`
    const { child, tree, printed } = await terminal(line, 'server=')
    const server = Number(/server=(\d+)/.exec(printed())?.[1])
    started.push(server)
    await until(() => readFileSync(log, 'utf8').includes(SERVES))
    child.kill('SIGKILL')
    await until(() => running(tree.filter(pid => pid !== server)).length === 0)
    // As a shell does to all that it started when its terminal is closed.
    signal(server, 'SIGHUP')
    await expectAnswers(readFileSync(log, 'utf8'))
    signal(server, 'SIGTERM')
    await expectEnd([server])
  })

  test('setsid keeps it running, and so does a shell that exits, with nobody left to read what it prints', async () => {
    const [log, leave] = [path.join(root, 'setsid.log'), path.join(root, 'leave')]
    const alone = `(setsid node bin/sexton.mjs serve > ${log} 2>&1 & echo alone=$!)`
    const left = 'set -m; node bin/sexton.mjs serve & echo left=$!'
    const { tree, printed } = await terminal(`${alone}; ${left}; until [ -e ${leave} ]; do sleep 0.1; done`, SERVES)
    const servers = ['alone', 'left'].map(name => Number(new RegExp(`${name}=(\\d+)`).exec(printed())?.[1]))
    started.push(...servers)
    await until(() => readFileSync(log, 'utf8').includes(SERVES))
    writeFileSync(leave, '')
    await until(() => running(tree.filter(pid => !servers.includes(pid))).length === 0)
    for (const text of [printed(), readFileSync(log, 'utf8')]) await expectAnswers(text)
    assert.deepEqual(running(servers), servers)
    for (const pid of servers) signal(pid, 'SIGTERM')
    await expectEnd(servers)
  })
})

/** Asks a server more often than once: what it logs of the first request may be what it cannot write. */
async function expectAnswers(printed: string): Promise<void> {
  const url = new RegExp(`${SERVES} (http://[\\w:.]+)`).exec(printed)?.[1]
  for (let count = 0; count < 3; count += 1) assert.equal((await fetch(`${url}/api/v1`)).status, 401)
}
