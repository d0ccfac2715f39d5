/** Taps of people who count: each adds to what there is by then. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { closeMeeting } from './meeting-actions.ts'

let service: TestService
let church: TestChurch
let staff: TestMember
let meeting_id: number

before(async () => {
  service = await sharedService()
  church = await service.church()
  staff = await member(service, church, 'staff')
  const held_on = new Date().toISOString().slice(0, 10)
  const body = { name: 'Sunday service', held_on, local_time: '00:00', minutes: 1_440, timezone: 'UTC' }
  meeting_id = (await church.send('POST', '/meetings', body)).json.data.id
})
after(() => service.close())

const tap = (more: number, category = 'men', who = staff) =>
  who.inChurch('POST', '/actions/headcounts.add', { meeting_id, category, more })
const counts = async () =>
  (await church.send('GET', `/headcounts?meeting_id=${meeting_id}`)).json.data.map(
    ({ category, count, source }: Record<string, unknown>) => [category, count, source],
  )

test('of taps at the same moment none is lost, and others are not told before somebody is done', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => tap(1)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
  assert.deepEqual(await counts(), [['men', 12, 'roll']])
  const { headcount, meeting } = (await tap(2, 'MEN')).json.data
  assert.deepEqual([headcount.category, headcount.count, meeting.total, meeting.status], ['men', 14, 14, 'open'])
  assert.deepEqual(
    (await church.events()).filter(({ name }) => name === 'attendance.recorded'),
    [],
  )
})

test('a count is never below 0, and one that was taken back begins anew', async () => {
  assert.equal((await tap(-99)).json.data.headcount.count, 0)
  await church.send('POST', '/headcounts', { meeting_id, category: 'men', count: null })
  assert.equal((await tap(1)).json.data.headcount.count, 1)
})

test('whoever may not see the meeting finds none; who may only look may not tap', async () => {
  const annexe = await member(service, church, 'staff', await church.branch('Annexe'))
  assert.equal((await tap(1, 'men', annexe)).status, 404)
  assert.equal((await tap(1, 'men', await member(service, church, 'viewer'))).status, 403)
})

test('of a meeting that is closed nothing is counted', async () => {
  await church.act(closeMeeting, { id: meeting_id })
  const refused = await tap(1)
  assert.deepEqual([refused.status, refused.json.error], [409, 'wrong_state'])
  assert.deepEqual(await counts(), [['men', 1, 'roll']])
})
