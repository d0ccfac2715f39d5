/** What each page is for, in a real browser: beside its title, of pages made by hand and of drawn ones. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../src/installation.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { type DemoConsole, demoConsole } from './support/every-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let demo: DemoConsole
let opened: ConsolePage

before(async () => {
  if (skip) return
  service = await startService()
  // Before any other church: a server that has one makes no demo.
  demo = await demoConsole(service)
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

/** True where a link of the guide leads to a section that there is, or to a whole chapter. */
async function isInGuide(address: string): Promise<boolean> {
  const [chapter = '', section] = address.split('#')
  const reply = await fetch(new URL(chapter, service.url))
  return reply.status === 200 && (section === undefined || (await reply.text()).includes(`id="${section}"`))
}

test('every page of the console has an explanation and leads to a section of the guide that exists', {
  skip,
}, async t => {
  const { page, goTo, close } = await demo.open('en')
  const [wrong, chapters]: [string[], Set<string>] = [[], new Set()]
  for (const address of ['', ...demo.pages]) {
    await goTo(address)
    const help = page.getByRole('main').getByRole('button', { name: 'What this page is for' })
    if ((await help.count()) !== 1) {
      wrong.push(`${address || 'home'} is not explained`)
      continue
    }
    await help.click()
    const said = page.getByRole('dialog', { name: 'What this page is for' })
    const link = said.getByRole('link', { name: 'More in the guide' })
    if (!/[.!?]/.test(await said.innerText())) wrong.push(`${address} says nothing`)
    chapters.add((await link.getAttribute('href')) ?? '')
    await page.keyboard.press('Escape')
  }
  for (const chapter of chapters) if (!(await isInGuide(chapter))) wrong.push(`${chapter} is not there`)
  t.diagnostic(`${demo.pages.length + 1} pages lead to ${chapters.size} places of the guide`)
  assert.deepEqual(wrong, [])
  await close()
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
    assert.ok(await isInGuide((await link.getAttribute('href')) ?? ''), address)
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
