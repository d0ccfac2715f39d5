/** Callbacks that are not a provider's own change nothing, nor do those that do not fit what was begun. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOUSE } from '../../src/house.ts'
import { messageProviders } from '../../src/modules/messaging/providers/index.ts'
import { PAYMENT_PROVIDERS } from '../../src/modules/online-giving/providers/index.ts'
import type { PublicRequest } from '../../src/public-routes/public-route.ts'
import { doingOn } from '../../src/resource/step.ts'
import { written } from '../isolation/rows.ts'
import { type GivingChurch, type GivingService, type Keyed, startGiving } from '../support/giving.ts'
import { setAccount } from '../support/messaging.ts'
import type { ProviderCase } from '../support/providers/case.ts'
import { PROVIDER_CASES } from '../support/providers/index.ts'
import type { TestChurch } from '../support/service.ts'
import type { SignedCall } from '../support/stripe.ts'
import { Tally } from './tally.ts'
import { shown, type Wire, wireTo } from './wire.ts'

let service: GivingService
let ask: Wire

before(async () => {
  service = await startGiving()
  ask = wireTo(service)
})
after(() => service.close())

const text = (value: string | undefined): string => value ?? ''
const withHeader = (request: PublicRequest, name: string, value: string | undefined): PublicRequest => {
  const { [name]: _, ...headers } = request.headers
  return { ...request, headers: value === undefined ? headers : { ...headers, [name]: value } }
}
const withBody = (request: PublicRequest, change: (body: string) => string): PublicRequest => ({
  ...request,
  body: Buffer.from(change(request.body.toString('utf8'))),
})

/** What somebody makes of a callback who knows the address, but not the secret that signs. */
function forgeriesOf({ values, callbacks }: ProviderCase, genuine: PublicRequest): PublicRequest[] {
  const { signature, otherSecrets = {} } = callbacks ?? {}
  if (signature === undefined) return []
  const sent = text(genuine.headers[signature.header])
  const signed = (with_: Record<string, string>): PublicRequest => signature.sign(genuine, { ...values, ...with_ })
  const empty = Object.fromEntries(Object.keys(otherSecrets).map(name => [name, '']))
  return [
    ...[
      undefined,
      '',
      ' ',
      'x',
      sent.slice(0, -2),
      `${sent}00`,
      sent.split('').reverse().join(''),
      '='.repeat(sent.length),
    ].map(value => withHeader(genuine, signature.header, value)),
    signed(otherSecrets),
    signed(empty),
    withBody(genuine, body => `${body} `),
    withBody(genuine, body => body.replace(/\d/, digit => String((Number(digit) + 1) % 10))),
    withBody(genuine, () => ''),
  ]
}

/** Addresses that are like that of an account. @param other that of another church, of the same provider */
function addressesLike(path: string, other: string): string[] {
  const parts = path.split('/')
  const token = text(parts.at(-1))
  const root = parts.slice(0, -1).join('/')
  const tokens = [
    `${token}x`,
    token.slice(1),
    token.slice(0, -1),
    token.split('').reverse().join(''),
    text(other.split('/').at(-1)),
  ]
  return [
    ...[...tokens, '', '%00', 'null', 'undefined', `${token}%00`, '..', "'%20or%201=1--"].map(one => `${root}/${one}`),
    `${path}/more`,
    path.replace(text(parts[3]), 'nobody'),
    path.replace(`/${text(parts[4])}/`, '/nothing/'),
  ]
}

async function accountOf(of: TestChurch, { provider, channel, values }: ProviderCase): Promise<string> {
  const account = await setAccount(service, of.church, { provider, channel, values })
  return account.callback ?? assert.fail(`${provider.name} calls nobody back`)
}

const send = (path: string, { method, headers, body, search }: PublicRequest) => {
  const query = [...search].length === 0 ? '' : `?${search}`
  return {
    method,
    path: `${path}${query}`,
    headers: { ...headers },
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  }
}

test('a callback for messages that was forged, or sent to an address like the right one, changes nothing', async t => {
  const tally = new Tally('forged callbacks of message providers', 60)
  const [church, other] = [await service.church(), await service.church()]
  const cases = PROVIDER_CASES.filter(({ provider }) => provider.receive !== undefined)
  const receiving = messageProviders(
    service.config,
    doingOn(service.database, { now: () => new Date() }, HOUSE).take,
  ).filter(({ receive }) => receive !== undefined)
  assert.deepEqual(cases.map(({ provider }) => provider.name).sort(), receiving.map(({ name }) => name).sort())
  for (const one of cases) {
    const [path, theirs] = [await accountOf(church, one), await accountOf(other, one)]
    const url = `http://localhost:${new URL(service.url).port}${path}`
    const posted =
      one.callbacks?.genuine.find(({ request }) => request.method === 'POST')?.request ?? assert.fail(one.provider.name)
    const own = { ...posted, url }
    const genuine = one.callbacks?.signature?.sign(own, one.values) ?? own
    const before = await written(service)
    for (const request of forgeriesOf(one, genuine)) {
      const sent = send(path, request)
      const answer = await ask(sent)
      tally.note(answer.status === 403, `${one.provider.name}: ${shown(sent, answer)}`)
    }
    for (const like of addressesLike(path, theirs)) {
      const sent = send(like, genuine)
      const answer = await ask(sent)
      tally.note(answer.status === 404, `${one.provider.name}: ${shown(sent, answer)}`)
    }
    assert.deepEqual(await written(service), before, one.provider.name)
    const right = await ask(send(path, genuine))
    assert.equal(right.status, 200, `the genuine one of ${one.provider.name}: ${right.text}`)
  }
  tally.end(t)
})

/** How a provider tells of payments. */
interface Paying {
  name: Keyed
  /** The last checkout that was begun, as the provider tells of it when it is paid; `changes` of what it says. */
  paid(changes?: object, secret?: string): SignedCall
  header: string
  /** What of it is what. */
  fields: { amount: string; currency: string; reference: string }
}

const PAYING: Paying[] = [
  {
    name: 'stripe',
    paid(changes = {}, secret) {
      const session = service.stripe.sessions.at(-1) ?? assert.fail('no session')
      const payment_intent = `pi_${session.id}`
      const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent, ...changes }
      return service.stripe.event('checkout.session.completed', paid, secret)
    },
    header: 'stripe-signature',
    fields: { amount: 'amount_total', currency: 'currency', reference: 'client_reference_id' },
  },
  {
    name: 'paystack',
    paid(changes = {}, secret) {
      const transaction = service.paystack.transactions.at(-1) ?? assert.fail('no transaction')
      const paid = { ...transaction, status: 'success', fees: 2250, gateway_response: 'Approved', ...changes }
      return service.paystack.event('charge.success', paid, secret)
    },
    header: 'x-paystack-signature',
    fields: { amount: 'amount', currency: 'currency', reference: 'reference' },
  },
]

const post = (path: string, { body, headers }: SignedCall) => ({ method: 'POST', path, body, headers })

test('a callback of a payment that was forged changes nothing', async t => {
  const tally = new Tally('forged callbacks of payment providers', 40)
  const receiving = PAYMENT_PROVIDERS.filter(({ receive }) => receive !== undefined)
  assert.deepEqual(PAYING.map(({ name }) => name).sort(), receiving.map(({ name }) => name).sort() as string[])
  for (const { name, paid, header } of PAYING) {
    const [church, other] = [await service.givingChurch(name), await service.givingChurch(name)]
    assert.equal((await church.give()).status, 303)
    const { body, headers } = paid()
    const sent = text(headers[header])
    const hour = String(Math.floor(Date.now() / 1000) - 3_600)
    const signatures = [
      '',
      ' ',
      'x',
      sent.slice(0, -2),
      sent.split('').reverse().join(''),
      sent.replace(/t=\d+/, `t=${hour}`).replace(/^\w/, first => (first === '0' ? '1' : '0')),
    ]
    const forged: SignedCall[] = [
      ...signatures.map(value => ({ body, headers: { ...headers, [header]: value } })),
      { body, headers: { 'content-type': 'application/json' } },
      paid({}, 'whsec_other'),
      paid({}, ' '),
      { body: `${body} `, headers },
      { body: body.replace('150050', '150051'), headers },
      { body: '{}', headers },
    ]
    const before = await written(service)
    for (const one of forged) {
      const answer = await ask(post(church.callback, one))
      tally.note(answer.status === 403, `${name}: ${shown(post(church.callback, one), answer)}`)
    }
    for (const like of addressesLike(church.callback, other.callback)) {
      const answer = await ask(post(like, paid()))
      tally.note(answer.status === 404, `${name}: ${shown(post(like, paid()), answer)}`)
    }
    assert.deepEqual(await written(service), before, name)
  }
  tally.end(t)
})

test('what is repeated counts once, and what does not fit what was begun is no contribution', async t => {
  const tally = new Tally('callbacks repeated and mismatching', 24)
  const sums = async (of: GivingChurch): Promise<string> => {
    const { meta } = (await of.send('GET', '/contributions')).json
    return `${meta.total} of ${meta.sum_amount_base}`
  }
  for (const { name, paid, fields } of PAYING) {
    const [church, other] = [await service.givingChurch(name), await service.givingChurch(name)]
    const { amount, currency, reference } = fields
    const mismatches: object[] = [
      ...[150049, 150051, 0, -150050, 15005000, 1e21, 1500.5, '150050', null].map(value => ({ [amount]: value })),
      ...['USD', 'ngn ', '', null].map(value => ({ [currency]: value })),
      ...['gift-00000000000000000000000000000000', '', null, '%'].map(value => ({
        [reference]: value,
        metadata: { reference: value },
      })),
      ...(name === 'stripe'
        ? [{ livemode: false }, { payment_status: 'unpaid' }]
        : [{ domain: 'test' }, { status: 'failed' }]),
    ]
    for (const changes of mismatches) {
      assert.equal((await church.give()).status, 303)
      const { status, text } = await ask(post(church.callback, paid(changes)))
      const got = await sums(church)
      tally.note(got === '0 of 0', `${name} ${JSON.stringify(changes)}: ${got} after ${status} ${text}`)
    }
    assert.equal((await church.give()).status, 303)
    // Both churches have the same account here: signed it is, and of another church.
    await ask(post(other.callback, paid()))
    tally.note(
      (await sums(church)) === '0 of 0' && (await sums(other)) === '0 of 0',
      `${name}: at another church's address`,
    )
    for (let n = 0; n < 4; n += 1) {
      await ask(post(church.callback, paid()))
      tally.note((await sums(church)) === '1 of 150050', `${name}: repeated`)
    }
    for (const changes of [{ [amount]: 300100 }, { status: 'failed', payment_status: 'unpaid' }]) {
      await ask(post(church.callback, paid(changes)))
      tally.note((await sums(church)) === '1 of 150050', `${name}: another account of what was paid`)
    }
  }
  tally.end(t)
})
