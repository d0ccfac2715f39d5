/** Giving and branches in a real browser: the main path of each screen, found by role and label. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { setAccount } from '../src/modules/online-giving/provider-actions.ts'
import { type ConsolePage, fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { plantGift } from './support/giving.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let goTo: ConsolePage['goTo']
let ada: number
let gift: number

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['giving'] })
  await church.act(setAccount, { provider: 'development', values: {} })
  ada = (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi' })).json.data.id
  for (const [amount, given_on] of [
    [1000, '2024-02-01'],
    [250_000, '2025-03-01'],
  ])
    await church.send('POST', '/contributions', { person_id: ada, amount, given_on })
  const donor = { donor_name: 'Ada', donor_email: 'ada@example.org' }
  gift = (await plantGift(service.database, church.church, church.fund_id, donor)).id
  console = await openConsole(service, church)
  ;({ page, goTo } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

// Branches, funds and the list of gifts are looked at in console-browser.test.ts.
test('the pages of giving are accessible, fit a phone and complain of nothing', { skip }, async () => {
  await console.inspect([
    ['/contributions/1', /./],
    ['/gifts', /online gifts/i],
    [`/gifts/${gift}`, /./],
    ['/rates', /exchange rates/i],
    [`/people/${ada}`, /ada/i],
  ])
})

test('the list of gifts asks for the names of all its givers at once', { skip }, async () => {
  const asked: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const person_id = (await church.send('POST', '/people', { first_name: `Giver ${n}` })).json.data.id
    await church.send('POST', '/contributions', { person_id, amount: 1, given_on: '2024-01-01' })
  }
  const note = (request: { url(): string }): void => void asked.push(new URL(request.url()).pathname)
  page.on('request', note)
  await goTo('/contributions', /gifts/i)
  await page.getByText('Giver 2').waitFor()
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  const about = asked.filter(path => /\/(people|views\/people_names)(\/|$)/.test(path))
  assert.deepEqual(about, [`/console/api/${church.church.slug}/views/people_names`])
})

test('a period is chosen by its name, and its dates stand in the address', { skip }, async () => {
  await goTo('/contributions', /gifts/i)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Period').selectOption('Last year')
  const year = new Date().getUTCFullYear() - 1
  await page.waitForURL(url => url.search.includes(`from=${year}-01-01`) && url.search.includes(`to=${year}-12-31`))
  assert.equal(await page.getByLabel('From').inputValue(), `${year}-01-01`)
  await page.getByLabel('Period').selectOption('Any time')
  await page.waitForURL(url => !url.search.includes('from='))
})

test('gifts are recorded by keyboard alone, with the giver found by typing; one is voided with a reason', {
  skip,
}, async () => {
  await goTo('/contributions/new', /record gifts/i)
  await console.until("document.activeElement?.tagName === 'INPUT'")
  await page.keyboard.type('75')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada')
  await page.locator('[data-combobox-selected]', { hasText: 'Ada Obi' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Cheque')
  await page.keyboard.press('Enter')
  await page.getByText('₦75.00 in 1 gift').waitFor()
  const { data } = (await church.send('GET', '/contributions?sort=-id')).json
  assert.deepEqual([data[0].amount, data[0].person_id, data[0].method], [7500, ada, 'cheque'])
  await button('More about the gift of ₦75.00').click()
  await page.getByRole('menuitem', { name: 'Void…' }).click()
  await dialog('Void this gift').getByLabel('Reason').fill('Typed twice')
  await button('Void gift').click()
  await console.stepUp()
  await page.getByText('₦0.00 in 0 gifts').waitFor()
  await page.getByRole('link', { name: '₦75.00' }).click()
  await page.getByText(/It was voided by Ngozi on/).waitFor()
  await page.getByText('Reason: Typed twice').waitFor()
  const { meta } = (await church.send('GET', '/contributions?status=void')).json
  assert.equal(meta.total, 1)
})

test('a gift that could not be sent waits, and sending it again records it once', { skip }, async () => {
  await goTo('/contributions/new', /record gifts/i)
  const keys: (string | undefined)[] = []
  await page.route('**/contributions', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    // The first is recorded, and its answer is lost.
    if (keys.length === 1) await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.continue()
  })
  const amount = page.getByLabel(/^amount/i)
  await amount.fill('31')
  await amount.press('Enter')
  const unsent = page.getByRole('listitem').filter({ hasText: 'Waiting to be sent' })
  await unsent.getByText('₦31.00').waitFor()
  await unsent.getByText(/^General · /).waitFor()
  await button('Show').click()
  await button('Send now').click()
  await page.getByText('Nothing is waiting.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('₦31.00 in 1 gift').waitFor()
  await page.unroute('**/contributions')
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
  const { data } = (await church.send('GET', '/contributions?per_page=100')).json
  assert.equal(data.filter((one: { amount: number }) => one.amount === 3100).length, 1)
})

test('a giver is found by a name typed without its diacritics, and Enter takes them', { skip }, async () => {
  const person_id = (await church.send('POST', '/people', { first_name: 'Wọlé', last_name: 'Ṣóyínká' })).json.data.id
  await goTo('/contributions/new', /record gifts/i)
  await page.getByLabel(/^amount/i).fill('47')
  const giver = page.getByRole('textbox', { name: 'Giver' })
  await giver.fill('wole soyinka')
  await page.getByRole('option', { name: /Wọlé Ṣóyínká/ }).waitFor()
  await giver.press('Enter')
  await console.until("document.activeElement?.value === 'Wọlé Ṣóyínká'")
  await giver.press('Enter')
  await page.getByText('₦78.00 in 2 gifts').waitFor()
  const { data } = (await church.send('GET', `/contributions?person_id=${person_id}`)).json
  assert.deepEqual(
    data.map((one: { amount: number; donor_name: string | null }) => [one.amount, one.donor_name]),
    [[4700, null]],
  )
})

test('a fund is added, renamed, made default, closed and reopened; what the server refuses is said beside the field', {
  skip,
}, async () => {
  await goTo('/funds', /funds/i)
  await button('Add a fund').click()
  assert.equal(await dialog('Add a fund').getByLabel('Kind').inputValue(), 'General')
  await dialog('Add a fund').getByLabel('Name').fill('General')
  await dialog('Add a fund').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Is the name of another fund').waitFor()
  await dialog('Add a fund').getByLabel('Name').fill('Roof')
  await page.keyboard.press('Enter')
  await page.getByText('Roof was added.').waitFor()
  await button('Edit Roof').click()
  await page.getByRole('menuitem', { name: 'Edit…', exact: true }).click()
  await dialog('Edit Roof').getByLabel('Name').fill('New roof')
  await dialog('Edit Roof').getByLabel('Target (NGN)').fill('5,000')
  await dialog('Edit Roof').getByLabel('Description').fill('Before the rains')
  await button('Save').click()
  await page.getByRole('row', { name: /New roof.*Before the rains General ₦5,000\.00/s }).waitFor()
  await button('Edit New roof').click()
  await page.getByRole('menuitem', { name: 'Make default', exact: true }).click()
  await page.getByText('New roof is now the default fund.').waitFor()
  await page.getByRole('row', { name: /New roof Default/ }).waitFor()
  await button('Edit General').click()
  await page.getByRole('menuitem', { name: 'Close to new gifts', exact: true }).click()
  await page.getByText('General is closed to new gifts.').waitFor()
  await page.getByRole('radiogroup', { name: 'Which funds' }).getByText('Inactive').click()
  await page.waitForURL(/active=0/)
  await button('Edit New roof').waitFor({ state: 'detached' })
  await button('Edit General').click()
  await page.getByRole('menuitem', { name: 'Reopen to gifts', exact: true }).click()
  await page.getByText('Nothing matches these filters.').waitFor()
  await goTo('/funds', /funds/i)
  await page.getByRole('link', { name: 'Gifts: New roof' }).waitFor()
  const { data } = (await church.send('GET', '/funds')).json
  const roof = data.find((fund: { name: string }) => fund.name === 'New roof')
  assert.deepEqual([roof.is_default, roof.target_amount], [true, 500_000])
})

test('an exchange rate is set in plain words', { skip }, async () => {
  await goTo('/rates', /exchange rates/i)
  await button('Add a rate').click()
  const form = dialog('Add an exchange rate')
  await form.getByLabel('Currency').fill('usd')
  await form.getByRole('button', { name: 'Save rate' }).click()
  await page.getByText('Must be a positive number such as 1650.25').waitFor()
  await form.getByLabel('Value of 1 in NGN').fill('1,540.50')
  await form.getByLabel('From').fill('2025-12-01')
  await form.getByText(/1 USD = 1,540\.50 NGN from 1 Dec 2025/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'USD' }).waitFor()
  await page.getByRole('row', { name: /1 Dec 2025 In use now 1,540\.5/ }).waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  // Without the message that the rate is set, which comes in from the side.
  await goTo('/rates', /exchange rates/i)
  await page.getByRole('list', { name: 'Rates for USD' }).getByText('1,540.5').waitFor()
  await fits(page, 'the page of rates', 320)
  await page.setViewportSize({ width: 1280, height: 844 })
})

test("a person's giving by year leads to the gifts of the year", { skip }, async () => {
  await goTo(`/people/${ada}`, /ada/i)
  await page.getByRole('row', { name: /2024 1 ₦10\.00/ }).waitFor()
  await page.getByRole('link', { name: 'Gifts of 2025' }).click()
  await page.getByText('₦2,500.00').first().waitFor()
  assert.match(page.url(), new RegExp(`person_id=${ada}&from=2025-01-01&to=2025-12-31`))
})

test('who gave online is named: as on record once the gift is theirs, else as they wrote', { skip }, async () => {
  const { database } = service
  const plant = (donor_name: string) =>
    plantGift(database, church.church, church.fund_id, {
      donor_name,
      donor_email: 'b@example.org',
      note: 'For the roof',
    })
  const { id } = await plant('A. Obi')
  await plant('Bola Ade')
  await database.write(church.church.id, tx =>
    tx.run(sql`update gifts set person_id = ${ada} where church_id = ${church.church.id} and id = ${id}`),
  )
  await goTo('/gifts', /online gifts/i)
  const names = page.getByRole('table').locator('.record-link')
  await eventually('both are named', async () => (await names.allInnerTexts()).join() === 'Bola Ade,Ada Obi,Ada')
  await page.getByRole('link', { name: 'Bola Ade' }).click()
  await page.getByRole('region', { name: 'Giver' }).getByText('For the roof').waitFor()
  await page.getByRole('region', { name: 'Payment' }).getByText('Development').waitFor()
})

test('whose role does not include online gifts is told so, and so is who comes while the module is off', {
  skip,
}, async () => {
  const viewer = await openConsole(service, church, { role: 'viewer', email: 'viewer@example.org' })
  await viewer.goTo('/gifts', /^Your role does not include this$/)
  await viewer.goTo(`/gifts/${gift}`, /^Your role does not include this$/)
  await viewer.goTo('/moons', /^Page not found$/)
  await church.set({ modules: [] })
  await viewer.load('/gifts', /^Online giving is switched off$/)
  await church.set({ modules: ['giving'] })
  await viewer.close()
})

test('the giving page has an address, and test payments are marked', { skip }, async () => {
  await goTo('/gifts', /online gifts/i)
  const link = page.getByRole('link', { name: new RegExp(`/give/${church.church.slug}$`) })
  assert.equal(await link.getAttribute('href'), `${console.origin}/give/${church.church.slug}`)
  await page.getByText('Test payment').first().waitFor()
  await page.locator(`a[href$="/gifts/${gift}"]`).click()
  await page.getByText('This is a test').waitFor()
  await page.getByText(/Started, but not confirmed/).waitFor()
})

test('the tree: a branch is added, moved and renamed by keyboard, and removed while it is empty', {
  skip,
}, async () => {
  const north = await church.branch('North')
  await goTo('/branches', /branches/i)
  await button('Edit Grace Church').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Add a branch…', exact: true }).press('Enter')
  await dialog(/Add a branch under/)
    .getByLabel('Name')
    .fill('Town')
  await page.keyboard.press('Enter')
  await button('Edit Town').click()
  await page.getByRole('menuitem', { name: 'Move…', exact: true }).click()
  await dialog('Move Town').getByLabel('Under').selectOption({ label: '\u2003North' })
  await button('Move branch').click()
  await page.getByText('Town is now under North.').waitFor()
  await button('Edit North').click()
  await page.getByRole('menuitem', { name: 'Edit…', exact: true }).click()
  await dialog('Edit North').getByRole('textbox', { name: 'Email' }).fill('nobody')
  await button('Save').click()
  await page.getByText('Must be an email address').waitFor()
  await dialog('Edit North').getByRole('textbox', { name: 'Email' }).fill('north@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('North was updated.').waitFor()
  const { data } = (await church.send('GET', '/branches')).json
  const town = data.find((branch: { name: string }) => branch.name === 'Town')
  assert.deepEqual([town.parent_id, town.depth], [north, 2])
  await button('Edit North').click()
  await page.getByRole('menuitem', { name: 'Remove…', exact: true }).click()
  await dialog('Remove North').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/North was not removed: it is not empty. It has: branches below it/).waitFor()
  await page.keyboard.press('Escape')
  await button('Edit Town').click()
  await page.getByRole('menuitem', { name: 'Remove…', exact: true }).click()
  await dialog('Remove Town').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Town was removed.').waitFor()
})

test('an offering is counted with a coin that is not listed, and nothing that is typed is lost', { skip }, async () => {
  const opened = await church.send('POST', '/batches', { name: 'First service', counters: ['Ada Obi', 'John Eze'] })
  const { id } = opened.json.data
  for (const counter of ['Ada Obi', 'John Eze']) {
    await goTo(`/batches/${id}/count`, /count the offering/i)
    await page.getByLabel('Counted by').fill(counter)
    await page.getByLabel('How many gifts').fill('1')
    await page.getByLabel('₦1,000.00 ×').fill('1,0x')
    await page.getByRole('button', { name: 'Save the count' }).click()
    await page.getByText('Nothing was saved: correct what is marked.').waitFor()
    await page.getByLabel('₦1,000.00 ×').fill('1,021')
    await page.getByRole('button', { name: 'Another note or coin (NGN)' }).click()
    await page.getByLabel('Worth of one (NGN)').fill('0.50')
    await page.getByLabel('How many', { exact: true }).fill('3')
    await page.getByText('Cash ₦1,021,001.50, all together ₦1,021,001.50').waitFor()
    await page.getByRole('button', { name: 'Save the count' }).click()
    await page.getByText(new RegExp(`${counter}( has counted|:)`)).waitFor()
  }
  const { cash, controls } = (await church.send('GET', `/batches/${id}`)).json.data
  assert.deepEqual(
    [cash, controls],
    [
      [
        { currency: 'NGN', denomination: 100_000, pieces: 1_021 },
        { currency: 'NGN', denomination: 50, pieces: 3 },
      ],
      [{ currency: 'NGN', amount: 102_100_150 }],
    ],
  )
})

test('a gift is put into an open batch and taken out of it; a new series of envelopes begins', { skip }, async () => {
  const gift = (await church.send('POST', '/contributions', { amount: 70_000, method: 'cash' })).json.data.id
  const batch = (await church.send('POST', '/batches', { name: 'Vigil' })).json.data.id
  const batchOf = async () => (await church.send('GET', `/contributions/${gift}`)).json.data.batch_id
  await goTo(`/contributions/${gift}`, /₦700\.00/)
  await page.getByRole('button', { name: 'Put into a batch…' }).click()
  await page.getByLabel('Open batch').selectOption(String(batch))
  await page.getByRole('button', { name: 'Put it in' }).click()
  await page.getByText('The gift is in the batch.').waitFor()
  assert.equal(await batchOf(), batch)
  await page.getByRole('button', { name: 'Take out of its batch' }).click()
  await page.getByText('The gift is on record without the batch.').waitFor()
  assert.equal(await batchOf(), null)
  await church.send('POST', '/envelopes', { person_id: ada, valid_from: '2026-01-01' })
  await goTo('/envelopes', /envelopes/i)
  await page.getByRole('button', { name: 'Begin a new series' }).click()
  await page.getByRole('textbox', { name: 'New series' }).fill('Next year')
  await page.getByRole('button', { name: 'Begin it' }).click()
  await page.getByText('The new series has begun: 1 envelope.').waitFor()
})
