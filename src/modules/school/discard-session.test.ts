import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { closeMeeting, reopenMeeting } from '../meetings/meeting-actions.ts'
import { createClass } from './edit-class.ts'
import { discardAction } from './session-actions.ts'

const SUNDAY = '2026-11-22'
let now = new Date(`${SUNDAY}T06:00:00Z`)

let service: TestService
let church: TestChurch
let id: number
let ada: number
before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  now = new Date(`${SUNDAY}T06:00:00Z`)
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  id = (await church.act(createClass, { name: 'Lions' })).id
  ada = made(await church.send('POST', '/people', { first_name: 'Ada' })).id
  await church.send('POST', '/group_members', { group_id: id, person_id: ada, joined_on: '2026-10-04' })
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
const open = (more: object = {}) => church.send('POST', '/class_sessions', { group_id: id, ...more })
const change = (session: number, body: object) => church.send('PATCH', `/class_sessions/${session}`, body)
const discard = (session: number) => change(session, { status: 'discarded' })
const mark = (meeting_id: number, state: string) =>
  church.send('POST', '/attendances', { meeting_id, person_id: ada, state })
/** What others were told of classes and their rolls. */
const told = async () =>
  (await church.events())
    .filter(({ name }) => name.startsWith('school.') || name.startsWith('attendance.'))
    .map(({ body }) => body.data)
const meetingOf = async (session: { meeting_id: number }) => (await get(`/meetings/${session.meeting_id}`)).status

test('a session that was opened by mistake is discarded with the meeting that was made for it, and the class is opened anew', async () => {
  const session = made(await open())
  const gone = done(await discard(session.id))
  assert.deepEqual([gone.status, gone.revision, await meetingOf(session)], ['discarded', 0, 'cancelled'])
  assert.equal(done(await discard(session.id)).updated_at, gone.updated_at)
  assert.deepEqual(
    (await get('/class_sessions?status=discarded')).map((one: { id: number }) => one.id),
    [session.id],
  )
  for (const body of [{ status: 'open' }, { status: 'closed' }, { lesson: 'Late' }]) {
    const { status, json } = await change(session.id, body)
    assert.deepEqual([status, json.error], [409, 'wrong_state'], JSON.stringify(body))
  }
  const again = made(await open())
  assert.notEqual(again.id, session.id)
  assert.equal(await meetingOf(again), 'open')
  assert.deepEqual(await told(), [])
})

test('nothing that was marked, counted or written is discarded with a session', async () => {
  const session = made(await open())
  const { meeting_id } = session
  const refused = async () => {
    const { status, json } = await discard(session.id)
    assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['status']])
    assert.deepEqual([(await get(`/class_sessions/${session.id}`)).status, await meetingOf(session)], ['open', 'open'])
  }
  await mark(meeting_id, 'present')
  await refused()
  await mark(meeting_id, 'undone')
  const count = (value: number | null) =>
    church.send('POST', '/headcounts', { meeting_id, category: 'children', count: value })
  await count(0)
  await refused()
  await count(null)
  for (const [name, empty] of [
    ['lesson', null],
    ['memory_verse', null],
    ['note', null],
    ['offering', null],
    ['visitor_count', 0],
  ] as const) {
    done(await change(session.id, { [name]: name === 'offering' || name === 'visitor_count' ? 5 : 'Psalm 23' }))
    await refused()
    done(await change(session.id, { [name]: empty }))
  }
  assert.equal(done(await discard(session.id)).status, 'discarded')
  // Who was told of marks hears that there are none.
  const { total } = (await told()).at(-1) as { total: number | null }
  assert.equal(total, null)
  const closed = made(await open())
  done(await change(closed.id, { status: 'closed' }))
  assert.deepEqual([(await discard(closed.id)).json.error], ['wrong_state'])
})

test('a meeting that was planned is as if nobody had opened the class, and its session can be opened later', async () => {
  const planned = { name: 'Lions', kind: 'class', group_id: id, held_on: SUNDAY, local_time: '17:00' }
  const meeting = made(await church.send('POST', '/meetings', planned))
  const session = made(await open())
  assert.deepEqual([session.meeting_id, await meetingOf(session)], [meeting.id, 'open'])
  done(await discard(session.id))
  assert.equal(await meetingOf(session), 'planned')
  const owner = await member(service, church, 'owner')
  const [mine] = done(await owner.inChurch('GET', '/views/my_classes'))
  assert.equal(mine.session, null)
  assert.deepEqual(done(await owner.inChurch('GET', `/views/class_year?id=${id}`)).sessions, [])
  now = new Date(`${SUNDAY}T16:30:00Z`)
  const again = made(await open())
  assert.deepEqual([again.meeting_id, await meetingOf(again)], [meeting.id, 'open'])
  // A meeting whose session was discarded is closed by hand as any other.
  await church.act(discardAction, { id: again.id })
  await church.act(closeMeeting, { id: meeting.id })
  await church.act(reopenMeeting, { id: meeting.id })
  assert.equal(await meetingOf(again), 'open')
})

test('the link to a roll that was discarded leads nowhere', async () => {
  const session = made(await open())
  const owner = await member(service, church, 'owner')
  const { url } = done(await owner.inChurch('GET', `/views/session_link?id=${session.id}`))
  const path = new URL(url).pathname
  assert.equal((await service.request('GET', path)).status, 200)
  done(await owner.inChurch('POST', '/actions/class_sessions.discard', { id: session.id }))
  assert.equal((await service.request('GET', path)).status, 404)
})

test('a meeting is not closed by hand while its class is open: nobody would be absent', async () => {
  const session = made(await open())
  const meeting = { id: session.meeting_id }
  await assert.rejects(church.act(closeMeeting, meeting), { code: 'wrong_state', message: /Close that session/ })
  assert.equal(await meetingOf(session), 'open')
  done(await change(session.id, { status: 'closed' }))
  assert.equal(await meetingOf(session), 'closed')
})

test('of two who discard a session and mark somebody at once, one is refused', async () => {
  for (let n = 0; n < 8; n += 1) {
    const session = made(await open())
    const owner = await member(service, church, 'owner')
    const [gone, marked] = await Promise.all([
      discard(session.id),
      owner.inChurch('POST', '/actions/class_sessions.mark', { id: session.id, person_id: ada, state: 'present' }),
    ])
    assert.deepEqual([gone.status, marked.status].filter(status => status === 200).length, 1)
    if (gone.status === 200) continue
    await mark(session.meeting_id, 'undone')
    done(await discard(session.id))
  }
})
