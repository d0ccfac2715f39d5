/** The branch tree in the console: changed, moved, removed; circles, races, and what keys and members see of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HELD } from '../src/modules/church/remove-branch.ts'
import { invite } from '../src/sign-in/join.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { type Answered, type Json, startService, type TestChurch, type TestService } from './support/service.ts'
import { untilWaiting } from './support/waiting.ts'

let service: TestService
let church: TestChurch
let owner: TestMember
let hq: number

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  hq = church.church.hq_branch_id
  owner = await member(service, church, 'owner')
})

const codes = ({ status, json }: Answered) => [status, json.error]
const wrong = ({ status, json }: Answered) => [status, Object.keys(json.errors ?? {}).sort()]
const does = (name: string, input: object, who = owner) => who.inChurch('POST', `/actions/branches.${name}`, input)
const moved = (id: number, parent_id: number, who = owner) => does('update', { id, parent_id }, who)

interface Listed {
  id: number
  parent_id: number | null
  depth: number
  updated_at: string | null
}

async function tree(): Promise<Map<number, Listed>> {
  const { data } = (await church.send('GET', '/branches?per_page=100')).json
  return new Map((data as Listed[]).map(branch => [branch.id, branch]))
}

/** Every branch is below the head branch, at the depth that its branches above make. */
async function checkTree(): Promise<void> {
  const branches = await tree()
  for (const { id, depth } of branches.values()) {
    let steps = 0
    for (let at = branches.get(id); at?.parent_id; at = branches.get(at.parent_id)) {
      steps += 1
      assert.ok(steps <= branches.size, `branch ${id} is in a circle`)
    }
    assert.equal(steps, depth, `depth of branch ${id}`)
  }
}

test('a branch is changed in every field, and its updated_at with it', async () => {
  const id = await church.branch('North')
  const change = {
    name: 'Far north',
    code: 'FN',
    level: 'district',
    pastor_name: 'Bola',
    email: 'north@example.org',
    phone: '+2348031234567',
    address: '1 Road',
    city: 'Kano',
    state: 'Kano',
    country: 'GH',
    currency: 'GHS',
    timezone: 'Africa/Accra',
    status: 'closed',
  }
  const { data } = (await does('update', { id, ...change })).json
  const { created_at, updated_at, ...rest } = data
  assert.deepEqual(rest, { id, parent_id: hq, depth: 1, is_hq: false, ...change })
  assert.ok(created_at && updated_at)
  assert.deepEqual((await tree()).get(id), data)
  assert.equal((await does('update', { id, city: null })).json.data.city, null)
})

test('every wrong field is named at once, and the head branch stays open and at the top', async () => {
  const id = await church.branch('North')
  const bad = { id, name: '', email: 'x', status: 'sleeping', country: 'XX' }
  assert.deepEqual(wrong(await does('update', bad)), [422, ['country', 'email', 'name', 'status']])
  const also = await does('update', { id, timezone: 'Mars', parent_id: 999_999_999 })
  assert.deepEqual(wrong(also), [422, ['parent_id', 'timezone']])
  assert.deepEqual(wrong(await does('update', { id: hq, parent_id: id, status: 'closed' })), [
    422,
    ['parent_id', 'status'],
  ])
  assert.equal((await does('update', { id: hq, name: 'Mother church' })).json.data.name, 'Mother church')
})

test('a branch moves with all below it: depths and updated_at follow', async () => {
  const [a, b] = [await church.branch('A'), await church.branch('B')]
  const below = await church.branch('Below A', a)
  assert.equal((await moved(a, b)).status, 200)
  const after = await tree()
  assert.deepEqual([after.get(a)?.parent_id, after.get(a)?.depth, after.get(below)?.depth], [b, 2, 3])
  assert.deepEqual(
    [b, a, below].map(id => after.get(id)?.updated_at !== null),
    [false, true, true],
  )
  await checkTree()
})

test('no branch goes below itself, not even by two moves at once', async () => {
  const a = await church.branch('A')
  const below = await church.branch('Below A', await church.branch('Middle', a))
  for (const to of [a, below]) assert.deepEqual(wrong(await moved(a, to)), [422, ['parent_id']])
  for (let round = 0; round < 4; round += 1) {
    const [x, y] = [await church.branch('X'), await church.branch('Y')]
    const answers = await Promise.all([moved(x, y), moved(y, x)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  }
  await checkTree()
})

test('moves and new branches at the same time leave a tree with right depths', async () => {
  const roots: number[] = []
  for (const name of ['A', 'B', 'C', 'D']) roots.push(await church.branch(name))
  await Promise.all(
    roots.flatMap((id, n) => [
      moved(id, roots[(n + 1) % roots.length] ?? 0),
      does('create', { name: `Below ${n}`, parent_id: id }),
      moved(id, roots[(n + 2) % roots.length] ?? 0),
    ]),
  )
  assert.equal((await tree()).size, 9)
  await checkTree()
})

test('what a limited key and member see changes at once, on every node', async () => {
  const [north, south] = [await church.branch('North'), await church.branch('South')]
  const town = await church.branch('Town', north)
  await church.send('POST', '/people', { first_name: 'Ada', branch_id: town })
  await church.send('POST', '/contributions', { amount: 100, branch_id: town })
  const key = await church.keyFor(['people:read', 'contributions:read'], south)
  const limited = await member(service, church, 'administrator', south)
  const node = await service.node()
  const other = { ...owner, url: node.url }
  const seen = async (): Promise<unknown[]> => {
    const found: unknown[] = []
    for (const url of [service.url, other.url]) {
      for (const name of ['people', 'contributions']) {
        const answer = await fetch(`${url}/api/v1/${name}`, { headers: { authorization: `Bearer ${key}` } })
        found.push(((await answer.json()) as Json).meta.total)
      }
    }
    return [...found, (await limited.inChurch('GET', '/people')).json.meta.total]
  }
  try {
    assert.deepEqual(await seen(), [0, 0, 0, 0, 0])
    assert.equal((await moved(town, south)).status, 200)
    assert.deepEqual(await seen(), [1, 1, 1, 1, 1])
    assert.equal((await moved(town, north)).status, 200)
    assert.deepEqual(await seen(), [0, 0, 0, 0, 0])
  } finally {
    await node.close()
  }
})

test('who is limited to a branch works within it: what is elsewhere does not exist for them', async () => {
  const [north, south] = [await church.branch('North'), await church.branch('South')]
  const [town, village] = [await church.branch('Town', north), await church.branch('Village', north)]
  const limited = await member(service, church, 'administrator', north)
  const made = await does('create', { name: 'Mine' }, limited)
  assert.equal((await tree()).get(made.json.data.id)?.parent_id, north)
  assert.equal((await moved(village, town, limited)).status, 200)
  assert.equal((await does('update', { id: north, city: 'Kano' }, limited)).status, 200)
  for (const parent_id of [hq, south, 999_999_999]) {
    const answers = [await moved(village, parent_id, limited), await does('create', { name: 'x', parent_id }, limited)]
    for (const { status, json } of answers) {
      assert.deepEqual([status, json.errors], [422, { parent_id: 'names no branch that you can use' }])
    }
  }
  assert.deepEqual(wrong(await moved(north, town, limited)), [422, ['parent_id']])
  assert.deepEqual(wrong(await does('remove', { id: north }, limited)), [422, ['id']])
  const elsewhere = (await (await service.church()).send('GET', '/branches')).json.data[0].id
  for (const id of [hq, south, elsewhere, 999_999_999]) {
    for (const name of ['update', 'remove']) {
      assert.deepEqual(codes(await does(name, { id }, limited)), [404, 'not_found'], `${name} ${id}`)
    }
  }
  assert.deepEqual(codes(await does('remove', { id: elsewhere })), [404, 'not_found'])
})

test('only an empty branch is removed; what is in it is named', async () => {
  const id = await church.branch('North')
  await church.branch('Below', id)
  await church.send('POST', '/people', { first_name: 'Ada', branch_id: id })
  await church.send('POST', '/contributions', { amount: 1, branch_id: id })
  await church.keyFor(['people:read'], id)
  await member(service, church, 'staff', id)
  const open = { email: 'new@example.org', role: 'staff', branch_id: id } as const
  await service.database.write(church.church.id, tx => invite(tx, church.church, open, null))
  const { status, json } = await does('remove', { id })
  assert.equal(status, 422)
  for (const word of ['branches below it', 'people', 'gifts', 'API keys', 'users', 'open invitations']) {
    assert.match(json.errors?.id ?? '', new RegExp(word))
  }
  assert.deepEqual(wrong(await does('remove', { id: hq })), [422, ['id']])
  const empty = await church.branch('Mistake')
  // Whose link was used, and who is not there any more.
  await member(service, church, 'viewer', empty)
  await service.database.write(church.church.id, tx => tx.run(sql`delete from memberships where branch_id = ${empty}`))
  assert.equal((await does('remove', { id: empty })).status, 200)
  assert.equal((await tree()).has(empty), false)
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  const { data } = (await owner.inChurch('GET', '/views/audit')).json
  assert.deepEqual([data[0].operation, data[0].target], ['branches.remove', String(empty)])
})

test('whatever may be in a branch has words', async () => {
  const found = await service.database.read.all<{ name: string }>(sql`select distinct conrelid::regclass::text as name
    from pg_constraint where contype = 'f' and confrelid = 'branches'::regclass and conrelid <> 'churches'::regclass`)
  assert.deepEqual(
    found.map(({ name }) => name).filter(name => HELD[name] === undefined),
    [],
  )
})

test('a branch is not removed while something is put into it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await church.branch('Busy')
    const [removed, person] = await Promise.all([
      does('remove', { id }),
      church.send('POST', '/people', { first_name: 'Ada', branch_id: id }),
    ])
    assert.notEqual(removed.status === 200, person.status === 201, `${removed.text} ${person.text}`)
    assert.ok(
      [200, 422].includes(removed.status) && [201, 422].includes(person.status),
      `${removed.text} ${person.text}`,
    )
  }
})

test('who is put into a branch while it is being removed: 422 on the branch, whoever comes first', async () => {
  const id = await church.branch('Going')
  const answer = await service.database.connection(async client => {
    await client.query('begin')
    await client.query('delete from branches where church_id = $1 and id = $2', [church.church.id, id])
    const person = church.send('POST', '/people', { first_name: 'Ada', branch_id: id })
    await untilWaiting(service.database.read)
    await client.query('commit')
    return await person
  })
  assert.deepEqual([answer.status, answer.json.errors], [422, { branch_id: 'names what somebody removed just now' }])
})
