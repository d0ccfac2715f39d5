/** Files that change who is on record: only what they say, by the people's own update. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { BY, csv, importPeople } from './support/import.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('rows that name somebody change only what they say; the same, the doubtful and the new are told apart', async () => {
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
  const kept = await service.database.read.all<{ record_id: number; before: string }>(
    sql`select record_id, before::text from import_records where church_id = ${church.id} and action = 'updated' order by line`,
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
})
