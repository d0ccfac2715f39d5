import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type GivingService, startGiving, useProvider, visit } from '../../../test/support/giving.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { STRIPE_TEST_KEYS } from '../../../test/support/stripe.ts'
import { createEndpoint } from '../../webhooks/endpoints.ts'

let service: GivingService
before(async () => {
  service = await startGiving({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })
})
after(() => service.close())

test('a test gift that waits when the church begins to take money expires, and its test page is gone', async () => {
  const church = await service.givingChurch('development')
  const address = `${service.url}${(await church.give()).location}`
  assert.equal((await visit(address)).status, 200)
  await useProvider(service, church.church, 'stripe')
  assert.equal((await church.gifts())[0].status, 'expired')
  for (const page of [await visit(address), await visit(address, { outcome: 'pay' })]) assert.equal(page.status, 404)
  assert.deepEqual(await church.contributions(), [])
})

test('a test key shows Test mode, and its payments are no contributions once the church takes money', async () => {
  const church = await service.givingChurch('stripe')
  await useProvider(service, church.church, 'stripe', STRIPE_TEST_KEYS)
  assert.match((await visit(church.page)).text, /Test mode: no money moves/)
  const pay = async (): Promise<number> => {
    const session = service.stripe.sessions.at(-1) ?? assert.fail()
    service.stripe.pay(session)
    return await church.callBack(service.stripe.event('checkout.session.completed', session))
  }
  await church.give()
  assert.equal(await pay(), 200)
  assert.equal((await church.contributions()).length, 1)
  const [{ reference }] = await church.gifts()
  assert.match((await visit(`${church.page}/thanks/${reference}`)).text, /Test mode/)
  await church.give()
  await useProvider(service, church.church, 'stripe')
  assert.doesNotMatch((await visit(church.page)).text, /Test mode/)
  assert.equal(await pay(), 200)
  assert.deepEqual(
    (await church.gifts()).map(({ status }) => status),
    ['succeeded', 'expired'],
  )
  assert.equal((await church.contributions()).length, 1)
})

test('a test payment that names a gift of real money is not posted', async () => {
  const [church, other] = [await service.givingChurch('stripe'), await service.givingChurch('paystack')]
  await church.give()
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  service.stripe.pay(session, { livemode: false })
  assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 200)
  await other.give()
  const transaction = service.paystack.transactions.at(-1) ?? assert.fail()
  service.paystack.pay(transaction, { domain: 'test' })
  assert.equal(await other.callBack(service.paystack.event('charge.success', transaction)), 200)
  for (const { gifts, contributions } of [church, other]) {
    assert.equal((await gifts())[0].status, 'pending')
    assert.deepEqual(await contributions(), [])
  }
})

test('a test payment is told to the receivers of webhooks, with three events', async () => {
  const church = await service.givingChurch('development')
  const receiver = await startReceiver()
  const names = ['contribution.recorded', 'giving.gift_received', 'payment.succeeded']
  await church.act(createEndpoint, { url: receiver.url, events: names })
  const address = `${service.url}${(await church.give()).location}`
  await visit(address, { outcome: 'pay' })
  const got = await receiver.until(3)
  assert.deepEqual(got.map(({ headers }) => headers['x-service-event']).sort(), names)
  const received = got.find(({ headers }) => headers['x-service-event'] === 'giving.gift_received')
  const [gift] = await church.gifts()
  assert.deepEqual(received?.json.data, gift)
  await receiver.close()
})
