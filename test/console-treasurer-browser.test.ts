/** A treasurer's screens in a real browser: offerings, payouts, refunds, pledges, recurring gifts and statements, and the lists of Sunday. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { addDays, today } from '../src/lib/calendar.ts'
import { netOf, type PayoutLine, payoutSums } from '../src/modules/batches/payout-sums.ts'
import { recordPayout, sendBack } from '../src/modules/batches/payouts.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { type GivingChurch, type GivingService, plantRecurring, startGiving, visit } from './support/giving.ts'
import { useOutbox } from './support/messaging.ts'
import { eventually } from './support/receiver.ts'

let service: GivingService
let church: GivingChurch
let console: ConsolePage
let page: Page
let day: string
let ada: number
let obi: number
const recurring: number[] = []

before(async () => {
  if (skip) return
  service = await startGiving()
  church = await service.givingChurch('development')
  await church.set({ modules: ['giving', 'groups', 'school'] })
  await useOutbox(service, church)
  day = addDays(today(new Date(), church.church.timezone), -2)
  const named = { last_name: 'Obi', email: 'ada@example.org', dob: '1980-02-29' }
  ada = (await made('/people', { first_name: 'Ada', ...named })).id
  obi = (await made('/families', { name: 'Obi' })).id
  await made('/envelopes', { number: 7, person_id: ada })
  for (const donor_name of ['Ada Obi', 'Bola Ade']) {
    const giver = { donor_name, donor_email: 'ada@example.org', branch_id: church.church.hq_branch_id }
    recurring.push(await plantRecurring(service.database, church.church, church.fund_id, giver))
  }
  await church.act(createFund, { name: 'Roof' })
  console = await openConsole(service, church)
  ;({ page } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

const made = async (path: string, body: object) => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data
}
const get = async (path: string) => (await church.send('GET', path)).json.data
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
/** Looks at what is shown. */
const looksRight = async (what: string): Promise<void> => {
  assert.deepEqual(await accessibilityProblems(page), [], what)
  await fits(page, what, page.viewportSize()?.width ?? 0)
}

/** The same of a dialog: it is named by its heading, which comes a moment after it. */
const dialogLooksRight = async (what: string): Promise<void> => {
  await dialog().waitFor()
  await console.until("document.querySelector('[role=dialog]')?.hasAttribute('aria-labelledby')")
  await looksRight(what)
}

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

test('two people count an offering blind, it is entered, closed and taken to the bank, by keyboard on a phone', {
  skip,
}, async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await console.goTo('/batches/new', /add a batch/i)
  await page.getByLabel('Name').fill('Second service')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Second service' }).waitFor()
  for (const [counter, pieces] of [
    ['Grace', '3'],
    ['Samuel', '2'],
    ['Samuel', '3'],
  ] as const) {
    await page.getByRole('link', { name: 'Count the offering' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Count the offering' }).waitFor()
    await console.until("document.activeElement?.tagName === 'INPUT'")
    await page.keyboard.type('1')
    await page.getByLabel('Counted by').fill(counter)
    await page.getByLabel('₦1,000.00 ×').fill(pieces)
    await page.getByText('Cash ₦3,000.00, all together ₦3,000.00').or(page.getByText('Cash ₦2,000.00')).waitFor()
    await fits(page, 'the count', 360)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Second service' }).waitFor()
    if (counter === 'Grace') {
      await page.getByText('Grace has counted. The figures are shown when the second count is in.').waitFor()
    } else if (pieces === '2') {
      await page.getByText('Whoever was wrong counts again, under the same name.').waitFor()
    }
  }
  await page.getByText('Both counts agree.').waitFor()
  await looksRight('a batch that is counted')
  await page.getByRole('link', { name: 'Enter gifts' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Gifts of Second service' }).waitFor()
  await console.until("document.activeElement?.tagName === 'INPUT'")
  await page.keyboard.type('3000')
  await page.keyboard.press('Enter')
  await page.getByText('₦3,000.00 in 1 gift').waitFor()
  const [{ id }] = await get('/batches?kind=counting')
  await console.goTo(`/batches/${id}`, /second service/i)
  await button('Close').press('Enter')
  await looksRight('the question before a batch is closed')
  await dialog().getByRole('button', { name: 'Close the batch' }).press('Enter')
  await page.getByText('The batch is closed.').waitFor()
  await button('Deposit').press('Enter')
  await dialog().getByRole('button', { name: 'It is in the bank' }).press('Enter')
  await page.getByText('The batch is deposited.').waitFor()
  // A batch that is closed takes no gifts, and its page offers none.
  assert.equal(await page.getByRole('main').getByRole('link', { name: 'Record gifts' }).count(), 0)
  const slip = await page.getByRole('link', { name: 'Deposit slip' }).getAttribute('href')
  const file = await page.request.get(new URL(slip ?? '', page.url()).href)
  assert.equal(file.headers()['content-type'], 'application/pdf')
  const { status, control_count, counters } = await get(`/batches/${id}`)
  assert.deepEqual([status, control_count, counters], ['deposited', 1, ['Grace', 'Samuel']])
})

test('a part of an online gift goes back, and a gift that a bank asks back says so', { skip }, async () => {
  const { location } = await church.give({ email: 'ada@example.org' })
  await visit(new URL(location ?? '', service.url).href, { outcome: 'pay' })
  const [{ id, status }] = await church.gifts()
  assert.equal(status, 'succeeded')
  await console.goTo(`/gifts/${id}`, /1,500\.50/)
  await button('Refund…').press('Enter')
  // Empty is all that is left, whatever went back before; the gift's own amount would be too much then.
  assert.equal(await dialog().getByLabel('Amount').inputValue(), '')
  await dialog().getByLabel('Amount').fill('500')
  await dialog().getByLabel('Reason').fill('One zero too many')
  await dialogLooksRight('the dialog of a refund')
  await dialog().getByRole('button', { name: 'Refund' }).press('Enter')
  await page.getByText('The refund was passed on.').waitFor()
  await page.getByText('₦500.00 of it went back.').waitFor()
  const [refund] = await get('/refunds')
  assert.deepEqual([refund.amount, refund.status, refund.reason], [50_000, 'succeeded', 'One zero too many'])
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update gifts set dispute = 'open', dispute_id = 'dp_1', respond_by = '2031-01-31T12:00:00Z'
      where church_id = ${church.church.id} and id = ${id}`),
  )
  await console.goTo('/refunds', /refunds/i)
  await console.goTo(`/gifts/${id}`, /1,500\.50/)
  await page.getByText(/^Answer at the payment provider by 31 Jan 2031/).waitFor()
  await looksRight('a gift that a bank asks back')
})

test('a campaign is begun, a family pledges, and the list names it and tells how far it is', { skip }, async () => {
  await console.goTo('/pledge_campaigns/new', /add a campaign/i)
  await page.getByLabel('Name').fill('New roof')
  await page.getByLabel('Fund').selectOption('Roof')
  await page.getByLabel('First day').fill(addDays(day, -30))
  await page.getByLabel('Last day').fill(addDays(day, 300))
  await looksRight('the form of a campaign')
  await page.getByLabel('Name').press('Enter')
  await page.getByText('Nobody is more than a week late.').waitFor()
  const [{ id }] = await get('/pledge_campaigns')
  await made('/pledges', { campaign_id: id, family_id: obi, amount: 40_000, frequency: 'weekly' })
  await console.goTo('/pledges/new', /add a pledge/i)
  await page.getByRole('textbox', { name: 'Campaign' }).click()
  await page.getByRole('option', { name: 'New roof' }).click()
  await page.getByRole('textbox', { name: 'Pledged by' }).fill('ada')
  await page.locator('[data-combobox-selected]', { hasText: 'Ada Obi' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Pledge (NGN)', exact: true }).fill('1,200')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '₦1,200.00' }).waitFor()
  // In the money of the church, not in its smallest unit.
  await page.getByText('In the church currency', { exact: true }).waitFor()
  await eventually('amounts are money', async () => (await page.getByText('₦1,200.00', { exact: true }).count()) === 2)
  await console.goTo('/pledges', /pledges/i)
  const family = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Obi', exact: true }) })
  await family.getByText('0%').waitFor()
  await family.getByText(/^Given so far/).waitFor()
})

test('a recurring gift is paused and goes on; one that came from elsewhere is on hold until it is charged here', {
  skip,
}, async () => {
  const [id, held] = recurring
  await console.goTo(`/recurring_gifts/${id}`, /1,500\.50/)
  await button('Pause').press('Enter')
  await dialogLooksRight('the dialog of a pause')
  await dialog().getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByText('It is paused. Nothing is charged until it goes on.').waitFor()
  assert.equal((await get(`/recurring_gifts/${id}`)).status, 'paused')
  await button('Go on').press('Enter')
  await page.getByText('It goes on with its next period.').waitFor()
  assert.equal((await get(`/recurring_gifts/${id}`)).status, 'active')
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update recurring_gifts set held_at = ${tx.now}::timestamptz
      where church_id = ${church.church.id} and id = ${held ?? 0}`),
  )
  await console.goTo('', /home/i)
  await page.getByText('A recurring gift is on hold').waitFor()
  await looksRight('the home page with a gift on hold')
  await button('Charge here from now on').press('Enter')
  await dialog().getByRole('button', { name: 'Charge here from now on' }).press('Enter')
  await page.getByText(/^Confirmed\. Your recurring gifts go on/).waitFor()
  assert.equal((await get(`/recurring_gifts/${held}`)).held_at, null)
})

test('the statements of a year are issued, one is looked at before and sent; a gift has a receipt', {
  skip,
}, async () => {
  const year = Number(day.slice(0, 4)) - 1
  const gift = await made('/contributions', { person_id: ada, amount: 5_000, given_on: `${year}-03-01` })
  await console.goTo(`/people/${ada}`, /ada obi/i)
  const preview = await page.getByRole('link', { name: 'Preview' }).getAttribute('href')
  const paper = await page.request.get(new URL(preview ?? '', page.url()).href)
  assert.equal(paper.headers()['content-type'], 'application/pdf')
  await console.goTo('/statements', /statements/i)
  await button('Issue statements').press('Enter')
  await dialogLooksRight('the dialog that issues statements')
  await dialog().getByRole('button', { name: 'Issue' }).press('Enter')
  await page.getByText(/^1 statement of 1 Jan/).waitFor()
  await page.getByRole('list', { name: 'Statements' }).getByRole('link').first().press('Enter')
  await button('Send the link').press('Enter')
  await dialog().getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('The link is on its way.').waitFor()
  const [{ sent_at, base_total }] = await get('/statements')
  assert.deepEqual([sent_at !== null, base_total], [true, 5_000])
  await console.goTo(`/contributions/${gift.id}`, /50\.00/)
  await button('Receipt…').press('Enter')
  await dialogLooksRight('the dialog of a receipt')
  await dialog().getByRole('button', { name: 'Issue' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: /^R-/ }).waitFor()
})

test('lists and records of giving and of Sunday are accessible, fit a phone and complain of nothing', {
  skip,
}, async () => {
  const held = { name: 'Sunday service', held_on: day, local_time: '09:00' }
  const meeting_id = (await made('/meetings', held)).id
  await church.send('POST', '/headcounts', { meeting_id, category: 'men', count: 70 })
  await church.send('POST', '/attendances', { meeting_id, records: [{ person_id: ada }] })
  const first = async (name: string): Promise<number> => (await get(`/${name}?per_page=1`))[0].id
  await console.inspect([
    ['/batches', /batches/i],
    ['/envelopes', /envelopes/i],
    [`/envelopes/${await first('envelopes')}`, /7/],
    ['/pledge_campaigns', /campaigns/i],
    [`/pledge_campaigns/${await first('pledge_campaigns')}`, /new roof/i],
    ['/pledges', /pledges/i],
    [`/pledges/${await first('pledges')}`, /./],
    ['/recurring_gifts', /recurring gifts/i],
    [`/recurring_gifts/${recurring[0]}`, /1,500\.50/],
    ['/statements', /statements/i],
    [`/statements/${await first('statements')}`, /S-/],
    ['/gifts', /online gifts/i],
    ['/refunds', /refunds/i],
    [`/refunds/${await first('refunds')}`, /500\.00/],
    ['/attendances', /attendances/i],
    ['/headcounts', /head counts/i],
    ['/meetings', /meetings/i],
    ['/child_details', /child details/i],
  ])
})

test('the main screens of a treasurer can be read in the dark', { skip }, async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [path, heading] of [
    ['/batches', /batches/i],
    [`/pledge_campaigns/${(await get('/pledge_campaigns'))[0].id}`, /new roof/i],
    ['/recurring_gifts', /recurring gifts/i],
  ] as const) {
    await console.goTo(path, heading)
    await looksRight(`${path} in the dark`)
  }
})
