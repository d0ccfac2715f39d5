/** Browsers (decisions, Requests): a key names the origins of the web pages that may use it; none unless somebody says so. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { crossOriginHeaders } from '../src/http/cors.ts'
import type { Request } from '../src/http/message.ts'
import { createKey, revokeKey } from '../src/modules/church/api-keys.ts'
import { URLS } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { type Answered, send, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startWholeHouse()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

let serial = 0
/** An origin that no other test names. */
const newOrigin = (): string => {
  serial += 1
  return `https://site-${serial}.example.org`
}

const keyFor = async (...origins: string[]) =>
  await church.act(createKey, {
    name: 'Website',
    scopes: ['prayer_requests:write', 'funds:read'],
    origins,
  })

const asks = (origin: string, path = '/api/v1/prayer_requests', url = service.url): Promise<Answered> =>
  send(url, 'OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })

const crossOrigin = ({ headers }: Answered): [string, string][] =>
  [...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-'))

test('a preflight is answered for the origins that a key names, whatever the path, without a key and without cookies', async () => {
  const [one, other] = [newOrigin(), 'http://localhost:5173']
  assert.equal((await asks(one)).status, 401, 'before there is such a key')
  await keyFor(one, other)
  for (const origin of [one, other]) {
    for (const path of [...URLS.keys(), '/api/v1/nothing']) {
      const answer = await asks(origin, path.replace('{id}', '1'))
      assert.deepEqual([answer.status, answer.text], [204, ''])
      assert.deepEqual(crossOrigin(answer), [
        ['access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key'],
        ['access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH'],
        ['access-control-allow-origin', origin],
        ['access-control-max-age', '7200'],
        ['vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
      ])
    }
  }
})

test('a preflight of any other origin, and OPTIONS that is none, are answered as ever', async () => {
  const origin = newOrigin()
  const { key } = await keyFor(origin)
  const plain = await send(service.url, 'OPTIONS', '/api/v1/people')
  for (const other of [
    newOrigin(),
    'null',
    `${origin}.evil.example`,
    `${origin}:8443`,
    origin.replace('https', 'http'),
    '',
  ]) {
    const answer = await asks(other, '/api/v1/people')
    assert.deepEqual([answer.status, answer.text, crossOrigin(answer)], [401, plain.text, []], other)
  }
  const options = await send(service.url, 'OPTIONS', '/api/v1/funds', { key, headers: { origin } })
  assert.deepEqual([options.status, options.headers.get('allow')], [405, 'GET, HEAD'])
})

test('an answer names the origin of the page where its key does, and what else the page may read', async () => {
  const origin = newOrigin()
  const { key } = await keyFor(origin, newOrigin())
  const answers = [
    await send(service.url, 'GET', '/api/v1/funds', { key, headers: { origin } }),
    await send(service.url, 'POST', '/api/v1/prayer_requests', { key, headers: { origin }, body: {} }),
    await send(service.url, 'GET', '/api/v1/people', { key, headers: { origin } }),
    await send(service.url, 'GET', '/api/v1/nothing', { key, headers: { origin } }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 403, 404],
  )
  for (const answer of answers) {
    assert.deepEqual(crossOrigin(answer), [
      ['access-control-allow-origin', origin],
      [
        'access-control-expose-headers',
        'Allow, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
      ],
      ['vary', 'Origin'],
    ])
  }
})

test('a page reads why its key is refused, where some key names its origin', async () => {
  const origin = newOrigin()
  await keyFor(origin)
  for (const key of [null, 'nonsense']) {
    const answer = await send(service.url, 'GET', '/api/v1/funds', { key, headers: { origin } })
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [401, origin])
    const stranger = await send(service.url, 'GET', '/api/v1/funds', { key, headers: { origin: newOrigin() } })
    assert.deepEqual([stranger.status, crossOrigin(stranger)], [401, []])
  }
})

test('a key that names origins is refused to pages of any other, and still serves servers', async () => {
  const { key } = await keyFor(newOrigin())
  const others = [newOrigin(), 'null', 'http://localhost:5173']
  for (const origin of others) {
    const answer = await send(service.url, 'GET', '/api/v1/funds', { key, headers: { origin } })
    assert.deepEqual([answer.status, answer.json.error], [403, 'forbidden_origin'])
    assert.deepEqual(crossOrigin(answer), [['vary', 'Origin']])
  }
  const server = await send(service.url, 'GET', '/api/v1/funds', { key })
  assert.deepEqual([server.status, crossOrigin(server)], [200, [['vary', 'Origin']]])
})

test('a key without origins knows nothing of this: no headers, and no refusal', async () => {
  const origin = newOrigin()
  await keyFor(origin)
  const answer = await send(service.url, 'GET', '/api/v1/funds', { key: church.key, headers: { origin } })
  assert.deepEqual([answer.status, crossOrigin(answer)], [200, []])
})

test('every node knows of a new key and of a revoked one when that returns', async t => {
  const second = await service.node()
  t.after(() => second.close())
  const origin = newOrigin()
  for (const url of [service.url, second.url]) assert.equal((await asks(origin, undefined, url)).status, 401)
  const { id } = await keyFor(origin)
  for (const url of [service.url, second.url]) assert.equal((await asks(origin, undefined, url)).status, 204)
  await church.act(revokeKey, { id })
  for (const url of [service.url, second.url]) assert.equal((await asks(origin, undefined, url)).status, 401)
})

test('origins are https with host and port alone, or on localhost; at most twenty; each once', async () => {
  const made = await keyFor('https://WWW.Example.org/', 'https://www.example.org/give?fund=2', 'http://localhost:3000')
  assert.deepEqual(made.origins, ['https://www.example.org', 'http://localhost:3000'])
  for (const bad of ['*', 'https://*.example.org', 'http://example.org', 'our website']) {
    await assert.rejects(keyFor(bad), (error: { errors?: Record<string, string> }) =>
      /cannot be used\. Write just the start of the website's address, such as https:\/\/www\.example\.org/.test(
        error.errors?.origins ?? '',
      ),
    )
  }
  await assert.rejects(keyFor(...Array.from({ length: 21 }, newOrigin)), /not valid/)
})

test('preflights count on the address limit', async t => {
  const limited = await startWholeHouse({ SEXTON_RATE_LIMIT_IP: '2' })
  t.after(() => limited.close())
  const origin = newOrigin()
  await (await limited.church()).act(createKey, {
    name: 'Website',
    scopes: ['funds:read'],
    origins: [origin],
  })
  const statuses: number[] = []
  for (let sent = 0; sent < 3; sent += 1) statuses.push((await asks(origin, '/api/v1', limited.url)).status)
  assert.deepEqual(statuses, [204, 204, 429])
})

/** Statements that wait for the table of keys. */
const waitingForKeys = async (): Promise<number> => {
  const found = await service.database.quick.first<{ n: number }>(
    sql`select count(*)::integer as n from pg_locks where relation = 'api_keys'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return found?.n ?? 0
}

test('after a change of keys, all who ask at once which origins there are wait for one statement', async () => {
  const origin = newOrigin()
  await keyFor(origin)
  await service.database.connection(async client => {
    await client.query('begin')
    await client.query('lock table api_keys in access exclusive mode')
    const asking = Array.from({ length: 8 }, () => asks(origin))
    while ((await waitingForKeys()) === 0) await new Promise(resolve => setTimeout(resolve, 10))
    // Whoever else would send a statement of their own has done so by then.
    await send(service.url, 'OPTIONS', '/api/v1/people')
    await new Promise(resolve => setTimeout(resolve, 200))
    const waiting = await waitingForKeys()
    await client.query('rollback')
    const statuses = (await Promise.all(asking)).map(({ status }) => status)
    assert.deepEqual([waiting, statuses], [1, Array.from({ length: 8 }, () => 204)])
  })
})

test('429 and 503 before a key is known look nothing up', async () => {
  const request = { headers: { origin: 'https://www.example.org' } } as unknown as Request
  const asked: number[] = []
  for (const status of [401, 429, 503]) {
    await crossOriginHeaders(request, undefined, status, async () => {
      asked.push(status)
      return true
    })
  }
  assert.deepEqual(asked, [401])
})
