/** Files that change who is on record, only what they say; and imports that are taken back when others rest on them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { closeBatch } from '../src/modules/batches/close.ts'
import { depositBatch } from '../src/modules/batches/deposit.ts'
import { putIntoBatch } from '../src/modules/batches/move-gifts.ts'
import { issueAll } from '../src/modules/statements/issue.ts'
import { runOn } from '../src/modules/statements/run-step.ts'
import { stepsOn } from '../src/resource/step.ts'
import { cli } from './support/cli.ts'
import { BY, csv, importContributions, importPeople } from './support/import.ts'
import { eventually } from './support/receiver.ts'
import type { TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

test('rows that name somebody change only what they say; the same, the doubtful and the new are told apart; taken back, each is what it was', async () => {
  const { church, send, events } = await service.church()
  const add = async (body: object): Promise<number> => (await send('POST', '/people', body)).json.data.id
  const ada = await add({
    first_name: 'Ada',
    last_name: 'Obi',
    email: 'ada@example.org',
    city: 'Lagos',
    custom: { cell: 1, tribe: 'Judah' },
  })
  const ben = await add({ first_name: 'Ben', last_name: 'Eze', phone: '08031234567', status: 'member' })
  const chi = await add({ first_name: 'Chi', last_name: 'Okoro' })
  const dan = await add({ first_name: 'Dan', last_name: 'Bello', dob: '1990-01-02' })
  const number = (await send('GET', `/people/${dan}`)).json.data.member_no
  const text = [
    'first_name,last_name,email,phone,dob,city,status,member_no,family,custom.cell',
    'Ada,Obi,ada@example.org,,,Jos,member,,Obi,7',
    'Ben,Eze,,08031234567,,,member,,,',
    'Chi,Okoro,,,,Abuja,,,,',
    `Dan,Bello,,,1990-01-02,,,${Number(number)},,`,
    'Eve,New,,,,,,,,',
    'Ada,Obi,ada@example.org,,,Kano,,,,',
    `Daniel,Smith,,,,Uyo,,${number},,`,
  ].join('\n')
  const dry = await importPeople(service.database, church, {
    file: csv(text),
    by: BY,
    options: { update: true, dryRun: true },
  })
  assert.deepEqual([dry.rows, dry.accepted, dry.changed, dry.refused, dry.skipped, dry.possible], [7, 2, 1, 0, 5, 3])
  assert.deepEqual(dry.changes, [
    {
      line: 2,
      id: ada,
      name: 'Ada Obi',
      changes: {
        city: ['Lagos', 'Jos'],
        status: ['visitor', 'member'],
        'custom.cell': [1, '7'],
        family: [null, 'Obi'],
      },
    },
  ])
  const left = Object.fromEntries(
    dry.left_out.map(({ line, possible, taken_for_id }) => [line, [possible, taken_for_id]]),
  )
  assert.deepEqual(left, { 3: [false, ben], 4: [true, chi], 5: [false, dan], 7: [true, undefined], 8: [true, dan] })
  assert.equal((await send('GET', `/people/${ada}`)).json.data.city, 'Lagos')

  const before = (await events()).length
  const options = { update: true, sameLines: [8], addLines: [4] }
  const done = await importPeople(service.database, church, { file: csv(text), by: BY, options })
  assert.deepEqual([done.imported, done.changed, done.possible], [4, 2, 1])
  const { data } = (await send('GET', `/people/${ada}`)).json
  assert.deepEqual(
    [data.city, data.status, data.email, data.custom],
    ['Jos', 'member', 'ada@example.org', { cell: '7', tribe: 'Judah' }],
  )
  assert.ok(data.family_id)
  const told = (await events()).slice(before).filter(({ name }) => name.startsWith('person.'))
  const changes = told.filter(({ name }) => name !== 'person.created')
  assert.deepEqual(
    changes.map(({ name }) => name),
    ['person.updated', 'person.status_changed', 'person.updated'],
  )
  assert.equal(told.filter(({ name }) => name === 'person.created').length, 2)
  const history = await service.database.read.all<{ by_kind: string }>(
    sql`select by_kind from person_history where church_id = ${church.id} and person_id = ${ada} and kind = 'updated'`,
  )
  assert.deepEqual(history, [{ by_kind: 'command_line' }])
  const kept = await service.database.read.all<{ import_id: number; record_id: number; before: string }>(
    sql`select import_id, record_id, before::text from import_records where church_id = ${church.id} and action = 'updated' order by line`,
  )
  assert.deepEqual(
    kept.map(({ record_id }) => record_id),
    [ada, dan],
  )
  assert.deepEqual(JSON.parse(kept[0]?.before ?? ''), {
    city: 'Lagos',
    status: 'visitor',
    family_id: null,
    custom: { cell: 1, tribe: 'Judah' },
  })

  // Somebody goes on with Ada meanwhile: what they wrote stays, of the same record, too.
  await send('PATCH', `/people/${ada}`, { city: 'Ibadan', custom: { age: 7 } })
  const id = String(kept[0]?.import_id)
  const undone = await cli(service.databaseUrl, ['import', 'undo', id, '--church', church.slug])
  assert.equal(undone.code, 0, undone.stderr)
  assert.match(undone.stdout, /\n {2}line 2: Ada Obi has another city by now\n$/)
  const person = async (of: number) => (await send('GET', `/people/${of}`)).json.data
  const back = await person(ada)
  assert.deepEqual(
    [back.city, back.status, back.family_id, back.custom],
    ['Ibadan', 'visitor', null, { cell: 1, tribe: 'Judah', age: 7 }],
  )
  const daniel = await person(dan)
  assert.deepEqual([daniel.first_name, daniel.last_name, daniel.city], ['Dan', 'Bello', null])
  const { data: people, meta } = (await send('GET', '/people')).json
  assert.deepEqual([people.length, meta.total], [4, 4], 'Eve and the other Chi went')
  assert.equal((await send('GET', '/families')).json.meta.total, 0)
})

test('gifts of an import that were deposited, or stand on a statement, go back: the deposit stands and is adjusted, the statement has changed', async () => {
  const { database } = service
  const church = await service.church()
  await church.set({ modules: ['giving'] })
  const ada = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  const text = `amount,given_on,member_no,method\n1000,2025-05-04,${ada.member_no},cheque\n250,2025-05-04,,cheque\n`
  await importContributions(database, church.church, new Date(), { file: csv(text), by: BY })
  const gifts: { id: number }[] = (await church.send('GET', '/contributions')).json.data
  const batch = (await church.send('POST', '/batches', { name: 'Moved in', counters: ['Ada Obi', 'Ben Eze'] })).json
    .data
  await church.act(putIntoBatch, { id: batch.id, gift_ids: gifts.map(({ id }) => id) })
  await church.send('PATCH', `/batches/${batch.id}`, {
    control_count: 2,
    controls: [{ currency: 'NGN', amount: 125_000 }],
  })
  await church.act(closeBatch, { id: batch.id })
  await church.act(depositBatch, { id: batch.id })
  const { id: run } = await church.act(issueAll, { year: 2025, by: 'person' })
  const take = stepsOn(database, { now: () => new Date() }, HOUSE)
  const statements = async () => (await church.send('GET', '/statements')).json.data
  await eventually('the statement is issued', async () => {
    while (await take(runOn, church.church, run));
    return (await statements()).length === 1
  })
  const before = (await church.send('GET', `/batches/${batch.id}`)).json.data
  const [{ id: imported = 0 } = {}] = await database.read.all<{ id: number }>(
    sql`select id from imports where church_id = ${church.church.id}`,
  )
  const args = ['import', 'undo', String(imported), '--church', church.church.slug]
  assert.equal((await cli(service.databaseUrl, args)).stdout, '2 records went back, 0 stayed.\n')
  const after = (await church.send('GET', `/batches/${batch.id}`)).json.data
  assert.deepEqual(
    [after.status, after.totals, after.sha256, after.deposit_no],
    [before.status, before.totals, before.sha256, before.deposit_no],
  )
  assert.deepEqual([before.status, before.totals], ['deposited', [{ currency: 'NGN', amount: 125_000 }]])
  const adjusted = after.adjustments.map(({ kind, amount, note }: Record<string, unknown>) => [kind, amount, note])
  assert.deepEqual(adjusted, [
    ['voided', -100_000, 'Import undone'],
    ['voided', -25_000, 'Import undone'],
  ])
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [0, 0])
  const [statement] = await statements()
  assert.deepEqual([statement.total_display, statement.status, statement.changed], ['₦1,000.00', 'issued', true])
})
