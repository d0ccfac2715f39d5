/** What a closed class holds is changed by no file, no report and no import that is taken back (decisions, School). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { takenBack } from '../../../test/support/undo.ts'
import { sql } from '../../db/sql.ts'
import { CLASS_IS_CLOSED } from '../../texts/import-refusals.ts'

let service: TestService
let church: TestChurch
let group: number
let ada: { id: number; member_no: string }
let meeting: { id: number; held_on: string; name: string }
let session: number

const send = async (method: string, path: string, body: object) => {
  const answer = await church.send(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.json.data
}
const get = async (path: string) => (await church.send('GET', path)).json.data

before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  group = (await send('POST', '/groups', { name: 'Lions', kind: 'class', reports: 'weekly' })).id
  ada = await send('POST', '/people', { first_name: 'Ada' })
  await send('POST', '/group_members', { group_id: group, person_id: ada.id })
  const opened = await send('POST', '/class_sessions', { group_id: group })
  session = opened.id
  meeting = await get(`/meetings/${opened.meeting_id}`)
})
after(() => service.close())

const close = () => send('PATCH', `/class_sessions/${session}`, { status: 'closed' })
const bring = (kind: string, text: string) =>
  importInto(service.database, church.church, kind, { file: csv(text), by: BY }, { now: new Date() })
const held = async () => ({
  marks: (await get(`/attendances?meeting_id=${meeting.id}`)).map((one: { state: string }) => one.state),
  counts: (await get(`/headcounts?meeting_id=${meeting.id}`)).map((one: { count: number }) => one.count),
})
const file = (columns: string, rest: string) =>
  `meeting_id,held_on,service,${columns}\n${meeting.id},${meeting.held_on},${meeting.name},${rest}\n`

/** Takes the last import back. */
async function undone(): Promise<{ reversed: number; kept: number; reasons: string[] }> {
  const [{ id }] = (await get('/imports')).slice(-1)
  const { reversed, kept } = await takenBack(service, church, id)
  const found = await service.database.read.all<{ reasons: string | null }>(
    sql`select reasons::text as reasons from import_records where church_id = ${church.church.id} and import_id = ${id}`,
  )
  return { reversed, kept, reasons: found.flatMap(({ reasons }) => reasons ?? []) }
}

test('a file changes neither who was marked nor what was counted of a closed class, and says so', async () => {
  await send('POST', '/attendances', { meeting_id: meeting.id, person_id: ada.id, state: 'present' })
  await close()
  const before = await held()
  const marks = await bring('attendances', file('member_no,state', `${ada.member_no},absent`))
  const counts = await bring('headcounts', file('category,count', 'all,30'))
  for (const { refusals } of [marks, counts]) {
    assert.deepEqual(refusals[0]?.errors, { service: 'is that of a class that is closed: open it again first' })
    assert.equal(refusals[0]?.errors.service, CLASS_IS_CLOSED, 'the console says it in its language')
  }
  const same = await bring('attendances', file('member_no,state', `${ada.member_no},present`))
  assert.deepEqual([same.refused, same.skipped], [0, 1])
  assert.deepEqual(await held(), before)
})

test('an import of marks or counts that is taken back leaves a class that was closed since, and says why', async () => {
  await bring('attendances', file('member_no,state', `${ada.member_no},present`))
  await close()
  const before = await held()
  assert.deepEqual(await undone(), { reversed: 0, kept: 1, reasons: ['[{"code": "closed"}]'] })
  assert.deepEqual(await held(), before)
  await send('PATCH', `/class_sessions/${session}`, { status: 'open' })
  await bring('headcounts', file('category,count', 'all,30'))
  await close()
  assert.deepEqual(await undone(), { reversed: 0, kept: 1, reasons: ['[{"code": "closed"}]'] })
  assert.deepEqual((await held()).counts, [30])
})

test('a mark that a file changed stays as it is where its class was closed since', async () => {
  await send('POST', '/attendances', { meeting_id: meeting.id, person_id: ada.id, state: 'absent' })
  await bring('attendances', file('member_no,state', `${ada.member_no},present`))
  await close()
  assert.equal((await undone()).kept, 1)
  assert.deepEqual((await held()).marks, ['present'])
})

test('a report changes nothing of a closed class, handed in or from a file', async () => {
  await close()
  const before = await held()
  const report = { meeting_id: meeting.id, present: 30 }
  const refused = await church.send('POST', '/group_reports', report)
  assert.deepEqual([refused.status, refused.json.error], [409, 'wrong_state'], refused.text)
  const not = await church.send('POST', '/group_reports', { meeting_id: meeting.id, held: false })
  assert.equal(not.status, 409, not.text)
  const fromFile = await bring('group_reports', `group,held_on,present\nLions,${meeting.held_on},30\n`)
  assert.match(fromFile.refusals[0]?.errors.held_on ?? '', /of a class that is closed/)
  assert.deepEqual(await held(), before)
  assert.deepEqual(await get('/group_reports'), [])
})

test('the report of a class that a file brought stays where the class was closed since', async () => {
  await bring('group_reports', `group,held_on,present\nLions,${meeting.held_on},30\n`)
  await close()
  assert.equal((await undone()).kept, 1)
  assert.deepEqual((await held()).counts, [30])
  assert.equal((await get('/group_reports'))[0].status, 'submitted')
})
