/** The client against the running service. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { OPERATIONS } from '../client/src/api.ts'
import { type Person, Sexton, SextonError } from '../client/src/index.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { OPTIONAL_MODULES } from './support/endpoints.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.close())

const failure = (call: Promise<unknown>): Promise<SextonError> =>
  call.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => (error instanceof SextonError ? error : assert.fail(String(error))),
  )

/** A church and a client with its key. */
async function churchWithClient() {
  const church = await service.church()
  return { ...church, sexton: new Sexton({ baseUrl: service.url, key: church.key }) }
}

test('a record is added, found, changed and read', async () => {
  const { sexton } = await churchWithClient()
  const { data: added } = await sexton.people.create({ first_name: 'Ada', last_name: 'Obi', status: 'member' })
  await sexton.people.create({ first_name: 'Ben' })
  const { data: found, meta } = await sexton.people.list({ status: 'member', q: 'obi' })
  assert.deepEqual([found.map(({ id }) => id), meta.total, meta.has_more], [[added.id], 1, false])
  const { data: changed } = await sexton.people.update(added.id, { status: 'worker' })
  assert.equal(changed.status, 'worker')
  const { data: read } = await sexton.people.get(added.id)
  assert.deepEqual([read.full_name, read.status], ['Ada Obi', 'worker'])
})

test('what is said beside the data is told: found instead of added, misspelt, sums', async () => {
  const { sexton } = await churchWithClient()
  const { meta: none } = await sexton.people.create({ first_name: 'Ada', email: 'ada@example.org' })
  const { meta } = await sexton.people.create({ first_name: 'Ada', email: 'ada@example.org', dedupe: true })
  assert.deepEqual([none, meta?.duplicate], [undefined, true])
  const misspelt = await sexton.people.list({ famly_id: 7 } as object)
  assert.deepEqual(misspelt.meta.did_you_mean, { famly_id: 'family_id' })
  await sexton.contributions.create({ amount: 150050 })
  assert.equal((await sexton.contributions.list()).meta.sum_amount_base, 150050)
})

test('the key check says what the key may do', async () => {
  const { sexton, church } = await churchWithClient()
  const { data } = await sexton.checkKey()
  assert.equal(data.church.slug, church.slug)
  assert.ok(data.key.scopes.includes('people:write'))
})

test('all follows the cursors to the end, whatever the size of a page', async () => {
  const { sexton } = await churchWithClient()
  for (const first_name of ['A', 'B', 'C', 'D', 'E']) await sexton.people.create({ first_name })
  for (const query of [{}, { per_page: 2 }, { per_page: 2, page: 1 }, { per_page: 5 }]) {
    const names: string[] = []
    for await (const { first_name } of sexton.people.all(query)) names.push(first_name)
    assert.equal(names.join(''), 'ABCDE')
  }
  const sizes: number[] = []
  for await (const { data } of sexton.people.pages({ per_page: 2, sort: '-id' })) sizes.push(data.length)
  assert.deepEqual(sizes, [2, 2, 1])
})

test('all asks for no more pages than are read', async () => {
  const { sexton } = await churchWithClient()
  for (const first_name of ['A', 'B', 'C']) await sexton.people.create({ first_name })
  let asked = 0
  const counting: typeof fetch = (...sent) => {
    asked += 1
    return fetch(...sent)
  }
  const counted = new Sexton({ baseUrl: service.url, key: (await service.church()).key, fetch: counting })
  for await (const _ of counted.people.all({ per_page: 1 })) assert.fail('Another church has nobody.')
  assert.equal(asked, 1)
  const own = sexton.people.all({ per_page: 1 })
  assert.equal((await own.next()).value?.first_name, 'A')
  await own.return()
  assert.deepEqual(await own.next(), { value: undefined, done: true })
})

test('a copy is kept by the changes since as_of of the round before', async () => {
  const { sexton, act } = await churchWithClient()
  const copy = new Map<number, Person>()
  const round = async (since?: string): Promise<string> => {
    let next = ''
    for await (const { data, meta } of sexton.people.pages({
      include_deleted: '1',
      per_page: 1,
      ...(since !== undefined && { updated_since: since }),
    })) {
      for (const person of data) person.deleted_at === null ? copy.set(person.id, person) : copy.delete(person.id)
      next = meta.as_of
    }
    return next
  }
  const { data: ada } = await sexton.people.create({ first_name: 'Ada' })
  const { data: ben } = await sexton.people.create({ first_name: 'Ben' })
  const since = await round()
  await sexton.people.update(ada.id, { last_name: 'Obi' })
  await act(removePerson, { id: ben.id })
  await round(since)
  assert.deepEqual(
    [...copy.values()].map(person => person.full_name),
    ['Ada Obi'],
  )
})

test('the same idempotency key makes one record, also when it is sent five times at once', async () => {
  const { sexton } = await churchWithClient()
  const gift = () => sexton.contributions.create({ amount: 1000 }, { idempotencyKey: 'envelope-17' })
  const gifts = await Promise.all(Array.from({ length: 5 }, gift))
  assert.equal(new Set(gifts.map(({ data }) => data.id)).size, 1)
  assert.equal((await sexton.contributions.list()).meta.total, 1)
  const other = await failure(sexton.contributions.create({ amount: 2000 }, { idempotencyKey: 'envelope-17' }))
  assert.deepEqual([other.status, other.code, other.idempotencyKey], [409, 'idempotency_key_reused', 'envelope-17'])
})

test('a creation whose answer is lost on the way is made once', async t => {
  const { sexton: direct, key } = await churchWithClient()
  let cut = 0
  // It passes the request on, and the first answers get lost.
  const lossy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.entries(request.headers).filter(([name]) =>
      /^(authorization|content-type|idempotency)/.test(name),
    )
    const sent = { method: 'POST', headers: headers as [string, string][], body: Buffer.concat(chunks) }
    const answer = await fetch(`${service.url}${request.url}`, sent)
    cut += 1
    if (cut < 3) response.socket?.destroy()
    else response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>(resolve => lossy.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    lossy.close()
    lossy.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(lossy.address() as AddressInfo).port}`
  const sexton = new Sexton({ baseUrl, key, wait: async () => undefined })
  const { data } = await sexton.contributions.create({ amount: 5000 })
  assert.equal(cut, 3)
  assert.deepEqual(
    (await direct.contributions.list()).data.map(({ id }) => id),
    [data.id],
  )
})

test('a refusal tells status, code, sentence, each wrong field and the request id', async () => {
  const { sexton, keyFor } = await churchWithClient()
  const error = await failure(sexton.contributions.create({ amount: -1, given_on: 'yesterday' }))
  assert.deepEqual(
    [error.status, error.code, Object.keys(error.errors)],
    [422, 'validation_failed', ['amount', 'given_on']],
  )
  assert.match(error.message, /not valid/)
  assert.ok(error.requestId)
  const absent = await failure(sexton.people.get(1e9))
  assert.deepEqual([absent.status, absent.code, absent.errors], [404, 'not_found', {}])
  const limited = new Sexton({ baseUrl: service.url, key: await keyFor(['funds:read']) })
  assert.equal((await failure(limited.people.list())).code, 'insufficient_scope')
  assert.equal((await failure(sexton.people.list({ page: 0 }))).code, 'invalid_page')
})

test('a client over the limit waits as long as the service says', async t => {
  const limited = await startService({ SEXTON_RATE_LIMIT_KEY: '2' })
  t.after(() => limited.close())
  const { key } = await limited.church()
  const waits: number[] = []
  const wait = async (seconds: number): Promise<void> => void waits.push(seconds)
  const sexton = new Sexton({ baseUrl: limited.url, key, wait, maxRetries: 1 })
  await sexton.funds.list()
  await sexton.funds.list()
  const error = await failure(sexton.funds.list())
  assert.deepEqual([error.status, error.code], [429, 'rate_limited'])
  assert.ok(waits[0] !== undefined && waits[0] > 0 && waits[0] <= 60, String(waits))
})

test('each resource has the operations of the API and no others', async () => {
  const { sexton, set } = await churchWithClient()
  await set({ modules: OPTIONAL_MODULES })
  for (const [name, operations] of Object.entries(OPERATIONS)) {
    const resource = sexton[name as keyof typeof OPERATIONS]
    assert.deepEqual(Object.keys(resource).sort(), [...operations, 'all', 'pages'].sort())
    assert.ok(Array.isArray((await resource.list()).data), name)
  }
})

test('what the client does not know can be asked with the same key and errors', async () => {
  const { sexton } = await churchWithClient()
  const { data } = await sexton.request({ method: 'POST', path: '/people', body: { first_name: 'Ada' } })
  const { id } = data as Person
  const put = await sexton.request({ method: 'PUT', path: `/people/${id}`, body: { last_name: 'Obi' } })
  assert.equal((put.data as Person).full_name, 'Ada Obi')
  const error = await failure(sexton.request({ method: 'GET', path: '/pews' }))
  assert.equal(error.code, 'unknown_resource')
})

test('the key is not shown by printing the client or an error', async () => {
  const { sexton, key } = await churchWithClient()
  const error = await failure(sexton.people.get(0))
  for (const shown of [sexton, error])
    assert.ok(!`${inspect(shown, { depth: 9 })}${JSON.stringify(shown)}`.includes(key))
})
