import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { removePerson } from './remove.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const family = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/families', { name: 'Okafor', ...body })).json.data.id
const add = async (body: object): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id
const get = async (id: number) => (await church.send('GET', `/families/${id}`)).json.data

test('name is required; address, phone and branch_id are optional; the answer has no members yet', async () => {
  const branch_id = await church.branch('North')
  const { status, json } = await church.send('POST', '/families', {
    name: ' Okafor ',
    address: '1 Church Street',
    phone: '0803 123 4567',
    branch_id,
  })
  const { id, created_at, ...data } = json.data
  assert.equal(status, 201)
  assert.ok(id > 0)
  assert.match(created_at, /Z$/)
  assert.deepEqual(data, {
    name: 'Okafor',
    address: '1 Church Street',
    phone: '+2348031234567',
    branch_id,
    member_count: 0,
    updated_at: null,
    members: [],
  })
  assert.deepEqual(await get(id), json.data)
})

test('the branch is by default the key’s, else the head branch; one out of sight is 422', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  assert.equal((await get(await family())).branch_id, church.church.hq_branch_id)
  assert.equal((await limited('POST', '/families', { name: 'F' })).json.data.branch_id, north)
  const texts = []
  for (const branch_id of [church.church.hq_branch_id, 999_999_999]) {
    const refused = await limited('POST', '/families', { name: 'F', branch_id })
    assert.equal(refused.status, 422)
    texts.push(refused.text)
  }
  assert.equal(texts[0], texts[1])
})

test('people join through their family_id and family_role; member_count counts those who are not removed', async () => {
  const id = await family()
  const head = await add({ family_id: id, family_role: 'head', status: 'member', last_name: 'Okafor' })
  const spouse = await add({ family_id: id, family_role: 'spouse' })
  const { member_count, members } = await get(id)
  assert.equal(member_count, 2)
  assert.deepEqual(members, [
    { id: head, first_name: 'Ada', last_name: 'Okafor', family_role: 'head', status: 'member' },
    { id: spouse, first_name: 'Ada', last_name: null, family_role: 'spouse', status: 'visitor' },
  ])
  await church.act(removePerson, { id: head })
  assert.deepEqual(
    (await get(id)).members.map((one: { id: number }) => one.id),
    [spouse],
  )
  await church.send('PATCH', `/people/${spouse}`, { family_id: null })
  const [listed] = (await church.send('GET', '/families')).json.data
  assert.deepEqual([listed.member_count, (await get(id)).members], [0, []])
})

test('who joins, leaves or is removed changes the family: updated_since shows it', async () => {
  const [one, two] = [await family(), await family()]
  const person = await add({ first_name: 'Bo' })
  const stamps = async () => [(await get(one)).updated_at, (await get(two)).updated_at].map(stamp => stamp !== null)
  assert.deepEqual(await stamps(), [false, false])
  await church.send('PATCH', `/people/${person}`, { family_id: one })
  assert.deepEqual(await stamps(), [true, false])
  await church.send('PATCH', `/people/${person}`, { family_id: two })
  assert.deepEqual(await stamps(), [true, true])
  const { updated_at } = await get(two)
  const { json } = await church.send('GET', `/families?updated_since=${updated_at}`)
  assert.ok(json.data.some((each: { id: number }) => each.id === two))
})

test('a family of another church or branch is 404', async () => {
  const id = await family()
  const limited = church.as(await church.keyFor(['all'], await church.branch('North')))
  for (const send of [limited, (await service.church()).send]) {
    assert.equal((await send('GET', `/families/${id}`)).json.error, 'not_found')
    assert.deepEqual((await send('GET', '/families')).json.data, [])
  }
})
