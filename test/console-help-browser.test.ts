/** What each page is for, in a real browser: beside its title, of pages made by hand and of drawn ones. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../src/installation.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { isInGuide } from './support/in-guide.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let opened: ConsolePage

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  opened = await openConsole(service, church)
})
after(async () => {
  await opened?.close()
  await service?.close()
})

test('a question mark beside the title says what the page is for and leads to its chapter of the guide', {
  skip,
}, async () => {
  const { page, goTo } = opened
  for (const [path, heading, says, chapter] of [
    ['/contributions/new', /record gifts/i, /Enter gifts one after the other/, 'entering-gifts#enter-the-gifts'],
    ['/families', /families/i, /Households with their people/, 'first-sunday#add-a-visitor'],
    ['/settings/team', /team/i, /Who may sign in/, 'who-sees-what#roles'],
  ] as const) {
    await goTo(path, heading)
    await page.getByRole('main').getByRole('button', { name: 'What this page is for' }).click()
    await page.getByText(says).waitFor()
    const link = page.getByRole('link', { name: 'More in the guide' })
    const address = await link.getAttribute('href')
    assert.equal(address, `/guide/${chapter}`)
    assert.equal((await fetch(new URL(address ?? '', service.url))).status, 200)
    assert.deepEqual(await accessibilityProblems(page), [], path)
    await page.setViewportSize({ width: 360, height: 640 })
    await fits(page, path, 360)
    await page.keyboard.press('Escape')
    await page.getByText(says).waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 844 })
  }
  assert.deepEqual(opened.complaints, [])
})

/** Pages outside churches as `app.tsx` has them, each with what it takes to be shown. */
const BEFORE_SIGNING_IN = ['/', '/forgotten', '/reset?token=nothing', '/join?token=nothing', '/start']

test('so do the pages before somebody is signed in, but for the one that says that there is no connection', {
  skip,
}, async () => {
  const source = readFileSync(path.join(ROOT, 'console/src/app.tsx'), 'utf8')
  const named = [...source.matchAll(/<Route path="(\/[a-z]+)"/g)].map(([, address = '']) => address)
  assert.deepEqual(
    named.sort(),
    BEFORE_SIGNING_IN.slice(1)
      .map(one => one.split('?')[0])
      .sort(),
  )
  const context = await (await sharedBrowser()).newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  const link = page.getByRole('link', { name: 'More in the guide' })
  for (const address of BEFORE_SIGNING_IN) {
    await page.goto(new URL(address, service.url).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.ok(await isInGuide(service.url, (await link.getAttribute('href')) ?? ''), address)
  }
  // Where there is no connection, there is no guide to be opened.
  await page.goto(service.url)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.route('**/api/session', route => route.abort())
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  assert.equal(await link.count(), 0)
  await context.close()
})
