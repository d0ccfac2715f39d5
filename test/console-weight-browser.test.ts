/** What the first pages weigh: bytes as they come over the wire, and requests, in a real browser that knows nothing yet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { invite } from '../src/sign-in/join.ts'
import { languages } from '../src/texts/names.ts'
import { sharedBrowser } from './support/browser.ts'
import { member } from './support/console.ts'
import { SKIP as skip } from './support/console-page.ts'
import { startDemo } from './support/demo.ts'
import { foreignTo, SHOWN } from './support/foreign-texts.ts'
import { eventually } from './support/receiver.ts'
import type { TestService } from './support/service.ts'

/** The budget of a page: bytes over the wire, with headers, and requests. */
const MOST_BYTES = 250_000
const MOST_REQUESTS = 11
const PHONE = { width: 360, height: 740 }
/** The budget of each page that is opened from there, one after the other: the first brings what all lists and forms share. */
const MOST_BYTES_LATER = 200_000
const MOST_REQUESTS_LATER = 80
const LATER = ['people', 'contributions', 'meetings', 'groups', 'messages']

let service: TestService
let origin: string
/** What tells the service who asks. */
let session: readonly [name: string, value: string]
let invitation: string

before(async () => {
  if (skip) return
  const made = await startDemo()
  service = made.service
  origin = service.url.replace('127.0.0.1', 'localhost')
  const church = made.demo
  ;({ session } = await member(service, { church }, 'owner'))
  const joining = { email: null, role: 'viewer', branch_id: null } as const
  invitation = (await service.database.write(church.id, tx => invite(tx, church, joining, null))).token
})
after(() => service?.close())

/** Counts what a page loads. */
async function counting(page: Page) {
  const client = await page.context().newCDPSession(page)
  const [counted, open] = [{ bytes: 0, files: [] as string[] }, new Set<string>()]
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    open.add(requestId)
    counted.files.push(new URL(request.url).pathname)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    counted.bytes += encodedDataLength
  })
  client.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId))
  await client.send('Network.enable')
  return { counted, isDone: () => open.size === 0 }
}

/** Funds of the demo, and no texts. */
const FUNDS = ['General', 'Missions']

/** Notes every text that stood in the page at some moment. */
const NOTE_TEXTS = `{
  const seen = (globalThis.seenTexts = new Set())
  new MutationObserver(() => { for (const text of ${SHOWN}) seen.add(text) })
    .observe(document, { childList: true, subtree: true, characterData: true })
}`

/** Until nothing is on its way any more, twice in a row: what came may ask for more. */
async function settled(page: Page, isDone: () => boolean, waits = '[role=status]:not(:empty), '): Promise<void> {
  let quiet = 0
  await eventually('everything is loaded', async () => {
    await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))')
    const loading = (await page.locator(`${waits}.mantine-Skeleton-root`).count()) > 0
    quiet = isDone() && !loading ? quiet + 1 : 0
    return quiet > 2
  })
}

const PAGES: readonly [name: string, address: () => string, shown: string][] = [
  ['the sign-in page', () => '/c/demo', 'input[type=password]'],
  ['the home page of a church with records', () => '/c/demo', 'h1'],
  ['the page that an invitation opens', () => `/join?token=${invitation}`, 'input[type=password]'],
]

for (const language of languages().filter(name => ['en', 'fr', 'ar'].includes(name))) {
  for (const [name, address, shown] of PAGES) {
    test(`in ${language}, ${name} is within the budget, and never shows another language`, { skip }, async t => {
      const context = await (await sharedBrowser()).newContext({
        locale: language,
        viewport: PHONE,
        // It fetches what opens the console without a connection when all of the page is there.
        serviceWorkers: 'block',
      })
      if (shown === 'h1')
        await context.addCookies([{ name: session[0], value: session[1], url: origin, httpOnly: true }])
      const page = await context.newPage()
      await page.addInitScript(NOTE_TEXTS)
      const { counted, isDone } = await counting(page)
      await page.goto(`${origin}${address()}`)
      await page.locator(shown).first().waitFor()
      await settled(page, isDone)
      const { bytes, files } = counted
      t.diagnostic(`${Math.round(bytes / 1_000)} kB in ${files.length} requests`)
      assert.ok(bytes < MOST_BYTES, `${bytes} bytes: ${files.join()}`)
      assert.ok(files.length <= MOST_REQUESTS, files.join('\n'))
      assert.equal(files.filter(file => /^\/assets\/[a-z]{2}-[\w-]+\.js$/.test(file)).length, language === 'en' ? 0 : 1)
      const foreign = foreignTo(language)
      const seen = await page.evaluate<string[]>('[...globalThis.seenTexts]')
      assert.ok(seen.length > 3, seen.join())
      assert.deepEqual(
        seen.filter(text => foreign.has(text) && !FUNDS.includes(text)),
        [],
      )
      await context.close()
    })
  }
}

test('each page that is opened afterwards is within its budget, and nothing is loaded twice', { skip }, async t => {
  const context = await (await sharedBrowser()).newContext({ locale: 'en', serviceWorkers: 'block' })
  await context.addCookies([{ name: session[0], value: session[1], url: origin, httpOnly: true }])
  const page = await context.newPage()
  const { counted, isDone } = await counting(page)
  await page.goto(`${origin}/c/demo`)
  await page.locator('h1').first().waitFor()
  await settled(page, isDone)
  const assets: string[] = []
  for (const name of LATER) {
    Object.assign(counted, { bytes: 0, files: [] })
    await page.locator(`a[href="/c/demo/${name}"]`).first().click()
    await page.waitForURL(new RegExp(`/${name}\\b`))
    // Lists say in such a place how many there are.
    await settled(page, isDone, '')
    const { bytes, files } = counted
    t.diagnostic(`${name}: ${Math.round(bytes / 1_000)} kB in ${files.length} requests`)
    assert.ok(bytes > 0 && bytes < MOST_BYTES_LATER, `${name}, ${bytes} bytes: ${files.join()}`)
    assert.ok(files.length <= MOST_REQUESTS_LATER, `${name}: ${files.join('\n')}`)
    assets.push(...files.filter(file => file.startsWith('/assets/')))
  }
  assert.deepEqual(
    assets.filter((file, at) => assets.indexOf(file) !== at),
    [],
  )
  await context.close()
})
