import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { quiet } from '../../../test/support/quiet.ts'
import { readPdf, textOf } from '../../../test/support/read-pdf.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { doingOn } from '../../resource/step.ts'
import { conceal } from '../groups/group-actions.ts'
import { tendDue } from '../meetings/clock.ts'
import { cancelMeeting, reopenMeeting } from '../meetings/meeting-actions.ts'
import { mergePeople } from '../people/merge.ts'
import { applyPromotion } from '../promotions/apply.ts'
import { draftPromotion } from '../promotions/draft.ts'
import { createClass } from './edit-class.ts'
import { createYear, makeCurrent } from './school-years.ts'

const SUNDAY = '2026-11-22'
const DAY_MS = 86_400_000
let now = new Date(`${SUNDAY}T09:00:00Z`)

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  now = new Date(`${SUNDAY}T09:00:00Z`)
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  await church.act(createYear, { name: '2026/27', starts_on: '2026-09-06', ends_on: '2027-07-25' })
})
after(() => service.close())

const made = ({ status, json, text }: Answered) => {
  assert.equal(status, 201, text)
  return json.data
}
const done = ({ status, json, text }: Answered) => {
  assert.equal(status, 200, text)
  return json.data
}
const get = async (path: string) => done(await church.send('GET', path))
const person = async (first_name: string): Promise<number> =>
  made(await church.send('POST', '/people', { first_name })).id
const join = (group_id: number, person_id: number, role = 'member') =>
  church.send('POST', '/group_members', { group_id, person_id, role, joined_on: '2026-10-04' })
const open = (group_id: number, more: object = {}) => church.send('POST', '/class_sessions', { group_id, ...more })
const change = (id: number, body: object) => church.send('PATCH', `/class_sessions/${id}`, body)
const mark = (meeting_id: number, person_id: number, state = 'present') =>
  church.send('POST', '/attendances', { meeting_id, person_id, state })
const told = async (...names: string[]) => (await church.events()).filter(({ name }) => names.includes(name))
const closings = async () =>
  (await told('school.attendance_closed')).map(({ body }) => body.data as Record<string, unknown>)

/** A class with three pupils and a teacher. */
async function lions() {
  const { id } = await church.act(createClass, { name: 'Lions', grade_from: '3' })
  const [ada, bola, chidi, teacher] = [
    await person('Ada'),
    await person('Bola'),
    await person('Chidi'),
    await person('Mrs Eze'),
  ]
  for (const one of [ada, bola, chidi]) await join(id, one)
  await join(id, teacher, 'leader')
  return { id, ada, bola, chidi, teacher }
}

/** An owner, and a helper who teaches a class. */
async function teacherOf(id: number): Promise<{ owner: TestMember; helper: TestMember; duty: object }> {
  const owner = await member(service, church, 'owner')
  const helper = await member(service, church, 'helper')
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  const { others } = done(await owner.inChurch('GET', `/views/group_leaders?id=${id}`))
  const duty = { id, membership_id: others[0].membership_id }
  done(await owner.inChurch('POST', '/actions/groups.give_duty', duty))
  return { owner, helper, duty }
}

test('closing writes absent whom nobody marked, closes the meeting, and tells of both', async () => {
  const { id, ada, bola, chidi, teacher } = await lions()
  // Nobody is asked Sunday after Sunday for a child who has died.
  const dayo = made(await church.send('POST', '/people', { first_name: 'Dayo' })).id
  await join(id, dayo)
  await church.send('PATCH', `/people/${dayo}`, { status: 'deceased' })
  const session = made(await open(id, { lesson: 'The lost son', offering: 25_000 }))
  assert.deepEqual(
    [session.class_name, session.held_on, session.status, session.currency, session.revision],
    ['Lions', SUNDAY, 'open', 'NGN', 0],
  )
  const meeting = await get(`/meetings/${session.meeting_id}`)
  assert.deepEqual([meeting.kind, meeting.group_id, meeting.status, meeting.local_time], ['class', id, 'open', '10:00'])
  await mark(session.meeting_id, ada)
  await mark(session.meeting_id, bola, 'excused')
  await church.send('POST', '/attendances', { meeting_id: session.meeting_id, person_id: teacher, role: 'leader' })
  const closed = done(await change(session.id, { visitor_count: 2, status: 'closed' }))
  assert.deepEqual([closed.status, closed.revision, closed.present, closed.absent], ['closed', 1, 2, 1])
  const rows = await get(`/attendances?meeting_id=${session.meeting_id}`)
  const states = Object.fromEntries(rows.map((row: { person_id: number; state: string }) => [row.person_id, row.state]))
  assert.deepEqual(states, { [ada]: 'present', [bola]: 'excused', [chidi]: 'absent', [teacher]: 'present' })
  assert.equal((await get(`/meetings/${session.meeting_id}`)).status, 'closed')
  const [data, ...more] = await closings()
  const { closed_by, closed_at, ...figures } = data ?? {}
  assert.deepEqual(more, [])
  assert.deepEqual(figures, {
    session: { id: session.id, meeting_id: session.meeting_id, held_on: SUNDAY, lesson: 'The lost son', revision: 1 },
    class: { id, name: 'Lions', branch_id: church.church.hq_branch_id, grade_from: '3' },
    present: 2,
    absent: 1,
    excused: 1,
    visitors: 2,
    helpers: 1,
    offering: 25_000,
    currency: 'NGN',
  })
  assert.equal((closed_by as { kind: string }).kind, 'key')
  const [attendance] = (await told('attendance.recorded')).slice(-1)
  assert.deepEqual(
    [attendance?.body.data].map(one => {
      const { closed, named } = one as { closed: boolean; named: { present: number; absent: number } }
      return [closed, named.present, named.absent]
    }),
    [[true, 2, 1]],
  )
  assert.equal(done(await change(session.id, { status: 'closed' })).updated_at, closed.updated_at)
  assert.equal((await closings()).length, 1)
})

test('what is closed is said no more until it is opened again; closed again it is told again', async () => {
  const { id, chidi } = await lions()
  const session = made(await open(id))
  done(await change(session.id, { status: 'closed' }))
  assert.deepEqual([(await change(session.id, { lesson: 'Late' })).json.error], ['wrong_state'])
  const again = await open(id)
  assert.deepEqual([again.status, again.json.data.id, again.json.meta.duplicate], [200, session.id, true])
  done(await change(session.id, { status: 'open', lesson: 'Late' }))
  assert.equal((await get(`/meetings/${session.meeting_id}`)).status, 'open')
  await mark(session.meeting_id, chidi)
  const closed = done(await change(session.id, { status: 'closed' }))
  assert.deepEqual([closed.revision, closed.present, closed.absent, closed.lesson], [2, 1, 2, 'Late'])
  assert.deepEqual(
    (await closings()).map(({ session: one, absent }) => [(one as { revision: number }).revision, absent]),
    [
      [1, 3],
      [2, 2],
    ],
  )
})

test('two teachers who open a class at once open one session; two who close it tell of it once', async () => {
  const { id } = await lions()
  const opened = await Promise.all([open(id), open(id), open(id)])
  assert.deepEqual(opened.map(({ status }) => status).sort(), [200, 200, 201])
  const [session] = opened.map(({ json }) => json.data)
  assert.equal((await get('/class_sessions')).length, 1)
  assert.equal((await get('/meetings')).length, 1)
  const closed = await Promise.all([1, 2, 3, 4].map(() => change(session.id, { status: 'closed' })))
  assert.deepEqual(
    closed.map(one => done(one).revision),
    [1, 1, 1, 1],
  )
  assert.equal((await closings()).length, 1)
  assert.equal((await get(`/attendances?meeting_id=${session.meeting_id}`)).length, 3)
})

test('the meeting that a schedule made for the day is the one that is opened, and days to come are not', async () => {
  const { id } = await lions()
  const weekly = {
    name: 'Lions',
    group_id: id,
    starts_on: '2026-11-01',
    local_time: '08:30',
    rrule: 'FREQ=WEEKLY;BYDAY=SU',
  }
  made(await church.send('POST', '/schedules', weekly))
  const session = made(await open(id))
  const meeting = await get(`/meetings/${session.meeting_id}`)
  assert.deepEqual([meeting.held_on, meeting.local_time, meeting.status], [SUNDAY, '08:30', 'open'])
  const refused = await open(id, { held_on: '2026-11-29' })
  assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['held_on']])
  const { data: cell } = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json
  assert.deepEqual(Object.keys((await open(cell.id)).json.errors ?? {}), ['group_id'])
})

test('shares of a year count who was absent, and neither who was excused nor open sessions', async () => {
  const { id, ada, bola, chidi } = await lions()
  const { inChurch } = await member(service, church, 'owner')
  for (const [held_on, here, excused] of [
    ['2026-11-08', [ada, bola], undefined],
    ['2026-11-15', [ada], bola],
  ] as const) {
    const session = made(await open(id, { held_on }))
    for (const one of here) await mark(session.meeting_id, one)
    if (excused) await mark(session.meeting_id, excused, 'excused')
    done(await change(session.id, { status: 'closed' }))
  }
  const today = made(await open(id))
  await mark(today.meeting_id, chidi)
  const { sessions, pupils } = done(await inChurch('GET', `/views/class_year?id=${id}`))
  assert.deepEqual(
    sessions.map((one: { held_on: string; present: number; expected: number }) => [
      one.held_on,
      one.present,
      one.expected,
    ]),
    [
      ['2026-11-08', 2, 3],
      ['2026-11-15', 1, 2],
      [SUNDAY, 0, 0],
    ],
  )
  assert.deepEqual(
    pupils.map((one: { name: string; present: number; expected: number }) => [one.name, one.present, one.expected]),
    [
      ['Ada', 2, 2],
      ['Bola', 1, 1],
      ['Chidi', 0, 2],
    ],
  )
  assert.equal(pupils[2].states[today.id], 'present')
})

test('two records of one pupil are one row of the roll, whether they are merged before or after it is closed', async () => {
  const { id, ada, bola, chidi } = await lions()
  const twin = async (): Promise<number> => {
    const one = await person('Ada twice')
    await join(id, one)
    return one
  }
  const first = await twin()
  const session = made(await open(id))
  await mark(session.meeting_id, first)
  await church.act(mergePeople, { keep: ada, remove: first })
  const closed = done(await change(session.id, { status: 'closed' }))
  assert.deepEqual([closed.present, closed.absent], [1, 2])
  const second = await twin()
  const before = made(await open(id, { held_on: '2026-11-15' }))
  await mark(before.meeting_id, second)
  await mark(before.meeting_id, bola)
  const later = done(await change(before.id, { status: 'closed' }))
  assert.deepEqual([later.present, later.absent], [2, 2])
  await church.act(mergePeople, { keep: ada, remove: second })
  const { present, absent, revision } = await get(`/class_sessions/${before.id}`)
  assert.deepEqual([present, absent, revision], [2, 1, 1])
  assert.equal((await get(`/meetings/${before.meeting_id}`)).named, 2)
  const rows = await get(`/attendances?meeting_id=${before.meeting_id}&state=present,absent`)
  assert.deepEqual(rows.map((row: { person_id: number }) => row.person_id).sort(), [ada, bola, chidi].sort())
})

test('a teacher marks and closes their own class, and none that was taken from them or of somebody else', async () => {
  const { id, ada, bola } = await lions()
  const other = await church.act(createClass, { name: 'Eagles' })
  const stranger = await person('Stranger')
  const { owner, helper, duty } = await teacherOf(id)
  const act = (name: string, body: object, who = helper) =>
    who.inChurch('POST', `/actions/class_sessions.${name}`, body)
  assert.deepEqual(
    done(await helper.inChurch('GET', '/views/my_classes')).map((one: { id: number; session: null }) => [
      one.id,
      one.session,
    ]),
    [[id, null]],
  )
  const session = made(await helper.inChurch('POST', '/class_sessions', { group_id: id }))
  assert.equal((await helper.inChurch('POST', '/class_sessions', { group_id: other.id })).status, 422)
  const theirs = made(await owner.inChurch('POST', '/class_sessions', { group_id: other.id }))
  // The clock leaves the meeting alone: the class is open as long as its teacher has it open.
  now = new Date(now.getTime() + DAY_MS / 4)
  await tendDue({ ...doingOn(service.database, { now: () => now }, HOUSE), clock: { now: () => now }, log: quiet })
  assert.equal((await get(`/meetings/${session.meeting_id}`)).status, 'open')
  done(await act('mark', { id: session.id, person_id: ada, state: 'present' }))
  const unknown = await act('mark', { id: session.id, person_id: stranger, state: 'present' })
  assert.deepEqual(
    unknown.json.errors,
    (await act('mark', { id: session.id, person_id: 999_999, state: 'present' })).json.errors,
  )
  assert.equal((await act('mark', { id: theirs.id, person_id: ada, state: 'present' })).status, 404)
  assert.equal(done(await act('mark', { id: session.id, person_id: stranger, state: 'present' }, owner)).present, 2)
  const { pupils } = done(await helper.inChurch('GET', `/views/class_roll?id=${session.id}`))
  assert.deepEqual(
    pupils.map((one: { name: string; role: string | null; state: string | null }) => [one.name, one.role, one.state]),
    [
      ['Ada', 'member', 'present'],
      ['Bola', 'member', null],
      ['Chidi', 'member', null],
      ['Stranger', null, 'present'],
      ['Mrs Eze', 'leader', null],
    ],
  )
  const closed = done(await act('close', { id: session.id, lesson: 'The lost son' }))
  assert.deepEqual([closed.status, closed.absent, closed.lesson], ['closed', 2, 'The lost son'])
  now = new Date(now.getTime() + 8 * DAY_MS)
  assert.deepEqual(Object.keys((await act('reopen', { id: session.id })).json.errors ?? {}), ['status'])
  assert.equal(done(await act('reopen', { id: session.id }, owner)).status, 'open')
  done(await owner.inChurch('POST', '/actions/groups.take_duty', duty))
  assert.equal((await helper.inChurch('GET', `/class_sessions/${session.id}`)).status, 404)
  assert.equal((await act('mark', { id: session.id, person_id: bola, state: 'present' })).status, 404)
  assert.deepEqual(done(await helper.inChurch('GET', '/views/my_classes')), [])
})

test('who is limited to a branch is told nobody of another by a class: not by its rolls, on paper, by a mark or by a link', async () => {
  const { id, ada, bola, chidi } = await lions()
  const north = await church.branch('North')
  const [mine, visitor, stranger] = await Promise.all(
    ['Musa', 'Vera', 'Stranger'].map(async first_name => {
      const body = { first_name, ...(first_name !== 'Stranger' && { branch_id: north }) }
      return made(await church.send('POST', '/people', body)).id as number
    }),
  )
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update groups set branch_id = ${north} where church_id = ${church.church.id} and id = ${id}`),
  )
  await join(id, mine ?? 0)
  const staff = await member(service, church, 'staff', north)
  const session = made(await open(id))
  for (const one of [ada, visitor, stranger]) await mark(session.meeting_id, one ?? 0)
  const view = async (name: string, of: number) => done(await staff.inChurch('GET', `/views/${name}?id=${of}`))
  const named = ({ pupils, others }: { pupils: { name: string }[]; others: number }) => [
    pupils.map(({ name }) => name),
    others,
  ]
  assert.deepEqual(named(await view('class_roll', session.id)), [['Musa', 'Vera'], 5])
  assert.deepEqual(named(await view('class_year', id)), [['Musa', 'Vera'], 4])
  const paper = await fetch(`${service.url}/console/api/${church.church.slug}/views/class_blank_roll?id=${id}`, {
    headers: { cookie: staff.session.join('='), 'sec-fetch-site': 'same-origin' },
  })
  const names = (await readPdf(new Uint8Array(await paper.arrayBuffer()))).map(textOf).join('\n')
  assert.match(names, /Musa/)
  assert.doesNotMatch(names, /Ada|Bola|Stranger/)
  const tap = (person_id: number) =>
    staff.inChurch('POST', '/actions/class_sessions.mark', { id: session.id, person_id, state: 'absent' })
  assert.deepEqual((await tap(ada)).json, (await tap(999_999)).json)
  done(await tap(mine ?? 0))
  const { url } = await view('session_link', session.id)
  const { text } = await service.request('GET', new URL(url).pathname)
  assert.match(text, /Musa[\s\S]*Vera[\s\S]*5 people of other branches are not listed, and not counted/)
  assert.doesNotMatch(text, /Ada|Bola|Stranger|Mrs Eze/)
  // Whom they cannot mark they do not make absent either: that is for who sees them, and closes it.
  const marks = async () =>
    Object.fromEntries(
      (await get(`/attendances?meeting_id=${session.meeting_id}`)).map(
        ({ person_id, state }: { person_id: number; state: string }) => [person_id, state],
      ),
    )
  const said = { [ada]: 'present', [visitor ?? 0]: 'present', [stranger ?? 0]: 'present', [mine ?? 0]: 'absent' }
  done(
    await staff.inChurch('POST', '/actions/class_sessions.mark', { id: session.id, person_id: mine, state: 'undone' }),
  )
  done(await staff.inChurch('POST', '/actions/class_sessions.close', { id: session.id }))
  assert.deepEqual(await marks(), said)
  done(await change(session.id, { status: 'open' }))
  const form = { raw: 'do=close', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  assert.equal((await service.request('POST', new URL(url).pathname, form)).status, 303)
  assert.equal((await get(`/class_sessions/${session.id}`)).status, 'closed')
  assert.deepEqual(await marks(), said)
  const page = async (link: string) => (await service.request('GET', new URL(link).pathname)).text
  const owner = await member(service, church, 'owner')
  const whole = done(await owner.inChurch('GET', `/views/session_link?id=${session.id}`)).url
  assert.match(await page(url), /closed\. Of the pupils who are listed for you, whoever was not marked is absent\./)
  assert.match(
    await page(whole),
    /closed\. 2 pupils have no mark, being of branches that whoever closed it does not see/,
  )
  done(await change(session.id, { status: 'open' }))
  done(await change(session.id, { status: 'closed' }))
  assert.deepEqual(await marks(), { ...said, [bola]: 'absent', [chidi]: 'absent' })
  assert.match(await page(whole), /closed\. Whoever was not marked is absent\./)
})

test('of a class that is hidden nothing is told, and its sessions are for its teachers and administrators', async () => {
  const { id } = await lions()
  const session = made(await open(id))
  const owner = await member(service, church, 'owner')
  await church.act(conceal, { id })
  assert.equal((await church.send('GET', `/class_sessions/${session.id}`)).status, 404)
  done(await owner.inChurch('POST', '/actions/class_sessions.close', { id: session.id }))
  assert.deepEqual(await told('school.attendance_closed', 'attendance.recorded'), [])
})

test('a link shows the roll without a script; only a form marks, closes and opens again', async () => {
  const { id, ada, bola } = await lions()
  const owner = await member(service, church, 'owner')
  const session = made(await open(id))
  const { url, expires_at } = done(await owner.inChurch('GET', `/views/session_link?id=${session.id}`))
  assert.match(expires_at, /^2026-11-29/)
  const path = new URL(url).pathname
  const send = (body: string) =>
    service.request('POST', path, { raw: body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const shown = await service.request('GET', path)
  assert.equal(shown.status, 200)
  assert.match(shown.text, /Ada[\s\S]*Bola[\s\S]*Chidi[\s\S]*Mrs Eze/)
  assert.doesNotMatch(shown.text, /<script|name="q"/, 'a usual class has one page')
  assert.match(shown.text, /<p>Sunday, 22 November<\/p>/)
  assert.ok(shown.text.length < 20_000)
  await service.request('HEAD', path)
  assert.deepEqual(await get(`/attendances?meeting_id=${session.meeting_id}`), [])
  const saved = await send(`here=${ada}&here=${bola}&visitor_count=1&was_visitor_count=0&do=save`)
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${path}?saved`])
  // Another page that showed only Ada, and takes her back: Bola stays.
  await send(`was=${ada}&do=save`)
  const wrong = await send(`was=${bola}&here=${bola}&visitor_count=many&was_visitor_count=1&do=close`)
  assert.equal(wrong.status, 422)
  await send(`was=${bola}&here=${bola}&lesson=Psalm+23&was_lesson=&do=close`)
  const closed = await get(`/class_sessions/${session.id}`)
  assert.deepEqual(
    [closed.status, closed.present, closed.absent, closed.visitor_count, closed.lesson],
    ['closed', 1, 2, 1, 'Psalm 23'],
  )
  const [data] = await closings()
  assert.deepEqual(data?.closed_by, { kind: 'link', name: null })
  assert.match((await service.request('GET', path)).text, /is closed/)
  await send('do=reopen')
  assert.equal((await get(`/class_sessions/${session.id}`)).status, 'open')
  done(await owner.inChurch('POST', '/actions/class_sessions.revoke_links', { id: session.id }))
  assert.equal((await service.request('GET', path)).status, 404)
  await church.set({ modules: ['groups'] })
  const other = done(await church.send('GET', '/groups'))
  assert.equal(other.length, 1)
  assert.equal((await church.send('GET', '/class_sessions')).status, 404)
})

test('the link of a class of hundreds lists a page of names at a time; each is saved by itself, and a name is found', async () => {
  const { id } = await church.act(createClass, { name: "Children's church" })
  const { id: of } = church.church
  const names = Array.from({ length: 259 }, (_, at) => `Child${String(at + 1).padStart(3, '0')}`)
  await service.database.write(of, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, country, status, branch_id, source, created_at, updated_at)
      select ${of}, 'C' || name, name, 'Okonkwo-Adeyemi', 'NG', 'member', ${church.church.hq_branch_id}, 'walk_in', now(), now()
      from unnest(${names}::text[]) as name`)
    await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, status, joined_on, source,
        created_at, updated_at)
      select ${of}, ${id}, id, branch_id, 'member', 'active', date '2026-10-04', 'api', now(), now()
      from people where church_id = ${of}`)
  })
  const owner = await member(service, church, 'owner')
  const session = made(await open(id))
  const { url } = done(await owner.inChurch('GET', `/views/session_link?id=${session.id}`))
  const path = new URL(url).pathname
  const page = async (query = '') => (await service.request('GET', `${path}${query}`)).text
  const listed = (text: string) => [...text.matchAll(/Child\d{3}/g)].map(([name]) => name)
  const ids = (text: string) => [...text.matchAll(/name="here" value="(\d+)"/g)].map(([, one]) => Number(one))
  const send = (raw: string, query = '') =>
    service.request('POST', `${path}${query}`, {
      raw,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const present = async () =>
    (await church.send('GET', `/attendances?meeting_id=${session.meeting_id}&state=present`)).json.meta.total
  const [first, second, third] = [await page(), await page('?page=2'), await page('?page=3')]
  assert.deepEqual([first, second, third].flatMap(listed), names, 'each name is on one page')
  assert.deepEqual([listed(first).length, listed(third).length], [100, 59])
  const all = ids(first)
    .map(one => `here=${one}`)
    .join('&')
  const saved = await send(`${all}&do=next`)
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${path}?saved&page=2`])
  assert.equal(await present(), 100)
  const full = await page()
  assert.ok(full.length < 20_000, `a page with every name ticked has ${full.length} bytes`)
  assert.match(second, /Save, and on to page 3 of 3/)
  assert.doesNotMatch(third, /Save, and on/)
  const [one = 0] = ids(third)
  await send(`here=${one}&do=save`, '?page=3')
  assert.equal(await present(), 101)
  const found = await page('?q=okonkwo+child25')
  assert.deepEqual(listed(found), names.slice(249, 259))
  assert.match(found, /10 names/)
  assert.match(await page('?q=nobody'), /nobody has such a name/)
  assert.deepEqual(listed(await page('?page=99')), names.slice(200), 'beyond the last is the last')
  assert.deepEqual(listed(await page('?page=x')), names.slice(0, 100))
  await send('do=close', '?page=2')
  const closed = await get(`/class_sessions/${session.id}`)
  assert.deepEqual([closed.status, closed.present, closed.absent], ['closed', 101, 158])
})

test('what becomes of the meeting of a class is for its session to say: it is neither opened again nor cancelled by itself', async () => {
  const { id } = await lions()
  const session = made(await open(id))
  const meeting = { id: session.meeting_id }
  const states = async () => [
    (await get(`/class_sessions/${session.id}`)).status,
    (await get(`/meetings/${session.meeting_id}`)).status,
  ]
  await assert.rejects(church.act(cancelMeeting, meeting), {
    code: 'wrong_state',
    message: /Close that session instead/,
  })
  assert.deepEqual(await states(), ['open', 'open'])
  done(await change(session.id, { status: 'closed' }))
  await assert.rejects(church.act(reopenMeeting, meeting), {
    code: 'wrong_state',
    message: /Open the session of the class/,
  })
  assert.deepEqual(await states(), ['closed', 'closed'])
  done(await change(session.id, { status: 'open' }))
  assert.deepEqual(await states(), ['open', 'open'])
})

test('classes that pupils have moved up in are taught on until the new year is made current, with what was held before', async () => {
  const { id } = await lions()
  const session = made(await open(id))
  const next = await church.act(createYear, { name: '2027/28', starts_on: '2027-09-05', ends_on: '2028-07-23' })
  const [{ id: from }] = await get('/school_years')
  const owner = await member(service, church, 'owner')
  const mine = async () =>
    done(await owner.inChurch('GET', '/views/my_classes')).map((one: { name: string }) => one.name)
  const held = async () => done(await owner.inChurch('GET', `/views/class_year?id=${id}`)).sessions
  const promotion = await church.act(draftPromotion, { from_year_id: from, to_year_id: next.id })
  await church.act(applyPromotion, { id: promotion.id })
  assert.equal((await get(`/school_classes/${id}`)).school_year_id, next.id)
  assert.deepEqual(await mine(), ['Lions'])
  assert.deepEqual(
    (await held()).map((one: { id: number }) => one.id),
    [session.id],
  )
  await person('Dayo')
  const asked = { file: csv('class,grade,pupil\nLions,3,Dayo\n'), by: BY, options: {} }
  const taken = await importInto(service.database, church.church, 'school_classes', asked, { now })
  assert.deepEqual([taken.imported, (await get('/school_classes')).length], [1, 1])
  await church.act(makeCurrent, { id: next.id })
  assert.deepEqual([await mine(), await held()], [['Lions'], []])
})

test('today is the day where the class is: a branch to the west of the church has yesterday’s Sunday still', async () => {
  const west = await church.branch('West')
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update branches set timezone = 'America/New_York' where church_id = ${church.church.id} and id = ${west}`,
    ),
  )
  now = new Date(`${SUNDAY}T23:30:00Z`)
  const owner = await member(service, church, 'owner')
  const added = { name: 'Far Lions', branch_id: west, local_time: '18:00' }
  const { id } = done(await owner.inChurch('POST', '/actions/school_classes.create', added))
  assert.equal((await get(`/schedules?group_id=${id}`))[0].starts_on, SUNDAY)
  const session = made(await open(id))
  assert.equal(session.held_on, SUNDAY)
  const [shown] = done(await owner.inChurch('GET', '/views/my_classes'))
  assert.deepEqual(shown.session, { id: session.id, status: 'open' })
  const roll = await owner.inChurch('GET', `/views/class_blank_roll?id=${id}`)
  assert.match(roll.headers.get('content-disposition') ?? '', new RegExp(`roll-${id}-${SUNDAY}`))
})

test('sessions are sorted and filtered by the day of their meeting, and follow it where it is moved', async () => {
  const { id } = await lions()
  const days = ['2026-11-22', '2026-11-08', '2026-11-15']
  const sessions = []
  for (const held_on of days) sessions.push(made(await open(id, { held_on })))
  const listed = async (query: string): Promise<string[]> =>
    (await get(`/class_sessions?${query}`)).map(({ held_on }: { held_on: string }) => held_on)
  assert.deepEqual(await listed('sort=held_on'), days.toSorted())
  assert.deepEqual(await listed('sort=-held_on'), days.toSorted().toReversed())
  assert.deepEqual(await listed('from=2026-11-10&to=2026-11-20'), ['2026-11-15'])
  const [, , last] = sessions
  const moved = await church.send('PATCH', `/meetings/${last.meeting_id}`, { held_on: '2026-11-14' })
  assert.equal(moved.status, 200, moved.text)
  const { held_on, updated_at } = await get(`/class_sessions/${last.id}`)
  assert.deepEqual([held_on, updated_at >= last.updated_at], ['2026-11-14', true])
  assert.deepEqual(await listed('from=2026-11-15&to=2026-11-20'), [])
  assert.deepEqual(await listed('sort=held_on'), ['2026-11-08', '2026-11-14', '2026-11-22'])
})

test('an open session keeps its meeting open until it is closed, and is listed as left open from the next day on', async () => {
  const { id, ada } = await lions()
  const { owner, helper } = await teacherOf(id)
  const other = await church.act(createClass, { name: 'Tigers', grade_from: '4' })
  const session = made(await open(id))
  const theirs = made(await open(other.id))
  await mark(session.meeting_id, ada)
  const tend = () =>
    tendDue({ ...doingOn(service.database, { now: () => now }, HOUSE), clock: { now: () => now }, log: quiet })
  const leftOpen = async (who: TestMember): Promise<number[]> =>
    done(await who.inChurch('GET', '/views/sessions_left_open')).map((one: { id: number }) => one.id)
  assert.deepEqual([await leftOpen(owner), await leftOpen(helper)], [[], []])
  // Another meeting of the church is over, so the clock looks at it.
  const prayer = { name: 'Prayer', held_on: SUNDAY, local_time: '09:00', minutes: 30 }
  const over = made(await church.send('POST', '/meetings', prayer))
  now = new Date(now.getTime() + 3 * DAY_MS)
  await tend()
  assert.equal((await get(`/meetings/${session.meeting_id}`)).status, 'open')
  assert.deepEqual(await told('school.attendance_closed'), [])
  assert.equal((await get(`/meetings/${over.id}`)).status, 'closed')
  assert.deepEqual(done(await helper.inChurch('GET', '/views/sessions_left_open')), [
    { id: session.id, class_name: 'Lions', held_on: SUNDAY },
  ])
  assert.deepEqual(await leftOpen(owner), [session.id, theirs.id])
  done(await change(session.id, { status: 'closed' }))
  assert.equal((await get(`/meetings/${session.meeting_id}`)).status, 'closed')
  assert.deepEqual([await leftOpen(owner), await leftOpen(helper)], [[theirs.id], []])
  // Discarded, it leaves its meeting to the clock.
  done(await change(theirs.id, { status: 'discarded' }))
  await tend()
  assert.deepEqual(await leftOpen(owner), [])
})

test('with the school switched off the meeting of an open session is closed by hand and by the clock', async () => {
  const { id } = await lions()
  const other = await church.act(createClass, { name: 'Tigers', grade_from: '4' })
  const [mine, theirs] = [made(await open(id)), made(await open(other.id))]
  const closing = { status: 'closed' }
  const refused = await church.send('PATCH', `/meetings/${mine.meeting_id}`, closing)
  assert.deepEqual([refused.status, refused.json.error], [409, 'wrong_state'])
  await church.set({ modules: ['groups'] })
  done(await church.send('PATCH', `/meetings/${mine.meeting_id}`, closing))
  now = new Date(now.getTime() + DAY_MS)
  await tendDue({ ...doingOn(service.database, { now: () => now }, HOUSE), clock: { now: () => now }, log: quiet })
  assert.equal((await get(`/meetings/${theirs.meeting_id}`)).status, 'closed')
  // Switched on again, the teacher closes the session all the same.
  await church.set({ modules: ['groups', 'school'] })
  for (const one of [mine, theirs]) assert.equal(done(await change(one.id, closing)).status, 'closed')
})
