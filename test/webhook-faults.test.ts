/** Receivers that are at fault in every way a receiver can be: each attempt ends with words, and nobody else notices (spec, Webhooks). */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { deleteEndpoint } from '../src/webhooks/endpoints.ts'
import { proved } from './support/proved.ts'
import { type Receiver as Inbox, startReceiver } from './support/receiver.ts'
import { type Answer, always, closedPort, type Receiver, receive, receiveRaw, saying } from './support/receivers.ts'
import type { TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

/** How often each fault is met. */
const TIMES = Number(process.env.SEXTON_TEST_FAULTS ?? 1)
/** Seconds of the shortest deadline that can be set, so that a receiver that hangs is given up soon. */
const DEADLINE = '1'

const hangUp = (socket: Socket): void => void socket.destroy()
/** Says something again and again. */
const drip =
  (bytes: string, first = 'HTTP/1.1 200 OK\r\n') =>
  (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(first)
      const timer = setInterval(() => socket.write(bytes), 50)
      socket.once('close', () => clearInterval(timer))
    })
  }

type Open = (t: TestContext) => Promise<Receiver>

const raw =
  (meet: (socket: Socket) => void): Open =>
  t =>
    receiveRaw(t, meet)
const plain =
  (answer: Answer): Open =>
  t =>
    receive(t, answer)
/** Does something when a request has begun to come. */
const then =
  (act: (socket: Socket) => void) =>
  (socket: Socket): void =>
    void socket.once('data', () => act(socket))

const [CLOSED, LATE] = [/^connection (closed without an answer|reset)$/, /^timed out after 1 s$/]

/** What a receiver does, and the words that stand in the log then. */
const FAULTS: readonly (readonly [what: string, open: Open, words: RegExp])[] = [
  ['answers 400', plain(always(400)), /^answered 400$/],
  ['answers 404', plain(always(404)), /^answered 404$/],
  ['answers 429', plain(always(429)), /^answered 429$/],
  ['answers 500', plain(always(500)), /^answered 500$/],
  ['answers 503', plain(always(503, '', { 'retry-after': '1' })), /^answered 503$/],
  ['leads elsewhere', plain(always(302, '', { location: '/' })), /^answered 302: redirects are not followed$/],
  ['never answers', plain(() => undefined), LATE],
  ['never reads', raw(socket => socket.pause()), LATE],
  ['hangs up at once', raw(hangUp), CLOSED],
  ['hangs up when it has the request', raw(then(hangUp)), CLOSED],
  ['resets the connection', raw(then(socket => socket.resetAndDestroy())), CLOSED],
  ['answers what is no HTTP', raw(saying('220 mail.example ESMTP\r\n')), /^the answer is not HTTP$/],
  ['breaks off in the head', raw(saying('HTTP/1.1 200 OK\r\nContent-Le', hangUp)), CLOSED],
  ['has a head that drips', raw(drip('X-More: 1\r\n')), LATE],
  ['announces its answer for ever', raw(drip('HTTP/1.1 100 Continue\r\n\r\n', '')), LATE],
  ['is not there', async t => ({ ...(await receive(t, always(200))), url: await nowhere() }), /^connection refused$/],
]

const nowhere = async (): Promise<string> => `http://127.0.0.1:${await closedPort()}/hook`

let service: WebhookService
let church: TestChurch
/** Of somebody who is at no fault. */
let healthy: Inbox

before(async () => {
  service = await startWebhooks({
    SEXTON_WEBHOOK_TIMEOUT: DEADLINE,
    SEXTON_WEBHOOK_PAUSE_AFTER: '1000000',
    SEXTON_WEBHOOK_GAPS: '86400',
  })
  church = await service.church()
  healthy = await startReceiver()
  await service.subscribe(church, healthy.url, ['person.created'])
})
after(async () => {
  await healthy.close()
  await service.close()
})

for (const [what, open, words] of FAULTS) {
  test(`a receiver that ${what}: each attempt fails in words, and who is at no fault has every event once`, async t => {
    const receiver = await open(t)
    const { id } = await service.subscribe(church, receiver.url, ['person.created'])
    healthy.received = []
    for (let n = 0; n < TIMES; n += 1)
      assert.equal((await church.send('POST', '/people', { first_name: `${n}` })).status, 201)
    const attempts = await service.logged(id, TIMES, 60_000 + TIMES * 5_000)
    for (const { outcome, reason } of attempts) {
      assert.equal(outcome, 'retrying')
      assert.match(reason ?? '', words)
    }
    assert.equal(new Set(attempts.map(({ event_id }) => event_id)).size, TIMES)
    await healthy.until(TIMES)
    assert.deepEqual(
      healthy.received.map(({ json }) => json.data.first_name).sort(),
      Array.from({ length: TIMES }, (_, n) => `${n}`).sort(),
    )
    await church.act(deleteEndpoint, { id })
    proved(t, TIMES, 'faults of receivers')
  })
}
