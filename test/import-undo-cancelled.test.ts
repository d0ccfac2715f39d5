/** A meeting that the office cancelled, or that went with a class session, stays cancelled, whatever is brought in or taken back (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { cancelMeeting } from '../src/modules/meetings/meeting-actions.ts'
import { createClass } from '../src/modules/school/edit-class.ts'
import { cli } from './support/cli.ts'
import { BY, csv, importInto } from './support/import.ts'
import { moved } from './support/moved-time.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'
import { takenBack } from './support/undo.ts'

const MODULES = ['groups', 'school']
const DAY = '2026-03-04'

let service: TestService
let church: TestChurch
let group_id: number
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: MODULES })
  group_id = (await church.act(createClass, { name: 'Lions' })).id
})
after(() => service.close())

const get = async (path: string) => (await church.send('GET', path)).json.data
const statusOf = async (meeting: number) => (await get(`/meetings/${meeting}`)).status

const reportOf = (kind: string, text: string, now = new Date()) =>
  importInto(
    service.database,
    { ...church.church, modules: MODULES },
    kind,
    { file: csv(text), by: BY, options: {} },
    { now },
  )

/** @returns the id of the import */
async function bring(kind: string, text: string): Promise<number> {
  assert.deepEqual((await reportOf(kind, text)).refusals, [])
  return (await get('/imports?per_page=100')).at(-1).id
}

const undo = (id: number) => takenBack(service, church, id)

const REPORT = `group,held_on,held,present\nLions,${DAY},`
const MET = `${REPORT}true,9\n`
const DID_NOT_MEET = `${REPORT}false,\n`

const open = async () => (await church.send('POST', '/class_sessions', { group_id, held_on: DAY })).json.data
const discard = async (session: number) =>
  assert.equal((await church.send('PATCH', `/class_sessions/${session}`, { status: 'discarded' })).status, 200)

/** What the dry run of a file refuses, in words. */
const refusedOf = async (text: string, now?: Date) =>
  (await reportOf('group_reports', text, now)).refusals.map(({ line, errors }) => [line, errors])

const WAS_CANCELLED = [[2, { held_on: 'is the day of a meeting that was cancelled' }]]

test('a meeting that was cancelled with its class session is opened by no report of a file, and by none that is taken back', async () => {
  const session = await open()
  await undo(await bring('group_reports', MET))
  await discard(session.id)
  assert.equal(await statusOf(session.meeting_id), 'cancelled')
  for (const file of [MET, DID_NOT_MEET]) assert.deepEqual(await refusedOf(file), WAS_CANCELLED)
  assert.equal(await statusOf(session.meeting_id), 'cancelled')
})

test('a meeting that the office cancelled after an import was taken back is opened by no other; one that the taking back cancelled is', async () => {
  const meeting = { name: 'Lions', kind: 'class', group_id, held_on: DAY, local_time: '09:00' }
  const { id } = (await church.send('POST', '/meetings', meeting)).json.data
  await undo(await bring('group_reports', DID_NOT_MEET))
  assert.equal(await statusOf(id), 'closed')
  await church.send('PATCH', `/meetings/${id}`, { status: 'open' })
  await church.act(cancelMeeting, { id })
  assert.deepEqual(await refusedOf(DID_NOT_MEET), WAS_CANCELLED)
  assert.equal(await statusOf(id), 'cancelled')
  // A meeting that came with a report goes with it, and comes with it again.
  const other = MET.replace(DAY, '2026-03-11')
  await undo(await bring('group_reports', other))
  const came = (await get('/meetings')).find((one: { held_on: string }) => one.held_on === '2026-03-11')
  assert.equal(came.status, 'cancelled')
  await bring('group_reports', other)
  assert.equal(await statusOf(came.id), 'closed')
})

test('a meeting that was cancelled before a report of a file came is not opened where that is taken back', async () => {
  const meeting = { name: 'Lions', kind: 'class', group_id, held_on: DAY, local_time: '09:00' }
  const { id } = (await church.send('POST', '/meetings', meeting)).json.data
  const undone = await bring('group_reports', DID_NOT_MEET)
  // As releases let it in that did not ask who had cancelled the meeting.
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update meetings set edited_at = ${moved('updated_at', '-1 hour')},
      updated_at = ${moved('updated_at', '-1 hour')} where church_id = ${church.church.id} and id = ${id}`),
  )
  await undo(undone)
  assert.equal(await statusOf(id), 'cancelled')
})

test('a report that a class did not meet leaves the meeting of its open session to the session', async () => {
  const session = await open()
  const id = await bring('group_reports', DID_NOT_MEET)
  assert.equal(await statusOf(session.meeting_id), 'open')
  await undo(id)
  assert.equal(await statusOf(session.meeting_id), 'open')
  await discard(session.id)
})

test('a mark that a file took back stays so where its meeting was cancelled since, and the undo says why before', async () => {
  const { id: ada } = (await church.send('POST', '/people', { first_name: 'Ada', email: 'a@example.org' })).json.data
  const session = await open()
  const { meeting_id } = session
  await church.send('POST', '/attendances', { meeting_id, person_id: ada, state: 'present' })
  const id = await bring('attendances', `meeting_id,email,state\n${meeting_id},a@example.org,undone\n`)
  await discard(session.id)
  const told = (await church.events()).length
  const { stdout } = await cli(service.databaseUrl, [
    ...['import', 'undo', String(id), '--dry-run'],
    ...['--church', church.church.slug],
  ])
  assert.match(stdout, /line 2: Ada .* belongs to a meeting that was cancelled$/m)
  assert.equal((await undo(id)).kept, 1)
  const [mark] = await get(`/attendances?meeting_id=${meeting_id}`)
  const { status, named } = await get(`/meetings/${meeting_id}`)
  assert.deepEqual([mark.state, status, named], ['undone', 'cancelled', null])
  const since = (await church.events()).slice(told).map(({ name }) => name)
  assert.deepEqual(since, ['imports.undone'])
})

const meetAt = async (local_time: string): Promise<number> =>
  (await church.send('POST', '/meetings', { name: 'Lions', kind: 'class', group_id, held_on: DAY, local_time })).json
    .data.id

test('of several cancelled meetings of a day the check looks at the one that a report would be written of', async () => {
  // The first comes with its report, in the evening, and goes with it; the office cancels another.
  await undo(await bring('group_reports', MET))
  const [{ id: evening }] = await get('/meetings')
  const night = await meetAt('22:00')
  await church.act(cancelMeeting, { id: night })
  await undo(await bring('group_reports', MET))
  const morning = await meetAt('08:00')
  await church.act(cancelMeeting, { id: morning })
  assert.deepEqual(await refusedOf(MET), WAS_CANCELLED)
  for (const id of [morning, evening, night]) assert.equal(await statusOf(id), 'cancelled')
})

test('a report of a day on which a group met twice is refused in the check, not when the file is written', async () => {
  await meetAt('08:00')
  await meetAt('17:00')
  assert.deepEqual(await refusedOf(MET), [
    [2, { held_on: 'has several meetings of this group: hand in their reports one by one' }],
  ])
})

test('a report of a meeting that begins later on the day of the import is refused in the check, unless it was not held', async () => {
  const noon = new Date(`${DAY}T12:00:00Z`)
  const toCome = [[2, { held_on: 'is the day of a meeting that is still to come' }]]
  // No meeting is on record: it would be made at six in the evening.
  assert.deepEqual(await refusedOf(MET, noon), toCome)
  await meetAt('17:00')
  assert.deepEqual(await refusedOf(MET, noon), toCome)
  assert.deepEqual(await refusedOf(DID_NOT_MEET, noon), [])
})
