/** Push notifications to browsers, against push services on this machine. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { jwtVerify } from 'jose'
import type { Outbound, SendResult } from '../src/modules/messaging/provider.ts'
import { makeVapidKeys, subscriptionFault, webPush } from '../src/modules/messaging/providers/webpush.ts'
import { type Network, network } from '../src/outgoing/request.ts'
import {
  answer,
  DROPPED,
  GARBAGE,
  HALF,
  type PushService,
  startPushService,
  subscribe,
} from './support/push-service.ts'
import { afterTimeout, closing, MESSAGE, short } from './support/sending.ts'

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

const WEB_PUSH_CASES: readonly [string, PushService['reply'], object | string][] = [
  [
    '410',
    answer(410, '{"message":"gone"}'),
    { kind: 'permanent', code: 'invalid_address', detail: '410 gone', gone: true },
  ],
  ['404', answer(404, '<html>'), { kind: 'permanent', code: 'invalid_address', detail: '404', gone: true }],
  ['413', answer(413, 'too large'), { kind: 'permanent', code: 'refused', detail: '413 too large' }],
  [
    '429',
    answer(429, '', { 'Retry-After': '7' }),
    { kind: 'passing', code: 'rate_limited', detail: '429', retryAfter: 7 },
  ],
  ["Microsoft's 406", answer(406), 'passing rate_limited'],
  [
    '403',
    answer(403, '{"reason":"BadJwtToken"}'),
    { kind: 'permanent', code: 'provider_login', detail: '403 BadJwtToken' },
  ],
  ['400', answer(400), 'permanent refused'],
  ['503', answer(503), 'passing provider_unavailable'],
  ['500', answer(500), 'unknown unknown_outcome'],
  ['204, which promises nothing', answer(204), 'unknown unknown_outcome'],
  ['a redirect', answer(302, '', { Location: 'http://127.0.0.1/' }), 'unknown unknown_outcome'],
  ['a closed connection', DROPPED, 'unknown unknown_outcome'],
  ['half an answer', HALF, 'unknown unknown_outcome'],
  ['what is no HTTP', GARBAGE, 'unknown unknown_outcome'],
]

for (const [what, reply, expected] of WEB_PUSH_CASES) {
  test(`a push service of browsers answers with ${what}`, async t => {
    const result = await notify(await service(t, reply))
    if (typeof expected === 'string') assert.equal(short(result), expected)
    else assert.deepEqual(result, { taken: false, ...expected })
  })
}

test('a push service that does not answer may have the message; one that nobody runs has not', async t => {
  let arrived = (): void => undefined
  const arrival = new Promise<void>(resolve => {
    arrived = resolve
  })
  const server = await service(t, () => arrived())
  assert.equal(
    short(
      await afterTimeout(
        t,
        () => notify(server),
        () => arrival,
      ),
    ),
    'unknown unknown_outcome',
  )
  await server.close()
  assert.equal(short(await notify(server)), 'passing provider_unavailable')
})

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
  const { subject, public_key, private_key } = webPush.settings
  assert.deepEqual(
    [subject?.check?.(values.subject), public_key?.check?.(vapid.publicKey), private_key?.check?.(vapid.privateKey)],
    [undefined, undefined, undefined],
  )
  for (const fault of [subject?.check?.('office'), public_key?.check?.('abc'), private_key?.check?.('a b')])
    assert.ok(fault)
})
