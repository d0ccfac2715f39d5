/** Every provider of messages against a stand-in that answers as the real one does: sending, and callbacks. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { type SendResult, Unverified } from '../src/modules/messaging/provider.ts'
import { africastalking } from '../src/modules/messaging/providers/africastalking.ts'
import { messageProviders } from '../src/modules/messaging/providers/index.ts'
import { termii } from '../src/modules/messaging/providers/termii.ts'
import { twilio, twilioSignature } from '../src/modules/messaging/providers/twilio.ts'
import { whatsapp } from '../src/modules/messaging/providers/whatsapp.ts'
import type { TakeStep } from '../src/resource/step.ts'
import {
  type FakeProvider,
  formRequest,
  getRequest,
  type Judged,
  messageTo,
  type ProviderCase,
  RETRY_AFTER,
  TROUBLES,
  type Trouble,
} from './support/providers/case.ts'
import { PROVIDER_CASES } from './support/providers/index.ts'

/** Leaves the provider's own words out of a result, after a look that there are some and that they hold no secret. */
function judged(result: SendResult, { provider, values }: ProviderCase, used = values): object {
  if (result.taken) return result
  const { detail, ...rest } = result
  assert.match(detail, /^[^\n]{1,310}$/)
  for (const [name, { secret }] of Object.entries(provider.settings)) {
    if (secret && used[name]) assert.ok(!detail.includes(used[name]), `${name} is in "${detail}"`)
  }
  return rest
}

interface Sending {
  to?: string
  values?: Record<string, string>
  timeout?: number
}

async function sendBy(
  row: ProviderCase,
  fake: FakeProvider,
  { to, values, timeout }: Sending = {},
): Promise<SendResult> {
  const used = values ?? row.values
  const account = { values: fake.values?.(used) ?? used }
  return await row.provider.send(messageTo(to ?? row.to, row.channel, timeout), account, fake.network)
}

const OPEN: Judged = { taken: false, kind: 'unknown', code: 'unknown_outcome' }
const AFTER_TROUBLE: Record<Trouble, Judged> = {
  rate_limited: { taken: false, kind: 'passing', code: 'rate_limited', retryAfter: RETRY_AFTER },
  unavailable: { taken: false, kind: 'passing', code: 'provider_unavailable', retryAfter: RETRY_AFTER },
  server_error: OPEN,
  hanging: OPEN,
  reset: OPEN,
  cut_off: OPEN,
  garbage: OPEN,
}

function testSending(row: ProviderCase, fake: () => FakeProvider): void {
  const { channel, to, accounts = {} } = row
  test('takes a message as its API documents', async () => {
    const result = await sendBy(row, fake())
    assert.ok(result.taken, JSON.stringify(result))
    if (row.providerId === null) assert.equal(result.provider_id, null)
    else assert.match(String(result.provider_id), row.providerId)
    assert.deepEqual(fake().taken, [{ to, body: messageTo(to, channel).body }])
  })

  for (const [name, values] of Object.entries(accounts)) {
    test(`takes a message for an account with ${name}`, async () => {
      const result = await sendBy(row, fake(), { values })
      assert.ok(result.taken, JSON.stringify(result))
    })
  }

  for (const { name, to: address, values, result, detail } of row.refusals) {
    test(`says what it means that it refuses ${name}`, async () => {
      const got = await sendBy(row, fake(), { to: address, values })
      assert.deepEqual(judged(got, row, values), result)
      if (detail && !got.taken) assert.match(got.detail, detail)
      assert.deepEqual(fake().taken, [])
    })
  }
}

function testTroubles(row: ProviderCase, fake: () => FakeProvider): void {
  for (const [trouble, name] of Object.entries(TROUBLES) as [Trouble, string][]) {
    const expected = row.troubles?.[trouble]
    if (expected === null) continue
    test(`says what may have become of a message after ${name}`, async () => {
      fake().trouble = trouble
      const got = await sendBy(row, fake(), trouble === 'hanging' ? { timeout: 500 } : {})
      assert.deepEqual(judged(got, row), expected ?? AFTER_TROUBLE[trouble])
      assert.equal(fake().asked, 1)
    })
  }

  test('may be asked again when nothing listens', async () => {
    const closed = await row.start()
    await closed.close()
    const got = await sendBy(row, closed)
    assert.deepEqual(judged(got, row), { taken: false, kind: 'passing', code: 'provider_unavailable' })
  })
}

function testCallbacks({ provider, values, callbacks }: ProviderCase): void {
  const receive = provider.receive?.bind(provider)
  if (callbacks === undefined || receive === undefined) {
    test('calls nobody back', () => assert.deepEqual([callbacks, receive], [undefined, undefined]))
    return
  }
  for (const { name, request, happenings, reply } of callbacks.genuine) {
    test(`tells of ${name}`, () => {
      const received = receive(request, { values })
      assert.deepEqual(received.happenings, happenings)
      assert.deepEqual(received.reply, reply)
    })
  }
}

function testForgeries({ provider, values, callbacks }: ProviderCase): void {
  if (callbacks?.signature === undefined || provider.receive === undefined) return
  const receive = provider.receive.bind(provider)
  const { signature, otherSecrets = {} } = callbacks
  const posted = callbacks.genuine.filter(({ request }) => request.method === 'POST')
  const [first] = posted
  assert.ok(first)
  const { header } = signature
  const refused = (request: typeof first.request, used = values): void =>
    assert.throws(() => receive(request, { values: used }), Unverified)

  test('is not believed with a wrong signature', () => {
    for (const { request } of posted) {
      const forged = signature.sign(request, { ...values, ...otherSecrets })
      assert.notEqual(forged.headers[header], request.headers[header])
      refused(forged)
      refused({ ...request, headers: { ...request.headers, [header]: 'x' } })
      refused({ ...request, headers: { ...request.headers, [header]: '' } })
    }
  })

  test('is not believed without a signature', () => {
    for (const { request } of posted) {
      const { [header]: _, ...headers } = request.headers
      refused({ ...request, headers })
    }
  })

  test('is not believed when the body was changed', () => {
    for (const { request } of posted) {
      const flipped = Buffer.from(request.body)
      flipped[flipped.length >> 1]! ^= 1
      refused({ ...request, body: flipped })
      refused({ ...request, body: Buffer.concat([request.body, Buffer.from('&More=1')]) })
    }
  })

  test('is not believed where the account has no secret to check it with', () => {
    const empty = Object.fromEntries(Object.keys(otherSecrets).map(name => [name, '']))
    refused(signature.sign(first.request, { ...values, ...empty }), { ...values, ...empty })
    const without = Object.entries(values).filter(([name]) => !(name in otherSecrets))
    refused(signature.sign(first.request, { ...values, ...empty }), Object.fromEntries(without))
  })
}

const FAULT = /^(must be|Not|Neither|Missing:|`\w+` is (not|missing:)) \S/

function testSettings({ provider, values, accounts = {}, wrongValues }: ProviderCase): void {
  const check = (name: string, value: string): string | undefined => provider.settings[name]?.check?.(value)

  test('serves its channels at its rate', () => {
    assert.ok(provider.channels.length > 0)
    assert.ok(provider.rate.perSecond > 0 && provider.rate.atOnce > 0)
  })

  test('takes settings that are right', () => {
    for (const used of [values, ...Object.values(accounts)]) {
      for (const [name, value] of Object.entries(used)) assert.equal(check(name, value), undefined, `${name} ${value}`)
      const missing = Object.entries(provider.settings).filter(([name, { required }]) => required && !(name in used))
      assert.deepEqual(missing, [])
    }
  })

  test('says what is wrong with a setting', () => {
    for (const [name, wrong] of Object.entries(wrongValues)) {
      for (const value of wrong) assert.match(check(name, value) ?? '', FAULT, `${name} ${JSON.stringify(value)}`)
    }
  })
}

for (const row of PROVIDER_CASES) {
  describe(row.provider.title, () => {
    let fake: FakeProvider
    before(async () => {
      fake = await row.start()
    })
    beforeEach(() => {
      Object.assign(fake, { trouble: undefined, taken: [], asked: 0 })
    })
    after(async () => await fake.close())

    testSettings(row)
    testSending(row, () => fake)
    testTroubles(row, () => fake)
    testCallbacks(row)
    testForgeries(row)
  })
}

test('Twilio’s signature is the one in its documentation', () => {
  const form = new URLSearchParams({
    To: '+18005551212',
    Digits: '1234',
    CallSid: 'CA1234567890ABCDE',
    From: '+14158675310',
    Caller: '+14158675310',
  })
  const signature = twilioSignature('12345', 'https://example.com/myapp.php?foo=1&bar=2', form)
  assert.equal(signature, 'L/OH5YylLD5NRKLltdqwSvS0BnU=')
})

test('Twilio’s signature of values with one name is the one of its libraries', () => {
  const form = new URLSearchParams('Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234')
  const signature = twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)
  assert.equal(signature, 'IK+Dwps556ElfBT0I3Rgjkr1wJU=')
})

test('Twilio is believed whether or not it has signed the port', () => {
  const request = (url: string, signature: string) => ({
    ...formRequest({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    }),
    url,
    headers: { 'x-twilio-signature': signature },
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const withPort = url.replace('.com', '.com:1234')
  const account = { values: { auth_token: '12345' } }
  // The vectors of twilio-php's own tests.
  for (const genuine of [
    request(url, 'RSOYDt4T1cUTdK1PDd93/VVr8B8='),
    request(withPort, 'RSOYDt4T1cUTdK1PDd93/VVr8B8='),
    request(url, 'kvajT1Ptam85bY51eRf/AJRuM3w='),
    request(withPort.replace('https', 'http'), 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU='),
  ]) {
    assert.deepEqual(twilio.receive?.(genuine, account), { happenings: [] })
  }
  const elsewhere = request(url.replace('foo=1', 'foo=2'), 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  assert.throws(() => twilio.receive?.(elsewhere, account), Unverified)
})

test('an opt-out at Africa’s Talking is a confirmed STOP, and each one is new', () => {
  const request = formRequest({ senderId: 'GRACE', phoneNumber: '+254711000111' })
  const told = [1, 2].flatMap(() => africastalking.receive?.(request, { values: {} }).happenings ?? [])
  const ids = new Set(told.map(one => one.provider_id))
  assert.equal(ids.size, 2)
  for (const { provider_id, ...one } of told) {
    const { from, to, body, confirmed } = { from: '+254711000111', to: 'GRACE', body: 'STOP', confirmed: true }
    assert.deepEqual(one, { kind: 'inbound', from, to, body, confirmed }, provider_id)
  }
})

test('Africa’s Talking is not believed when it calls with GET', () => {
  assert.throws(() => africastalking.receive?.(getRequest({ id: '1', status: 'Success' }), { values: {} }), Unverified)
})

test('a plus that became a space in a form is one again', () => {
  const request = { ...formRequest({}), body: Buffer.from('id=1&from=+254711000111&to=28901&text=Hi') }
  const [told] = africastalking.receive?.(request, { values: {} }).happenings ?? []
  assert.equal(told?.kind === 'inbound' && told.from, '+254711000111')
})

test('Termii’s callbacks are refused while the church has given no secret key', () => {
  const row = PROVIDER_CASES.find(({ provider }) => provider === termii)
  const request = row?.callbacks?.genuine[0]?.request
  assert.ok(request && row)
  const { secret_key: _, ...values } = row.values
  assert.throws(() => termii.receive?.(request, { values }), Unverified)
})

test('Meta’s check of the address needs the verify token', () => {
  const values = { verify_token: 'grace-chapel-verifies' }
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': values.verify_token, 'hub.challenge': '1' }
  assert.equal(whatsapp.receive?.(getRequest(right), { values }).reply?.body, '1')
  for (const wrong of [
    { ...right, 'hub.verify_token': 'another-church' },
    { ...right, 'hub.mode': 'unsubscribe' },
    { ...right, 'hub.challenge': '' },
    { 'hub.mode': 'subscribe', 'hub.challenge': '1' },
  ]) {
    assert.throws(() => whatsapp.receive?.(getRequest(wrong), { values }), Unverified)
  }
  const empty = { ...right, 'hub.verify_token': '' }
  assert.throws(() => whatsapp.receive?.(getRequest(empty), { values: { verify_token: '' } }), Unverified)
})

test('every provider is in the table, but the development outbox and mail by the server, which is SMTP', () => {
  // It asks no other server: what it is given goes into its own database, and it can neither refuse nor be in trouble.
  const without = ['development', 'server']
  const names = messageProviders(readConfig({}), {} as TakeStep).map(({ name }) => name)
  const rows = PROVIDER_CASES.map(({ provider }) => provider.name)
  assert.deepEqual([...rows, ...without].sort(), names.sort())
})
