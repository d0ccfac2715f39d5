import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type GivingChurch, type GivingService, type Keyed, startGiving, visit } from '../../../test/support/giving.ts'
import type { SignedCall } from '../../../test/support/stripe.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import { createFund } from '../contributions/create-fund.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'

let service: GivingService
before(async () => {
  service = await startGiving()
})
after(() => service.close())

/** What tests of every provider need, whatever the provider calls it. */
interface Checkouts {
  name: Keyed
  host: string
  payment(): string
  paid(changes?: object): SignedCall
  failed(): SignedCall
  forged(): SignedCall
  amount: string
  fee: number
}

const lastSession = () => service.stripe.sessions.at(-1) ?? assert.fail('no session')
const lastTransaction = () => service.paystack.transactions.at(-1) ?? assert.fail('no transaction')

const STRIPE: Checkouts = {
  name: 'stripe',
  host: 'https://checkout.stripe.com',
  payment: () => String(lastSession().payment_intent),
  paid(changes) {
    service.stripe.pay(lastSession(), changes)
    return service.stripe.event('checkout.session.completed', lastSession())
  },
  failed: () => service.stripe.event('checkout.session.async_payment_failed', lastSession()),
  forged: () => service.stripe.event('checkout.session.completed', lastSession(), 'whsec_other'),
  amount: 'amount_total',
  fee: 59,
}

const PAYSTACK: Checkouts = {
  name: 'paystack',
  host: 'https://checkout.paystack.com',
  payment: () => String(lastTransaction().id),
  paid(changes) {
    service.paystack.pay(lastTransaction(), changes)
    return service.paystack.event('charge.success', lastTransaction())
  },
  failed: () =>
    service.paystack.event('charge.failed', { ...lastTransaction(), status: 'failed', gateway_response: 'declined' }),
  forged: () => service.paystack.event('charge.success', lastTransaction(), 'sk_test_other'),
  amount: 'amount',
  fee: 2250,
}

const SUCCESS = ['contribution.recorded', 'giving.gift_received', 'payment.succeeded']
const sorted = async ({ told }: GivingChurch): Promise<string[]> => (await told()).sort()

for (const provider of [STRIPE, PAYSTACK]) {
  describe(provider.name, () => {
    let church: GivingChurch
    beforeEach(async () => {
      church = await service.givingChurch(provider.name)
    })

    test('a gift goes from the form over the checkout to one contribution, with three events', async () => {
      const person = (await church.send('POST', '/people', { first_name: 'Ada', email: 'Ada@Example.org' })).json.data
      const led = await church.give({ note: 'For the roof', anonymous: '1' })
      assert.equal(led.status, 303, led.text)
      assert.ok(led.location?.startsWith(`${provider.host}/`), led.location ?? '')
      const [pending] = await church.gifts()
      assert.deepEqual([pending.status, pending.contribution_id, pending.completed_at], ['pending', null, null])
      assert.deepEqual(await church.contributions(), [])

      assert.equal(await church.callBack(provider.paid()), 200)
      const [gift] = await church.gifts()
      const [contribution, ...more] = await church.contributions()
      assert.deepEqual(more, [])
      const { id, created_at, updated_at, given_on, ...rest } = contribution
      assert.deepEqual(rest, {
        person_id: person.id,
        fund_id: church.fund_id,
        fund_name: 'General',
        branch_id: church.church.hq_branch_id,
        batch_id: null,
        recurring_id: null,
        amount: 150050,
        currency: 'NGN',
        amount_display: '₦1,500.50',
        amount_base: 150050,
        method: 'online',
        reference: gift.reference,
        note: 'For the roof',
        source: 'online',
        payment_id: provider.payment(),
        donor_name: 'Ada Obi',
        donor_email: 'ada@example.org',
        donor_phone: null,
        is_anonymous: true,
        status: 'posted',
      })
      const { fee, method, status, error, contribution_id, channel } = gift
      assert.deepEqual(
        { fee, method, status, error, contribution_id, channel, provider: gift.provider },
        {
          fee: provider.fee,
          method: 'card',
          status: 'succeeded',
          error: null,
          contribution_id: id,
          channel: 'web',
          provider: provider.name,
        },
      )
      assert.notEqual(gift.completed_at, null)
      const events = (await church.events()).filter(({ name }) => SUCCESS.includes(name))
      const data = Object.fromEntries(events.map(({ name, body }) => [name, body.data]))
      assert.deepEqual(Object.keys(data).sort(), SUCCESS)
      assert.deepEqual([data['giving.gift_received'], data['contribution.recorded']], [gift, contribution])
      assert.deepEqual(data['payment.succeeded'], {
        provider: provider.name,
        payment_id: provider.payment(),
        recurring_id: null,
        reference: gift.reference,
        status: 'succeeded',
        amount: 150050,
        currency: 'NGN',
        fee: provider.fee,
        method: 'card',
        error: null,
        purpose: 'gift',
        gift_id: gift.id,
        contribution_id: id,
        person_id: person.id,
      })
      const { meta } = (await church.send('GET', '/contributions')).json
      assert.deepEqual([meta.total, meta.sum_amount_base], [1, 150050])
      const thanks = await visit(`${church.page}/thanks/${gift.reference}`)
      assert.match(thanks.text, /Thank you for your gift/)
    })

    test('whatever the provider repeats, on two nodes at the same time, makes one contribution', async () => {
      await church.give()
      const call = provider.paid()
      const other = await service.node()
      const urls = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? service.url : other.url))
      const statuses = await Promise.all(urls.map(url => church.callBack(call, url)))
      await other.close()
      assert.deepEqual([...new Set(statuses)], [200])
      assert.equal((await church.contributions()).length, 1)
      const before = await church.gifts()
      assert.equal(await church.callBack(call), 200)
      assert.deepEqual(await church.gifts(), before, 'a repeat changes nothing')
      assert.deepEqual(await sorted(church), SUCCESS)
    })

    test('a failure is told once; a success after it counts; a failure after a success is ignored', async () => {
      await church.give()
      const failed = provider.failed()
      for (let n = 1; n <= 2; n += 1) assert.equal(await church.callBack(failed), 200)
      const [gift] = await church.gifts()
      assert.deepEqual([gift.status, gift.error, gift.contribution_id], ['failed', 'declined', null])
      assert.deepEqual(await church.told(), ['payment.failed'])
      assert.deepEqual(await church.contributions(), [])
      const thanks = await visit(`${church.page}/thanks/${gift.reference}`)
      assert.match(thanks.text, /did not go through/)
      assert.match(thanks.text, /Try again/)

      const paid = provider.paid()
      assert.equal(await church.callBack(paid), 200)
      assert.equal(await church.callBack(failed), 200)
      const [now] = await church.gifts()
      assert.deepEqual([now.status, now.error], ['succeeded', null])
      assert.equal((await church.contributions()).length, 1)
      assert.deepEqual(await sorted(church), [SUCCESS[0], SUCCESS[1], 'payment.failed', SUCCESS[2]])
    })

    test('a callback that is not signed by the provider, or comes to another address, changes nothing', async () => {
      await church.give()
      const good = provider.paid()
      assert.equal(await church.callBack(provider.forged()), 403)
      assert.equal(await church.callBack({ ...good, headers: {} }), 403)
      assert.equal(await church.callBack({ ...good, body: good.body.replace('150050', '150051') }), 403)
      const { callback } = church
      const other = provider.name === 'stripe' ? 'paystack' : 'stripe'
      for (const path of [
        `${callback}x`,
        callback.slice(0, -1),
        callback.replace(provider.name, other),
        callback.replace(church.church.slug, 'nobody'),
        `${callback}/more`,
        callback.replace(provider.name, 'development'),
      ]) {
        const { status } = await fetch(`${service.url}${path}`, { method: 'POST', ...good })
        assert.equal(status, 404, path)
      }
      assert.equal((await fetch(`${service.url}${callback}`)).status, 404)
      assert.equal((await church.gifts())[0].status, 'pending')
      assert.equal(await church.callBack(good), 200)
    })

    test('another amount or currency than asked for is never posted: the gift fails, and administrators are told once', async () => {
      for (const changes of [{ [provider.amount]: 150 }, { currency: 'USD' }]) {
        await church.give()
        const call = provider.paid(changes)
        for (let n = 1; n <= 3; n += 1) assert.equal(await church.callBack(call), 200)
        const gift = (await church.gifts()).at(-1)
        assert.deepEqual([gift.status, gift.error, gift.contribution_id], ['failed', 'amount_mismatch', null])
      }
      assert.deepEqual(await church.contributions(), [])
      assert.deepEqual(await church.told(), ['payment.failed', 'payment.failed'])
      const notices = await listNotices(service.database, church.church.id)
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['payment_mismatch', 'payment_mismatch'],
      )
      assert.match(notices[0]?.body ?? '', /Nothing was posted/)
    })

    test('a provider that does not answer: the page says that nothing was paid, and what is known of the gift is kept', async () => {
      const fake = service[provider.name as 'stripe' | 'paystack']
      fake.reply = response => response.destroy()
      const dropped = await church.give({ name: 'Bo <b>Obi</b>' })
      fake.reply = response => void response.writeHead(401).end('{"error":{"message":"no"},"message":"no"}')
      const refused = await church.give()
      fake.reply = undefined
      for (const page of [dropped, refused]) {
        assert.equal(page.status, 503)
        assert.match(page.text, /role="alert">The payment could not be started/)
      }
      assert.match(dropped.text, /value="Bo &lt;b&gt;Obi&lt;\/b&gt;"/, 'what was typed is still there')
      const gifts = await church.gifts()
      assert.deepEqual(
        gifts.map(({ status, error }) => [status, error]),
        [
          ['pending', 'unknown_outcome'],
          ['failed', 'checkout_refused'],
        ],
      )
      assert.deepEqual(await church.contributions(), [])
      assert.deepEqual(await church.told(), ['payment.failed'])
      const notices = await listNotices(service.database, church.church.id)
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['payment_refused'],
      )
    })

    test('the thanks page asks the provider when its callback has not come yet', async () => {
      await church.give()
      const [{ reference }] = await church.gifts()
      const url = `${church.page}/thanks/${reference}`
      assert.match((await visit(url)).text, /not confirmed yet/)
      provider.paid()
      const asked = service[provider.name as 'stripe' | 'paystack'].requests.length
      assert.match((await visit(url)).text, /not confirmed yet/)
      assert.equal(
        service[provider.name as 'stripe' | 'paystack'].requests.length,
        asked,
        'it is not asked at once again',
      )
      await service.database.write(0, tx => tx.run(sql`update gifts set looked_at = null`))
      assert.match((await visit(url)).text, /Thank you/)
      const [gift] = await church.gifts()
      assert.deepEqual([gift.status, gift.fee, gift.method], ['succeeded', provider.fee, 'card'])
      assert.equal((await church.contributions()).length, 1)
    })

    test('what was paid is recorded though the module was switched off and the church became inactive', async () => {
      await church.give()
      await church.set({ modules: [], status: 'inactive' })
      assert.equal(await church.callBack(provider.paid()), 200)
      await church.set({ modules: ['giving'], status: 'active' })
      assert.equal((await church.contributions()).length, 1)
    })

    test('a callback of another church is none of mine, though it is signed and names my gift', async () => {
      await church.give()
      const call = provider.paid()
      const other = await service.givingChurch(provider.name)
      assert.equal(await other.callBack(call), 200)
      assert.deepEqual(await other.contributions(), [])
      assert.equal((await church.gifts())[0].status, 'pending')
    })
  })
}

test('Stripe: a session that is complete but not paid yet is waited for; an expired one ends it without an event', async () => {
  const church = await service.givingChurch('stripe')
  await church.give()
  const session = lastSession()
  Object.assign(session, { status: 'complete' })
  assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 200)
  assert.equal((await church.gifts())[0].status, 'pending')
  service.stripe.pay(session)
  assert.equal(await church.callBack(service.stripe.event('checkout.session.async_payment_succeeded', session)), 200)
  assert.equal((await church.gifts())[0].status, 'succeeded')

  await church.give()
  Object.assign(lastSession(), { status: 'expired' })
  assert.equal(await church.callBack(service.stripe.event('checkout.session.expired', lastSession())), 200)
  assert.equal((await church.gifts())[1].status, 'expired')
  assert.ok(!(await church.told()).includes('payment.failed'))
  assert.equal(await church.callBack(STRIPE.paid()), 200, 'a success after that counts all the same')
  assert.equal((await church.contributions()).length, 2)
})

test('Stripe: events that are not about a gift of ours are taken and change nothing', async () => {
  const church = await service.givingChurch('stripe')
  await church.give()
  const session = lastSession()
  service.stripe.pay(session)
  for (const changes of [{ mode: 'subscription' }, { client_reference_id: 'someone-else' }]) {
    const call = service.stripe.event('checkout.session.completed', { ...session, ...changes })
    assert.equal(await church.callBack(call), 200)
  }
  assert.equal(await church.callBack(service.stripe.event('customer.created', session)), 200)
  assert.equal((await church.gifts())[0].status, 'pending')
})

test('Stripe: the checkout has our reference as its idempotency key, and what is asked for', async () => {
  const church = await service.givingChurch('stripe', { name: 'Grace & Truth' })
  await church.give()
  const { key, form } = service.stripe.requests.findLast(({ method }) => method === 'POST') ?? assert.fail()
  const [{ reference }] = await church.gifts()
  assert.equal(key, reference)
  assert.equal(form.get('client_reference_id'), reference)
  assert.equal(form.get('line_items[0][price_data][unit_amount]'), '150050')
  assert.equal(form.get('line_items[0][price_data][product_data][name]'), 'General, Grace & Truth')
  assert.equal(form.get('customer_email'), 'ada@example.org')
  assert.match(form.get('success_url') ?? '', new RegExp(`/give/${church.church.slug}/thanks/${reference}$`))
})

test('Paystack: an amount is sent in hundredths, also where the currency has none', async () => {
  const church = await service.givingChurch('paystack', { currency: 'XOF', country: 'CI', timezone: 'Africa/Abidjan' })
  assert.equal((await church.give({ amount: '1,500' })).status, 303)
  assert.equal(lastTransaction().amount, 150_000)
  assert.equal(await church.callBack(PAYSTACK.paid()), 200)
  const [{ amount, fee }] = await church.gifts()
  assert.deepEqual([amount, fee], [1500, 23])
  assert.equal((await church.contributions())[0].amount_base, 1500)
})

test('given_on is the day in the church’s time zone', async () => {
  const church = await service.givingChurch('paystack', { timezone: 'Pacific/Kiritimati' })
  await church.give()
  await church.callBack(PAYSTACK.paid())
  const there = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
  assert.equal((await church.contributions())[0].given_on, there)
})

test('a gift is of the one person who has its e-mail when it is paid; a merge moves it, a removed person has none', async () => {
  const church = await service.givingChurch('paystack')
  const add = async (email: string): Promise<number> =>
    (await church.send('POST', '/people', { first_name: 'Ada', email })).json.data.id
  const [gone, merged, kept] = [await add('a@example.org'), await add('b@example.org'), await add('c@example.org')]
  const pay = async (email: string): Promise<void> => {
    await church.give({ email })
    assert.equal((await church.gifts()).at(-1).person_id, null, 'nobody’s until it is paid')
    await church.callBack(PAYSTACK.paid())
  }
  await church.act(removePerson, { id: gone })
  await pay('a@example.org')
  await pay('B@example.org')
  const people = async () => (await church.gifts()).map(({ person_id }) => person_id)
  assert.deepEqual(await people(), [null, merged])
  await church.act(mergePeople, { keep: kept, remove: merged })
  assert.deepEqual(await people(), [null, kept])
  await add('c@example.org')
  await pay('c@example.org')
  assert.deepEqual(await people(), [null, kept, null], 'an e-mail of two people names none')
})

test('a gift goes into its fund though the fund was closed since', async () => {
  const church = await service.givingChurch('paystack')
  const { id } = await church.act(createFund, { name: 'Roof' })
  await church.give({ fund: String(id) })
  await service.database.write(church.church.id, tx => tx.run(sql`update funds set is_active = false where id = ${id}`))
  await church.callBack(PAYSTACK.paid())
  assert.equal((await church.contributions())[0].fund_name, 'Roof')
  assert.equal((await church.give({ fund: String(id) })).status, 422)
})
