import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, PASSWORD } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { createClass, updateClass } from './edit-class.ts'
import { setGrades } from './grades.ts'
import { createYear, makeCurrent, updateYear } from './school-years.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const YEAR = { name: '2026/27', starts_on: '2026-09-06', ends_on: '2027-07-25' }

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock: { now: () => NOW } })
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
})
after(() => service.close())

const get = async (path: string) => (await church.send('GET', path)).json.data
const refused = (doing: Promise<unknown>): Promise<Record<string, string> | undefined> =>
  doing.then(
    () => undefined,
    (error: { errors?: Record<string, string> }) => ({ ...error.errors }),
  )
const wrong = async (doing: Promise<unknown>, ...fields: string[]): Promise<void> =>
  assert.deepEqual(Object.keys((await refused(doing)) ?? {}).sort(), fields.sort())
const statusOf = ({ status }: Answered): number => status

test('the school stands on groups: neither is switched so that the school is on without them', async () => {
  const needs = { modules: 'school needs groups: switch groups on too, or school off' }
  assert.deepEqual(await refused(church.set({ modules: ['school'] })), needs)
  const { inChurch } = await member(service, church, 'owner')
  const about = { name: 'Grace', country: 'NG', timezone: 'Africa/Lagos' }
  const answer = await inChurch('POST', '/actions/church.set', { ...about, modules: ['school', 'giving'] })
  assert.deepEqual([answer.status, answer.json.errors], [422, needs])
  assert.equal(statusOf(await church.send('GET', '/school_classes')), 200)
  const { id } = await church.act(createClass, { name: 'Lions' })
  await church.set({ modules: ['groups'] })
  assert.equal(statusOf(await church.send('GET', '/school_classes')), 404)
  assert.equal((await get(`/groups/${id}`)).name, 'Lions')
  await church.set({ modules: ['groups', 'school'] })
  assert.equal((await get(`/school_classes/${id}`)).name, 'Lions')
})

test('of school years one is current: the first that has begun, then whichever is made so', async () => {
  const first = await church.act(createYear, YEAR)
  const next = await church.act(createYear, { name: '2027/28', starts_on: '2027-09-05', ends_on: '2028-07-23' })
  assert.deepEqual([first.status, next.status], ['current', 'planned'])
  await wrong(church.act(createYear, { ...YEAR, name: '2026/27', ends_on: '2026-01-01' }), 'ends_on', 'name')
  await wrong(church.act(updateYear, { id: next.id, name: '2026/27', starts_on: '2029-01-01' }), 'ends_on', 'name')
  assert.equal((await church.act(makeCurrent, { id: next.id })).status, 'current')
  const states = (await get('/school_years')).map(({ status }: { status: string }) => status)
  assert.deepEqual(states, ['past', 'current'])
  const again = await church.act(makeCurrent, { id: next.id })
  assert.equal(again.updated_at, (await get(`/school_years/${next.id}`)).updated_at)
  await Promise.all([first, next].map(({ id }) => church.act(makeCurrent, { id })))
  assert.equal((await get('/school_years?status=current')).length, 1)
})

test('a class is a group of that kind with a year and grades; making it makes both', async () => {
  const year = await church.act(createYear, YEAR)
  const next = await church.act(createClass, { name: 'Eagles', grade_from: '4' })
  const made = await church.act(createClass, {
    name: 'Lions',
    grade_from: 'reception',
    grade_to: '2',
    next_group_id: next.id,
    capacity: 20,
  })
  assert.deepEqual(
    [made.school_year_id, made.grade_from, made.grade_to, made.next_group_id, made.group_id, made.capacity],
    [year.id, 'Reception', '2', next.id, made.id, 20],
  )
  const { kind, joining, name } = await get(`/groups/${made.id}`)
  assert.deepEqual([kind, joining, name], ['class', 'closed', 'Lions'])
  assert.deepEqual(await get(`/school_classes/${made.id}`), made)
  await wrong(church.act(updateClass, { id: made.id, grade_from: '5', grade_to: '3' }), 'grade_to')
  await wrong(church.act(updateClass, { id: made.id, next_group_id: made.id }), 'next_group_id')
  await wrong(
    church.act(createClass, { name: 'X', school_year_id: 99, next_group_id: 99 }),
    'next_group_id',
    'school_year_id',
  )
  const changed = await church.act(updateClass, { id: made.id, name: 'Cubs', grade_to: null })
  assert.deepEqual([changed.name, changed.grade_from, changed.grade_to], ['Cubs', 'Reception', null])
  const { data: cell } = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json
  assert.equal(statusOf(await church.send('GET', `/school_classes/${cell.id}`)), 404)
  await assert.rejects(church.act(updateClass, { id: cell.id, name: 'Not a class' }), { code: 'not_found' })
  const { data: bare } = (await church.send('POST', '/groups', { name: 'Bare', kind: 'class' })).json
  assert.equal((await get(`/school_classes/${bare.id}`)).school_year_id, null)
  assert.deepEqual(
    (await get(`/school_classes?school_year_id=${year.id}&sort=name`)).map((one: { name: string }) => one.name),
    ['Cubs', 'Eagles'],
  )
  assert.equal((await get('/school_classes?q=cub&grade_from=RECEPTION'))[0].id, made.id)
})

test('a class that is given a time meets every Sunday from now on', async () => {
  const { inChurch } = await member(service, church, 'staff')
  const answer = await inChurch('POST', '/actions/school_classes.create', { name: 'Lions', local_time: '08:30' })
  assert.equal(answer.status, 200, answer.text)
  const { id } = answer.json.data
  const [schedule] = await get(`/schedules?group_id=${id}`)
  assert.deepEqual([schedule.rrule, schedule.kind, schedule.starts_on], ['FREQ=WEEKLY;BYDAY=SU', 'class', '2026-11-22'])
  const [first] = await get(`/meetings?group_id=${id}&sort=starts_at`)
  assert.deepEqual([first.held_on, first.local_time, first.kind], ['2026-11-22', '08:30', 'class'])
})

test('a church sets its grades and their order; other grades are taken as they are', async () => {
  await church.act(setGrades, { grades: ['Beginners', 'Primary', 'Junior'] })
  const made = await church.act(createClass, { name: 'Lions', grade_from: 'PRIMARY', grade_to: 'Choir' })
  assert.deepEqual([made.grade_from, made.grade_to], ['Primary', 'Choir'])
  await wrong(church.act(updateClass, { id: made.id, grade_to: 'Beginners' }), 'grade_to')
  await wrong(church.act(setGrades, { grades: ['One', 'one'] }), 'grades')
})

test('whoever teaches sees their own classes, and the others of the church not', async () => {
  const mine = await church.act(createClass, { name: 'Lions' })
  const other = await church.act(createClass, { name: 'Eagles', next_group_id: mine.id })
  const owner = await member(service, church, 'owner')
  const helper = await member(service, church, 'helper')
  const duty = async (): Promise<object> => {
    const { others } = (await owner.inChurch('GET', `/views/group_leaders?id=${mine.id}`)).json.data
    return { id: mine.id, membership_id: others[0].membership_id }
  }
  const given = await duty()
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  assert.equal(statusOf(await owner.inChurch('POST', '/actions/groups.give_duty', given)), 200)
  const { data } = (await helper.inChurch('GET', '/school_classes')).json
  assert.deepEqual(
    data.map(({ id }: { id: number }) => id),
    [mine.id],
  )
  assert.equal(statusOf(await helper.inChurch('GET', `/school_classes/${other.id}`)), 404)
  assert.equal(statusOf(await helper.inChurch('GET', '/school_years')), 403)
  assert.equal(statusOf(await helper.inChurch('POST', '/actions/school_classes.create', { name: 'Mine' })), 403)
  assert.equal(statusOf(await owner.inChurch('POST', '/actions/groups.take_duty', given)), 200)
  assert.equal(statusOf(await helper.inChurch('GET', `/school_classes/${mine.id}`)), 404)
})

test('classes come from a file with teachers and pupils: all rows or none', async () => {
  await church.act(createYear, YEAR)
  const add = async (first_name: string, email?: string): Promise<number> =>
    (await church.send('POST', '/people', { first_name, last_name: 'Obi', email })).json.data.id
  const [ada, bola, teacher] = [await add('Ada'), await add('Bola', 'bola@example.org'), await add('Grace')]
  const take = async (text: string) => {
    const asked = { file: csv(text), by: BY, options: {} }
    return await importInto(service.database, church.church, 'school_classes', asked, { now: NOW })
  }
  const lines =
    'class,grade,teacher,pupil\nLions,reception,Grace Obi,Ada Obi\nLions,,Grace Obi,BOLA@example.org\nEagles,3,,\n'
  const wrong = await take(`${lines}Eagles,3,Nobody,Ada Obi\n`)
  assert.deepEqual([wrong.imported, wrong.refused], [0, 1])
  assert.deepEqual(await get('/school_classes'), [])
  const done = await take(lines)
  assert.deepEqual([done.imported, done.refused], [3, 0])
  const [lions, eagles] = await get('/school_classes')
  assert.deepEqual(
    [lions.name, lions.grade_from, lions.member_count, lions.leader_count, eagles.name, eagles.grade_from],
    ['Lions', 'Reception', 3, 1, 'Eagles', '3'],
  )
  const members = await get(`/group_members?group_id=${lions.id}`)
  const roles = new Map(members.map((one: { person_id: number; role: string }) => [one.person_id, one.role]))
  assert.deepEqual([roles.get(ada), roles.get(bola), roles.get(teacher)], ['member', 'member', 'leader'])
})
