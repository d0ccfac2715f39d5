/** Currencies and exchange rates of gifts (spec, General conventions 5; decisions, Money). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { setRate } from './exchange-rates.ts'

const NOW = new Date('2026-06-30T12:00:00Z')
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock: { now: () => NOW } })
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const give = (body: object): Promise<Answered> => church.send('POST', '/contributions', { amount: 100, ...body })
const rate = (currency: string, value: string, valid_from?: string, of = church) =>
  of.act(setRate, { currency, rate: value, ...(valid_from && { valid_from }) })

test('currency is ISO 4217 in any case', async () => {
  await rate('USD', '1500')
  assert.equal((await give({ currency: ' usd ' })).json.data.currency, 'USD')
  for (const currency of ['XXX', 'US', 'DOLLAR', 5]) {
    const { status, json } = await give({ currency })
    assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['currency']])
  }
})

test('a currency for which the church has no exchange rate on that day is 422 on currency', async () => {
  const refused = async (body: object) => {
    const { status, json } = await give(body)
    assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['currency']])
  }
  await refused({ currency: 'USD' })
  await rate('USD', '1500', '2026-06-10')
  await refused({ currency: 'USD', given_on: '2026-06-09' })
  assert.equal((await give({ currency: 'USD', given_on: '2026-06-10' })).status, 201)
  church = await service.church()
  await refused({ currency: 'USD', given_on: '2026-06-10' })
})

test('amount_base is by the rate valid on given_on: the latest that began on or before it', async () => {
  await rate('USD', '1600', '2026-06-20')
  await rate('USD', '1500', '2026-06-10')
  await rate('USD', '1700')
  const days = {
    '2026-06-10': 150_000,
    '2026-06-19': 150_000,
    '2026-06-20': 160_000,
    '2026-06-30': 170_000,
    '2026-12-31': 170_000,
  }
  for (const [given_on, amount_base] of Object.entries(days)) {
    assert.equal((await give({ currency: 'USD', given_on })).json.data.amount_base, amount_base, given_on)
  }
  assert.equal((await give({ currency: 'USD' })).json.data.amount_base, 170_000)
})

test('amount_base is exact integer arithmetic, rounded half to even once', async () => {
  const cases: [amount: number, rate: string, amount_base: number][] = [
    [1, '0.5', 0],
    [3, '0.5', 2],
    [5, '0.5', 2],
    [7, '0.5', 4],
    [1, '0.5000000001', 1],
    [333, '1.015', 338],
    [999_999_999_999, '1.0000000001', 1_000_000_000_099],
    [123_456_789_012, '1650.25', 203_734_566_067_053],
    [1, '0.0000000001', 0],
  ]
  for (const [amount, value, amount_base] of cases) {
    await rate('USD', value)
    assert.equal((await give({ currency: 'USD', amount })).json.data.amount_base, amount_base, `${amount} × ${value}`)
  }
})

test('minor units differ: yen have none, Bahraini dinars three places', async () => {
  await rate('JPY', '10.5')
  await rate('BHD', '4000')
  const yen = (await give({ currency: 'JPY', amount: 1500 })).json.data
  assert.deepEqual([yen.amount_base, yen.amount_display], [1_575_000, '¥1,500.00'])
  const dinars = (await give({ currency: 'BHD', amount: 1500 })).json.data
  assert.equal(dinars.amount_base, 600_000)
})

test('amount_base is kept with the gift, never recomputed', async () => {
  await rate('USD', '1500')
  const { data } = (await give({ currency: 'USD' })).json
  await rate('USD', '9999')
  assert.deepEqual((await church.send('GET', `/contributions/${data.id}`)).json.data, data)
  assert.equal((await church.send('GET', '/contributions')).json.meta.sum_amount_base, 150_000)
  assert.equal((await give({ currency: 'USD' })).json.data.amount_base, 999_900)
})

test('an amount_base beyond JSON’s exact integers is 422 on amount', async () => {
  await rate('USD', '999999999999')
  const { status, json } = await give({ currency: 'USD', amount: 999_999_999_999 })
  assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['amount']])
  assert.equal((await give({ currency: 'USD', amount: 9_007 })).json.data.amount_base, 9_006_999_999_990_993)
})

test('sum_amount_base is in the church currency, which base_currency names', async () => {
  church = await service.church({ country: 'GH', currency: 'GHS', timezone: 'Africa/Accra' })
  await rate('USD', '12.5')
  await give({ currency: 'USD', amount: 1000 })
  await give({ amount: 50 })
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.sum_amount_base, meta.base_currency, meta.total], [12_550, 'GHS', 2])
})

test('a rate is refused for a currency that is none, for the church’s own, and when it is no positive number', async () => {
  const wrong: [currency: string, rate: string, from?: string][] = [
    ['XXX', '1'],
    ['NGN', '1'],
    ['USD', '0'],
    ['USD', '-1'],
    ['USD', '1e3'],
    ['USD', 'NaN'],
    ['USD', '1,5'],
    ['USD', '1', '2026-02-30'],
  ]
  for (const [currency, value, from] of wrong) {
    await assert.rejects(rate(currency, value, from), { code: 'validation_failed' }, `${currency} ${value}`)
  }
})
