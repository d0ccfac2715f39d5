/** Endpoints that fail, are paused, and are switched on again (spec, Events, Delivery rules 4; decisions, Webhooks). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { listNotices } from '../src/notices/notice.ts'
import { deleteEndpoint } from '../src/webhooks/endpoints.ts'
import { sendTest } from '../src/webhooks/send-again.ts'
import { pauseEndpoint, resumeEndpoint, switchOffEndpoint } from '../src/webhooks/switch-endpoint.ts'
import { proved } from './support/proved.ts'
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

/** Records gifts, many at a time; their references tell them apart. */
async function gifts(from: number, to: number): Promise<void> {
  const all = Array.from({ length: to - from }, (_, n) => ({ amount: 1, reference: `g${from + n}` }))
  await Promise.all(all.map(body => church.send('POST', '/contributions', body)))
}

const paused = (id: number) =>
  eventually('the endpoint is paused', async () => {
    const endpoint = await service.look(id)
    return endpoint.status === 'paused' && endpoint
  })

const references = (): string[] => receiver.received.map(({ json }) => json.data.reference)

test('an endpoint failing 20 deliveries in a row is paused after exactly 20, however many are under way', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  receiver.reply = status(200)
  await gifts(0, 30)
  await receiver.until(30)
  // Now the lane is at its widest; half of what follows waits when the first fail.
  receiver.reply = response => setTimeout(() => response.writeHead(500).end(), 5)
  await gifts(30, 90)
  const endpoint = await paused(id)
  assert.deepEqual([endpoint.failures, endpoint.failed, endpoint.status_reason], [20, 20, 'failures'])
  await service.pass(3_600)
  assert.equal(receiver.received.length, 50)
  assert.equal((await service.look(id)).waiting, 60)
})

test('nineteen failures and a success begin the count anew', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  receiver.reply = status(500)
  await gifts(0, 19)
  await service.logged(id, 19)
  assert.equal((await service.look(id)).failures, 19)
  receiver.reply = status(200)
  await gifts(19, 20)
  await service.logged(id, 20)
  assert.equal((await service.look(id)).failures, 0)
  receiver.reply = status(500)
  await gifts(20, 39)
  await service.logged(id, 39)
  const endpoint = await service.look(id)
  assert.deepEqual([endpoint.status, endpoint.failures], ['active', 19])
  await gifts(39, 40)
  await paused(id)
})

test('administrators are notified once when an endpoint is paused', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  receiver.reply = status(500)
  await gifts(0, 25)
  await paused(id)
  const notices = await listNotices(service.database, church.church.id)
  assert.equal(notices.length, 1)
  assert.equal(notices[0]?.kind, 'webhook_paused')
  assert.match(notices[0]?.body ?? '', /failed 20 times in a row \(last: answered 500\).*sexton webhook resume/)
})

test('a paused endpoint must be switched back on: its events are held, then sent, slowly at first', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await church.act(pauseEndpoint, { id })
  await gifts(0, 40)
  await service.app.webhooks.sweep()
  assert.equal(receiver.received.length, 0)
  assert.equal((await service.look(id)).waiting, 40)
  const waiting: (() => void)[] = []
  receiver.reply = response => waiting.push(() => response.end())
  await church.act(resumeEndpoint, { id })
  await receiver.until(1)
  await service.app.webhooks.sweep()
  assert.equal(receiver.received.length, 1, 'one at first')
  waiting.shift()?.()
  await receiver.until(3)
  await service.app.webhooks.sweep()
  assert.equal(receiver.received.length, 3, 'then two')
  receiver.reply = status(200)
  for (const answer of waiting.splice(0)) answer()
  await receiver.until(40)
  assert.ok(receiver.mostOpen <= 8, `${receiver.mostOpen} at once`)
  assert.equal(new Set(references()).size, 40)
  await eventually('nothing waits', async () => (await service.look(id)).waiting === 0)
})

/** How often an endpoint is paused while something is under way. */
const ROUNDS = 30

test('what is recorded after a pause was answered is held, also while a delivery is under way', async t => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, sent] = [round * 14, round * 9]
    receiver.reply = status(200)
    // So that the lane is wide: one more would be sent at once.
    await gifts(first, first + 8)
    await receiver.until(sent + 8)
    const waiting: (() => void)[] = []
    receiver.reply = response => waiting.push(() => response.end())
    await gifts(first + 8, first + 9)
    await receiver.until(sent + 9)
    await church.act(pauseEndpoint, { id })
    await gifts(first + 9, first + 14)
    for (const answer of waiting.splice(0)) answer()
    await service.app.webhooks.sweep()
    assert.equal(receiver.received.length, sent + 9, `round ${round}`)
    await eventually('what was under way is written down', async () => (await service.look(id)).waiting === 5)
    assert.equal((await church.act(resumeEndpoint, { id, discard: true })).discarded, 5)
  }
  proved(t, ROUNDS, 'pauses while a delivery was under way')
})

test('switching on may discard what was held; the log says so', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await church.act(pauseEndpoint, { id })
  await gifts(0, 3)
  const { endpoint, discarded } = await church.act(resumeEndpoint, { id, discard: true })
  assert.deepEqual([discarded, endpoint.waiting, endpoint.status], [3, 0, 'active'])
  await gifts(3, 4)
  await receiver.until(1)
  assert.deepEqual(references(), ['g3'])
  const log = await service.logged(id, 4)
  assert.deepEqual(
    log.map(({ outcome }) => outcome),
    ['discarded', 'discarded', 'discarded', 'delivered'],
  )
})

test('an endpoint that is off holds nothing', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await church.act(pauseEndpoint, { id })
  await gifts(0, 2)
  assert.equal((await church.act(switchOffEndpoint, { id })).discarded, 2)
  await gifts(2, 4)
  assert.equal((await service.look(id)).waiting, 0)
  await church.act(resumeEndpoint, { id })
  await gifts(4, 5)
  await receiver.until(1)
  assert.deepEqual(references(), ['g4'])
})

test('a resumed endpoint that still fails is paused after 20 more', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  receiver.reply = status(500)
  await gifts(0, 45)
  await paused(id)
  await church.act(resumeEndpoint, { id })
  await eventually('20 more', () => receiver.received.length === 40)
  await paused(id)
  await service.pass(3_600)
  assert.equal(receiver.received.length, 40)
})

test('a test event is sent to a paused endpoint, and its failures do not count', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await church.act(pauseEndpoint, { id })
  receiver.reply = status(500)
  for (let count = 0; count < 25; count += 1) await church.act(sendTest, { id })
  const [got] = await receiver.until(25)
  assert.deepEqual([got?.json.event, got?.json.data.endpoint_id], ['ping', id])
  assert.equal(typeof got?.json.data.message, 'string')
  await service.logged(id, 25)
  assert.equal((await service.look(id)).failures, 0)
  assert.equal((await service.look(id)).status_reason, 'by hand')
})

test('410 Gone pauses at once and records api.webhook_gone, which other endpoints get', async () => {
  const other = await startReceiver()
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await service.subscribe(church, other.url, ['api.*'])
  receiver.reply = status(410)
  await gifts(0, 1)
  const endpoint = await paused(id)
  assert.equal(endpoint.status_reason, 'gone')
  const [got] = await other.until(1)
  assert.equal(got?.json.event, 'api.webhook_gone')
  assert.deepEqual(
    [got?.json.data.endpoint_id, got?.json.data.url, got?.json.data.status],
    [id, new URL(receiver.url).origin, 'paused'],
  )
  await gifts(1, 2)
  await service.pass(3_600)
  assert.equal(receiver.received.length, 1)
  await other.close()
})

test('an endpoint that hangs delays nobody else', async () => {
  const fine = await startReceiver()
  await service.subscribe(church, receiver.url, ['contribution.*'])
  await service.subscribe(church, fine.url, ['contribution.*'])
  receiver.reply = () => undefined
  await gifts(0, 50)
  await fine.until(50)
  assert.ok(receiver.received.length < 8)
  await fine.close()
})

test('a deleted endpoint gets nothing more, and nothing waits for it', async () => {
  const { id } = await service.subscribe(church, receiver.url, ['contribution.*'])
  await church.act(pauseEndpoint, { id })
  await gifts(0, 2)
  await church.act(deleteEndpoint, { id })
  await gifts(2, 3)
  await service.pass(1)
  const left = await service.database.read.first<{ n: number }>(
    sql`select count(*)::int as n from webhook_deliveries where church_id = ${church.church.id}`,
  )
  assert.deepEqual([left?.n, receiver.received.length], [0, 0])
})
