/** The log of deliveries, sending again from it, and secrets (spec, Events, Delivery rules 3; decisions, Webhooks). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '../src/db/sql.ts'
import { dropPartitions, makePartitions } from '../src/events/partitions.ts'
import { listAttempts } from '../src/webhooks/delivery-log.ts'
import { createEndpoint, rotateSecret } from '../src/webhooks/endpoints.ts'
import { redeliver, redeliverSince } from '../src/webhooks/send-again.ts'
import { pauseEndpoint, resumeEndpoint } from '../src/webhooks/switch-endpoint.ts'
import { eventually, type Receiver, startReceiver, status } from './support/receiver.ts'
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

const give = (reference: string) => church.send('POST', '/contributions', { amount: 1, reference })
const refused = (code: string) => (error: unknown) => (error as { code?: string }).code === code

test('any event can be redelivered from the delivery log: same id and bytes, new delivery, usual retries', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await give('a')
  const [attempt] = await service.logged(id, 1)
  receiver.reply = status(500)
  await church.act(redeliver, { delivery: attempt?.id ?? '' })
  await service.logged(id, 2)
  await service.pass(121)
  const [first, second, third] = await receiver.until(3)
  assert.equal(first?.body, second?.body)
  const header = (name: string): unknown[] => [first, second, third].map(one => one?.headers[name])
  assert.equal(new Set(header('x-service-event-id')).size, 1)
  assert.equal(new Set(header('x-service-delivery')).size, 3)
  const log = await service.logged(id, 3)
  assert.deepEqual(
    log.map(({ kind, number }) => [kind, number]),
    [
      ['event', 1],
      ['redelivery', 1],
      ['redelivery', 2],
    ],
  )
})

test('what cannot be redelivered is refused in words', async () => {
  for (const text of ['dlv_999999_1', 'x', 'dlv_0_1']) {
    await assert.rejects(church.act(redeliver, { delivery: text }), refused('not_found'))
  }
})

test('a redelivery replaces what still waits for its retry', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  receiver.reply = status(500)
  await give('a')
  const [attempt] = await service.logged(id, 1)
  receiver.reply = status(200)
  await church.act(redeliver, { delivery: attempt?.id ?? '' })
  await service.logged(id, 2)
  await service.pass(86_400)
  assert.equal(receiver.received.length, 2)
})

test('everything that failed since a moment is redelivered, and nothing else', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await give('fine')
  await service.logged(id, 1)
  receiver.reply = status(500)
  await give('failed')
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    await service.logged(id, attempt)
    await service.pass(1_000)
  }
  await church.act(pauseEndpoint, { id })
  await give('held')
  await church.act(resumeEndpoint, { id, discard: true })
  receiver.reply = status(200)
  await give('later')
  await service.logged(id, 8)
  const before = receiver.received.length
  const moment = new Date(Date.now() - 3_600_000).toISOString()
  assert.equal((await church.act(redeliverSince, { id, since: moment })).redelivered, 2)
  await receiver.until(before + 2)
  const sent = receiver.received.slice(before).map(({ json }) => json.data.reference)
  assert.deepEqual(sent.sort(), ['failed', 'held'])
  await service.logged(id, 10)
  assert.equal((await church.act(redeliverSince, { id, since: moment })).redelivered, 0, 'now they are delivered')
})

test('after a rotation both secrets verify for a time, then the new one only', async () => {
  // The verifier looks at the real time, so this needs a service whose clock was not moved.
  const present = await startWebhooks()
  const members = await present.church()
  const made = await present.subscribe(members, receiver.url, ['person.*'])
  const rotated = await members.act(rotateSecret, { id: made.id, hours: 1 })
  await members.send('POST', '/people', { first_name: 'Ada' })
  const [first] = await receiver.until(1)
  const verify = (secret: string, got = first) =>
    new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
  for (const secret of [made.secret, rotated.secret]) verify(secret)
  assert.equal(String(first?.headers['x-service-signature']).match(/v1=/g)?.length, 1)
  const last = await members.act(rotateSecret, { id: made.id, hours: 0 })
  await present.app.webhooks.sweep()
  await members.send('POST', '/people', { first_name: 'Ben' })
  const [, second] = await receiver.until(2)
  verify(last.secret, second)
  assert.throws(() => verify(rotated.secret, second), /No matching signature/)
  await present.close()
})

test('an endpoint may not have more than what the plan allows, and every wrong field is named at once', async () => {
  await church.set({ webhook_limit: 1 })
  await service.subscribe(church, receiver.url)
  await assert.rejects(service.subscribe(church, receiver.url), refused('plan_limit_reached'))
  const input = { url: 'http://10.0.0.1/x', events: ['person.create', 'nobody.*'], description: 'x'.repeat(191) }
  await assert.rejects(church.act(createEndpoint, input), (error: unknown) => {
    const { errors } = error as { errors: Record<string, string> }
    assert.deepEqual(Object.keys(errors).sort(), ['description', 'events', 'url'])
    assert.match(errors.events ?? '', /person\.created/)
    return true
  })
})

test('x.y is accepted in a subscription, never sent', async () => {
  const endpoint = await service.subscribe(church, receiver.url, ['x.y', 'x.y'])
  assert.deepEqual(endpoint.events, ['x.y'])
})

/** Where the rows of the church lie that should be gone, and who holds the table. */
async function hindrance(table: 'events' | 'webhook_attempts'): Promise<string> {
  const { read } = service.database
  const which = table === 'events' ? sql`events` : sql`webhook_attempts`
  const rows = await read.all(sql`select tableoid::regclass::text as part, count(*)::int as rows
    from ${which} where church_id = ${church.church.id} group by 1`)
  const holders = await read.all(sql`select l.relation::regclass::text as held, l.mode, a.pid, a.state, a.xact_start,
      left(a.query, 60) as query
    from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where l.database = (select oid from pg_database where datname = current_database()) and l.granted
      and l.relation::regclass::text like ${`${table}%`} and a.pid <> pg_backend_pid() limit 20`)
  return JSON.stringify({ rows, holders })
}

test('events and the log are kept 30 days, then dropped by the week', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await give('a')
  await service.logged(id, 1)
  const count = async (table: 'events' | 'webhook_attempts'): Promise<number> => {
    const which = table === 'events' ? sql`events` : sql`webhook_attempts`
    const row = await service.database.read.first<{ n: number }>(
      sql`select count(*)::int as n from ${which} where church_id = ${church.church.id}`,
    )
    return row?.n ?? -1
  }
  await dropPartitions(service.database)
  assert.deepEqual([(await count('events')) > 0, await count('webhook_attempts')], [true, 1])
  // The partitions of this week end within seven days. The clock of the service was moved on above, so that the attempt
  // may be of the week after it: its partition ends within fourteen.
  // Whoever else is at work for a moment keeps a partition for the next time, so it may take several.
  const gone = (table: 'events' | 'webhook_attempts') =>
    eventually(`the ${table} are dropped`, async () => {
      await dropPartitions(service.database, -15)
      return (await count(table)) === 0
    }).catch(async error => assert.fail(`${(error as Error).message}: ${await hindrance(table)}`))
  try {
    // While somebody writes nobody is made to wait: they are left for the next time.
    await service.database.write(church.church.id, async tx => {
      await tx.run(sql`update events set name = name where church_id = ${church.church.id}`)
      await gone('webhook_attempts')
    })
    assert.ok((await count('events')) > 0)
    await gone('events')
  } finally {
    await makePartitions(service.database)
  }
  await give('b')
  await service.logged(id, 1)
})

test('an event that waited until it was no longer kept is given up, and the log says why', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await church.act(pauseEndpoint, { id })
  await give('a')
  await service.database.read.all(sql`delete from events where church_id = ${church.church.id} returning id`)
  await church.act(resumeEndpoint, { id })
  const [entry] = await service.logged(id, 1)
  assert.deepEqual([entry?.outcome, entry?.number, entry?.reason], ['discarded', 0, 'the event is no longer kept'])
  await eventually('nothing waits', async () => (await service.look(id)).waiting === 0)
  assert.equal(receiver.received.length, 0)
})

test('the log of one endpoint has nothing of another', async () => {
  const other = await service.subscribe(church, receiver.url, ['person.*'])
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await give('a')
  await service.logged(id, 1)
  assert.deepEqual(await listAttempts(service.database.read, other), [])
})
