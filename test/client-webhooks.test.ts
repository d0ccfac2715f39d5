/** The client's look at webhooks: what the service sends, by both recipes, and what somebody else might. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyWebhook, WebhookError, type WebhookEvent } from '../client/src/index.ts'
import { rotateSecret } from '../src/webhooks/endpoints.ts'
import { headersOf, newSecret } from '../src/webhooks/sign.ts'
import { eventually, startReceiver } from './support/receiver.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

let service: WebhookService

before(async () => {
  service = await startWebhooks()
})
after(() => service.close())

const SECONDS = 1_800_000_000
const BODY = '{"id":"evt_1","event":"person.created","data":{"first_name":"Ṣadé"}}'

const sign = (secrets: readonly string[], seconds = SECONDS, body = BODY) =>
  headersOf({ attempt: 'dlv_1_1', event_id: 'evt_1', event: 'person.created', body }, secrets, seconds)

const codeOf = (call: Promise<WebhookEvent>): Promise<string> =>
  call.then(
    () => 'genuine',
    (error: unknown) => (error instanceof WebhookError ? error.code : assert.fail(String(error))),
  )

/** The headers of one recipe alone. */
const only = (headers: Record<string, string>, recipe: RegExp): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => recipe.test(name)))

const OWN = /^x-service/i
const STANDARD = /^webhook-/

test('what the service sends is genuine, and narrows to its event', async t => {
  const church = await service.church()
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const { id, secret } = await service.subscribe(church, receiver.url, ['person.*'])
  const { data } = (await church.send('POST', '/people', { first_name: 'Ṣadé' })).json
  await church.send('PATCH', `/people/${data.id}`, { status: 'member' })
  const received = await receiver.until(3)
  const told: unknown[] = []
  for (const { body, headers } of received) {
    const event = await verifyWebhook(body, headers, secret)
    if (event.event === 'person.created') told.push(event.data.first_name)
    if (event.event === 'person.updated') told.push(event.previous.status, event.data.status)
    assert.deepEqual(await verifyWebhook(new TextEncoder().encode(body), headers, secret), event)
  }
  assert.deepEqual(told.sort(), ['member', 'visitor', 'Ṣadé'])
  assert.equal(
    await codeOf(verifyWebhook(received[0]?.body ?? '', received[0]?.headers ?? {}, newSecret())),
    'not_genuine',
  )

  // While the secret is being replaced a receiver may have either.
  const { secret: next } = await church.act(rotateSecret, { id, hours: 24 })
  let last = received.at(-1)
  // The node that sends hears of the new secret a moment after it was made.
  await eventually('the new secret signs', async () => {
    const seen = receiver.received.length
    await church.send('PATCH', `/people/${data.id}`, { last_name: `Obi ${seen}` })
    last = (await receiver.until(seen + 1)).at(-1)
    return (await codeOf(verifyWebhook(last?.body ?? '', last?.headers ?? {}, next))) === 'genuine'
  })
  for (const known of [secret, next, [next, secret]])
    assert.equal(await codeOf(verifyWebhook(last?.body ?? '', last?.headers ?? {}, known)), 'genuine')
  assert.equal(await codeOf(verifyWebhook(last?.body ?? '', only(last?.headers as never, OWN), secret)), 'not_genuine')
})

test('either recipe is enough', async () => {
  const secret = newSecret()
  for (const recipe of [OWN, STANDARD, /^[xw]/i])
    assert.equal(await codeOf(verifyWebhook(BODY, only(sign([secret]), recipe), secret, { now: SECONDS })), 'genuine')
})

test('headers are read as fetch and Node.js have them, whatever their case', async () => {
  const secret = newSecret()
  const headers = sign([secret])
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  for (const form of [headers, lower, lists, new Headers(headers)])
    assert.equal(await codeOf(verifyWebhook(BODY, form, secret, { now: SECONDS })), 'genuine')
})

test('a body or a time that was changed, a signature of somebody else and half a signature are refused', async () => {
  const secret = newSecret()
  const headers = sign([secret])
  const now = { now: SECONDS }
  for (const recipe of [OWN, STANDARD]) {
    const own = only(headers, recipe)
    const changed = (from: RegExp, to: string) =>
      Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value.replace(from, to)]))
    assert.equal(await codeOf(verifyWebhook(BODY.replace('evt_1', 'evt_2'), own, secret, now)), 'not_genuine')
    assert.equal(await codeOf(verifyWebhook(`${BODY} `, own, secret, now)), 'not_genuine')
    assert.equal(await codeOf(verifyWebhook(BODY, changed(/1800000000/, '1800000001'), secret, now)), 'not_genuine')
    assert.equal(
      await codeOf(verifyWebhook(BODY, changed(/(v1[,=]).*/, '$1'), secret, now)),
      recipe === OWN ? 'not_signed' : 'not_genuine',
    )
    assert.equal(await codeOf(verifyWebhook(BODY, changed(/(v1[,=].{8}).*/, '$1'), secret, now)), 'not_genuine')
    assert.equal(await codeOf(verifyWebhook(BODY, changed(/(v1[,=]).*/, '$1€€€€'), secret, now)), 'not_genuine')
    const foreign = only(sign([newSecret()]), recipe)
    assert.equal(await codeOf(verifyWebhook(BODY, foreign, secret, now)), 'not_genuine')
  }
  const other = { ...only(headers, STANDARD), 'webhook-id': 'evt_2' }
  assert.equal(await codeOf(verifyWebhook(BODY, other, secret, now)), 'not_genuine')
})

test('a request without a signature is refused', async () => {
  const secret = newSecret()
  const unsigned = [
    {},
    { 'x-service-signature': '' },
    { 'x-service-signature': 't=abc,v1=00' },
    { 'webhook-signature': 'v1,AA==' },
  ]
  for (const headers of unsigned)
    assert.equal(await codeOf(verifyWebhook(BODY, headers, secret, { now: SECONDS })), 'not_signed')
})

test('a signature is good for 300 seconds in either direction, or as long as is said', async () => {
  const secret = newSecret()
  const at = (offset: number, toleranceSeconds?: number): Promise<string> =>
    codeOf(
      verifyWebhook(BODY, sign([secret]), secret, {
        now: SECONDS + offset,
        ...(toleranceSeconds !== undefined && { toleranceSeconds }),
      }),
    )
  assert.deepEqual(await Promise.all([-301, -300, 300, 301].map(offset => at(offset))), [
    'too_old',
    'genuine',
    'genuine',
    'too_old',
  ])
  assert.deepEqual(await Promise.all([10, 11].map(offset => at(offset, 10))), ['genuine', 'too_old'])
  assert.equal(await at(0, Number.NaN), 'too_old')
})

test('an old signature of one recipe does not profit from a fresh time of the other', async () => {
  const secret = newSecret()
  const mixed = { ...sign([secret], SECONDS - 900), 'webhook-timestamp': String(SECONDS) }
  assert.equal(await codeOf(verifyWebhook(BODY, mixed, secret, { now: SECONDS })), 'not_genuine')
})

test('what cannot be a secret is a fault of the program, not of the request', async () => {
  for (const secret of ['', 'whsec_', 'secret', [], [newSecret(), ''], undefined as never])
    await assert.rejects(verifyWebhook(BODY, sign([newSecret()]), secret, { now: SECONDS }), {
      name: 'TypeError',
      message: /begins with whsec_/,
    })
})
