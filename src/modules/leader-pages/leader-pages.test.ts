/** Links by which leaders see one group and take its roll (decision 0024). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { conceal } from '../groups/group-actions.ts'
import { shortNames } from '../groups/members-on.ts'
import { cancelMeeting, closeMeeting } from '../meetings/meeting-actions.ts'
import { removePerson, restorePerson } from '../people/remove.ts'

let moved = 0
const clock = { now: () => new Date(Date.now() + moved) }
let service: TestService
let church: TestChurch
let staff: TestMember
let group: number
/** Memberships by first name. */
let members: Record<string, { id: number; person_id: number }>

before(async () => {
  service = await startService({}, { clock })
})
beforeEach(async () => {
  moved = 0
  church = await service.church()
  await church.set({ modules: ['groups'] })
  staff = await member(service, church, 'staff')
  group = (await church.send('POST', '/groups', { name: 'Yaba <cell>', kind: 'cell' })).json.data.id
  members = {}
  for (const [first_name, last_name, role] of [
    ['Ada', 'Obi', 'leader'],
    ['Ben', 'Okafor', 'member'],
    ['Chi', 'Ude', 'guest'],
  ] as const) {
    const body = { first_name, last_name, email: `${first_name}@example.org`, phone: null }
    const person_id = (await church.send('POST', '/people', body)).json.data.id
    const made = await church.send('POST', '/group_members', { group_id: group, person_id, role })
    members[first_name] = { id: made.json.data.id, person_id }
  }
})
after(() => service.close())

const meet = async (held_on: string, local_time: string): Promise<number> =>
  (await church.send('POST', '/meetings', { name: 'Cell', group_id: group, held_on, local_time, minutes: 1_440 })).json
    .data.id
const day = () => today(clock.now(), 'Africa/Lagos')
const make = (who = 'Ada', by = staff): Promise<Answered> =>
  by.inChurch('POST', '/actions/kept_links.make', { group_id: group, member_id: members[who]?.id })
const pathOf = async (who = 'Ada'): Promise<string> => new URL((await make(who)).json.data.url).pathname
const open = (path: string, method = 'GET'): Promise<Answered> => service.request(method, path)
const post = (path: string, fields: [string, string][]): Promise<Answered> =>
  service.request('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const listed = async (who = staff) => (await who.inChurch('GET', `/views/group_links?id=${group}`)).json.data
const marks = async () =>
  (await church.send('GET', `/attendances?group_id=${group}`)).json.data.map(
    ({ person_id, state, role, source }: Record<string, unknown>) => [person_id, state, role, source],
  )

/** The fields of the page as it is, with these people ticked. */
function ticked({ text }: Answered, here: readonly string[]): [string, string][] {
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  return [
    ...hidden.map(([, name = '', value = '']): [string, string] => [name, value]),
    ...here.map((name): [string, string] => ['here', String(members[name]?.id)]),
  ]
}

test('the page shows the group, its meetings and first names, and looking changes nothing', async () => {
  await meet('2026-03-03', '18:00')
  const held = await meet(day(), '00:00')
  const path = await pathOf()
  const page = await open(path)
  assert.equal(page.status, 200)
  assert.ok(page.text.length < 20_000 && !page.text.includes('<script'))
  for (const said of [
    'Yaba &lt;cell&gt;',
    'Ada O.',
    'Ben O.',
    'Chi U.',
    'Tuesday, 3 March, 18:00',
    `value="${held}"`,
  ]) {
    assert.ok(page.text.includes(said), said)
  }
  assert.doesNotMatch(page.text, /example\.org|Okafor/)
  const before = await church.events()
  for (const method of Array(20).fill(['HEAD', 'GET']).flat()) assert.equal((await open(path, method)).status, 200)
  assert.deepEqual([await marks(), (await church.events()).length], [[], before.length])
  assert.deepEqual(page.headers.get('cache-control'), 'no-store')
})

test('a roll marks who is ticked and who is not, is told, and two who tick at once lose nothing', async () => {
  await meet(day(), '00:00')
  const path = await pathOf()
  const [ada, ben, chi] = [members.Ada?.person_id, members.Ben?.person_id, members.Chi?.person_id]
  const [one, other] = [await open(path), await open(path)]
  const saved = await post(path, ticked(one, ['Ada']))
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${path}?saved`])
  await post(path, ticked(other, ['Chi']))
  assert.deepEqual(await marks(), [
    [ada, 'present', 'leader', 'link'],
    [ben, 'absent', 'attendee', 'link'],
    [chi, 'present', 'visitor', 'link'],
  ])
  await post(path, ticked(await open(path), ['Ada', 'Ben']))
  assert.deepEqual(
    (await marks()).map(([, state]: string[]) => state),
    ['present', 'present', 'absent'],
  )
  const told = (await church.events()).filter(({ name }) => name === 'attendance.recorded')
  assert.equal(told.length, 3)
  assert.match(JSON.stringify(told.at(-1)), /"recorded_by":\{"kind":"link","name":null\}/)
})

test('only the roll of this group’s open meeting is taken, and of its members', async () => {
  const mine = await meet(day(), '00:00')
  const sunday = (
    await church.send('POST', '/meetings', { name: 'Sunday', held_on: day(), local_time: '00:00', minutes: 1_440 })
  ).json.data.id
  const path = await pathOf()
  const fields = ticked(await open(path), ['Ada'])
  const other = fields.map(([name, value]): [string, string] =>
    name === 'meeting' ? [name, String(sunday)] : [name, value],
  )
  assert.equal((await post(path, other)).status, 404)
  await post(path, [...fields, ['here', '999999'], ['shown', '999999']])
  assert.equal((await marks()).length, 3)
  // A meeting of another day has no roll yet, whatever a form says; nor has somebody who left today.
  const tomorrow = await meet(addDays(day(), 1), '23:00')
  const ahead = fields.map(([name, value]): [string, string] => [name, name === 'meeting' ? String(tomorrow) : value])
  assert.equal((await post(path, ahead)).status, 404)
  assert.equal((await marks()).length, 3)
  await church.act(closeMeeting, { id: mine })
  const late = await post(path, ticked({ ...(await open(path)), text: '' } as Answered, []))
  assert.equal(late.status, 404)
  const over = await post(path, fields)
  assert.deepEqual([over.status, /closed/.test(over.text)], [409, true])
})

test('wrong, revoked and ended links, a closed group and a module that is off answer with the same bytes', async () => {
  const nothing = await open('/my/group/none')
  const path = await pathOf()
  const [, , , named = ''] = path.split('/')
  const [id, secret = ''] = named.split('.')
  const gone = async (what: string, wrong = path): Promise<void> => {
    for (const answer of [await open(wrong), await post(wrong, [['meeting', '1']])]) {
      assert.deepEqual([answer.status, answer.text], [404, nothing.text], what)
    }
  }
  assert.equal((await open(path)).status, 200)
  await gone('another church', `/my/group/${Number(id) + 1}.${secret}`)
  await gone('another secret', `/my/group/${id}.${secret.slice(0, -2)}xx`)
  await gone('more behind it', `${path}/more`)
  await church.set({ modules: [] })
  await gone('the module is off')
  await church.set({ modules: ['groups'] })
  await church.set({ status: 'inactive' })
  await gone('the church is not active')
  await church.set({ status: 'active' })
  await church.send('PATCH', `/groups/${group}`, { status: 'closed' })
  await gone('the group is closed')
  await church.send('PATCH', `/groups/${group}`, { status: 'active' })
  assert.equal((await open(path)).status, 200)
  const bens = await pathOf('Ben')
  await church.send('PATCH', `/group_members/${members.Ben?.id}`, { status: 'left' })
  await gone('who left the group', bens)
  const chis = await pathOf('Chi')
  const person = members.Chi?.person_id ?? 0
  await church.act(removePerson, { id: person })
  await gone('who was removed', chis)
  await church.act(restorePerson, { id: person })
  await church.send('POST', '/group_members', { group_id: group, person_id: person })
  await gone('who was restored', chis)
})

test('a link is shown once and kept as a hash; its use is noted once a minute; revoked, no node takes it', async () => {
  await meet(day(), '00:00')
  const node = await service.node()
  const path = await pathOf()
  const secret = path.split('.').at(-1) ?? ''
  const row = await service.database.read.first<Record<string, unknown>>(
    sql`select * from kept_links where church_id = ${church.church.id}`,
  )
  assert.equal(row?.prefix, secret.slice(0, 8))
  assert.ok(!JSON.stringify(row).includes(secret))
  const used = async () => (await listed())[0].last_used_at
  assert.equal(await used(), null)
  await open(path)
  const first = await used()
  moved = 59_000
  await open(path)
  assert.equal(await used(), first)
  moved = 61_000
  await open(path)
  assert.notEqual(await used(), first)
  const fields = ticked(await open(path), ['Ada'])
  const { id } = (await listed())[0]
  assert.equal((await staff.inChurch('POST', '/actions/kept_links.revoke', { id })).status, 200)
  assert.equal((await fetch(`${node.url}${path}`)).status, 404)
  assert.equal((await post(path, fields)).status, 404)
  assert.deepEqual(await marks(), [])
  assert.equal((await listed())[0].works, false)
  assert.equal((await staff.inChurch('POST', '/actions/kept_links.revoke', { id })).status, 200, 'again')
  await node.close()
  const lines = await service.database.read.all<{
    operation: string
    detail: string
  }>(sql`select operation, detail::text from audit_log
    where church_id = ${church.church.id} and operation like 'kept_links%' order by id`)
  assert.deepEqual(
    lines.map(({ operation }) => operation),
    ['kept_links.make', 'kept_links.revoke', 'kept_links.revoke'],
  )
  assert.ok(lines.every(({ detail }) => !detail.includes(secret.slice(8))))
})

test('staff and the leaders of a group make its links; of a confidential group only who sees it; nobody for a stranger', async () => {
  const helper = await member(service, church, 'helper')
  const owner = await member(service, church, 'owner')
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  assert.equal((await make('Ada', helper)).status, 404)
  const membership_id = (
    await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${helper.email}`)
  )?.id
  await owner.inChurch('POST', '/actions/groups.give_duty', { id: group, membership_id })
  assert.equal((await make('Ada', helper)).status, 200)
  assert.equal((await make('Ada', await member(service, church, 'viewer'))).status, 403)
  assert.equal((await make('Ada', await member(service, church, 'finance'))).status, 403)
  const elsewhere = (await church.send('POST', '/groups', { name: 'Ikeja', kind: 'cell' })).json.data.id
  const stranger = { group_id: elsewhere, member_id: members.Ada?.id }
  const refused = await staff.inChurch('POST', '/actions/kept_links.make', stranger)
  assert.deepEqual([refused.status, refused.json.errors], [422, { member_id: 'names no active member of this group' }])
  await church.act(conceal, { id: group })
  const nobody = await staff.inChurch('POST', '/actions/kept_links.revoke', { id: 999_999 })
  const [{ id }] = await listed(helper)
  const hidden = await staff.inChurch('POST', '/actions/kept_links.revoke', { id })
  assert.deepEqual([hidden.status, hidden.json.message], [404, nobody.json.message])
  assert.equal((await make()).status, 404)
  assert.equal((await make('Ada', helper)).status, 200)
})

test('a leader is led to the reports that are due, and to nothing where none is', async () => {
  await church.send('PATCH', `/groups/${group}`, { reports: 'weekly' })
  const meeting = await meet(addDays(day(), -2), '00:00')
  const ada = await open(await pathOf())
  const [, path = ''] = /<a href="(\/my\/report\/[^"]+)">Hand in the report of /.exec(ada.text) ?? []
  assert.equal((await open(path)).status, 200)
  assert.doesNotMatch((await open(await pathOf('Ben'))).text, /my\/report/, 'who leads nothing')
  await church.act(cancelMeeting, { id: meeting })
  assert.doesNotMatch((await open(await pathOf())).text, /my\/report/)
})

test('the command line makes links, lists them and revokes them', async () => {
  const run = (...args: string[]) => cli(service.databaseUrl, ['link', ...args, '--church', church.church.slug])
  const made = await run('make', '--group', String(group), '--member', String(members.Ada?.id))
  const path = /\/my\/group\/\S+/.exec(made.stdout)?.[0] ?? ''
  assert.equal((await open(path)).status, 200, made.stderr)
  const [{ id, prefix }] = await listed()
  const list = (await run('list', '--group', String(group))).stdout
  assert.ok(list.includes(prefix) && list.includes('Ada Obi') && list.includes('works'), list)
  assert.equal((await run('revoke', String(id))).code, 0)
  assert.equal((await open(path)).status, 404)
  assert.equal((await run('revoke', '999999')).code, 1)
})

test('a group as large as a page goes is under 20 kB', async () => {
  await meet(day(), '00:00')
  await service.database.write(church.church.id, async tx => {
    const { id, hq_branch_id } = church.church
    await tx.run(sql`with added as (
        insert into people (church_id, branch_id, member_no, first_name, last_name, country, created_at, updated_at)
        select ${id}, ${hq_branch_id}, 'x' || n, 'Oluwaseun' || n, 'Adeyemi', 'NG', now(), now()
        from generate_series(1, 300) as n returning id)
      insert into group_members (church_id, group_id, person_id, branch_id, joined_on, source, created_at, updated_at)
      select ${id}, ${group}, id, ${hq_branch_id}, now(), 'api', now(), now() from added`)
  })
  const page = await open(await pathOf())
  assert.match(page.text, /The first 120 members are shown/)
  assert.equal(page.text.match(/type="checkbox"/g)?.length, 120)
  assert.ok(Buffer.byteLength(page.text) < 20_000, String(Buffer.byteLength(page.text)))
})

test('people are told apart by as little of their names as it takes', () => {
  const of = (first_name: string, last_name: string | null) => ({ first_name, last_name })
  assert.deepEqual(
    shortNames([of('Ada', 'Obi'), of('Ada', 'Okafor'), of('Ada', null), of('Ben', 'Ọla'), of('Chi', '')]),
    ['Ada Obi', 'Ada Okafor', 'Ada', 'Ben Ọ.', 'Chi'],
  )
})

test('who has died is on no page of a leader, but where they were marked; a link that was made for them leads nowhere', async () => {
  await meet(day(), '00:00')
  const [ada, ben] = [await pathOf('Ada'), await pathOf('Ben')]
  const died = await church.send('PATCH', `/people/${members.Ben?.person_id}`, { status: 'deceased' })
  assert.equal(died.status, 200, died.text)
  const page = await open(ada)
  assert.match(page.text, /Ada O\.[\s\S]*Chi U\.|Chi U\.[\s\S]*Ada O\./)
  assert.doesNotMatch(page.text, /Ben/)
  assert.deepEqual([(await open(ada)).status, (await open(ben)).status], [200, 404])
  assert.deepEqual(
    (await listed()).map(({ works }: { works: boolean }) => works),
    [true, false],
  )
  assert.equal((await make('Ben')).status, 422)
  const contacts = (await staff.inChurch('GET', `/views/group_contacts?id=${group}`)).json.data
  assert.deepEqual(
    contacts.map(({ full_name }: { full_name: string }) => full_name),
    ['Ada Obi', 'Chi Ude'],
  )
})
