/** What is known of children: who is told what of it, and where none of it is ever found. */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { type Answered, send, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { build } from '../../app.ts'
import { Database } from '../../db/database.ts'
import { ident, sql } from '../../db/sql.ts'
import { exportPerson } from '../people/export-record.ts'
import { mergePeople } from '../people/merge.ts'
import { readCareNote, setCareNote } from './care-note.ts'
import { setDetails } from './of-person.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

const person = async (church: TestChurch, body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id

/** All of a child's details, as a key reads them. */
const detailsOf = async (church: TestChurch, person_id: number) =>
  (await church.send('GET', `/child_details?person_id=${person_id}`)).json.data[0]

test('a child has one record of details: what comes later finds it and changes nothing, a change sets what is sent', async () => {
  const church = await service.church()
  const person_id = await person(church)
  const body = { person_id, grade: 'NURSERY', label_note: 'peanuts', photo_ok: false, emergency_phone: '08031234567' }
  const made = await church.send('POST', '/child_details', body)
  assert.deepEqual([made.status, Object.keys(made.json.data)], [201, ['id', 'person_id']])
  const again = await church.send('POST', '/child_details', { person_id, label_note: 'milk' })
  assert.deepEqual([again.status, again.json.data, again.json.meta.duplicate], [200, made.json.data, true])
  const { grade, label_note, photo_ok, emergency_phone, has_care_note } = await detailsOf(church, person_id)
  assert.deepEqual(
    [grade, label_note, photo_ok, emergency_phone, has_care_note],
    ['Nursery', 'peanuts', false, '+2348031234567', false],
  )
  const { id } = made.json.data
  const changed = await church.send('PATCH', `/child_details/${id}`, { photo_ok: null, grade: 'Toddlers' })
  assert.deepEqual(
    [changed.json.data.photo_ok, changed.json.data.grade, changed.json.data.label_note],
    [null, 'Toddlers', 'peanuts'],
  )
  const long = await church.send('PATCH', `/child_details/${id}`, { label_note: 'x'.repeat(31) })
  assert.deepEqual([long.status, Object.keys(long.json.errors ?? {})], [422, ['label_note']])
  const together = await person(church)
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => church.send('POST', '/child_details', { person_id: together })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201])
})

test('the scope is their own: a key for people reads none of it; staff write it, finance, viewers and helpers do not read it', async () => {
  const church = await service.church()
  const person_id = await person(church)
  await church.send('POST', '/child_details', { person_id, label_note: 'peanuts' })
  const key = church.as(await church.keyFor(['people:read', 'people:write']))
  assert.equal((await key('GET', '/child_details')).json.error, 'insufficient_scope')
  assert.doesNotMatch((await key('GET', `/people/${person_id}`)).text, /peanuts/)
  const asked = { person_id }
  for (const role of ['finance', 'viewer', 'helper'] as const) {
    const one = await member(service, church, role)
    const answers = [
      await one.inChurch('GET', '/child_details'),
      await one.inChurch('GET', `/views/person_child?person_id=${person_id}`),
      await one.inChurch('POST', '/actions/child_details.set', { ...asked, label_note: 'x' }),
      await one.inChurch('POST', '/actions/child_details.read_care_note', asked),
      await one.inChurch('POST', '/actions/child_details.set_care_note', { ...asked, care_note: 'x' }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403, 403],
      role,
    )
  }
  const staff = await member(service, church, 'staff')
  const set = await staff.inChurch('POST', '/actions/child_details.set', {
    ...asked,
    grade: '3',
    emergency_name: 'Ngozi',
  })
  assert.equal(set.status, 200, set.text)
  const seen = (await staff.inChurch('GET', `/views/person_child?person_id=${person_id}`)).json.data
  assert.deepEqual(
    [seen.details.grade, seen.details.label_note, seen.details.emergency_name],
    ['3', 'peanuts', 'Ngozi'],
  )
  assert.equal(seen.grades[0], 'Nursery')
})

test('a care note is sealed; staff of the branch read it one by one, and each time the audit log says so', async () => {
  const church = await service.church()
  const { id } = church.church
  const far = await church.branch('Far')
  const person_id = await person(church, { branch_id: far })
  const note = 'Lives with her aunt.\nPlease ask for her by name.'
  const [staff, elsewhere] = [
    await member(service, church, 'staff'),
    await member(service, church, 'staff', await church.branch('Other')),
  ]
  const set = await staff.inChurch('POST', '/actions/child_details.set_care_note', { person_id, care_note: note })
  assert.equal(set.status, 200, set.text)
  const stored = await service.database.read.first<{ care_note: string }>(
    sql`select care_note from child_details where church_id = ${id} and person_id = ${person_id}`,
  )
  assert.match(stored?.care_note ?? '', /^v1\./)
  const read = (who: TestMember) => who.inChurch('POST', '/actions/child_details.read_care_note', { person_id })
  assert.equal((await read(staff)).json.data.care_note, note)
  const refused = await read(elsewhere)
  assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['person_id']])
  const lines = await service.database.read.all(sql`select operation, target, detail::text as detail from audit_log
    where church_id = ${id} and operation like 'child_details.%' order by id`)
  assert.deepEqual(lines, [
    { operation: 'child_details.set_care_note', target: String(person_id), detail: '{}' },
    { operation: 'child_details.read_care_note', target: String(person_id), detail: '{}' },
  ])
  assert.equal((await detailsOf(church, person_id)).has_care_note, true)
  assert.deepEqual(await church.act(readCareNote, { person_id }), { care_note: note, version: 1 })
  await assert.rejects(church.act(setCareNote, { person_id, care_note: 'x'.repeat(1_001), version: 1 }), {
    code: 'validation_failed',
  })
  const over = 'Who writes over a note has read it as it is'
  await assert.rejects(church.act(setCareNote, { person_id, care_note: 'Unseen' }), { code: 'wrong_state' }, over)
  await church.act(setCareNote, { person_id, care_note: 'Seen', version: 1 })
  await assert.rejects(
    church.act(setCareNote, { person_id, care_note: 'Late', version: 1 }),
    { code: 'wrong_state' },
    over,
  )
  assert.deepEqual(await church.act(setCareNote, { person_id, care_note: null, version: 2 }), { has_care_note: false })
  assert.deepEqual(await church.act(readCareNote, { person_id }), { care_note: null, version: 3 })
})

test('a helper is told the notes on children of their groups, and of nobody else; never a care note', async () => {
  const church = await service.church()
  await church.set({ modules: ['groups'] })
  const group = async (name: string): Promise<number> =>
    (await church.send('POST', '/groups', { name, kind: 'class' })).json.data.id
  const [mine, other] = [await group('Lions'), await group('Bears')]
  const children = {
    lion: await person(church, { first_name: 'Lion' }),
    bear: await person(church, { first_name: 'Bear' }),
  }
  await church.act(setDetails, { person_id: children.lion, label_note: 'peanuts', photo_ok: false })
  await church.act(setCareNote, { person_id: children.lion, care_note: 'in confidence' })
  await church.act(setDetails, { person_id: children.bear, label_note: 'milk' })
  for (const [group_id, person_id] of [
    [mine, children.lion],
    [other, children.bear],
  ]) {
    await church.send('POST', '/group_members', { group_id, person_id })
  }
  const [owner, helper] = [await member(service, church, 'owner'), await member(service, church, 'helper')]
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  const found = await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${helper.email}`)
  await owner.inChurch('POST', '/actions/groups.give_duty', { id: mine, membership_id: found?.id })
  const look = (id: number): Promise<Answered> => helper.inChurch('GET', `/views/group_children?id=${id}`)
  const told = await look(mine)
  assert.deepEqual(told.json.data, [
    { person_id: children.lion, full_name: 'Lion', grade: null, label_note: 'peanuts', photo_ok: false },
  ])
  const [hidden, nobody] = [await look(other), await look(999_999)]
  assert.deepEqual([hidden.status, hidden.json.error], [nobody.status, nobody.json.error])
  const membership = (await church.send('GET', `/group_members?group_id=${mine}`)).json.data[0].id
  await church.send('PATCH', `/group_members/${membership}`, { status: 'left' })
  assert.deepEqual((await look(mine)).json.data, [])
})

test('details follow the child to another branch, and into the record that is kept of two; nothing said of either is lost', async () => {
  const church = await service.church()
  const north = await church.branch('North')
  const [keep, remove, third] = [await person(church), await person(church), await person(church)]
  await church.act(setDetails, { person_id: keep, label_note: 'peanuts', emergency_name: 'Ngozi' })
  await church.act(setDetails, { person_id: remove, label_note: 'asthma', grade: '3', emergency_phone: '08031234567' })
  await church.act(setCareNote, { person_id: remove, care_note: 'in confidence' })
  await church.send('PATCH', `/people/${keep}`, { branch_id: north })
  assert.equal((await detailsOf(church, keep)).branch_id, north)
  await church.act(mergePeople, { keep, remove })
  const { label_note, grade, emergency_phone, has_care_note } = await detailsOf(church, keep)
  assert.deepEqual([label_note, grade, emergency_phone, has_care_note], ['peanuts', '3', null, true])
  assert.equal((await church.act(readCareNote, { person_id: keep })).care_note, 'in confidence')
  const left = await service.database.read.all(sql`select label_note from child_details
    where church_id = ${church.church.id} and person_id = ${remove}`)
  assert.deepEqual(left, [{ label_note: 'asthma' }], 'what the kept record says otherwise stays with the other')
  await church.act(mergePeople, { keep: third, remove: keep })
  const moved = await detailsOf(church, third)
  assert.deepEqual([moved.label_note, moved.branch_id], ['peanuts', church.church.hq_branch_id])
})

/** Every text that is said of the child below. */
const SAID = /zqx-?(label|care|whom)|8039998877/i

/** Tables in which it is found. */
async function tablesWith(words: RegExp): Promise<string[]> {
  const tables = await service.database.read.all<{ name: string }>(sql`select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await service.database.read.all<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${ident(name)} as t`,
    )
    if (rows.some(({ row }) => words.test(row))) found.push(name)
  }
  return found
}

test('nothing of it is in an event, the log, the audit log, a kept answer or a file of people; who asks for their record is told it', async () => {
  const church = await service.church()
  const lines: string[] = []
  const into = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const database = new Database({
    connection: service.connection,
    poolSize: 4,
    statementTimeout: 10_000,
    maxWaiting: 50,
  })
  const app = build(service.config, database, pino({ level: 'trace' }, into))
  const url = `http://127.0.0.1:${await app.start()}`
  try {
    const person_id = await person(church)
    await service.database.write(church.church.id, tx =>
      tx.run(sql`insert into webhook_endpoints (church_id, url, events, secret, status, status_since, created_at, updated_at)
        values (${church.church.id}, 'https://example.org/', '{*}', 'x', 'paused', now(), now(), now())`),
    )
    const body = { person_id, label_note: 'zqx-label', emergency_name: 'Zqx-Whom', emergency_phone: '08039998877' }
    const headers = { 'Idempotency-Key': 'child' }
    const sent = () => send(url, 'POST', '/api/v1/child_details', { key: church.key, body, headers })
    const first = await sent()
    assert.deepEqual([(await sent()).text, first.status], [first.text, 201])
    const { id } = first.json.data
    await send(url, 'PATCH', `/api/v1/child_details/${id}`, { key: church.key, body: { grade: 'zqx-label' }, headers })
    await send(url, 'PATCH', `/api/v1/child_details/${id}`, {
      key: church.key,
      body: { label_note: 'zqx-label'.repeat(9) },
    })
    const staff = await member({ ...service, url }, church, 'staff')
    const acts = { set_care_note: { care_note: 'zqx-care' }, read_care_note: {}, set: { label_note: 'zqx-label' } }
    for (const [name, input] of Object.entries(acts)) {
      const done = await staff.inChurch('POST', `/actions/child_details.${name}`, { person_id, ...input })
      assert.equal(done.status, 200, done.text)
    }
    await church.send('PATCH', `/people/${person_id}`, { city: 'Jos' })
    assert.deepEqual(await tablesWith(SAID), ['child_details'])
    assert.deepEqual(await tablesWith(/zqx-?care/i), [], 'the care note stands nowhere as it was written')
    assert.ok(lines.length > 5)
    assert.doesNotMatch(lines.join(''), SAID)
    const people = await cli(service.databaseUrl, ['export', 'people', '--church', church.church.slug])
    assert.match(people.stdout, /Ada/)
    assert.doesNotMatch(people.stdout, SAID)
    const own = await cli(service.databaseUrl, ['export', 'child_details', '--church', church.church.slug])
    assert.match(own.stdout, /zqx-label/)
    assert.doesNotMatch(own.stdout, /zqx-?care/i)
    const { page, record } = await church.act(exportPerson, { id: person_id })
    for (const text of [page, JSON.stringify(record)]) {
      for (const word of [/zqx-label/, /zqx-care/, /Zqx-Whom/, /8039998877/]) assert.match(text, word)
    }
  } finally {
    await app.close()
    await database.close()
  }
})
