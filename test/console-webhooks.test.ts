/** API keys and webhooks in the console: what its members do with them, and what they cannot. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '../src/db/sql.ts'
import { KeyUses } from '../src/modules/church/key-uses.ts'
import type { DeliveryDetail, DeliveryEntry, EndpointEntry, EndpointHealth } from '../src/webhooks/console-views.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { eventually, type Received, type Receiver, startReceiver, status } from './support/receiver.ts'
import { ACTIONS, VIEWS } from './support/rights.ts'
import type { Answered, TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

let service: WebhookService
let church: TestChurch
let receiver: Receiver
let owner: TestMember

before(async () => {
  service = await startWebhooks()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  receiver = await startReceiver()
  owner = await stepped(church)
})
afterEach(() => receiver.close())

async function stepped(of: TestChurch, ...role: [] | ['administrator', number | null]): Promise<TestMember> {
  const [name = 'owner', branch = null] = role
  const one = await member(service, of, name, branch)
  assert.equal((await one.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  return one
}

const codes = ({ status, json }: Answered) => [status, json.error]

const act = (name: string, body: object, who = owner) => who.inChurch('POST', `/actions/${name}`, body)

/** What an action answers when it did as asked. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
async function done(name: string, body: object): Promise<any> {
  const answered = await act(name, body)
  assert.equal(answered.status, 200, answered.text)
  return answered.json.data
}

const look = (name: string, query: string | Record<string, string> = '', who = owner) =>
  who.inChurch('GET', `/views/${name}?${new URLSearchParams(query)}`)

async function shown<T>(name: string, query: Record<string, string> = {}): Promise<T> {
  const answered = await look(name, query)
  assert.equal(answered.status, 200, answered.text)
  return answered.json.data
}

const make = (events = ['*'], description = 'Books') =>
  done('endpoints.create', { url: receiver.url, events, description })

const attemptsOf = (id: number, count: number, query: Record<string, string> = {}): Promise<DeliveryEntry[]> =>
  eventually(`${count} attempts in the log`, async () => {
    const found = await shown<DeliveryEntry[]>('deliveries', { endpoint_id: String(id), ...query })
    return found.length >= count && found
  })

function signedBy(secret: string, { headers, body }: Received): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? []
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
}

const add = (first_name: string) => church.send('POST', '/people', { first_name })

const audited = async (): Promise<{ operation: string; target: string; detail: object }[]> => shown('audit')

test('an endpoint is made with its secret shown once; events arrive signed with it', async () => {
  const { secret, id, events } = await make(['person.*'])
  assert.match(secret, /^whsec_/)
  assert.deepEqual(events, ['person.*'])
  await add('Ada')
  const [got] = await receiver.until(1)
  assert.ok(got && signedBy(secret, got))
  for (const view of [await look('endpoints'), await look('endpoint', { id: String(id) })]) {
    assert.equal(view.status, 200)
    assert.ok(!view.text.includes(secret.slice(6)))
  }
  const { detail, target } = (await audited())[0]!
  assert.equal(target, new URL(receiver.url).origin)
  assert.match(JSON.stringify(detail), /person\.\*/)
})

test('what is wrong of an endpoint is all said at once, when it is made and when it is changed', async () => {
  const wrong = { url: 'ftp://example.org', events: ['persn.*'], description: 'x'.repeat(191) }
  const made = await act('endpoints.create', wrong)
  assert.deepEqual(Object.keys(made.json.errors ?? {}).sort(), ['description', 'events', 'url'])
  assert.match(made.json.errors?.events ?? '', /person\.\*/)
  const { id } = await make()
  assert.deepEqual(codes(await act('endpoints.update', { id, events: [] })), [422, 'validation_failed'])
  const changed = await done('endpoints.update', {
    id,
    events: ['contribution.*', 'person.created'],
    description: null,
  })
  assert.deepEqual(
    [changed.events, changed.description, changed.url],
    [['contribution.*', 'person.created'], null, receiver.url],
  )
})

test('secrets and addresses want the password again; pausing and testing do not', async () => {
  const { id } = await make()
  const fresh = await member(service, church, 'administrator')
  const bodies: [string, object][] = [
    ['create', { url: receiver.url, events: ['*'] }],
    ['update', { id, url: receiver.url }],
    ['rotate', { id }],
    ['reveal', { id }],
    ['delete', { id }],
  ]
  for (const [name, body] of bodies) {
    assert.deepEqual(codes(await act(`endpoints.${name}`, body, fresh)), [403, 'step_up_required'], name)
  }
  for (const name of ['pause', 'resume', 'test']) {
    assert.equal((await act(`endpoints.${name}`, { id }, fresh)).status, 200, name)
  }
})

test('a secret is revealed on demand; a rotated one signs beside the one before until its time is over', async () => {
  const { id, secret } = await make()
  assert.deepEqual(await done('endpoints.reveal', { id }), { secret })
  const rotated = await done('endpoints.rotate', { id, hours: 2 })
  assert.notEqual(rotated.secret, secret)
  assert.ok(Date.parse(rotated.previous_secret_until) > Date.now())
  assert.deepEqual(await done('endpoints.reveal', { id }), { secret: rotated.secret })
  await add('Ada')
  const [got] = await receiver.until(1)
  assert.ok(got && signedBy(rotated.secret, got))
  for (const one of [secret, rotated.secret]) {
    assert.doesNotThrow(() => new Webhook(one).verify(got.body, got.headers as Record<string, string>))
  }
  const log = await audited()
  assert.deepEqual(
    log.slice(0, 3).map(({ operation }) => operation),
    ['endpoints.reveal', 'endpoints.rotate', 'endpoints.reveal'],
  )
  for (const one of [secret, rotated.secret]) assert.ok(!JSON.stringify(log).includes(one))
  assert.deepEqual(codes(await act('endpoints.rotate', { id, hours: 721 })), [422, 'validation_failed'])
})

test('a test event is sent and found in the log, with request and response', async () => {
  receiver.reply = status(201, 'thank you')
  const { id, secret } = await make(['contribution.recorded'])
  const { event_id } = await done('endpoints.test', { id })
  const [attempt] = await attemptsOf(id, 1, { event_id })
  assert.deepEqual([attempt?.event, attempt?.outcome, attempt?.status], ['ping', 'delivered', 201])
  const [got] = await receiver.until(1)
  const detail = await shown<DeliveryDetail>('delivery', { delivery: attempt?.id ?? '' })
  assert.equal(detail.attempt.response, 'thank you')
  assert.equal(detail.request.body, got?.body)
  for (const [name, value] of Object.entries(detail.request.headers)) {
    assert.equal(got?.headers[name.toLowerCase()], value, name)
  }
  assert.ok(!('X-Service-Signature' in detail.request.headers))
  assert.ok(!JSON.stringify(detail).includes(secret))
})

test('an attempt that failed says why, and its event can be sent again, with the same id and bytes', async () => {
  receiver.reply = status(500, 'out of order')
  const { id } = await make()
  await add('Ada')
  const [failed] = await attemptsOf(id, 1, { failed: '1' })
  assert.deepEqual([failed?.outcome, failed?.reason], ['retrying', 'answered 500'])
  receiver.reply = status(200)
  assert.deepEqual(await done('endpoints.redeliver', { delivery: failed?.id }), {
    endpoint_id: id,
    event_id: failed?.event_id,
  })
  const [first, second] = await receiver.until(2)
  assert.equal(first?.body, second?.body)
  assert.equal((await attemptsOf(id, 2))[0]?.kind, 'redelivery')
  assert.equal((await attemptsOf(id, 1, { failed: '1' })).length, 1)
})

test('what an endpoint missed since a moment is sent again', async () => {
  const { id } = await make()
  await done('endpoints.pause', { id })
  await add('Ada')
  await done('endpoints.resume', { id, discard: true })
  assert.deepEqual(codes(await act('endpoints.redeliver_since', { id, since: 'yesterday' })), [
    422,
    'validation_failed',
  ])
  assert.deepEqual(await done('endpoints.redeliver_since', { id, since: '2026-01-01T00:00:00Z' }), { redelivered: 1 })
  const [got] = await receiver.until(1)
  assert.equal(got?.json.data.first_name, 'Ada')
})

test('pausing holds, resuming sends; what was held can be discarded; switched off nothing is held', async () => {
  const { id } = await make()
  assert.equal((await done('endpoints.pause', { id })).status, 'paused')
  await add('Ada')
  assert.equal((await shown<EndpointEntry>('endpoint', { id: String(id) })).waiting, 1)
  assert.equal(receiver.received.length, 0)
  assert.equal((await done('endpoints.resume', { id })).discarded, 0)
  await receiver.until(1)
  await done('endpoints.pause', { id })
  await add('Bola')
  assert.equal((await done('endpoints.resume', { id, discard: true })).discarded, 1)
  assert.equal((await done('endpoints.switch_off', { id })).endpoint.status, 'off')
  await add('Chi')
  assert.equal((await shown<EndpointEntry>('endpoint', { id: String(id) })).waiting, 0)
  assert.deepEqual((await attemptsOf(id, 2)).map(({ outcome }) => outcome).sort(), ['delivered', 'discarded'])
})

test('a deleted endpoint is gone', async () => {
  const { id } = await make()
  await done('endpoints.delete', { id })
  assert.deepEqual(await shown('endpoints'), [])
  assert.deepEqual(codes(await look('endpoint', { id: String(id) })), [404, 'not_found'])
  assert.equal((await audited())[0]?.target, String(id))
})

test('health counts delivered and failed attempts by hour and by day, and how long they took', async () => {
  const { id } = await make()
  const before = await shown<EndpointHealth>('endpoint_health', { id: String(id) })
  assert.deepEqual([before.hours.length, before.days.length, before.median_ms], [24, 30, null])
  await service.database.write(church.church.id, tx => tx.run(sql`select make_partitions(now() - interval '30 days')`))
  const seconds = [5, 10, 20, 3 * 3600, 9 * 86400]
  for (const [n, ago] of seconds.entries()) {
    await service.database.write(church.church.id, tx =>
      tx.run(sql`insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event, kind,
          url, duration_ms, outcome, status)
        values (${church.church.id}, ${1_000_000 + n}, 1, ${tx.now}::timestamptz - ${ago} * interval '1 second', ${id}, 'evt_x',
          'person.created', 'event', 'https://example.org', ${(n + 1) * 10}, ${n === 1 ? 'failed' : 'delivered'}, 200)`),
    )
  }
  const { hours, days, median_ms, p95_ms } = await shown<EndpointHealth>('endpoint_health', { id: String(id) })
  const sum = (of: typeof hours, name: 'delivered' | 'failed') => of.reduce((total, one) => total + one[name], 0)
  assert.deepEqual([sum(hours, 'delivered'), sum(hours, 'failed')], [3, 1])
  assert.deepEqual([sum(days, 'delivered'), sum(days, 'failed')], [4, 1])
  assert.deepEqual([median_ms, p95_ms], [30, 50])
  const midnight = new Intl.DateTimeFormat('en-GB', { timeZone: church.church.timezone, timeStyle: 'short' })
  for (const { from } of days) assert.equal(midnight.format(new Date(from)), '00:00')
  const [entry] = await shown<EndpointEntry[]>('endpoints')
  assert.deepEqual(entry?.last_day, { delivered: 3, failed: 1 })
})

test('the catalogue offers the events of the modules that the church has', async () => {
  const names = async () => (await shown<{ module: string }[]>('event_catalogue')).map(({ module }) => module)
  assert.ok(!(await names()).includes('care'))
  await church.set({ modules: ['care'] })
  assert.ok((await names()).includes('care'))
})

const WEBHOOKS = [...ACTIONS, ...VIEWS].filter(({ name }) => /^(endpoint|deliver|event_catalogue)/.test(name))

test('an endpoint or a delivery of another church answers as one that does not exist, and nothing happens to it', async () => {
  const { id } = await make()
  await done('endpoints.test', { id })
  const [attempt] = await attemptsOf(id, 1)
  const stranger = await stepped(await service.church())
  const bodies: Record<string, [own: object, none: object]> = {}
  for (const { name, fields } of WEBHOOKS) {
    const more = name === 'endpoints.redeliver_since' ? { since: 'never' } : {}
    if ('id' in fields)
      bodies[name] = [
        { id, ...more },
        { id: 999_999_999, ...more },
      ]
    if ('endpoint_id' in fields) bodies[name] = [{ endpoint_id: id }, { endpoint_id: 999_999_999 }]
    if ('delivery' in fields) bodies[name] = [{ delivery: attempt?.id }, { delivery: 'dlv_999999999_1' }]
  }
  const before = await shown('endpoint', { id: String(id) })
  assert.equal(Object.keys(bodies).length, 15)
  for (const [name, [own, none]] of Object.entries(bodies)) {
    const isView = VIEWS.some(view => view.name === name)
    const ask = (body: object) =>
      isView ? look(name, body as Record<string, string>, stranger) : act(name, body, stranger)
    const [foreign, missing] = [await ask(own), await ask(none)]
    assert.equal(foreign.status, 404, name)
    assert.equal(foreign.text.replace(attempt?.id ?? '', 'X'), missing.text.replace('dlv_999999999_1', 'X'), name)
  }
  assert.deepEqual(await shown('endpoint', { id: String(id) }), before)
  assert.deepEqual((await look('endpoints', '', stranger)).json.data, [])
})

test('who is limited to a branch manages no endpoints: they are told of the whole church', async () => {
  const limited = await stepped(church, 'administrator', await church.branch('North'))
  for (const { name } of WEBHOOKS) {
    const answered = VIEWS.some(view => view.name === name)
      ? await look(name, '', limited)
      : await act(name, {}, limited)
    assert.deepEqual(codes(answered), [403, 'not_permitted'], name)
  }
  const { memberships } = (await limited.ask('GET', '/api/session')).json.data
  assert.ok(!memberships[0].offers.some((name: string) => WEBHOOKS.some(one => one.name === name)))
  assert.ok(memberships[0].offers.includes('keys.create'))
})

test('a key made and revoked in the console records its events and its lines of the log, never the key', async () => {
  const { key, id } = await done('keys.create', { name: 'Site', scopes: ['people:read'] })
  assert.equal((await church.as(key)('GET', '/people')).status, 200)
  assert.deepEqual(await done('keys.revoke', { id }), { id })
  assert.equal((await church.as(key)('GET', '/people')).status, 401)
  const told = (await church.events()).filter(({ name }) => name.startsWith('api.key_')).slice(-2)
  assert.deepEqual(
    told.map(({ name }) => name),
    ['api.key_created', 'api.key_revoked'],
  )
  const kept = JSON.stringify([told, await audited(), await shown('keys')])
  assert.ok(!kept.includes(key.slice(12)))
  const wrong = await act('keys.create', { name: '', scopes: [] })
  assert.deepEqual(Object.keys(wrong.json.errors ?? {}), ['name', 'scopes'])
})

test('who is limited to a branch sees, makes and revokes the keys of that branch and below', async () => {
  const north = await church.branch('North')
  const below = await church.branch('Far north', north)
  const south = await church.branch('South')
  const limited = await stepped(church, 'administrator', north)
  const other = await done('keys.create', { name: 'South', scopes: ['people:read'], branch_id: south })
  const inside = await done('keys.create', { name: 'Far', scopes: ['people:read'], branch_id: below })
  const own = (await act('keys.create', { name: 'North', scopes: ['people:read'] }, limited)).json.data
  assert.equal(own.branch_id, north)
  const seen = (await look('keys', '', limited)).json.data.map(({ id }: { id: number }) => id)
  assert.deepEqual(seen, [inside.id, own.id])
  assert.deepEqual(codes(await act('keys.create', { name: 'x', scopes: ['people:read'], branch_id: south }, limited)), [
    404,
    'not_found',
  ])
  const whole = (await shown<{ id: number; branch_id: number | null }[]>('keys')).find(one => one.branch_id === null)
  for (const id of [other.id, whole?.id]) {
    const refused = await act('keys.revoke', { id }, limited)
    const missing = await act('keys.revoke', { id: 999_999 }, limited)
    assert.equal(refused.status, 404)
    assert.equal(refused.text.replace(String(id), 'ID'), missing.text.replace('999999', 'ID'))
  }
  assert.equal((await church.as(other.key)('GET', '/people')).status, 200)
  assert.equal((await act('keys.revoke', { id: inside.id }, limited)).status, 200)
})

test('a key shows when and from where it was last used, once that is written; a later use is not overwritten', async () => {
  const { key, id } = await done('keys.create', { name: 'Site', scopes: ['people:read'] })
  const entry = async () =>
    (await shown<{ id: number; last_used_at: string | null; last_used_ip: string | null }[]>('keys')).find(
      one => one.id === id,
    )
  assert.deepEqual([(await entry())?.last_used_at, (await entry())?.last_used_ip], [null, null])
  await church.as(key)('GET', '/people')
  await service.app.keyUses.flush()
  const first = await entry()
  assert.ok(Math.abs(Date.parse(first?.last_used_at ?? '') - Date.now()) < 3_600_000)
  assert.match(first?.last_used_ip ?? '', /127\.0\.0\.1/)
  // As another node would, whose clock the test holds.
  const caller = { by: { kind: 'key', key: { id } }, church: church.church } as never
  const at = async (time: string, ip: string) => {
    const uses = new KeyUses(service.database, { now: () => new Date(time) })
    uses.note(caller, '192.0.2.1')
    uses.note(caller, ip)
    await uses.flush()
    await uses.flush()
    return [(await entry())?.last_used_at, (await entry())?.last_used_ip]
  }
  assert.deepEqual(await at('2036-01-01T00:00:00Z', '192.0.2.7'), ['2036-01-01T00:00:00Z', '192.0.2.7'])
  assert.deepEqual(await at('2030-01-01T00:00:00Z', '192.0.2.8'), ['2036-01-01T00:00:00Z', '192.0.2.7'])
})

test('the uses that are noted are written when a node stops', async () => {
  const node = await service.node()
  const { key, id } = await done('keys.create', { name: 'Site', scopes: ['people:read'] })
  const response = await fetch(`${node.url}/api/v1`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(response.status, 200)
  await response.text()
  await node.close()
  const keys = await shown<{ id: number; last_used_at: string | null }[]>('keys')
  assert.ok(keys.find(one => one.id === id)?.last_used_at)
})

test('uses that could not be written are noted still', async () => {
  const { id } = await done('keys.create', { name: 'Site', scopes: ['people:read'] })
  let broken = true
  const database = {
    write: (...write: Parameters<typeof service.database.write>) =>
      broken ? Promise.reject(new Error('away')) : service.database.write(...write),
  } as never
  const uses = new KeyUses(database, { now: () => new Date('2036-01-01T00:00:00Z') })
  uses.note({ by: { kind: 'key', key: { id } }, church: church.church } as never, '192.0.2.7')
  await assert.rejects(uses.flush(), /away/)
  broken = false
  await uses.flush()
  const row = await service.database.read.first(sql`select ip from api_key_uses where church_id = ${church.church.id}
    and key_id = ${id}`)
  assert.deepEqual(row, { ip: '192.0.2.7' })
})
