/** The console in a real browser, against the real server: the main path of each screen, found by role and label. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { useOutbox } from './support/messaging.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let goTo: ConsolePage['goTo']

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['care', 'giving', 'media'] })
  await useOutbox(service, church)
  await church.send('POST', '/people', {
    first_name: 'Ada',
    last_name: 'Obi',
    email: 'ada@example.org',
    phone: '08031234567',
  })
  console = await openConsole(service, church)
  ;({ page, goTo } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

test('the first owner joins by a link and sees the people of the church', { skip }, async () => {
  await goTo('/people', /people/i)
  await page.getByText('Ada Obi').first().waitFor()
})

test('every page is accessible by what axe can tell, and says nothing to the console, also at the width of a phone', {
  skip,
}, async () => {
  await console.inspect([
    ['/people', /people/i],
    ['/people/new', /person/i],
    ['/people/1', /ada/i],
    ['/families', /families/i],
    ['/branches', /branches/i],
    ['/contributions', /./],
    ['/contributions/new', /./],
    ['/funds', /funds/i],
    ['/messages', /messages/i],
    ['/messages/new', /message/i],
    ['/prayer_requests', /prayer/i],
    ['/sermons', /sermons/i],
  ])
})

test('a gift is recorded by keyboard alone, and the next can be typed at once', { skip }, async () => {
  await goTo('/contributions/new', /record gifts/i)
  const amount = page.getByLabel(/^amount/i)
  await page.waitForFunction("document.activeElement?.tagName === 'INPUT'")
  await page.keyboard.type('1500.50')
  await page.keyboard.press('Enter')
  await page
    .getByText('₦1,500.50 in 1 gift')
    .or(page.getByText(/1 gift\b/))
    .first()
    .waitFor()
  await page.waitForFunction("document.activeElement?.tagName === 'INPUT' && document.activeElement.value === ''")
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await page
    .getByText(/2 gifts/)
    .first()
    .waitFor()
  assert.equal(await amount.inputValue(), '')
  const { meta, data } = (await church.send('GET', '/contributions?sort=id')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [2, 152050])
  assert.deepEqual([data[0].source, data[0].method], ['manual', 'cash'])
})

test('a person is added, found as one types, and changed', { skip }, async () => {
  await goTo('/people/new', /person/i)
  await page.getByLabel(/^first name/i).fill('Bola')
  await page.getByLabel(/^last name/i).fill('Tinubu')
  await page
    .getByRole('button', { name: /save|add/i })
    .last()
    .click()
  await page.getByRole('heading', { level: 1, name: /Bola Tinubu/ }).waitFor()
  await goTo('/people', /people/i)
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/search/i))
    .first()
    .fill('bola')
  await page.getByText('Bola Tinubu').first().waitFor()
  await page.getByText('Ada Obi').first().waitFor({ state: 'detached' })
  assert.match(page.url(), /q=bola/)
})

test('who signs out sees the sign-in page, and comes back to the same address by signing in', { skip }, async () => {
  await goTo('/families', /families/i)
  await page
    .getByRole('button', { name: /Ngozi|account/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .waitFor()
  await page.goto(`${console.origin}/c/${church.church.slug}/families`)
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('ngozi@example.org')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /families/i }).waitFor()
})
