/** Many churches, and settings that changed: what a sender that works for one church may still get wrong. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { addEndpoint } from '../src/webhooks/endpoints.ts'
import { resumeEndpoint } from '../src/webhooks/switch-endpoint.ts'
import { proved } from './support/proved.ts'
import { eventually, type Receiver, startReceiver, status } from './support/receiver.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

/** Each sends 800 events. */
const ROUNDS = Number(process.env.SEXTON_TEST_EVENTS ?? 1)

let service: WebhookService
let receiver: Receiver
before(async () => {
  service = await startWebhooks({ SEXTON_WEBHOOK_PAUSE_AFTER: '5' })
  receiver = await startReceiver()
})
after(async () => {
  await receiver.close()
  await service.close()
})

test('the events of 400 churches all arrive, those of the table and those that are committed here', async t => {
  const count = 400
  const churches = await service.database.read.all<{ id: number; slug: string; name: string }>(sql`
    insert into churches (name, slug, country, currency, timezone)
    select 'Many', 'many-' || n, 'NG', 'NGN', 'Africa/Lagos' from generate_series(1, ${count}::integer) n
    returning id, slug, name`)
  for (const church of churches) {
    const parts = { vault: service.vault, church, allowInsecure: true, catalogue: HOUSE.catalogue }
    const input = { url: receiver.url, events: ['*'] }
    await service.database.write(church.id, tx => addEndpoint(tx, parts, input))
  }
  const put = async (serial: string): Promise<void> => {
    await service.database.read.all(sql`
      with event as (insert into events (church_id, id, name, body, created_at)
        select e.church_id, event_id_at(now()) || ${serial} || lpad(e.id::text, 15, '0'), 'person.created', '{}', now()
        from webhook_endpoints e returning church_id, id)
      insert into webhook_deliveries (church_id, endpoint_id, event_id, created_at)
      select event.church_id, e.id, event.id, now() from event join webhook_endpoints e using (church_id) returning id`)
    await service.app.webhooks.sweep()
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    receiver.received = []
    await put('A')
    await receiver.until(count)
    await put('B')
    await receiver.until(2 * count)
    await nothingWaits()
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-event-id'])).size, 2 * count)
    assert.equal(receiver.received.length, 2 * count)
  }
  proved(t, ROUNDS * 2 * count, 'events')
})

const nothingWaits = (): Promise<true> =>
  eventually('nothing waits', async () => {
    const row = await service.database.read.first<{ n: number }>(sql`select count(*)::int as n from webhook_deliveries`)
    return row?.n === 0
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
