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
let load: ConsolePage['load']

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
  console = await openConsole(service, church, { byLink: true })
  ;({ page, goTo, load } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

/** Waits until the focus is on what says this. */
const focused = (text: string) =>
  page
    .locator(':focus')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor()

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
  await console.until("document.activeElement?.tagName === 'INPUT'")
  await page.keyboard.type('1500.50')
  await page.keyboard.press('Enter')
  await page
    .getByText('₦1,500.50 in 1 gift')
    .or(page.getByText(/1 gift\b/))
    .first()
    .waitFor()
  await console.until("document.activeElement?.tagName === 'INPUT' && document.activeElement.value === ''")
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
  await page.getByRole('combobox', { name: 'Gender' }).fill('ma')
  await page.getByRole('option', { name: 'Male', exact: true }).click()
  await page.locator('summary', { hasText: 'Address and more numbers' }).press('Enter')
  await page.getByRole('combobox', { name: 'Country' }).fill('ghan')
  await page.getByRole('option', { name: 'Ghana' }).click()
  await page
    .getByRole('button', { name: /save|add/i })
    .last()
    .click()
  await page.getByRole('heading', { level: 1, name: /Bola Tinubu/ }).waitFor()
  const [{ gender, country }] = (await church.send('GET', '/people?q=bola')).json.data
  assert.deepEqual([gender, country], ['male', 'GH'])
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

test('whose phone is on record already is not added again, unless somebody says that it is another', {
  skip,
}, async () => {
  await goTo('/people/new', /add a person/i)
  assert.equal(await page.getByLabel('Status', { exact: true }).inputValue(), 'visitor')
  await page.getByLabel(/^first name/i).fill('Uche')
  await page.getByLabel('Phone', { exact: true }).fill('0803 123 4567')
  await page.getByLabel('Wants messages by email').uncheck()
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tribe')
  await page.getByLabel('Value').fill('Judah')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const known = page.getByRole('alert').filter({ hasText: 'already on record' })
  await known.getByRole('link', { name: 'Ada Obi' }).waitFor()
  assert.equal((await church.send('GET', '/people?q=uche')).json.meta.total, 0)
  await known.getByRole('button', { name: 'Add as a different person' }).click()
  await page.getByText('Uche was added.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Uche' }).waitFor()
  const [{ custom, source, email_opt_in, sms_opt_in }] = (await church.send('GET', '/people?q=uche')).json.data
  assert.deepEqual([custom, source, email_opt_in, sms_opt_in], [{ Tribe: 'Judah' }, 'console', false, true])
})

test('the last item of the navigation can be reached on a low screen', { skip }, async () => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await goTo('/people', /people/i)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').last().click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
})

test('the history shows a change at once; the way back leads to the list as it was, not to the form', {
  skip,
}, async () => {
  await goTo('/people?q=ada', /people/i)
  await page.getByRole('link', { name: 'Ada Obi' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText(/^Added/).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.locator('summary', { hasText: 'Address and more numbers' }).press('Enter')
  await page.getByLabel('City').fill('Jos')
  await page.getByRole('button', { name: 'Save' }).click()
  await history.getByText('City: nothing → Jos').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  assert.match(page.url(), /people\?q=ada$/)
  await page.goBack()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Ada Obi' }).waitFor()
  assert.match(page.url(), /people\/\d+$/)
})

test('the focus comes back from a dialog, and stays on a button that was pressed', { skip }, async () => {
  await goTo('/funds', /funds/i)
  const add = page.getByRole('button', { name: 'Add a fund' })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a fund' })
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused('Add a fund')
  const { id } = (await church.send('POST', '/prayer_requests', { body: 'For rain', name: 'Ada' })).json.data
  await goTo(`/prayer_requests/${id}`, /prayer request/i)
  await page.getByRole('button', { name: 'I prayed' }).press('Enter')
  await page.getByText('Thank you. Your prayer was counted.').waitFor()
  await focused('I prayed')
})

test('somebody is taken out of a family, and the focus goes to the next', { skip }, async () => {
  const family_id = (await church.send('POST', '/families', { name: 'Eze family' })).json.data.id
  for (const first_name of ['Chi', 'Dayo']) await church.send('POST', '/people', { first_name, family_id })
  await goTo(`/families/${family_id}`, /eze family/i)
  await page.getByRole('button', { name: 'Remove Chi' }).press('Enter')
  await page.getByRole('button', { name: 'Remove Chi' }).waitFor({ state: 'detached' })
  await page.locator(':focus[aria-label="Remove Dayo"]').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('No members to show.').waitFor()
  await focused('Eze family')
})

test('a page past the end of a list says so', { skip }, async () => {
  await goTo('/people?page=999', /people/i)
  await page.getByText('This page is past the end of the list.').waitFor()
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await page.getByText('Ada Obi').first().waitFor()
})

test('a module that is off says so, and a page that the role does not include', { skip }, async () => {
  await church.set({ modules: ['care', 'giving'] })
  await load('/sermons', /^Media is switched off$/)
  await page.getByRole('link', { name: 'Church settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Church' }).waitFor()
  await church.set({ modules: ['care', 'giving', 'media'] })
  await page.route('**/console/api/session', async route => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: { memberships: object[] } }
    const memberships = data.memberships.map(one => ({ ...one, scopes: [], offers: [] }))
    await route.fulfill({ response, json: { ...rest, data: { ...data, memberships } } })
  })
  await load('/settings/team', /^Your role does not include this$/)
  await page.unroute('**/console/api/session')
})

test('who signs out sees the sign-in page, and comes back to the same address by signing in', { skip }, async () => {
  await load('/families', /families/i)
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
