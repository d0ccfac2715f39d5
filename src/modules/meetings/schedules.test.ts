/** Schedules and the meetings that they make: by the clock on the wall, once each, whoever makes them (decisions, Meetings). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keptRefusals } from '../../../test/support/kept-texts.ts'
import { quiet } from '../../../test/support/quiet.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { addDays } from '../../lib/calendar.ts'
import { daysBetween, momentOf, ruleProblem } from '../../lib/recurrence.ts'
import { doingOn } from '../../resource/step.ts'
import { languageNamed } from '../../texts/catalogues.ts'
import { refusalsIn } from '../../texts/refused.ts'
import { setUsualTime } from '../group-meetings/usual-time.ts'
import { followGroups, makeDue } from './clock.ts'
import { endSchedule, resumeSchedule } from './schedules.ts'

/** A Monday. */
const START = '2026-03-02T10:00:00Z'
let now = START
const clock = { now: () => new Date(now) }
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock })
})
beforeEach(async () => {
  now = START
  church = await service.church()
})
after(() => service.close())

const WEEKLY = { name: 'Sunday service', starts_on: '2026-03-01', local_time: '09:00', rrule: 'FREQ=WEEKLY;BYDAY=SU' }
const add = async (body: object = {}) => {
  const made = await church.send('POST', '/schedules', { ...WEEKLY, ...body })
  assert.equal(made.status, 201, made.text)
  return made.json.data
}
const change = async (id: number, body: object) => {
  const changed = await church.send('PATCH', `/schedules/${id}`, body)
  assert.equal(changed.status, 200, changed.text)
  return changed.json.data
}
interface Meeting {
  id: number
  slot: string
  held_on: string
  branch_id: number
  starts_at: string
  ends_at: string
  status: string
  name: string
}
const made = async (query = ''): Promise<Meeting[]> =>
  (await church.send('GET', `/meetings?per_page=100&sort=starts_at${query}`)).json.data
const make = () => makeDue({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet })

test('a schedule makes its meetings 60 days ahead, with those of the last week, once each', async () => {
  await add()
  const meetings = await made()
  assert.deepEqual(
    meetings.map(({ held_on }) => held_on),
    [
      '2026-03-01',
      '2026-03-08',
      '2026-03-15',
      '2026-03-22',
      '2026-03-29',
      '2026-04-05',
      '2026-04-12',
      '2026-04-19',
      '2026-04-26',
    ],
  )
  assert.deepEqual(
    meetings.slice(0, 2).map(({ status, slot, starts_at, ends_at }) => [status, slot, starts_at, ends_at]),
    [
      ['open', '2026-03-01T09:00', '2026-03-01T08:00:00Z', '2026-03-01T09:30:00Z'],
      ['planned', '2026-03-08T09:00', '2026-03-08T08:00:00Z', '2026-03-08T09:30:00Z'],
    ],
    'the one of last Sunday can still be counted',
  )
  await make()
  assert.equal((await made()).length, meetings.length)
  now = '2026-03-09T10:00:00Z'
  await Promise.all([make(), make(), make()])
  const later = await made()
  assert.deepEqual([later.length, later.at(-1)?.held_on], [meetings.length + 1, '2026-05-03'])
  const other = await service.node({ clock })
  await Promise.all([make(), make()])
  assert.equal((await made()).length, later.length)
  await other.close()
})

test('of all churches only schedules that have something to make are opened, each where its day has begun', async () => {
  const doing = doingOn(service.database, clock, HOUSE)
  const opened: number[] = []
  const look = async (at: string): Promise<number[]> => {
    now = at
    opened.length = 0
    const take: typeof doing.take = (step, of, input) => {
      opened.push(input as number)
      return doing.take(step, of, input)
    }
    await makeDue({ ...doing, take, clock, log: quiet })
    return [...opened].sort((one, other) => one - other)
  }
  await look(START)
  const lagos = (await add()).id
  const auckland = (await add({ name: 'Far away', timezone: 'Pacific/Auckland' })).id
  const yearly = (await add({ name: 'Christmas', starts_on: '2026-12-25', rrule: 'FREQ=YEARLY' })).id
  const once = (await add({ name: 'Wedding', starts_on: '2026-03-07', rrule: null })).id
  assert.deepEqual(await look('2026-03-02T23:59:00Z'), [], 'what is made ahead is left alone, on the next day as well')
  // 60 days ahead is Sunday, May 3, from March 4 on: of Auckland twelve hours before that of Lagos.
  assert.deepEqual(await look('2026-03-03T10:59:00Z'), [])
  assert.deepEqual(await look('2026-03-03T11:00:00Z'), [auckland])
  assert.deepEqual(await look('2026-03-03T22:59:00Z'), [])
  assert.deepEqual(await look('2026-03-03T23:00:00Z'), [lagos])
  for (const [schedule, last] of [
    [lagos, '2026-05-03'],
    [auckland, '2026-05-03'],
    [once, '2026-03-07'],
  ] as const) {
    assert.equal((await made(`&schedule_id=${schedule}`)).at(-1)?.held_on, last)
  }
  assert.deepEqual(await made(`&schedule_id=${yearly}`), [])
  await look('2026-10-25T23:00:00Z')
  const [christmas, ...more] = await made(`&schedule_id=${yearly}`)
  assert.deepEqual([christmas?.held_on, more], ['2026-12-25', []])
})

test('a schedule that was looked at far ahead is made no further than 60 days when it is changed', async () => {
  const { id } = await add({ starts_on: '2026-12-25', rrule: 'FREQ=YEARLY' })
  await change(id, { starts_on: '2026-03-01', rrule: 'FREQ=DAILY' })
  const meetings = await made(`&schedule_id=${id}`)
  assert.equal(meetings.at(-1)?.held_on, '2026-05-01')
  now = '2026-03-03T10:00:00Z'
  await make()
  assert.equal((await made(`&schedule_id=${id}`)).at(-1)?.held_on, '2026-05-02')
})

test('a service at nine stays at nine when the clocks change', async () => {
  for (const [timezone, starts_on, from, moments] of [
    ['Europe/London', '2026-03-22', '2026-03-22', ['2026-03-22T09:00', '2026-03-29T08:00']],
    ['Europe/London', '2026-10-18', '2026-10-18', ['2026-10-18T08:00', '2026-10-25T09:00']],
    ['Africa/Lagos', '2026-03-22', '2026-03-22', ['2026-03-22T08:00', '2026-03-29T08:00']],
    ['Pacific/Auckland', '2026-03-29', '2026-03-29', ['2026-03-28T20:00', '2026-04-04T21:00']],
    ['Pacific/Auckland', '2026-09-20', '2026-09-20', ['2026-09-19T21:00', '2026-09-26T20:00']],
    ['Australia/Sydney', '2026-03-29', '2026-03-29', ['2026-03-28T22:00', '2026-04-04T23:00']],
    ['Australia/Sydney', '2026-09-27', '2026-09-27', ['2026-09-26T23:00', '2026-10-03T22:00']],
  ] as const) {
    now = `${addDays(from, -1)}T00:00:00Z`
    const { id } = await add({ timezone, starts_on })
    const meetings = await made(`&schedule_id=${id}`)
    assert.deepEqual(
      meetings.slice(0, 2).map(({ starts_at }) => starts_at.slice(0, 16)),
      [...moments],
      timezone,
    )
    assert.equal(meetings[0]?.held_on, starts_on, 'the day is that of the wall')
  }
})

test('an hour that comes twice is the first, one that is left out has gone by', () => {
  assert.equal(momentOf('2026-10-25', '01:30', 'Europe/London').toISOString(), '2026-10-25T00:30:00.000Z')
  assert.equal(momentOf('2026-03-29', '01:30', 'Europe/London').toISOString(), '2026-03-29T01:30:00.000Z')
})

test('rules of RFC 5545 say on which days; a time, an end and what is none are refused', async () => {
  const days = (rule: string | null, from: string, to: string) =>
    daysBetween({ rule, starts_on: '2026-01-01' }, from, to)
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=-1FR', '2026-01-01', '2026-03-31'), [
    '2026-01-30',
    '2026-02-27',
    '2026-03-27',
  ])
  assert.deepEqual(days('FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE', '2026-01-01', '2026-01-20'), [
    '2026-01-04',
    '2026-01-14',
    '2026-01-18',
  ])
  assert.deepEqual(days('FREQ=WEEKLY;BYDAY=SU;COUNT=2', '2026-01-01', '2026-12-31'), ['2026-01-04', '2026-01-11'])
  assert.deepEqual(days('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01', '2027-12-31'), [])
  assert.deepEqual(days(null, '2026-01-01', '2026-12-31'), ['2026-01-01'])
  for (const wrong of [
    'weekly',
    'FREQ=HOURLY',
    'FREQ=WEEKLY;BYHOUR=9',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1001',
    'FREQ=DAILY;COUNT=1001',
    'FREQ=WEEKLY;FREQ=DAILY',
    'BYDAY=SU',
    '',
  ]) {
    assert.notEqual(ruleProblem(wrong), undefined, wrong)
  }
  const refused = await church.send('POST', '/schedules', {
    ...WEEKLY,
    rrule: 'FREQ=WEEKLY;UNTIL=20261231',
    local_time: '25:00',
    timezone: 'Lagos',
    minutes: 0,
    until: '2026-01-01',
  })
  assert.equal(refused.status, 422)
  assert.deepEqual(Object.keys(refused.json.errors ?? {}).sort(), [
    'local_time',
    'minutes',
    'rrule',
    'timezone',
    'until',
  ])
  const kept = await add({ rrule: 'RRULE:freq=weekly;byday=su;' })
  assert.equal(kept.rrule, 'FREQ=WEEKLY;BYDAY=SU')
})

test('the time zone is the branch’s, unless another is sent', async () => {
  const { timezone, minutes, kind } = await add()
  assert.deepEqual([timezone, minutes, kind], ['Africa/Lagos', 90, 'service'])
})

test('a changed schedule moves the meetings to come that nobody has touched, and no other', async () => {
  const { id } = await add()
  const [past, first, second, third, ...rest] = await made()
  await church.send('PATCH', `/meetings/${first?.id}`, { name: 'Harvest' })
  await church.send('POST', '/headcounts', { meeting_id: second?.id, category: 'men', count: 1 })
  now = '2026-03-03T10:00:00Z'
  await change(id, { local_time: '10:00', name: 'Morning service' })
  const after = await made()
  const by = (meeting: Meeting | undefined) => after.find(one => one.id === meeting?.id)
  assert.equal(after.length, 4 + rest.length, 'moved, and not made anew')
  assert.deepEqual([by(past)?.slot, by(past)?.name], ['2026-03-01T09:00', 'Sunday service'])
  assert.deepEqual([by(first)?.slot, by(first)?.name], ['2026-03-08T09:00', 'Harvest'])
  assert.deepEqual([by(second)?.slot, by(second)?.status], ['2026-03-15T09:00', 'open'])
  assert.deepEqual(
    [by(third)?.slot, by(third)?.name, by(third)?.starts_at],
    ['2026-03-22T10:00', 'Morning service', '2026-03-22T09:00:00Z'],
  )
})

test('days that a schedule no longer has are cancelled, and planned again when it has them again', async () => {
  const { id } = await add()
  const planned = async () => (await made('&status=planned')).map(({ held_on }) => held_on)
  const all = await planned()
  await change(id, { rrule: 'FREQ=MONTHLY;BYDAY=1SU' })
  assert.deepEqual(await planned(), ['2026-04-05'])
  assert.equal((await made('&status=cancelled')).length, all.length - 1, 'who keeps a copy hears of it')
  await change(id, { rrule: WEEKLY.rrule })
  assert.deepEqual(await planned(), all)
  await change(id, { until: '2026-03-15' })
  assert.deepEqual(await planned(), ['2026-03-08', '2026-03-15'])
  await church.act(endSchedule, { id })
  assert.deepEqual(await planned(), [])
  now = '2026-03-20T10:00:00Z'
  await make()
  assert.equal((await made()).length, 9, 'an ended one makes none')
  await change(id, { until: null })
  await church.act(resumeSchedule, { id })
  assert.equal((await planned())[0], '2026-03-22')
  // By the API, too.
  assert.equal((await church.send('PATCH', `/schedules/${id}`, { status: 'ended' })).json.data.status, 'ended')
  assert.deepEqual(await planned(), [])
  assert.equal((await church.send('PATCH', `/schedules/${id}`, { status: 'active' })).json.data.status, 'active')
  assert.equal((await planned())[0], '2026-03-22')
  const wrong = await church.send('PATCH', `/schedules/${id}`, { until: '2026-01-01' })
  assert.deepEqual(Object.keys(wrong.json.errors ?? {}), ['until'])
})

test('a meeting that somebody cancelled stays cancelled, and one a moved day is not made twice', async () => {
  const { id } = await add()
  const [, first, second] = await made()
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update meetings set status = 'cancelled', edited_at = now() where church_id = ${church.church.id} and id = ${first?.id}`,
    ),
  )
  await church.send('PATCH', `/meetings/${second?.id}`, { held_on: '2026-03-14' })
  const before = (await made()).length
  await change(id, { minutes: 120 })
  const after = await made()
  assert.equal(after.length, before)
  assert.equal(after.find(one => one.id === first?.id)?.status, 'cancelled')
  assert.equal(after.find(one => one.id === second?.id)?.held_on, '2026-03-14')
})

test('what is sent and stands already changes nothing', async () => {
  const { id, updated_at } = await add()
  const before = await made()
  assert.equal((await change(id, { local_time: '09:00', minutes: 90 })).updated_at, updated_at)
  assert.deepEqual(await made(), before)
})

test('a rule of which no day can be computed is refused, and one that is stored keeps no other from its meetings', async () => {
  const rrule = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=1'
  const refused = await church.send('POST', '/schedules', { ...WEEKLY, starts_on: '1960-01-01', rrule })
  assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['rrule']], refused.text)
  const [first, second] = [await add(), await add({ name: 'Second service' })]
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update schedules set rrule = ${rrule}, starts_on = '1960-01-01', made_through = null
      where church_id = ${church.church.id} and id = ${first.id}`),
  )
  const before = (await made(`&schedule_id=${second.id}`)).length
  now = '2026-03-16T10:00:00Z'
  await make()
  assert.equal((await made(`&schedule_id=${second.id}`)).length, before + 2)
})

test('why no day of a rule can be computed is said in the language of the page', async () => {
  const rrule = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=1'
  const refused = await church.send('POST', '/schedules', { ...WEEKLY, starts_on: '1960-01-01', rrule })
  const why = refused.json.errors?.rrule ?? ''
  assert.equal(why, 'is met too seldom, or began too long ago, to be computed')
  const all = keptRefusals()
  assert.ok(all.includes(why))
  const french = refusalsIn(languageNamed('fr'), all)
  assert.match(french(why), /^se présente trop rarement/)
})

const withGroups = async (): Promise<void> => {
  await church.set({ modules: ['groups'] })
  church.church.modules = ['groups']
}
const follow = () => followGroups({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet })

test('the usual time of a group is its schedule: said once it is made, said anew it moves what nobody has touched', async () => {
  await withGroups()
  const group = (await church.send('POST', '/groups', { name: 'Yaba cell', kind: 'cell' })).json.data
  assert.equal(group.schedule_id, null)
  const weekly = { id: group.id, day: 'wednesday', local_time: '19:00', often: 'every_week' } as const
  const { id, kind, name, rrule, starts_on } = await church.act(setUsualTime, weekly)
  assert.deepEqual([kind, name, rrule, starts_on], ['group', 'Yaba cell', 'FREQ=WEEKLY;BYDAY=WE', '2026-03-04'])
  const shown = (await church.send('GET', `/groups/${group.id}`)).json.data
  assert.deepEqual([shown.schedule_id, shown.status], [id, 'active'])
  const of = `&group_id=${group.id}`
  const days = async (): Promise<string[]> =>
    (await made(`${of}&status=planned`)).slice(0, 3).map(({ held_on, slot }) => `${held_on} ${slot.slice(11)}`)
  assert.deepEqual(await days(), ['2026-03-04 19:00', '2026-03-11 19:00', '2026-03-18 19:00'])
  const [first] = await made(of)
  await church.send('PATCH', `/meetings/${first!.id}`, { name: 'With supper' })
  const later = { ...weekly, day: 'tuesday', local_time: '18:30', often: 'every_two_weeks' } as const
  assert.equal((await church.act(setUsualTime, later)).id, id)
  assert.deepEqual(await days(), ['2026-03-03 18:30', '2026-03-04 19:00', '2026-03-17 18:30'])
  now = '2026-03-09T10:00:00Z'
  await church.act(setUsualTime, { ...later, local_time: '18:00' })
  assert.deepEqual((await days()).slice(0, 2), ['2026-03-03 18:30', '2026-03-04 19:00'], 'what was stays')
  assert.equal((await days())[2], '2026-03-17 18:00', 'another hour does not shift the rhythm')
  await church.act(setUsualTime, { ...weekly, often: 'last_of_the_month', from: '2026-04-01' })
  assert.deepEqual(
    (await made(`${of}&from=2026-03-10&status=planned`)).map(one => one.held_on),
    ['2026-04-29'],
  )
})

test('meetings of a group that were planned by hand go with it to another branch, to the clock there; what was stays', async () => {
  await withGroups()
  const branch_id = await church.branch('North')
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update branches set timezone = 'Europe/London' where church_id = ${church.church.id} and id = ${branch_id}`,
    ),
  )
  const hq = church.church.hq_branch_id
  const group_id = (await church.send('POST', '/groups', { name: 'Yaba cell', kind: 'cell' })).json.data.id
  const meet = async (held_on: string, more: object = {}): Promise<number> => {
    const body = { name: 'By hand', group_id, held_on, local_time: '19:00', ...more }
    const { status, json, text } = await church.send('POST', '/meetings', body)
    assert.equal(status, 201, text)
    return json.data.id
  }
  const was = await meet('2026-02-20')
  const ahead = await meet('2026-06-10')
  const elsewhere = await meet('2026-06-11', { timezone: 'Asia/Tokyo' })
  const off = await meet('2026-06-12')
  await church.send('PATCH', `/meetings/${off}`, { status: 'cancelled' })
  const recorded = await meet('2026-06-13')
  assert.equal((await church.send('POST', '/group_reports', { meeting_id: recorded, held: false })).status, 201)
  const { id: schedule } = await church.act(setUsualTime, { id: group_id, day: 'sunday', local_time: '17:00' })
  const [, edited] = await made(`&schedule_id=${schedule}&status=planned`)
  await church.send('PATCH', `/meetings/${edited!.id}`, { minutes: 60 })
  assert.equal((await church.send('PATCH', `/groups/${group_id}`, { branch_id })).status, 200)
  await follow()
  const where = async (id: number): Promise<unknown[]> => {
    const { branch_id: branch, starts_at, timezone } = (await church.send('GET', `/meetings/${id}`)).json.data
    return [branch, timezone, starts_at]
  }
  assert.deepEqual(await where(ahead), [branch_id, 'Europe/London', '2026-06-10T18:00:00Z'])
  assert.deepEqual(await where(elsewhere), [branch_id, 'Asia/Tokyo', '2026-06-11T10:00:00Z'])
  assert.deepEqual(await where(off), [branch_id, 'Europe/London', '2026-06-12T18:00:00Z'])
  assert.deepEqual((await where(was))[0], hq)
  assert.deepEqual((await where(recorded))[0], hq, 'its report is of the branch where it is')
  const later = await made(`&schedule_id=${schedule}&status=planned&from=2026-03-15`)
  assert.ok(later.length > 4 && later.every(one => one.branch_id === branch_id))
})

test('a meeting of which something is recorded while its group moves stays where it is held', async () => {
  await withGroups()
  const branch_id = await church.branch('North')
  const { id: own, hq_branch_id: hq } = church.church
  const group_id = (await church.send('POST', '/groups', { name: 'Yaba cell', kind: 'cell' })).json.data.id
  const body = { name: 'By hand', group_id, held_on: '2026-06-10', local_time: '19:00' }
  const { id } = (await church.send('POST', '/meetings', body)).json.data
  let moving: Promise<unknown> | undefined
  await service.database.write(own, async tx => {
    await tx.run(sql`select 1 from meetings where church_id = ${own} and id = ${id} for no key update`)
    moving ??= church.send('PATCH', `/groups/${group_id}`, { branch_id })
    await untilWaiting(service.database.read)
    await tx.run(sql`insert into headcounts (church_id, meeting_id, branch_id, held_on, category, count, source, created_at, updated_at)
      values (${own}, ${id}, ${hq}, '2026-06-10', 'adults', 12, 'manual', ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
  })
  await moving
  assert.equal((await church.send('GET', `/groups/${group_id}`)).json.data.branch_id, branch_id)
  assert.equal((await church.send('GET', `/meetings/${id}`)).json.data.branch_id, hq)
})

test('a group that is paused or closed makes no meetings; when it goes on, it does again; what was touched stays', async () => {
  await withGroups()
  const group = (await church.send('POST', '/groups', { name: 'Yaba cell', kind: 'cell' })).json.data.id
  const { id } = await church.act(setUsualTime, { id: group, day: 'sunday', local_time: '17:00' })
  const [kept] = await made(`&group_id=${group}`)
  await church.send('PATCH', `/meetings/${kept!.id}`, { minutes: 60 })
  const planned = async (): Promise<number> => (await made(`&group_id=${group}&status=planned`)).length
  assert.equal(await planned(), 8)
  for (const status of ['paused', 'closed']) {
    await church.send('PATCH', `/groups/${group}`, { status })
    await Promise.all([follow(), follow()])
    assert.equal(await planned(), kept!.status === 'planned' ? 1 : 0, status)
    now = '2026-03-12T10:00:00Z'
    await make()
    assert.equal(await planned(), kept!.status === 'planned' ? 1 : 0, `${status}, later`)
  }
  await church.send('PATCH', `/groups/${group}`, { status: 'active' })
  await follow()
  await make()
  assert.ok((await made(`&group_id=${group}&from=2026-03-12`)).every(({ status }) => status === 'planned'))
  assert.equal((await made(`&group_id=${group}&from=2026-03-12`)).length, 9)
  const { json } = await church.send('GET', `/schedules/${id}`)
  assert.equal(json.data.status, 'active', 'the group rests, its schedule does not end')
})

test('a schedule that moves takes the zone of its branch, unless another was chosen by hand', async () => {
  await withGroups()
  const auckland = await church.branch('Auckland')
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update branches set timezone = 'Pacific/Auckland' where church_id = ${church.church.id} and id = ${auckland}`,
    ),
  )
  const [plain, chosen] = [await add(), await add({ timezone: 'Europe/London' })]
  assert.equal((await change(plain.id, { branch_id: auckland })).timezone, 'Pacific/Auckland')
  assert.equal((await change(chosen.id, { branch_id: auckland })).timezone, 'Europe/London')
  assert.equal((await change(plain.id, { branch_id: church.church.hq_branch_id, timezone: 'UTC' })).timezone, 'UTC')
  const group = (await church.send('POST', '/groups', { name: 'Yaba cell', kind: 'cell' })).json.data.id
  const { id } = await church.act(setUsualTime, { id: group, day: 'sunday', local_time: '17:00' })
  const stays = await church.send('PATCH', `/schedules/${id}`, { branch_id: auckland })
  assert.deepEqual(stays.json.errors, { branch_id: 'must be the branch of the group' })
  await church.send('PATCH', `/groups/${group}`, { branch_id: auckland })
  await follow()
  const moved = (await church.send('GET', `/schedules/${id}`)).json.data
  assert.deepEqual([moved.branch_id, moved.timezone], [auckland, 'Pacific/Auckland'])
  const [next] = (await made(`&group_id=${group}&branch_id=${auckland}&status=planned`)) ?? []
  assert.deepEqual([next?.held_on, next?.starts_at], ['2026-03-08', '2026-03-08T04:00:00Z'])
})

test('a schedule takes over what is planned at its times already, in place of a second meeting', async () => {
  const plan = async (body: object): Promise<number> => {
    const made = await church.send('POST', '/meetings', { name: 'sunday SERVICE', local_time: '09:00', ...body })
    assert.equal(made.status, 201, made.text)
    return made.json.data.id
  }
  const held = await plan({ held_on: '2026-03-01' })
  const planned = await plan({ held_on: '2026-03-08', minutes: 180 })
  const other = await plan({ held_on: '2026-03-15', name: 'Wedding', kind: 'event' })
  const later = await plan({ held_on: '2026-03-22', local_time: '10:00' })
  const { id } = await add()
  interface Shown {
    id: number
    held_on: string
    local_time: string
    minutes: number
    status: string
    schedule_id: number | null
  }
  const meetings = async (query = ''): Promise<Shown[]> =>
    (await church.send('GET', `/meetings?per_page=100&sort=starts_at${query}`)).json.data
  const first = await meetings('&to=2026-03-22')
  assert.deepEqual(
    first.map(one => [one.id === held || one.id === planned, one.held_on, one.local_time, one.schedule_id]),
    [
      [true, '2026-03-01', '09:00', id],
      [true, '2026-03-08', '09:00', id],
      [false, '2026-03-15', '09:00', null],
      [false, '2026-03-15', '09:00', id],
      [false, '2026-03-22', '09:00', id],
      [false, '2026-03-22', '10:00', null],
    ],
  )
  assert.equal(first[2]?.id, other)
  // Moved to where one is planned already, that one is the schedule's, and its own of that day is cancelled.
  await change(id, { local_time: '10:00' })
  const moved = (await meetings('&from=2026-03-22&to=2026-03-22')).map(one => [one.id === later, one.status])
  assert.deepEqual(moved.sort(), [
    [false, 'cancelled'],
    [true, 'planned'],
  ])
  assert.deepEqual(
    (await meetings('&from=2026-03-08&to=2026-03-08')).map(one => [one.id, one.local_time, one.minutes]),
    [[planned, '10:00', 90]],
    'it moves with the others from then on',
  )
  for (const local_time of ['11:00', '09:00', '10:00']) {
    await change(id, { local_time })
    const again = await meetings('&from=2026-03-22&to=2026-03-22&status=planned')
    assert.deepEqual(
      again.map(one => [one.id, one.local_time]),
      [[later, local_time]],
    )
  }
})

test('a meeting that is cancelled for another of its day is still known to its schedule, and may have its place again', async () => {
  const { id } = await add()
  const body = { name: WEEKLY.name, held_on: '2026-03-22', local_time: '10:00' }
  const other = (await church.send('POST', '/meetings', body)).json.data.id
  const [own] = await made(`&schedule_id=${id}&from=2026-03-22&to=2026-03-22`)
  await change(id, { local_time: '10:00' })
  const ofDay = async () =>
    (await made(`&schedule_id=${id}&from=2026-03-22&to=2026-03-22`)).map(one => [one.id, one.slot, one.status]).sort()
  const gaveWay = [own?.id, null, 'cancelled']
  assert.deepEqual(await ofDay(), [gaveWay, [other, '2026-03-22T10:00', 'planned']].sort())
  // The series moves on and back without it.
  await change(id, { local_time: '11:00' })
  assert.deepEqual(await ofDay(), [gaveWay, [other, '2026-03-22T11:00', 'planned']].sort())
  await church.send('PATCH', `/meetings/${own?.id}`, { status: 'open' })
  await change(id, { local_time: '09:00' })
  assert.deepEqual(
    await ofDay(),
    [
      [own?.id, '2026-03-22T09:00', 'planned'],
      [other, null, 'cancelled'],
    ].sort(),
    'opened again, and at the time of the series once more, it is the one of its day',
  )
})

test('the usual time of a group takes over its meetings of that time, whatever they are called', async () => {
  await church.set({ modules: ['groups'] })
  const group = (await church.send('POST', '/groups', { name: 'Yaba cell', kind: 'cell' })).json.data.id
  const body = { name: 'At the Obis', group_id: group, held_on: '2026-03-04', local_time: '18:00' }
  const planned = (await church.send('POST', '/meetings', body)).json.data.id
  const weekly = {
    name: 'Cell',
    group_id: group,
    starts_on: '2026-03-04',
    local_time: '18:00',
    rrule: 'FREQ=WEEKLY;BYDAY=WE',
  }
  await add(weekly)
  const found = (await church.send('GET', `/meetings?group_id=${group}&to=2026-03-10`)).json.data
  assert.deepEqual(
    found.map((one: { id: number; schedule_id: number | null }) => [one.id, one.schedule_id !== null]),
    [[planned, true]],
  )
})
