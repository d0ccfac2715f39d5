/** What groups hold: who sees it, who takes its rolls, and when it is held (decisions, Meetings; 0023). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import {
  type Answered,
  startService,
  type TestChurch,
  type TestService,
  timeless,
} from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { conceal, reveal } from '../groups/group-actions.ts'

/** A Wednesday. */
const START = '2026-03-18T12:00:00Z'
const DAY = '2026-03-18'
const now = START
let service: TestService
let church: TestChurch
let owner: TestMember
let staff: TestMember
let viewer: TestMember
let finance: TestMember
let helper: TestMember
/** The helper's group, one of somebody else, a confidential one. */
const groups = { mine: 0, other: 0, hidden: 0 }
type Whose = keyof typeof groups
const WHOSE: readonly Whose[] = ['mine', 'other', 'hidden']
/** A meeting of each today, and one of the whole church. */
const held = { mine: 0, other: 0, hidden: 0, church: 0 }
/** A member of each group. */
const people = { mine: 0, other: 0, hidden: 0 }
/** On record, and in no group. */
let stranger = 0

const made = async (path: string, body: object): Promise<Answered['json']['data']> => {
  const { json, text } = await church.send('POST', path, body)
  assert.ok(json.data, text)
  return json.data
}
const meet = async (name: string, more: object = {}): Promise<number> =>
  (await made('/meetings', { name, held_on: DAY, local_time: '10:00', timezone: 'UTC', minutes: 240, ...more })).id
const act = (who: TestMember, name: string, body: object): Promise<Answered> =>
  who.inChurch('POST', `/actions/${name}`, body)

before(async () => {
  service = await startService({}, { clock: { now: () => new Date(now) } })
  church = await service.church()
  await church.set({ modules: ['groups'] })
  owner = await member(service, church, 'owner')
  staff = await member(service, church, 'staff')
  viewer = await member(service, church, 'viewer')
  finance = await member(service, church, 'finance')
  helper = await member(service, church, 'helper')
  stranger = (await made('/people', { first_name: 'Stranger' })).id
  held.church = await meet('Midweek service')
  await made('/attendances', { meeting_id: held.church, person_id: stranger })
  for (const whose of WHOSE) {
    groups[whose] = (await made('/groups', { name: `Group ${whose}`, kind: 'cell' })).id
    people[whose] = (await made('/people', { first_name: `Member ${whose}` })).id
    await made('/group_members', { group_id: groups[whose], person_id: people[whose], joined_on: '2026-01-01' })
    held[whose] = await meet(`Evening ${whose}`, { group_id: groups[whose] })
    await made('/attendances', { meeting_id: held[whose], person_id: people[whose] })
    await made('/headcounts', { meeting_id: held[whose], category: 'men', count: 3 })
    const weekly = { starts_on: DAY, local_time: '19:00', rrule: 'FREQ=WEEKLY;BYDAY=WE' }
    await made('/schedules', { name: `Weekly ${whose}`, group_id: groups[whose], ...weekly })
  }
  await church.act(conceal, { id: groups.hidden })
  const found = await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${helper.email}`)
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  assert.equal((await act(owner, 'groups.give_duty', { id: groups.mine, membership_id: found?.id })).status, 200)
})
after(() => service.close())

test('a meeting of a group is of its kind and in its branch; groups that cannot meet are refused', async () => {
  const north = await church.branch('North')
  const lesson = (await made('/groups', { name: 'Baptism class', kind: 'class', branch_id: north })).id
  const one = { name: 'x', held_on: DAY, local_time: '19:00', group_id: groups.mine }
  const plain = await made('/meetings', one)
  assert.deepEqual([plain.kind, plain.branch_id], ['group', church.church.hq_branch_id])
  const of = await made('/meetings', { ...one, group_id: lesson })
  assert.deepEqual([of.kind, of.branch_id], ['class', north])
  assert.equal((await made('/meetings', { ...one, kind: 'event' })).kind, 'event')
  const refused = async (body: object): Promise<unknown> =>
    (await church.send('POST', '/meetings', { ...one, ...body })).json.errors
  assert.deepEqual(await refused({ branch_id: north }), { branch_id: 'must be the branch of the group' })
  assert.deepEqual(await refused({ group_id: groups.hidden }), { group_id: 'names no group that you can use' })
  await church.send('PATCH', `/groups/${lesson}`, { status: 'closed' })
  assert.deepEqual(await refused({ group_id: lesson }), { group_id: 'names a group that is closed' })
  await church.set({ modules: [] })
  assert.deepEqual(await refused({}), { group_id: 'names no group that you can use' })
  assert.equal((await church.send('POST', '/meetings', { ...one, group_id: null })).status, 201)
  await church.set({ modules: ['groups'] })
})

test('a helper takes the roll of their group and counts; of others, and of people who are not of it, they learn nothing', async () => {
  const roll = await helper.inChurch('GET', `/views/roll?meeting_id=${held.mine}`)
  assert.deepEqual(
    roll.json.data.names.map(({ person_id, state }: { person_id: number; state: string }) => [person_id, state]),
    [[people.mine, 'present']],
    roll.text,
  )
  const late = (await made('/people', { first_name: 'Late' })).id
  await made('/group_members', { group_id: groups.mine, person_id: late, joined_on: '2026-03-19' })
  const names = async (who: TestMember, q = ''): Promise<number[]> => {
    const { json } = await who.inChurch('GET', `/views/roll?meeting_id=${held.mine}${q}`)
    return json.data.names.map(({ person_id }: { person_id: number }) => person_id).sort()
  }
  assert.deepEqual(await names(helper), [people.mine], 'members of that day')
  assert.deepEqual([await names(helper, '&q=late'), await names(helper, '&q=stranger')], [[late], []])
  assert.deepEqual(await names(staff, '&q=stranger'), [stranger], 'visitors are found by who sees people')
  const mark = (meeting_id: number, person_id: number) =>
    act(helper, 'attendances.mark', { meeting_id, person_id, state: 'present' })
  assert.equal((await mark(held.mine, people.mine)).status, 200)
  assert.equal((await mark(held.mine, late)).status, 200)
  const [unknown, nobody] = [await mark(held.mine, stranger), await mark(held.mine, 999_999)]
  assert.equal(timeless(unknown), timeless(nobody))
  assert.equal(unknown.status, 422)
  await act(staff, 'attendances.mark', { meeting_id: held.mine, person_id: stranger, state: 'present' })
  assert.deepEqual(await names(helper), [people.mine, late, stranger].sort(), 'with whoever was marked')
  assert.equal((await mark(held.mine, stranger)).status, 200)
  const counted = await act(helper, 'headcounts.set', { meeting_id: held.mine, category: 'women', count: 4 })
  assert.deepEqual([counted.status, counted.json.data.meeting.total], [200, 7])
  await act(helper, 'headcounts.add', { meeting_id: held.mine, category: 'women', more: 1 })
  assert.equal((await act(helper, 'meetings.done', { id: held.mine })).json.data.total, 8)
  for (const whose of ['other', 'hidden', 'church'] as const) {
    assert.equal((await helper.inChurch('GET', `/meetings/${held[whose]}`)).status, 404, whose)
    assert.equal((await helper.inChurch('GET', `/views/roll?meeting_id=${held[whose]}`)).status, 404, whose)
    const body = { meeting_id: held[whose], person_id: people.mine, state: 'present' }
    const none = await act(helper, 'attendances.mark', { ...body, meeting_id: 999_999 })
    assert.equal(timeless(await act(helper, 'attendances.mark', body)), timeless(none), whose)
    const id = held[whose]
    assert.equal((await act(helper, 'meetings.close', { id })).status, 404, whose)
    assert.equal((await act(helper, 'headcounts.set', { meeting_id: id, category: 'men', count: 1 })).status, 404)
  }
  const seen = (await helper.inChurch('GET', '/meetings?per_page=100')).json
  assert.ok(seen.data.every(({ group_id }: { group_id: number }) => group_id === groups.mine))
  assert.equal(seen.meta.total, seen.data.length)
  assert.equal((await helper.inChurch('POST', '/meetings', { name: 'x' })).status, 403)
})

test('what a confidential group holds is told to nobody: no list, total, trend, name, file or receiver', async () => {
  const asks: [name: string, ask: TestMember['inChurch'], seesGroups: boolean][] = [
    ['staff', staff.inChurch, true],
    ['viewer', viewer.inChurch, true],
    ['finance', finance.inChurch, false],
    ['key', (method, path, body) => church.send(method, path, body), true],
  ]
  const lists = ['/meetings', '/schedules', '/attendances', '/headcounts']
  for (const [who, ask, seesGroups] of asks) {
    for (const path of lists) {
      const { data, meta } = (await ask('GET', `${path}?per_page=100`)).json
      const of = new Set(data.map(({ group_id }: { group_id: number | null }) => group_id))
      assert.equal(of.has(groups.hidden), false, `${who} ${path}`)
      assert.equal(of.has(groups.other), seesGroups, `${who} ${path}`)
      assert.equal(meta.total, data.length, `${who} ${path}`)
      assert.equal((await ask('GET', `${path}?group_id=${groups.hidden}`)).json.meta.total, 0)
    }
    assert.equal((await ask('GET', `/meetings/${held.hidden}`)).status, 404, who)
  }
  for (const [who, ask] of asks.slice(0, 3)) {
    for (const path of lists) {
      const { text } = await ask('GET', `${path}/export`)
      assert.doesNotMatch(text, /Member hidden|Evening hidden|Weekly hidden|Group hidden/, `${who} ${path}`)
    }
    const named = (await ask('GET', '/meetings/names?q=evening')).json.data
    assert.ok(!named.some(({ id }: { id: number }) => id === held.hidden), who)
  }
  const trends = async (who: TestMember) => {
    const { groups: of, now: services } = (await who.inChurch('GET', '/views/attendance_trends?weeks=4')).json.data
    return [of.met.at(-1), of.now.at(-1), services.at(-1)]
  }
  assert.deepEqual(await trends(owner), [3, 8 + 3 + 3, 1])
  assert.deepEqual(await trends(viewer), [2, 8 + 3, 1])
  assert.deepEqual(await trends(finance), [0, null, 1])
  const before = (await church.events()).filter(({ name }) => name === 'attendance.recorded').length
  const told = await act(owner, 'meetings.close', { id: held.hidden })
  assert.deepEqual([told.status, told.json.data.status], [200, 'closed'])
  assert.equal((await church.events()).filter(({ name }) => name === 'attendance.recorded').length, before)
  assert.equal((await act(owner, 'meetings.close', { id: held.other })).status, 200)
})

test('totals and pages of attendances are right while groups are hidden and shown, also when they were remembered', async () => {
  const all = async (query: string) => (await church.send('GET', `/attendances?${query}`)).json
  const expected = async (): Promise<number> =>
    Number(
      (await service.database.read.first<{ n: number }>(sql`select count(*)::int as n from attendances
        where church_id = ${church.church.id} and (group_id is null
          or group_id in (select id from groups where church_id = ${church.church.id} and not hidden))`))!.n,
    )
  for (const change of [conceal, reveal, conceal]) {
    await church.act(change, { id: groups.other })
    const total = await expected()
    for (const query of [
      '',
      'state=present',
      `from=${DAY}`,
      'sort=-held_on',
      `branch_id=${church.church.hq_branch_id}`,
    ]) {
      for (const _ of ['first', 'again']) {
        const { data, meta } = await all(`${query}&per_page=100`)
        assert.deepEqual([meta.total, data.length], [total, total], query)
      }
    }
    const ids: number[] = []
    for (let page = 1; page <= total; page += 1) ids.push((await all(`per_page=1&page=${page}`)).data[0].id)
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    )
  }
  await church.act(reveal, { id: groups.other })
})

test('a group in London and one in Auckland meet at their hour of the wall through the change of clocks', async () => {
  const at = async (timezone: string): Promise<string[]> => {
    const group_id = (await made('/groups', { name: timezone, kind: 'cell' })).id
    const rule = { starts_on: '2026-03-18', local_time: '19:30', rrule: 'FREQ=WEEKLY;BYDAY=WE' }
    const schedule = await made('/schedules', { name: timezone, group_id, timezone, ...rule })
    assert.equal(schedule.kind, 'group')
    const { json } = await church.send('GET', `/meetings?group_id=${group_id}&sort=starts_at&per_page=100`)
    return json.data.slice(0, 4).map(({ starts_at }: { starts_at: string }) => starts_at)
  }
  assert.deepEqual(await at('Europe/London'), [
    '2026-03-18T19:30:00Z',
    '2026-03-25T19:30:00Z',
    '2026-04-01T18:30:00Z',
    '2026-04-08T18:30:00Z',
  ])
  assert.deepEqual(await at('Pacific/Auckland'), [
    '2026-03-18T06:30:00Z',
    '2026-03-25T06:30:00Z',
    '2026-04-01T06:30:00Z',
    '2026-04-08T07:30:00Z',
  ])
})
