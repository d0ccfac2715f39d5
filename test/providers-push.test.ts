/** What is special about push notifications to browsers; the rest is in providers.test.ts. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { jwtVerify } from 'jose'
import type { Outbound, SendResult } from '../src/modules/messaging/provider.ts'
import { makeVapidKeys, subscriptionFault, webPush } from '../src/modules/messaging/providers/webpush.ts'
import { type Network, network } from '../src/outgoing/request.ts'
import { answer, DROPPED, GARBAGE, type PushService, startPushService, subscribe } from './support/push-service.ts'
import { closing, MESSAGE, short } from './support/sending.ts'

const nowhere: Network = { request: () => assert.fail('no request was to be sent') }

const service = (t: TestContext, reply: PushService['reply']): Promise<PushService> =>
  closing(t, startPushService(reply))

const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA'
const vapid = makeVapidKeys()
const BROWSER = subscribe(ENDPOINT)
const VAPID_VALUES = {
  subject: 'mailto:office@grace.example',
  public_key: vapid.publicKey,
  private_key: vapid.privateKey,
}

const notify = (reached: PushService, changes: Partial<Outbound> = {}, values = VAPID_VALUES): Promise<SendResult> =>
  webPush.send(
    { ...MESSAGE, channel: 'push', to: JSON.stringify(BROWSER.subscription), ...changes },
    { values },
    network(() => reached.url),
  )

test('a browser can decrypt what it gets, and its push service can tell who sent it', async t => {
  const location = 'https://updates.push.services.mozilla.com/m/1'
  const server = await service(t, answer(201, '', { Location: location }))
  assert.deepEqual(await notify(server), { taken: true, provider_id: location })
  const [{ method, path, headers, body } = assert.fail()] = server.received
  assert.deepEqual([method, path], ['POST', '/wpush/v2/gAAAA'])
  assert.deepEqual([headers.ttl, headers['content-encoding']], ['86400', 'aes128gcm'])
  assert.deepEqual(JSON.parse(BROWSER.open(body)), { title: 'Sunday', body: MESSAGE.body })
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  assert.equal(key, vapid.publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const { payload } = await jwtVerify(token, jwk, { audience: new URL(ENDPOINT).origin })
  assert.equal(payload.sub, VAPID_VALUES.subject)
})

test('a notification without a subject has the name of the church, and an answer without a place no id', async t => {
  const server = await service(t, answer(200))
  assert.deepEqual(await notify(server, { subject: null }), { taken: true, provider_id: null })
  assert.equal(JSON.parse(BROWSER.open(server.received[0]!.body)).title, 'Grace Church')
})

const WEB_PUSH_CASES: readonly [string, PushService['reply'], string][] = [
  ['400', answer(400), 'permanent refused'],
  ['503 without a time to wait', answer(503), 'passing provider_unavailable'],
  ['a redirect', answer(302, '', { Location: 'http://127.0.0.1/' }), 'unknown unknown_outcome'],
  ['a closed connection', DROPPED, 'unknown unknown_outcome'],
  ['what is no HTTP', GARBAGE, 'unknown unknown_outcome'],
]

for (const [what, reply, expected] of WEB_PUSH_CASES) {
  test(`a push service of browsers answers with ${what}`, async t => {
    assert.equal(short(await notify(await service(t, reply))), expected)
  })
}

const address = (changes: object): string => JSON.stringify({ ...BROWSER.subscription, ...changes })

test('only the push services of browsers are called', async () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    ENDPOINT,
  ]) {
    assert.equal(subscriptionFault(address({ endpoint })), undefined, endpoint)
  }
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/',
    'https://user@fcm.googleapis.com/',
    'https://fcm.googleapis.com.example.org/',
    'https://example.org/fcm.googleapis.com',
    'https://fcm.googleapis.com@127.0.0.1/',
    'https://evilpush.apple.com/',
    'https://notify.windows.com.evil.example/',
    'https://169.254.169.254/latest',
    'nowhere',
    7,
  ]) {
    const to = address({ endpoint })
    assert.match(subscriptionFault(to) ?? '', /known push service/, String(endpoint))
    assert.equal(
      short(await webPush.send({ ...MESSAGE, to }, { values: VAPID_VALUES }, nowhere)),
      'permanent invalid_address',
    )
  }
})

test('the address of a browser needs both of its keys', () => {
  const { p256dh, auth } = BROWSER.subscription.keys
  const point = `B${'A'.repeat(86)}`
  for (const keys of [undefined, null, {}, { p256dh }, { p256dh: 'AAAA', auth }, { p256dh: point, auth }]) {
    assert.match(subscriptionFault(address({ keys })) ?? '', /p256dh|auth/)
  }
  assert.match(subscriptionFault(address({ keys: { p256dh, auth: 'AAAA' } })) ?? '', /auth/)
  assert.match(subscriptionFault('a token') ?? '', /endpoint/)
})

test('VAPID keys that cannot sign are for the church to mend, and are not repeated', async () => {
  const values = { ...VAPID_VALUES, private_key: 'canary' }
  const result = await webPush.send({ ...MESSAGE, to: address({}) }, { values }, nowhere)
  assert.equal(short(result), 'permanent provider_login')
  assert.doesNotMatch(JSON.stringify(result), /canary/)
})
