import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { houseOf } from '../../house.ts'
import { extending } from '../../resource/extension-point.ts'
import { module } from '../../resource/module.ts'
import { MODULES } from '../index.ts'
import { setRate } from './exchange-rates.ts'
import { postContribution } from './post-contribution.ts'
import { restateGift } from './restate-gift.ts'
import { voidContribution } from './void-gift.ts'
import { type Correction, correctedGifts } from './what-follows.ts'

const corrections: Correction[] = []
const hearing = module({
  name: 'hearing',
  title: 'Hearing',
  resources: [],
  extends: [extending(correctedGifts, async (_tx, _church, told) => void corrections.push(...told))],
})
const modules = [...MODULES, hearing]
const house = houseOf(modules)

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { modules })
})
beforeEach(async () => {
  church = await service.church()
  corrections.length = 0
})
after(() => service.close())

const give = async (amount: number): Promise<number> =>
  (await church.send('POST', '/contributions', { amount })).json.data.id

test('a void gift stays on record, no longer counts, and causes contribution.voided, once', async () => {
  const [a] = [await give(100), await give(20)]
  const before = (await church.send('GET', `/contributions/${a}`)).json.data
  for (let again = 0; again < 2; again += 1) {
    const printed = await church.act(voidContribution, { id: a, reason: 'counted twice' })
    assert.deepEqual(printed, (await church.send('GET', `/contributions/${a}`)).json.data)
  }
  const { data } = (await church.send('GET', `/contributions/${a}`)).json
  assert.deepEqual({ ...data, updated_at: before.updated_at }, { ...before, status: 'void' })
  const told = (await church.events()).filter(({ name }) => name === 'contribution.voided')
  assert.deepEqual(
    told.map(({ body }) => body.data),
    [data],
  )
  assert.equal('previous' in (told[0]?.body ?? {}), false)
})

test('sum and total follow a void in each status', async () => {
  const [a] = [await give(100), await give(20)]
  const totals = async () => {
    const found = []
    for (const status of ['posted', 'void', 'all']) {
      const { meta } = (await church.send('GET', `/contributions?status=${status}`)).json
      found.push([meta.total, meta.sum_amount_base])
    }
    return found
  }
  assert.deepEqual(await totals(), [
    [2, 120],
    [0, 0],
    [2, 120],
  ])
  await church.act(voidContribution, { id: a })
  assert.deepEqual(await totals(), [
    [1, 20],
    [1, 100],
    [2, 120],
  ])
})

test('voids of one gift at the same time count once', async () => {
  const [a] = [await give(100), await give(20)]
  await Promise.all(Array.from({ length: 8 }, () => church.act(voidContribution, { id: a })))
  assert.equal((await church.send('GET', '/contributions')).json.meta.sum_amount_base, 20)
  assert.equal((await church.events()).filter(({ name }) => name === 'contribution.voided').length, 1)
})

test('a gift that is unknown or of another church cannot be voided', async () => {
  const { json } = await (await service.church()).send('POST', '/contributions', { amount: 1 })
  for (const id of [json.data.id, 999_999_999]) {
    await assert.rejects(church.act(voidContribution, { id }), { code: 'not_found' })
  }
})

/** A gift that came by a payment, in any currency. */
async function paid(amount: number, currency = 'NGN', amount_base = amount): Promise<number> {
  const gift = { person_id: null, fund_id: church.fund_id, branch_id: church.church.hq_branch_id, amount, currency }
  const posted = await service.database.write(church.church.id, tx =>
    postContribution(tx, church.church, {
      ...gift,
      amount_base,
      given_on: '2026-03-04',
      source: 'online',
      payment_id: 'pay-1',
      reference: 'gift-1',
      donor_email: 'ada@example.org',
    }),
  )
  return posted?.id ?? assert.fail()
}

const HOW = { reason: 'Refunded', by: null, happened_on: '2026-05-06' }
const restate = (contribution_id: number, rest: number, cause: 'refund' | 'refund_undone' = 'refund', of = house) =>
  service.database.write(church.church.id, tx =>
    restateGift(tx, { church: church.church, house: of }, { contribution_id, rest, cause, ...HOW }),
  )

test('of 50,000.00 of which 20,000.00 went back, 30,000.00 stand in the month, and what follows is told once', async () => {
  const whole = await paid(5_000_000)
  const before = (await church.send('GET', `/contributions/${whole}`)).json.data
  const { voided, rest } = (await restate(whole, 3_000_000)) ?? assert.fail()
  assert.equal(voided, whole)
  const { data, meta } = (await church.send('GET', '/contributions?from=2026-03-01&to=2026-03-31')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [1, 3_000_000])
  const { id, created_at, updated_at, amount_display, ...left } = data[0]
  assert.equal(id, rest)
  assert.equal(amount_display, '₦30,000.00')
  assert.deepEqual({ ...before, ...left }, { ...before, amount: 3_000_000, amount_base: 3_000_000 })
  const told = (await church.events()).filter(({ name }) => name.startsWith('contribution.'))
  assert.deepEqual(
    told.map(({ name, body }) => [name, (body.data as { id: number }).id]),
    [
      ['contribution.recorded', whole],
      ['contribution.voided', whole],
      ['contribution.recorded', rest],
    ],
  )
  const [correction, ...more] = corrections
  assert.deepEqual(more, [])
  const place = { branch_id: before.branch_id, fund_id: before.fund_id, currency: 'NGN', happened_on: '2026-05-06' }
  assert.deepEqual(correction, {
    ...place,
    cause: 'refund',
    contribution_id: whole,
    replaced_by: rest,
    change: -2_000_000,
    change_base: -2_000_000,
    reason: 'Refunded',
  })
})

test('what is left keeps its part of what the whole was worth, through any number of refunds and back again', async () => {
  await church.act(setRate, { currency: 'USD', rate: '1650.25', valid_from: '2026-01-01' })
  const whole = await paid(10_001, 'USD', 16_504_150)
  await church.act(setRate, { currency: 'USD', rate: '9999', valid_from: '2026-01-01' })
  let at = whole
  for (const rest of [9_999, 3_333, 1]) at = (await restate(at, rest))?.rest ?? assert.fail()
  const { data } = (await church.send('GET', `/contributions/${at}`)).json
  assert.deepEqual([data.amount, data.amount_base], [1, 1_650])
  assert.deepEqual(await restate(at, 0), { voided: at, rest: null })
  const { rest } = (await restate(at, 10_001, 'refund_undone')) ?? assert.fail()
  const back = (await church.send('GET', `/contributions/${rest}`)).json.data
  assert.deepEqual([back.amount, back.amount_base, back.status], [10_001, 16_504_150, 'posted'])
  const sum = (name: 'change' | 'change_base') => corrections.reduce((all, one) => all + one[name], 0)
  assert.deepEqual([sum('change'), sum('change_base')], [0, 0])
})

test('a gift that a person voided stays void, whatever comes and goes; a void by hand is told to what follows, once', async () => {
  const whole = await paid(500)
  for (let again = 0; again < 2; again += 1) await church.act(voidContribution, { id: whole, reason: 'By mistake' })
  assert.deepEqual(
    corrections.map(({ cause, change, replaced_by }) => [cause, change, replaced_by]),
    [['voided', -500, null]],
  )
  assert.equal(await restate(whole, 200), undefined)
  assert.equal(await restate(whole, 500, 'refund_undone'), undefined)
  assert.equal((await church.send('GET', '/contributions')).json.meta.total, 0)
})

test('in a house without the module that says what follows, a gift is corrected and it hears nothing', async () => {
  const whole = await paid(500)
  const { voided } = (await restate(whole, 200, 'refund', houseOf(MODULES))) ?? assert.fail()
  assert.deepEqual([voided, corrections], [whole, []])
})

test('of a gift that is restated twice at the same time, one stands', async () => {
  const whole = await paid(500)
  await Promise.allSettled([restate(whole, 200), restate(whole, 300)])
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.equal(meta.total, 1)
})
