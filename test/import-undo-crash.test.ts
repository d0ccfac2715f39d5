/** An undo that is killed at any moment goes on by itself, and the end is the same (decisions, Imports). SEXTON_TEST_UNDO=20000 for a large one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { undoImport } from '../src/modules/imports/undo-import.ts'
import { MODULES } from '../src/modules/index.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { BY, csv, importPeople } from './support/import.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const PEOPLE = Number(process.env.SEXTON_TEST_UNDO ?? 1_200)
/** Of them, those who gave since, and those who were changed. */
const [GAVE, CHANGED] = PEOPLE < 20_000 ? [3, 12] : [300, 500]

/** It takes nothing back itself. */
let service: TestService
let proxy: TcpProxy

before(async () => {
  service = await startService({}, { modules: MODULES.filter(({ name }) => name !== 'imports') })
  proxy = await startProxy(databaseAddress(service.connection))
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

/** A node that reaches the database through the proxy, and takes back what is to be. */
const startNode = (): Promise<NodeProcess> =>
  startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })

/** Imports people, of whom some gave since and some were changed, and asks that it is taken back. */
async function asked(church: TestChurch): Promise<number> {
  const rows = Array.from({ length: PEOPLE }, (_, at) => `P${at},${at % 100 === 0 ? 'Obi' : ''}`)
  await importPeople(service.database, church.church, { file: csv(`first_name,family\n${rows.join('\n')}\n`), by: BY })
  const made = await service.database.read.all<{ id: number; import_id: number }>(sql`select record_id as id, import_id
    from import_records where church_id = ${church.church.id} and resource = 'people' order by line`)
  const ids = made.map(({ id }) => id)
  for (const person_id of ids.slice(700, 700 + GAVE))
    await church.send('POST', '/contributions', { person_id, amount: 500 })
  for (const id of ids.slice(1_101, 1_101 + CHANGED))
    await church.send('PATCH', `/people/${id}`, { occupation: 'Baker' })
  const id = made[0]?.import_id ?? 0
  await church.act(undoImport, { id })
  return id
}

async function ended(church: TestChurch, id: number): Promise<void> {
  const one = { church: church.church.id, id }
  const last = await eventually('the import is undone', () =>
    service.database.read.first<{ reversed: number; kept: number }>(sql`select reversed, kept from imports
      where church_id = ${one.church} and id = ${one.id} and status = 'undone'`),
  )
  // P700 gave and is of the family, which stays with them.
  const stay = GAVE + CHANGED
  assert.deepEqual(last, { reversed: PEOPLE - stay, kept: stay + 1 })
  const { meta } = (await church.send('GET', '/people?per_page=1')).json
  const plain = await service.database.read.first<{ n: number }>(sql`select count(*)::int as n from people
    where church_id = ${one.church} and not removed`)
  assert.deepEqual([meta.total, plain?.n], [stay, stay])
  const names = (await church.events()).map(({ name }) => name)
  const told = (name: string): number => names.filter(one => one === name).length
  assert.deepEqual([told('person.deleted'), told('imports.undone')], [PEOPLE - stay, 1])
}

const MARK = 'update import_records'

for (const [when, watch] of [
  ['in the middle of a step', (act: () => void) => midTransaction(proxy, MARK, act)],
  ['before a step is committed', (act: () => void) => beforeCommit(proxy, MARK, act)],
  ['when a step is committed and nobody knows', (act: () => void) => afterCommit(proxy, MARK, act)],
  ['before the last step is committed', (act: () => void) => beforeCommit(proxy, 'delete from imported_rows', act)],
] as const) {
  test(`killed ${when}: another node goes on, and the same records go and stay`, async () => {
    const church = await service.church()
    const id = await asked(church)
    let dying: Promise<NodeProcess> | undefined
    const died = new Promise<void>(resolve => watch(() => void dying?.then(node => node.kill()).then(resolve)))
    dying = startNode()
    await died
    proxy.watch = {}
    const node = await startNode()
    await ended(church, id)
    await node.kill()
  })
}
