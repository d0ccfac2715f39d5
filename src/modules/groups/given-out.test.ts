/** What was given out of a group ends where it becomes confidential: links of ushers, teachers, reports and leaders, reminders. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import { doingOn } from '../../resource/step.ts'
import { groupReportsModule } from '../group-reports/module.ts'
import { conceal } from './group-actions.ts'
import { REPORTS_DUE } from './reports-due.ts'

/** The meeting is over for four hours: its report is due. */
const now = new Date('2026-11-18T14:00:00Z')
let service: TestService
let church: TestChurch
let owner: TestMember
let zone: number
let group: number
let meeting: number
let leader: number

before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  church = await service.church({ timezone: 'UTC' })
  await church.set({ modules: ['groups', 'school'] })
  owner = await member(service, church, 'owner')
  zone = await made('/groups', { name: 'Zone', kind: 'cell' })
  group = await made('/groups', { name: 'Lions', kind: 'class', parent_id: zone, reports: 'weekly' })
  const person_id = await made('/people', { first_name: 'Ada', email: 'ada@example.org' })
  leader = await made('/group_members', { group_id: group, person_id, role: 'leader', joined_on: '2026-01-01' })
  const when = { held_on: '2026-11-18', local_time: '09:00', minutes: 60 }
  meeting = await made('/meetings', { name: 'Lions', group_id: group, ...when })
})
after(() => service.close())

const made = async (to: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', to, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const url = (answer: Answered): string => {
  assert.ok(answer.json.data?.url, answer.text)
  return new URL(answer.json.data.url).pathname
}
/** One link of each kind, as somebody gives it out who sees the group. */
async function links(): Promise<string[]> {
  const opened = await church.send('POST', '/class_sessions', { group_id: group })
  const session = opened.json.data?.id ?? (await owner.inChurch('GET', '/class_sessions')).json.data[0].id
  return [
    url(await owner.inChurch('GET', `/views/meeting_link?id=${meeting}`)),
    url(await owner.inChurch('GET', `/views/session_link?id=${session}`)),
    url(await owner.inChurch('GET', `/views/report_link?meeting_id=${meeting}`)),
    url(await owner.inChurch('POST', '/actions/kept_links.make', { group_id: group, member_id: leader })),
  ]
}
const open = async (paths: readonly string[]): Promise<number[]> => {
  const answers = await Promise.all(paths.map(path => service.request('GET', path)))
  return answers.map(({ status }) => status)
}
const reminders = () =>
  service.database.read.all<{ kind: string; title: string; version: number | null }>(sql`
    select kind, title, (link->>'version')::integer as version from reminders where church_id = ${church.church.id} order by id`)

test('links of ushers, teachers, reports and leaders end where a group above becomes confidential; new ones work', async () => {
  const given = await links()
  assert.deepEqual(await open(given), [200, 200, 200, 200])
  await church.act(conceal, { id: zone })
  assert.deepEqual(await open(given), [404, 404, 404, 404])
  const { data } = (await owner.inChurch('GET', `/views/group_links?id=${group}`)).json
  assert.deepEqual(
    data.map(({ works, revoked_at }: { works: boolean; revoked_at: string | null }) => [works, revoked_at !== null]),
    [[false, true]],
  )
  assert.deepEqual(await open(await links()), [200, 200, 200, 200])
})

test('links end where a group moves below a confidential one, and stay where one is renamed or shown again', async () => {
  const secret = await made('/groups', { name: 'Secret', kind: 'cell' })
  await church.act(conceal, { id: secret })
  const given = await links()
  await church.send('PATCH', `/groups/${group}`, { name: 'Tigers', parent_id: null })
  assert.deepEqual(await open(given), [200, 200, 200, 200])
  const moved = await owner.inChurch('PATCH', `/groups/${group}`, { parent_id: secret })
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual(await open(given), [404, 404, 404, 404])
})

test('reminders that were not sent name no group that became confidential, and their links work', async () => {
  await made('/join_requests', { group_id: group, name: 'Bola', email: 'bola@example.org' })
  const due = async (): Promise<void> => {
    const { id } = church.church
    const clock = { now: () => now }
    await service.database.write(id, tx => putOnAgenda(tx, id, REPORTS_DUE, id, now))
    const [step] = groupReportsModule.agenda ?? []
    await doingOn(service.database, clock, HOUSE).take(
      { name: 'reports.due', by: 'worker', unseen: true, run: (tx, context) => step!.run(tx, context, id) },
      church.church,
      undefined,
    )
  }
  await due()
  const before = await reminders()
  assert.deepEqual(
    before.map(({ title }) => title),
    ['Somebody asks to join Lions', 'Please hand in the report of Lions'],
  )
  await church.act(conceal, { id: zone })
  await due()
  const after = await reminders()
  assert.deepEqual(
    after.map(({ title }) => title),
    ['Somebody asks to join a group that you lead', 'Please hand in the report of your group'],
  )
  assert.deepEqual([before[1]?.version, after[1]?.version], [1, 2])
})
