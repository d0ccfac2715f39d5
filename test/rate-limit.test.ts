/** Rate limits (spec, Limits; decisions, Rate limits): exact over a sliding window of 60 s, on a clock the test moves. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { proved } from './support/proved.ts'
import { type Answered, send, startService, type TestChurch, type TestService } from './support/service.ts'

/** Requests that are let in, each of which begins a window. */
const WINDOWS = Number(process.env.SEXTON_TEST_WINDOWS ?? 200)

/** Milliseconds. Each test begins in a minute of its own. */
let time = 0
let service: TestService
/** Believes X-Forwarded-For, so that a test may come from any address. */
let proxied: TestService
/** Believes nobody. */
let plain: TestService
let church: TestChurch

before(async () => {
  const overrides = { monotonic: () => time }
  service = await startService({ SEXTON_RATE_LIMIT_KEY: '', SEXTON_RATE_LIMIT_IP: '' }, overrides)
  // Services of their own: nodes of one database would count together.
  const few = { SEXTON_RATE_LIMIT_IP: '2' }
  plain = await startService(few, overrides)
  proxied = await startService({ ...few, SEXTON_TRUSTED_PROXIES: '127.0.0.1/32' }, overrides)
})
beforeEach(async () => {
  time += 120_000
  church = await service.church()
})
after(async () => {
  for (const each of [service, plain, proxied]) await each.close()
})

const ask = (key: string | null = church.key): Promise<Answered> => service.request('GET', '/api/v1', { key })

async function letIn(count: number, key?: string | null): Promise<Answered | undefined> {
  let last: Answered | undefined
  for (let sent = 0; sent < count; sent += 1) {
    last = await ask(key)
    assert.notEqual(last.status, 429, `request ${sent + 1} of ${count} is let in`)
  }
  return last
}

/** Asserts a refusal. @returns the seconds to wait */
function refused({ status, headers, json }: Answered): number {
  assert.deepEqual([status, json.error], [429, 'rate_limited'])
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  return Number(headers.get('retry-after'))
}

test('120 requests per key and minute are let in, the 121st is 429 with Retry-After', async () => {
  await letIn(120)
  assert.equal(refused(await ask()), 60)
  const other = await church.keyFor(['all'])
  assert.equal((await ask(other)).status, 200, 'each key has its own window')
})

test('a client that waits just as long as Retry-After says is let in; a moment earlier it is not', async () => {
  await letIn(1)
  time += 30_400
  await letIn(119)
  const wait = refused(await ask())
  assert.equal(wait, 30, 'whole seconds, rounded up from 29.6')
  time += 29_599
  assert.equal(refused(await ask()), 1)
  time += 1
  await letIn(1)
  assert.equal(refused(await ask()), 31, 'the next one is free when the second is a minute old')
  time += 30_399
  refused(await ask())
  time += 1
  await letIn(119)
  refused(await ask())
})

test('the window slides: no 60 s hold more than 120, however they are laid', async t => {
  const hits: number[] = []
  for (let step = 0; hits.length < WINDOWS; step += 1) {
    time += (step * 7919) % 900
    if ((await ask()).status === 200) hits.push(time)
  }
  // The 121st after any request came when that was a minute old: so no window that begins with one holds more.
  for (const [n, from] of hits.entries()) assert.ok((hits[n + 120] ?? Infinity) >= from + 60_000)
  proved(t, hits.length, 'windows')
})

test('a refused request counts on no window: who keeps asking is let in as soon as who waits', async () => {
  await letIn(120)
  for (let second = 0; second < 59; second += 1) {
    time += 1_000
    assert.equal(refused(await ask()), 60 - second - 1)
  }
  time += 1_000
  await letIn(120)
})

test('requests that a key’s limit refused do not count on the address', async () => {
  await letIn(120)
  for (let sent = 0; sent < 200; sent += 1) refused(await ask())
  await letIn(480, null)
  refused(await ask(null))
})

test('600 requests per IP address and minute; failed authentications count on it', async () => {
  const keys = await Promise.all(Array.from({ length: 3 }, () => church.keyFor(['all'])))
  for (const key of keys) await letIn(100, key)
  await letIn(150, null)
  await letIn(150, 'nonsense')
  assert.equal(refused(await ask(keys[0])), 60)
  refused(await ask(null))
  time += 60_000
  await letIn(1)
})

test('RateLimit and RateLimit-Policy tell both limits, what remains and when more is let in', async () => {
  const first = await ask()
  assert.equal(first.headers.get('ratelimit-policy'), '"ip";q=600;w=60, "key";q=120;w=60')
  assert.equal(first.headers.get('ratelimit'), '"ip";r=599;t=60, "key";r=119;t=60')
  time += 10_500
  assert.equal((await ask()).headers.get('ratelimit'), '"ip";r=598;t=50, "key";r=118;t=50')
  const failed = await ask(null)
  assert.equal(failed.headers.get('ratelimit'), '"ip";r=597;t=50')
  await letIn(118)
  const none = await ask()
  refused(none)
  assert.match(none.headers.get('ratelimit') ?? '', /"key";r=0;t=50$/)
})

test('the address is the socket’s, unless a configured proxy forwarded it', async () => {
  const from = (url: string, ip: string) => send(url, 'GET', '/api/v1', { headers: { 'x-forwarded-for': ip } })
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await from(proxied.url, ip)).status, 401)
    refused(await from(proxied.url, ip))
    refused(await from(proxied.url, `198.51.100.9, ${ip}`))
  }
  const statuses = []
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) statuses.push((await from(plain.url, ip)).status)
  assert.deepEqual(statuses, [401, 401, 429], 'who is not trusted cannot choose its address')
})

test('IPv6 counts by /64, and IPv4 written as IPv6 as IPv4', async () => {
  const from = (ip: string) => send(proxied.url, 'GET', '/api/v1', { headers: { 'x-forwarded-for': ip } })
  assert.equal((await from('2001:db8:1:2::1')).status, 401)
  assert.equal((await from('2001:DB8:1:2:ffff:0:0:9')).status, 401)
  refused(await from('2001:0db8:0001:0002:abcd::'))
  assert.equal((await from('2001:db8:1:3::1')).status, 401)
  assert.equal((await from('::ffff:203.0.113.50')).status, 401)
  assert.equal((await from('203.0.113.50')).status, 401)
  refused(await from('::ffff:203.0.113.50'))
})
