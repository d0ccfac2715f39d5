/** Links name nobody whom their maker may not see: not on a report, and not on a leader's page. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'

let service: TestService
let church: TestChurch
let staff: TestMember
let owner: TestMember
let north: number
let cell: number
let meeting: number
/** Ids of people, and of their memberships, by first name. */
let people: Record<string, { id: number; membership: number }>

before(async () => {
  service = await startService({}, { clock: { now: () => new Date('2026-11-18T20:00:00Z') } })
})
beforeEach(async () => {
  church = await service.church({ timezone: 'UTC', modules: ['groups'] })
  north = await church.branch('North')
  const below = await church.branch('Below', north)
  cell = await made('/groups', { name: 'Yaba', kind: 'cell', reports: 'weekly', branch_id: north })
  people = {}
  for (const [first_name, branch_id] of [
    ['Ada', north],
    ['Bola', below],
    ['Hidden', church.church.hq_branch_id],
  ] as const) {
    const id = await made('/people', { first_name, branch_id })
    const body = { group_id: cell, person_id: id, role: 'leader', joined_on: '2026-01-01' }
    people[first_name] = { id, membership: await made('/group_members', body) }
  }
  meeting = await made('/meetings', {
    name: 'Cell',
    group_id: cell,
    held_on: '2026-11-18',
    local_time: '19:00',
    minutes: 60,
    timezone: 'UTC',
  })
  staff = await member(service, church, 'staff', north)
  owner = await member(service, church, 'owner')
})
after(() => service.close())

const made = async (to: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', to, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const post = (path: string, fields: readonly (readonly [string, string | number])[]): Promise<Answered> =>
  service.request('POST', path, {
    raw: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const reportPath = async (who: TestMember): Promise<string> =>
  new URL((await who.inChurch('GET', `/views/report_link?meeting_id=${meeting}`)).json.data.url).pathname
const states = async (): Promise<Record<string, string>> => {
  const { data } = (await church.send('GET', `/attendances?meeting_id=${meeting}`)).json
  const names = Object.entries(people).map(([name, { id }]) => [id, name] as const)
  return Object.fromEntries(
    data.map((one: { person_id: number; state: string }) => [new Map(names).get(one.person_id), one.state]),
  )
}
const idOf = (name: string): number => people[name]?.id ?? 0

test('the link of a report names whom its maker sees, and says how many others there are', async () => {
  const path = await reportPath(staff)
  const { text, status } = await service.request('GET', path)
  assert.equal(status, 200)
  assert.match(text, /Ada[\s\S]*Bola/)
  assert.doesNotMatch(text, /Hidden/)
  assert.match(text, /1 member of another branch is not listed/)
  const whole = await service.request('GET', await reportPath(owner))
  assert.match(whole.text, /Hidden/)
  assert.doesNotMatch(whole.text, /not listed/)
  assert.ok(text.length < 20_000)
})

test('what such a link hands in says nothing of those whom it did not name, whatever the form says', async () => {
  await church.send('POST', '/attendances', { meeting_id: meeting, person_id: idOf('Hidden'), state: 'present' })
  const path = await reportPath(staff)
  const forged = [
    ['p', idOf('Ada')],
    [
      'shown',
      Object.values(people)
        .map(({ id }) => id)
        .join('.'),
    ],
    ['was', idOf('Hidden')],
  ] as const
  assert.equal((await post(path, forged)).status, 303)
  assert.deepEqual(await states(), { Ada: 'present', Bola: 'absent', Hidden: 'present' })
})

test('a form that no page made says nothing of them either', async () => {
  const path = await reportPath(staff)
  assert.equal(
    (
      await post(path, [
        ['p', idOf('Bola')],
        ['p', idOf('Hidden')],
      ])
    ).status,
    303,
  )
  assert.deepEqual(await states(), { Ada: 'absent', Bola: 'present' })
})

test('the branch is signed with the rest of the address: taken out or changed, it leads nowhere', async () => {
  const path = await reportPath(staff)
  const parts = path.split('.')
  assert.equal(parts.length, 6)
  for (const wrong of [parts.toSpliced(4, 1), parts.with(4, String(church.church.hq_branch_id)), parts.with(4, '')]) {
    assert.equal((await service.request('GET', wrong.join('.'))).status, 404, wrong.join('.'))
  }
})

const DUE = /\/my\/report\/[^"]+/

test('a leader’s page of a maker whom a branch limits lists the members whom they see, and takes the roll of these', async () => {
  const link = async (who: TestMember): Promise<string> => {
    const body = { group_id: cell, member_id: people.Ada?.membership }
    const { json, text } = await who.inChurch('POST', '/actions/kept_links.make', body)
    assert.ok(json.ok, text)
    return new URL(json.data.url).pathname
  }
  const path = await link(staff)
  const { text } = await service.request('GET', path)
  assert.match(text, /Ada[\s\S]*Bola/)
  assert.doesNotMatch(text, /Hidden/)
  const due = (await service.request('GET', new URL(DUE.exec(text)?.[0] ?? '', 'http://x').pathname)).text
  assert.match(due, /Ada[\s\S]*Bola[\s\S]*1 member of another branch is not listed/)
  assert.doesNotMatch(due, /Hidden/)
  assert.match((await service.request('GET', await link(owner))).text, /Hidden/)
  const shown = Object.values(people).map(({ membership }) => membership)
  const ticked = [
    ['meeting', meeting],
    ['shown', shown.join('.')],
    ['was', ''],
    ['here', people.Hidden?.membership ?? 0],
    ['here', people.Ada?.membership ?? 0],
  ] as const
  assert.equal((await post(path, ticked)).status, 303)
  assert.deepEqual(await states(), { Ada: 'present', Bola: 'absent' })
})
