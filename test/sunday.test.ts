/**
 * A Sunday and the cell of its evening, on two nodes, from the first head count to the figures of the week: what ushers, teachers,
 * leaders and the treasurer enter is on record exactly once, and a receiver is told all of it.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyWebhook } from '../client/src/index.ts'
import { createClass } from '../src/modules/school/edit-class.ts'
import { createYear } from '../src/modules/school/school-years.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { member, PASSWORD, type TestMember, visitor } from './support/console.ts'
import { eventually, type Receiver, startReceiver } from './support/receiver.ts'
import { type Answered, send, startService, type TestChurch, type TestService } from './support/service.ts'

const DAY_MS = 86_400_000
/** The next Sunday, in Lagos, where it is an hour later than UTC all year. */
const SUNDAY = new Date(Math.ceil((Date.now() - 3 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 3 * DAY_MS)
const DATE = SUNDAY.toISOString().slice(0, 10)

let offset = 0
/** Sets the clock of both nodes. @param time in Lagos, as 09:05 */
const at = (time: string): void => {
  offset = Date.parse(`${DATE}T${time}:00+01:00`) - Date.now()
}

let service: TestService
let second: Awaited<ReturnType<TestService['node']>>
let receiver: Receiver
let church: TestChurch
let secret: string
let staff: TestMember
let owner: TestMember
/** The same person, at the second node. */
let elsewhere: Pick<TestMember, 'inChurch'>

before(async () => {
  at('08:30')
  const clock = { now: () => new Date(Date.now() + offset) }
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' }, { clock })
  second = await service.node()
  receiver = await startReceiver()
  church = await service.church({ name: 'Grace', currency: 'NGN', timezone: 'Africa/Lagos' })
  await church.set({ modules: ['groups', 'school'] })
  ;({ secret } = await church.act(createEndpoint, { url: receiver.url, events: ['*'] }))
  staff = await member(service, church, 'staff')
  owner = await member(service, church, 'owner')
  const { ask } = visitor(second, new Map([staff.session]))
  elsewhere = { inChurch: (method, path, body) => ask(method, `/api/${church.church.slug}${path}`, body) }
})
after(async () => {
  await second.close()
  await service.close()
  await receiver.close()
})

const made = async (path: string, body: object) => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data
}
const view = async (path: string) => {
  const { status, json, text } = await owner.inChurch('GET', `/views/${path}`)
  assert.equal(status, 200, text)
  return json.data
}
const get = async (path: string) => (await church.send('GET', path)).json.data
const people = (surname: string, many: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: many }, async (_, place) => {
      const { id } = await made('/people', { first_name: `P${place}`, last_name: surname })
      return id
    }),
  )
/** Sends a form of a page without script to one of the nodes. */
const post = (path: string, fields: [string, string | number][], node = 0): Promise<Answered> =>
  send([service.url, second.url][node % 2] ?? '', 'POST', path, {
    raw: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const pathOf = async (path: string): Promise<string> => new URL((await view(path)).url).pathname

/** Two services; of the first, ushers count the people by their link, many at once. @returns the ids of the meetings */
async function services(): Promise<number[]> {
  const ids: number[] = []
  for (const local_time of ['09:00', '11:00']) {
    const { id } = await made('/schedules', {
      name: 'Sunday',
      starts_on: DATE,
      local_time,
      rrule: 'FREQ=WEEKLY;BYDAY=SU',
    })
    ids.push((await get(`/meetings?schedule_id=${id}&from=${DATE}&to=${DATE}`))[0].id)
  }
  at('09:10')
  const path = await pathOf(`meeting_link?id=${ids[0]}`)
  const page = [0, 1, 2, 3].map((place): [string, string] => [
    `c${place}`,
    ['men', 'women', 'youth', 'children'][place] ?? '',
  ])
  const taps = Array.from({ length: 24 }, (_, tap) =>
    post(path, [...page, ['add', `${tap % 4}.${tap < 12 ? 10 : 1}`]], tap),
  )
  for (const { status } of await Promise.all(taps)) assert.equal(status, 303)
  assert.equal((await staff.inChurch('POST', '/actions/meetings.done', { id: ids[0] })).status, 200)
  return ids
}

/** Two people take one roll on two nodes, half of the names in common. */
async function roll(meeting: number, names: readonly number[]): Promise<void> {
  at('11:10')
  const marks = [names.slice(0, 20), names.slice(10)].flatMap((part, place) =>
    part.map(person_id =>
      (place === 0 ? staff : elsewhere).inChurch('POST', '/actions/attendances.mark', {
        meeting_id: meeting,
        person_id,
        state: 'present',
        first_time: person_id === names[0],
      }),
    ),
  )
  for (const { status, text } of await Promise.all(marks)) assert.equal(status, 200, text)
  assert.equal((await staff.inChurch('POST', '/actions/meetings.done', { id: meeting })).status, 200)
}

/** A class of a teacher, whose link is closed with eight of twelve children there. */
async function classes(children: readonly number[]): Promise<void> {
  await church.act(createYear, {
    name: 'This year',
    starts_on: `${DATE.slice(0, 4)}-01-01`,
    ends_on: `${DATE.slice(0, 4)}-12-31`,
  })
  const { id } = await church.act(createClass, { name: 'Lions', grade_from: '3' })
  for (const person_id of children) await made('/group_members', { group_id: id, person_id, joined_on: DATE })
  const session = await made('/class_sessions', { group_id: id, lesson: 'The lost son', offering: 25_000 })
  const path = await pathOf(`session_link?id=${session.id}`)
  const form: [string, string | number][] = [
    ...children.slice(0, 8).map((person): [string, number] => ['here', person]),
    ['visitor_count', 1],
    ['was_visitor_count', 0],
    ['do', 'close'],
  ]
  const taps = await Promise.all([0, 1].map(node => post(path, form, node)))
  assert.deepEqual(
    taps.map(({ status }) => status),
    [303, 303],
    taps[0]?.text,
  )
}

/** The cell of the evening, whose leader reports by the link, twice at once, and a cell that does not. @returns the report */
async function cells(members: readonly number[]): Promise<number> {
  at('19:30')
  const meetings: number[] = []
  for (const name of ['Yaba', 'Ikeja']) {
    const { id } = await made('/groups', { name, kind: 'cell', reports: 'weekly' })
    for (const person_id of members) await made('/group_members', { group_id: id, person_id, joined_on: DATE })
    meetings.push((await made('/meetings', { name, group_id: id, held_on: DATE, local_time: '18:00', minutes: 60 })).id)
  }
  const path = await pathOf(`report_link?meeting_id=${meetings[0]}`)
  const form: [string, string | number][] = [
    ...members.slice(0, 5).map((person): [string, number] => ['p', person]),
    ['visitors', 2],
    ['first_timers', 1],
    ['offering', '1,500.50'],
    ['topic', 'Faith'],
  ]
  const both = await Promise.all([0, 1].map(node => post(path, form, node)))
  assert.deepEqual(
    both.map(({ status }) => status),
    [303, 303],
    both[0]?.text,
  )
  const [report, ...more] = await get('/group_reports')
  assert.deepEqual([report.present, report.absent, more], [5, 2, []])
  return report.id
}

/** The treasurer takes the offering into the books, four times at once. */
async function books(report: number): Promise<void> {
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  const input = { id: report, fund_id: church.fund_id, expected: 150_050, currency: 'NGN' }
  const taken = await Promise.all(
    [1, 2, 3, 4].map(() => owner.inChurch('POST', '/actions/group_reports.take_offering', input)),
  )
  assert.deepEqual(new Set(taken.map(({ status, json }) => `${status} ${json.data?.contribution_id}`)).size, 1)
  assert.equal(taken[0]?.status, 200, taken[0]?.text)
}

/** How often a receiver was told, by name of the event; what it got is genuine. */
async function told(): Promise<Record<string, number>> {
  // Its key was made before it had an endpoint.
  const recorded = (await church.events()).filter(({ name }) => name !== 'api.key_created')
  await eventually(
    'every event is delivered',
    () => new Set(receiver.received.map(({ json }) => json.id)).size >= recorded.length,
  )
  const events = new Map<string, string>()
  for (const { body, headers } of receiver.received) {
    const now = Number(headers['webhook-timestamp'])
    const event = await verifyWebhook(body, headers as Record<string, string>, secret, { now })
    events.set(event.id, event.event)
  }
  assert.equal(events.size, recorded.length)
  const times: Record<string, number> = {}
  for (const name of events.values()) times[name] = (times[name] ?? 0) + 1
  return times
}

test('of a Sunday on two nodes everything is on record once, is told to a receiver, and adds up in the week', async () => {
  const grown = await people('Obi', 30)
  const children = await people('Eze', 12)
  const [first = 0, later = 0] = await services()
  await roll(later, grown)
  await classes(children)
  const report = await cells(grown.slice(0, 7))
  await books(report)

  const [one, two] = await Promise.all([first, later].map(id => get(`/meetings/${id}`)))
  assert.deepEqual([one.total, one.total_from, one.named], [132, 'headcount', null])
  assert.deepEqual([two.total, two.total_from, two.counted], [30, 'named', null])
  assert.equal((await church.send('GET', `/attendances?from=${DATE}&to=${DATE}`)).json.meta.total, 30 + 12 + 7)

  const trends = await view('attendance_trends?weeks=4')
  assert.equal(trends.now.at(-1), 132 + 30, 'services, without the class and the cells')
  assert.equal(trends.groups.now.at(-1), 8 + 5)
  const week = await view(`reports_of_week?week=${DATE}`)
  assert.deepEqual([week.all.expected, week.all.handed_in, week.all.present, week.all.visitors], [2, 1, 5, 2])
  assert.deepEqual(
    week.missing.map((row: { group_name: string }) => row.group_name),
    ['Ikeja'],
  )
  const gifts = await get('/contributions')
  assert.deepEqual(
    gifts.map((gift: Record<string, unknown>) => [gift.amount, gift.reference]),
    [[150_050, `group-report-${report}`]],
  )

  const times = await told()
  const { 'attendance.recorded': attendance, 'contribution.recorded': recorded } = times
  assert.deepEqual([attendance, recorded], [4, 1], JSON.stringify(times))
  assert.deepEqual([times['school.attendance_closed'], times['groups.report_submitted']], [1, 1])
})
