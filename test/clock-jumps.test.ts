/**
 * The clock of the database's machine jumps, forwards and back, while gifts are recorded: by that of PostgreSQL and of a node beside
 * it, while a node elsewhere keeps its own.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { givingTo, Ledger, load } from './crash/ledger.ts'
import {
  asAccount,
  ended,
  homeOf,
  migratedDir,
  openElsewhere,
  postmasterPid,
  root,
  serverRuns,
  until,
} from './support/embedded.ts'
import { movedClock } from './support/moved-clock.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'
import { killProcesses, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { SECRET_KEY } from './support/secret-key.ts'
import { send } from './support/send.ts'

const JUMPS = Number(process.env.SEXTON_TEST_JUMPS ?? 5)
const DAY = 86_400
/** Where it may stand, in seconds from the true time: the first are tried by every run. */
const PLACES = [-8 * DAY, 3600, -3600, 20 * DAY, -1, 0.4, 90, DAY, -90, -DAY]

const clock = movedClock(root)
let own: OwnChurch | undefined
after(async () => {
  killProcesses()
  await own?.close()
  clock?.close()
})

/** Starts PostgreSQL on a data directory just as the service does, with another clock; the service will adopt it. */
async function startMoved(dataDir: string, env: Record<string, string>): Promise<void> {
  const { child } = await openElsewhere(dataDir)
  const pid = postmasterPid(dataDir)
  const [file = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  child.stdin?.end()
  assert.equal(await ended(child), 0)
  const home = homeOf(dataDir)
  const variables = { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C', TZ: 'UTC', ...env }
  const started = spawn(file, args, { cwd: home, env: variables, stdio: 'ignore', detached: true, ...asAccount })
  started.unref()
  await until(() => readLock(dataDir).includes('ready') && serverRuns(dataDir, started.pid ?? 0))
}

const readLock = (dataDir: string): string => {
  try {
    return readFileSync(path.join(homeOf(dataDir), 'cluster/postmaster.pid'), 'utf8')
  } catch {
    return ''
  }
}

/** How far the clock of the database stands from that of this process, in seconds. */
async function ahead({ database }: OwnChurch): Promise<number> {
  const row = await database.read.first<{ at: string }>(sql`select extract(epoch from clock_timestamp())::text as at`)
  return Number(row?.at) - Date.now() / 1000
}

test('a clock that jumps under load loses no acknowledged gift, doubles none, and no node stops', {
  skip: clock === undefined && 'SKIPPED: there is no C compiler for a clock that can be moved',
}, async t => {
  assert.ok(clock)
  const dataDir = await migratedDir()
  await startMoved(dataDir, clock.env)
  own = await serveOwn(dataDir, SECRET_KEY)
  const { key } = own
  // What it counts up by itself begins in the past.
  clock.set(-8 * DAY)
  const beside = await startProcess(own.connection, clock.env)
  const ledger = new Ledger(givingTo(own))
  const clients = [own.url, beside.url].map(url => load(ledger, url, 3))
  for (let jump = 0; jump < JUMPS; jump += 1) {
    const place = PLACES[jump < PLACES.length ? jump : Math.floor(Math.random() * PLACES.length)] ?? 0
    clock.set(place)
    assert.ok(Math.abs((await ahead(own)) - place) < 60, 'the clock of PostgreSQL has jumped')
    const enough = ledger.answered + 5 + Math.random() * 20
    await until(() => ledger.answered >= enough)
    for (const url of [own.url, beside.url]) {
      const listed = await send(url, 'GET', '/api/v1/contributions?sort=-id&per_page=1', { key })
      assert.equal(listed.status, 200, listed.text)
    }
  }
  for (const one of clients) await one.stop()
  clock.set(0)
  assert.equal(beside.exitCode(), undefined, `the node lives: ${beside.output()}`)
  await ledger.settle(own)
  t.diagnostic(`${ledger.entries.size} gifts, ${ledger.refused} answers 503`)
  assert.equal(ledger.unanswered, 0)
  proved(t, JUMPS, 'jumps of the clock')
})
