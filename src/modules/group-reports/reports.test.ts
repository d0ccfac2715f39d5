/** Reports of groups: handed in once, with their attendance; returned, rolled up, taken into the books, and seen by whom they concern. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { eventually } from '../../../test/support/receiver.ts'
import {
  type Answered,
  startService,
  type TestChurch,
  type TestService,
  timeless,
} from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { doingOn } from '../../resource/step.ts'
import { discardBatch } from '../batches/close.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { conceal } from '../groups/group-actions.ts'
import { undoImport } from '../imports/undo-import.ts'
import { tendDue } from '../meetings/clock.ts'
import { forgetPerson } from '../people/forget.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'

const log = pino({ level: 'silent' })
let service: TestService
let church: TestChurch
let now = Date.parse('2026-11-18T21:00:00Z')
/** A zone with a cell of four, whose first leads it. */
let zone: number
let cell: number
let people: number[]
let meeting: number

before(async () => {
  service = await startService({}, { clock: { now: () => new Date(now) } })
})
beforeEach(async () => {
  now = Date.parse('2026-11-18T21:00:00Z')
  church = await service.church({ timezone: 'UTC', modules: ['groups'] })
  zone = await group({ name: 'Zone A' })
  cell = await group({ name: 'Yaba cell', parent_id: zone, reports: 'weekly' })
  people = []
  for (const first_name of ['Ada', 'Bola', 'Chi', 'Dele']) people.push(await person({ first_name, last_name: 'Obi' }))
  for (const [at, person_id] of people.entries()) {
    await made('/group_members', {
      group_id: cell,
      person_id,
      role: at === 0 ? 'leader' : 'member',
      joined_on: '2026-01-01',
    })
  }
  meeting = await meets(cell)
})
after(() => service.close())

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const group = (body: object): Promise<number> => made('/groups', { kind: 'cell', ...body })
const person = (body: object): Promise<number> => made('/people', body)
const meets = (group_id: number, body: object = {}): Promise<number> =>
  made('/meetings', {
    name: 'Cell',
    group_id,
    held_on: '2026-11-18',
    local_time: '18:00',
    minutes: 60,
    timezone: 'UTC',
    ...body,
  })
const report = (body: object, send = church.send): Promise<Answered> =>
  send('POST', '/group_reports', { meeting_id: meeting, ...body })
const get = async (path: string) => (await church.send('GET', path)).json.data
const told = async (name: string) =>
  (await church.events()).filter(one => one.name === name).map(({ body }) => body.data as Record<string, unknown>)

function wrong({ status, json, text }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'], text)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
}

/** Name and state of everybody on the roll of the meeting. */
const states = async () =>
  (await get(`/attendances?meeting_id=${meeting}&per_page=100`)).map(
    ({ person_id, state, role, source }: Record<string, unknown>) => [person_id, state, role, source],
  )

test('a report records who came and who did not, and is told once with its figures and without its notes', async () => {
  const [ada = 0, bola = 0, chi = 0, dele = 0] = people
  const body = {
    came_ids: [ada, bola, chi],
    visitors: 2,
    first_timers: 1,
    decisions: 1,
    offering: 150_000,
    note: 'In confidence',
  }
  const first = await report(body)
  assert.equal(first.status, 201, first.text)
  const { id, created_at, updated_at, submitted_at, ...data } = first.json.data
  assert.deepEqual(data, {
    group_id: cell,
    group_name: 'Yaba cell',
    meeting_id: meeting,
    branch_id: church.church.hq_branch_id,
    held_on: '2026-11-18',
    status: 'submitted',
    held: true,
    not_held_reason: null,
    present: 3,
    absent: 1,
    visitors: 2,
    first_timers: 1,
    decisions: 1,
    offering: 150_000,
    currency: 'NGN',
    contribution_id: null,
    topic: null,
    note: 'In confidence',
    revision: 1,
    source: 'api',
    submitted_by: 'Test',
    reviewed_by: null,
    reviewed_at: null,
    returned_because: null,
  })
  assert.deepEqual(await states(), [
    [ada, 'present', 'leader', 'report'],
    [bola, 'present', 'attendee', 'report'],
    [chi, 'present', 'attendee', 'report'],
    [dele, 'absent', 'attendee', 'report'],
  ])
  const [recorded] = await told('attendance.recorded')
  assert.deepEqual([recorded?.total, recorded?.source], [3, 'report'])
  assert.deepEqual(await told('groups.report_submitted'), [
    {
      id,
      group: { id: cell, name: 'Yaba cell', kind: 'cell', branch_id: church.church.hq_branch_id },
      meeting: {
        id: meeting,
        kind: 'group',
        name: 'Cell',
        branch_id: church.church.hq_branch_id,
        starts_at: '2026-11-18T18:00:00Z',
      },
      revision: 1,
      held: true,
      present: 3,
      absent: 1,
      visitors: 2,
      first_timers: 1,
      decisions: 1,
      offering: 150_000,
      currency: 'NGN',
      submitted_by: { kind: 'key', name: 'Test' },
      submitted_at,
    },
  ])
  const again = await report(body)
  assert.deepEqual([again.status, again.json.meta.duplicate, again.json.data], [200, true, first.json.data])
  assert.equal((await told('groups.report_submitted')).length, 1)
  const other = await report({ ...body, visitors: 3 })
  assert.deepEqual([other.status, other.json.error], [409, 'wrong_state'])
})

test('a report of a closed meeting is taken, one of a meeting to come only says that it is not held', async () => {
  now = Date.parse('2026-11-20T09:00:00Z')
  const at = `/meetings/${meeting}`
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update meetings set status = 'closed' where church_id = ${church.church.id} and id = ${meeting}`),
  )
  assert.equal((await report({ came_ids: people.slice(0, 1) })).status, 201)
  assert.deepEqual(
    [(await get(at)).status, (await get(at)).total, (await told('attendance.recorded')).length],
    ['closed', 1, 1],
  )
  const ahead = await meets(cell, { held_on: '2026-12-02' })
  const early = await report({ meeting_id: ahead, present: 3 })
  assert.deepEqual([early.status, early.json.error], [409, 'wrong_state'])
  assert.equal((await report({ meeting_id: ahead, held: false, not_held_reason: 'Conference' })).status, 201)
  assert.equal((await get(`/meetings/${ahead}`)).status, 'cancelled')
  assert.deepEqual(
    (await told('groups.report_submitted')).map(({ held, present }) => [held, present]),
    [
      [true, 1],
      [false, 0],
    ],
  )
})

test('what does not go together is named at once; a report names the members, or how many came', async () => {
  wrong(await report({ held: false, visitors: 2, offering: 100, came_ids: people }), 'visitors', 'offering', 'came_ids')
  wrong(await report({ visitors: -1, came_ids: [999_999], currency: 'XX' }), 'visitors', 'came_ids', 'currency')
  wrong(await report({ came_ids: people, present: 2 }), 'present')
  wrong(await report({}), 'came_ids')
  wrong(await church.send('POST', '/group_reports', { held_on: '2026-11-18' }), 'group_id')
  const service_ = await made('/meetings', { name: 'Service', held_on: '2026-11-15', local_time: '09:00' })
  wrong(await report({ meeting_id: service_, present: 1 }), 'meeting_id')
  const counted = await report({ present: 40 })
  assert.deepEqual([counted.status, counted.json.data.present, counted.json.data.absent], [201, 40, 0])
  assert.deepEqual([(await get(`/meetings/${meeting}`)).total, await states()], [40, []])
})

test('of a group and a day the meeting is found, or made at the usual time; two at once make it once', async () => {
  const found = await church.send('POST', '/group_reports', { group_id: cell, held_on: '2026-11-18', present: 3 })
  assert.deepEqual([found.status, found.json.data.meeting_id], [201, meeting])
  const body = { group_id: cell, held_on: '2026-11-11', present: 5 }
  const both = await Promise.all([1, 2].map(() => church.send('POST', '/group_reports', body)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 201])
  const meeting_id = both[0]?.json.data.meeting_id
  const { local_time, status, group_id } = await get(`/meetings/${meeting_id}`)
  assert.deepEqual([local_time, status, group_id, both[1]?.json.data.meeting_id], ['18:00', 'closed', cell, meeting_id])
  wrong(await church.send('POST', '/group_reports', { group_id: cell, held_on: '2026-12-30', present: 1 }), 'held_on')
})

test('two who hand in at once: one report, one event, one set of attendance, and the other is told', async () => {
  const bodies = [{ came_ids: people.slice(0, 2) }, { came_ids: people.slice(2) }]
  const answers = await Promise.all(bodies.map(body => report(body)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  const [winner = 0] = answers.flatMap(({ status }, at) => (status === 201 ? [at] : []))
  const present = (await states()).flatMap(([id, state]: unknown[]) => (state === 'present' ? [id] : []))
  assert.deepEqual(present, bodies[winner]?.came_ids)
  assert.equal((await told('groups.report_submitted')).length, 1)
  assert.equal((await get('/group_reports')).length, 1)
  const same = await Promise.all([1, 2, 3, 4].map(() => report({ came_ids: bodies[winner]?.came_ids })))
  assert.deepEqual(
    same.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await get('/group_reports'))[0].revision, 1)
})

test('a draft is told to nobody; a returned report is handed in again, told again, and its attendance is what it says', async () => {
  const draft = await report({ came_ids: people.slice(0, 2), status: 'draft' })
  const path = `/group_reports/${draft.json.data.id}`
  assert.deepEqual(
    [draft.json.data.status, draft.json.data.revision, await told('groups.report_submitted')],
    ['draft', 0, []],
  )
  assert.deepEqual((await get(`/meetings/${meeting}`)).total, 2)
  const early = await church.send('PATCH', path, { status: 'returned', returned_because: 'Why?' })
  assert.deepEqual([early.status, early.json.error], [409, 'wrong_state'])
  assert.equal((await church.send('PATCH', path, { status: 'submitted', visitors: 1 })).json.data.revision, 1)
  wrong(await church.send('PATCH', path, { status: 'returned' }), 'returned_because')
  const back = await church.send('PATCH', path, { status: 'returned', returned_because: 'Who else came?' })
  assert.deepEqual(
    [back.json.data.status, back.json.data.returned_because, back.json.data.reviewed_by],
    ['returned', 'Who else came?', 'Test'],
  )
  assert.equal(
    (await church.send('PATCH', path, { status: 'returned', returned_because: 'Again' })).json.data.returned_because,
    'Who else came?',
  )
  const [, , chi = 0] = people
  const anew = await church.send('PATCH', path, { status: 'submitted', came_ids: [chi] })
  assert.deepEqual(
    [anew.json.data.revision, anew.json.data.present, anew.json.data.returned_because, anew.json.data.visitors],
    [2, 1, null, 1],
  )
  assert.deepEqual(
    (await states()).map(([, state]: unknown[]) => state),
    ['absent', 'absent', 'present', 'absent'],
  )
  assert.deepEqual(
    (await told('groups.report_submitted')).map(({ revision }) => revision),
    [1, 2],
  )
})

test('a report that is returned is a task of its leader until it is handed in again, once for each return; of a hidden group staff read no name', async () => {
  const id = await made('/group_reports', { meeting_id: meeting, present: 3 })
  const path = `/group_reports/${id}`
  const giveBack = (returned_because: string) => church.send('PATCH', path, { status: 'returned', returned_because })
  const given = async () =>
    (await church.send('GET', '/tasks')).json.data.map((one: Record<string, unknown>) => [
      one.subject_kind,
      one.subject_id,
      one.status,
      one.done_by,
    ])
  await giveBack('Who else came?')
  await giveBack('Again')
  const [task, ...more] = (await church.send('GET', '/tasks')).json.data
  assert.deepEqual(more, [])
  assert.deepEqual(
    [task.title, task.note, task.assignee_person_id, task.due_on, task.branch_id],
    [
      'Hand in the report of Yaba cell again: Wednesday, 18 November',
      'Who else came?',
      people[0],
      '2026-11-21',
      church.church.hq_branch_id,
    ],
  )
  await church.send('PATCH', path, { status: 'submitted', present: 4 })
  assert.deepEqual(await given(), [['report/1', id, 'done', 'Test']])
  await giveBack('Once more')
  assert.deepEqual(await given(), [
    ['report/1', id, 'done', 'Test'],
    ['report/2', id, 'open', null],
  ])
  await church.send('PATCH', path, { status: 'submitted', present: 2 })
  await church.act(conceal, { id: cell })
  const owner = await member(service, church, 'owner')
  await owner.inChurch('POST', '/actions/group_reports.return', { id, returned_because: 'Bola says you met' })
  const hidden = (await church.send('GET', '/tasks?status=open')).json.data
  assert.equal(hidden.length, 1)
  assert.doesNotMatch(JSON.stringify(hidden), /Yaba|Bola says/)
})

test('a group that did not meet: its meeting is cancelled, unless others took the roll; a returned one is held after all', async () => {
  const { data } = (await report({ held: false, not_held_reason: 'Rain' })).json
  assert.deepEqual(
    [data.present, data.not_held_reason, (await get(`/meetings/${meeting}`)).status],
    [null, 'Rain', 'cancelled'],
  )
  const path = `/group_reports/${data.id}`
  await church.send('PATCH', path, { status: 'returned', returned_because: 'Bola says you met' })
  assert.equal((await church.send('PATCH', path, { status: 'submitted', held: true, came_ids: people })).status, 200)
  assert.deepEqual([(await get(`/meetings/${meeting}`)).status, (await get(path)).not_held_reason], ['closed', null])
  await church.send('PATCH', path, { status: 'returned', returned_because: 'Sure?' })
  assert.equal((await church.send('PATCH', path, { status: 'submitted', held: false })).status, 200)
  assert.deepEqual(
    [(await get(`/meetings/${meeting}`)).status, new Set((await states()).map(([, state]: unknown[]) => state))],
    ['cancelled', new Set(['undone'])],
  )
  const rolled = await meets(cell, { held_on: '2026-11-17' })
  await church.send('POST', '/attendances', { meeting_id: rolled, person_id: people[0] })
  assert.equal((await report({ meeting_id: rolled, held: false })).status, 201)
  assert.deepEqual([(await get(`/meetings/${rolled}`)).status, (await get(`/meetings/${rolled}`)).total], ['open', 1])
  const off = await meets(cell, { held_on: '2026-11-16' })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update meetings set status = 'cancelled' where church_id = ${church.church.id} and id = ${off}`),
  )
  assert.equal((await report({ meeting_id: off, present: 2 })).json.error, 'wrong_state')
})

const noteOf = (who: TestMember, id: number): Promise<Answered> =>
  who.inChurch('POST', '/actions/group_reports.read_care_note', { id })

/** Somebody of the console to whom groups are entrusted. */
async function helperOf(...groups: number[]): Promise<TestMember> {
  const helper = await member(service, church, 'helper')
  const { email } = helper
  await service.database.write(church.church.id, async tx => {
    for (const id of groups) {
      await tx.run(sql`insert into duties (church_id, membership_id, kind, subject_id, created_at)
        select ${church.church.id}, m.id, 'group', ${id}, ${tx.now}::timestamptz
        from memberships as m join users as u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${email}`)
    }
  })
  return helper
}

/** Returns a report and hands it in again. */
async function change(id: number, body: object): Promise<Answered> {
  await church.send('PATCH', `/group_reports/${id}`, { status: 'returned', returned_because: 'Please look again' })
  return await church.send('PATCH', `/group_reports/${id}`, { status: 'submitted', ...body })
}

test('names take the place of a number, a number that of names, and a change that repeats neither keeps what there is', async () => {
  const { id } = (await report({ present: 40 })).json.data
  const figures = async ({ status, text, json: { data } }: Answered) => {
    assert.equal(status, 200, text)
    const { total, total_from, counted } = await get(`/meetings/${meeting}`)
    return [data.present, total, total_from, counted]
  }
  assert.deepEqual(await figures(await change(id, { visitors: 3 })), [40, 40, 'headcount', 40])
  assert.deepEqual(await figures(await change(id, { came_ids: people.slice(0, 2) })), [2, 2, 'named', null])
  const printed = await get(`/group_reports/${id}`)
  assert.deepEqual(await figures(await change(id, { ...printed, status: 'submitted', topic: 'Faith' })), [
    2,
    2,
    'named',
    null,
  ])
  assert.deepEqual(await figures(await change(id, { present: 9 })), [9, 9, 'headcount', 9])
  assert.deepEqual([...new Set((await states()).map(([, state]: unknown[]) => state))], ['undone'])
  wrong(await change(id, { present: null }), 'came_ids')
})

test('a form keeps the number, the guests and what others ticked since it was opened', async () => {
  const staff = await member(service, church, 'staff')
  const submit = (body: object): Promise<Answered> =>
    staff.inChurch('POST', '/actions/group_reports.submit', { meeting_id: meeting, ...body })
  const [ada = 0, bola = 0, chi = 0] = people
  const guest = await person({ first_name: 'Guest' })
  const draft = await submit({ came_ids: [ada, guest], status: 'draft' })
  assert.equal(draft.status, 200, draft.text)
  const opened = { shown_ids: people, was_ids: [ada] }
  await church.send('POST', '/attendances', { meeting_id: meeting, person_id: bola })
  // Ada was ticked by mistake, Chi came; of Bola the page knows nothing.
  const done = await submit({ ...opened, came_ids: [chi], offering: 500 })
  assert.deepEqual([done.status, done.json.data.present], [200, 3], done.text)
  const present = (await states()).flatMap(([id, state]: unknown[]) => (state === 'present' ? [id] : []))
  assert.deepEqual(new Set(present), new Set([bola, chi, guest]))
  await church.send('PATCH', `/group_reports/${done.json.data.id}`, {
    status: 'returned',
    returned_because: 'Once more',
  })
  assert.equal((await submit({ present: 30, offering: 500 })).json.data.present, 30)
  await church.send('PATCH', `/group_reports/${done.json.data.id}`, {
    status: 'returned',
    returned_because: 'Once more',
  })
  assert.equal((await staff.inChurch('GET', `/views/report_form?meeting_id=${meeting}`)).json.data.counted, 30)
  assert.equal((await submit({ offering: 700 })).json.data.present, 30)
})

test('a form names those alone whom its reader sees, and leaves the others as they are', async () => {
  const branch = await church.branch('Yaba')
  const [ada = 0, bola = 0] = people
  await church.send('PATCH', `/people/${ada}`, { branch_id: branch })
  await church.send('PATCH', `/groups/${cell}`, { parent_id: null })
  await church.send('PATCH', `/groups/${cell}`, { branch_id: branch })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update meetings set branch_id = ${branch} where church_id = ${church.church.id} and id = ${meeting}`),
  )
  const staff = await member(service, church, 'staff', branch)
  const { json, text } = await staff.inChurch('GET', `/views/report_form?meeting_id=${meeting}`)
  assert.deepEqual(
    [json.data.members.map(({ name }: { name: string }) => name), json.data.others],
    [['Ada Obi'], 3],
    text,
  )
  assert.doesNotMatch(text, /Bola|Chi|Dele/)
  await church.send('POST', '/attendances', { meeting_id: meeting, person_id: bola })
  const done = await staff.inChurch('POST', '/actions/group_reports.submit', {
    meeting_id: meeting,
    came_ids: [ada],
    shown_ids: [ada],
  })
  assert.deepEqual([done.status, done.json.data.present, done.json.data.absent], [200, 2, 0], done.text)
})

test('a meeting is not cancelled under a report that says that it was held', async () => {
  const staff = await member(service, church, 'staff')
  const cancel = () => staff.inChurch('POST', '/actions/meetings.cancel', { id: meeting })
  const draft = await report({ visitors: 2, topic: 'Faith', status: 'draft' })
  assert.equal(draft.status, 201, draft.text)
  const refused = await cancel()
  wrong(refused, 'id')
  assert.match(refused.json.errors?.id ?? '', /its report is begun/)
  const { status } = await church.send('PATCH', `/group_reports/${draft.json.data.id}`, { held: false })
  assert.deepEqual([status, (await cancel()).json.data.status], [200, 'cancelled'])
})

test('a draft is told by no clock and cancels nothing; handed in, it is told once', async () => {
  const draft = (await report({ came_ids: people.slice(0, 2), status: 'draft' })).json.data
  now = Date.parse('2026-11-19T09:00:00Z')
  await tendDue({
    ...doingOn(service.database, { now: () => new Date(now) }, HOUSE),
    clock: { now: () => new Date(now) },
    log,
  })
  assert.equal((await get(`/meetings/${meeting}`)).status, 'closed')
  assert.deepEqual(await told('attendance.recorded'), [])
  assert.equal((await church.send('PATCH', `/group_reports/${draft.id}`, { status: 'submitted' })).status, 200)
  assert.deepEqual(
    (await told('attendance.recorded')).map(({ total, source }) => [total, source]),
    [[2, 'report']],
  )
  const other = await meets(cell, { held_on: '2026-11-17' })
  const unheld = await report({ meeting_id: other, held: false, status: 'draft' })
  assert.deepEqual([unheld.json.data.status, (await get(`/meetings/${other}`)).status], ['draft', 'open'])
  const path = `/group_reports/${unheld.json.data.id}`
  wrong(await church.send('PATCH', path, { visitors: 3 }), 'visitors')
  wrong(await church.send('PATCH', path, { came_ids: people }), 'came_ids')
  assert.equal((await church.send('PATCH', path, { status: 'submitted' })).status, 200)
  assert.equal((await get(`/meetings/${other}`)).status, 'cancelled')
  assert.equal((await told('attendance.recorded')).length, 1)
})

test('a leader hands in for the groups of their duty, and returns what is below them; others get what nobody gets', async () => {
  const other = await group({ name: 'Zone B' })
  const { data } = (await report({ came_ids: people })).json
  const [ofZone, ofCell, stranger] = [await helperOf(zone), await helperOf(cell), await helperOf(other)]
  const path = `/group_reports/${data.id}`
  assert.equal(
    timeless(await stranger.inChurch('GET', path)),
    timeless(await stranger.inChurch('GET', '/group_reports/999999')),
  )
  assert.deepEqual((await stranger.inChurch('GET', '/group_reports')).json.data, [])
  const returning = { id: data.id, returned_because: 'Please look again' }
  const act = (who: TestMember, name: string, body: object) =>
    who.inChurch('POST', `/actions/group_reports.${name}`, body)
  assert.equal((await act(stranger, 'return', returning)).status, 404)
  assert.equal((await act(stranger, 'clear_care_note', { id: data.id })).status, 404)
  assert.equal((await act(stranger, 'read_care_note', { id: data.id })).status, 404)
  assert.equal((await stranger.inChurch('GET', `/views/report_form?meeting_id=${meeting}`)).status, 404)
  wrong(await act(stranger, 'submit', { meeting_id: meeting }), 'meeting_id')
  assert.equal((await act(ofCell, 'return', returning)).json.error, 'not_permitted')
  assert.equal((await act(ofZone, 'return', returning)).status, 200)
  const unknown = (await church.send('POST', '/people', { first_name: 'Nobody of theirs' })).json.data.id
  const tried = await Promise.all(
    [unknown, 999_999].map(id => act(ofCell, 'submit', { meeting_id: meeting, came_ids: [id] })),
  )
  wrong(tried[0] as Answered, 'came_ids')
  assert.equal(timeless(tried[0] as Answered), timeless(tried[1] as Answered), 'nobody is found by trying ids')
  // Somebody of another group of theirs is known to them, and belongs to no roll of this one.
  await made('/group_members', { group_id: zone, person_id: unknown, joined_on: '2026-01-01' })
  for (const [method, to] of [
    ['POST', '/group_reports'],
    ['PATCH', path],
  ] as const) {
    const body = { ...(method === 'POST' && { meeting_id: meeting }), came_ids: [unknown] }
    wrong(await ofZone.inChurch(method, to, body), 'came_ids')
  }
  const sent = { meeting_id: meeting, came_ids: people.slice(1), care_note: 'Dele lost his work' }
  const again = await act(ofCell, 'submit', sent)
  assert.deepEqual([again.status, again.json.data.revision, again.json.data.source], [200, 2, 'console'], again.text)
  assert.equal((await act(ofZone, 'read_care_note', { id: data.id })).json.data.care_note, sent.care_note)
  now += 61 * 86_400_000
  assert.equal((await act(ofZone, 'return', returning)).status, 200)
  assert.equal((await act(ofCell, 'submit', { ...sent, visitors: 3 })).json.error, 'wrong_state')
  const staff = await member(service, church, 'staff')
  assert.equal((await act(staff, 'submit', { ...sent, visitors: 3 })).status, 200)
})

test('a care note is where its readers look, and in nothing else that is stored, sent or exported', async () => {
  const canary = 'Zanzibar in confidence'
  const staff = await member(service, church, 'staff')
  const viewer = await member(service, church, 'viewer')
  const sent = { meeting_id: meeting, came_ids: people, care_note: canary }
  const { json } = await staff.inChurch('POST', '/actions/group_reports.submit', sent, { 'Idempotency-Key': 'one' })
  assert.equal(JSON.stringify(json).includes(canary), false)
  const { id } = json.data
  assert.equal((await noteOf(viewer, id)).status, 403)
  assert.equal((await viewer.inChurch('GET', `/group_reports/${id}`)).text.includes(canary), false)
  assert.equal((await staff.inChurch('GET', '/export/group_reports')).text.includes(canary), false)
  const columns = await service.database.read.all<{
    name: string
    found: number
  }>(sql`select t.table_name::text as name,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I as x where x::text like %L', t.table_name,
        '%Zanzibar%'), false, true, '')))[1]::text::integer as found
    from information_schema.tables as t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
  assert.deepEqual(
    columns.filter(({ found }) => found > 0),
    [],
  )
  assert.equal((await noteOf(staff, id)).json.data.care_note, canary)
  assert.equal((await staff.inChurch('POST', '/actions/group_reports.clear_care_note', { id })).status, 200)
  assert.equal((await noteOf(staff, id)).json.data.care_note, null)
})

test('nothing of a hidden group goes to other systems, nor to staff and keys', async () => {
  await church.act(conceal, { id: cell })
  const owner = await member(service, church, 'owner')
  const done = await owner.inChurch('POST', '/actions/group_reports.submit', {
    meeting_id: meeting,
    came_ids: people,
    offering: 500,
  })
  assert.equal(done.status, 200, done.text)
  assert.deepEqual([await told('groups.report_submitted'), await told('attendance.recorded')], [[], []])
  const finance = await member(service, church, 'finance')
  for (const send of [church.send, (await member(service, church, 'staff')).inChurch]) {
    assert.equal((await send('GET', `/group_reports/${done.json.data.id}`)).status, 404)
    assert.deepEqual((await send('GET', '/group_reports')).json.data, [])
  }
  assert.deepEqual((await finance.inChurch('GET', '/views/report_offerings')).json.data.offerings, [])
})

test('finance takes an offering into the books exactly once, and again after that gift is void', async () => {
  const { data } = (await report({ came_ids: people, offering: 250_000, note: 'Only for leaders' })).json
  const finance = await member(service, church, 'finance')
  const take = (fund_id = church.fund_id, shown = { expected: 250_000, currency: 'NGN' }) =>
    finance.inChurch('POST', '/actions/group_reports.take_offering', { id: data.id, fund_id, ...shown })
  assert.equal((await finance.inChurch('GET', '/group_reports')).status, 403)
  const shown = (await finance.inChurch('GET', '/views/report_offerings')).json.data
  assert.deepEqual(Object.keys(shown.offerings[0]).sort(), [
    'branch',
    'branch_id',
    'contribution_id',
    'currency',
    'held_on',
    'id',
    'offering',
    'state',
  ])
  assert.deepEqual(shown.open, [{ currency: 'NGN', amount: 250_000, count: 1 }])
  assert.equal((await take()).json.error, 'step_up_required')
  assert.equal((await finance.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  wrong(await take(999_999), 'fund_id')
  // The report was changed since it was shown.
  wrong(await take(church.fund_id, { expected: 25_000, currency: 'NGN' }), 'expected')
  wrong(await take(church.fund_id, { expected: 250_000, currency: 'USD' }), 'expected')
  assert.deepEqual(await get('/contributions?status=all'), [])
  const all = await Promise.all(Array.from({ length: 8 }, () => take()))
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200], all[0]?.text)
  const gifts = await get('/contributions?status=all')
  assert.deepEqual(
    gifts.map(({ amount, reference, given_on, person_id, source, method }: Record<string, unknown>) => [
      amount,
      reference,
      given_on,
      person_id,
      source,
      method,
    ]),
    [[250_000, `group-report-${data.id}`, '2026-11-18', null, 'group_report', 'cash']],
  )
  assert.deepEqual([...new Set(all.map(({ json }) => json.data.contribution_id))], [gifts[0].id])
  assert.equal((await told('contribution.recorded')).length, 1)
  const path = `/group_reports/${data.id}`
  await church.send('PATCH', path, { status: 'returned', returned_because: 'Was it more?' })
  wrong(await church.send('PATCH', path, { status: 'submitted', offering: 300_000 }), 'offering')
  assert.equal((await church.send('PATCH', path, { status: 'submitted' })).status, 200)
  await church.act(voidContribution, { id: gifts[0].id })
  assert.equal((await finance.inChurch('GET', '/views/report_offerings')).json.data.offerings[0].state, 'void')
  const second = await Promise.all([take(), take()])
  assert.equal(new Set(second.map(({ json }) => json.data.contribution_id)).size, 1)
  assert.deepEqual(
    (await get('/contributions?status=all')).map(({ status }: { status: string }) => status),
    ['void', 'posted'],
  )
  const staff = await member(service, church, 'staff')
  assert.equal(
    (await staff.inChurch('POST', '/actions/group_reports.take_offering', { id: data.id, fund_id: 1 })).status,
    403,
  )
})

test('an offering is taken into an open batch, which counts it; into none that is closed, nor as goods', async () => {
  const { data } = (await report({ came_ids: people, offering: 250_000 })).json
  const finance = await member(service, church, 'finance')
  await finance.ask('POST', '/api/step-up', { password: PASSWORD })
  const open = async () => (await church.send('POST', '/batches', { name: 'Cells' })).json.data.id
  const [batch_id, closed] = [await open(), await open()]
  await church.act(discardBatch, { id: closed })
  const body = { id: data.id, fund_id: church.fund_id, expected: 250_000, currency: 'NGN' }
  const take = (more: object) => finance.inChurch('POST', '/actions/group_reports.take_offering', { ...body, ...more })
  wrong(await take({ batch_id: closed }), 'batch_id')
  wrong(await take({ batch_id, method: 'in_kind' }), 'batch_id')
  assert.deepEqual(await get('/contributions?status=all'), [])
  assert.equal((await take({ batch_id })).status, 200)
  const { count, totals } = (await church.send('GET', `/batches/${batch_id}`)).json.data
  assert.deepEqual([count, totals], [1, [{ currency: 'NGN', amount: 250_000 }]])
  assert.equal((await get('/contributions'))[0].batch_id, batch_id)
})

test('a group that met in another branch is told to be without a meeting by the week page as little as by the list of groups', async () => {
  const yaba = await church.branch('Yaba')
  const [met, silent] = [
    await group({ name: 'Moved cell', branch_id: yaba, reports: 'weekly' }),
    await group({ name: 'Silent cell', branch_id: yaba, reports: 'weekly' }),
  ]
  const held = await meets(met)
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update meetings set branch_id = ${church.church.hq_branch_id} where church_id = ${church.church.id} and id = ${held}`,
    ),
  )
  const owner = await member(service, church, 'owner')
  const page = (await owner.inChurch('GET', `/views/reports_of_week?branch_id=${yaba}`)).json.data
  const listed = await get(`/groups?without_meeting_in=2026-11-18&branch_id=${yaba}`)
  assert.deepEqual(page.without_meeting, [{ group_id: silent, group_name: 'Silent cell' }])
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [silent],
  )
})

test('the reports of a week say who has not handed in, and what the others come to by zone, group and week', async () => {
  const island = await group({ name: 'Island zone' })
  const lekki = await group({ name: 'Lekki cell', parent_id: island, reports: 'weekly' })
  const silent = await group({ name: 'Silent cell', parent_id: island, reports: 'weekly' })
  await group({ name: 'Resting cell', parent_id: island, reports: 'weekly', status: 'paused' })
  const [late, ahead] = [await meets(lekki), await meets(lekki, { held_on: '2026-11-22' })]
  await meets(lekki, { held_on: '2026-11-11' })
  // It never reports: there is nothing to tell of it.
  await meets(await group({ name: 'Choir' }))
  await report({ came_ids: people.slice(0, 3), visitors: 2, offering: 1_000 })
  await report({ meeting_id: await meets(cell, { held_on: '2026-11-11' }), present: 7, offering: 500 })
  const owner = await member(service, church, 'owner')
  const week = async (query = '', who = owner) =>
    (await who.inChurch('GET', `/views/reports_of_week${query}`)).json.data
  const shown = await week()
  assert.deepEqual([shown.from, shown.to], ['2026-11-16', '2026-11-22'])
  const figures = ({ name, expected, handed_in, met, present, visitors, offerings }: Record<string, unknown>) => [
    name,
    expected,
    handed_in,
    met,
    present,
    visitors,
    offerings,
  ]
  assert.deepEqual(shown.rows.map(figures), [
    ['Island zone', 1, 0, 0, 0, 0, []],
    ['Zone A', 1, 1, 1, 3, 2, [{ currency: 'NGN', amount: 1_000 }]],
  ])
  assert.deepEqual(figures({ ...shown.all, name: 'all' }), ['all', 2, 1, 1, 3, 2, [{ currency: 'NGN', amount: 1_000 }]])
  assert.deepEqual(
    shown.missing.map(({ meeting_id, status }: Record<string, unknown>) => [meeting_id, status]),
    [[late, null]],
  )
  assert.deepEqual(shown.without_meeting, [{ group_id: silent, group_name: 'Silent cell' }])
  const without = async (day: string) =>
    (await get(`/groups?without_meeting_in=${day}`)).map(({ id }: { id: number }) => id)
  assert.deepEqual(await without('2026-11-16'), [silent])
  assert.deepEqual(await without('2026-11-22'), [silent], 'of the week of that day')
  assert.deepEqual(await without('2026-11-23'), [cell, lekki, silent])
  const blind = church.as(await church.keyFor(['groups:read']))
  const refused = await blind('GET', '/groups?without_meeting_in=2026-11-16')
  assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_without_meeting_in'])
  const weeks = async (query = '') =>
    (await week(query)).weeks.slice(-3).map((one: Record<string, unknown>) => figures({ ...one, name: one.from }))
  const naira = (amount: number) => [{ currency: 'NGN', amount }]
  assert.deepEqual(await weeks(), [
    ['2026-11-02', 0, 0, 0, 0, 0, []],
    ['2026-11-09', 2, 1, 1, 7, 0, naira(500)],
    ['2026-11-16', 2, 1, 1, 3, 2, naira(1_000)],
  ])
  assert.deepEqual((await weeks(`?group_id=${island}`)).slice(1), [
    ['2026-11-09', 1, 0, 0, 0, 0, []],
    ['2026-11-16', 1, 0, 0, 0, 0, []],
  ])
  assert.deepEqual((await week(`?group_id=${island}`)).rows.map(figures), [['Lekki cell', 1, 0, 0, 0, 0, []]])
  const leader = await helperOf(zone)
  assert.deepEqual((await week('', leader)).rows.map(figures).length, 1)
  assert.equal((await leader.inChurch('GET', `/views/reports_of_week?group_id=${island}`)).status, 404)
  const file = (await owner.inChurch('GET', '/views/reports_of_week_file')).text
  assert.match(file, /group,expected,handed_in,met,present,visitors,first_timers,decisions,offering/)
  assert.match(file, /Zone A,1,1,1,3,2,0,0,10\.00 NGN/)
  assert.equal(ahead > late, true)
  // Moved to the week before, the meeting takes its report along.
  assert.equal((await church.send('PATCH', `/meetings/${meeting}`, { held_on: '2026-11-12' })).status, 200)
  const own = (await church.send('GET', `/group_reports?from=2026-11-12&to=2026-11-12`)).json.data
  assert.deepEqual(
    own.map(({ meeting_id }: { meeting_id: number }) => meeting_id),
    [meeting],
    'the day of the report is that of its meeting',
  )
  const before = await week('?week=2026-11-09')
  assert.deepEqual(figures({ ...before.all, name: 'all' }), ['all', 2, 1, 1, 10, 2, naira(1_500)])
  assert.deepEqual((await weeks())[1], ['2026-11-09', 2, 1, 1, 10, 2, naira(1_500)])
})

test('past reports come from a file, of meetings that are made, are told to nobody, and go back as drafts', async () => {
  const file = (text: string) =>
    importInto(
      service.database,
      church.church,
      'group_reports',
      {
        file: csv(`group,held_on,held,present,visitors,offering,topic\n${text}`, 'reports.csv'),
        by: BY,
        options: {},
      },
      { now: new Date(now) },
    )
  const refused = await file(
    'Nowhere cell,2026-09-09,true,3,,,\nYaba cell,2026-12-30,true,3,,,\nYaba cell,2026-09-02,true,,,,',
  )
  assert.deepEqual([refused.imported, refused.refused], [0, 3])
  const report = await file('Yaba cell,2026-09-02,true,8,1,"1,500.00",Faith\nYaba cell,2026-09-09,false,,,,')
  assert.deepEqual([report.imported, report.refusals], [2, []])
  const all = await get('/group_reports')
  assert.deepEqual(
    all.map(({ held, present, visitors, offering, topic, source, status }: Record<string, unknown>) => [
      held,
      present,
      visitors,
      offering,
      topic,
      source,
      status,
    ]),
    [
      [true, 8, 1, 150_000, 'Faith', 'import', 'submitted'],
      [false, null, 0, null, null, 'import', 'submitted'],
    ],
  )
  const [first, second] = await Promise.all(
    all.map((one: { meeting_id: number }) => get(`/meetings/${one.meeting_id}`)),
  )
  assert.deepEqual([first.total, first.status, second.status], [8, 'closed', 'cancelled'])
  assert.deepEqual([await told('groups.report_submitted'), await told('attendance.recorded')], [[], []])
  const { id } = (await get('/imports'))[0]
  await church.act(undoImport, { id })
  await eventually('the import is undone', async () => (await get(`/imports/${id}`)).status === 'undone')
  assert.deepEqual(
    (await get('/group_reports')).map(({ status }: { status: string }) => status),
    ['draft', 'draft'],
  )
  assert.deepEqual(
    [(await get(`/meetings/${first.id}`)).status, (await get(`/meetings/${first.id}`)).total],
    ['cancelled', null],
  )
})

test('on the command line a report is handed in, and what is missing is listed', async () => {
  const run = (...args: string[]) => cli(service.databaseUrl, ['report', ...args, '--church', church.church.slug])
  const missing = ['list', '--missing', '--week', '2026-11-18']
  assert.match((await run(...missing)).stdout, new RegExp(`${meeting} +Yaba cell +2026-11-18`))
  const came = people.slice(0, 2).flatMap(id => ['--came', String(id)])
  const done = await run('submit', '--meeting', String(meeting), ...came, '--visitors', '2')
  assert.match(done.stdout, /The report of Yaba cell on 2026-11-18 is handed in\./, done.stderr)
  assert.match((await run(...missing)).stdout, /Nothing is missing/)
  const [{ present, source }] = await get('/group_reports')
  assert.deepEqual([present, source], [2, 'command_line'])
  // Of a group that should have met and has no meeting there is no report that could be missing: the group is.
  const silent = await group({ name: 'Silent cell', reports: 'weekly' })
  const without = (await run(...missing)).stdout
  assert.match(without, /Nothing is missing .*\n\nWithout a meeting from 2026-11-16 to 2026-11-22:\n/)
  assert.match(without, new RegExp(`${silent} +Silent cell`))
  const asJson = JSON.parse((await run(...missing, '--json')).stdout)
  assert.deepEqual(
    [asJson.missing, asJson.without_meeting, asJson.more_without_meeting],
    [[], [{ group_id: silent, group_name: 'Silent cell' }], 0],
  )
  // More than are listed, and than are reminded by one act; of no leader there is an address.
  const { id, hq_branch_id: hq } = church.church
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into groups (church_id, branch_id, kind, name, reports, created_at, updated_at)
      select ${id}, ${hq}, 'cell', 'N' || n, 'weekly', now(), now() from generate_series(1, 201) as n`)
    await tx.run(sql`insert into meetings (church_id, branch_id, group_id, kind, name, held_on, local_time, timezone, starts_at,
        ends_at, created_at, updated_at)
      select ${id}, branch_id, id, 'group', name, ${yesterday.slice(0, 10)}::date, '00:00', 'UTC', ${yesterday}::timestamptz,
        ${yesterday}::timestamptz, now(), now() from groups where church_id = ${id} and name like 'N%'`)
  })
  const reminded = await run('remind', '--missing', '--week', yesterday.slice(0, 10))
  assert.match(reminded.stdout, /Reminded: 0\. .* Groups without an address: 201\./, reminded.stderr)
})

test('after a merge and a forgotten member a report keeps its figures, and nothing tells of who was forgotten', async () => {
  const [ada = 0, bola = 0, chi = 0] = people
  const staff = await member(service, church, 'staff')
  await staff.inChurch('POST', '/actions/group_reports.submit', {
    meeting_id: meeting,
    came_ids: [ada, bola, chi],
    note: 'Chi Obi asks for prayer',
    care_note: 'Chi is ill',
  })
  await church.act(mergePeople, { keep: ada, remove: bola })
  const [before] = await get('/group_reports')
  assert.deepEqual([before.present, before.absent], [3, 1])
  assert.deepEqual((await states()).filter(([, state]: unknown[]) => state === 'present').length, 2)
  await church.act(removePerson, { id: chi })
  await church.act(forgetPerson, { id: chi })
  const [after] = await get('/group_reports')
  assert.deepEqual([after.present, after.note], [3, null])
  assert.equal((await noteOf(staff, after.id)).json.data.care_note, null)
})

test('care notes go with who is forgotten also where their report names nobody, or says that the group did not meet', async () => {
  const [, , chi = 0] = people
  const staff = await member(service, church, 'staff')
  const submit = async (meeting_id: number, body: object): Promise<number> =>
    (await staff.inChurch('POST', '/actions/group_reports.submit', { meeting_id, care_note: 'Chi is ill', ...body }))
      .json.data.id
  const counted = await submit(meeting, { present: 3 })
  const unheld = await submit(await meets(cell, { held_on: '2026-11-17' }), { held: false })
  const other = await submit(await meets(await group({ name: 'Another' })), { present: 3 })
  await church.act(removePerson, { id: chi })
  await church.act(forgetPerson, { id: chi })
  const notes = await Promise.all(
    [counted, unheld, other].map(async id => (await noteOf(staff, id)).json.data.care_note),
  )
  assert.deepEqual(notes, [null, null, 'Chi is ill'])
})
