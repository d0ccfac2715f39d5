/** A node that is killed while it imports a file leaves nothing of it; another one imports it, once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { checkFile, keepCheck } from '../src/modules/import-files/check.ts'
import { beginFile, findFile, IMPORT_FILES, PART_BYTES, putPart } from '../src/modules/import-files/files.ts'
import type { Caller } from '../src/resource/caller.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const PEOPLE = 4_000

let service: TestService
before(async () => {
  service = await startService()
})
after(async () => {
  killProcesses()
  await service.close()
})

const start = (): Promise<NodeProcess> => startProcess(service.connection)

test('killed in the middle of an import, nothing is half there; another node takes it over, and each person is there once', async () => {
  const church = await service.church()
  const { database } = service
  const { id: church_id } = church.church
  const everywhere = await commandCaller(database.read, church.church, HOUSE.scopes)
  const person = { kind: 'person', id: 'u', name: 'Ngozi', role: 'owner', session: '', membership: 1 } as const
  const caller: Caller = { ...everywhere, by: person }
  const rows = Array.from({ length: PEOPLE }, (_, n) => `P${n},Test,p${n}@example.org`)
  const bytes = Buffer.from(['First name,Surname,E-mail', ...rows].join('\n'))
  const id = await database.write(church_id, async tx => {
    const made = await beginFile(tx, caller, 'people.csv', bytes.length)
    for (let part = 0; part * PART_BYTES < bytes.length; part += 1)
      await putPart(tx, caller, made, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
    return made
  })
  const clock = { now: () => new Date() }
  const record = await findFile(database.read, caller, id)
  const checked = await checkFile({ read: database.read, clock, house: HOUSE }, caller, record, { kind: 'people' })
  await database.write(church_id, tx => keepCheck(tx, church_id, id, { kind: 'people' }, checked))
  await service.app.close()
  const first = await start()
  await database.write(church_id, async tx => {
    await tx.run(sql`update import_files set status = 'running' where church_id = ${church_id} and id = ${id}`)
    tx.announce(IMPORT_FILES, { church_id, id })
  })
  const state = async () =>
    await database.read.first<{ status: string; claim: string | null; tries: number }>(
      sql`select status, claim, tries from import_files where church_id = ${church_id} and id = ${id}`,
    )
  const claimed = await eventually('a node is at work', async () => {
    const found = await state()
    return found?.claim ? found : undefined
  })
  await first.kill()
  assert.deepEqual([claimed.status, claimed.tries], ['running', 1])
  const people = async () =>
    await database.read.first<{ n: number; names: number }>(
      sql`select count(*)::int as n, count(distinct email)::int as names from people where church_id = ${church_id}`,
    )
  assert.deepEqual(await people(), { n: 0, names: 0 })
  // As if the time had passed after which a node that is not heard of is taken for gone.
  await database.write(church_id, tx =>
    tx.run(sql`update import_files set claimed_until = now() where church_id = ${church_id} and id = ${id}`),
  )
  await start()
  const done = await eventually('another node has imported it', async () => {
    const found = await state()
    return found?.status === 'running' ? undefined : found
  })
  assert.deepEqual([done?.status, done?.tries], ['done', 2])
  assert.deepEqual(await people(), { n: PEOPLE, names: PEOPLE })
  const kept = await database.read.first<{ n: number }>(
    sql`select count(*)::int as n from imports where church_id = ${church_id}`,
  )
  assert.equal(kept?.n, 1)
})
