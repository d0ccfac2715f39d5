/** The console in a real browser, with somebody signed in. */
import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import type { Role } from '../../src/resource/roles.ts'
import { invite } from '../../src/sign-in/join.ts'
import { accessibilityProblems, browserPath, sharedBrowser } from './browser.ts'
import { member, PASSWORD } from './console.ts'
import { eventually } from './receiver.ts'
import type { TestChurch, TestService } from './service.ts'

/** False, or why tests with a browser are skipped. */
export const SKIP = browserPath() === undefined && 'SKIPPED: no Chromium is installed (apt-get install chromium)'

/** Done when what was changed is drawn. */
const FRAMES = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** The narrowest window that pages are made for. */
const PHONE = { width: 360, height: 740 }

const IS_DRAWN = "document.querySelector('nav') !== null"
/** Sets the page's clock on by more than what it holds answers for fresh. */
const LATER = 'Date.now = (now => () => now() + 60_000)(Date.now)'

export interface ConsolePage {
  page: Page
  /** What the browser's console complained of, and what broke, since it was emptied. */
  complaints: string[]
  /** Address of the service. */
  origin: string
  /**
   * Opens an address of the church and waits for its heading and for all it loads: as a link does a minute later, so
   * that what was read before is read again. Where the page is not in the church yet, or at that address, it is loaded
   * whole.
   */
  goTo(path: string, heading: RegExp): Promise<void>
  /** Loads an address of the church whole: what modules and roles it has is read again. */
  load(path: string, heading: RegExp): Promise<void>
  /** Looks at pages at both widths: axe finds nothing (at the width of a phone), nothing is too wide or squeezed, nothing complained. */
  inspect(paths: readonly [path: string, heading: RegExp][]): Promise<void>
  /** Waits until an expression is true in the page, whose own policy would refuse Playwright's waiting for one. */
  until(expression: string): Promise<void>
  /** Gives the password where the console asks for it again. */
  stepUp(): Promise<void>
  close(): Promise<void>
}

/** Who opens the console. */
interface Who {
  role?: Role
  /** Unique in the service. */
  email?: string
  name?: string
  /** Joins in the browser, as the first visit does; else they are a member who has signed in. */
  byLink?: boolean
}

/** Opens a window of its own with somebody signed in. */
export async function openConsole(
  service: TestService,
  own: Pick<TestChurch, 'church'>,
  { role = 'owner', email = 'ngozi@example.org', name = 'Ngozi', byLink = false }: Who = {},
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const { church } = own
  const browser = await sharedBrowser()
  // The worker would answer for files in the place of the server, and outlast the page.
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', error => void complaints.push(String(error)))
  const origin = service.url.replace('127.0.0.1', 'localhost')
  if (byLink) {
    await joinByLink(page, `${origin}/join?token=${await invitation(service, own, role)}`, name, email)
  } else {
    const { session } = await member(service, own, role, null, { email, name })
    await context.addCookies([{ name: session[0], value: session[1], url: origin, httpOnly: true, sameSite: 'Lax' }])
    await page.goto(`${origin}/c/${church.slug}`)
  }
  // By its role alone: its name is in the language of the page.
  await page.getByRole('navigation').first().waitFor()

  const open = new Set<Request>()
  page.on('request', request => void open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', request => void open.delete(request))
  }
  /** Waits for a heading, and until nothing is loading. */
  const loaded = async (heading: RegExp): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await eventually('everything is loaded', async () => {
      await page.evaluate(FRAMES)
      return open.size === 0 && (await page.getByRole('status', { name: 'Loading' }).count()) === 0
    })
    await page.evaluate(FRAMES)
  }
  const load = async (path: string, heading: RegExp): Promise<void> => {
    await page.goto(`${origin}/c/${church.slug}${path}`)
    await loaded(heading)
  }
  const goTo = async (path: string, heading: RegExp): Promise<void> => {
    const address = `${origin}/c/${church.slug}${path}`
    const elsewhere = new URL(page.url()).pathname !== new URL(address).pathname
    if (elsewhere && page.url().startsWith(`${origin}/c/${church.slug}`) && (await page.evaluate<boolean>(IS_DRAWN))) {
      await page.evaluate(`${LATER}; history.pushState(null, '', ${JSON.stringify(address)})`)
      await page.waitForURL(address)
      await loaded(heading)
    } else {
      await load(path, heading)
    }
  }
  return {
    page,
    complaints,
    origin,
    goTo,
    load,
    async inspect(paths) {
      complaints.length = 0
      for (const [path, heading] of paths) {
        await page.setViewportSize(PHONE)
        await goTo(path, heading)
        assert.deepEqual(await accessibilityProblems(page), [], `${path} at ${PHONE.width}`)
        await fits(page, path, PHONE.width)
        await hasRoom(page, `${path} at ${PHONE.width}`)
        await page.setViewportSize({ width: 1280, height: 844 })
        await fits(page, path, 1280)
        // Wide and narrow differ in the shell, which one page shows.
        if (path === paths[0]?.[0]) assert.deepEqual(await accessibilityProblems(page), [], `${path} at 1280`)
      }
      assert.deepEqual(complaints, [])
    },
    until: async expression => {
      await eventually(expression, () => page.evaluate<boolean>(`Boolean(${expression})`))
    },
    async stepUp() {
      const dialog = page.getByRole('dialog', { name: /confirm it is you/i })
      await dialog.locator('input[type=password]').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.waitFor({ state: 'detached' })
    },
    close: () => context.close(),
  }
}

/** What sticks out of the box that it is in, and words that are broken letter by letter, as one expression in the page. */
export const CROWDED = `(() => {
  const found = []
  /** Is moved sideways by who looks at it, or lies in what is. */
  const moves = one =>
    one !== document.body && (getComputedStyle(one).overflowX !== 'visible' || moves(one.parentElement))
  for (const one of document.querySelectorAll('main *')) {
    if (one.clientWidth < 2 || getComputedStyle(one).display === 'inline' || one.closest('svg') || moves(one)) continue
    if (one.scrollWidth > one.clientWidth + 2) found.push('too wide: ' + one.textContent.slice(0, 60))
  }
  const range = document.createRange()
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim()
    range.selectNodeContents(texts.currentNode)
    // Runs of letters that are written the other way are boxes of their own on one line.
    let [lines, end] = [0, -Infinity]
    for (const { top, bottom } of range.getClientRects()) {
      if ((top + bottom) / 2 <= end) continue
      lines += 1
      end = bottom
    }
    if (lines > 2 && lines > text.length / 3) found.push('squeezed: ' + text.slice(0, 60))
  }
  return found
})()`

/** Waits until every word of a page has its room: charts and tables follow a new width some frames later. */
async function hasRoom(page: Page, what: string): Promise<void> {
  let found: string[] = []
  const settled = async (): Promise<boolean> => {
    await page.evaluate(FRAMES)
    found = await page.evaluate<string[]>(CROWDED)
    return found.length === 0
  }
  await eventually(`${what} has room`, settled).catch(() => assert.deepEqual(found, [], what))
}

/** Waits until nothing is wider than the window: charts and tables follow a new width some frames later. */
export async function fits(page: Page, what: string, width: number): Promise<void> {
  await eventually(`${what} is not wider than ${width}`, async () => {
    await page.evaluate(FRAMES)
    return (await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0
  })
}

async function invitation(service: TestService, { church }: Pick<TestChurch, 'church'>, role: Role): Promise<string> {
  const invited = { email: null, role, branch_id: null }
  return (await service.database.write(church.id, tx => invite(tx, church, invited, null))).token
}

async function joinByLink(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link)
  // By what they are for: their labels are in the language of the page.
  await page.locator('input[autocomplete=name]').fill(name)
  await page.locator('input[type=email]').fill(email)
  for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD)
  await page.locator('form').getByRole('button').last().click()
}
