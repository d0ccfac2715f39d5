import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { seededPick } from '../../../test/support/seeded.ts'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
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

const add = (body: object, send = church.send): Promise<Answered> =>
  send('POST', '/people', { first_name: 'Ada', ...body })

const total = async (): Promise<number> => (await church.send('GET', '/people')).json.meta.total

test('POST /people causes person.created, which carries the Person as it was answered', async () => {
  const { json } = await add({ last_name: 'Okafor', custom: { a: 1 } })
  const events = (await church.events()).filter(({ name }) => name.startsWith('person.'))
  assert.equal(events.length, 1)
  const { id, created_at, ...body } = events[0]?.body ?? {}
  assert.match(String(id), /^evt_[0-9A-Z]{26}$/)
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const { slug, name } = church.church
  assert.deepEqual(body, {
    event: 'person.created',
    api_version: 'v1',
    church: { id: church.church.id, slug, name },
    data: json.data,
  })
})

test('a refused creation leaves neither person nor event nor number', async () => {
  assert.equal((await add({ branch_id: 999_999_999 })).status, 422)
  assert.equal(await total(), 0)
  assert.deepEqual(
    (await church.events()).filter(({ name }) => name === 'person.created'),
    [],
  )
  assert.equal((await add({})).json.data.member_no, '000001')
})

test('full_name is first, middle and last name, joined by single spaces; the title is not part of it', async () => {
  const names = [
    [{ title: 'Dr', middle_name: 'N.', last_name: 'Okafor' }, 'Ada N. Okafor'],
    [{ title: 'Dr', last_name: 'Okafor' }, 'Ada Okafor'],
    [{ middle_name: 'N.', last_name: '' }, 'Ada N.'],
    [{}, 'Ada'],
  ] as const
  for (const [body, full_name] of names) assert.equal((await add(body)).json.data.full_name, full_name)
})

test('member_no is given by the service: six digits, unique in the church, never reused, not even when sent', async () => {
  const first = (await add({ member_no: '000009' })).json.data
  assert.equal(first.member_no, '000001')
  await church.act(removePerson, { id: first.id })
  assert.equal((await add({})).json.data.member_no, '000002')
  const many = await Promise.all(Array.from({ length: 20 }, () => add({})))
  const numbers = many.map(({ json }) => json.data.member_no).sort()
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, i) => String(i + 3).padStart(6, '0')),
  )
  const other = await service.church()
  assert.equal((await add({}, other.send)).json.data.member_no, '000001')
})

test('phone, phone2 and whatsapp are converted to international format using the church’s country', async () => {
  const sent = { phone: '0803 123 4567', phone2: '(0803) 123-4568', whatsapp: '+44 20 7946 0958' }
  const { data } = (await add(sent)).json
  assert.deepEqual([data.phone, data.phone2, data.whatsapp], ['+2348031234567', '+2348031234568', '+442079460958'])
  const british = await service.church({ country: 'GB', currency: 'GBP', timezone: 'Europe/London' })
  assert.equal((await add({ phone: '020 7946 0958', country: 'NG' }, british.send)).json.data.phone, '+442079460958')
})

test('a number that is not possible in the church’s country is 422 on its field', async () => {
  const { status, json } = await add({ phone: '123', phone2: 'call me', whatsapp: '0803123456789012' })
  assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['phone', 'phone2', 'whatsapp']])
})

test('the branch is by default the key’s, else the head branch', async () => {
  const branch = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], branch))
  assert.equal((await add({})).json.data.branch_id, church.church.hq_branch_id)
  assert.equal((await add({}, limited)).json.data.branch_id, branch)
})

test('a branch_id or family_id that is unknown or outside the key’s branch is 422, with one text for both', async () => {
  const branch = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], branch))
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const other = await service.church()
  const foreign = (await other.send('POST', '/families', { name: 'F' })).json.data.id
  const outside = await add({ branch_id: church.church.hq_branch_id, family_id }, limited)
  const unknown = await add({ branch_id: 999_999_999, family_id: 999_999_999 }, limited)
  const strange = await add({ branch_id: other.church.hq_branch_id, family_id: foreign }, limited)
  assert.deepEqual([outside.status, Object.keys(outside.json.errors ?? {})], [422, ['branch_id', 'family_id']])
  assert.deepEqual(outside.json, unknown.json)
  assert.deepEqual(strange.json, unknown.json)
})

test('custom fields that are null are not kept', async () => {
  assert.deepEqual((await add({ custom: { a: null, b: 1, c: { d: null } } })).json.data.custom, {
    b: 1,
    c: { d: null },
  })
})

test('dedupe: when the e-mail or a phone is already on record, the existing person is returned and none is created', async () => {
  const { data } = (await add({ email: 'Ada@Example.org', phone: '08031234567', phone2: '08031234568' })).json
  const same = [
    { email: 'aDA@example.ORG' },
    { phone: '+2348031234567' },
    { whatsapp: '0803 123 4567' },
    { phone: '08031234568', email: 'new@example.org' },
  ]
  for (const body of same) {
    const { status, json } = await add({ first_name: 'Eve', dedupe: true, ...body })
    assert.deepEqual([status, json.meta, json.data], [200, { duplicate: true }, data], JSON.stringify(body))
  }
  assert.equal(await total(), 1)
  assert.equal((await church.events()).filter(({ name }) => name.startsWith('person.')).length, 1)
})

test('without dedupe, or without a match, a person is created', async () => {
  await add({ email: 'a@example.org', last_name: 'Okafor' })
  const others = [
    { email: 'a@example.org' },
    { email: 'a@example.org', dedupe: false },
    { last_name: 'Okafor', dedupe: true },
  ]
  for (const body of others) assert.equal((await add(body)).status, 201)
  assert.equal((await add({ email: 'b@example.org', phone: '08031234567', dedupe: true })).status, 201)
  assert.equal(await total(), 5)
})

test('of several matches dedupe returns the oldest; removed people and those out of sight are none', async () => {
  const branch = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], branch))
  const email = 'a@example.org'
  const ids: number[] = []
  for (const body of [{}, {}, { branch_id: branch }]) ids.push((await add({ email, ...body })).json.data.id)
  assert.equal((await add({ email, dedupe: true })).json.data.id, ids[0])
  await church.act(removePerson, { id: ids[0] ?? 0 })
  assert.equal((await add({ email, dedupe: true })).json.data.id, ids[1])
  assert.equal((await add({ email, dedupe: true }, limited)).json.data.id, ids[2])
  await church.act(removePerson, { id: ids[2] ?? 0 })
  assert.equal((await add({ email, dedupe: true }, limited)).status, 201)
})

test('two creations with dedupe at the same time make one person', async () => {
  const bodies = [
    { email: 'x@example.org', phone: '08031234567' },
    { phone: '0803 1234567' },
    { whatsapp: '+2348031234567', email: 'X@example.org' },
    { email: 'X@EXAMPLE.org', phone2: '08031234567' },
  ]
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => add({ ...bodies[i % 4], dedupe: true })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status, json }) => status === 200 && json.meta.duplicate).length, 15)
  assert.equal(await total(), 1)
})

test('plan_limit_reached: 403 before anything is written, exact for creations at the same time', async () => {
  await church.set({ people_limit: 5 })
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => add({ email: `p${i}@example.org` })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  for (const { status, json } of answers.filter(one => one.status !== 201)) {
    assert.deepEqual([status, json.error], [403, 'plan_limit_reached'])
  }
  assert.equal(await total(), 5)
  assert.equal((await church.events()).filter(({ name }) => name === 'person.created').length, 5)
  const { email, id } = answers.find(({ status }) => status === 201)?.json.data ?? {}
  assert.equal((await add({ email, dedupe: true })).status, 200, 'one who is on record needs no room')
  await church.act(removePerson, { id })
  assert.equal((await add({})).status, 201, 'a removed person leaves room')
  await church.set({ people_limit: null })
  assert.equal((await add({})).status, 201, 'none by default')
})

test('names as long as they may be are recorded, whatever letters they have, and are found', async () => {
  const { upTo } = seededPick(7)
  const of = (from: number, many: number): string =>
    Array.from({ length: 190 }, () => String.fromCodePoint(from + upTo(many))).join('')
  // Letters of four bytes each, and signs that are searched as the five letters of three bytes that they stand for.
  for (const [from, many] of [
    [0x20000, 40_000],
    [0x1f300, 250],
    [0x3300, 87],
  ] as const) {
    const names = { first_name: of(from, many), middle_name: of(from, many), last_name: of(from, many) }
    const email = `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}org`
    const { status, json } = await add({ ...names, email })
    assert.equal(status, 201, json.message)
    const found = await church.send('GET', `/people?q=${encodeURIComponent(names.last_name.slice(0, 20))}`)
    assert.deepEqual(
      found.json.data.map(({ id }: { id: number }) => id),
      [json.data.id],
    )
    assert.equal((await church.send('PATCH', `/people/${json.data.id}`, { last_name: of(from, many) })).status, 200)
  }
})
