/** Links without an account that volunteers get on a Sunday: an usher, a teacher, a leader with a report and a page, a helper with a task. */
import assert from 'node:assert/strict'
import type { SignedLink } from '../../src/links/signed-link.ts'
import { createClass } from '../../src/modules/school/edit-class.ts'
import { createYear } from '../../src/modules/school/school-years.ts'
import { taskLink } from '../../src/modules/tasks/remind-of-task.ts'
import type { TestMember } from './console.ts'
import type { GivingChurch, GivingService } from './giving.ts'

/** A Sunday, while the service of the day is under way. */
export const [SUNDAY, NOW] = ['2027-01-31', '2027-01-31T09:00:00Z'] as const

/** Who is in the class and in the cell. */
export const PUPILS = ['Ada', 'Bola', 'Chidi'] as const

/** A hall that is in use all day: its meeting is under way whenever one looks. */
const WHOLE_DAY = { held_on: SUNDAY, local_time: '00:00', minutes: 1_440 }

/** @throws AssertionError where the API does not make it */
export async function made(church: GivingChurch, path: string, body: object): Promise<{ id: number }> {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data
}

/** The address of a signed link to a record, as the browser reaches it; it holds for a day. */
export async function signedAddress(
  service: GivingService,
  church: GivingChurch,
  of: SignedLink,
  record: number,
): Promise<string> {
  const expires = new Date(service.clock.now().getTime() + 86_400_000)
  const given = await of.give(service.database.read, service.vault, { church: church.church.id, record }, expires)
  return reachable(service, given?.path ?? '')
}

const reachable = (service: GivingService, url: string): string => `${service.url}${new URL(url, service.url).pathname}`

/** Makes what the links are of. @returns the addresses by whose they are, and the id of the meeting that ushers count */
export async function volunteerLinks(
  service: GivingService,
  church: GivingChurch,
  office: TestMember,
): Promise<{ meeting: number; links: Record<'usher' | 'teacher' | 'report' | 'leader' | 'task', string> }> {
  const view = async (name: string, id: string) => (await office.inChurch('GET', `/views/${name}?${id}`)).json.data
  const meeting = (await made(church, '/meetings', { name: 'Sunday service', ...WHOLE_DAY })).id
  await church.act(createYear, { name: '2026/27', starts_on: '2026-09-01', ends_on: '2027-07-31' })
  const lions = (await church.act(createClass, { name: 'Lions' })).id
  const listed = { name: 'Yaba cell', kind: 'cell', is_listed: true, reports: 'weekly' }
  const cell = (await made(church, '/groups', listed)).id
  const members: { id: number; person: number }[] = []
  for (const first_name of PUPILS) {
    const person_id = (await made(church, '/people', { first_name, last_name: 'Eze' })).id
    await made(church, '/group_members', { group_id: lions, person_id, joined_on: '2026-09-06' })
    const role = first_name === 'Ada' ? 'leader' : 'member'
    const { id } = await made(church, '/group_members', { group_id: cell, person_id, role, joined_on: '2026-09-06' })
    members.push({ id, person: person_id })
  }
  const session = (await made(church, '/class_sessions', { group_id: lions, held_on: SUNDAY })).id
  const earlier = { name: 'Cell', group_id: cell, ...WHOLE_DAY, held_on: '2027-01-27' }
  const gathering = (await made(church, '/meetings', earlier)).id
  await made(church, '/meetings', { name: 'Cell', group_id: cell, ...WHOLE_DAY })
  const [leader] = members
  const kept = await office.inChurch('POST', '/actions/kept_links.make', { group_id: cell, member_id: leader?.id })
  const task = { title: 'Welcome Chidi', kind: 'call', person_id: leader?.person, due_on: SUNDAY }
  return {
    meeting,
    links: {
      usher: reachable(service, (await view('meeting_link', `id=${meeting}`)).url),
      teacher: reachable(service, (await view('session_link', `id=${session}`)).url),
      report: reachable(service, (await view('report_link', `meeting_id=${gathering}`)).url),
      leader: reachable(service, kept.json.data.url),
      task: await signedAddress(service, church, taskLink, (await made(church, '/tasks', task)).id),
    },
  }
}
