/** Links for ushers, the roll, trends, and who was not seen for weeks (decisions, Meetings). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { removePerson } from '../people/remove.ts'
import { closeMeeting, revokeLinks } from './meeting-actions.ts'

let moved = 0
const clock = { now: () => new Date(Date.now() + moved) }
let service: TestService
let church: TestChurch
let staff: TestMember
before(async () => {
  service = await startService({}, { clock })
})
beforeEach(async () => {
  moved = 0
  church = await service.church()
  staff = await member(service, church, 'staff')
})
after(() => service.close())

const day = () => today(clock.now(), 'Africa/Lagos')
const meet = async (body: object = {}) =>
  (await church.send('POST', '/meetings', { name: 'Sunday <1>', held_on: day(), local_time: '09:00', ...body })).json
    .data
const person = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data.id
const counts = async (id: number) =>
  (await church.send('GET', `/headcounts?meeting_id=${id}`)).json.data.map(
    ({ category, count, source }: Record<string, unknown>) => [category, count, source],
  )
const told = async () => (await church.events()).filter(({ name }) => name === 'attendance.recorded').length
const view = async (path: string, who = staff) => (await who.inChurch('GET', `/views/${path}`)).json.data
const pathOf = async (id: number): Promise<string> => new URL((await view(`meeting_link?id=${id}`)).url).pathname
const open = (path: string, method = 'GET'): Promise<Answered> => service.request(method, path)
/** Sends a form, and goes where the answer leads, as a browser does. */
async function send(path: string, fields: Record<string, string>): Promise<Answered> {
  const answered = await service.request('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return answered.status === 303 ? await open(answered.headers.get('location') ?? '') : answered
}

/** The fields of the page's form, as a browser has them. */
function formOf({ text }: Answered): Record<string, string> {
  const inputs = [...text.matchAll(/<input [^>]*?name="(\w+)"[^>]*?value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
}

test('looking counts nothing; numbers that are typed are saved and told, taps are saved', async () => {
  const { id } = await meet()
  const path = await pathOf(id)
  const page = await open(path)
  assert.equal(page.status, 200)
  assert.ok(page.text.length < 20_000 && !page.text.includes('<script') && page.text.includes('Sunday &lt;1&gt;'))
  // Mail programs and scanners open links, again and again.
  for (const method of Array(20).fill(['HEAD', 'GET']).flat())
    assert.equal((await open(`${path}?add=0.1`, method)).status, 200)
  assert.deepEqual([await counts(id), await told()], [[], 0])
  const form = formOf(page)
  assert.deepEqual(form, {
    n0: '',
    was0: '',
    c0: 'men',
    n1: '',
    was1: '',
    c1: 'women',
    n2: '',
    was2: '',
    c2: 'youth',
    n3: '',
    was3: '',
    c3: 'children',
  })
  for (const add of ['0.1', '0.1', '1.10', '0.1']) assert.equal((await send(path, { ...form, add })).status, 200)
  assert.deepEqual(await counts(id), [
    ['men', 3, 'link'],
    ['women', 10, 'link'],
  ])
  assert.equal(await told(), 0)
  // Of a page that was opened before: what another usher counted meanwhile is not taken back.
  const saved = await send(path, { ...form, n2: '0', n3: ' 41 ' })
  assert.match(saved.text, /Saved/)
  assert.deepEqual((await counts(id)).slice(2), [
    ['youth', 0, 'link'],
    ['children', 41, 'link'],
  ])
  assert.deepEqual([(await counts(id))[0][1], await told()], [3, 1])
  const { body } = (await church.events()).find(({ name }) => name === 'attendance.recorded') as never as {
    body: { data: { total: number; source: string; recorded_by: object } }
  }
  assert.deepEqual(
    [body.data.total, body.data.source, body.data.recorded_by],
    [54, 'link', { kind: 'link', name: null }],
  )
  await send(path, formOf(saved))
  assert.equal(await told(), 1, 'the same again changes nothing')
})

test('an usher counts in the digits of their script', async () => {
  const { id } = await meet()
  const path = await pathOf(id)
  const page = await open(path)
  assert.doesNotMatch(page.text, /type="number"/, 'browsers keep such digits out of fields of numbers')
  assert.equal((await send(path, { ...formOf(page), n0: '٨٤', n1: '۹۷' })).status, 200)
  assert.deepEqual(await counts(id), [
    ['men', 84, 'link'],
    ['women', 97, 'link'],
  ])
})

test('what is no number is said, and nothing is saved', async () => {
  const { id } = await meet()
  const path = await pathOf(id)
  const form = formOf(await open(path))
  for (const wrong of ['-1', '1.5', 'ten', '9999999999', '1000001']) {
    const answer = await send(path, { ...form, n0: '5', n1: wrong })
    assert.equal(answer.status, 422, wrong)
    assert.match(answer.text, /whole numbers/)
  }
  await send(path, { ...form, c0: 'elephants', n0: '5', add: '0.1' })
  await send(path, { ...form, c1: 'men', n0: '5', n1: '6' })
  assert.deepEqual(await counts(id), [['men', 5, 'link']], 'only what the page asks for, once')
})

test('a link that is changed, over or taken back leads nowhere; a closed meeting says so', async () => {
  const { id, ends_at } = await meet()
  const other = await meet()
  const path = await pathOf(id)
  const [church_id, , version, expires, signature] = (path.split('/').at(-1) ?? '').split('.')
  for (const changed of [
    [church_id, other.id, version, expires, signature],
    [church_id, id, Number(version) + 1, expires, signature],
    [church_id, id, version, Number(expires) + 1, signature],
    [church_id, id, version, expires, 'x'],
  ]) {
    assert.equal((await open(`/my/count/${changed.join('.')}`)).status, 404)
  }
  assert.equal((await open('/my/count')).status, 404)
  assert.equal((await open(`${path}/more`)).status, 404)
  await church.act(closeMeeting, { id })
  assert.match((await send(path, { c0: 'men', was0: '', n0: '5' })).text, /closed/)
  assert.deepEqual(await counts(id), [])
  await church.act(revokeLinks, { id })
  assert.equal((await open(path)).status, 404)
  const fresh = await pathOf(id)
  assert.equal((await open(fresh)).status, 200)
  moved = Date.parse(ends_at) - Date.now() + 7 * 86_400_000 + 1_000
  assert.equal((await open(fresh)).status, 404, 'a week after the meeting')
  moved = 0
  await church.set({ status: 'inactive' })
  assert.equal((await open(fresh)).status, 404, 'of a church that is not active')
  await church.set({ status: 'active' })
  const viewer = await member(service, church, 'viewer')
  assert.equal((await viewer.inChurch('GET', `/views/meeting_link?id=${id}`)).json.error, 'not_permitted')
})

test('a roll has the people of the branch, whoever is marked, what was counted, and what changed since', async () => {
  const north = await church.branch('North')
  const { id } = await meet({ branch_id: north })
  const [ada, ben, guest, gone] = [
    await person({ branch_id: north, last_name: 'Zed' }),
    await person({ branch_id: north, first_name: 'Ben', last_name: 'Abe' }),
    await person({ first_name: 'Guest' }),
    await person({ branch_id: north }),
  ]
  await person({ branch_id: north, status: 'deceased' })
  await church.act(removePerson, { id: gone })
  await church.send('POST', '/attendances', { meeting_id: id, person_id: guest, role: 'visitor', first_time: true })
  await church.send('POST', '/headcounts', {
    meeting_id: id,
    records: [
      { category: 'men', count: 0 },
      { category: 'choir', count: 9 },
    ],
  })
  const roll = await view(`roll?meeting_id=${id}`)
  assert.deepEqual(
    roll.names.map((one: { person_id: number; state: string | null; first_time: boolean | null }) => [
      one.person_id,
      one.state,
      one.first_time,
    ]),
    [
      [guest, 'present', true],
      [ben, null, null],
      [ada, null, null],
    ],
  )
  assert.deepEqual(roll.counts, [
    { category: 'men', count: 0 },
    { category: 'women', count: null },
    { category: 'youth', count: null },
    { category: 'children', count: null },
    { category: 'choir', count: 9 },
  ])
  assert.deepEqual([roll.meeting.total, roll.has_more], [9, false])
  const found = await view(`roll?meeting_id=${id}&q=abe`)
  assert.deepEqual(
    found.names.map((one: { person_id: number }) => one.person_id),
    [ben],
  )
  await church.send('POST', '/attendances', { meeting_id: id, person_id: ada })
  const news = await view(`roll?meeting_id=${id}&since=${encodeURIComponent(roll.as_of)}`)
  assert.ok(
    news.names.some((one: { person_id: number; state: string }) => one.person_id === ada && one.state === 'present'),
  )
  const near = await member(service, church, 'staff', north)
  const ofNorth = await view(`roll?meeting_id=${id}`, near)
  assert.ok(
    !ofNorth.names.some((one: { person_id: number }) => one.person_id === guest),
    'who is out of sight has no name',
  )
  const elsewhere = await meet()
  assert.equal((await near.inChurch('GET', `/views/roll?meeting_id=${elsewhere.id}`)).json.error, 'not_found')
})

test('trends stand beside the same weeks of a year ago; a week without a count is a gap', async () => {
  const schedule = (
    await church.send('POST', '/schedules', {
      name: 'First service',
      starts_on: day(),
      local_time: '00:00',
      rrule: 'FREQ=DAILY',
    })
  ).json.data
  const [{ id }] = (await church.send('GET', `/meetings?schedule_id=${schedule.id}&to=${day()}`)).json.data
  await church.send('POST', '/headcounts', { meeting_id: id, category: 'men', count: 0 })
  const last = await meet({ held_on: addDays(day(), -364) })
  await church.send('POST', '/headcounts', { meeting_id: last.id, category: 'men', count: 70 })
  const week = await meet({ held_on: addDays(day(), -7) })
  await church.send('POST', '/attendances', { meeting_id: week.id, person_id: await person() })
  const { weeks, services, now, before: year } = await view('attendance_trends?weeks=4')
  assert.equal(weeks.length, 4)
  assert.deepEqual(
    services.map(({ name, now, before }: { name: string | null; now: unknown; before: unknown }) => [
      name,
      now,
      before,
    ]),
    [
      ['First service', [null, null, null, 0], [null, null, null, null]],
      [null, [null, null, 1, null], [null, null, null, 70]],
    ],
  )
  assert.deepEqual(
    [now, year],
    [
      [null, null, 1, 0],
      [null, null, null, 70],
    ],
  )
  const north = await church.branch('North')
  assert.deepEqual((await view(`attendance_trends?branch_id=${north}`)).services, [])
  const near = await member(service, church, 'viewer', north)
  assert.deepEqual((await view('attendance_trends', near)).services, [])
})

test('people who were here before and not in the last weeks are a list; the total follows what is recorded', async () => {
  const [ada, ben, never] = [await person(), await person({ first_name: 'Ben' }), await person({ first_name: 'New' })]
  const [long, late] = [await meet({ held_on: addDays(day(), -40) }), await meet({ held_on: addDays(day(), -10) })]
  await church.send('POST', '/attendances', { meeting_id: long.id, records: [{ person_id: ada }, { person_id: ben }] })
  await church.send('POST', '/attendances', {
    meeting_id: late.id,
    records: [{ person_id: ben }, { person_id: ada, state: 'absent' }],
  })
  const list = async (weeks: number) => {
    const { data, meta } = (await staff.inChurch('GET', `/people?not_seen_weeks=${weeks}`)).json
    return [data.map((one: { id: number }) => one.id), meta.total]
  }
  assert.deepEqual(await list(4), [[ada], 1])
  assert.deepEqual(await list(1), [[ada, ben], 2])
  await church.send('POST', '/attendances', { meeting_id: late.id, person_id: ada })
  assert.deepEqual(await list(4), [[], 0])
  assert.equal(never > 0, true)
  assert.equal((await staff.inChurch('GET', '/people?not_seen_weeks=0')).status, 400)
  const byKey = (await church.send('GET', '/people?not_seen_weeks=4')).json
  assert.deepEqual([byKey.meta.total, byKey.meta.ignored_parameters], [3, ['not_seen_weeks']])
})

test('nobody is looked for as not seen who has died, left, or was transferred', async () => {
  const { id } = await meet({ held_on: addDays(day(), -40) })
  const statuses = ['member', 'deceased', 'inactive', 'transferred']
  const people = await Promise.all(statuses.map(() => person()))
  const records = people.map(person_id => ({ person_id }))
  assert.equal((await church.send('POST', '/attendances', { meeting_id: id, records })).status, 201)
  for (const [at, status] of statuses.entries()) await church.send('PATCH', `/people/${people[at]}`, { status })
  const { data, meta } = (await staff.inChurch('GET', '/people?not_seen_weeks=4')).json
  assert.deepEqual([data.map((one: { id: number }) => one.id), meta.total], [[people[0]], 1])
})
