/** Who sees which groups: leaders by their duties, confidential groups, and nothing of the others by any way. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import {
  type Answered,
  startService,
  type TestChurch,
  type TestService,
  timeless,
} from '../../../test/support/service.ts'
import { ident, sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { conceal, reveal } from './group-actions.ts'

let service: TestService
let church: TestChurch
/** By name: two zones with a cell each; the counsellors are confidential, and below them is a group of their own. */
const ids: Record<string, number> = {}
const memberships: Record<string, number> = {}
const requests: Record<string, number> = {}
const NAMES = ['zone A', 'cell A', 'zone B', 'cell B', 'counsellors', 'listeners']
let owner: TestMember
let staff: TestMember
let helper: TestMember

const membershipOf = async ({ email }: TestMember): Promise<number> =>
  (await service.database.read.first<{ id: number }>(sql`select m.id from memberships m join users u on u.id = m.user_id
    where m.church_id = ${church.church.id} and u.email = ${email}`))!.id

const entrust = async (who: TestMember, id: number | undefined, name = 'give'): Promise<Answered> =>
  await owner.inChurch('POST', `/actions/groups.${name}_duty`, { id, membership_id: await membershipOf(who) })

before(async () => {
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
  owner = await member(service, church, 'owner')
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  staff = await member(service, church, 'staff')
  helper = await member(service, church, 'helper')
  const above: Record<string, string> = {
    'cell A': 'zone A',
    'cell B': 'zone B',
    counsellors: 'zone A',
    listeners: 'counsellors',
  }
  for (const name of NAMES) {
    const body = { name, kind: 'cell', parent_id: ids[above[name] ?? ''] ?? null }
    ids[name] = (await church.send('POST', '/groups', body)).json.data.id
    const person_id = (await church.send('POST', '/people', { first_name: name, email: `${ids[name]}@example.org` }))
      .json.data.id
    memberships[name] = (await church.send('POST', '/group_members', { group_id: ids[name], person_id })).json.data.id
    const asking = { group_id: ids[name], name: `Asks ${name}`, email: 'x@example.org' }
    requests[name] = (await church.send('POST', '/join_requests', asking)).json.data.id
  }
  await church.act(conceal, { id: ids.counsellors! })
  assert.equal((await entrust(helper, ids['zone A'])).status, 200)
})
after(() => service.close())

type Sends = (method: string, path: string, body?: object) => Promise<Answered>

/** Names of the groups that somebody sees, by each of the ways in which they could be seen. */
async function seen(send: Sends): Promise<string[]> {
  const rows = async (path: string) => (await send('GET', path)).json
  const list = await rows('/groups?per_page=100')
  const names = list.data.map(({ name }: { name: string }) => name)
  assert.equal(list.meta.total, names.length)
  for (const [path, own] of [
    ['group_members', memberships],
    ['join_requests', requests],
  ] as const) {
    const found = await rows(`/${path}?per_page=100`)
    assert.deepEqual(
      found.data.map(({ id }: { id: number }) => id).sort(),
      names.map((name: string) => own[name]).sort(),
      path,
    )
    assert.equal(found.meta.total, names.length)
  }
  const nobody = {
    groups: await send('GET', '/groups/999999'),
    group_members: await send('GET', '/group_members/999999'),
    join_requests: await send('GET', '/join_requests/999999'),
  }
  for (const name of NAMES) {
    const gets = { groups: ids[name], group_members: memberships[name], join_requests: requests[name] }
    for (const [path, id] of Object.entries(gets)) {
      const answer = await send('GET', `/${path}/${id}`)
      if (names.includes(name)) assert.equal(answer.status, 200, `${path} of ${name}`)
      else assert.equal(timeless(answer), timeless(nobody[path as keyof typeof nobody]), `${path} of ${name}`)
    }
    const [by, searched] = [
      await rows(`/groups?parent_id=${ids[name]}`),
      await rows(`/groups?q=${encodeURIComponent(name)}`),
    ]
    if (!names.includes(name)) assert.deepEqual([by.meta.total, searched.meta.total], [0, 0], name)
  }
  return names
}

test('a helper sees the group of their duty and those below it, but for a confidential one that is not theirs', async () => {
  assert.deepEqual(await seen(helper.inChurch), ['zone A', 'cell A'])
})

test('staff and API keys see no confidential group, nor what is below it; owners and administrators do', async () => {
  const open = ['zone A', 'cell A', 'zone B', 'cell B']
  assert.deepEqual(await seen(staff.inChurch), open)
  assert.deepEqual(await seen(church.send), open)
  assert.deepEqual(await seen(owner.inChurch), NAMES)
  assert.deepEqual(await seen((await member(service, church, 'administrator')).inChurch), NAMES)
})

test('who is entrusted with a confidential group sees it and all below it, until it is taken from them', async () => {
  assert.equal((await entrust(staff, ids.counsellors)).status, 200)
  assert.deepEqual(await seen(staff.inChurch), NAMES)
  const leader = await member(service, church, 'helper')
  await entrust(leader, ids.listeners)
  assert.deepEqual(await seen(leader.inChurch), ['listeners'])
  assert.equal((await entrust(staff, ids.counsellors, 'take')).status, 200)
  assert.equal((await entrust(leader, ids.listeners, 'take')).status, 200)
  assert.ok(!(await seen(staff.inChurch)).includes('counsellors'))
  assert.deepEqual(await seen(leader.inChurch), [])
})

test('a duty that is taken away on one node is gone on every other with the answer', async () => {
  const node = await service.node()
  const leader = await member({ ...service, url: node.url }, church, 'helper')
  await entrust(leader, ids['zone B'])
  assert.deepEqual(await seen(leader.inChurch), ['zone B', 'cell B'])
  await entrust(leader, ids['zone B'], 'take')
  assert.deepEqual(await seen(leader.inChurch), [])
  await node.close()
})

test('a leader decides on requests and members of their own groups; those of others are answered as ones that never were', async () => {
  const acts = (id: number | undefined, of: 'join_requests' | 'group_members'): Promise<Answered>[] =>
    of === 'join_requests'
      ? ['accept', 'decline'].map(name => helper.inChurch('POST', `/actions/join_requests.${name}`, { id }))
      : [
          helper.inChurch('POST', '/actions/group_members.end', { id }),
          helper.inChurch('POST', '/actions/group_members.change_role', { id, role: 'leader' }),
        ]
  for (const name of ['zone B', 'cell B', 'counsellors', 'listeners']) {
    for (const [of, own] of [
      ['join_requests', requests],
      ['group_members', memberships],
    ] as const) {
      const [theirs, nobody] = [await Promise.all(acts(own[name], of)), await Promise.all(acts(999_999, of))]
      assert.deepEqual(theirs.map(timeless), nobody.map(timeless))
      assert.deepEqual(
        theirs.map(({ status }) => status),
        [404, 404],
      )
    }
  }
  const contacts = await helper.inChurch('GET', `/views/group_contacts?id=${ids['cell A']}`)
  assert.deepEqual(
    contacts.json.data.map((one: { full_name: string }) => one.full_name),
    ['cell A'],
  )
  const [out, nobody] = await Promise.all(
    [ids['cell B'], 999_999].map(id => helper.inChurch('GET', `/views/group_contacts?id=${id}`)),
  )
  assert.equal(timeless(out!), timeless(nobody!))
  const accepted = await helper.inChurch('POST', '/actions/join_requests.accept', { id: requests['cell A'] })
  assert.equal(accepted.status, 200, accepted.text)
  const { id } = (await helper.inChurch('GET', `/group_members?group_id=${ids['cell A']}&sort=-id`)).json.data[0]
  assert.equal((await helper.inChurch('POST', '/actions/group_members.end', { id })).json.data.status, 'left')
  assert.equal((await helper.inChurch('GET', `/group_members/${id}`)).json.data.status, 'left')
})

test('helpers see nothing else of the church: no person, no branch, no list but those of groups and what they hold', async () => {
  const { memberships: mine } = (await helper.ask('GET', '/api/session')).json.data
  const theirs: string[] = mine[0].scopes.map((scope: string) => scope.replace(/:.*/, ''))
  assert.deepEqual(
    theirs.filter(name => HOUSE.resource(name)?.sight === undefined),
    [],
  )
  for (const name of ['groups', 'group_members', 'join_requests', 'meetings']) assert.ok(theirs.includes(name), name)
  for (const path of [
    '/people',
    '/families',
    '/branches',
    '/funds',
    '/contributions',
    '/messages',
    '/views/people_names?ids=1',
  ]) {
    assert.ok([403, 404].includes((await helper.inChurch('GET', path)).status), path)
  }
  assert.equal((await helper.inChurch('POST', '/groups', { name: 'x', kind: 'cell' })).status, 403)
  assert.equal((await helper.inChurch('PATCH', `/groups/${ids['zone A']}`, { name: 'x' })).status, 403)
})

test('a hidden group cannot be named: not as the group above, nor for members or requests; and it causes no event', async () => {
  const before = (await church.events()).length
  for (const [path, field, body] of [
    ['/groups', 'parent_id', { name: 'x', kind: 'cell' }],
    ['/group_members', 'group_id', { person_id: 1 }],
    ['/join_requests', 'group_id', { name: 'x', email: 'x@example.org' }],
  ] as const) {
    const [hidden, nobody] = [
      await staff.inChurch('POST', path, { ...body, [field]: ids.listeners }),
      await staff.inChurch('POST', path, { ...body, [field]: 999_999 }),
    ]
    assert.equal(hidden.status, 422)
    assert.equal(timeless(hidden), timeless(nobody))
  }
  const person_id = (await church.send('POST', '/people', { first_name: 'New' })).json.data.id
  const added = await owner.inChurch('POST', '/group_members', { group_id: ids.listeners, person_id })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(
    (await church.events()).slice(before).map(({ name }) => name),
    ['person.created'],
  )
  await owner.inChurch('POST', '/actions/group_members.end', { id: added.json.data.id })
})

test('who leads inside a confidential group neither reveals nor conceals one by moving it; administrators do', async () => {
  assert.equal((await entrust(staff, ids.counsellors)).status, 200)
  const move = (who: TestMember, name: string, parent_id: number | null | undefined): Promise<Answered> =>
    who.inChurch('PATCH', `/groups/${ids[name]}`, { parent_id })
  for (const [name, parent] of [
    ['listeners', null],
    ['listeners', ids['zone B']],
    ['cell B', ids.counsellors],
  ] as const) {
    const { status, json, text } = await move(staff, name, parent)
    assert.equal(status, 422, text)
    assert.match(json.errors?.parent_id ?? '', /only administrators/)
  }
  assert.equal((await move(staff, 'counsellors', null)).status, 200, 'it is confidential wherever it is')
  assert.equal((await move(owner, 'counsellors', ids['zone A'])).status, 200)
  assert.equal((await move(owner, 'listeners', null)).status, 200)
  assert.equal((await move(owner, 'listeners', ids.counsellors)).status, 200)
  assert.equal((await entrust(staff, ids.counsellors, 'take')).status, 200)
})

test('whoever is accepted into a confidential group does not come from a group, as far as others see', async () => {
  const asked = { group_id: ids.listeners, name: 'Silent Sam', email: 'sam@example.org' }
  const { id } = (await owner.inChurch('POST', '/join_requests', asked)).json.data
  const { person_id } = (await owner.inChurch('POST', '/actions/join_requests.accept', { id })).json.data
  assert.equal((await staff.inChurch('GET', `/people/${person_id}`)).json.data.source, 'console')
  const { id: member } = (await owner.inChurch('GET', `/group_members?person_id=${person_id}`)).json.data[0]
  await owner.inChurch('POST', '/actions/group_members.end', { id: member })
})

test('a merge tells nobody how many memberships in hidden groups a person has; an export has none of them', async () => {
  const person_id = (await church.send('POST', '/people', { first_name: 'Merged' })).json.data.id
  await owner.inChurch('POST', '/group_members', { group_id: ids.counsellors, person_id })
  const counted = async (who: TestMember): Promise<number> =>
    (await who.inChurch('GET', `/views/merge_counts?id=${person_id}`)).json.data.find(
      ({ table }: { table: string }) => table === 'group_members',
    ).count
  assert.deepEqual([await counted(staff), await counted(owner)], [0, 1])
  const file = async (who: TestMember, path: string): Promise<string> =>
    (await who.inChurch('GET', `${path}/export`)).text
  for (const path of ['/groups', '/group_members', '/join_requests']) {
    assert.match(await file(owner, path), /counsellors|listeners/, path)
    assert.doesNotMatch(await file(staff, path), /counsellors|listeners/, path)
    assert.doesNotMatch(await file(helper, path), /counsellors|listeners|B/, path)
  }
})

test('a group that is confidential no longer is seen again, and those who ask for changes are told', async () => {
  const age = (table: string): Promise<number> =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`update ${ident(table)} set updated_at = '2020-01-01T00:00:00Z' where church_id = ${church.church.id}`),
    )
  for (const table of ['groups', 'group_members', 'join_requests']) await age(table)
  const changed = async (path: string): Promise<number> =>
    (await church.send('GET', `/${path}?updated_since=2021-01-01`)).json.data.length
  assert.equal(await changed('groups'), 0)
  await church.act(reveal, { id: ids.counsellors! })
  const names = (await staff.inChurch('GET', '/groups')).json.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, NAMES)
  assert.equal(await changed('groups'), 2)
  assert.ok((await changed('group_members')) >= 2)
  await church.act(conceal, { id: ids.counsellors! })
})

/** What the check of a file of members says, as the page of imports asks for it; refusals by the group that the row names. */
async function checked(who: TestMember, names: readonly string[]): Promise<Record<string, string>> {
  const bytes = Buffer.from(`email,group\n${names.map(name => `${ids['zone A']}@example.org,${name}`).join('\n')}\n`)
  const act = (name: string, input: object): Promise<Answered> =>
    who.inChurch('POST', `/actions/import_files.${name}`, input)
  const { id } = (await act('begin', { name: 'members.csv', bytes: bytes.length })).json.data
  await act('put', { id, part: 0, data: bytes.toString('base64') })
  const said = JSON.stringify({ kind: 'group_members' })
  await act('read', { id, said })
  const done = await act('check', { id, said })
  assert.equal(done.status, 200, done.text)
  const { json, text } = await who.inChurch('GET', `/views/import_files.rows?id=${id}&bucket=refused`)
  return Object.fromEntries(
    (json.data?.rows ?? assert.fail(text)).map((row: { line: number; shown: { errors: Record<string, string> } }) => [
      names[row.line - 2],
      row.shown.errors.group,
    ]),
  )
}

test('files do not find hidden groups by name, and those are in the way of none that is seen', async () => {
  const twin = await owner.inChurch('POST', '/groups', { name: 'cell A', kind: 'cell', parent_id: ids.counsellors })
  assert.equal(twin.status, 201, twin.text)
  const nobody = 'names no group that you can use'
  assert.deepEqual(await checked(staff, ['cell A', 'listeners', 'no such']), { listeners: nobody, 'no such': nobody })
  const several = 'names several groups: use group_id'
  assert.deepEqual(await checked(owner, ['cell A', 'listeners']), { 'cell A': several })
})
