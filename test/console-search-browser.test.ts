/** The search for everything in a real browser: by the keyboard alone, on a phone, from right to left, and by role. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let ada: number
let opened: ConsolePage

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['care', 'giving', 'groups', 'media'] })
  const person = { first_name: 'Ada', last_name: 'Obi', phone: '08031234567' }
  ada = (await church.send('POST', '/people', person)).json.data.id
  await church.send('POST', '/contributions', { amount: 150050, reference: 'SLIP-17', given_on: '2026-03-01' })
  opened = await openConsole(service, church)
})
after(async () => {
  await opened?.close()
  await service?.close()
})

const dialogOf = ({ page }: ConsolePage): Locator => page.getByRole('dialog')
const fieldOf = (where: ConsolePage): Locator => dialogOf(where).getByRole('combobox')
const optionOf = (where: ConsolePage, name: RegExp | string): Locator =>
  dialogOf(where).getByRole('option', { name, exact: typeof name === 'string' })

/** Waits until what Enter would follow says this. */
async function marked(where: ConsolePage, text: RegExp): Promise<void> {
  await eventually(`${text} is marked`, async () => {
    const id = await fieldOf(where).getAttribute('aria-activedescendant')
    return id !== null && text.test((await where.page.locator(`[id="${id}"]`).textContent()) ?? '')
  })
}

/** Opens it by the keyboard. */
async function search(where: ConsolePage, typed: string, keys = '/'): Promise<void> {
  await where.page.keyboard.press(keys)
  await fieldOf(where).waitFor()
  await where.until("document.activeElement?.closest('[role=dialog]') && document.activeElement.role === 'combobox'")
  await where.page.keyboard.type(typed)
}

test('/ opens it, a phone number finds a person, Enter goes to their page', { skip }, async () => {
  await opened.goTo('/families', /families/i)
  await search(opened, '0803 123 4567')
  await marked(opened, /Ada Obi/)
  assert.deepEqual(await accessibilityProblems(opened.page), [])
  await opened.page.keyboard.press('Enter')
  await opened.page.waitForURL(`**/people/${ada}`)
  await dialogOf(opened).waitFor({ state: 'detached' })
})

test('what was followed last is offered before anything is typed; Escape gives the focus back', { skip }, async () => {
  await opened.goTo('/families', /families/i)
  await search(opened, '')
  await marked(opened, /Ada Obi/)
  await opened.page.keyboard.press('Escape')
  await dialogOf(opened).waitFor({ state: 'detached' })
  const button = opened.page.getByRole('banner').getByRole('button', { name: 'Search' })
  await button.click()
  await fieldOf(opened).press('Escape')
  await dialogOf(opened).waitFor({ state: 'detached' })
  await opened.until("document.activeElement?.textContent?.startsWith('Search')")
})

test('on the page of the account / is switched off for who strikes it by accident; Ctrl-K stays', {
  skip,
}, async () => {
  const { page } = opened
  await opened.goTo('/account', /account/i)
  const choice = page.getByRole('switch', { name: /opens the search/ })
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await choice.uncheck({ force: true })
  await opened.until(`document.querySelector('header [aria-keyshortcuts="Control+K Meta+K"]')`)
  await opened.goTo('/families', /families/i)
  await page.keyboard.press('/')
  await search(opened, '', 'Control+k')
  assert.equal(await fieldOf(opened).inputValue(), '')
  await page.keyboard.press('Escape')
  await dialogOf(opened).waitFor({ state: 'detached' })
  assert.equal(await button.getAttribute('aria-keyshortcuts'), 'Control+K Meta+K')
  await opened.goTo('/account', /account/i)
  await choice.check({ force: true })
  await opened.goTo('/families', /families/i)
  await search(opened, '')
  await page.keyboard.press('Escape')
  await dialogOf(opened).waitFor({ state: 'detached' })
})

test('in a field / is typed, and Ctrl-K opens it', { skip }, async () => {
  await opened.goTo('/people', /people/i)
  const field = opened.page.getByLabel(/search name/i)
  await field.fill('')
  await field.press('/')
  assert.equal(await field.inputValue(), '/')
  assert.equal(await dialogOf(opened).count(), 0)
  await search(opened, 'slip-17', 'Control+k')
  await marked(opened, /Gift.*₦1,500\.50.*SLIP-17/)
  await opened.page.keyboard.press('Enter')
  await opened.page.waitForURL('**/contributions/*')
})

test('arrows go through pages and what can be added; a form that is a dialog is opened above its list', {
  skip,
}, async () => {
  await opened.goTo('/families', /families/i)
  await search(opened, 'message')
  await marked(opened, /Write a message/)
  await opened.page.keyboard.press('ArrowDown')
  await marked(opened, /Messages/)
  await opened.page.keyboard.press('ArrowUp')
  await opened.page.keyboard.press('Enter')
  await opened.page.waitForURL('**/messages/new')
  await opened.goTo('/families', /families/i)
  await search(opened, 'add fund')
  await marked(opened, /Add a fund/)
  await opened.page.keyboard.press('Enter')
  await opened.page.waitForURL('**/funds')
  await opened.page.getByRole('dialog', { name: 'Add a fund' }).waitFor()
  await opened.page.keyboard.press('Escape')
  await dialogOf(opened).waitFor({ state: 'detached' })
  await opened.page.reload()
  await opened.page.getByRole('heading', { level: 1, name: /funds/i }).waitFor()
  assert.equal(await dialogOf(opened).count(), 0)
})

test('on a phone a button of the header opens it over the whole window', { skip }, async () => {
  const phone = await openConsole(service, church, { email: 'phone@example.org' })
  try {
    await phone.page.setViewportSize({ width: 360, height: 640 })
    await phone.goTo('/families', /families/i)
    await phone.page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await fieldOf(phone).fill('obi')
    await optionOf(phone, /Ada Obi/).waitFor()
    assert.equal((await dialogOf(phone).boundingBox())?.width, 360)
    await fits(phone.page, 'the search', 360)
    assert.deepEqual(await accessibilityProblems(phone.page), [])
    await optionOf(phone, /Ada Obi/).click()
    await phone.page.waitForURL(`**/people/${ada}`)
    assert.deepEqual(phone.complaints, [])
  } finally {
    await phone.close()
  }
})

test('in Arabic it stands from right to left', { skip }, async () => {
  const arabic = await openConsole(service, church, { email: 'arabic@example.org' }, { locale: 'ar' })
  try {
    await search(arabic, 'obi')
    await optionOf(arabic, /Ada Obi/).waitFor()
    const icon = await optionOf(arabic, /Ada Obi/)
      .locator('svg')
      .boundingBox()
    const words = await optionOf(arabic, /Ada Obi/)
      .getByText('Ada Obi')
      .boundingBox()
    assert.ok((icon?.x ?? 0) > (words?.x ?? 0))
    assert.deepEqual(await accessibilityProblems(arabic.page), [])
  } finally {
    await arabic.close()
  }
})

test('a role is offered its own pages and forms, and no record that it may not read', { skip }, async () => {
  const viewer = await openConsole(service, church, { role: 'viewer', email: 'viewer@example.org' })
  try {
    await search(viewer, 'slip-17')
    await dialogOf(viewer).getByText('No matches').waitFor()
    const offered: [typed: string, page: RegExp, hidden: RegExp][] = [
      ['a', /Your account/, /Add a person/],
      ['fa', /Families/, /Add a family/],
    ]
    for (const [typed, page, hidden] of offered) {
      await fieldOf(viewer).fill(typed)
      await optionOf(viewer, page).waitFor()
      assert.equal(await optionOf(viewer, hidden).count(), 0, typed)
    }
    for (const typed of ['team', 'record gifts']) {
      await fieldOf(viewer).fill(typed)
      await dialogOf(viewer).getByText('No matches').waitFor()
    }
    await fieldOf(viewer).fill('ada')
    await optionOf(viewer, /Ada Obi/).waitFor()
  } finally {
    await viewer.close()
  }
})
