/** Each reminder is sent once; what one receiver is reminded of within an hour is one message. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import { quiet } from '../../../test/support/quiet.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { doDue } from '../../agenda/agenda-worker.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { signedLink } from '../../links/signed-link.ts'
import { doingOn } from '../../resource/step.ts'
import { LINK_MARK } from '../messaging/personal-links.ts'
import { unitsOf } from '../messaging/sms-units.ts'
import { removePerson } from '../people/remove.ts'
import { forgetReminders } from './forget-reminders.ts'
import { remindersModule } from './module.ts'
import { type NewReminder, remind, takeBackReminders } from './remind.ts'

let service: TestService
let church: TestChurch
let ada: number
/** By the clock of the one who works the agenda off; the service itself stands still at the beginning of it. */
let now: number
const START = Date.parse('2026-11-23T06:00:00Z')
const MINUTE_MS = 60_000

before(async () => {
  service = await startService({}, { clock: { now: () => new Date(START) } })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  await useOutbox(service, church)
  ada = await person('Ada')
  now = START
})

const person = async (name: string): Promise<number> =>
  (await church.send('POST', '/people', { first_name: name, email: `${name}@example.org` })).json.data.id

const say = (more: Partial<NewReminder> = {}) =>
  service.database.write(church.church.id, tx =>
    remind(tx, church.church, new Date(now), {
      kind: 'test',
      subject: 1,
      step: 1,
      to: { person: ada },
      title: 'Call Bola',
      text: 'Today',
      ...more,
    }),
  )

interface Sent {
  channel: string
  to: string
  subject: string
  body: string
  status: string
  error: string | null
  source: string
}

/** Lets time pass, and all be sent that is due by then. @returns the messages of the church so far, the oldest first */
async function pass(minutes: number): Promise<Sent[]> {
  now += minutes * MINUTE_MS
  const clock = { now: () => new Date(now) }
  const kinds = kindsOf([remindersModule])
  await doDue({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet, kinds })
  return await eventually('all have their outcome', async () => {
    const open = await service.database.read.first(sql`select 1 from messages
      where church_id = ${church.church.id} and status in ('waiting', 'sending')`)
    return open === undefined && ((await church.send('GET', '/messages')).json.data as Sent[])
  })
}

test('a reminder is gathered for ten minutes and sent once, whoever asks for it again', async () => {
  assert.deepEqual([await say(), await say()], [true, false])
  assert.deepEqual(await pass(9), [])
  const [sent, ...more] = await pass(1)
  assert.deepEqual(
    [sent?.to, sent?.subject, sent?.body, sent?.status, sent?.source, more],
    ['Ada@example.org', 'Call Bola', 'Today', 'sent', 'reminder', []],
  )
  assert.equal(await say(), false)
  assert.equal((await pass(24 * 60)).length, 1)
  assert.equal(await say({ step: 2 }), true)
  assert.equal((await pass(10)).length, 2)
  // What became of the second is looked at once more.
  await pass(1)
  // Long after they are over nobody asks for them again, and they go; what is still to be sent stays.
  await say({ step: 3, due: new Date(now + 365 * 24 * 60 * MINUTE_MS) })
  const left = async (days: number) => {
    const clock = { now: () => new Date(Date.now() + days * 24 * 60 * MINUTE_MS) }
    await forgetReminders({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet })
    const rows = await service.database.read.all<{ step: number }>(
      sql`select step from reminders where church_id = ${church.church.id} order by step`,
    )
    return rows.map(({ step }) => step)
  }
  assert.deepEqual([await left(89), await left(91)], [[1, 2, 3], [3]])
})

test('a church in which reminders cannot be forgotten holds up no other', async () => {
  const first = church.church.id
  await say()
  church = await service.church()
  ada = await person('Ada')
  await say()
  for (const id of [first, church.church.id]) {
    await service.database.write(id, tx =>
      tx.run(
        sql`update reminders set ended_at = ${new Date(START).toISOString()}::timestamptz where church_id = ${id}`,
      ),
    )
  }
  const clock = { now: () => new Date(START + 100 * 24 * 60 * MINUTE_MS) }
  const doing = doingOn(service.database, clock, HOUSE)
  const logged: unknown[] = []
  const log = { ...quiet, error: ({ church }: { church?: number }) => void logged.push(church) }
  const take: typeof doing.take = async (what, of, input) => {
    if (of.id === first) throw new Error('Its rows are locked')
    return await doing.take(what, of, input)
  }
  await forgetReminders({ ...doing, take, clock, log })
  const left = await service.database.read.all<{ church_id: number }>(sql`select church_id from reminders
    where church_id = ${first} union all select church_id from reminders where church_id = ${church.church.id}`)
  assert.deepEqual([left, logged], [[{ church_id: first }], [first]])
})

test('several of one receiver are one message; what comes within the hour waits for its end; others are not held up', async () => {
  const bola = await person('Bola')
  await say()
  await say({ subject: 2, title: 'Visit Chi', text: 'At home, {first_name}' })
  await say({ subject: 3, to: { person: bola } })
  const first = await pass(10)
  assert.deepEqual(first.map(({ to, subject, body }) => [to, subject, body]).toSorted(), [
    ['Ada@example.org', '2 reminders', 'Call Bola\nToday\n\nVisit Chi\nAt home, {first_name}'],
    ['Bola@example.org', 'Call Bola', 'Today'],
  ])
  await pass(5)
  await say({ subject: 4 })
  await say({ subject: 5 })
  assert.equal((await pass(50)).length, 2)
  assert.deepEqual((await pass(5)).map(({ subject }) => subject).slice(2), ['2 reminders'])
})

test('a clock that is set forward sends once what has become due meanwhile', async () => {
  for (const subject of [1, 2, 3]) await say({ subject, due: new Date(START + subject * 24 * 60 * MINUTE_MS) })
  assert.deepEqual(await pass(60), [])
  const sent = await pass(30 * 24 * 60)
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    ['3 reminders'],
  )
  assert.equal((await pass(24 * 60)).length, 1)
})

test('what was taken back before it was sent is not sent, and may be asked for again', async () => {
  await say()
  await service.database.write(church.church.id, tx => takeBackReminders(tx, church.church.id, 'test', 1))
  assert.deepEqual(await pass(10), [])
  assert.equal(await say(), true)
  assert.equal((await pass(10)).length, 1)
  await service.database.write(church.church.id, tx => takeBackReminders(tx, church.church.id, 'test', 1))
  assert.equal(await say(), false, 'it was sent')
})

test('somebody of the team is reminded at the address that they sign in with; who opted out, has no address or is gone is not', async () => {
  const staff = await member(service, church, 'staff')
  const row = await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${staff.email}`)
  await say({ to: { membership: row?.id ?? 0 } })
  await church.send('PATCH', `/people/${ada}`, { email_opt_in: false })
  await say({ subject: 2 })
  const mute = (await church.send('POST', '/people', { first_name: 'Mute' })).json.data.id
  await say({ subject: 3, to: { person: mute } })
  const gone = await person('Gone')
  await say({ subject: 4, to: { person: gone } })
  await church.act(removePerson, { id: gone })
  const sent = await pass(10)
  assert.deepEqual(sent.map(({ to, status, error }) => [to, status, error]).toSorted(), [
    ['', 'skipped', 'no_address'],
    ['Ada@example.org', 'skipped', 'opted_out'],
    [staff.email, 'sent', null],
  ])
  await pass(1)
  const open = await service.database.read.all(sql`select 1 from reminders
    where church_id = ${church.church.id} and (ended_at is null or text <> '')`)
  assert.deepEqual(open, [], 'nothing is left to do, nor any text')
})

test('a link goes to its receiver alone: neither the log nor the events have its address', async () => {
  const link = { of: signedLink({ kind: 'count', table: 'meetings' }), record: 7, version: 3, expires: new Date(START) }
  await say({ link, text: `Not a ${LINK_MARK}` })
  await say({ subject: 2, link: { ...link, record: 8 } })
  const [message] = await pass(10)
  const body = `Call Bola\nNot a personal link\n${LINK_MARK}\n\nCall Bola\nToday\n${LINK_MARK}`
  assert.equal(message?.body, body)
  const told = (await church.events()).filter(({ name }) => name === 'message.sent')
  assert.equal(told.length, 1)
  assert.match(JSON.stringify(told), /Not a personal link/)
  assert.doesNotMatch(JSON.stringify(told), /\/my\/count/)
  const got = await service.database.read.first<{ body: string }>(
    sql`select body from outbox where church_id = ${church.church.id}`,
  )
  const seconds = START / 1000
  const paths = [7, 8].map(record => {
    const named = `${church.church.id}.${record}.3.${seconds}`
    return `${service.url.replace('127.0.0.1', 'localhost')}/my/count/${named}.${service.vault.sign('count', named)}`
  })
  assert.equal(got?.body, `Call Bola\nNot a personal link\n${paths[0]}\n\nCall Bola\nToday\n${paths[1]}`)
})

/** The channels and addresses of the messages so far. */
const reached = (sent: readonly Sent[]): string[] =>
  sent.map(({ channel, to, status }) => `${channel} ${to} ${status}`).toSorted()

test('by night nobody is reminded: what is due then is sent at seven, by the clock of the church', async () => {
  for (const [timezone, evening, morning] of [
    ['Africa/Lagos', '2026-11-23T20:00:00Z', '2026-11-24T06:00:00Z'],
    ['Pacific/Auckland', '2026-11-23T08:00:00Z', '2026-11-23T18:00:00Z'],
    // The night on which the clocks go back in London is an hour longer. After the beginning, or the service itself would
    // take what is due.
    ['Europe/London', '2027-10-30T20:00:00Z', '2027-10-31T07:00:00Z'],
  ] as const) {
    church = await service.church({ timezone })
    await useOutbox(service, church)
    ada = await person('Ada')
    now = Date.parse(evening) - 11 * MINUTE_MS
    await say()
    assert.equal((await pass(10)).length, 1, `${timezone}: a minute before nine in the evening`)
    now = Date.parse(evening) - 5 * MINUTE_MS
    await say({ subject: 2, to: { person: await person('Bola') } })
    now = Date.parse(evening)
    await say({ subject: 3, to: { person: await person('Chi') } })
    assert.equal((await pass(11)).length, 1, timezone)
    now = Date.parse(morning) - MINUTE_MS
    assert.equal((await pass(0)).length, 1, timezone)
    assert.equal((await pass(1)).length, 3, timezone)
  }
})

test('a node that was late sends by night what was due by day on the next morning', async () => {
  await say({ due: new Date('2026-11-23T19:00:00Z') })
  now = Date.parse('2026-11-23T21:00:00Z')
  assert.deepEqual(await pass(0), [])
  now = Date.parse('2026-11-24T06:00:00Z')
  assert.equal((await pass(0)).length, 1)
})

test('who has no e-mail, or wants none, is reminded by SMS where they agreed to it, and costs what the message with its link costs', async () => {
  const phone = (n: number): string => `+23480300000${n}`
  const add = async (body: object): Promise<number> =>
    (await church.send('POST', '/people', { first_name: 'X', ...body })).json.data.id
  const people = [
    await add({ phone: phone(11) }),
    await add({ phone: phone(12), email: 'out@example.org', email_opt_in: false }),
    await add({ phone: phone(13), email: 'both@example.org' }),
    await add({ phone: phone(14), sms_opt_in: false }),
    await add({}),
  ]
  const link = { of: signedLink({ kind: 'count', table: 'meetings' }), record: 7, version: 3, expires: new Date(START) }
  for (const [at, person] of people.entries())
    await say({ subject: at + 10, to: { person }, ...(at === 0 && { link }) })
  const sent = await pass(10)
  assert.deepEqual(reached(sent), [
    'email  skipped',
    'email  skipped',
    'email both@example.org sent',
    `sms ${phone(11)} sent`,
    `sms ${phone(12)} sent`,
  ])
  const [first] = sent.filter(({ to }) => to === phone(11))
  assert.deepEqual([first?.subject, first?.body], [null, `Call Bola\nToday\n${LINK_MARK}`])
  const out = await service.database.read.first<{
    body: string
    units: number
    held: number
  }>(sql`select o.body, m.units,
      (select held from sms_accounts where church_id = ${church.church.id}) as held
    from outbox as o join messages as m on m.church_id = ${church.church.id} and m.id = o.message_id
    where o.church_id = ${church.church.id} and m."to" = ${phone(11)}`)
  assert.match(out?.body ?? '', /^Call Bola\nToday\nhttp\S+\/my\/count\/\S+$/)
  assert.deepEqual([out?.units, out?.held], [unitsOf(out?.body ?? ''), 0])
})

test('without a provider of SMS nobody is reminded by SMS', async () => {
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update message_providers set active = false where church_id = ${church.church.id} and channel = 'sms'`),
  )
  const { id } = (await church.send('POST', '/people', { first_name: 'X', phone: '+2348030000011' })).json.data
  await say({ to: { person: id } })
  assert.deepEqual(reached(await pass(10)), ['email  skipped'])
})

test('who has died meanwhile is reminded of nothing', async () => {
  await say()
  assert.equal((await church.send('PATCH', `/people/${ada}`, { status: 'deceased' })).status, 200)
  assert.deepEqual(await pass(10), [])
  const open = await service.database.read.first(sql`select 1 from reminders
    where church_id = ${church.church.id} and ended_at is null`)
  assert.equal(open, undefined)
})
