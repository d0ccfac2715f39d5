import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { LONGEST } from './prayer-requests.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['care'] })
})
after(() => service.close())

const ask = (body: object, send = church.send): Promise<Answered> =>
  send('POST', '/prayer_requests', { name: 'Ada', body: 'For my mother', ...body })
const person = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id
/** All requests so far were last changed long ago. */
const age = (): Promise<unknown> =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update prayer_requests set updated_at = ${LONG_AGO} where church_id = ${church.church.id}`),
  )
const LONG_AGO = '2020-01-01T00:00:00Z'
const get = async (id: number) => (await church.send('GET', `/prayer_requests/${id}`)).json.data

function wrong({ status, json, text }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'], text)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
}

test('a request needs a body and who asks; all else has a default', async () => {
  const { status, json, headers } = await ask({})
  const { id, created_at, updated_at, ...data } = json.data
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `/api/v1/prayer_requests/${id}`)
  assert.equal(created_at, updated_at)
  assert.deepEqual(data, {
    person_id: null,
    name: 'Ada',
    email: null,
    phone: null,
    branch_id: church.church.hq_branch_id,
    category: null,
    body: 'For my mother',
    is_urgent: false,
    is_public: false,
    is_anonymous: false,
    status: 'open',
    answer: null,
    answered_at: null,
    prayed_count: 0,
    source: 'api',
  })
  assert.deepEqual(await get(id), json.data)
  assert.deepEqual((await church.send('GET', '/prayer_requests')).json.data, [json.data])
})

test('everything that may be sent is kept; what becomes of a request is read-only', async () => {
  const sent = {
    person_id: await person(),
    email: 'ada@example.org',
    phone: '0803 123 4567',
    branch_id: await church.branch('North'),
    category: 'Health',
    body: 'x'.repeat(LONGEST),
    is_urgent: true,
    is_public: true,
    is_anonymous: true,
    source: 'website',
  }
  const fixed = { status: 'answered', answer: 'x', answered_at: '2020-01-01T00:00:00Z', prayed_count: 9, id: 1 }
  const { status, json } = await ask({ ...sent, ...fixed })
  assert.equal(status, 201)
  const { id, created_at, updated_at, ...data } = json.data
  assert.deepEqual(data, {
    ...sent,
    phone: '+2348031234567',
    name: 'Ada',
    status: 'open',
    answer: null,
    answered_at: null,
    prayed_count: 0,
  })
  assert.equal('meta' in json, false)
})

test('who asks is a person or a name, else both are named; unless is_anonymous is true', async () => {
  for (const nobody of [{}, { is_anonymous: false }, { name: ' ' }, { person_id: null, email: 'ada@example.org' }]) {
    wrong(await church.send('POST', '/prayer_requests', { body: 'For rain', ...nobody }), 'person_id', 'name')
  }
  const hidden = await church.send('POST', '/prayer_requests', { body: 'For rain', is_anonymous: true })
  assert.deepEqual([hidden.status, hidden.json.data.name, hidden.json.data.person_id], [201, null, null])
})

test('an anonymous request keeps who asked, for the pastor', async () => {
  const person_id = await person()
  const { data } = (await ask({ person_id, is_anonymous: true })).json
  assert.deepEqual([data.name, data.person_id, data.is_anonymous], ['Ada', person_id, true])
})

test('every wrong field is named at once', async () => {
  const sent = { person_id: 'x', name: 5, email: 'x', phone: '1', branch_id: 999_999_999, category: 'x'.repeat(41) }
  const more = { body: 'x'.repeat(LONGEST + 1), is_urgent: 'yes', is_public: null, is_anonymous: 1, source: null }
  wrong(await church.send('POST', '/prayer_requests', { ...sent, ...more }), ...Object.keys({ ...sent, ...more }))
  wrong(await ask({ body: '' }), 'body')
  wrong(await church.send('POST', '/prayer_requests', {}), 'body', 'name', 'person_id')
})

test('unknown names in a body are ignored and named in meta', async () => {
  const { status, json } = await ask({ colour: 'red' })
  assert.deepEqual([status, json.meta], [201, { ignored_fields: ['colour'] }])
})

test('a person who is unknown, removed or out of sight is 422, the same words for all; one merged away is followed', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  const [removed, foreign] = [await person({ branch_id: north }), await person()]
  await church.act(removePerson, { id: removed })
  const texts = []
  for (const person_id of [999_999_999, removed, foreign]) {
    const refused = await ask({ person_id }, limited)
    wrong(refused, 'person_id')
    texts.push(refused.text)
  }
  assert.equal(new Set(texts).size, 1)
  const [kept, merged] = [await person({ branch_id: north }), await person({ branch_id: north })]
  await church.act(mergePeople, { keep: kept, remove: merged })
  assert.equal((await ask({ person_id: merged }, limited)).json.data.person_id, kept)
})

test('the branch is by default the person’s, else the key’s, else the head branch; one out of sight is 422', async () => {
  const [north, south] = [await church.branch('North'), await church.branch('South')]
  const deep = await church.branch('North East', north)
  const limited = church.as(await church.keyFor(['all'], north))
  const branchOf = async (answer: Promise<Answered>): Promise<number> => (await answer).json.data.branch_id
  assert.equal(await branchOf(ask({ person_id: await person({ branch_id: deep }) }, limited)), deep)
  assert.equal(await branchOf(ask({}, limited)), north)
  assert.equal(await branchOf(ask({})), church.church.hq_branch_id)
  assert.equal(await branchOf(ask({ person_id: await person({ branch_id: deep }), branch_id: south })), south)
  const [hidden, unknown] = [await ask({ branch_id: south }, limited), await ask({ branch_id: 999_999_999 }, limited)]
  wrong(hidden, 'branch_id')
  assert.equal(hidden.text, unknown.text)
})

test('a key with a branch limit sees the requests of its branch and those below', async () => {
  const north = await church.branch('North')
  const deep = await church.branch('North East', north)
  const limited = church.as(await church.keyFor(['all'], north))
  const [outside] = [(await ask({})).json.data.id]
  const seen = [(await ask({ branch_id: north })).json.data.id, (await ask({ branch_id: deep })).json.data.id]
  const { data, meta } = (await limited('GET', '/prayer_requests')).json
  assert.deepEqual(
    data.map(({ id }: { id: number }) => id),
    seen,
  )
  assert.equal(meta.total, 2)
  assert.equal((await limited('GET', `/prayer_requests/${outside}`)).json.error, 'not_found')
})

test('updated_since shows the requests that changed since then', async () => {
  await ask({})
  await age()
  const fresh = (await ask({})).json.data
  const { data, meta } = (await church.send('GET', `/prayer_requests?updated_since=${fresh.created_at}`)).json
  assert.deepEqual([data, meta.total], [[fresh], 1])
  const all = await church.send('GET', `/prayer_requests?updated_since=${LONG_AGO}`)
  assert.equal(all.json.meta.total, 2)
})

test('a request that was sent twice with one Idempotency-Key is recorded once', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const send = () => church.send('POST', '/prayer_requests', { name: 'Ada', body: 'For rain' }, { headers })
  assert.equal((await send()).text, (await send()).text)
  assert.equal((await church.send('GET', '/prayer_requests')).json.meta.total, 1)
})

test('a request causes care.prayer_request_created with the record; one that is refused causes none', async () => {
  const { data } = (await ask({ is_anonymous: true })).json
  await ask({ body: '' })
  const told = (await church.events()).filter(({ name }) => name.startsWith('care.'))
  assert.deepEqual(
    told.map(({ name, body }) => [name, body.data, 'previous' in body]),
    [['care.prayer_request_created', data, false]],
  )
})

test('a church that has the module off has no such resource, and does not find it in the key check', async () => {
  const { id } = (await ask({})).json.data
  const listed = async () => (await church.send('GET', '')).json.data.resources.map((one: { name: string }) => one.name)
  assert.ok((await listed()).includes('prayer_requests'))
  await church.set({ modules: [] })
  assert.ok(!(await listed()).includes('prayer_requests'))
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', ''],
    ['GET', `/${id}`],
  ]) {
    const { status, json } = await church.send(
      method ?? '',
      `/prayer_requests${path}`,
      method === 'POST' ? {} : undefined,
    )
    assert.deepEqual([status, json.error], [404, 'unknown_resource'])
  }
  await church.set({ modules: ['care'] })
  assert.equal((await get(id)).id, id)
})

test('a merge moves the requests of the removed person to the kept one, and updated_since shows them', async () => {
  const [kept, merged] = [await person(), await person()]
  const mine = (await ask({ person_id: merged })).json.data
  const other = (await ask({ person_id: kept })).json.data
  await age()
  await church.act(mergePeople, { keep: kept, remove: merged })
  const moved = await get(mine.id)
  assert.equal(moved.person_id, kept)
  assert.ok(moved.updated_at > LONG_AGO)
  assert.deepEqual(await get(other.id), { ...other, updated_at: LONG_AGO })
})
