/** PostgreSQL killed with SIGKILL while gifts are recorded: it comes back by itself, nothing that was answered is lost, nothing is doubled. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { EmbeddedDatabase } from '../src/db/embedded/index.ts'
import { givingTo, Ledger, load } from './crash/ledger.ts'
import { migratedDir, open, postmasterPid, query, until } from './support/embedded.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { SECRET_KEY } from './support/secret-key.ts'

/** How often it is killed: all of it, and the process of one connection, in turns. */
const KILLS = Number(process.env.SEXTON_TEST_KILLS ?? 4)

let own: OwnChurch
/** The same database, for what only its superuser sees: which processes it has. */
let whole: EmbeddedDatabase
let other: NodeProcess
before(async () => {
  own = await serveOwn(await migratedDir(), SECRET_KEY)
  whole = await open(own.dataDir)
  other = await startProcess(own.connection)
})
after(async () => {
  killProcesses()
  await whole.close()
  await own.close()
})

/** The process of a connection of the service. */
async function backend(): Promise<number> {
  const [row] = await query(
    whole,
    `select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and usename <> current_user order by random() limit 1`,
  )
  return (row as { pid: number } | undefined)?.pid ?? assert.fail('The service has no connection.')
}

/** When PostgreSQL began, or began anew because a process of it had died; undefined while it does not answer. */
async function begunAt(): Promise<string | undefined> {
  const [row] = await query(
    whole,
    `select backend_start::text as at from pg_stat_activity where backend_type = 'checkpointer'`,
  ).catch(() => [])
  return (row as { at: string } | undefined)?.at
}

test('PostgreSQL killed under load comes back, loses no acknowledged gift and doubles none', async t => {
  const ledger = new Ledger(givingTo(own))
  const clients = [own.url, other.url].map(url => load(ledger, url, 4))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const enough = ledger.answered + 5 + Math.random() * 20
    await until(() => ledger.answered >= enough)
    const before = await begunAt()
    const pid = kill % 2 === 0 ? postmasterPid(own.dataDir) : await backend()
    process.kill(pid, 'SIGKILL')
    await until(async () => ![undefined, before].includes(await begunAt()))
  }
  const enough = ledger.answered + 20
  await until(() => ledger.answered >= enough)
  for (const one of clients) await one.stop()
  assert.equal(other.exitCode(), undefined, `the other node lives: ${other.output()}`)
  await ledger.settle(own)
  t.diagnostic(`${ledger.entries.size} gifts, ${ledger.refused} answers 503`)
  assert.equal(ledger.unanswered, 0)
  assert.ok(ledger.refused > 0, 'the kills hit requests')
  proved(t, KILLS, 'kills of PostgreSQL')
})
