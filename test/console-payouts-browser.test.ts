/** A payout in a real browser: from the gifts to the line on the bank statement, and confirmed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays, today } from '../src/lib/calendar.ts'
import { netOf, type PayoutLine, payoutSums } from '../src/modules/batches/payout-sums.ts'
import { recordPayout, sendBack } from '../src/modules/batches/payouts.ts'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let console: ConsolePage
let day: string

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  day = addDays(today(new Date(), church.church.timezone), -2)
  console = await openConsole(service, church)
})
after(async () => {
  await console?.close()
  await service?.close()
})

/** Two gifts, a payment of a shop, and what went back; of thousands of lines the page shows some. */
async function paidOut(reference: string, more = 0): Promise<number> {
  const of = church.church
  const lines: PayoutLine[] = []
  for (const amount of [5_000_000, 150_000]) {
    const { id } = (await church.send('POST', '/contributions', { amount, method: 'online', given_on: day })).json.data
    const payment_id = `pi_3PqRsTuVwXyZ0123456789ab${id}`
    const line = { kind: 'payment', reference: `txn_${id}`, payment_id, amount, fee: amount / 100 } as const
    lines.push({ ...line, happened_on: day, contribution_id: id })
  }
  const nobody = { happened_on: day, contribution_id: null, fee: 0 }
  for (let n = 0; n <= more; n += 1) {
    lines.push({
      kind: 'payment',
      reference: `txn_shop${n}`,
      payment_id: `pi_of_a_shop_${n}`,
      amount: 9_900,
      ...nobody,
    })
  }
  lines.push({ kind: 'refund', reference: 'txn_back', payment_id: 'pi_earlier', amount: -20_000, ...nobody })
  const payout = { provider: 'stripe', title: 'Stripe', reference, currency: 'NGN', net: netOf(payoutSums(lines)) }
  const told = { ...payout, made_on: day, arrives_on: addDays(day, 1), lines }
  return (await service.database.write(of.id, tx => recordPayout(tx, of, addDays(day, 2), told))) ?? assert.fail()
}

test('the page of a payout leads from what givers paid to the bank line, on a phone as well; it is confirmed there', {
  skip,
}, async () => {
  const { page, goTo, inspect, stepUp } = console
  const id = await paidOut('po_1PqRsTuVwXyZ0123456789ab', 120)
  await inspect([[`/batches/${id}`, /stripe/i]])
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(`/batches/${id}`, /stripe/i)
  const line = page.getByRole('row', { name: /into the bank account/i })
  // 51,500.00 of gifts and 121 × 99.00 of a shop, less fees of 515.00 and a refund of 200.00.
  assert.match(await line.innerText(), /62,764\.00/)
  await page.getByText('pi_of_a_shop_0').waitFor()
  await page.getByText('And 21 more').waitFor()
  await page.getByRole('button', { name: 'Show 124 lines' }).click()
  await page.getByRole('button', { name: 'More lines' }).click()
  await page.getByText('pi_earlier').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  await page.getByRole('button', { name: 'It is in the bank' }).click()
  await stepUp()
  await page
    .getByText(/^D-\d{4}-000001$/)
    .first()
    .waitFor()
  const { status, deposited_on } = (await church.send('GET', `/batches/${id}`)).json.data
  assert.deepEqual([status, deposited_on], ['deposited', addDays(day, 1)])
})

test('a payout that the bank sent back says so, and what becomes of its gifts', { skip }, async () => {
  const { page, inspect, goTo } = console
  const id = await paidOut('po_back')
  const clock = { now: () => new Date() }
  const failed = { provider: 'stripe', reference: 'po_back', error: 'The bank account has been closed.' }
  await service.database.write(church.church.id, tx => sendBack(tx, church.church, clock, failed))
  await inspect([[`/batches/${id}`, /stripe/i]])
  await goTo(`/batches/${id}`, /stripe/i)
  await page.getByText(/the bank sent it back on/i).waitFor()
  await page.getByText(/come with the payout that is sent in its place/i).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Deposit', exact: true }).count(), 0)
})
