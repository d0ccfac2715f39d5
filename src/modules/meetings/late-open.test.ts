/** A meeting that is opened again while others mark, close or open it: who comes first is settled by its lock (decisions, Meetings). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { quiet } from '../../../test/support/quiet.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import { HOUSE } from '../../house.ts'
import { today } from '../../lib/calendar.ts'
import { doingOn } from '../../resource/step.ts'
import { tendDue } from './clock.ts'

let moved = 0
const clock = { now: () => new Date(Date.now() + moved) }
let service: TestService
let church: TestChurch
let staff: TestMember
/** A meeting of today, and who is marked there. */
let id: number
let people: number[]

before(async () => {
  // Each that waits holds a connection.
  service = await startService({ SEXTON_POOL_SIZE: '20' })
})
beforeEach(async () => {
  moved = 0
  church = await service.church()
  staff = await member(service, church, 'staff')
  const held_on = today(new Date(), 'Africa/Lagos')
  id = (await church.send('POST', '/meetings', { name: 'Sunday service', held_on, local_time: '09:00' })).json.data.id
  people = await Promise.all(Array.from({ length: 6 }, (_, n) => person(`P${n}`)))
})
after(() => service.close())

const person = async (first_name: string): Promise<number> =>
  (await church.send('POST', '/people', { first_name })).json.data.id
const meeting = async () => (await church.send('GET', `/meetings/${id}`)).json.data
const set = (status: string): Promise<Answered> => church.send('PATCH', `/meetings/${id}`, { status })
const mark = (person_id: number | undefined): Promise<Answered> =>
  church.send('POST', '/attendances', { meeting_id: id, person_id })
const act = (name: string): Promise<Answered> => staff.inChurch('POST', `/actions/meetings.${name}`, { id })
/** Who is on record, by the list. */
const marked = async (): Promise<number[]> =>
  (await church.send('GET', `/attendances?meeting_id=${id}`)).json.data.map(
    (one: { person_id: number }) => one.person_id,
  )
const told = async () =>
  (await church.events())
    .filter(({ name }) => name === 'attendance.recorded')
    .map(({ body }) => body.data as { revision: number; total: number; closed: boolean; source: string })

/** Sends two requests of which the one comes to the meeting before the other, and only then lets them on. */
async function oneBehindTheOther(
  ...both: readonly [() => Promise<Answered>, () => Promise<Answered>]
): Promise<Answered[]> {
  const sent: Promise<Answered>[] = []
  await service.database.connection(async client => {
    await client.query('begin')
    // However long a busy machine takes.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select 1 from meetings where church_id = $1 and id = $2 for update', [church.church.id, id])
    for (const send of both) {
      sent.push(send())
      await untilWaiting(service.database.read, sent.length, 'meetings')
    }
    await client.query('commit')
  })
  return await Promise.all(sent)
}

const statuses = (answers: readonly Answered[]): number[] => answers.map(({ status }) => status)

test('what is marked before a meeting is opened again is refused, what comes behind it is taken, and the figures are those of the roll', async () => {
  await mark(people[0])
  assert.equal((await act('close')).json.data.status, 'closed')
  const before = await oneBehindTheOther(
    () => mark(people[1]),
    () => set('open'),
  )
  assert.deepEqual(statuses(before), [409, 200])
  assert.equal(before[0]?.json.error, 'wrong_state')
  await act('close')
  const behind = await oneBehindTheOther(
    () => set('open'),
    () => mark(people[2]),
  )
  assert.deepEqual(statuses(behind), [200, 201])
  assert.deepEqual(await marked(), [people[0], people[2]])
  const { status, named, total, revision } = await meeting()
  assert.deepEqual([status, named, total, revision], ['open', 2, 2, 2])
})

test('of two who open a meeting again the second changes nothing; behind a closing a late `open` opens, and before it the meeting is closed', async () => {
  await mark(people[0])
  await act('close')
  const twice = await oneBehindTheOther(
    () => set('open'),
    () => set('open'),
  )
  assert.deepEqual(statuses(twice), [200, 200])
  assert.equal(twice[1]?.json.data.updated_at, twice[0]?.json.data.updated_at)
  const behind = await oneBehindTheOther(
    () => set('closed'),
    () => set('open'),
  )
  assert.deepEqual([statuses(behind), (await meeting()).status], [[200, 200], 'open'])
  await act('close')
  const before = await oneBehindTheOther(
    () => set('open'),
    () => set('closed'),
  )
  assert.deepEqual([statuses(before), (await meeting()).status], [[200, 200], 'closed'])
  const late = await oneBehindTheOther(
    () => set('open'),
    () => act('reopen'),
  )
  // The button says that there is nothing to open; the status of a PATCH says what is wanted, and stands already.
  assert.deepEqual([statuses(late)[0], (await meeting()).status], [200, 'open'])
  assert.notEqual(statuses(late)[1], 200)
  assert.deepEqual(await marked(), [people[0]])
})

test('who marks while somebody closes is taken or told, never lost', async () => {
  await mark(people[0])
  const behind = await oneBehindTheOther(
    () => set('closed'),
    () => mark(people[1]),
  )
  assert.deepEqual(statuses(behind), [200, 409])
  await set('open')
  const before = await oneBehindTheOther(
    () => mark(people[1]),
    () => set('closed'),
  )
  assert.deepEqual(statuses(before), [201, 200])
  assert.deepEqual(await marked(), [people[0], people[1]])
  assert.deepEqual((await told()).at(-1)?.total, 2)
})

test('of what was recorded after a late `open` others hear with a higher revision, by the clock at the latest; the same request sent again is another late one', async () => {
  await mark(people[0])
  await act('close')
  const late = (): Promise<Answered> =>
    church.send('PATCH', `/meetings/${id}`, { status: 'open' }, { headers: { 'idempotency-key': 'late-open' } })
  assert.equal((await late()).json.data.status, 'open')
  // By hand nobody is told of a tap until somebody is done, or the meeting closes.
  await staff.inChurch('POST', '/actions/attendances.mark', { meeting_id: id, person_id: people[1], state: 'present' })
  assert.equal((await told()).length, 1)
  const { ends_at, reopened_at } = await meeting()
  const since = Math.max(Date.parse(ends_at), Date.parse(reopened_at)) - Date.now()
  moved = since + 2 * 3_600_000 + 60_000
  await tendDue({ ...doingOn(service.database, clock, HOUSE), clock, log: quiet })
  const closed = await meeting()
  assert.deepEqual([closed.status, closed.named], ['closed', 2])
  const last = (await told()).at(-1)
  assert.deepEqual([last?.revision, last?.total, last?.closed, last?.source], [2, 2, true, 'clock'])
  // Keys against repetition are for what creates: a PATCH says how a record is to be, and is done each time.
  assert.equal((await late()).json.data.status, 'open')
  assert.deepEqual([(await meeting()).named, (await meeting()).revision], [2, 2])
})
