/** Attendance: marks by name, head counts, what a meeting comes to, and what others are told of it (decisions, Meetings). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { quiet } from '../../../test/support/quiet.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { doingOn } from '../../resource/step.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { tendDue } from './clock.ts'
import { ATTENDED_AS, STATES } from './fields.ts'

let moved = 0
const clock = { now: () => new Date(Date.now() + moved) }
let service: TestService
let church: TestChurch
let staff: TestMember
before(async () => {
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' }, { clock })
})
beforeEach(async () => {
  moved = 0
  church = await service.church()
})
after(() => service.close())

const HOUR = 3_600_000
const day = () => today(clock.now(), 'Africa/Lagos')
const parts = () => ({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet })
const meet = async (body: object = {}, send = church.send) => {
  const made = await send('POST', '/meetings', { name: 'Sunday service', held_on: day(), local_time: '09:00', ...body })
  assert.equal(made.status, 201, made.text)
  return made.json.data
}
const person = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data.id
const mark = (body: object, send = church.send): Promise<Answered> => send('POST', '/attendances', body)
const count = (body: object, send = church.send): Promise<Answered> => send('POST', '/headcounts', body)
const meeting = async (id: number) => (await church.send('GET', `/meetings/${id}`)).json.data
const total = async (query: string) => (await church.send('GET', `/attendances?${query}`)).json.meta.total
/** What was told of meetings so far. */
const told = async () =>
  (await church.events()).filter(({ name }) => name === 'attendance.recorded').map(({ body }) => body.data as Told)
interface Told {
  revision: number
  total: number | null
  total_from: string | null
  headcounts: { category: string; count: number }[]
  named: Record<string, number>
  closed: boolean
  source: string
  recorded_by: { kind: string; name: string | null }
}

test('a mark is recorded once: the same again is found, another word on it changes it', async () => {
  const [{ id: meeting_id }, person_id] = [await meet(), await person()]
  const made = await mark({ meeting_id, person_id })
  assert.deepEqual([made.status, made.json.meta], [201, undefined], made.text)
  const { id, created_at, updated_at, ...data } = made.json.data
  assert.deepEqual(data, {
    meeting_id,
    person_id,
    state: 'present',
    role: 'attendee',
    first_time: false,
    note: null,
    branch_id: church.church.hq_branch_id,
    group_id: null,
    held_on: day(),
    source: 'api',
  })
  assert.equal(made.headers.get('location'), `/api/v1/attendances/${id}`)
  const again = await mark({ meeting_id, person_id, state: 'present' })
  assert.deepEqual([again.status, again.json.data, again.json.meta], [200, made.json.data, { duplicate: true }])
  const late = await mark({ meeting_id, person_id, state: 'excused', role: 'helper', note: 'At work' })
  assert.deepEqual([late.status, late.json.meta], [200, { duplicate: false }])
  assert.deepEqual([late.json.data.id, late.json.data.state, late.json.data.role], [id, 'excused', 'helper'])
  const kept = await mark({ meeting_id, person_id, state: 'present' })
  assert.deepEqual([kept.json.data.role, kept.json.data.note], ['helper', 'At work'], 'what is not sent stays')
  assert.deepEqual((await church.send('GET', `/attendances/${id}`)).json.data, kept.json.data)
})

test('what is answered of new marks is what stands from then on', async () => {
  await church.set({ modules: ['groups'] })
  const group = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json.data
  for (const { id: meeting_id } of [await meet(), await meet({ group_id: group.id })]) {
    const people = [await person(), await person(), await person()]
    const said = [{}, { state: 'absent', note: 'Travels — "till May"' }, { role: 'visitor', first_time: true }]
    const made = await mark({ meeting_id, records: people.map((person_id, at) => ({ person_id, ...said[at] })) })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual((await church.send('GET', `/attendances?meeting_id=${meeting_id}`)).json.data, made.json.data)
  }
})

test('a roll comes in one body: each wrong row is named at once, and nothing of it is kept', async () => {
  const { id: meeting_id } = await meet()
  const [ada, ben] = [await person(), await person()]
  const wrong = await mark({
    meeting_id,
    records: [
      { person_id: ada },
      { person_id: 999_999_999 },
      { person_id: ben, state: 'there', first_time: 'yes' },
      { state: 'absent' },
      { person_id: ada, colour: 'red' },
    ],
  })
  assert.deepEqual([wrong.status, wrong.json.error], [422, 'validation_failed'])
  assert.deepEqual(Object.keys(wrong.json.errors ?? {}).sort(), [
    'records.1.person_id',
    'records.2.first_time',
    'records.2.state',
    'records.3.person_id',
    'records.4.colour',
    'records.4.person_id',
  ])
  assert.equal((await meeting(meeting_id)).total, null)
  const records = [
    { person_id: ada, role: 'leader' },
    { person_id: ben, state: 'absent' },
  ]
  const made = await mark({ meeting_id, records })
  assert.deepEqual([made.status, made.json.meta], [201, { duplicate: false, created: 2, changed: 0 }], made.text)
  assert.deepEqual(
    made.json.data.map((one: { person_id: number; state: string; role: string }) => [
      one.person_id,
      one.state,
      one.role,
    ]),
    [
      [ada, 'present', 'leader'],
      [ben, 'absent', 'attendee'],
    ],
  )
  const again = await mark({ meeting_id, records })
  assert.deepEqual([again.status, again.json.meta], [200, { duplicate: true, created: 0, changed: 0 }])
  assert.equal((await told()).length, 1, 'what changes nothing is not told')
  for (const body of [
    { meeting_id, records: [] },
    { meeting_id, records: [{ person_id: ada }], state: 'absent' },
    { meeting_id },
  ]) {
    assert.equal((await mark(body)).status, 422)
  }
})

test('a person who is removed or out of sight is 422 in the same words; one merged away is followed', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  const { id: meeting_id } = await meet({}, limited)
  const [removed, foreign] = [await person({ branch_id: north }), await person()]
  await church.act(removePerson, { id: removed })
  const texts = await Promise.all(
    [removed, foreign, 999_999_999].map(async person_id => (await mark({ meeting_id, person_id }, limited)).text),
  )
  assert.equal(new Set(texts).size, 1)
  const [kept, gone] = [await person({ branch_id: north }), await person({ branch_id: north })]
  await church.act(mergePeople, { keep: kept, remove: gone })
  assert.equal((await mark({ meeting_id, person_id: gone }, limited)).json.data.person_id, kept)
  const other = (await mark({ meeting_id, person_id: gone, state: 'absent' }, limited)).json
  assert.deepEqual([other.data.person_id, other.data.state, other.meta], [kept, 'absent', { duplicate: false }])
  const elsewhere = await meet()
  const refused = await mark({ meeting_id: elsewhere.id, person_id: kept }, limited)
  assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['meeting_id']])
})

test('the figure of a meeting is what was counted, else who was named, and never their sum; 0 is a count', async () => {
  const { id: meeting_id } = await meet()
  const figures = async () => {
    const { total, total_from, counted, named } = await meeting(meeting_id)
    return [total, total_from, counted, named]
  }
  assert.deepEqual(await figures(), [null, null, null, null])
  const [ada, ben] = [await person(), await person()]
  await mark({ meeting_id, records: [{ person_id: ada }, { person_id: ben, state: 'absent' }] })
  assert.deepEqual(await figures(), [1, 'named', null, 1])
  const none = await count({ meeting_id, category: 'Men', count: 0 })
  assert.deepEqual([none.status, none.json.data.category], [201, 'men'], none.text)
  assert.deepEqual(await figures(), [0, 'headcount', 0, 1])
  const records = [
    { category: 'men', count: 84 },
    { category: 'Choir', count: 12 },
  ]
  const more = await count({ meeting_id, records, counted_by: 'Usher' })
  assert.deepEqual([more.status, more.json.meta], [201, { duplicate: false, created: 1, changed: 1 }], more.text)
  assert.deepEqual(await figures(), [96, 'headcount', 96, 1])
  for (const category of ['men', 'choir'])
    assert.equal((await count({ meeting_id, category, count: null })).status, 200)
  assert.deepEqual(await figures(), [1, 'named', null, 1])
  await mark({ meeting_id, person_id: ada, state: 'undone' })
  await mark({ meeting_id, person_id: ben, state: 'undone' })
  assert.deepEqual(await figures(), [null, null, null, null])
  assert.equal(await total(`meeting_id=${meeting_id}&state=undone`), 2, 'what is taken back stays in the list')
  const wrong = await count({
    meeting_id,
    records: [{ category: 'men', count: -1 }, { category: 'MEN', count: 1 }, { count: 'x' }],
  })
  assert.deepEqual(Object.keys(wrong.json.errors ?? {}).sort(), [
    'records.0.count',
    'records.1.category',
    'records.2.category',
    'records.2.count',
  ])
})

test('state, role and first time, alone and together, have the totals and pages of a plain count, also when they change', async () => {
  const { id: meeting_id } = await meet()
  const all = STATES.flatMap(state =>
    ATTENDED_AS.flatMap(role => [false, true].map(first_time => ({ state, role, first_time }))),
  )
  const { id, hq_branch_id } = church.church
  const people = await service.database.write(id, tx =>
    tx.all<{
      id: number
    }>(sql`insert into people (church_id, branch_id, member_no, first_name, country, created_at, updated_at)
      select ${id}, ${hq_branch_id}, 'C' || n, 'C' || n, 'NG', now(), now()
      from generate_series(1, ${all.length}::integer) as n returning id`),
  )
  const tried: (readonly [query: string, where: Sql])[] = [
    ['state=present', sql`state = 'present'`],
    ['state=absent,undone', sql`state in ('absent', 'undone')`],
    ['role=attendee', sql`role = 'attendee'`],
    ['first_time=1', sql`first_time`],
    ['role=visitor&first_time=0', sql`role = 'visitor' and not first_time`],
    ['state=present,excused&role=helper', sql`state in ('present', 'excused') and role = 'helper'`],
    ['state=present&role=attendee&first_time=1', sql`state = 'present' and role = 'attendee' and first_time`],
  ]
  // As they are, and then each of the next one's.
  for (const step of [0, 1, 9]) {
    const records = people.map(({ id: person_id }, at) => ({ person_id, ...all[(at + step) % all.length] }))
    await mark({ meeting_id, records })
    for (const [query, where] of tried) {
      const found = await service.database.read.all<{ id: number }>(
        sql`select id from attendances where church_id = ${id} and ${where} order by id`,
      )
      const { data, meta } = (await church.send('GET', `/attendances?${query}&per_page=100`)).json
      assert.deepEqual(
        data.map((one: { id: number }) => one.id),
        found.map(one => one.id),
        query,
      )
      assert.equal(meta.total, found.length, query)
    }
  }
})

test('attendance is listed by meeting, person, state, role, first time, day and branch', async () => {
  const north = await church.branch('North')
  const one = await meet()
  const other = await meet({ held_on: addDays(day(), -7), branch_id: north })
  const [ada, ben] = [await person(), await person()]
  await mark({
    meeting_id: one.id,
    records: [
      { person_id: ada, first_time: true },
      { person_id: ben, state: 'excused' },
    ],
  })
  await mark({ meeting_id: other.id, records: [{ person_id: ada, role: 'visitor' }] })
  for (const [query, wanted] of [
    ['', 3],
    [`meeting_id=${one.id}`, 2],
    [`person_id=${ada}`, 2],
    ['state=present', 2],
    ['state=present,excused', 3],
    ['role=visitor', 1],
    ['role=attendee', 2],
    ['first_time=1', 1],
    ['first_time=0', 2],
    [`from=${day()}`, 2],
    [`to=${addDays(day(), -1)}`, 1],
    [`branch_id=${north}`, 1],
  ] as const) {
    assert.equal(await total(query), wanted, query)
  }
  const { data } = (await church.send('GET', '/attendances?sort=held_on&per_page=1')).json
  assert.equal(data[0].held_on, addDays(day(), -7))
})

test('a key tells others at once; taps of people are told when somebody is done, once', async () => {
  staff = await member(service, church, 'staff')
  const { id: meeting_id } = await meet()
  const [ada, ben] = [await person(), await person()]
  await mark({ meeting_id, person_id: ada, first_time: true })
  assert.deepEqual(
    (await told()).map(({ revision, total, total_from, source, recorded_by }) => [
      revision,
      total,
      total_from,
      source,
      recorded_by,
    ]),
    [[1, 1, 'named', 'api', { kind: 'key', name: 'Test' }]],
  )
  const tap = (person_id: number, state: string) =>
    staff.inChurch('POST', '/actions/attendances.mark', { meeting_id, person_id, state })
  const tapped = await tap(ben, 'present')
  assert.equal(tapped.status, 200, tapped.text)
  assert.deepEqual([tapped.json.data.attendance.source, tapped.json.data.meeting.named], ['roll', 2])
  await tap(ben, 'absent')
  assert.equal((await told()).length, 1)
  const done = () => staff.inChurch('POST', '/actions/meetings.done', { id: meeting_id })
  assert.equal((await done()).json.data.revision, 2)
  await done()
  const [, last, ...more] = await told()
  assert.deepEqual(more, [], 'nothing changed since')
  assert.deepEqual(
    [last?.revision, last?.source, last?.recorded_by.kind, last?.named],
    [2, 'roll', 'user', { present: 1, absent: 1, excused: 0, helpers: 0, visitors: 0, first_time: 1 }],
  )
})

test('a receiver gets the figures, signed, as they are then', async () => {
  const owner = await member(service, church, 'owner')
  const receiver = await startReceiver()
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  await owner.inChurch('POST', '/actions/endpoints.create', { url: receiver.url, events: ['attendance.recorded'] })
  const { id, starts_at, branch_id } = await meet()
  await count({
    meeting_id: id,
    records: [
      { category: 'men', count: 84 },
      { category: 'women', count: 101 },
    ],
  })
  const [sent] = await receiver.until(1)
  const { event, data } = JSON.parse(sent?.body ?? '')
  const { recorded_at, ...rest } = data
  assert.deepEqual(
    [event, rest],
    [
      'attendance.recorded',
      {
        meeting: { id, kind: 'service', name: 'Sunday service', branch_id, starts_at },
        revision: 1,
        total: 185,
        total_from: 'headcount',
        headcounts: [
          { category: 'men', count: 84 },
          { category: 'women', count: 101 },
        ],
        named: { present: 0, absent: 0, excused: 0, helpers: 0, visitors: 0, first_time: 0 },
        closed: false,
        source: 'api',
        recorded_by: { kind: 'key', name: 'Test' },
      },
    ],
  )
  assert.match(recorded_at, /Z$/)
  await receiver.close()
})

test('two ushers on one roll lose nothing: the last word on each person holds', async () => {
  staff = await member(service, church, 'staff')
  const { id: meeting_id } = await meet()
  const people = await Promise.all(Array.from({ length: 12 }, () => person()))
  const states = ['present', 'absent'] as const
  await Promise.all(
    people.flatMap(person_id =>
      states.map(state => staff.inChurch('POST', '/actions/attendances.mark', { meeting_id, person_id, state })),
    ),
  )
  await Promise.all(people.map((person_id, at) => mark({ meeting_id, person_id, state: states[at % 2] })))
  assert.deepEqual(
    [await total('state=present'), await total('state=absent'), (await meeting(meeting_id)).named],
    [6, 6, 6],
  )
  const [person_id] = people
  await mark({ meeting_id, person_id, state: 'excused', role: 'helper', note: 'Allergic to nuts' })
  const details = { meeting_id, person_id, first_time: true }
  const { attendance } = (await staff.inChurch('POST', '/actions/attendances.mark', details)).json.data
  assert.deepEqual(
    [attendance.state, attendance.role, attendance.first_time, attendance.note],
    ['excused', 'helper', true, 'Allergic to nuts'],
    'what one leaves unsaid stays as the other said it',
  )
})

test('of two who write a note of somebody at once the second sees that of the first, and decides', async () => {
  staff = await member(service, church, 'staff')
  const [{ id: meeting_id }, person_id] = [await meet(), await person()]
  const write = async (note: string | null, note_was: string | null, more: object = {}) => {
    const body = { meeting_id, person_id, note, note_was, ...more }
    const { status, json, text } = await staff.inChurch('POST', '/actions/attendances.mark', body)
    assert.equal(status, 200, text)
    return [json.data.attendance.note, json.data.attendance.state, json.data.note_clashes]
  }
  const both = await Promise.all([write('Came with Ada', null), write('Allergic to nuts', null)])
  const [taken, other] = both[0]?.[2] ? [both[1], both[0]] : both
  assert.deepEqual([taken?.[2], other?.[2]], [false, true], 'one of them is asked')
  const stands = taken?.[0] as string
  assert.equal(other?.[0], stands, 'and told what stands')
  assert.deepEqual(
    await write('Late', null, { state: 'excused' }),
    [stands, 'excused', true],
    'what else was said with it is taken',
  )
  assert.deepEqual(await write(stands, null), [stands, 'excused', false], 'the same words are no clash')
  assert.deepEqual(await write('Late', stands), ['Late', 'excused', false])
  assert.deepEqual(await write(null, 'Late'), [null, 'excused', false])
  assert.deepEqual(await write('Late', stands), [null, 'excused', true], 'a note that was taken away is not put back')
})

test('a closed meeting takes nothing more; opened again it does, for two hours, and the clock closes it', async () => {
  staff = await member(service, church, 'staff')
  const { id, ends_at } = await meet({ held_on: day(), local_time: '00:00' })
  const person_id = await person()
  const act = (name: string) => staff.inChurch('POST', `/actions/meetings.${name}`, { id })
  await staff.inChurch('POST', '/actions/attendances.mark', { meeting_id: id, person_id, state: 'present' })
  const closed = await act('close')
  assert.deepEqual([closed.json.data.status, closed.json.data.revision], ['closed', 1], closed.text)
  assert.equal((await told())[0]?.closed, true)
  for (const refused of [
    await mark({ meeting_id: id, person_id, state: 'absent' }),
    await count({ meeting_id: id, category: 'men', count: 1 }),
  ]) {
    assert.deepEqual([refused.status, refused.json.error], [409, 'wrong_state'])
  }
  const reopened = await act('reopen')
  assert.deepEqual([reopened.json.data.status, reopened.json.data.closed_at], ['open', null])
  assert.equal((await mark({ meeting_id: id, person_id, state: 'absent' })).status, 200)
  await staff.inChurch('POST', '/actions/attendances.mark', { meeting_id: id, person_id, state: 'present' })
  const isOver = Math.max(Date.parse(ends_at), Date.now()) - Date.now()
  moved = isOver + 2 * HOUR - 60_000
  await tendDue(parts())
  assert.equal((await meeting(id)).status, 'open')
  moved = isOver + 2 * HOUR + 60_000
  await Promise.all([tendDue(parts()), tendDue(parts())])
  assert.equal((await meeting(id)).status, 'closed')
  const last = (await told()).at(-1)
  assert.deepEqual(
    [last?.revision, last?.source, last?.recorded_by, last?.closed],
    [3, 'clock', { kind: 'clock', name: null }, true],
  )
})

test('a meeting opens an hour before it begins; one that is over when it is added stays open for two hours', async () => {
  const tomorrow = await meet({ held_on: addDays(day(), 1), local_time: '12:00' })
  assert.equal(tomorrow.status, 'planned')
  moved = Date.parse(tomorrow.starts_at) - Date.now() - HOUR - 60_000
  await tendDue(parts())
  assert.equal((await meeting(tomorrow.id)).status, 'planned')
  moved += 120_000
  await tendDue(parts())
  assert.equal((await meeting(tomorrow.id)).status, 'open')
  const past = await meet({ held_on: addDays(day(), -30) })
  assert.deepEqual([past.status, past.reopened_at !== null], ['open', true])
  await tendDue(parts())
  assert.equal((await meeting(past.id)).status, 'open')
})

test('thousands that end at once are closed by one look, a transaction after the other, and churches take turns', async () => {
  const other = await service.church()
  const ended = new Date(Date.now() - 3 * HOUR).toISOString()
  const plant = ({ id, hq_branch_id: hq }: TestChurch['church'], count: number) =>
    service.database.write(id, tx =>
      tx.run(sql`insert into meetings (church_id, branch_id, kind, name, held_on, local_time, timezone, status, starts_at, ends_at,
          created_at, updated_at)
        select ${id}, ${hq}, 'service', 'Cell', ${ended.slice(0, 10)}::date, '18:00', 'UTC', 'open', ${ended}::timestamptz,
          ${ended}::timestamptz, now(), now() from generate_series(1, ${count}::integer)`),
    )
  await plant(church.church, 201)
  await plant(other.church, 1)
  const turns: number[] = []
  const { take, ...rest } = parts()
  await tendDue({
    ...rest,
    take: (step, of, input) => {
      if (of.id === church.church.id || of.id === other.church.id) turns.push(of.id)
      return take(step, of, input)
    },
  })
  const [large, small] = [church.church.id, other.church.id]
  assert.deepEqual(turns, [large, small, large, large])
  for (const one of [church, other]) assert.equal((await one.send('GET', '/meetings?status=open')).json.meta.total, 0)
})

test('a meeting is cancelled while nothing is recorded of it, and can be opened again', async () => {
  staff = await member(service, church, 'staff')
  const { id } = await meet({ held_on: addDays(day(), 3) })
  const act = (name: string) => staff.inChurch('POST', `/actions/meetings.${name}`, { id })
  assert.equal((await act('cancel')).json.data.status, 'cancelled')
  assert.equal((await count({ meeting_id: id, category: 'men', count: 1 })).json.error, 'wrong_state')
  assert.equal((await act('reopen')).json.data.status, 'planned')
  await count({ meeting_id: id, category: 'men', count: 1 })
  assert.equal((await meeting(id)).status, 'open')
  assert.deepEqual(Object.keys((await act('cancel')).json.errors ?? {}), ['id'])
  await count({ meeting_id: id, category: 'men', count: null })
  assert.equal((await act('cancel')).json.data.status, 'cancelled')
})

test('by the API, too, a meeting is closed, opened again and cancelled by its status, as by hand, with what else is changed', async () => {
  const { id } = await meet()
  const set = async (body: object) => await church.send('PATCH', `/meetings/${id}`, body)
  const status = async (body: object) => (await set(body)).json.data?.status
  const refused = async (body: object) => {
    const { status: code, json } = await set(body)
    return [code, json.error === 'validation_failed' ? Object.keys(json.errors ?? {})[0] : json.error]
  }
  await count({ meeting_id: id, category: 'men', count: 4 })
  assert.deepEqual(await refused({ status: 'cancelled', name: 'Renamed' }), [422, 'status'])
  assert.equal((await meeting(id)).name, 'Sunday service')
  assert.equal(await status({ status: 'closed', name: 'Renamed' }), 'closed')
  // The count was told when it came.
  assert.deepEqual([(await meeting(id)).name, (await told()).length], ['Renamed', 1])
  assert.equal((await set({ status: 'closed' })).json.data.updated_at, (await meeting(id)).updated_at)
  assert.deepEqual(await refused({ status: 'cancelled' }), [409, 'wrong_state'])
  // Who read it while it was planned, and sends all of it back, changes what they changed.
  const read = { ...(await meeting(id)), status: 'planned', name: 'Read before' }
  const put = (await church.send('PUT', `/meetings/${id}`, read)).json.data
  assert.deepEqual([put?.status, put?.name], ['closed', 'Read before'])
  assert.equal(await status({ status: 'open' }), 'open')
  assert.equal(await status({ status: 'planned' }), 'open')
  await count({ meeting_id: id, category: 'men', count: null })
  assert.equal(await status({ status: 'cancelled' }), 'cancelled')
  assert.deepEqual(await refused({ status: 'closed' }), [409, 'wrong_state'])
  assert.equal((await count({ meeting_id: id, category: 'men', count: 1 })).json.error, 'wrong_state')
  const ahead = await meet({ held_on: addDays(day(), 3) })
  const later = (body: object) => church.send('PATCH', `/meetings/${ahead.id}`, body)
  assert.equal((await later({ status: 'open' })).json.error, 'wrong_state')
  assert.equal((await later({ status: 'cancelled' })).json.data.status, 'cancelled')
  assert.equal((await later({ status: 'planned' })).json.data.status, 'planned')
  assert.equal((await church.send('PATCH', '/meetings/999999', { status: 'open' })).status, 404)
})

test('a meeting that is moved takes along what was recorded of it', async () => {
  const { id } = await meet()
  const person_id = await person()
  await mark({ meeting_id: id, person_id })
  await count({ meeting_id: id, category: 'men', count: 3 })
  const before = await total(`from=${day()}`)
  const patched = await church.send('PATCH', `/meetings/${id}`, { held_on: addDays(day(), -1), local_time: '18:30' })
  assert.deepEqual([patched.status, patched.json.data.local_time], [200, '18:30'], patched.text)
  assert.equal(patched.json.data.starts_at, `${addDays(day(), -1)}T17:30:00Z`)
  assert.deepEqual([before, await total(`from=${day()}`)], [1, 0])
  for (const list of ['attendances', 'headcounts']) {
    const { data } = (await church.send('GET', `/${list}?to=${addDays(day(), -1)}`)).json
    assert.equal(data[0].held_on, addDays(day(), -1))
    assert.ok(data[0].updated_at >= data[0].created_at)
  }
  const same = await church.send('PATCH', `/meetings/${id}`, { held_on: addDays(day(), -1), name: 'Sunday service' })
  assert.equal(same.json.data.updated_at, patched.json.data.updated_at, 'what stands already changes nothing')
})

test('one that was opened for the wrong day and is moved back stays open for two hours; an empty one waits for its new day', async () => {
  const [used, empty] = [await meet({ local_time: '00:00' }), await meet({ local_time: '00:00' })]
  await mark({ meeting_id: used.id, person_id: await person() })
  await church.send('PATCH', `/meetings/${used.id}`, { held_on: addDays(day(), -2) })
  const postponed = await church.send('PATCH', `/meetings/${empty.id}`, { held_on: addDays(day(), 7) })
  assert.equal(postponed.json.data.status, 'planned')
  await tendDue(parts())
  assert.equal((await meeting(used.id)).status, 'open')
})

test('who was told of attendance hears that it was taken back before the meeting is cancelled', async () => {
  staff = await member(service, church, 'staff')
  const { id } = await meet()
  const mine = (await mark({ meeting_id: id, person_id: await person() })).json.data
  assert.equal((await staff.inChurch('POST', '/actions/attendances.undo', { id: mine.id })).status, 200)
  assert.equal((await staff.inChurch('POST', '/actions/meetings.cancel', { id })).status, 200)
  const totals = (await told()).map(({ revision, total }) => [revision, total])
  assert.deepEqual(totals, [
    [1, 1],
    [2, null],
  ])
})

test('a day or a time zone that cannot be meant is refused', async () => {
  for (const [field, value] of [
    ['held_on', '9999-12-31'],
    ['held_on', '0001-01-01'],
    ['timezone', 'Lagos'],
    ['local_time', '24:00'],
    ['minutes', 4],
  ] as const) {
    const body = { name: 'Sunday', held_on: day(), local_time: '09:00', [field]: value }
    const refused = await church.send('POST', '/meetings', body)
    assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, [field]], refused.text)
  }
})

test('a merge keeps the stronger mark where both were there, and counts one person', async () => {
  const [one, other, third] = [await meet(), await meet(), await meet()]
  const [kept, gone] = [await person(), await person()]
  await mark({
    meeting_id: one.id,
    records: [
      { person_id: kept, state: 'absent' },
      { person_id: gone, role: 'helper' },
    ],
  })
  await mark({ meeting_id: other.id, records: [{ person_id: kept }, { person_id: gone }] })
  await mark({ meeting_id: third.id, person_id: gone, state: 'excused' })
  await church.act(mergePeople, { keep: kept, remove: gone })
  const { data } = (await church.send('GET', `/attendances?person_id=${kept}`)).json
  assert.deepEqual(
    data.map((row: { meeting_id: number; state: string; role: string }) => [row.meeting_id, row.state, row.role]),
    [
      [one.id, 'present', 'helper'],
      [other.id, 'present', 'attendee'],
      [third.id, 'excused', 'attendee'],
    ],
  )
  assert.equal(await total('state=undone'), 2)
  assert.equal(await total('state=present'), 2)
  assert.deepEqual([(await meeting(one.id)).named, (await meeting(other.id)).named], [1, 1])
})

test('a person who is removed stays in the counts', async () => {
  const { id: meeting_id } = await meet()
  const person_id = await person()
  await mark({ meeting_id, person_id })
  await church.act(removePerson, { id: person_id })
  assert.equal((await meeting(meeting_id)).total, 1)
})

test('who may: a viewer reads, staff writes, a branch limits both', async () => {
  const north = await church.branch('North')
  const [viewer, near] = [await member(service, church, 'viewer'), await member(service, church, 'staff', north)]
  const [far, here] = [await meet(), await meet({ branch_id: north })]
  assert.equal((await viewer.inChurch('GET', '/meetings')).status, 200)
  const close = (who: TestMember, id: number) => who.inChurch('POST', '/actions/meetings.close', { id })
  assert.equal((await close(viewer, far.id)).json.error, 'not_permitted')
  assert.equal((await close(near, far.id)).json.error, 'not_found')
  assert.equal((await close(near, here.id)).json.data.status, 'closed')
  const owner = await member(service, church, 'owner')
  const set = (who: TestMember, categories: string[]) =>
    who.inChurch('POST', '/actions/headcounts.set_categories', { categories })
  assert.equal((await set(near, ['All'])).json.error, 'not_permitted')
  assert.deepEqual((await set(owner, ['Adults', 'Children'])).json.data.categories, ['Adults', 'Children'])
  assert.equal((await set(owner, ['a', 'A'])).status, 422)
})
