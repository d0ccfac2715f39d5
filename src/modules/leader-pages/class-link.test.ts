/** A teacher's kept link: it opens the class of today and leads to its roll, Sunday after Sunday. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { createClass } from '../school/edit-class.ts'

let now: Date
let service: TestService
let church: TestChurch
let staff: TestMember
let north: number
let id: number
let memberships: Record<string, number>
before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  now = new Date('2026-11-22T08:00:00Z')
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  north = await church.branch('North')
  staff = await member(service, church, 'staff', north)
  id = (await church.act(createClass, { name: 'Lions', branch_id: north })).id
  memberships = {}
  for (const [first_name, role, branch_id] of [
    ['Eze', 'leader', north],
    ['Ada', 'member', north],
    ['Hidden', 'member', church.church.hq_branch_id],
  ] as const) {
    const person_id = (await church.send('POST', '/people', { first_name, branch_id })).json.data.id
    const body = { group_id: id, person_id, role, joined_on: '2026-10-04' }
    memberships[first_name] = (await church.send('POST', '/group_members', body)).json.data.id
  }
})
after(() => service.close())

const make = async (name: string): Promise<string> => {
  const body = { group_id: id, member_id: memberships[name] }
  const { json, text } = await staff.inChurch('POST', '/actions/kept_links.make', body)
  assert.ok(json.ok, text)
  return new URL(json.data.url).pathname
}
const open = (path: string, method = 'GET'): Promise<Answered> => service.request(method, path)
const post = (path: string, raw: string): Promise<Answered> =>
  service.request('POST', path, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const sessions = async () => (await church.send('GET', '/class_sessions')).json.data

test('a teacher opens the class of each Sunday by one link, marks and closes; looking opens nothing', async () => {
  const path = await make('Eze')
  const page = await open(path)
  assert.match(page.text, /Open the class of today/)
  assert.ok(page.text.length < 20_000 && !page.text.includes('<script'))
  for (let times = 0; times < 5; times += 1) await open(path, 'HEAD')
  assert.deepEqual(await sessions(), [])
  for (const sunday of ['2026-11-22', '2026-11-29']) {
    now = new Date(`${sunday}T08:00:00Z`)
    const [one, other] = await Promise.all([post(path, 'open=1'), post(path, 'open=1')])
    assert.deepEqual([one.status, one.headers.get('location')], [303, other.headers.get('location')])
    const roll = one.headers.get('location') ?? ''
    const shown = await open(roll)
    assert.match(shown.text, /Ada[\s\S]*Eze/)
    // Who made the link does not see this pupil.
    assert.doesNotMatch(shown.text, /Hidden/)
    assert.match((await open(path)).text, new RegExp(`href="${roll}"`))
    assert.equal((await post(roll, 'do=close')).status, 303)
    assert.deepEqual(
      (await sessions())
        .map((session: { held_on: string; status: string }) => [session.held_on, session.status])
        .at(-1),
      [sunday, 'closed'],
    )
  }
  assert.equal((await sessions()).length, 2)
})

test('a pupil’s link opens no class, nor does one that was revoked, of a class at rest, or without the school', async () => {
  const pupil = await make('Ada')
  assert.doesNotMatch((await open(pupil)).text, /Open the class/)
  await post(pupil, 'open=1')
  const path = await make('Eze')
  await church.send('PATCH', `/groups/${id}`, { status: 'paused' })
  await post(path, 'open=1')
  await church.send('PATCH', `/groups/${id}`, { status: 'active' })
  await church.set({ modules: ['groups'] })
  assert.doesNotMatch((await open(path)).text, /Open the class/)
  await post(path, 'open=1')
  await church.set({ modules: ['groups', 'school'] })
  const { data } = (await staff.inChurch('GET', `/views/group_links?id=${id}`)).json
  await staff.inChurch('POST', '/actions/kept_links.revoke', { id: data.at(-1).id })
  assert.equal((await post(path, 'open=1')).status, 404)
  assert.deepEqual(await sessions(), [])
})
