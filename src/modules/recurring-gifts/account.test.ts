/** Charges of which the provider says too little: it refuses the account, hangs, loses answers, says what decides nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type GivingChurch, type GivingService, givingParts, useProvider } from '../../../test/support/giving.ts'
import { PAYSTACK_KEYS } from '../../../test/support/paystack.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { beginRecurring, moveTo, recurringDesk, workOff } from '../../../test/support/recurring.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import { removePaymentProvider } from '../online-giving/payment-providers.ts'
import { reconcileGifts } from '../online-giving/reconcile.ts'
import { retryRecurring } from './actions.ts'
import { chargeDue } from './charge-worker.ts'
import { turnOn } from './when.ts'

let service: GivingService
let church: GivingChurch

const {
  fresh,
  on,
  one,
  said: periods,
} = recurringDesk(scene => {
  ;({ service, church } = scene)
})
const latest = async (id: number) => (await periods(id)).at(-1)
const notices = async () => await listNotices(service.database, church.church.id)
const DAY_MINUTES = 24 * 60
const mails = async () =>
  (await service.database.read.all(sql`select 1 from messages where church_id = ${church.church.id}`)).length
const remove = (provider: string) =>
  service.database.write(church.church.id, tx => removePaymentProvider(tx, church.church, provider, { force: true }))

const REFUSALS = {
  stripe: {
    refuse: async () => void service.stripe.forbidden.push('/v1/payment_intents'),
    charges: () => service.stripe.intents.length,
    asked: () => service.stripe.requests.filter(({ path }) => path.startsWith('/v1/payment_intents')).length,
  },
  paystack: {
    refuse: () => useProvider(service, church.church, 'paystack', { ...PAYSTACK_KEYS, secret_key: 'sk_live_other' }),
    charges: () => service.paystack.transactions.length,
    asked: () => service.paystack.requests.length,
  },
}

for (const provider of ['stripe', 'paystack'] as const) {
  const { refuse, charges, asked } = REFUSALS[provider]
  test(`${provider} refuses the account: nothing is charged or lost, and it goes on when that is mended`, async () => {
    const id = await fresh(provider)
    const [before, written] = [charges(), await mails()]
    await refuse()
    for (const day of ['2027-02-28', '2027-03-02', '2027-03-05']) await on(day, id)
    assert.deepEqual([await latest(id), charges()], ['2027-02-28 charging', before])
    const questions = asked()
    await workOff(service)
    assert.equal(asked(), questions, 'it is not asked again before an hour')
    await on('2027-03-31', id)
    await on('2027-04-30', id)
    assert.deepEqual(
      [await periods(id), (await one()).status, await mails()],
      [['2027-01-31 paid', '2027-02-28 skipped', '2027-03-31 skipped', '2027-04-30 charging'], 'active', written],
    )
    assert.deepEqual(
      (await notices()).map(({ title }) => title),
      [`Recurring gifts cannot be charged through ${provider}`],
    )
    service.stripe.forbidden.splice(0)
    await useProvider(service, church.church, provider)
    await workOff(service)
    assert.deepEqual([await latest(id), charges()], ['2027-04-30 paid', before + 1])
  })
}

test('an account that is removed: what is due waits, and is charged when there is one again, or asked of the giver', async () => {
  const id = await fresh('stripe')
  const written = await mails()
  await remove('stripe')
  await on('2027-02-28', id)
  assert.deepEqual([await latest(id), (await one()).problem, await mails()], ['2027-02-28 due', 'no_account', written])
  await assert.rejects(church.act(retryRecurring, { id }), { code: 'validation_failed' })
  await on('2027-03-31', id)
  await on('2027-04-30', id)
  assert.deepEqual(
    [await periods(id), (await one()).status],
    [['2027-01-31 paid', '2027-02-28 skipped', '2027-03-31 skipped', '2027-04-30 due'], 'past_due'],
  )
  assert.match((await notices())[0]?.body ?? '', /no account with stripe/)
  await useProvider(service, church.church, 'stripe')
  service.pass(60)
  await workOff(service)
  assert.deepEqual([await latest(id), (await one()).status], ['2027-04-30 paid', 'active'])
  await useProvider(service, church.church, 'paystack')
  await remove('stripe')
  await on('2027-05-31', id)
  assert.equal(await latest(id), '2027-05-31 needs_giver', 'the church takes gifts elsewhere')
  assert.equal(await mails(), written + 1)
})

test('a key that may not read fees charges all the same', async () => {
  const id = await fresh('stripe')
  service.stripe.forbidden.push('fees')
  await on('2027-02-28', id)
  service.stripe.forbidden.splice(0)
  assert.equal(await latest(id), '2027-02-28 paid')
  assert.equal((await church.gifts()).find(({ due_on }) => due_on === '2027-02-28')?.fee, null)
  await on('2027-03-31', id)
  assert.equal((await church.gifts()).find(({ due_on }) => due_on === '2027-03-31')?.fee, 59)
})

test('a provider that hangs holds up its own churches only', async () => {
  const id = await fresh('stripe')
  const theirs = church
  const other = await service.givingChurch('paystack')
  const charged = await beginRecurring(service, other, 'paystack')
  const hanging: (() => void)[] = []
  service.stripe.reply = response => void hanging.push(() => response.destroy())
  const turns = [turnOn('2027-02-28', theirs.church, id), turnOn('2027-02-28', other.church, charged)]
  moveTo(service, new Date(Math.max(...turns.map(Number)) + 1_000).toISOString())
  // It is waited for longer than the test lasts.
  const network: GivingService['network'] = {
    request: asked => service.network.request({ ...asked, timeout: 600_000 }),
  }
  const work = workOff({ ...service, network })
  await eventually('it hangs', () => hanging.length > 0)
  await eventually('the other is charged', async () =>
    (await other.gifts()).some(({ due_on, status }) => due_on === '2027-02-28' && status === 'succeeded'),
  )
  for (const end of hanging) end()
  await work
  service.stripe.reply = undefined
  service.pass(2)
  assert.ok((await chargeDue(givingParts(service))) > 0)
})

describe('answers that are lost', () => {
  for (const provider of ['stripe', 'paystack'] as const) {
    test(`${provider}: hung up, garbage and a time-out are looked for, and what came late counts: one payment each`, async () => {
      const id = await fresh(provider)
      const fake = service[provider]
      const { charges } = REFUSALS[provider]
      const before = charges()
      const network: GivingService['network'] = {
        request: asked => service.network.request({ ...asked, timeout: 300 }),
      }
      const days = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']
      for (const [n, how] of ['hang up', '<html>', 'never', 'never'].entries()) {
        moveTo(service, new Date(turnOn(days[n] ?? '', church.church, id).getTime() + 1_000).toISOString())
        fake.loses = how
        await workOff({ ...service, network })
        fake.loses = undefined
        assert.equal(await latest(id), `${days[n]} charging`, how)
        // The last one is told of by a callback, after the time-out and before anybody looks.
        if (n === 3) await tellLatest(provider)
        else service.pass(2)
        await workOff(service)
        assert.equal(await latest(id), `${days[n]} paid`, how)
      }
      service.pass(DAY_MINUTES)
      await workOff(service)
      assert.deepEqual([charges(), (await church.contributions()).length], [before + 4, 5])
    })
  }

  test('Paystack: a reference that it has after all is not charged anew', async () => {
    const id = await fresh('paystack')
    const { paystack } = service
    const before = paystack.transactions.length
    paystack.loses = 'hang up'
    await on('2027-02-28', id)
    paystack.loses = undefined
    service.pass(2)
    // It does not know the reference yet when it is asked, and does when it is sent again.
    paystack.reply = response => {
      paystack.reply = undefined
      response.writeHead(400).end('{"status":false,"message":"Transaction reference not found."}')
    }
    const asked = paystack.requests.length
    await workOff(service)
    assert.deepEqual(
      paystack.requests.slice(asked).map(({ path }) => path.split('/').slice(0, 3).join('/')),
      ['/transaction/verify', '/transaction/charge_authorization', '/transaction/verify'],
    )
    assert.deepEqual([await latest(id), paystack.transactions.length], ['2027-02-28 paid', before + 1])
  })
})

/** The provider tells of the charge that it made last. */
async function tellLatest(provider: 'stripe' | 'paystack'): Promise<void> {
  const { stripe, paystack } = service
  const call =
    provider === 'stripe'
      ? stripe.event('payment_intent.succeeded', stripe.intents.at(-1) ?? assert.fail())
      : paystack.event('charge.success', paystack.transactions.at(-1) ?? assert.fail())
  for (const _ of [1, 2]) assert.equal(await church.callBack(call), 200)
}

describe('words that decide nothing', () => {
  test('Paystack: a challenge waits for the giver; a word that nobody knows, or none, is looked for and never followed by a charge', async () => {
    const id = await fresh('paystack')
    const { paystack } = service
    const code = `AUTH_${paystack.transactions.at(-1)?.id}`
    const charges = () => paystack.transactions.length
    for (const [day, next, status] of [
      ['2027-02-28', '2027-03-01', 'abandoned'],
      ['2027-03-31', '2027-04-01', 'send_otp'],
    ] as const) {
      paystack.outcomes.set(code, { status })
      await on(day, id)
      const before = charges()
      await on(next, id)
      assert.deepEqual([await latest(id), charges()], [`${day} needs_giver`, before], status)
      assert.equal((await one()).problem, 'authentication_required')
      paystack.outcomes.clear()
      await church.act(retryRecurring, { id })
      await workOff(service)
    }
    paystack.outcomes.set(code, { status: 'reviewing', gateway_response: 'Under review' })
    await on('2027-04-30', id)
    const before = charges()
    await on('2027-05-01', id)
    assert.deepEqual([await latest(id), charges()], ['2027-04-30 charging', before])
    Object.assign(paystack.transactions.at(-1) ?? {}, { status: 'success', fees: 2250 })
    await on('2027-05-02', id)
    assert.equal(await latest(id), '2027-04-30 paid')
    paystack.outcomes.clear()
    await church.act(retryRecurring, { id }).catch(() => undefined)

    paystack.reply = response => response.writeHead(200).end('{"status":true}')
    await on('2027-05-31', id)
    paystack.reply = undefined
    assert.deepEqual([await latest(id), charges()], ['2027-05-31 charging', before])
    service.pass(2)
    await workOff(service)
    assert.deepEqual([await latest(id), charges()], ['2027-05-31 paid', before + 1], 'it never heard of it')
  })

  test('a charge that was on its way, and of which only such words come any more, ends unconfirmed: nothing follows it', async () => {
    const id = await fresh('paystack')
    const { paystack } = service
    paystack.outcomes.set(`AUTH_${paystack.transactions.at(-1)?.id}`, { status: 'processing' })
    await on('2027-02-28', id)
    Object.assign(paystack.transactions.at(-1) ?? {}, { status: 'reviewing' })
    paystack.outcomes.clear()
    const before = paystack.transactions.length
    const looks = 40
    for (let look = 0; look < looks; look += 1) {
      service.pass(DAY_MINUTES)
      await reconcileGifts(givingParts(service))
    }
    await workOff(service)
    const gift = (await church.gifts()).find(({ due_on }) => due_on === '2027-02-28')
    assert.deepEqual([gift?.status, gift?.error], ['expired', 'unconfirmed'])
    assert.equal(paystack.transactions.filter(({ reference }) => reference !== gift?.reference).length, before)
  })
})
