/** The demo's records go by one press: all that the demo made, nothing that people added, and nothing that what they added names. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { doDue } from '../src/agenda/agenda-worker.ts'
import { kindsOf } from '../src/agenda/hints.ts'
import { tablesOfChurch } from '../src/archive/tables.ts'
import { partDemo } from '../src/console/setup/demo-records.ts'
import type { CountedRecords } from '../src/console/setup/remove-demo.ts'
import { ident, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { makeDue, tendDue } from '../src/modules/meetings/clock.ts'
import { remindersModule } from '../src/modules/reminders/module.ts'
import type { Church } from '../src/resource/caller.ts'
import { doingOn } from '../src/resource/step.ts'
import { cli as runCli } from './support/cli.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { startDemo } from './support/demo.ts'
import { quiet } from './support/quiet.ts'
import { eventually } from './support/receiver.ts'
import type { TestChurch, TestService } from './support/service.ts'

interface Made {
  service: TestService
  demo: Church
  owner: TestMember
}

/** A service with a demo church, and somebody who owns it. */
async function start(): Promise<Made> {
  const { service, demo } = await startDemo()
  const owner = await member(service, { church: demo } as TestChurch, 'owner')
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  return { service, demo, owner }
}

let made: Made
before(async () => {
  made = await start()
})
after(() => made.service.close())

/** What `createChurch` itself makes, by table. */
const MADE_WITH_CHURCH = { branches: 1, funds: 1 }
/** What is written after the demo is made: its first key and link, accounts with providers, those who joined, what is logged of it. */
const BESIDE = [
  'api_keys',
  'invitations',
  'message_providers',
  'payment_providers',
  'sms_accounts',
  'sms_entries',
  'memberships',
  'events',
  'audit_log',
]

/** Rows of a church, by table; those that have none are left out. */
async function rowsOf({ service: { database }, demo }: Made): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { name } of await tablesOfChurch(database.read)) {
    const found = await database.read.first<{ n: number }>(
      sql`select count(*) as n from ${ident(name)} where church_id = ${demo.id}`,
    )
    if (found?.n) rows[name] = found.n
  }
  return rows
}

const counts = (records: readonly CountedRecords[]) => Object.fromEntries(records.map(one => [one.many, one.count]))

test('what was added stays with all that it names, is told before by name, and nothing else of the demo is left', async () => {
  const { owner, demo, service } = made
  const send = async (path: string, body: object) => {
    const answered = await owner.inChurch('POST', path, body)
    assert.ok(answered.status < 300, answered.text)
    return answered.json.data
  }
  const list = async (path: string) => (await owner.inChurch('GET', path)).json.data
  const [ada, bola] = (await list('/people?family_id=1&per_page=2')) as {
    id: number
    full_name: string
    branch_id: number
  }[]
  assert.ok(ada && bola)
  // Somebody of the church's own, a gift of somebody of the demo, and changes that keep nobody.
  await send('/people', { first_name: 'Chidi', last_name: 'Real', branch_id: demo.hq_branch_id })
  await send('/contributions', { amount: 5_000, person_id: ada.id })
  await owner.inChurch('PATCH', `/people/${bola.id}`, { city: 'Enugu' })
  await send('/actions/people.add_tag', { id: bola.id, tag: 'choir' })
  await send('/actions/rates.set', { currency: 'EUR', rate: '1800' })
  const others = await service.church()
  await others.send('POST', '/people', { first_name: 'Other' })

  const told = (await owner.inChurch('GET', '/views/demo')).json.data
  assert.deepEqual(counts(told.added), { people: 1, gifts: 1 })
  assert.deepEqual(told.added[0].names, ['Chidi Real'])
  const stays = counts(told.stays)
  assert.deepEqual([stays.people, stays.families], [1, 1])
  assert.ok(told.stays.some((one: CountedRecords) => one.names.includes(ada.full_name)))
  assert.equal(counts(told.goes).people, 199)

  const before = (await owner.inChurch('GET', '/contributions')).json.meta.total
  const events = await service.database.read.all(sql`select id from events where church_id = ${demo.id}`)
  const done = await owner.inChurch('POST', '/actions/demo.remove', {})
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(done.json.data, told)
  const people = await list('/people')
  assert.deepEqual(
    people.map((one: { full_name: string }) => one.full_name).sort(),
    ['Chidi Real', ada.full_name].sort(),
  )
  const gifts = (await owner.inChurch('GET', '/contributions')).json
  assert.ok(before > 1_000)
  assert.deepEqual([gifts.meta.total, gifts.data.length, gifts.meta.sum_amount_base], [1, 1, 5_000])
  assert.equal((await list('/sermons')).length, 0)
  // The invented rate of the dollar prices nothing any more.
  assert.deepEqual(
    await service.database.read.all(sql`select currency from exchange_rates where church_id = ${demo.id}`),
    [{ currency: 'EUR' }],
  )
  // The branch of the person who stays is there, and those above it.
  assert.equal((await list('/branches')).length, 1 + (stays.branches ?? 0))
  const after = await service.database.read.all(sql`select id from events where church_id = ${demo.id}`)
  assert.equal(after.length, events.length)
  assert.equal((await others.send('GET', '/people')).json.meta.total, 1)
  const audit = (await owner.inChurch('GET', '/views/audit?operation=demo.remove')).json.data
  assert.ok(
    audit[0].detail.removed.some(
      ({ many, count }: { many: string; count: number }) => many === 'people' && count === 199,
    ),
  )
})

test('once it is gone there is nothing more to remove, and the first steps begin', async () => {
  const { owner } = made
  assert.equal((await owner.inChurch('GET', '/views/demo')).json.data, null)
  assert.equal((await owner.inChurch('POST', '/actions/demo.remove', {})).status, 404)
  const setup = (await owner.inChurch('GET', '/views/setup')).json.data
  assert.deepEqual([setup.demo, setup.completed, setup.done], [false, false, 0])
})

test('only an owner removes it, with the password again; of an untouched demo nothing is left but the church itself', async () => {
  const one = await start()
  const { service, demo } = one
  const inDemo = { church: demo } as TestChurch
  const [administrator, calm] = [await member(service, inDemo, 'administrator'), await member(service, inDemo, 'owner')]
  assert.equal((await administrator.inChurch('POST', '/actions/demo.remove', {})).json.error, 'not_permitted')
  assert.equal((await calm.inChurch('POST', '/actions/demo.remove', {})).json.error, 'step_up_required')
  const parted = await partDemo(service.database.read, demo.id, HOUSE)
  assert.ok(parted.length >= 8)
  assert.deepEqual(
    parted.filter(({ table }) => BESIDE.includes(table.name)),
    [],
  )
  assert.deepEqual(
    parted.filter(({ stays }) => stays.length > 0),
    [],
  )
  const cli = (...args: string[]) => runCli(service.databaseUrl, args)
  const dry = await cli('church', 'remove-demo', 'demo', '--dry-run')
  assert.match(dry.stdout, /Would be removed: .*200 people/)
  const gone = await cli('church', 'remove-demo', 'demo')
  assert.equal(gone.code, 0, gone.stderr)
  const { tallies, ...rows } = await rowsOf(one)
  assert.deepEqual(
    Object.fromEntries(Object.entries(rows).filter(([table]) => !BESIDE.includes(table))),
    MADE_WITH_CHURCH,
  )
  assert.deepEqual(
    await service.database.read.all(sql`select resource, n from tallies where church_id = ${demo.id} and n <> 0`),
    [],
  )
  assert.match((await cli('church', 'remove-demo', 'demo', '--dry-run')).stderr, /no demo records/)
  await service.close()
})

/** What the clock does with meetings, so many days on. */
async function clockWork({ service: { database } }: Made, days: number): Promise<void> {
  const clock = { now: () => new Date(Date.now() + days * 86_400_000) }
  const parts = { ...doingOn(database, clock, HOUSE), clock, log: quiet }
  await makeDue(parts)
  await tendDue(parts)
}

const removed = async ({ owner }: Made) => {
  const done = await owner.inChurch('POST', '/actions/demo.remove', {})
  assert.equal(done.status, 200, done.text)
  return done.json.data
}

test('meetings that the clock went on to make go with their schedule, until somebody touches one of them', async () => {
  const one = await start()
  const { service, demo, owner } = one
  const { marked, classes } = (await service.database.read.first<{ marked: number; classes: number }>(
    sql`select count(schedule_id)::int as marked, (count(*) - count(schedule_id))::int as classes from meetings
      where church_id = ${demo.id}`,
  )) ?? { marked: 0, classes: 0 }
  await clockWork(one, 8)
  await clockWork(one, 80)
  const schedules = await service.database.read.all<{
    group: number | null
    id: number
    last: number
    meetings: number
  }>(
    sql`select s.group_id as "group", s.id, max(m.id) as last, count(*) as meetings from schedules s
      join meetings m on m.church_id = s.church_id and m.schedule_id = s.id
      where s.church_id = ${demo.id} group by s.group_id, s.id order by s.id`,
  )
  const [, second] = schedules.filter(({ group }) => group === null)
  const meetings = schedules.reduce((sum, one) => sum + one.meetings, 0)
  assert.ok(second && meetings > marked + 2)
  const view = async () => (await owner.inChurch('GET', '/views/demo')).json.data
  const untouched = await view()
  assert.deepEqual([untouched.added, untouched.stays], [[], []])
  assert.deepEqual(
    [counts(untouched.goes).schedules, counts(untouched.goes).meetings],
    [schedules.length, meetings + classes],
  )

  // One meeting was renamed, another counted: their schedule goes on, with all its meetings to come, which nobody would make again.
  const renamed = await owner.inChurch('PATCH', `/meetings/${second.last}`, { name: 'Harvest' })
  assert.equal(renamed.status, 200, renamed.text)
  const counting = { meeting_id: second.last - 1, category: 'men', count: 12 }
  const counted = await owner.inChurch('POST', '/headcounts', counting)
  assert.equal(counted.status, 201, counted.text)
  const told = await view()
  assert.deepEqual([counts(told.added).meetings, counts(told.stays).schedules], [1, 1])
  assert.deepEqual(await removed(one), told)
  const left = await service.database.read.all<{ id: number; schedule_id: number; revision: number }>(
    sql`select id, schedule_id, revision from meetings where church_id = ${demo.id}`,
  )
  assert.equal(left.length, 1 + (counts(told.stays).meetings ?? 0))
  assert.ok(left.length > 2 && left.some(({ id }) => id === counting.meeting_id))
  assert.ok(left.every(({ schedule_id, revision }) => schedule_id === second.id && revision === 0))
  await service.close()
})

test('a meeting that somebody planned stays when the schedule of the demo goes that took it over', async () => {
  const one = await start()
  const { service, demo, owner } = one
  const schedule =
    (await service.database.read.first<{ id: number; name: string; kind: string; local_time: string; day: string }>(
      sql`select s.id, s.name, s.kind, s.local_time, (max(m.held_on) + 7)::text as day from schedules s
      join meetings m on m.church_id = s.church_id and m.schedule_id = s.id
      where s.church_id = ${demo.id} and s.group_id is null group by s.id, s.name, s.kind, s.local_time order by s.id limit 1`,
    )) ?? assert.fail()
  const planned = { name: schedule.name, kind: schedule.kind, held_on: schedule.day, local_time: schedule.local_time }
  const made = await owner.inChurch('POST', '/meetings', planned)
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  await clockWork(one, 8)
  const of = async () =>
    (
      await service.database.read.first<{ of: number }>(
        sql`select schedule_id as of from meetings where church_id = ${demo.id} and id = ${id}`,
      )
    )?.of
  assert.equal(await of(), schedule.id, 'the schedule took it over')
  const told = (await owner.inChurch('GET', '/views/demo')).json.data
  assert.deepEqual([counts(told.added).meetings, counts(told.stays).schedules], [1, 1])
  await removed(one)
  assert.equal(await of(), schedule.id)
  await service.close()
})

test('messages that people of the demo were reminded by go with them, and stay with whom something added names', async () => {
  const one = await start()
  const { service, demo, owner } = one
  const list = async (path: string) => (await owner.inChurch('GET', path)).json.data
  const [campaign] = await list('/pledge_campaigns')
  const asked = await owner.inChurch('POST', '/actions/pledge_campaigns.remind', { id: campaign.id })
  assert.equal(asked.status, 200, asked.text)
  // On the next day at noon, when all are due and nobody sleeps.
  const noon = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 11 * 3_600_000)
  const clock = { now: () => noon }
  const reminded = () =>
    service.database.read.all<{ person_id: number; status: string }>(sql`select person_id, status from messages
      where church_id = ${demo.id} and source = 'reminder' order by id`)
  await eventually('all are reminded', async () => {
    await doDue({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet, kinds: kindsOf([remindersModule]) })
    const sent = await reminded()
    return sent.length >= asked.json.data.reminded && sent.every(({ status }) => status === 'sent')
  })
  const told = (await owner.inChurch('GET', '/views/demo')).json.data
  assert.deepEqual([told.added, told.stays], [[], []])

  // Of one of them a gift was recorded since.
  const person_id = (await reminded())[0]?.person_id
  assert.equal((await owner.inChurch('POST', '/contributions', { amount: 5_000, person_id })).status, 201)
  await removed(one)
  const left = await reminded()
  assert.ok(left.length > 0 && left.every(one => one.person_id === person_id))
  assert.equal((await owner.inChurch('GET', '/messages')).json.meta.total, left.length)
  assert.deepEqual(
    (await list('/people')).map(({ id }: { id: number }) => id),
    [person_id],
  )
  await service.close()
})

test('a church that made a fund of the demo its default has one after the removal', async () => {
  const one = await start()
  const { service, owner } = one
  type Fund = { id: number; name: string; is_default: boolean; is_active: boolean }
  const funds = async (): Promise<Fund[]> => (await owner.inChurch('GET', '/funds')).json.data
  const [, tithes] = await funds()
  assert.ok(tithes)
  const change = await owner.inChurch('POST', '/actions/funds.update', { id: tithes.id, is_default: true })
  assert.equal(change.status, 200, change.text)
  await removed(one)
  assert.deepEqual(
    (await funds()).map(({ name, is_default }) => [name, is_default]),
    [['General', true]],
  )
  const gift = await owner.inChurch('POST', '/contributions', { amount: 5_000 })
  assert.equal(gift.status, 201, gift.text)
  await service.close()
})

test('where no other fund takes gifts, the default fund of the demo stays, and that is told before', async () => {
  const one = await start()
  const { service, owner } = one
  const [general, tithes] = (await owner.inChurch('GET', '/funds')).json.data
  for (const input of [
    { id: tithes.id, is_default: true },
    { id: general.id, is_active: false },
  ])
    assert.equal((await owner.inChurch('POST', '/actions/funds.update', input)).status, 200)
  const told = (await owner.inChurch('GET', '/views/demo')).json.data
  assert.deepEqual([counts(told.stays), told.stays[0].names], [{ funds: 1 }, ['Tithes']])
  assert.deepEqual(await removed(one), told)
  const left = (await owner.inChurch('GET', '/funds')).json.data
  assert.deepEqual(
    left.map((fund: { name: string; is_default: boolean }) => [fund.name, fund.is_default]),
    [
      ['General', false],
      ['Tithes', true],
    ],
  )
  await service.close()
})
