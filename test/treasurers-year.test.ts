/**
 * A treasurer's year, on one service whose clock is moved through 2027: plates, envelopes, cheques, online gifts, refunds, a dispute,
 * deposits, a payout, two currencies, a pledge, an import that is taken back, journals and statements. The church's money is the
 * naira. Every figure that is compared was added up by hand, in kobo or cents, as said beside it; none is computed here.
 *
 * What is in the books in the end, in naira (dollars: 1,500 until June, 1,600 from July):
 *
 *   January   plate 120,000.00 · Ben 30,000.00 · Dele USD 100 = 150,000.00 · Chidi 20,000.00 · Ben, found late, 5,000.00   325,000.00
 *   February  Ada 12,500.50 · Chidi 20,000.00 · Chidi 50,000.00 less 20,000.00 back                                         62,500.50
 *   March     Chidi 20,000.00, a day late                                                                                   20,000.00
 *   April     Chidi 20,000.00                                                   (Efe 40,000.00 went back whole)             20,000.00
 *   May       Chidi 20,000.00                                                   (Efe 60,000.00 lost in a dispute)           20,000.00
 *   June      a generator of 300,000.00 · dinner: Ada 15,000.00, Ben 15,000.00  (Chidi's card declined)                    330,000.00
 *   July      plate 90,000.00 · Dele USD 200 = 320,000.00 · Ben 10,000.00 · Chidi 20,000.00                                440,000.00
 *   August    Ada 25,000.00 and Ben 35,000.00 from the bank · Chidi 20,000.00                                               80,000.00
 *   September Ada USD 50 = 80,000.00                                                                                        80,000.00
 *   December  plate 200,000.00                                                                                             200,000.00
 *                                                                                                                        1,577,500.50
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asGiving, useProvider, visit } from './support/giving.ts'
import { giverPath } from './support/recurring.ts'
import { openTreasury, type Settled, settleIn, type Treasury } from './support/treasurer.ts'

let at: Treasury
let funds: Settled['funds']
let people: Settled['people']
const CHIDI = { name: 'Chidi Eze', email: 'chidi@example.org' }
const EFE = { name: 'Efe Udo', email: 'efe@example.org' }
const INSUFFICIENT = { code: 'card_declined', decline_code: 'insufficient_funds' }
/** What the bank's list says of August. */
const BANK = [
  'ada@example.org,"25,000.00",bank_transfer,2027-08-02',
  'ben@example.org,"35,000.00",bank_transfer,2027-08-02',
]
/** The gift that Chidi repeats, and his card. */
const repeated = { id: 0, card: '' }

before(async () => {
  at = await openTreasury('2027-01-02')
  ;({ funds, people } = await settleIn(at))
})
after(() => at.service.close())

const turn = (day: string): Promise<void> => at.turn(day, repeated.id)

test('the first offering of the year, in two currencies, is counted blind by two and goes to the bank', async () => {
  at.on('2027-01-03')
  const { batch, gifts } = await at.offering({
    name: 'Slip 1',
    day: '2027-01-03',
    count: 4,
    // 120 × 1,000 + 50 × 500 + 25 × 200 = 150,000.00: the plate's 120,000.00 and Ben's 30,000.00; one note of 100 dollars.
    cash: [
      { currency: 'NGN', denomination: 100_000, pieces: 120 },
      { currency: 'NGN', denomination: 50_000, pieces: 50 },
      { currency: 'NGN', denomination: 20_000, pieces: 25 },
      { currency: 'USD', denomination: 10_000, pieces: 1 },
    ],
    other: [{ currency: 'NGN', amount: 5_000_000 }],
    gifts: [
      { amount: 12_000_000 },
      { amount: 3_000_000, envelope: '7' },
      { amount: 5_000_000, method: 'cheque', reference: '0017', person_id: people.ada, fund_id: funds.roof },
      { amount: 10_000, currency: 'USD', person_id: people.dele, fund_id: funds.roof },
    ],
  })
  // 120,000 + 30,000 + 50,000; with 100 dollars at 1,500: 350,000.00.
  assert.deepEqual(
    [batch.number, batch.count, batch.totals, batch.amount_base],
    [
      'D-2027-000001',
      4,
      [
        { currency: 'NGN', amount: 20_000_000 },
        { currency: 'USD', amount: 10_000 },
      ],
      35_000_000,
    ],
  )
  at.on('2027-01-12')
  await at.act('contributions.void', { id: gifts[2]?.id, reason: 'No funds', bounced: true })
  // The deposit stands; the cheque is beside it. January has 350,000 − 50,000.
  const { totals, adjustments } = await at.get(`/batches/${batch.id}`)
  assert.deepEqual(totals, batch.totals)
  assert.deepEqual(
    adjustments.map(({ kind, amount, currency, happened_on, note }: Record<string, unknown>) => {
      return [kind, amount, currency, happened_on, note]
    }),
    [['bounced', -5_000_000, 'NGN', '2027-01-12', 'No funds']],
  )
  assert.equal(await at.sum('2027-01-01', '2027-01-31'), 30_000_000)
})

test('Chidi begins to give 20,000.00 on the 15th of each month, Dele pledges 300 dollars, and January is closed', async () => {
  at.on('2027-01-15')
  await at.giveOnline('stripe', at.church, { ...CHIDI, amount: '20,000.00', frequency: 'monthly', mode: 'charge' })
  const [one] = await at.get('/recurring_gifts')
  assert.deepEqual([one.status, one.person_id, one.next_on], ['active', people.chidi, '2027-02-15'])
  repeated.id = one.id
  repeated.card = `pm_${String(at.service.stripe.sessions.at(-1)?.payment_intent).slice(3)}`
  at.on('2027-01-20')
  const campaign = { name: 'Roof 2027', fund_id: funds.roof, starts_on: '2027-01-01', ends_on: '2027-12-31' }
  const { id: campaign_id } = await at.act('pledge_campaigns.create', campaign)
  const pledge = await at.made('/pledges', { campaign_id, person_id: people.dele, amount: 30_000, currency: 'USD' })
  // 300 dollars at 1,500; 100 of them were given.
  assert.deepEqual([pledge.amount_base, pledge.given, pledge.percent], [45_000_000, 10_000, 33])
  at.on('2027-02-01')
  await at.act('journals.close', { from: '2027-01-01', to: '2027-01-31' })
  // Cash 120,000 + 30,000 + 150,000, all of it taken to the bank; the cheque of 50,000 went there and came back; Chidi online;
  // General 120,000 + 30,000 + 20,000; Roof the dollars.
  assert.deepEqual(await at.journal(1), {
    ...{ 1000: 0, 1010: 0, 1100: 30_000_000, 1120: 2_000_000 },
    ...{ 4000: -17_000_000, 4010: -15_000_000 },
  })
})

test('of 50,000.00 online 20,000.00 go back; a declined card is charged a day later; the payout comes to the bank to the kobo', async () => {
  at.on('2027-02-07')
  await at.give({ amount: 1_250_050, method: 'bank_transfer', person_id: people.ada })
  await turn('2027-02-15')
  at.on('2027-02-20')
  const gift = await at.giveOnline('stripe', at.church, { ...CHIDI, amount: '50,000.00', fund: String(funds.roof) })
  at.on('2027-02-22')
  const refund = await at.act('gifts.refund', { id: gift.id, amount: 2_000_000, reason: 'One zero too many' })
  assert.deepEqual([refund.status, refund.refunded_on], ['succeeded', '2027-02-22'])
  // 12,500.50 + 20,000 + 30,000.
  assert.equal(await at.sum('2027-02-01', '2027-02-28'), 6_250_050)
  at.on('2027-03-10')
  const [first, second] = await at.church.gifts()
  const paid = await at.payOut([
    [first.payment_id, 2_000_000, 30_000],
    [second.payment_id, 2_000_000, 30_000],
    [gift.payment_id, 5_000_000, 75_000],
    [gift.payment_id, -2_000_000, 0],
  ])
  const { number, deposited_on, count, payout } = await at.act('batches.deposit', { id: paid.id })
  assert.deepEqual([number, deposited_on, count], ['D-2027-000002', '2027-03-10', 3])
  // 20,000 + 20,000 + 50,000 − 300 − 300 − 750 − 20,000 = 68,650.00.
  const { gross, fees, refunds, net } = payout
  assert.deepEqual([gross, fees, refunds, net], [9_000_000, 135_000, -2_000_000, 6_865_000])
  at.service.stripe.outcomes.set(repeated.card, INSUFFICIENT)
  await turn('2027-03-15')
  assert.equal(await at.sum('2027-03-01', '2027-03-31'), 0)
  at.service.stripe.outcomes.delete(repeated.card)
  await turn('2027-03-16')
  assert.equal(await at.sum('2027-03-16', '2027-03-16'), 2_000_000)
})

test('through Paystack, one gift goes back whole and one is lost in a dispute, after its month was closed', async () => {
  await useProvider(at.service, at.church.church, 'paystack')
  const paystack = await asGiving(at.service, at.church, 'paystack')
  at.on('2027-04-10')
  const whole = await at.giveOnline('paystack', paystack, { ...EFE, amount: '40,000.00' })
  at.on('2027-04-12')
  await at.act('gifts.refund', { id: whole.id, reason: 'Given twice' })
  await turn('2027-04-15')
  assert.equal(await at.sum('2027-04-01', '2027-04-30'), 2_000_000)
  at.on('2027-05-09')
  const disputed = await at.giveOnline('paystack', paystack, { ...EFE, amount: '60,000.00' })
  await turn('2027-05-15')
  const dispute = (event: string, status: string, resolution: string | null) => {
    const transaction = { reference: disputed.reference, amount: 6_000_000 }
    const told = { id: 77, refund_amount: 6_000_000, currency: 'NGN', status, resolution, transaction }
    return paystack.callBack(at.service.paystack.event(event, { ...told, dueAt: '2027-06-14T00:00:00.000Z' }))
  }
  at.on('2027-05-20')
  assert.equal(await dispute('charge.dispute.create', 'awaiting-merchant-feedback', null), 200)
  at.on('2027-06-01')
  await at.act('journals.close', { to: '2027-05-31' })
  // To the bank: Ada 12,500.50 and the payout. On its way: 4 × 20,000 + 30,000 + 60,000 − 90,000 + 20,000. General: 12,500.50 +
  // 4 × 20,000 + 60,000, which is still disputed.
  assert.deepEqual(await at.journal(2), {
    ...{ 1100: 8_115_050, 1120: 10_000_000, 6100: 135_000, 4000: -15_250_050, 4010: -3_000_000 },
  })
  at.on('2027-06-14')
  assert.equal(await dispute('charge.dispute.resolve', 'resolved', 'merchant-accepted'), 200)
  assert.deepEqual((await at.church.gifts()).find(({ id }) => id === disputed.id)?.dispute, 'lost')
  assert.equal(await at.sum('2027-05-01', '2027-05-31'), 2_000_000)
})

test('goods, and a dinner that is not deductible; a card that is declined for a week is charged no more for that month', async () => {
  at.on('2027-06-06')
  const generator = { amount: 30_000_000, method: 'in_kind', note: 'A generator', fund_id: funds.roof }
  await at.give({ ...generator, person_id: people.efe })
  at.on('2027-06-13')
  await at.give({ amount: 1_500_000, person_id: people.ada, fund_id: funds.dinner })
  await at.give({ amount: 1_500_000, method: 'bank_transfer', person_id: people.ben, fund_id: funds.dinner })
  at.service.stripe.outcomes.set(repeated.card, INSUFFICIENT)
  for (const day of ['15', '16', '18', '20', '22']) await turn(`2027-06-${day}`)
  at.service.stripe.outcomes.delete(repeated.card)
  assert.equal((await at.get('/recurring_gifts'))[0].status, 'past_due')
  // 300,000 + 15,000 + 15,000.
  assert.equal(await at.sum('2027-06-01', '2027-06-30'), 33_000_000)
})

test('half a year is issued by person, at the rate of its days', async () => {
  at.on('2027-07-02')
  await at.act('rates.set', { currency: 'USD', rate: '1600', valid_from: '2027-07-01' })
  await at.act('statements.issue_all', { from: '2027-01-01', to: '2027-06-30', by: 'person' })
  await at.work()
  assert.deepEqual(await at.statements('2027-06-30'), {
    // The cheque is void; the dinner stands apart.
    'Ada Obi': { number: 'S-2027-000001', deductible: { NGN: 1_250_050 }, other: { NGN: 1_500_000 }, base: 2_750_050 },
    'Ben Obi': { number: 'S-2027-000002', deductible: { NGN: 3_000_000 }, other: { NGN: 1_500_000 }, base: 4_500_000 },
    // Five times 20,000, and 30,000 that were left.
    'Chidi Eze': { number: 'S-2027-000003', deductible: { NGN: 13_000_000 }, other: {}, base: 13_000_000 },
    // 100 dollars at 1,500.
    'Dele Musa': { number: 'S-2027-000004', deductible: { USD: 10_000 }, other: {}, base: 15_000_000 },
    // A generator has no value here; what went back and what was lost is no gift.
    'Efe Udo': { number: 'S-2027-000005', deductible: {}, other: {}, base: 0, goods: ['A generator'] },
  })
})

test('the second offering, at another rate, fulfils a pledge in dollars; Chidi gives twice more and ends it by himself', async () => {
  at.on('2027-07-04')
  const { batch } = await at.offering({
    name: 'Slip 2',
    day: '2027-07-04',
    count: 3,
    // 100 × 1,000: the plate's 90,000.00 and Ben's 10,000.00; two notes of 100 dollars.
    cash: [
      { currency: 'NGN', denomination: 100_000, pieces: 100 },
      { currency: 'USD', denomination: 10_000, pieces: 2 },
    ],
    gifts: [
      { amount: 9_000_000 },
      { amount: 1_000_000, envelope: '7' },
      { amount: 20_000, currency: 'USD', person_id: people.dele, fund_id: funds.roof },
    ],
  })
  // 100,000 + 200 × 1,600.
  assert.deepEqual([batch.number, batch.amount_base], ['D-2027-000003', 42_000_000])
  const [pledge] = await at.get('/pledges')
  // 300 of 300 dollars, which the books have with 150,000 + 320,000.
  assert.deepEqual([pledge.given, pledge.percent, pledge.given_base], [30_000, 100, 47_000_000])
  await turn('2027-07-15')
  await turn('2027-08-15')
  at.on('2027-08-20')
  assert.equal((await visit(await giverPath(at.service, at.church, repeated.id), { do: 'cancel' })).status, 303)
  const [ended] = await at.get('/recurring_gifts')
  // January to May, July and August: 7 × 20,000.
  assert.deepEqual(
    [ended.status, ended.cancelled_by, ended.gifts_count, ended.given_total],
    ['cancelled', 'giver', 7, 14_000_000],
  )
  await turn('2027-09-15')
  assert.equal(await at.sum('2027-09-01', '2027-09-30'), 0)
})

test('a file of the wrong month is taken back whole, and the right one comes in its place', async () => {
  await at.importBank([...BANK, 'efe@example.org,"45,000.00",bank_transfer,2027-08-02'])
  // 60,000 + 45,000, beside Chidi's 20,000.
  assert.equal(await at.sum('2027-08-01', '2027-08-31'), 12_500_000)
  const [wrong] = await at.get('/imports')
  await at.act('imports.undo', { id: wrong.id })
  await at.takeBack(wrong.id)
  assert.equal(await at.sum('2027-08-01', '2027-08-31'), 2_000_000)
  await at.importBank(BANK)
  assert.equal(await at.sum('2027-08-01', '2027-08-31'), 8_000_000)
})

test('an envelope of January that is found in November makes the old statement wrong, and a new version is issued', async () => {
  at.on('2027-09-17')
  const dollars = { amount: 5_000, currency: 'USD', method: 'bank_transfer' }
  await at.giveByKey({ ...dollars, person_id: people.ada })
  at.on('2027-11-07')
  await at.give({ amount: 500_000, envelope: '7', given_on: '2027-01-17' })
  const changed = (await at.get('/statements?status=issued')).filter((one: { changed: boolean }) => one.changed)
  assert.deepEqual(
    changed.map(({ number }: { number: string }) => number),
    ['S-2027-000002'],
  )
  await at.act('statements.supersede', { id: changed[0].id })
  const { 'Ben Obi': ben } = await at.statements('2027-06-30')
  // 30,000 + 5,000, and the dinner.
  const said = { deductible: { NGN: 3_500_000 }, other: { NGN: 1_500_000 }, base: 5_000_000 }
  assert.deepEqual(ben, { number: 'S-2027-000006', ...said })
  const [old] = await at.get('/statements?status=superseded')
  assert.deepEqual([old.number, old.base_total], ['S-2027-000002', 4_500_000])
  at.on('2027-12-24')
  await at.give({ amount: 20_000_000 })
})

test('the year is closed: its journals balance, and what changed in closed months is in the last of them', async () => {
  at.on('2028-01-03')
  const january = await at.journal(1)
  await at.act('journals.close', { to: '2027-12-31' })
  // Cash: the dinner 15,000, December 200,000, the envelope 5,000; July's 420,000 were taken to the bank. Bank: those, the dinner
  // 15,000, 60,000, 80,000.
  // On its way: 2 × 20,000 less the dispute's 60,000. General: 90,000 + 10,000 + 40,000 + 60,000 + 80,000 + 200,000 + 5,000 − 60,000.
  // Roof: 320,000 + 300,000.
  assert.deepEqual(await at.journal(3), {
    ...{ 1000: 22_000_000, 1100: 57_500_000, 1120: -2_000_000, 1300: 30_000_000 },
    ...{ 4000: -42_500_000, 4010: -62_000_000, 4020: -3_000_000 },
  })
  assert.deepEqual(await at.journal(1), january)
})

test('the second half is issued by household', async () => {
  at.on('2028-01-05')
  await at.act('statements.issue_all', { from: '2027-07-01', to: '2027-12-31', by: 'family' })
  await at.work()
  assert.deepEqual(await at.statements('2027-12-31'), {
    'Chidi Eze': { number: 'S-2028-000001', deductible: { NGN: 4_000_000 }, other: {}, base: 4_000_000 },
    // 200 dollars at 1,600.
    'Dele Musa': { number: 'S-2028-000002', deductible: { USD: 20_000 }, other: {}, base: 32_000_000 },
    // Ada 25,000, Ben 35,000 + 10,000, and 50 dollars at 1,600.
    Obi: { number: 'S-2028-000003', deductible: { NGN: 7_000_000, USD: 5_000 }, other: {}, base: 15_000_000 },
  })
})

test('the year in figures: by month, fund and method, and its total is that of the list', async () => {
  assert.deepEqual(await at.report('month', 2027), {
    ...{ '2027-01': 32_500_000, '2027-02': 6_250_050, '2027-03': 2_000_000, '2027-04': 2_000_000 },
    ...{ '2027-05': 2_000_000, '2027-06': 33_000_000, '2027-07': 44_000_000, '2027-08': 8_000_000 },
    ...{ '2027-09': 8_000_000, '2027-10': 0, '2027-11': 0, '2027-12': 20_000_000 },
    all: 157_750_050,
  })
  assert.deepEqual(await at.report('fund', 2027), {
    // Roof: 150,000 + 30,000 + 300,000 + 320,000. General: the rest, without the dinner's 30,000.
    ...{ Roof: 80_000_000, General: 74_750_050, Dinner: 3_000_000, all: 157_750_050 },
  })
  assert.deepEqual(await at.report('method', 2027), {
    // Cash: 305,000 in January, 15,000, 420,000, 200,000. Bank: 12,500.50 + 15,000 + 60,000 + 80,000. Online: 7 × 20,000 + 30,000.
    ...{ cash: 94_000_000, in_kind: 30_000_000, online: 17_000_000, bank_transfer: 16_750_050, all: 157_750_050 },
  })
  assert.equal(await at.sum('2027-01-01', '2027-12-31'), 157_750_050)
  // All five are new: 867,500.50, as their statements say, and a generator; three plates of 410,000 are nobody's.
  assert.deepEqual(await at.report('giver', 2027), {
    ...{ new: 116_750_050, back: 0, steady: 0, unknown: 41_000_000, all: 157_750_050 },
  })
  const issued: { base_total: number }[] = await at.get('/statements?status=issued&per_page=100')
  // 27,500.50 + 50,000 + 130,000 + 150,000 + 0 in the first half, 40,000 + 320,000 + 150,000 in the second: 867,500.50.
  assert.deepEqual(
    issued.map(({ base_total }) => base_total).sort((one, other) => one - other),
    [0, 2_750_050, 4_000_000, 5_000_000, 13_000_000, 15_000_000, 15_000_000, 32_000_000],
  )
})
