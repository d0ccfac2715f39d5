import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { addPeople } from './group-actions.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups'] })
})
after(() => service.close())

const made = ({ status, json, text }: Answered) => {
  assert.equal(status, 201, text)
  return json.data
}
const group = async (body: object = {}) =>
  made(await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell', ...body }))
const person = async (body: object = {}): Promise<number> =>
  made(await church.send('POST', '/people', { first_name: 'Ada', ...body })).id
const join = (group_id: number, body: object): Promise<Answered> =>
  church.send('POST', '/group_members', { group_id, ...body })
const get = async (path: string) => (await church.send('GET', path)).json.data
const told = async () => (await church.events()).filter(({ name }) => name.startsWith('groups.'))

function wrong({ status, json, text }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'], text)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
}

/** Adds so many people at once. @returns their ids */
const crowd = (count: number): Promise<number[]> =>
  service.database.write(church.church.id, async tx => {
    const rows = await tx.all<{ id: number }>(sql`insert into people (church_id, member_no, first_name, country, source,
        branch_id, created_at, updated_at)
      select ${church.church.id}, 'C' || i, 'P' || i, 'NG', 'api', ${church.church.hq_branch_id}, now(), now()
      from generate_series(1, ${count}::integer) as i returning id`)
    return rows.map(({ id }) => id)
  })

test('a group needs a name and a kind; all else has a default, and its address is made of its name and id', async () => {
  const { id, created_at, updated_at, ...data } = await group({ name: 'Ìlé Ìfẹ́ cell' })
  assert.deepEqual(data, {
    name: 'Ìlé Ìfẹ́ cell',
    kind: 'cell',
    slug: `ile-ife-cell-${id}`,
    parent_id: null,
    branch_id: church.church.hq_branch_id,
    description: null,
    joining: 'ask',
    capacity: null,
    place: null,
    age_from: null,
    age_to: null,
    place_public: false,
    schedule_id: null,
    is_listed: false,
    is_confidential: false,
    reports: 'none',
    status: 'active',
    member_count: 0,
    leader_count: 0,
  })
  wrong(
    await church.send('POST', '/groups', { kind: 'club', capacity: 0, parent_id: 999_999 }),
    'name',
    'kind',
    'capacity',
    'parent_id',
  )
  const changed = await church.send('PATCH', `/groups/${id}`, { status: 'paused', name: 'Ife', capacity: 5 })
  assert.deepEqual(
    [changed.json.data.status, changed.json.data.slug, changed.json.data.capacity, changed.json.data.kind],
    ['paused', `ife-${id}`, 5, 'cell'],
  )
})

test('groups stand in a tree: no circles, at most six one above the other, and a group moves with all below it', async () => {
  const chain = [await group({ name: 'G1' })]
  for (let depth = 2; depth <= 6; depth += 1) chain.push(await group({ name: `G${depth}`, parent_id: chain.at(-1).id }))
  const ids = chain.map(({ id }) => id)
  wrong(await church.send('POST', '/groups', { name: 'G7', kind: 'cell', parent_id: ids[5] }), 'parent_id')
  wrong(await church.send('PATCH', `/groups/${ids[0]}`, { parent_id: ids[0] }), 'parent_id')
  wrong(await church.send('PATCH', `/groups/${ids[0]}`, { parent_id: ids[3] }), 'parent_id')
  const other = await group({ name: 'Other' })
  wrong(await church.send('PATCH', `/groups/${ids[0]}`, { parent_id: other.id }), 'parent_id')
  assert.equal((await church.send('PATCH', `/groups/${ids[3]}`, { parent_id: other.id })).status, 200)
  const listed = async (filter: string) => (await get(`/groups?${filter}`)).map((one: { id: number }) => one.id)
  assert.deepEqual(await listed(`parent_id=${ids[0]}`), ids.slice(0, 3))
  assert.deepEqual(await listed(`parent_id=${other.id}`), [...ids.slice(3), other.id])
  assert.deepEqual(await listed('parent_id=999999'), [])
  assert.deepEqual(await listed(`below=${ids[0]}`), ids.slice(1, 3), 'without itself')
  assert.deepEqual(await listed(`below=${other.id}`), ids.slice(3))
  assert.deepEqual(await listed(`below=${ids[2]}`), [])
})

test('two groups that move below one another at the same time make no circle', async () => {
  const [one, two] = [await group({ name: 'One' }), await group({ name: 'Two' })]
  const answers = await Promise.all([
    church.send('PATCH', `/groups/${one.id}`, { parent_id: two.id }),
    church.send('PATCH', `/groups/${two.id}`, { parent_id: one.id }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
})

test('a person is in a group once; who was added before is answered as they are; counts are exact', async () => {
  const { id } = await group()
  const ada = await person({ last_name: 'Obi' })
  const first = await join(id, { person_id: ada, role: 'leader' })
  const again = await join(id, { person_id: ada })
  assert.deepEqual([first.status, again.status, again.json.meta], [201, 200, { duplicate: true }])
  assert.deepEqual(again.json.data, first.json.data)
  const { id: membership, created_at, updated_at, joined_on, ...data } = first.json.data
  assert.deepEqual(data, {
    group_id: id,
    group_name: 'Yaba',
    person_id: ada,
    full_name: 'Ada Obi',
    branch_id: church.church.hq_branch_id,
    role: 'leader',
    status: 'active',
    left_on: null,
    left_reason: null,
    source: 'api',
  })
  const { member_count, leader_count } = await get(`/groups/${id}`)
  assert.deepEqual([member_count, leader_count], [1, 1])
  const [{ name, body }] = (await told()) as [{ name: string; body: Record<string, unknown> }]
  assert.equal(name, 'groups.member_added')
  assert.deepEqual(body.data, {
    id: membership,
    group: { id, name: 'Yaba', kind: 'cell', branch_id: church.church.hq_branch_id },
    person: { id: ada, full_name: 'Ada Obi' },
    role: 'leader',
    joined_on,
    source: 'api',
    added_by: { kind: 'key', name: 'Test' },
  })
  assert.equal((await told()).length, 1)
  assert.equal((await get(`/group_members/${membership}`)).full_name, 'Ada Obi')
})

test('several are added by one request, which is one event; a wrong one among them adds nobody', async () => {
  const { id } = await group()
  const [ada, bola, chi] = [await person(), await person(), await person()]
  await join(id, { person_id: ada })
  wrong(await join(id, { person_ids: [bola, 999_999] }), 'person_ids')
  wrong(await join(id, { person_id: bola, person_ids: [chi] }), 'person_id', 'person_ids')
  wrong(await join(id, {}), 'person_id', 'person_ids')
  const { status, json } = await join(id, { person_ids: [ada, bola, chi, bola] })
  assert.deepEqual([status, json.data.map((one: { person_id: number }) => one.person_id)], [201, [ada, bola, chi]])
  const [, bulk, ...more] = await told()
  assert.deepEqual([bulk?.name, more], ['groups.members_bulk_added', []])
  const data = bulk?.body.data as Record<string, unknown>
  assert.deepEqual([data.count, data.already, data.person_ids, data.more], [2, 1, [bola, chi], 0])
  assert.deepEqual((await join(id, { person_ids: [ada, bola] })).json.meta, { duplicate: true })
  assert.equal((await get(`/groups/${id}`)).member_count, 3)
})

test('who leaves stays in the list, may join again, and the last leader leaves only where that is confirmed', async () => {
  const { id } = await group()
  const ada = await person()
  const { json } = await join(id, { person_id: ada, role: 'leader', joined_on: '2024-01-01' })
  const path = `/group_members/${json.data.id}`
  wrong(await church.send('PATCH', path, { role: 'member' }), 'role')
  wrong(await church.send('PATCH', path, { status: 'left' }), 'status')
  wrong(await church.send('PATCH', path, { status: 'left', left_on: '2023-12-31', confirmed: true }), 'left_on')
  const left = await church.send('PATCH', path, {
    status: 'left',
    left_on: '2024-06-30',
    left_reason: 'Moved away',
    confirmed: true,
  })
  assert.deepEqual([left.status, left.json.data.status, left.json.data.left_on], [200, 'left', '2024-06-30'])
  const counts = await get(`/groups/${id}`)
  assert.deepEqual([counts.member_count, counts.leader_count], [0, 0])
  wrong(await church.send('PATCH', path, { status: 'active' }), 'status')
  assert.equal((await church.send('PATCH', path, { status: 'left' })).status, 200)
  assert.equal((await join(id, { person_id: ada })).status, 201)
  const all = await get(`/group_members?person_id=${ada}`)
  assert.deepEqual(
    all.map(({ status, role }: { status: string; role: string }) => [status, role]),
    [
      ['left', 'leader'],
      ['active', 'member'],
    ],
  )
  assert.equal((await get(`/group_members?group_id=${id}&status=active&role=member`)).length, 1)
})

test('forty who are added at once to a group with five places: five members, the others are told', async () => {
  const { id } = await group({ capacity: 5 })
  const people = await crowd(40)
  // A busy machine may tell who waits too long for the others to come again later (503); nothing was changed before.
  const joinUntilAnswered = async (person_id: number): Promise<Answered> => {
    const answer = await join(id, { person_id })
    return answer.status === 503 ? await joinUntilAnswered(person_id) : answer
  }
  const answers = await Promise.all(people.map(joinUntilAnswered))
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  assert.equal(answers.filter(({ json }) => json.error === 'no_places').length, 35)
  assert.equal((await get(`/groups/${id}`)).member_count, 5)
  assert.equal((await join(id, { person_ids: people.slice(0, 9) })).status, 409)
  assert.equal((await get(`/groups/${id}`)).member_count, 5)
})

test('twenty thousand people are added by one act, and one event tells of them', async t => {
  const { id } = await group()
  const people = await crowd(20_000)
  const began = performance.now()
  const { added, already } = await church.act(addPeople, { id, filter: 'status=visitor' })
  t.diagnostic(`20,000 members: ${Math.round(performance.now() - began)} ms`)
  assert.deepEqual([added, already], [20_000, 0])
  assert.equal((await get(`/groups/${id}`)).member_count, 20_000)
  const [event, ...more] = await told()
  const data = event?.body.data as { count: number; person_ids: number[]; more: number }
  assert.deepEqual([event?.name, more], ['groups.members_bulk_added', []])
  assert.deepEqual([data.count, data.person_ids.length, data.more], [20_000, 500, 19_500])
  const twice = await church.act(addPeople, { id, person_ids: people.slice(0, 10) })
  assert.deepEqual([twice.added, twice.already, (await told()).length], [0, 10, 1])
})

test('whoever has died is added to no group, by filter or together with others', async () => {
  const { id } = await group()
  const [dead, alive] = [await person({ status: 'deceased' }), await person()]
  const byFilter = await church.act(addPeople, { id, filter: `branch_id=${church.church.hq_branch_id}` })
  const chosen = await church.act(addPeople, { id, person_ids: [dead, alive] })
  assert.deepEqual([byFilter.added, chosen.added, chosen.already], [1, 0, 1])
  await assert.rejects(church.act(addPeople, { id, person_ids: [dead] }), { code: 'validation_failed' })
  const post = async (body: object) => await church.send('POST', '/group_members', { group_id: id, ...body })
  for (const [name, who] of Object.entries({ person_id: dead, person_ids: [alive, dead] })) {
    const { status, json } = await post({ [name]: who })
    assert.deepEqual([status, json.errors], [422, { [name]: 'names somebody who has died' }])
  }
  // Whoever was a member before stays one: a client that sends them again is answered as ever.
  await church.send('PATCH', `/people/${alive}`, { status: 'deceased' })
  const again = await post({ person_id: alive })
  assert.deepEqual([again.status, again.json.meta], [200, { duplicate: true }])
})

test('after a merge the stronger role stays from the earlier day, and the counts are those of the people who are left', async () => {
  const { id } = await group()
  const [keep, remove] = [await person(), await person()]
  await join(id, { person_id: keep, joined_on: '2025-01-01' })
  await join(id, { person_id: remove, role: 'leader', joined_on: '2026-01-01' })
  const other = await group({ name: 'Surulere' })
  await join(other.id, { person_id: remove })
  await church.act(mergePeople, { keep, remove })
  const all = (await get(`/group_members?person_id=${keep}`)).map(
    ({ group_id, role, status, joined_on }: Record<string, unknown>) => [group_id, role, status, joined_on],
  )
  assert.deepEqual(all, [
    [id, 'member', 'left', '2025-01-01'],
    [id, 'leader', 'active', '2025-01-01'],
    [other.id, 'member', 'active', all[2][3]],
  ])
  const { member_count, leader_count } = await get(`/groups/${id}`)
  assert.deepEqual([member_count, leader_count, (await get(`/groups/${other.id}`)).member_count], [1, 1, 1])
})

test('who is removed leaves every group at once; what was stays in the list', async () => {
  const { id } = await group()
  const ada = await person()
  const { json } = await join(id, { person_id: ada, role: 'leader' })
  await church.act(removePerson, { id: ada })
  const { member_count, leader_count } = await get(`/groups/${id}`)
  assert.deepEqual([member_count, leader_count], [0, 0])
  assert.equal((await get(`/group_members/${json.data.id}`)).status, 'left')
})
