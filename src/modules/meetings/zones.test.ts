/** A branch that is set to another time zone takes its schedules and its meetings to come along: the clock on the wall stays. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { updateBranch } from '../church/update-branch.ts'

/** A Monday, at eleven in Lagos. */
const now = new Date('2026-07-06T10:00:00Z')
let service: TestService
let church: TestChurch
let north: number
before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  church = await service.church({ timezone: 'Africa/Lagos' })
  north = await church.branch('North')
})
after(() => service.close())

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const get = async (path: string) => (await church.send('GET', path)).json.data
const WEEKLY = { name: 'Service', starts_on: '2026-07-05', local_time: '09:00', rrule: 'FREQ=WEEKLY;BYDAY=SU' }
interface Shown {
  id: number
  held_on: string
  local_time: string
  timezone: string
  starts_at: string
  status: string
}
const zoneOf = async (branch: number): Promise<string | undefined> =>
  (await get('/branches')).find(({ id }: Shown) => id === branch)?.timezone
const meetingsOf = async (schedule: number): Promise<Shown[]> => await get(`/meetings?schedule_id=${schedule}`)

test('schedules and meetings to come move with their branch; what was and what is in a zone of its own stays', async () => {
  const schedule = await made('/schedules', { ...WEEKLY, branch_id: north })
  const own = await made('/schedules', { ...WEEKLY, name: 'Abroad', branch_id: north, timezone: 'Europe/Paris' })
  const elsewhere = await made('/schedules', { ...WEEKLY, name: 'Head' })
  const one = { name: 'Prayer', held_on: '2026-07-10', local_time: '19:30', branch_id: north }
  const single = await made('/meetings', one)
  const [past, edited] = await meetingsOf(schedule)
  assert.ok(past && edited)
  await church.send('PATCH', `/meetings/${edited.id}`, { local_time: '10:00' })
  const [paris, head] = [await meetingsOf(own), await meetingsOf(elsewhere)]
  const before = await meetingsOf(schedule)
  await church.act(updateBranch, { id: north, timezone: 'Australia/Sydney' })
  assert.equal((await get(`/schedules/${schedule}`)).timezone, 'Australia/Sydney')
  assert.equal((await get(`/schedules/${own}`)).timezone, 'Europe/Paris')
  const after = await meetingsOf(schedule)
  assert.deepEqual(after[0], before[0], 'what was')
  assert.deepEqual(
    after.slice(1).map(({ local_time, held_on, status }) => [local_time, held_on, status]),
    before.slice(1).map(({ local_time, held_on, status }) => [local_time, held_on, status]),
  )
  assert.deepEqual(
    after.slice(1, 3).map(({ timezone, starts_at }) => [timezone, starts_at]),
    [
      ['Australia/Sydney', '2026-07-12T00:00:00Z'],
      ['Australia/Sydney', '2026-07-18T23:00:00Z'],
    ],
  )
  assert.equal((await get(`/meetings/${single}`)).starts_at, '2026-07-10T09:30:00Z')
  assert.deepEqual([await meetingsOf(own), await meetingsOf(elsewhere)], [paris, head])
  // What the schedule makes and changes from now on goes on where it is.
  await church.send('PATCH', `/schedules/${schedule}`, { local_time: '08:00' })
  const changed = await meetingsOf(schedule)
  assert.equal(changed.length, after.length)
  assert.deepEqual([changed[1]?.local_time, changed[2]?.starts_at], ['10:00', '2026-07-18T22:00:00Z'])
})

test('the head branch in the zone of its church follows it, with what is to come; one with a zone of its own keeps it', async () => {
  const { hq_branch_id: hq } = church.church
  const schedule = await made('/schedules', WEEKLY)
  await church.set({ timezone: 'America/New_York' })
  assert.equal(await zoneOf(hq), 'America/New_York')
  assert.equal(await zoneOf(north), 'Africa/Lagos')
  assert.equal((await meetingsOf(schedule))[1]?.starts_at, '2026-07-12T13:00:00Z')
  await church.act(updateBranch, { id: hq, timezone: 'Europe/London' })
  await church.set({ timezone: 'Africa/Accra' })
  assert.equal(await zoneOf(hq), 'Europe/London')
})

test('a meeting that has begun by the new zone is open, and is not cancelled by its schedule', async () => {
  const today = { ...WEEKLY, starts_on: '2026-07-06', local_time: '14:00', rrule: 'FREQ=DAILY' }
  const schedule = await made('/schedules', { ...today, branch_id: north })
  const [meeting] = await meetingsOf(schedule)
  assert.equal(meeting?.status, 'planned')
  // Where it is eight in the evening.
  await church.act(updateBranch, { id: north, timezone: 'Australia/Sydney' })
  await church.send('PATCH', `/schedules/${schedule}`, { name: 'Lunch' })
  const { status, starts_at } = await get(`/meetings/${meeting?.id}`)
  assert.deepEqual([status, starts_at], ['open', '2026-07-06T04:00:00Z'])
})
