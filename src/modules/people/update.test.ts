import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { STATUSES } from './fields.ts'
import { removePerson } from './remove.ts'

let service: TestService
let church: TestChurch
let id: number
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  id = (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Okafor', custom: { a: 1, b: 2 } })).json
    .data.id
})
after(() => service.close())

const patch = (body: unknown, send = church.send): Promise<Answered> => send('PATCH', `/people/${id}`, body)

/** Events of people but the creation, oldest first: name, data, previous. */
async function changes(): Promise<{ name: string; data: unknown; previous: unknown }[]> {
  const events = (await church.events()).filter(({ name }) => /^person\.(?!created)/.test(name))
  return events.map(({ name, body }) => ({ name, data: body.data, previous: body.previous }))
}

test('PATCH changes only the fields sent and causes person.updated; previous holds just the fields that changed', async () => {
  const before = (await church.send('GET', `/people/${id}`)).json.data
  const { data } = (await patch({ city: 'Jos', last_name: 'Bello', first_name: 'Ada', dob: null })).json
  assert.deepEqual(data, {
    ...before,
    city: 'Jos',
    last_name: 'Bello',
    full_name: 'Ada Bello',
    updated_at: data.updated_at,
  })
  assert.deepEqual((await church.send('GET', `/people/${id}`)).json.data, data)
  const previous = { city: null, last_name: 'Okafor', full_name: 'Ada Okafor' }
  assert.deepEqual(await changes(), [{ name: 'person.updated', data, previous }])
})

test('PATCH also accepts PUT and POST on the same URL: fields that are missing stay', async () => {
  for (const [index, method] of ['PUT', 'POST'].entries()) {
    const { status, json } = await church.send(method, `/people/${id}`, { city: `City ${index}` })
    assert.deepEqual([status, json.data.city, json.data.last_name], [200, `City ${index}`, 'Okafor'])
  }
  assert.equal((await changes()).length, 2)
})

test('an empty PATCH, or one that changes nothing: 200 with the record, updated_at stays, no event', async () => {
  const before = (await church.send('GET', `/people/${id}`)).json.data
  await patch({ phone: '08031234567', email: 'a@example.org', dob: '1990-01-01', sms_opt_in: false })
  const { data } = (await church.send('GET', `/people/${id}`)).json
  const told = (await changes()).length
  const nothing = [
    {},
    data,
    { phone: '0803 123 4567', custom: { b: 2 }, first_name: ' Ada ' },
    { custom: {}, country: 'ng', sms_opt_in: false, status: 'visitor', branch_id: before.branch_id },
    { custom: { unknown: null }, title: '', member_no: 'x' },
  ]
  for (const body of nothing) {
    const { status, json } = await patch(body)
    assert.deepEqual([status, json.data], [200, data], JSON.stringify(body))
  }
  assert.equal((await changes()).length, told)
  const { meta } = (await church.send('GET', `/people?updated_since=${data.updated_at}`)).json
  assert.equal(meta.total, 1)
})

test('custom is merged into the existing custom fields key by key; a null value removes its key', async () => {
  const { data } = (await patch({ custom: { b: { deep: true }, c: 'x', a: null } })).json
  assert.deepEqual(data.custom, { b: { deep: true }, c: 'x' })
  assert.deepEqual((await changes())[0]?.previous, { custom: { a: 1, b: 2 } })
})

test('16 patches of different custom fields at the same time: no update is lost', async () => {
  const keys = Array.from({ length: 16 }, (_, i) => `key${i}`)
  const answers = await Promise.all(keys.map((key, i) => patch({ custom: { [key]: i } })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const { custom } = (await church.send('GET', `/people/${id}`)).json.data
  assert.deepEqual(custom, { a: 1, b: 2, ...Object.fromEntries(keys.map((key, i) => [key, i])) })
  const told = await changes()
  assert.equal(told.length, 16)
  const last = told.find(({ data }) => Object.keys((data as { custom: object }).custom).length === 18)
  assert.ok(last, 'the last event shows them all')
})

test('a PATCH carrying status: person.updated and then person.status_changed; previous of it is the old status', async () => {
  const { data } = (await patch({ status: 'member', city: 'Jos' })).json
  assert.deepEqual(await changes(), [
    { name: 'person.updated', data, previous: { city: null, status: 'visitor' } },
    { name: 'person.status_changed', data, previous: { status: 'visitor' } },
  ])
})

test('any change of status is allowed; the same value is no change', async () => {
  const walk = [...STATUSES.toReversed(), ...STATUSES]
  let before = 'visitor'
  let changed = 0
  for (const status of walk) {
    assert.equal((await patch({ status })).json.data.status, status)
    if (status !== before) changed += 1
    before = status
  }
  assert.equal((await changes()).filter(({ name }) => name === 'person.status_changed').length, changed)
})

test('moving a person out of the key’s branch is 422; within it is allowed, and the totals follow', async () => {
  const north = await church.branch('North')
  const yaba = await church.branch('Yaba', north)
  const limited = church.as(await church.keyFor(['all'], north))
  await patch({ branch_id: north })
  const { status, json } = await patch({ branch_id: church.church.hq_branch_id }, limited)
  assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['branch_id']])
  assert.equal((await patch({ branch_id: yaba }, limited)).json.data.branch_id, yaba)
  const total = async (branch: number) => (await church.send('GET', `/people?branch_id=${branch}`)).json.meta.total
  assert.deepEqual([await total(north), await total(yaba), await total(church.church.hq_branch_id)], [1, 1, 1])
})

test('a family_id that is unknown or outside the key’s branch is 422, null leaves the family', async () => {
  const family_id = (await church.send('POST', '/families', { name: 'F' })).json.data.id
  const unknown = await patch({ family_id: 999_999_999 })
  assert.deepEqual([unknown.status, Object.keys(unknown.json.errors ?? {})], [422, ['family_id']])
  assert.equal((await patch({ family_id })).json.data.family_id, family_id)
  assert.equal((await patch({ family_id: null })).json.data.family_id, null)
})

test('phones become international on update too, and e-mail is checked', async () => {
  assert.equal((await patch({ phone: '08031234567' })).json.data.phone, '+2348031234567')
  const { status, json } = await patch({ phone2: '1', email: 'x' })
  assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['email', 'phone2']])
})

test('a removed person: PATCH and GET give 404; GET with include_deleted=1 gives the person with deleted_at', async () => {
  const printed = await church.act(removePerson, { id })
  const texts = new Set<string>()
  for (const method of ['PATCH', 'PUT', 'POST'])
    texts.add((await church.send(method, `/people/${id}`, { city: 'x' })).text)
  for (const query of ['', '?include_deleted=0']) texts.add((await church.send('GET', `/people/${id}${query}`)).text)
  assert.equal(texts.size, 1)
  assert.match([...texts][0] ?? '', /not_found/)
  const { status, json } = await church.send('GET', `/people/${id}?include_deleted=1`)
  assert.deepEqual([status, json.data], [200, printed])
  assert.match(json.data.deleted_at, /Z$/)
})

test('a removed person is left out of lists and totals and causes person.deleted, once', async () => {
  for (let again = 0; again < 2; again += 1) await church.act(removePerson, { id })
  const told = await changes()
  assert.deepEqual(
    told.map(({ name }) => name),
    ['person.deleted'],
  )
  assert.deepEqual(told[0]?.data, (await church.send('GET', `/people/${id}?include_deleted=1`)).json.data)
  const totals = ['', '?include_deleted=1', '?status=visitor', '?status=visitor&include_deleted=1']
  const found = []
  for (const query of totals) found.push((await church.send('GET', `/people${query}`)).json.meta.total)
  assert.deepEqual(found, [0, 1, 0, 1])
  await assert.rejects(church.act(removePerson, { id: 999_999_999 }), { code: 'not_found' })
})
