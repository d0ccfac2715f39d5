/** The console without a connection, in a real browser whose network is cut: what opens, what is kept, what is sent later, once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { member } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let load: ConsolePage['load']

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['care', 'giving'] })
  console = await openConsole(service, church, {}, { serviceWorkers: 'allow' })
  ;({ page, load } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

const cut = (off: boolean): Promise<void> => page.context().setOffline(off)

const POSTED = /\/console\/api\/[^/]+\/(contributions|prayer_requests)$/

/** How many gifts there are, and their sum. */
async function gifts(): Promise<[number, number]> {
  const { meta } = (await church.send('GET', '/contributions')).json
  return [meta.total, meta.sum_amount_base]
}

const strip = (words: RegExp) => page.getByRole('status').filter({ hasText: words }).first()
const kept = 'navigator.serviceWorker.controller !== null'

const CACHED = `(async () => {
  const kept = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
  return kept.flat().map(({ url }) => new URL(url).pathname)
})()`

/** What this browser keeps in its caches, by address. */
const inCaches = (): Promise<string[]> => page.evaluate<string[]>(CACHED)

/** How many entries a browser has on its disk, whoever typed them. */
const ON_DISK = `new Promise((done, fail) => {
  const opening = indexedDB.open('sexton')
  opening.onerror = () => fail(opening.error)
  opening.onsuccess = () => {
    const counting = opening.result.transaction('unsent').objectStore('unsent').count()
    counting.onsuccess = () => done(counting.result)
  }
})`

test('the console can be installed: a manifest in the language of the browser, icons of their sizes, no old ones kept', {
  skip,
}, async () => {
  for (const [language, dir] of [
    ['fr', 'ltr'],
    ['ar', 'rtl'],
  ]) {
    const answer = await fetch(`${service.url}/sexton.webmanifest`, { headers: { 'accept-language': language ?? '' } })
    assert.equal(answer.headers.get('content-type'), 'application/manifest+json; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    const said = (await answer.json()) as { icons: { src: string; sizes: string; type: string }[] } & Record<
      string,
      unknown
    >
    assert.deepEqual(
      [said.name, said.lang, said.dir, said.start_url, said.display],
      ['Sexton', language, dir, '/', 'standalone'],
    )
    for (const { src, sizes, type } of said.icons) {
      const icon = await fetch(service.url + src)
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, type])
      if (type !== 'image/png') continue
      const drawn = Buffer.from(await icon.arrayBuffer())
      assert.equal(`${drawn.readUInt32BE(16)}x${drawn.readUInt32BE(20)}`, sizes)
    }
  }
  const worker = await fetch(`${service.url}/sw.js`)
  assert.deepEqual([worker.status, worker.headers.get('cache-control')], [200, 'no-cache'])
  const session = await page.context().newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  assert.deepEqual([errors, url], [[], `${console.origin}/sexton.webmanifest`])
  assert.deepEqual((await session.send('Page.getInstallabilityErrors')).installabilityErrors, [])
})

test('the console opens without a connection and says so, and shows the page itself when it is back', {
  skip,
}, async () => {
  await load('/people', /people/i)
  await console.until(kept)
  await eventually('the files are kept', async () => (await inCaches()).includes('/'))
  await cut(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  await cut(false)
  await page.getByRole('button', { name: 'Try again' }).or(page.getByRole('navigation')).first().click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
})

test('a form that is opened for the first time without a connection is in the language of the page', {
  skip,
}, async t => {
  const own = await openConsole(
    service,
    church,
    { email: 'french@example.org' },
    { serviceWorkers: 'allow', locale: 'fr-FR' },
  )
  t.after(() => own.close())
  await own.load('/people', /personnes/i)
  await eventually('the texts are kept', async () => {
    const names = await own.page.evaluate<string[]>(CACHED)
    return names.filter(name => /record-gifts-page|drawn-pages/.test(name)).length === 4
  })
  await own.page.context().setOffline(true)
  await own.goTo('/contributions/new', /^Enregistrer des dons$/)
  await own.page.getByRole('button', { name: 'Enregistrer le don' }).waitFor()
})

test('no answer about the church is kept on the disk: the page without words of anybody, and built files', {
  skip,
}, async () => {
  await church.send('POST', '/people', { first_name: 'Zebulun' })
  await load('/people', /people/i)
  await page.getByText('Zebulun').first().waitFor()
  const names = await inCaches()
  assert.deepEqual(
    names.filter(name => !/^\/$|^\/icon\.svg$|^\/assets\//.test(name)),
    [],
  )
  assert.equal(new Set(names).size, names.length)
})

test('gifts that are entered without a connection wait, outlast the page, and are recorded once when it is back', {
  skip,
}, async () => {
  await load('/contributions/new', /record gifts/i)
  const before = await gifts()
  await cut(true)
  await strip(/you are offline/i).waitFor()
  for (const amount of ['1500', '20.50']) {
    await page.getByLabel(/^amount/i).fill(amount)
    await page.keyboard.press('Enter')
  }
  await strip(/2 entries waiting to be sent/).waitFor()
  await page.reload()
  await page.getByText('2 entries are kept on this device').waitFor()
  assert.deepEqual(await gifts(), before)
  await cut(false)
  await load('/contributions/new', /record gifts/i)
  await eventually('both are recorded', async () => (await gifts())[0] === before[0] + 2)
  await page.getByText('2 gifts').first().waitFor()
  await strip(/waiting to be sent/).waitFor({ state: 'detached' })
  assert.deepEqual(await gifts(), [before[0] + 2, before[1] + 152_050])
})

const NOTHING = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }

test('a tab that dies with a gift in it takes nothing along: the next one sends it', { skip }, async () => {
  const [count] = await gifts()
  const tab = await page.context().newPage()
  await tab.goto(`${console.origin}/c/${church.church.slug}/contributions/new`)
  await tab.getByLabel(/^amount/i).waitFor()
  // Another page of the same person would send it at once.
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(tab)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NOTHING)
  await tab.getByLabel(/^amount/i).fill('77')
  await tab.keyboard.press('Enter')
  await tab.getByRole('status').filter({ hasText: '1 entry waiting to be sent' }).waitFor()
  const crashed = tab.waitForEvent('crash')
  // It answers nothing any more.
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await load('/people', /people/i)
  await eventually('it is recorded', async () => (await gifts())[0] === count + 1)
  await page.getByText('1 entry that waited was sent.').waitFor()
})

/** Has the server do what is asked, and its answer lost on the way; all further requests find no server. */
async function loseAnswers(of: Page): Promise<{ carriedOut: number }> {
  const seen = { carriedOut: 0 }
  await of.route(POSTED, async (route: Route) => {
    if (seen.carriedOut === 0) {
      const { status } = await service.request('GET', '/healthz')
      assert.equal(status, 200)
      await route.fetch()
      seen.carriedOut += 1
    }
    await route.abort('connectionfailed')
  })
  return seen
}

test('a gift whose answer is lost after it was recorded is sent again, and is there once', { skip }, async t => {
  const own = await openConsole(service, church, { email: 'lost@example.org' })
  t.after(() => own.close())
  const [count, sum] = await gifts()
  await own.load('/contributions/new', /record gifts/i)
  const seen = await loseAnswers(own.page)
  await own.page.getByLabel(/^amount/i).fill('12')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('status').filter({ hasText: '1 entry waiting to be sent' }).waitFor()
  assert.equal(seen.carriedOut, 1)
  assert.deepEqual(await gifts(), [count + 1, sum + 1200])
  await own.page.unroute(POSTED)
  await own.page.getByRole('button', { name: 'Show' }).click()
  await own.page.getByRole('button', { name: 'Send now' }).click()
  await own.page.getByText('Nothing is waiting.').waitFor()
  await own.page.keyboard.press('Escape')
  await own.page.getByText('₦12.00 in 1 gift').waitFor()
  assert.deepEqual(await gifts(), [count + 1, sum + 1200])
})

test('one that was recorded, and changed before its answer came, is not recorded beside itself: that is said', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'changed@example.org' })
  t.after(() => own.close())
  const [count] = await gifts()
  await own.load('/contributions/new', /record gifts/i)
  await loseAnswers(own.page)
  const amount = own.page.getByLabel(/^amount/i)
  await amount.fill('13')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('button', { name: 'Edit' }).click()
  await own.until("document.querySelector('form input').value === '13'")
  await own.page.unroute(POSTED)
  await amount.fill('31')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('status').filter({ hasText: '1 entry was not sent and needs your attention' }).waitFor()
  await own.page.getByText(/^Not saved: It was recorded as you first typed it/).waitFor()
  await own.page.getByRole('button', { name: 'Show', exact: true }).click()
  await own.page.getByText(/^Not accepted: It was recorded as you first typed it/).waitFor()
  assert.equal((await gifts())[0], count + 1)
})

test('a prayer request waits as a gift does; refused, it comes back into its form with the words of the server', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'prayer@example.org' })
  t.after(() => own.close())
  await own.load('/prayer_requests/new', /prayer request/i)
  await own.page.context().setOffline(true)
  await own.page.getByLabel(/what to pray for/i).fill('For rain')
  await own.page.getByRole('button', { name: 'Add', exact: true }).click()
  await own.page.getByText('Kept on this device.').waitFor()
  // Who asks for it is missing, which the server alone tells.
  await own.page.context().setOffline(false)
  const needs = own.page.getByRole('status').filter({ hasText: 'needs your attention' })
  await needs.getByRole('button', { name: 'Show' }).click()
  await own.page.getByText(/Prayer request: For rain/i).waitFor()
  await own.page.getByText(/^Not accepted: /).waitFor()
  await own.page.getByRole('button', { name: 'Edit' }).click()
  await own.page.getByText('Your unsaved changes were restored.').waitFor()
  await own.page
    .getByText(/^Is required, or/)
    .first()
    .waitFor()
  await own.page.getByLabel('Name', { exact: true }).fill('Ada')
  await own.page.getByRole('button', { name: 'Add', exact: true }).click()
  const asked = async (): Promise<string[]> =>
    (await church.send('GET', '/prayer_requests')).json.data.map(({ body }: { body: string }) => body)
  await eventually('it is on record', async () => (await asked()).length > 0)
  assert.deepEqual(await asked(), ['For rain'])
  await needs.waitFor({ state: 'detached' })
})

test('one that waits comes back into a form that is open, and takes the place of what is typed there only when told to', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'open@example.org' })
  t.after(() => own.close())
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  const words = own.page.getByLabel(/what to pray for/i)
  const reads = (text: string) => eventually(text, async () => (await words.inputValue()) === text)
  await own.load('/prayer_requests/new', /prayer request/i)
  await words.fill('For wind')
  await own.page.getByRole('button', { name: 'Add', exact: true }).click()
  await own.page.getByText('Kept on this device.').waitFor()
  await own.goTo('/prayer_requests/new', /prayer request/i)
  await words.fill('For sun')
  const show = own.page.getByRole('button', { name: 'Show', exact: true })
  await show.click()
  await own.page.getByRole('button', { name: 'Edit' }).click()
  await own.page.getByRole('alert').filter({ hasText: 'you have not saved' }).waitFor()
  await own.page.getByRole('button', { name: 'Keep it' }).click()
  await own.page.keyboard.press('Escape')
  await reads('For sun')
  await show.click()
  await own.page.getByRole('button', { name: 'Edit' }).click()
  await own.page.getByRole('button', { name: 'Discard that and edit this one' }).click()
  await reads('For wind')
})

test('another person on the same device neither sees nor sends what waits, and nobody signs out of it unasked', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'first@example.org' })
  t.after(() => own.close())
  const [count] = await gifts()
  await own.load('/contributions/new', /record gifts/i)
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  await own.page.getByLabel(/^amount/i).fill('99')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('status').filter({ hasText: '1 entry waiting' }).waitFor()

  const context = own.page.context()
  const mine = await context.cookies()
  const { session } = await member(service, church, 'owner', null, { email: 'second@example.org', name: 'Second' })
  await context.addCookies([{ name: session[0], value: session[1], url: own.origin, httpOnly: true, sameSite: 'Lax' }])
  await own.page.unroute(POSTED)
  // The page of the first still stands there: the server refuses what it sends by the session of the second.
  await own.page.getByRole('button', { name: 'Show' }).click()
  const refused = own.page.waitForResponse(POSTED)
  await own.page.getByRole('button', { name: 'Send now' }).click()
  assert.equal((await refused).status(), 401)
  await own.load('/contributions/new', /record gifts/i)
  assert.equal(await own.page.getByText('₦99.00').count(), 0)
  assert.equal(await own.page.getByText(/waiting to be sent/i).count(), 0)
  assert.equal((await gifts())[0], count)

  await context.clearCookies()
  await context.addCookies(mine)
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  await own.load('/people', /people/i)
  await own.page.getByRole('button', { name: /account menu/i }).click()
  await own.page.getByRole('menuitem', { name: 'Sign out' }).click()
  const asked = own.page.getByRole('dialog', { name: 'Sign out and lose what was not sent?' })
  await asked.getByRole('button', { name: 'Discard and sign out' }).click()
  await own.page
    .getByRole('button', { name: /sign in/i })
    .first()
    .waitFor()
  assert.equal(await own.page.evaluate(ON_DISK), 0)
  assert.equal((await gifts())[0], count)
})
