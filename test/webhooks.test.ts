/** What is sent to endpoints, and when (spec, Events; decisions, Webhooks). */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '../src/db/sql.ts'
import { updateEndpoint } from '../src/webhooks/endpoints.ts'
import { type Receiver, startReceiver, status } from './support/receiver.ts'
import type { TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

let service: WebhookService
let church: TestChurch
let receiver: Receiver
before(async () => {
  service = await startWebhooks()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const add = (first_name: string) => church.send('POST', '/people', { first_name })

test('person.created carries a Person exactly as the API shows it, in the envelope of the spec', async () => {
  await service.subscribe(church, receiver.url, ['person.created'])
  const { json } = await add('Ada')
  const [got] = await receiver.until(1)
  assert.ok(got)
  assert.deepEqual(Object.keys(got.json), ['id', 'event', 'created_at', 'api_version', 'church', 'data'])
  assert.deepEqual(got.json.data, json.data)
  assert.match(got.json.id, /^evt_/)
  assert.equal(got.json.event, 'person.created')
  assert.match(got.json.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(got.json.api_version, 'v1')
  const { id, slug, name } = church.church
  assert.deepEqual(got.json.church, { id, slug, name })
})

test('the headers are those of the spec, and the signature can be verified by its recipe', async () => {
  const { secret, id } = await service.subscribe(church, receiver.url)
  await add('Ada')
  const [got] = await receiver.until(1)
  assert.ok(got)
  const { headers, body, json } = got
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['x-service-event'], 'person.created')
  assert.equal(headers['x-service-event-id'], json.id)
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? []
  assert.equal(v1, createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  assert.ok(Math.abs(Number(t) - Date.now() / 1000) < 300)
  const [attempt] = await service.logged(id, 1)
  assert.equal(headers['x-service-delivery'], attempt?.id)
  assert.doesNotThrow(() => new Webhook(secret).verify(body, headers as Record<string, string>))
})

test('an update carries the old values of the fields that changed; a change of status is told, too', async () => {
  await service.subscribe(church, receiver.url, ['person.updated', 'person.status_changed'])
  const { id } = (await add('Ada')).json.data
  await church.send('PATCH', `/people/${id}`, { last_name: 'Obi', status: 'member' })
  const got = await receiver.until(2)
  const byName = new Map(got.map(({ json }) => [json.event, json]))
  assert.deepEqual(byName.get('person.updated').previous, { last_name: null, full_name: 'Ada', status: 'visitor' })
  assert.deepEqual(byName.get('person.status_changed').previous, { status: 'visitor' })
  assert.equal(byName.get('person.status_changed').data.status, 'member')
})

test('subscriptions use exact names or wildcards such as person.*', async () => {
  const others = await Promise.all([startReceiver(), startReceiver()])
  const [wild, all] = others
  assert.ok(wild && all)
  await service.subscribe(church, receiver.url, ['contribution.recorded'])
  await service.subscribe(church, wild.url, ['person.*'])
  await service.subscribe(church, all.url, ['*'])
  await add('Ada')
  await church.send('POST', '/contributions', { amount: 5 })
  await all.until(2)
  await Promise.all([receiver.until(1), wild.until(1)])
  assert.deepEqual(
    receiver.received.map(({ json }) => json.event),
    ['contribution.recorded'],
  )
  assert.deepEqual(
    wild.received.map(({ json }) => json.event),
    ['person.created'],
  )
  await Promise.all(others.map(one => one.close()))
})

test('an endpoint gets the events of its own church only', async () => {
  const other = await service.church()
  await service.subscribe(church, receiver.url)
  await other.send('POST', '/people', { first_name: 'Eve' })
  await add('Ada')
  const [got] = await receiver.until(1)
  assert.equal(got?.json.church.id, church.church.id)
})

test('a request that is refused sends nothing; event, deliveries and change commit together', async () => {
  await service.subscribe(church, receiver.url)
  assert.equal((await add('')).status, 422)
  await church.send('POST', '/contributions', { amount: 1, reference: 'r' })
  assert.equal((await church.send('POST', '/contributions', { amount: 1, reference: 'r' })).status, 409)
  await add('Ada')
  const got = await receiver.until(2)
  assert.deepEqual(got.map(({ json }) => json.event).sort(), ['contribution.recorded', 'person.created'])
  const recorded = (await church.events()).map(({ name }) => name).filter(name => !name.startsWith('api.'))
  assert.deepEqual(recorded.sort(), ['contribution.recorded', 'person.created'])
})

for (const code of [200, 201, 202, 204, 299]) {
  test(`the receiver answers any 2xx: ${code} is a success`, async () => {
    const { id } = await service.subscribe(church, receiver.url)
    receiver.reply = status(code)
    await add('Ada')
    const [attempt] = await service.logged(id, 1)
    assert.deepEqual([attempt?.outcome, attempt?.status, attempt?.next_at], ['delivered', code, null])
  })
}

/** Seconds from the end of an attempt to the next, from the log as it is stored: what is shown has whole seconds. */
async function exactGap(endpoint: number, number: number): Promise<number> {
  const row = await service.database.read.first<{ gap: string }>(sql`
    select extract(epoch from next_at - started_at) - duration_ms / 1000.0 as gap
    from webhook_attempts where endpoint_id = ${endpoint} and number = ${number}`)
  return Number(row?.gap)
}

test('any other outcome is retried 4 more times, with gaps of 2, 4, 8 and 16 minutes', async () => {
  const { id } = await service.subscribe(church, receiver.url)
  receiver.reply = status(500, 'broken')
  await add('Ada')
  for (const [index, gap] of [120, 240, 480, 960].entries()) {
    const log = await service.logged(id, index + 1)
    const last = log.at(-1)
    assert.equal(last?.outcome, 'retrying')
    assert.equal(last?.reason, 'answered 500')
    assert.equal(last?.response, 'broken')
    assert.equal(await exactGap(id, index + 1), gap)
    // Not a moment too early, and then at once.
    await service.pass(gap - 5)
    assert.equal(receiver.received.length, index + 1)
    await service.pass(5)
    await receiver.until(index + 2)
  }
  const log = await service.logged(id, 5)
  assert.deepEqual([log[4]?.outcome, log[4]?.next_at], ['failed', null])
  await service.pass(86_400)
  assert.equal(receiver.received.length, 5)
  const ids = new Set(receiver.received.map(({ headers }) => headers['x-service-event-id']))
  const deliveries = new Set(receiver.received.map(({ headers }) => headers['x-service-delivery']))
  assert.deepEqual([ids.size, deliveries.size], [1, 5])
  assert.deepEqual(
    log.map(one => one.id),
    receiver.received.map(({ headers }) => headers['x-service-delivery']),
  )
  assert.equal((await service.look(id)).waiting, 0)
})

test('a retry that succeeds ends it', async () => {
  const { id } = await service.subscribe(church, receiver.url)
  receiver.reply = status(503)
  await add('Ada')
  await service.logged(id, 1)
  receiver.reply = status(200)
  await service.pass(121)
  const log = await service.logged(id, 2)
  assert.deepEqual(
    log.map(({ outcome }) => outcome),
    ['retrying', 'delivered'],
  )
  await service.pass(86_400)
  assert.equal(receiver.received.length, 2)
})

test('each attempt is signed anew, at its own time', async () => {
  const { id } = await service.subscribe(church, receiver.url)
  receiver.reply = status(500)
  await add('Ada')
  await service.logged(id, 1)
  await service.pass(121)
  const [first, second] = await receiver.until(2)
  const time = (headers: Receiver['received'][number]['headers'] | undefined): number =>
    Number(/t=(\d+)/.exec(String(headers?.['x-service-signature']))?.[1])
  assert.ok(time(second?.headers) - time(first?.headers) >= 120)
  assert.equal(first?.body, second?.body)
})

test('a change of the URL or of the events is followed by what is sent next', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['person.created'])
  const moved = await startReceiver()
  await add('Ada')
  await receiver.until(1)
  await church.act(updateEndpoint, { id, url: moved.url, events: ['contribution.*'] })
  await service.app.webhooks.sweep()
  await add('Ben')
  await church.send('POST', '/contributions', { amount: 5 })
  const [got] = await moved.until(1)
  assert.equal(got?.json.event, 'contribution.recorded')
  assert.equal(receiver.received.length, 1)
  await moved.close()
})
