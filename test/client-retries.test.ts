/** When the client sends a request again, after how long, and when it gives up; against a server that fails as it is told. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Sexton, SextonError, type SextonOptions } from '../client/src/index.ts'
import { answers, cuts, refuses, type ScriptedApi, type Step, startScripted } from './support/scripted-api.ts'

const KEY = 'sx_live_00000000000000000000000000000000'
const PERSON = { ok: true, data: { id: 7 } }
const done = answers(200, PERSON)
const created = answers(201, PERSON)
const busy = refuses(503, 'service_unavailable')

/** A client of a server that takes these steps; its waits are noted and take no time. */
async function clientOf(
  t: TestContext,
  steps: [Step, ...Step[]],
  options: Partial<SextonOptions> = {},
): Promise<{ sexton: Sexton; api: ScriptedApi; waits: number[] }> {
  const api = await startScripted(...steps)
  t.after(() => api.close())
  const waits: number[] = []
  const wait = async (seconds: number): Promise<void> => {
    assert.ok(waits.push(seconds) < 20, 'It does not give up.')
  }
  return { sexton: new Sexton({ baseUrl: api.url, key: KEY, wait, random: () => 1, ...options }), api, waits }
}

/** What a call failed with. */
async function failureOf(call: Promise<unknown>): Promise<SextonError> {
  const error = await call.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof SextonError, String(error))
  return error
}

for (const status of [408, 429, 502, 503, 504])
  test(`a read that was answered ${status} is sent again`, async t => {
    const { sexton, api } = await clientOf(t, [refuses(status, 'busy'), done])
    assert.deepEqual((await sexton.people.get(7)).data, { id: 7 })
    assert.equal(api.came.length, 2)
  })

test('a read whose connection was cut is sent again', async t => {
  const { sexton, api } = await clientOf(t, [cuts, cuts, done])
  assert.deepEqual((await sexton.people.get(7)).data, { id: 7 })
  assert.equal(api.came.length, 3)
})

test('Retry-After in seconds is honoured', async t => {
  const { sexton, waits } = await clientOf(t, [refuses(429, 'rate_limited', { 'Retry-After': '17' }), done])
  await sexton.people.get(7)
  assert.deepEqual(waits, [17])
})

test('Retry-After as a date is honoured, by the clock of the service', async t => {
  const dates = { Date: 'Sun, 01 Mar 2026 09:30:00 GMT', 'Retry-After': 'Sun, 01 Mar 2026 09:30:20 GMT' }
  const { sexton, waits } = await clientOf(t, [refuses(503, 'service_unavailable', dates), done])
  await sexton.people.get(7)
  assert.deepEqual(waits, [20])
})

test('without Retry-After each wait is about twice as long as the one before, up to 8 seconds', async t => {
  const { sexton, waits } = await clientOf(t, [busy], { maxRetries: 7 })
  await failureOf(sexton.people.get(7))
  assert.deepEqual(waits, [0.5, 1, 2, 4, 8, 8, 8])
  const { sexton: other, waits: others } = await clientOf(t, [busy], { random: () => 0 })
  await failureOf(other.people.get(7))
  assert.deepEqual(others, [0.25, 0.5, 1], 'down to half of it, so that clients do not come back together')
})

test('a request is sent again three times, unless it is said how often', async t => {
  const { sexton, api } = await clientOf(t, [busy])
  const error = await failureOf(sexton.people.get(7))
  assert.equal(api.came.length, 4)
  assert.deepEqual(
    [error.status, error.code, error.message],
    [503, 'service_unavailable', 'It is service_unavailable.'],
  )
  const { sexton: other, api: once } = await clientOf(t, [busy], { maxRetries: 0 })
  await failureOf(other.people.get(7))
  assert.equal(once.came.length, 1)
})

test('a longer wait than the client is willing to is left to the caller', async t => {
  const { sexton, api, waits } = await clientOf(t, [refuses(429, 'rate_limited', { 'Retry-After': '61' })])
  const error = await failureOf(sexton.people.get(7))
  assert.deepEqual([api.came.length, waits.length, error.retryAfter], [1, 0, 61])
})

test('a creation is sent again with the same idempotency key and body, each call with a key of its own', async t => {
  const { sexton, api } = await clientOf(t, [cuts, busy, created])
  await sexton.people.create({ first_name: 'Ada' })
  await sexton.people.create({ first_name: 'Ben' })
  const [first, second, third, other] = api.came.map(({ headers }) => headers['idempotency-key'])
  assert.match(String(first), /^[0-9a-f]{32}$/)
  assert.deepEqual([second, third], [first, first])
  assert.notEqual(other, first)
  assert.deepEqual(
    api.came.map(({ body }) => body),
    [...Array(3).fill('{"first_name":"Ada"}'), '{"first_name":"Ben"}'],
  )
})

test('a creation that got no answer tells its idempotency key, so that it can be sent again later', async t => {
  const { sexton, api } = await clientOf(t, [cuts], { maxRetries: 1 })
  const { code, status, idempotencyKey, message } = await failureOf(sexton.people.create({ first_name: 'Ada' }))
  assert.deepEqual([code, status, idempotencyKey], ['no_answer', 0, api.came[0]?.headers['idempotency-key']])
  assert.match(
    message,
    /^POST http.*\/api\/v1\/people was not answered \(.+\)\. Whether it was carried out is not known\.$/,
  )
})

test('a change is sent again where it was refused unread, and not where it may have been done', async t => {
  const { sexton, api } = await clientOf(t, [refuses(429, 'rate_limited'), done])
  await sexton.people.update(7, { last_name: 'Obi' })
  assert.deepEqual(
    api.came.map(({ method }) => method),
    ['PATCH', 'PATCH'],
  )
  for (const step of [cuts, busy]) {
    const { sexton, api } = await clientOf(t, [step])
    await failureOf(sexton.people.update(7, { last_name: 'Obi' }))
    assert.equal(api.came.length, 1)
  }
})

for (const [status, code] of [
  [400, 'invalid_page'],
  [401, 'invalid_api_key'],
  [403, 'insufficient_scope'],
  [404, 'not_found'],
  [409, 'idempotency_key_reused'],
  [422, 'send_failed'],
  [500, 'resource_error'],
] as const)
  test(`a refusal is final: ${status} ${code}`, async t => {
    const { sexton, api } = await clientOf(t, [refuses(status, code)])
    const error = await failureOf(sexton.messages.create({ channel: 'sms', body: 'Hello', person_id: 7 }))
    assert.deepEqual([error.status, error.code, api.came.length], [status, code, 1])
  })

test('an attempt that takes too long ends, and says that it is not known what became of it', async t => {
  const { sexton, api } = await clientOf(t, [() => undefined], { timeoutSeconds: 0.05, maxRetries: 0 })
  const error = await failureOf(sexton.people.create({ first_name: 'Ada' }))
  assert.deepEqual([error.code, error.status], ['timeout', 0])
  assert.match(error.message, /was not answered within 0\.05 s\. Whether it was carried out is not known/)
  assert.ok(api.came.length <= 1)
})

test('an answer that begins and does not end takes too long, too', async t => {
  const begins: Step = response => void response.writeHead(200).write('{"ok"')
  const { sexton } = await clientOf(t, [begins], { timeoutSeconds: 0.2, maxRetries: 0 })
  assert.equal((await failureOf(sexton.people.get(7))).code, 'timeout')
})

test('a signal ends a request while it waits for its answer', async t => {
  const controller = new AbortController()
  const { sexton, api } = await clientOf(t, [() => controller.abort(new Error('The page was left.'))])
  await assert.rejects(sexton.people.get(7, {}, { signal: controller.signal }), /^Error: The page was left\.$/)
  assert.equal(api.came.length, 1)
})

test('a signal ends a request while it waits for the next attempt', { timeout: 60_000 }, async t => {
  const controller = new AbortController()
  const api = await startScripted(refuses(429, 'rate_limited', { 'Retry-After': '9999' }))
  t.after(() => api.close())
  // Asked for just before the wait begins.
  const random = (): number => {
    setTimeout(() => controller.abort())
    return 0
  }
  const sexton = new Sexton({ baseUrl: api.url, key: KEY, random, maxWaitSeconds: 9999 })
  await assert.rejects(sexton.people.get(7, {}, { signal: controller.signal }), { name: 'AbortError' })
  assert.equal(api.came.length, 1)
})

test('a signal that has ended sends nothing', async t => {
  const { sexton, api } = await clientOf(t, [done])
  await assert.rejects(sexton.people.get(7, {}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.equal(api.came.length, 0)
})

test('a redirect is not followed, and the key goes nowhere else', async t => {
  const other = await startScripted(done)
  t.after(() => other.close())
  const { sexton } = await clientOf(t, [answers(301, {}, { Location: `${other.url}/api/v1/people` })])
  const error = await failureOf(sexton.people.create({ first_name: 'Ada' }))
  assert.deepEqual([error.status, error.code, other.came.length], [301, 'unexpected_answer', 0])
  assert.match(error.message, /redirect to http:.*Check baseUrl/)
})

test('a redirect that a browser hides is a redirect, and not sent again', async () => {
  let sent = 0
  const hidden = async (): Promise<Response> => {
    sent += 1
    return Object.defineProperties(new Response(), { type: { value: 'opaqueredirect' }, status: { value: 0 } })
  }
  const sexton = new Sexton({ baseUrl: 'http://localhost', key: KEY, fetch: hidden })
  const error = await failureOf(sexton.people.get(7))
  assert.deepEqual([error.status, error.code, sent], [302, 'unexpected_answer', 1])
})

test('an answer of another server is no answer of the API', async t => {
  const page: Step = response => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>It works!</h1>')
  const { sexton } = await clientOf(t, [page])
  const error = await failureOf(sexton.people.get(7))
  assert.deepEqual([error.status, error.code], [200, 'unexpected_answer'])
  const { sexton: other } = await clientOf(t, [answers(404, { message: 'Not Found' })])
  assert.equal((await failureOf(other.people.get(7))).code, 'unexpected_answer')
})

test('a client needs an address and a key, and says which is missing', () => {
  for (const baseUrl of [undefined, '', 'sexton.example.org', 'file:///etc/passwd'])
    assert.throws(() => new Sexton({ baseUrl, key: KEY }), { name: 'TypeError', message: /^baseUrl must/ })
  for (const key of [undefined, '', 'sx_live_\n'])
    assert.throws(() => new Sexton({ baseUrl: 'http://localhost', key }), { name: 'TypeError', message: /^key must/ })
})

test('an address may have a path and slashes at its end', async t => {
  const { sexton, api } = await clientOf(t, [done])
  const below = new Sexton({ baseUrl: `${api.url}/church//`, key: KEY })
  await below.people.get(7)
  await sexton.people.list({ q: 'Ada & Obi', branch_id: undefined as never })
  assert.deepEqual(
    api.came.map(({ url }) => url),
    ['/church/api/v1/people/7', '/api/v1/people?q=Ada+%26+Obi'],
  )
})
