/** Tasks: who has to do what by when, who sees them, and how they are reminded. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { doDue } from '../../agenda/agenda-worker.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sweepAgenda } from '../../agenda/sweep.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { doingOn } from '../../resource/step.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { remindersModule } from '../reminders/module.ts'
import { giveTask } from './give-task.ts'
import { tasksModule } from './module.ts'

let service: TestService
let church: TestChurch
/** By which the service, and who works its agenda off, live. */
let now: number
/** Monday, noon in Lagos. */
const START = Date.parse('2026-11-23T11:00:00Z')
const HOUR_MS = 3_600_000

before(async () => {
  now = START
  service = await startService({}, { clock: { now: () => new Date(now) } })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  now = START
})

const clock = { now: () => new Date(now) }
const agenda = () => ({
  ...doingOn(service.database, clock, HOUSE),
  clock,
  log: pino({ level: 'silent' }),
  kinds: kindsOf([tasksModule, remindersModule]),
})

const person = async (first_name: string, more = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name, email: `${first_name}@example.org`, ...more })).json.data.id
const add = async (body: object) =>
  await church.send('POST', '/tasks', { title: 'Call Bola', due_on: '2026-11-30', ...body })
const task = async (id: number) => (await church.send('GET', `/tasks/${id}`)).json.data
const change = (id: number, body: object) => church.send('PATCH', `/tasks/${id}`, body)

/** The membership of somebody of the console. */
const membershipOf = async ({ email }: TestMember): Promise<number> =>
  (
    await service.database.read.first<{
      id: number
    }>(sql`select m.id from memberships m join users u on u.id = m.user_id
      where m.church_id = ${church.church.id} and u.email = ${email}`)
  )?.id ?? 0

/** Does all that is due by now, or lets the service's own worker do it. */
const settle = () =>
  eventually('all is done that is due, and all messages have their outcome', async () => {
    await doDue(agenda())
    const open = await service.database.read.first(sql`select 1 from messages
        where church_id = ${church.church.id} and status in ('waiting', 'sending')
      union all select 1 from agenda
        where church_id = ${church.church.id} and due_at <= ${clock.now().toISOString()}::timestamptz`)
    return open === undefined
  })

/** Sets the clock, and lets all be done and sent that is due by then. @returns whom was written what */
async function at(moment: string): Promise<{ to: string; subject: string; body: string }[]> {
  now = Date.parse(moment)
  await settle()
  // What reminds is gathered first, and looked after once more when it is sent.
  now += 11 * 60_000
  await settle()
  now += 60_000
  await settle()
  return await service.database.write(church.church.id, tx =>
    tx.all(sql`delete from outbox where church_id = ${church.church.id} returning "to", subject, body`),
  )
}

test('a task is added, changed and done through the API; what cannot be is named field by field', async () => {
  const ada = await person('Ada')
  const added = await add({ kind: 'call', person_id: ada, assignee_person_id: ada })
  assert.equal(added.status, 201, added.text)
  const { id, full_name, assignee_name, status, kind } = added.json.data
  assert.deepEqual([full_name, assignee_name, status, kind], ['Ada', 'Ada', 'open', 'call'])
  const done = (await change(id, { status: 'done', outcome: 'reached', note: 'She comes' })).json.data
  assert.deepEqual([done.status, done.outcome, done.done_by, done.done_at !== null], ['done', 'reached', 'Test', true])
  assert.deepEqual((await change(id, { status: 'done' })).json.data, done, 'again changes nothing')
  const open = (await change(id, { status: 'open' })).json.data
  assert.deepEqual([open.status, open.done_by, open.done_at, open.outcome], ['open', null, null, 'reached'])
  const wrong = await church.send('POST', '/tasks', { kind: 'sing', assignee_person_id: 999_999, due_on: '2026-02-30' })
  assert.equal(wrong.status, 422)
  assert.deepEqual(Object.keys(wrong.json.errors ?? {}).sort(), ['assignee_person_id', 'due_on', 'kind', 'title'])
  const both = await add({ assignee_person_id: ada, assignee_membership_id: 1 })
  assert.ok(both.json.errors?.assignee_person_id)
  assert.ok((await add({ assignee_membership_id: 999_999 })).json.errors?.assignee_membership_id)
})

test('a module gives a task for one of its records once, however many ask, and its assignee is reminded of it', async () => {
  const [ada, bola] = [await person('Ada'), await person('Bola')]
  const { id: church_id, hq_branch_id: branch } = church.church
  const give = (kind: 'call' | 'visit', subject = { kind: 'follow_up', id: 7 }) =>
    service.database.write(church_id, tx =>
      giveTask(
        tx,
        { id: church_id, timezone: 'Africa/Lagos' },
        { subject, kind, title: 'Call Ada', branch, person: ada, assignee: { person: bola }, due_on: '2026-11-30' },
        clock.now(),
      ),
    )
  const calls = await Promise.all([give('call'), give('call'), give('call')])
  const [id, ...more] = calls.filter(one => one !== null)
  assert.deepEqual(more, [])
  const made = await task(id ?? 0)
  assert.deepEqual(
    [made.subject_kind, made.subject_id, made.title, made.full_name, made.assignee_name, made.status],
    ['follow_up', 7, 'Call Ada', 'Ada', 'Bola', 'open'],
  )
  await change(made.id, { status: 'done' })
  assert.equal(await give('call'), null, 'what is done is not given once more')
  assert.notEqual(await give('visit'), null)
  assert.notEqual(await give('call', { kind: 'follow_up', id: 8 }), null)
  const open = await service.database.read.all(sql`select 1 from tasks
    where church_id = ${church_id} and status = 'open' and remind_at is not null`)
  assert.equal(open.length, 2)
})

test('what is overdue is told by the church’s clock: a day begins in Auckland while it is yesterday in Lagos', async () => {
  const id = (await add({ due_on: '2026-11-30' })).json.data.id
  const overdue = async () => (await church.send('GET', '/tasks?overdue=1')).json
  for (const [timezone, lastMinute] of [
    ['Africa/Lagos', '2026-11-30T22:59:00Z'],
    ['Pacific/Auckland', '2026-11-30T10:59:00Z'],
    ['America/Los_Angeles', '2026-12-01T07:59:00Z'],
  ] as const) {
    await church.set({ timezone })
    now = Date.parse(lastMinute)
    assert.deepEqual([(await overdue()).data, (await overdue()).meta.total], [[], 0], timezone)
    now += 60_000
    const { data, meta } = await overdue()
    assert.deepEqual([data.map((one: { id: number }) => one.id), meta.total], [[id], 1], timezone)
  }
})

test('the list is filtered by status, assignee, person, day and what is overdue', async () => {
  const [ada, bola] = [await person('Ada'), await person('Bola')]
  const old = (await add({ title: 'Old', due_on: '2020-01-01', person_id: ada })).json.data.id
  const ahead = (await add({ title: 'Ahead', due_on: '2099-01-01', assignee_person_id: bola })).json.data.id
  const dropped = (await add({ title: 'Dropped', due_on: '2020-01-02' })).json.data.id
  await change(dropped, { status: 'dropped' })
  const listed = async (query: string): Promise<number[]> =>
    (await church.send('GET', `/tasks?${query}`)).json.data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await listed('overdue=1'), [old])
  assert.deepEqual(await listed('status=dropped'), [dropped])
  assert.deepEqual(await listed(`person_id=${ada}`), [old])
  assert.deepEqual(await listed(`assignee_person_id=${bola}`), [ahead])
  assert.deepEqual(await listed('due_to=2020-12-31&sort=-due_on'), [dropped, old])
})

test('staff give and do tasks of their branch, helpers see and do their own, viewers and finance have no part in them', async () => {
  const [staff, helper, viewer, finance] = [
    await member(service, church, 'staff'),
    await member(service, church, 'helper'),
    await member(service, church, 'viewer'),
    await member(service, church, 'finance'),
  ]
  const made = await staff.inChurch('POST', '/tasks', { title: 'Mine', due_on: '2026-11-30' })
  assert.equal(made.json.data.assignee_membership_id, await membershipOf(staff), 'who adds one has it')
  const { id } = made.json.data
  const seen = async (): Promise<number[]> =>
    (await helper.inChurch('GET', '/tasks')).json.data.map((one: { id: number }) => one.id)
  assert.deepEqual(await seen(), [])
  const strange = await helper.inChurch('POST', '/actions/tasks.done', { id })
  assert.equal(strange.status, 404)
  const given = { id, assignee_membership_id: await membershipOf(helper), assignee_person_id: null }
  assert.equal((await staff.inChurch('POST', '/actions/tasks.assign', given)).status, 200)
  assert.deepEqual(await seen(), [id])
  const mine = (await helper.inChurch('GET', '/views/home.tasks')).json.data
  assert.deepEqual([mine.total, mine.tasks[0].title, mine.tasks[0].overdue], [1, 'Mine', false])
  assert.equal((await helper.inChurch('POST', '/actions/tasks.assign', given)).json.error, 'not_permitted')
  assert.equal((await helper.inChurch('POST', '/tasks', { title: 'x', due_on: '2026-11-30' })).status, 403)
  const done = await helper.inChurch('POST', '/actions/tasks.done', { id, outcome: 'visited', note: 'At home' })
  assert.deepEqual([done.json.data.status, done.json.data.note], ['done', 'At home'])
  assert.equal((await helper.inChurch('POST', '/actions/tasks.reopen', { id })).json.data.status, 'open')
  const again = await staff.inChurch('POST', '/actions/tasks.done', { id, note: 'Again' })
  assert.equal(again.json.data.note, 'At home\nAgain')
  assert.equal((await helper.inChurch('POST', '/actions/tasks.drop', { id })).json.error, 'not_permitted')
  for (const one of [viewer, finance]) {
    assert.equal((await one.inChurch('GET', '/tasks')).status, 403)
    assert.equal((await one.inChurch('GET', '/views/home.tasks')).json.error, 'not_permitted')
  }
  const bad = { id, assignee_membership_id: await membershipOf(viewer) }
  assert.ok((await staff.inChurch('POST', '/actions/tasks.assign', bad)).json.errors?.assignee_membership_id)
  const owner = await member(service, church, 'owner')
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  const before = await task(id)
  now += HOUR_MS
  const gone = await owner.inChurch('POST', '/actions/users.remove', { id: given.assignee_membership_id })
  assert.equal(gone.status, 200, gone.text)
  const after = await task(id)
  assert.equal(after.assignee_name, null, 'who leaves the team leaves the task to nobody')
  assert.ok(after.updated_at >= before.updated_at)
  const kept = await service.database.read.first(
    sql`select remind_at from tasks where church_id = ${church.church.id} and id = ${id}`,
  )
  assert.deepEqual(kept, { remind_at: null })
})

test('whom a branch limits gives tasks to nobody out of sight, and finds none by them', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  const [elsewhere, owner] = [await person('Elsewhere'), await member(service, church, 'administrator')]
  const south = await member(service, church, 'staff', await church.branch('South'))
  const body = { title: 'Call', due_on: '2026-11-30' }
  const refused = await limited('POST', '/tasks', { ...body, assignee_person_id: elsewhere })
  const nobody = await limited('POST', '/tasks', { ...body, assignee_person_id: 999_999 })
  assert.deepEqual([refused.status, refused.text], [422, nobody.text])
  for (const membership of [await membershipOf(south), 999_999]) {
    const { json } = await limited('POST', '/tasks', { ...body, assignee_membership_id: membership })
    assert.deepEqual(Object.keys(json.errors ?? {}), ['assignee_membership_id'])
  }
  const { json } = await limited('POST', '/tasks', { ...body, assignee_membership_id: await membershipOf(owner) })
  assert.equal(json.data.branch_id, north)
  // Whoever gives it sees both branches; whoever has it would not find it.
  const unseen = { assignee_membership_id: await membershipOf(south) }
  const [made, changed] = [
    await church.send('POST', '/tasks', { ...body, branch_id: north, ...unseen }),
    await change(json.data.id, unseen),
  ]
  const staff = await member(service, church, 'staff')
  const assigned = await staff.inChurch('POST', '/actions/tasks.assign', { id: json.data.id, ...unseen })
  for (const answer of [made, changed, assigned]) {
    assert.deepEqual([answer.status, Object.keys(answer.json.errors ?? {})], [422, ['assignee_membership_id']])
  }
  const moved = (await church.send('POST', '/tasks', { ...body, branch_id: north, assignee_person_id: elsewhere })).json
    .data
  assert.equal((await limited('GET', `/tasks/${moved.id}`)).json.data.assignee_name, null)
  assert.deepEqual((await limited('GET', `/tasks?assignee_person_id=${elsewhere}`)).json.data, [])
})

test('the assignee is reminded on the morning of the day by the church’s clock, and once more three days later', async () => {
  await useOutbox(service, church)
  const staff = await member(service, church, 'staff')
  const { id } = (await staff.inChurch('POST', '/tasks', { title: 'Call Bola', due_on: '2026-11-30' })).json.data
  assert.deepEqual(await at('2026-11-30T05:40:00Z'), [])
  const [due, ...more] = await at('2026-11-30T06:00:00Z')
  assert.deepEqual([due?.to, due?.subject, more], [staff.email, 'Due today: Call Bola', []])
  assert.deepEqual(await at('2026-12-03T05:40:00Z'), [])
  assert.deepEqual(
    (await at('2026-12-03T06:00:00Z')).map(({ subject }) => subject),
    ['Still to do: Call Bola'],
  )
  assert.deepEqual(await at('2026-12-20T06:00:00Z'), [])
  await staff.inChurch('PATCH', `/tasks/${id}`, { due_on: '2026-12-24' })
  assert.deepEqual(
    (await at('2026-12-24T06:00:00Z')).map(({ subject }) => subject),
    ['Due today: Call Bola'],
  )
  await staff.inChurch('POST', '/actions/tasks.done', { id })
  assert.deepEqual(await at('2027-01-20T06:00:00Z'), [])
  const left = await service.database.read.all(sql`select 1 from agenda where church_id = ${church.church.id}`)
  assert.deepEqual(left, [])
})

test('a hint that was lost is made anew; what is done before its reminder is sent is not reminded of', async () => {
  await useOutbox(service, church)
  const ada = await person('Ada')
  const [first, second] = [
    (await add({ assignee_person_id: ada })).json.data.id,
    (await add({ assignee_person_id: ada })).json.data.id,
  ]
  assert.equal((await at('2026-11-24T06:00:00Z')).length, 1, 'two new tasks are one message')
  await service.database.write(church.church.id, tx =>
    tx.run(sql`delete from agenda where church_id = ${church.church.id}`),
  )
  await sweepAgenda(agenda())
  now = Date.parse('2026-11-30T06:00:00Z')
  await doDue(agenda())
  await change(first, { status: 'done' })
  const sent = await at('2026-11-30T06:05:00Z')
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    ['Due today: Call Bola'],
  )
  assert.match(sent[0]?.body ?? '', new RegExp(`/my/task/${church.church.id}\\.${second}\\.`))
})

test('somebody without a sign-in gets a link: it shows the task, a form marks it as done, and it ends with the next assignee', async () => {
  await useOutbox(service, church)
  const [ada, bola] = [await person('Ada'), await person('Bola', { phone: '08031234567', last_name: '<Eze>' })]
  const { id } = (await add({ assignee_person_id: ada, person_id: bola, note: 'About the choir' })).json.data
  const linkOf = async (moment: string): Promise<string> => {
    const [sent] = await at(moment)
    assert.match(sent?.subject ?? '', /A task for you: Call Bola/)
    return /\/my\/task\/\S+/.exec(sent?.body ?? '')?.[0] ?? assert.fail()
  }
  const first = await linkOf('2026-11-23T12:00:00Z')
  const page = await service.request('GET', first)
  assert.equal(page.status, 200)
  assert.match(page.text, /Call Bola[\s\S]*Bola &lt;Eze&gt;[\s\S]*tel:\+2348031234567[\s\S]*About the choir/)
  assert.match(page.text, /<dd>Monday, 30 November<\/dd>/)
  assert.ok(page.text.length < 20_000 && !/<script/i.test(page.text))
  await change(id, { assignee_person_id: bola })
  assert.equal((await service.request('GET', first)).status, 404, 'it is somebody else’s now')
  const second = await linkOf('2026-11-23T14:00:00Z')
  for (const method of ['GET', 'HEAD']) await service.request(method, second)
  assert.equal((await task(id)).status, 'open')
  const post = (form: string) =>
    service.request('POST', second, { raw: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const sent = await post('outcome=reached&note=She%0D%0Acomes')
  assert.equal(sent.status, 303)
  await post('outcome=no_answer&note=Twice')
  const after = await task(id)
  assert.deepEqual(
    [after.status, after.outcome, after.done_by, after.note],
    ['done', 'reached', 'link', 'About the choir\nShe\ncomes'],
  )
  const over = await service.request('GET', second)
  assert.match(over.text, /This is done/)
  assert.doesNotMatch(over.text, /Eze|234803/, 'whom it was about is not told any more')
  now += 100 * 24 * HOUR_MS
  assert.equal((await service.request('GET', second)).status, 404, 'it is over')
})

test('tasks follow a merge; those about somebody who is removed are dropped, and those that they had are nobody’s', async () => {
  const [keep, remove, gone] = [await person('Ada'), await person('Ada2'), await person('Gone')]
  const about = (await add({ person_id: remove })).json.data.id
  const theirs = (await add({ assignee_person_id: remove })).json.data.id
  await church.act(mergePeople, { keep, remove })
  assert.deepEqual([(await task(about)).person_id, (await task(theirs)).assignee_person_id], [keep, keep])
  const [dropped, nobodys] = [
    (await add({ person_id: gone })).json.data.id,
    (await add({ assignee_person_id: gone })).json.data.id,
  ]
  await church.act(removePerson, { id: gone })
  assert.deepEqual([(await task(dropped)).status, (await task(nobodys)).assignee_person_id], ['dropped', null])
})

test('commands add, list and do tasks; what is exported can be imported by another church that knows the people', async () => {
  const sexton = async (...words: string[]) => {
    const { code, json, stdout, stderr } = await cli(service.databaseUrl, [...words, '--church', church.church.slug])
    assert.equal(code, 0, `${stderr}${stdout}`)
    return json ?? { stdout }
  }
  const [ada, bola] = [await person('Ada'), await person('Bola')]
  const words = [
    '--title',
    'Call Ada',
    '--due-on',
    '2020-01-01',
    '--person-id',
    String(ada),
    '--assignee-person-id',
    String(bola),
  ]
  await sexton('task', 'add', ...words, '--json')
  const listed = await church.send('GET', '/tasks?overdue=1')
  const [{ id }] = listed.json.data
  assert.match(JSON.stringify(await sexton('task', 'list', '--overdue', '1')), /Call Ada/)
  const exported = (await cli(service.databaseUrl, ['export', 'tasks', '--church', church.church.slug])).stdout
  await sexton('task', 'done', String(id), '--outcome', 'reached', '--note', 'Fine', '--json')
  const done = await task(id)
  assert.deepEqual([done.status, done.outcome, done.note, done.done_by], ['done', 'reached', 'Fine', 'command_line'])
  const report = await importInto(service.database, church.church, 'tasks', { file: csv(exported), by: BY })
  assert.deepEqual([report.imported, report.refused], [1, 0], JSON.stringify(report.refusals))
  const copy = (await church.send('GET', '/tasks?status=open')).json.data
  assert.deepEqual(
    copy.map((one: Record<string, unknown>) => [one.title, one.person_id, one.assignee_person_id]),
    [['Call Ada', ada, bola]],
  )
})
