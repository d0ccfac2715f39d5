/** An import that is killed at any moment leaves nothing or all of it, and nothing comes twice (decisions, Imports). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { checkFile, keepCheck } from '../src/modules/import-files/check.ts'
import { beginFile, findFile, PART_BYTES, putPart } from '../src/modules/import-files/files.ts'
import { ImportWorker } from '../src/modules/import-files/import-worker.ts'
import type { Caller } from '../src/resource/caller.ts'
import { importsOn } from '../src/resource/import-run.ts'
import { doingOn } from '../src/resource/step.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { cli, startCli } from './support/cli.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const PEOPLE = 1_200
const GIFTS = 2_500
const clock = { now: () => new Date() }

let service: TestService
let proxy: TcpProxy
const folder = mkdtempSync(path.join(tmpdir(), 'sexton-test-'))
before(async () => {
  // The test's own process imports only where a worker is started.
  service = await startService()
  await service.app.close()
  proxy = await startProxy(databaseAddress(service.connection))
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Brings a file of people, checks it and starts its import. @returns the file's id */
async function begun({ church }: TestChurch): Promise<number> {
  const { database } = service
  const everywhere = await commandCaller(database.read, church, HOUSE.scopes)
  const person = { kind: 'person', id: 'u', name: 'Ngozi', role: 'owner', session: '', membership: 1 } as const
  const caller: Caller = { ...everywhere, by: person }
  const rows = Array.from({ length: PEOPLE }, (_, n) => `P${n},Test,p${n}@example.org`)
  const bytes = Buffer.from(['First name,Surname,E-mail', ...rows].join('\n'))
  const id = await database.write(church.id, async tx => {
    const made = await beginFile(tx, caller, 'people.csv', bytes.length)
    for (let part = 0; part * PART_BYTES < bytes.length; part += 1)
      await putPart(tx, HOUSE, caller, {
        id: made,
        part,
        data: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
      })
    return made
  })
  const record = await findFile(database.read, HOUSE, caller, id)
  const checked = await checkFile({ read: database.read, clock, house: HOUSE }, caller, record, { kind: 'people' })
  await database.write(church.id, tx => keepCheck(tx, church, id, { kind: 'people' }, checked))
  await database.write(church.id, tx =>
    tx.run(sql`update import_files set status = 'running' where church_id = ${church.id} and id = ${id}`),
  )
  return id
}

const stateOf = async ({ church }: TestChurch, id: number) =>
  await service.database.read.first<{ status: string; tries: number; error: string | null }>(
    sql`select status, tries, error from import_files where church_id = ${church.id} and id = ${id}`,
  )

/** People and their addresses, their events, and the imports of a church, counted without the totals. */
async function there({ church: { id } }: TestChurch): Promise<(number | undefined)[]> {
  const counted = await Promise.all([
    service.database.read.first<{ n: number }>(sql`select count(*)::int as n from people where church_id = ${id}`),
    service.database.read.first<{ n: number }>(
      sql`select count(distinct email)::int as n from people where church_id = ${id}`,
    ),
    service.database.read.first<{ n: number }>(
      sql`select count(*)::int as n from events where church_id = ${id} and name = 'person.created'`,
    ),
    service.database.read.first<{ n: number }>(
      sql`select count(*)::int as n from import_records where church_id = ${id}`,
    ),
    service.database.read.first<{ n: number }>(sql`select count(*)::int as n from imports where church_id = ${id}`),
  ])
  return counted.map(found => found?.n)
}

const NOTHING = [0, 0, 0, 0, 0]
const ALL = [PEOPLE, PEOPLE, PEOPLE, PEOPLE, 1]

/** A node that imports what is to be imported, and is killed at the moment that is watched for. */
async function dying(watch: (act: () => void) => void): Promise<void> {
  let node: Promise<NodeProcess> | undefined
  const died = new Promise<void>(resolve => watch(() => void node?.then(one => one.kill()).then(resolve)))
  node = startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })
  await died
  proxy.watch = {}
}

/** Another node takes over what nobody has been heard of for so long. @returns what became of the file */
async function takenOver(church: TestChurch, id: number) {
  const { database } = service
  await database.write(church.church.id, tx =>
    tx.run(sql`update import_files set claimed_until = now() - interval '1 second'
      where church_id = ${church.church.id} and id = ${id}`),
  )
  const doing = doingOn(database, clock, HOUSE)
  const parts = { ...doing, runImport: importsOn(database, clock), house: HOUSE, clock }
  const worker = new ImportWorker({ ...parts, log: pino({ level: 'silent' }) })
  worker.start()
  const ended = await eventually('the file is imported, or has failed', async () => {
    const found = await stateOf(church, id)
    return found?.status === 'running' ? undefined : found
  })
  await worker.stop()
  return ended
}

const DONE = "update import_files set status = 'done'"

for (const [when, watch] of [
  ['while it looks who is on record', (act: () => void) => midTransaction(proxy, 'select folded(name)', act)],
  ['while it writes people', (act: () => void) => midTransaction(proxy, 'insert into people', act)],
  ['before it is committed', (act: () => void) => beforeCommit(proxy, DONE, act)],
] as const) {
  test(`killed ${when}: nothing of it is there; another node imports it, and each person is there once`, async () => {
    const church = await service.church()
    const id = await begun(church)
    await dying(watch)
    assert.deepEqual(await there(church), NOTHING)
    assert.equal((await stateOf(church, id))?.status, 'running')
    const ended = await takenOver(church, id)
    assert.deepEqual([ended?.status, ended?.tries], ['done', 2], ended?.error ?? '')
    assert.deepEqual(await there(church), ALL)
  })
}

test('killed when it is committed and nobody knows: all of it is there, and nobody imports it again', async () => {
  const church = await service.church()
  const id = await begun(church)
  await dying(act => afterCommit(proxy, DONE, act))
  assert.deepEqual(await there(church), ALL)
  const ended = await takenOver(church, id)
  assert.deepEqual([ended?.status, ended?.tries], ['done', 1])
  assert.deepEqual(await there(church), ALL)
})

test('an import that ended three nodes is given up: it is told, and nothing of it is there', async () => {
  const church = await service.church()
  const id = await begun(church)
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update import_files set tries = 2 where church_id = ${church.church.id} and id = ${id}`),
  )
  await dying(act => midTransaction(proxy, 'insert into people', act))
  assert.equal((await stateOf(church, id))?.tries, 3)
  const ended = await takenOver(church, id)
  assert.equal(ended?.status, 'failed')
  assert.match(ended?.error ?? '', /^Nothing was imported: the import was cut off several times/)
  assert.deepEqual(await there(church), NOTHING)
})

/** Gifts of a church, their sum as the totals have it, and imports. */
async function gifts({ church: { id } }: TestChurch) {
  return await service.database.read.first(sql`select count(*)::int as n, coalesce(sum(amount_base), 0)::int as sum,
    (select coalesce(sum(amount), 0)::int from tally_deltas where church_id = ${id} and resource = 'contributions') as total,
    (select count(*)::int from imports where church_id = ${id}) as imports from contributions where church_id = ${id}`)
}

for (const [when, watch, left] of [
  ['while gifts are checked', (act: () => void) => midTransaction(proxy, 'join imported_rows', act), 0],
  ['while gifts are written', (act: () => void) => midTransaction(proxy, 'insert into contributions', act), 0],
  ['before gifts are committed', (act: () => void) => beforeCommit(proxy, 'update imports set created', act), 0],
  ['when gifts are committed', (act: () => void) => afterCommit(proxy, 'update imports set created', act), GIFTS],
] as const) {
  test(`a command that is killed ${when} leaves ${left === 0 ? 'nothing' : 'all'}; said again, each gift is there once`, async () => {
    const church = await service.church()
    const file = path.join(folder, `${church.church.slug}.csv`)
    writeFileSync(file, `amount,note\n${Array.from({ length: GIFTS }, (_, n) => `1.00,${n}`).join('\n')}\n`)
    const { user = '', password = '', database = '' } = service.connection
    const url = `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${proxy.port}/${database}`
    const args = ['import', 'contributions', file, '--church', church.church.slug]
    let child: ReturnType<typeof startCli> | undefined
    const died = new Promise<void>(resolve =>
      watch(() => {
        child?.once('close', () => resolve())
        child?.kill('SIGKILL')
      }),
    )
    child = startCli(url, args)
    await died
    proxy.watch = {}
    const [sum, imports] = [100 * left, left === 0 ? 0 : 1]
    assert.deepEqual(await gifts(church), { n: left, sum, total: sum, imports })
    const again = await cli(service.databaseUrl, args)
    if (left === 0) assert.equal(again.code, 0, again.stderr)
    else assert.match(again.stderr, /was imported on .*: 2,500 rows/)
    assert.deepEqual(await gifts(church), { n: GIFTS, sum: 100 * GIFTS, total: 100 * GIFTS, imports: 1 })
  })
}
