import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  filled,
  formIdOf,
  type GivingChurch,
  type GivingService,
  startGiving,
  useProvider,
  visit,
} from '../../../test/support/giving.ts'
import { triggered } from '../../../test/support/triggers.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  church = await service.givingChurch('stripe')
})
after(() => service.close())

const kinds = async (of: GivingChurch): Promise<string[]> =>
  (await listNotices(service.database, of.church.id)).map(({ kind }) => kind)

test('what a provider does not like of the form is said beside its field, and is no fault of the account', async () => {
  const other = await service.givingChurch('paystack')
  const cases = [
    [church, 'email', 'stripe', { error: { code: 'email_invalid', message: 'Invalid email: ada@example.org' } }],
    [church, 'amount', 'stripe', { error: { code: 'amount_too_small', message: 'At least 50 cents' } }],
    [other, 'email', 'paystack', { message: 'Invalid Email Address Passed' }],
    [other, 'amount', 'paystack', { message: 'Invalid Amount Sent' }],
  ] as const
  for (const [of, field, name, answer] of cases) {
    service[name].reply = response => void response.writeHead(400).end(JSON.stringify(answer))
    const page = await of.give()
    service[name].reply = undefined
    assert.equal(page.status, 422)
    assert.match(page.text, new RegExp(`id="${field}-mistake">The payment provider does not accept this`))
    assert.notEqual(formIdOf(page), '')
    assert.equal((await of.gifts()).at(-1).error, 'checkout_refused')
    assert.deepEqual(await kinds(of), [])
  }
  service.stripe.reply = response => void response.writeHead(401).end('{"error":{"message":"no"}}')
  assert.equal((await church.give()).status, 503)
  service.stripe.reply = undefined
  assert.deepEqual(await kinds(church), ['payment_refused'])
})

test('a giver is sent to https addresses only, as browsers read them', async () => {
  const answer = (url: string) => {
    const json = JSON.stringify({ status: true, data: { authorization_url: url } })
    service.paystack.reply = response => void response.writeHead(200).end(json)
  }
  const other = await service.givingChurch('paystack')
  for (const url of ['http://checkout.example.org/x', 'javascript:alert(1)', 'not an address']) {
    answer(url)
    assert.equal((await other.give()).status, 503, url)
    assert.equal((await other.gifts()).at(-1).error, 'unknown_outcome')
  }
  answer('https://pay.example.org/a b\u00e9')
  assert.equal((await other.give()).location, 'https://pay.example.org/a%20b%C3%A9')
  service.paystack.reply = undefined
})

test('a database that goes away when a checkout is to be kept: the form sent again leads to the same one', async () => {
  const { database } = service
  const away = {
    on: 'gifts',
    when: 'before update of checkout_url',
    does: `raise exception 'terminating connection' using errcode = '57P01';`,
  }
  const fields = filled(church.fund_id)
  const lost = await triggered(service.owner, away, () => visit(church.page, fields))
  assert.equal(lost.status, 503)
  assert.match(lost.text, /<h1>That did not work/)
  await database.write(0, tx => tx.run(sql`update gifts set created_at = now() - interval '1 minute'`))
  const started = performance.now()
  const again = await visit(church.page, fields)
  assert.ok(performance.now() - started < 10_000, 'nobody waits for a request that ended long ago')
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  assert.deepEqual([again.status, again.location], [303, session.url])
  const [gift, ...more] = await church.gifts()
  assert.deepEqual([gift.reference, more], [session.client_reference_id, []])
})

test('an address may send twenty forms a minute, and sees a page when it sent more', async () => {
  const limited = await service.node({}, { SEXTON_RATE_LIMIT_IP: '300' })
  const url = `${limited.url}/give/${church.church.slug}`
  for (let n = 1; n <= 20; n += 1) assert.equal((await visit(url, { amount: 'x' })).status, 422)
  const refused = await visit(url, { amount: 'x' })
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('content-type') ?? '', /text\/html/)
  assert.match(refused.text, /<h1>That did not work/)
  assert.notEqual(refused.headers.get('retry-after'), null)
  assert.equal((await visit(url)).status, 200, 'pages are looked at all the same')
  await limited.close()
})

test('who comes back from a payment is told of it though the church takes no gifts any more', async () => {
  await church.give()
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  const thanks = `${church.page}/thanks/${session.client_reference_id}`
  const waiting = await visit(`${thanks}?look=2&trxref=x&reference=x`)
  assert.equal(waiting.headers.get('refresh'), `8; url=${new URL(thanks).pathname}?look=3`)
  assert.equal((await visit(`${thanks}?look=5`)).headers.get('refresh'), null)
  service.stripe.pay(session)
  await church.callBack(service.stripe.event('checkout.session.completed', session))
  await church.set({ modules: [], status: 'inactive' })
  const page = await visit(thanks)
  assert.equal(page.status, 200)
  assert.match(page.text, /Thank you/)
  assert.doesNotMatch(page.text, /Give again/)
  assert.equal((await visit(church.page)).status, 404)
})

test('a church’s name stands in the words as it is', async () => {
  const odd = await service.givingChurch('development', { name: "Grace $& $' CHURCH" })
  const led = await odd.give({ name: 'Ada\r\nObi\u2028X' })
  const paid = await visit(`${service.url}${led.location}`, { outcome: 'pay' })
  assert.match((await visit(`${service.url}${paid.location}`)).text, /Grace \$&amp; \$&#39; CHURCH has received it/)
  assert.equal((await odd.gifts())[0].donor_name, 'Ada Obi X')
})

test('an answer that lacks what was paid is not used: the gift waits, and nothing is called a mismatch', async () => {
  const other = await service.givingChurch('paystack')
  await other.give()
  const transaction = service.paystack.transactions.at(-1) ?? assert.fail()
  const { amount } = transaction
  service.paystack.pay(transaction, { amount: undefined })
  assert.equal(await other.callBack(service.paystack.event('charge.success', transaction)), 500)
  await church.give()
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  service.stripe.pay(session, { amount_total: null })
  assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 500)
  for (const of of [church, other]) assert.equal((await of.gifts())[0].status, 'pending')
  service.paystack.pay(transaction, { amount, fees: -5 })
  assert.equal(await other.callBack(service.paystack.event('charge.success', transaction)), 200)
  const [{ status, fee }] = await other.gifts()
  assert.deepEqual([status, fee], ['succeeded', null])
})

test('a key that may read sessions only is enough to find out whether a gift was paid', async () => {
  await church.give()
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  service.stripe.pay(session)
  let refusals = 0
  service.stripe.reply = response => {
    refusals += 1
    if (refusals === 1) return void response.writeHead(403).end('{"error":{"message":"no permission"}}')
    response.end(JSON.stringify(session))
  }
  const page = await visit(`${church.page}/thanks/${session.client_reference_id}`)
  service.stripe.reply = undefined
  assert.match(page.text, /Thank you/)
  assert.equal((await church.gifts())[0].fee, null)
})

test('a form of a provider that was replaced while it was open leads to the new one', async () => {
  const policy = (await visit(church.page)).headers.get('content-security-policy') ?? ''
  await useProvider(service, church.church, 'paystack')
  const { location } = await church.give()
  assert.match(location ?? '', /^https:\/\/checkout\.paystack\.com\//)
  assert.match(policy, /form-action 'self' https:;/)
})
