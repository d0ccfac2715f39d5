/** Many churches, and settings that changed: what a sender that works for one church may still get wrong. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, type Db, idArray } from '../src/db/database.ts'
import { type Statement, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { addEndpoint } from '../src/webhooks/endpoints.ts'
import { Lane, type LaneEndpoint } from '../src/webhooks/lane.ts'
import { refill } from '../src/webhooks/lane-store.ts'
import type { Outlet } from '../src/webhooks/outlet.ts'
import { resumeEndpoint } from '../src/webhooks/switch-endpoint.ts'
import { ON_CITUS } from './support/database.ts'
import { openPool } from './support/lent-database.ts'
import { proved } from './support/proved.ts'
import { eventually, type Receiver, startReceiver, status } from './support/receiver.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

/** Each sends 800 events. */
const ROUNDS = Number(process.env.SEXTON_TEST_EVENTS ?? 1)

/** Four hundred attempts at once may take a busy machine longer than receivers have. */
const PATIENT = { SEXTON_WEBHOOK_TIMEOUT: '60' }

let service: WebhookService
let receiver: Receiver
before(async () => {
  service = await startWebhooks({ SEXTON_WEBHOOK_PAUSE_AFTER: '5', ...PATIENT })
  receiver = await startReceiver()
})
after(async () => {
  await receiver.close()
  await service.close()
})

/** Churches at once. */
const COUNT = 400

/** Makes so many churches, each with an endpoint. @returns the endpoints as a lane needs them */
async function subscribeMany(of: WebhookService, to: Receiver): Promise<LaneEndpoint[]> {
  const made = await of.database.read.all<{ id: number; slug: string; name: string }>(sql`
    insert into churches (name, slug, country, currency, timezone)
    select 'Many', 'many-' || gen_random_uuid(), 'NG', 'NGN', 'Africa/Lagos' from generate_series(1, ${COUNT}::integer)
    returning id, slug, name`)
  for (const church of made) {
    const parts = { vault: of.vault, church, allowInsecure: true, catalogue: HOUSE.catalogue }
    await of.database.write(church.id, tx => addEndpoint(tx, parts, { url: to.url, events: ['*'] }))
  }
  return await of.database.read.all<LaneEndpoint>(sql`
    select church_id, id as endpoint_id, url, status, status_since, 0 as failures, 0 as epoch
    from webhook_endpoints where church_id = any(${idArray(made.map(({ id }) => id))}) order by id`)
}

/** What became of hundreds is written down through two connections, on a busy machine and on Citus. */
const PATIENCE_MS = 300_000

/**
 * An event for each endpoint that stands in the table only, and one more once those have arrived.
 * @param database the way to it for what is written and looked up here
 */
async function sendTwice(of: WebhookService, to: Receiver, database: Database): Promise<void> {
  to.received = []
  for (const [at, serial] of ['A', 'B'].entries()) {
    const now = new Date().toISOString()
    const event = sql`event_id_at(${now}::timestamptz) || ${serial}::text || lpad(id::text, 15, '0')`
    await database.write(0, async tx => {
      await tx.run(sql`insert into events (church_id, id, name, body, created_at)
        select church_id, ${event}, 'person.created', '{}', ${now}::timestamptz from webhook_endpoints`)
      await tx.run(sql`insert into webhook_deliveries (church_id, endpoint_id, event_id, created_at)
        select church_id, id, ${event}, ${now}::timestamptz from webhook_endpoints`)
    })
    await of.app.webhooks.sweep()
    await to.until((at + 1) * COUNT)
  }
  const waiting = () => database.read.all(sql`select endpoint_id, event_id, attempts, due_at from webhook_deliveries`)
  await eventually('nothing waits', async () => (await waiting()).length === 0, PATIENCE_MS).catch(async error => {
    throw new Error(`Of ${to.received.length} received these wait: ${JSON.stringify(await waiting())}`, {
      cause: error,
    })
  })
  assert.equal(new Set(to.received.map(({ headers }) => headers['x-service-event-id'])).size, 2 * COUNT)
  assert.equal(to.received.length, 2 * COUNT)
}

test('the events of 400 churches all arrive, those of the table and those that are committed here', async t => {
  await subscribeMany(service, receiver)
  for (let round = 1; round <= ROUNDS; round += 1) await sendTwice(service, receiver, service.database)
  proved(t, ROUNDS * 2 * COUNT, 'events')
})

test('with two connections to the database they arrive as well, and reads are answered meanwhile', async () => {
  const small = await startWebhooks({ SEXTON_POOL_SIZE: '2', ...PATIENT })
  const own = await startReceiver()
  // On Citus the connection that writes is held longer than a write of this test would wait for it.
  const beside = openPool(small.connection, service.config)
  try {
    const church = await small.church()
    await subscribeMany(small, own)
    let over = false
    const statuses = new Set<number>()
    const reads = async (): Promise<void> => {
      while (!over) statuses.add((await church.send('GET', '/people')).status)
    }
    const reader = reads()
    await sendTwice(small, own, beside).finally(() => {
      over = true
    })
    await reader
    assert.deepEqual([...statuses], [200])
  } finally {
    await own.close()
    await beside.close()
    await small.close()
  }
})

test('church by church, as on Citus, the same is found, and few are asked for at once', async () => {
  const endpoints = await subscribeMany(service, receiver)
  const ids = endpoints.map(({ endpoint_id }) => endpoint_id)
  await service.database.read.all(sql`
    insert into webhook_deliveries (church_id, endpoint_id, event_id, created_at, due_at)
    select church_id, id, event_id_at(now()) || 'C' || lpad(id::text, 15, '0'), now(), now() + interval '1 hour'
    from webhook_endpoints where id = any(${idArray(ids)}) returning id`)
  const outlet = { send: () => assert.fail('nothing is sent') } as unknown as Outlet
  const lanes = endpoints.map(endpoint => new Lane(endpoint, outlet, 5))
  const until = new Date(Date.now() + 2 * 3_600_000).toISOString()
  const { read } = service.database
  let [asked, now, most] = [0, 0, 0]
  const counted: Db = {
    text: query => read.text(query),
    first: query => read.first(query),
    async all<Row extends object>(query: Statement): Promise<Row[]> {
      asked += 1
      now += 1
      most = Math.max(most, now)
      const rows = await read.all<Row>(query)
      now -= 1
      return rows
    },
  }
  const apart = await refill({ read: counted, isDistributed: async () => true }, lanes, until)
  assert.deepEqual([asked, most, apart.size], [COUNT, 8, COUNT])
  // All at once is a statement that Citus refuses.
  if (ON_CITUS) return
  const together = await refill({ read: counted, isDistributed: async () => false }, lanes, until)
  assert.deepEqual([asked, together.size], [COUNT + 1, COUNT])
  for (const [endpoint, deliveries] of together) assert.deepEqual(apart.get(endpoint), deliveries)
})

test('an endpoint with more failures than now pause one is tried once more, and paused', async () => {
  const church = await service.church()
  const failing = await startReceiver()
  failing.reply = status(500)
  const { id } = await service.subscribe(church, failing.url, ['person.*'])
  await service.database.read.all(
    sql`update webhook_lanes set failures = 7 where endpoint_id = ${id} returning endpoint_id`,
  )
  await church.send('POST', '/people', { first_name: 'Ada' })
  await church.send('POST', '/people', { first_name: 'Ben' })
  await eventually('it is paused', async () => (await service.look(id)).status === 'paused')
  assert.equal(failing.received.length, 1)
  failing.reply = status(200)
  await church.act(resumeEndpoint, { id })
  await failing.until(2)
  await failing.close()
})
