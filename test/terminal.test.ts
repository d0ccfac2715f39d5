/** What a terminal that is closed ends, and what it leaves running (docs/decisions/0007, Process). */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { signal } from '../src/db/embedded/processes.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { ownPath, until } from './support/embedded.ts'
import { running } from './support/process-tree.ts'
import { endStarted, expectEnd, note, type Started, start } from './support/started.ts'

const SERVES = 'Sexton serves on'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(async () => {
  endStarted()
  await database.drop()
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
    const log = ownPath('nohup.log')
    const line = `set -m; nohup node bin/sexton.mjs serve > ${log} 2>&1 & echo server=$!; cat`
    const { child, tree, printed } = await terminal(line, 'server=')
    const server = Number(/server=(\d+)/.exec(printed())?.[1])
    note(server)
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes(SERVES))
    child.kill('SIGKILL')
    await until(() => running(tree.filter(pid => pid !== server)).length === 0)
    // As a shell does to all that it started when its terminal is closed.
    signal(server, 'SIGHUP')
    await expectAnswers(readFileSync(log, 'utf8'))
    signal(server, 'SIGTERM')
    await expectEnd([server])
  })

  test('setsid keeps it running, and so does a shell that exits, with nobody left to read what it prints', async () => {
    const [log, leave] = [ownPath('setsid.log'), ownPath('leave')]
    const alone = `(setsid node bin/sexton.mjs serve > ${log} 2>&1 & echo alone=$!)`
    const left = 'set -m; node bin/sexton.mjs serve & echo left=$!'
    const { tree, printed } = await terminal(`${alone}; ${left}; until [ -e ${leave} ]; do sleep 0.1; done`, SERVES)
    const servers = ['alone', 'left'].map(name => Number(new RegExp(`${name}=(\\d+)`).exec(printed())?.[1]))
    note(...servers)
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes(SERVES))
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
