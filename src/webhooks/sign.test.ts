import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { anyCharacter } from '../../test/support/characters.ts'
import { headersOf, newSecret } from './sign.ts'

const MESSAGE = { attempt: 'dlv_7_1', event_id: 'evt_1', event: 'person.created', body: '{"name":"Ọlá 🕊"}' }
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = (): number => Math.floor(Date.now() / 1000)

/** What a receiver does that knows no more than the specification's "Verification rules". */
function verify(header: string, rawBody: string, secret: string): boolean {
  const parts = Object.fromEntries(header.split(',').map(part => part.split('=') as [string, string]))
  const bytes = Buffer.concat([Buffer.from(`${parts.t}.`), Buffer.from(rawBody)])
  return createHmac('sha256', Buffer.from(secret)).update(bytes).digest('hex') === parts.v1
}

test('the four headers carry the event, its id, the attempt and the signature', () => {
  const headers = headersOf(MESSAGE, [SECRET], 1_700_000_000)
  assert.equal(headers['X-Service-Event'], 'person.created')
  assert.equal(headers['X-Service-Event-Id'], 'evt_1')
  assert.equal(headers['X-Service-Delivery'], 'dlv_7_1')
  assert.match(headers['X-Service-Signature'] ?? '', /^t=1700000000,v1=[0-9a-f]{64}$/)
  assert.equal(headers['Content-Type'], 'application/json')
})

test('v1 is the hex HMAC-SHA256 of t, a dot and the raw body, keyed with the entire whsec_ string', () => {
  const { body } = MESSAGE
  // Computed once with another program: printf '%s' "1700000000.$body" | openssl dgst -sha256 -hmac "$secret"
  const expected = 'aa965f9ae62716f52b95ef8c58ce1a621ff93fba3449bd96a9460ac1ea4e9995'
  assert.equal(
    headersOf({ ...MESSAGE, body }, [SECRET], 1_700_000_000)['X-Service-Signature'],
    `t=1700000000,v1=${expected}`,
  )
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 0, max: 4_000_000_000 }), (text, seconds) => {
      const secret = newSecret()
      const sent = JSON.stringify({ text })
      const header = headersOf({ ...MESSAGE, body: sent }, [secret], seconds)['X-Service-Signature'] ?? ''
      assert.ok(verify(header, sent, secret))
      assert.ok(!verify(header, `${sent} `, secret), 'another body')
      assert.ok(!verify(header.replace(`t=${seconds}`, `t=${seconds + 1}`), sent, secret), 'another time')
      assert.ok(!verify(header, sent, secret.replace('whsec_', '')), 'another secret')
    }),
  )
})

test('a secret is whsec_ and base64 of 24 bytes, and no two are alike', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret))
  assert.equal(secrets.size, 1000)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 24)
  }
})

test('webhook-signature is what Standard Webhooks verifies, with the same secret', () => {
  const secret = newSecret()
  const headers = headersOf(MESSAGE, [secret], now())
  assert.deepEqual(new Webhook(secret).verify(MESSAGE.body, headers), JSON.parse(MESSAGE.body))
  assert.equal(headers['webhook-id'], headers['X-Service-Event-Id'])
  assert.ok(headers['X-Service-Signature']?.startsWith(`t=${headers['webhook-timestamp']},`))
  assert.throws(() => new Webhook(newSecret()).verify(MESSAGE.body, headers), /No matching signature/)
  assert.throws(() => new Webhook(secret).verify(`${MESSAGE.body} `, headers), /No matching signature/)
  assert.throws(() => new Webhook(secret).verify(MESSAGE.body, { ...headers, 'webhook-id': 'evt_2' }), /No matching/)
})

test('during a rotation webhook-signature carries both, X-Service-Signature exactly one v1: the current', () => {
  const [current, previous] = [newSecret(), newSecret()]
  const headers = headersOf(MESSAGE, [current, previous], now())
  for (const secret of [current, previous]) new Webhook(secret).verify(MESSAGE.body, headers)
  assert.throws(() => new Webhook(newSecret()).verify(MESSAGE.body, headers), /No matching signature/)
  const signature = headers['X-Service-Signature'] ?? ''
  assert.equal(signature.match(/v1=/g)?.length, 1)
  assert.ok(verify(signature, MESSAGE.body, current))
  assert.ok(!verify(signature, MESSAGE.body, previous))
})

test('a message is never signed with an empty secret', () => {
  assert.throws(() => headersOf(MESSAGE, [], now()), /secret/)
  assert.throws(() => headersOf(MESSAGE, ['', SECRET], now()), /secret/)
})
