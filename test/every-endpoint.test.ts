/** What holds for every endpoint, tried on each that the modules declare. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newKey } from '../src/lib/api-key.ts'
import { revokeKey } from '../src/modules/church/api-keys.ts'
import type { Resource } from '../src/resource/resource.ts'
import {
  ENDPOINTS,
  type Endpoint,
  LEAST_BODY,
  leastBody,
  makeRecord,
  OPTIONAL_MODULES,
  RESOURCES,
  URLS,
} from './support/endpoints.ts'
import { startWholeHouse, WHOLE_HOUSE } from './support/house.ts'
import { useOutbox } from './support/messaging.ts'
import type { Answered, Send, TestChurch, TestService } from './support/service.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const KEY_CHECK = { method: 'GET', path: '/api/v1', scope: '' }
const ALL = [KEY_CHECK, ...ENDPOINTS]

let service: TestService
let church: TestChurch
/** Another, and the records of it that were needed, by resource. */
let other: TestChurch
const foreign = new Map<string, number>()
let revoked: string
/** Sends with a key that is limited to a branch of which nothing is. */
let outside: Send
/** Keys by their scopes: endpoints of one resource need the same. */
const keys = new Map<string, string>()
/** A record of each resource that single records can be asked for. */
const ids = new Map<string, number>()
/** What creates one more of each. */
const bodies = new Map<string, Record<string, unknown>>()

before(async () => {
  service = await startWholeHouse()
  church = await service.church({ modules: OPTIONAL_MODULES })
  await useOutbox(service, church)
  for (const [name, resource] of RESOURCES) {
    if (resource.one === undefined) continue
    if (resource.create) assert.ok(LEAST_BODY[name], `test/support/endpoints.ts says what creates one of ${name}`)
    ids.set(name, await makeRecord(service, church, resource))
  }
  for (const [name, resource] of RESOURCES) {
    if (resource.create) bodies.set(name, await leastBody(service, church, resource))
  }
  // Once for all endpoints: making a branch and revoking a key wait until every node knows.
  other = await service.church({ modules: OPTIONAL_MODULES })
  revoked = await church.keyFor(['all'])
  await revoke(revoked)
  outside = church.as(await church.keyFor(['all'], await church.branch('Outside')))
})
after(() => service.close())

async function keyFor(scopes: readonly string[]): Promise<string> {
  const known = keys.get(scopes.join()) ?? (await church.keyFor(scopes))
  keys.set(scopes.join(), known)
  return known
}

async function foreignId(resource: Resource): Promise<number> {
  const known = foreign.get(resource.name) ?? (await makeRecord(service, other, resource))
  foreign.set(resource.name, known)
  return known
}

const urlOf = (path: string): string => path.replace('{id}', String(ids.get(path.split('/')[3] ?? '') ?? 1))

const bodyFor = ({ method, path }: { method: string; path: string }) => {
  if (method === 'GET' || method === 'HEAD') return {}
  return { body: path.includes('{id}') ? {} : bodies.get(/^\/api\/v1\/(\w+)/.exec(path)?.[1] ?? '') }
}

const ask = (
  endpoint: { method: string; path: string },
  key: string | null,
  headers: Record<string, string> = {},
): Promise<Answered> => service.request(endpoint.method, urlOf(endpoint.path), { key, headers, ...bodyFor(endpoint) })

function refused(answered: Answered, status: number, error: string): void {
  assert.deepEqual([answered.status, answered.json.ok, answered.json.error], [status, false, error], answered.text)
  assert.equal(typeof answered.json.message, 'string')
  checkHeaders(answered)
}

function checkHeaders({ headers }: Answered): void {
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{20,}$/)
  for (const [name] of headers) assert.doesNotMatch(name, /^access-control-/)
}

for (const endpoint of ALL) {
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    test('without a key: 401 unauthorized, and WWW-Authenticate', async () => {
      for (const headers of [{}, { authorization: '' }, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
        const answered = await ask(endpoint, null, headers as Record<string, string>)
        refused(answered, 401, 'unauthorized')
        assert.equal(answered.headers.get('www-authenticate'), 'Bearer')
      }
    })

    test('a key that is malformed, unknown or revoked: 401 invalid_api_key, the same bytes for all', async () => {
      const texts = []
      for (const key of ['nonsense', `${church.key.slice(0, -1)}_`, newKey(unluckyBytes), revoked]) {
        const answered = await ask(endpoint, key)
        refused(answered, 401, 'invalid_api_key')
        assert.match(answered.headers.get('www-authenticate') ?? '', /^Bearer\b/)
        texts.push(answered.text)
      }
      assert.equal(new Set(texts).size, 1)
    })

    test('a valid key lacking the needed scope: 403 insufficient_scope; with that scope alone it works', async () => {
      const others = WHOLE_HOUSE.scopes.filter(scope => scope !== endpoint.scope)
      const lacking = await ask(endpoint, await keyFor(others))
      if (endpoint.scope === '') assert.equal(lacking.status, 200)
      else refused(lacking, 403, 'insufficient_scope')
      const only = await ask(endpoint, await keyFor([endpoint.scope || 'funds:read']))
      assert.equal(only.json.ok, true, only.text)
    })

    test('a success has ok and data, lists also meta, and the headers of every answer', async () => {
      const operation = 'operation' in endpoint ? (endpoint as Endpoint).operation : undefined
      const creates = operation?.kind === 'write' && operation.write.creates
      if (creates) bodies.set(operation.resource.name, await leastBody(service, church, operation.resource))
      const answered = await ask(endpoint, church.key)
      checkHeaders(answered)
      assert.equal(answered.status, creates ? 201 : 200)
      assert.deepEqual(Object.keys(answered.json), ['ok', 'data', ...(operation?.kind === 'list' ? ['meta'] : [])])
      assert.equal(answered.json.ok, true)
      assert.equal(Array.isArray(answered.json.data), operation?.kind === 'list')
      const { one, name } = operation && 'resource' in operation ? operation.resource : {}
      const location = creates && one ? `/api/v1/${name}/${answered.json.data.id}` : null
      assert.equal(answered.headers.get('location'), location)
    })

    test('a trailing slash changes nothing', async () => {
      const answered = await ask({ ...endpoint, path: `${endpoint.path}/` }, church.key)
      assert.equal(answered.json.ok, true, answered.text)
    })

    test('the key may be sent as the query parameter api_key; a key in the header wins', async () => {
      const withKey = (key: string) => ({ ...endpoint, path: `${endpoint.path}?api_key=${key}` })
      assert.equal((await ask(withKey(church.key), null)).json.ok, true)
      refused(await ask(withKey('nonsense'), null), 401, 'invalid_api_key')
      refused(await ask(withKey(''), null), 401, 'unauthorized')
      refused(await ask(withKey(`${church.key}&api_key=${church.key}`), null), 401, 'invalid_api_key')
      assert.equal((await ask(withKey('nonsense&api_key=twice'), church.key)).json.ok, true)
      refused(await ask(withKey(church.key), null, { authorization: 'Basic YTpi' }), 401, 'unauthorized')
      refused(await ask(withKey(church.key), 'nonsense'), 401, 'invalid_api_key')
    })
  })
}

/** Revokes the newest key of the church. */
async function revoke(key: string): Promise<void> {
  const { json } = await service.request('GET', '/api/v1', { key })
  await church.act(revokeKey, { id: json.data.key.id })
}

const unluckyBytes = (n: number): Buffer => Buffer.alloc(n, 7)

for (const [path, allowed] of URLS) {
  test(`${path}: any other method is 405 method_not_allowed with Allow: ${allowed.join(', ')}`, async () => {
    for (const method of METHODS) {
      const answered = await service.request(method, urlOf(path), {
        key: church.key,
        ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: {} }),
      })
      if (allowed.includes(method)) {
        assert.notEqual(answered.status, 405, method)
        continue
      }
      refused(answered, 405, 'method_not_allowed')
      assert.equal(answered.headers.get('allow'), allowed.join(', '))
    }
  })

  if (!allowed.includes('GET')) continue
  test(`${path}: HEAD is as GET, without a body`, async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map(method => service.request(method, urlOf(path), { key: church.key })),
    )
    assert.ok(get && head)
    assert.deepEqual([head.status, head.text], [get.status, ''])
    const shown = ({ headers }: Answered) =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))
    assert.deepEqual(shown(head), shown(get))
    assert.equal(Number(head.headers.get('content-length')), Buffer.byteLength(get.text))
  })
}

for (const { method, path, resource } of ENDPOINTS.filter(endpoint => endpoint.path.endsWith('{id}'))) {
  test(`${method} ${path}: an id that is no positive integer, unknown, or of another church is 404 not_found`, async () => {
    const texts = new Set<string>()
    const strange = ['0', '-1', '1.5', 'x', '01', '+1', '%201', '9007199254740993', '1e3', '999999999']
    for (const id of [...strange, await foreignId(resource)]) {
      const answered = await service.request(method, path.replace('{id}', String(id)), {
        key: church.key,
        ...bodyFor({ method, path }),
      })
      refused(answered, 404, 'not_found')
      texts.add(answered.text)
    }
    assert.equal(texts.size, 1)
  })

  if (resource.limitTo === null) continue
  test(`${method} ${path}: a record outside the key's branch is 404 not_found, like one that does not exist`, async () => {
    const url = urlOf(path).slice('/api/v1'.length)
    const answered = await outside(method, url, bodyFor({ method, path }).body)
    refused(answered, 404, 'not_found')
    const unknown = await outside(method, url.replace(/\d+$/, '999999999'), bodyFor({ method, path }).body)
    assert.equal(answered.text, unknown.text)
  })
}

test('an inactive church: 403 church_inactive; API disabled for the account: 403 api_disabled, on every endpoint', async () => {
  const closed = await service.church({ modules: OPTIONAL_MODULES })
  assert.equal((await ask(KEY_CHECK, closed.key)).status, 200)
  await closed.set({ status: 'inactive' })
  for (const endpoint of ALL) refused(await ask(endpoint, closed.key), 403, 'church_inactive')
  await closed.set({ api_enabled: false })
  refused(await ask(KEY_CHECK, closed.key), 403, 'church_inactive')
  await closed.set({ status: 'active' })
  for (const endpoint of ALL) refused(await ask(endpoint, closed.key), 403, 'api_disabled')
  await closed.set({ api_enabled: true })
  assert.equal((await ask(KEY_CHECK, closed.key)).status, 200)
})

test('a path under /api/v1 that names no resource: 404 unknown_resource', async () => {
  const single = [...RESOURCES.values()].filter(({ one, update }) => !one && !update).map(({ name }) => `/${name}/1`)
  for (const path of ['/nothing', '/people/1/gifts', '//people', '/People', '/people.json', '/__proto__', ...single]) {
    refused(await church.send('GET', path), 404, 'unknown_resource')
    refused(await church.send('DELETE', path), 404, 'unknown_resource')
  }
  refused(await church.as(null)('GET', '/nothing'), 401, 'unauthorized')
  refused(await service.request('GET', '/api/v2/people'), 404, 'unknown_resource')
})
