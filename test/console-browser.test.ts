/** The console in a real browser, against the real server: the main path of each screen, found by role and label. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { invite } from '../src/sign-in/join.ts'
import { accessibilityProblems, browserPath, startBrowser } from './support/browser.ts'
import { PASSWORD } from './support/console.ts'
import { useOutbox } from './support/messaging.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const executable = browserPath()
const skip = executable === undefined && 'SKIPPED: no Chromium is installed (apt-get install chromium)'

let service: TestService
let church: TestChurch
let browser: Browser
let page: Page
/** What the console of the browser said, and what broke. */
let complaints: string[] = []
let origin: string

before(async () => {
  if (executable === undefined) return
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
  origin = service.url.replace('127.0.0.1', 'localhost')
  browser = await startBrowser(executable)
  page = await (await browser.newContext()).newPage()
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', error => void complaints.push(String(error)))
  await join()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

/** The first owner comes by a link. */
async function join(): Promise<void> {
  const input = { email: null, role: 'owner', branch_id: null } as const
  const { token } = await service.database.write(church.church.id, tx => invite(tx, church.church, input, null))
  await page.goto(`${origin}/join?token=${token}`)
  await page.getByLabel(/name/i).first().fill('Ngozi')
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('ngozi@example.org')
  for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD)
  await page.locator('form').getByRole('button').last().click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
}

const goTo = async (path: string, heading: RegExp): Promise<void> => {
  await page.goto(`${origin}/c/${church.church.slug}${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

test('the first owner joins by a link and sees the people of the church', { skip }, async () => {
  await page.getByText('Ada Obi').first().waitFor()
})

test('every page is accessible by what axe can tell, and says nothing to the console, also at the width of a phone', {
  skip,
}, async () => {
  complaints = []
  const paths: [string, RegExp][] = [
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
  ]
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const [path, heading] of paths) {
      await goTo(path, heading)
      await page.waitForLoadState('networkidle')
      // Wide and narrow differ in the shell, which one page shows.
      const looked = width === 390 || path === '/people'
      if (looked) assert.deepEqual(await accessibilityProblems(page), [], `${path} at ${width}`)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide at ${width}`)
    }
  }
  assert.deepEqual(complaints, [])
  await page.setViewportSize({ width: 1280, height: 844 })
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
  await page.goto(`${origin}/c/${church.church.slug}/families`)
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('ngozi@example.org')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /families/i }).waitFor()
})
