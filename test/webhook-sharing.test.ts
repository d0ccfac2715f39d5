/** Lanes are shared out when nodes come and go, and nothing is lost or sent twice for it (decision 0009). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { giftsOf } from '../src/webhooks/sharing.ts'
import { eventually, type Receiver, startReceiver } from './support/receiver.ts'
import { send, type TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

const LANES = 24
/** Gifts on each node; each is an event for each endpoint. */
const GIFTS = 40

let service: WebhookService
let church: TestChurch
let receiver: Receiver

before(async () => {
  // A receiver that shares a busy processor with its senders is slow, and not silent.
  service = await startWebhooks({ SEXTON_WEBHOOK_TIMEOUT: '60' })
  church = await service.church()
  receiver = await startReceiver()
  for (let n = 0; n < LANES; n += 1) await service.subscribe(church, receiver.url, ['contribution.recorded'])
})
after(async () => {
  await receiver.close()
  await service.close()
})

/** How many lanes each node holds, fewest first. */
const parts = async (): Promise<number[]> => {
  const rows = await service.database.read.all<{ n: number }>(
    sql`select count(*)::int as n from webhook_lanes where node is not null group by node order by n`,
  )
  return rows.map(({ n }) => n)
}

const give = async (url: string, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const { status } = await send(url, 'POST', '/api/v1/contributions', { key: church.key, body: { amount: 100 + n } })
    assert.equal(status, 201)
  }
}

/** Every event came to every endpoint once. @param gifts so far */
async function assertWhole(gifts: number): Promise<void> {
  await receiver.until(gifts * LANES)
  await eventually('nothing waits', async () => {
    const row = await service.database.read.first<{ n: number }>(sql`select count(*)::int as n from webhook_deliveries`)
    return row?.n === 0
  })
  const ids = receiver.received.map(({ headers }) => headers['x-service-delivery'])
  assert.deepEqual([ids.length, new Set(ids).size], [gifts * LANES, gifts * LANES])
}

test('a node that joins soon carries its part, and one that goes leaves it to the others; each event comes once', async () => {
  await give(service.url, 1)
  await assertWhole(1)
  assert.deepEqual(await parts(), [LANES])
  const second = await service.node()
  // While there is always something to send.
  const load = Promise.all([give(service.url, GIFTS), give(second.url, GIFTS)])
  await eventually('both have their part', async () => {
    await service.app.webhooks.sweep()
    const [fewest = 0, most = 0] = await parts()
    return fewest + most === LANES && fewest >= LANES / 2 - 2
  })
  await load
  await assertWhole(1 + 2 * GIFTS)
  await second.close()
  await give(service.url, 1)
  await assertWhole(2 + 2 * GIFTS)
  assert.deepEqual(await parts(), [LANES])
})

test('a node gives what it has too much to those that hold the fewest, and lanes do not wander for a few', () => {
  const of = (...lanes: number[]) =>
    giftsOf(
      'a',
      lanes.map((count, at) => ({ id: 'abc'.charAt(at), lanes: count })),
    )
  assert.deepEqual(of(30, 0), new Map([['b', 15]]))
  assert.deepEqual(
    of(30, 9, 0),
    new Map([
      ['c', 13],
      ['b', 4],
    ]),
  )
  assert.deepEqual(of(11, 10), new Map())
  assert.deepEqual(of(0, 30), new Map())
  assert.deepEqual(of(30), new Map())
  assert.deepEqual(of(1_000, 0), new Map([['b', 50]]))
})
