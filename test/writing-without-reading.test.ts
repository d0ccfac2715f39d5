/**
 * A key that may write and not read learns nothing by writing (decisions, Success codes, "Writing without reading"): what its
 * request made is answered, but for what was looked up for it; of a record that was there before only the id and what it sent.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { UPDATE_METHODS } from '../src/http/route.ts'
import { leastBody, makeRecord, OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import type { Answered, Send, TestChurch, TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startWholeHouse()
  church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
})
after(() => service.close())

const writer = async (name: string): Promise<Send> => church.as(await church.keyFor([`${name}:write`]))

/** Resources whose creation answers with the record. */
const created = [...RESOURCES].filter(([, { create }]) => create !== undefined && create.answers === undefined)
const changed = [...RESOURCES].filter(([, { update }]) => update !== undefined)

for (const [name, resource] of created) {
  const { fields, one, create } = resource
  test(`POST /${name} answers the record, which came with the request, but for what it looked up`, async () => {
    const body: Record<string, unknown> = await leastBody(service, church, resource)
    const hidden = (create?.lookedUp?.(body) ?? []).filter(field => (body[field] ?? null) === null)
    const { status, json } = await (await writer(name))('POST', `/${name}`, body)
    assert.equal(status, 201)
    assert.deepEqual(
      Object.keys(json.data),
      Object.keys(fields).filter(field => !hidden.includes(field)),
    )
    assert.deepEqual(json.meta, hidden.length === 0 ? undefined : { full_record_needs: `${name}:read` })
    if (one && hidden.length === 0)
      assert.deepEqual(json.data, (await church.send('GET', `/${name}/${json.data.id}`)).json.data)
  })
}

for (const [name, resource] of changed) {
  test(`${UPDATE_METHODS.join(', ')} /${name}/{id} answer the id and what was sent, all of it with ${name}:read`, async () => {
    const send = await writer(name)
    const id = await makeRecord(service, church, resource)
    for (const method of UPDATE_METHODS) {
      const nothing = await send(method, `/${name}/${id}`, {})
      assert.deepEqual([nothing.status, nothing.json.data], [200, { id }])
      assert.deepEqual(nothing.json.meta, { full_record_needs: `${name}:read` })
      const same = await send(method, `/${name}/${id}`, resource.update?.example)
      assert.deepEqual(same.json.data, { id, ...resource.update?.example })
    }
    const both = church.as(await church.keyFor([`${name}:read`, `${name}:write`]))
    const { json } = await both('PATCH', `/${name}/${id}`, {})
    assert.deepEqual([Object.keys(json.data), json.meta], [Object.keys(resource.fields), undefined])
  })
}

test('of custom fields only the keys that were sent are answered, and what was sent comes as it was stored', async () => {
  const { id } = (
    await church.send('POST', '/people', {
      first_name: 'Ada',
      email: 'a@example.org',
      custom: { secret: 1, tribe: 'Dan' },
    })
  ).json.data
  const send = await writer('people')
  const { json } = await send('PATCH', `/people/${id}`, {
    phone: '0803 123 4567',
    custom: { tribe: 'Judah', gone: null },
    full_name: 'x',
    nick: 'y',
  })
  assert.deepEqual(json.data, { id, phone: '+2348031234567', custom: { tribe: 'Judah' } })
  assert.deepEqual(json.meta, { full_record_needs: 'people:read', ignored_fields: ['nick'] })
})

test('dedupe answers the id alone of a person who is on record', async () => {
  const known = (await church.send('POST', '/people', { first_name: 'Bo', last_name: 'Obi', email: 'bo@example.org' }))
    .json.data
  const send = await writer('people')
  const body = { first_name: 'Eve', email: 'BO@example.org', dedupe: true }
  const headers = { 'Idempotency-Key': 'dedupe-1' }
  for (const replayed of [null, 'true']) {
    const { status, json, headers: sent } = await send('POST', '/people', body, { headers })
    assert.deepEqual([status, json.data], [200, { id: known.id }])
    assert.deepEqual(json.meta, { duplicate: true, full_record_needs: 'people:read' })
    assert.equal(sent.get('idempotent-replayed'), replayed)
  }
  const { json } = await church.send('POST', '/people', body)
  assert.deepEqual([json.data, json.meta], [known, { duplicate: true }])
})

/** Members of an answer, without what they hold. */
const shape = ({ status, json }: Answered): unknown => [status, Object.keys(json.data), json.meta]

test('a gift for whoever has an e-mail tells whether it was matched, to whom and where to keys that read gifts alone', async () => {
  const north = await church.branch('North')
  const body = { first_name: 'Cy', email: 'cy@example.org', branch_id: north }
  const { id } = (await church.send('POST', '/people', body)).json.data
  const send = await writer('contributions')
  const give = (donor_email: string, more: object = {}): Promise<Answered> =>
    send('POST', '/contributions', { amount: 1, donor_email, match_person: true, ...more })
  const [known, stranger] = [await give('cy@example.org'), await give('nobody@example.org')]
  assert.deepEqual(shape(known), shape(stranger))
  const { data, meta } = known.json
  assert.deepEqual(['person_id' in data, 'branch_id' in data], [false, false])
  assert.deepEqual([data.donor_email, meta], ['cy@example.org', { full_record_needs: 'contributions:read' }])
  const gift = (await church.send('GET', `/contributions/${data.id}`)).json.data
  assert.deepEqual([gift.person_id, gift.branch_id], [id, north], 'it is theirs all the same')
  assert.equal(
    (await give('cy@example.org', { branch_id: church.church.hq_branch_id })).json.data.branch_id,
    church.church.hq_branch_id,
  )
  const both = church.as(await church.keyFor(['contributions:read', 'contributions:write']))
  const whole = (await both('POST', '/contributions', { amount: 1, donor_email: 'cy@example.org', match_person: true }))
    .json
  assert.deepEqual([whole.data.person_id, whole.meta], [id, { person_match: 'matched' }])
})

for (const [name, body] of Object.entries({ contributions: { amount: 1 }, prayer_requests: { body: 'For rain' } })) {
  test(`POST /${name} for a person_id does not tell which branch they are in`, async () => {
    const person = await church.send('POST', '/people', {
      first_name: 'Di',
      branch_id: await church.branch(`For ${name}`),
    })
    const send = await writer(name)
    const { json } = await send('POST', `/${name}`, { ...body, person_id: person.json.data.id })
    assert.deepEqual([json.data.person_id, 'branch_id' in json.data], [person.json.data.id, false])
    assert.deepEqual(json.meta, { full_record_needs: `${name}:read` })
  })
}
