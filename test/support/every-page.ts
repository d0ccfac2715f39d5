/** Every page of the console there is: in the demo church with all modules on, for an owner on a phone. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { ROOT } from '../../src/installation.ts'
import { findChurch } from '../../src/modules/church/churches.ts'
import { sharedBrowser } from './browser.ts'
import { member, type TestMember } from './console.ts'
import { switchAllOn } from './demo.ts'
import { eventually } from './receiver.ts'
import type { TestService } from './service.ts'

/** The narrowest window that pages are made for. */
const PHONE = { width: 360, height: 740 }

/** Heading and content are there, and nothing that stands for what is still to come. */
const IS_DRAWN = `document.querySelector('h1') !== null && document.querySelector('[role=status][aria-label], .mantine-Skeleton-root, .mantine-Loader-root') === null`

/** The demo church, opened by its owner. */
export interface DemoConsole {
  origin: string
  /** Addresses within the church: the navigation, what is made by hand, of each resource its form and its first record. */
  pages: readonly string[]
  /** Opens the console in a language, for who is signed in already. */
  open(language: string, options?: BrowserContextOptions): Promise<OpenedDemo>
}

export interface OpenedDemo {
  page: Page
  /** Shows another address of the church, and waits for all that it loads. */
  goTo(address: string): Promise<void>
  close(): Promise<void>
}

/** Opens the demo church of a service that has it (`startDemo`), and switches on all that there is. */
export async function demoConsole(service: TestService): Promise<DemoConsole> {
  const origin = service.url.replace('127.0.0.1', 'localhost')
  const demo = (await findChurch(service.database, 'demo')) ?? assert.fail('There is no demo church.')
  const church = await switchAllOn(service, demo)
  const owner = await member(service, { church }, 'owner', null, { name: 'Ngozi' })
  const pages = await everyPage(owner)
  return { origin, pages, open: (language, options) => open(owner, origin, language, options) }
}

/** Pages that are made by hand, as the console has them, but for those of single records. */
function handMade(): string[] {
  const source = readFileSync(path.join(ROOT, 'console/src/church-pages.tsx'), 'utf8')
  const addresses = [...source.matchAll(/^ {2}\[(?:\n {4})?'(\/[^':]*)',/gm)].map(([, address = '']) => address)
  assert.ok(addresses.length > 20, addresses.join())
  return addresses
}

interface Shown {
  name: string
  hasPages: boolean
  create: object | null
}

async function everyPage(owner: TestMember): Promise<string[]> {
  const { memberships } = (await owner.ask('GET', '/api/session')).json.data
  const groups = memberships[0].navigation as { items: { path: string }[] }[]
  const house = (await owner.inChurch('GET', '/house')).json.data as Shown[]
  const records = await Promise.all(
    house
      .filter(({ hasPages }) => hasPages)
      .map(async ({ name, create }) => {
        const { data = [] } = (await owner.inChurch('GET', `/${name}?per_page=1`)).json
        return [
          `/${name}`,
          ...(create ? [`/${name}/new`] : []),
          ...data.map(({ id }: { id: number }) => `/${name}/${id}`),
        ]
      }),
  )
  return [
    ...new Set([...groups.flatMap(({ items }) => items.map(item => item.path)), ...handMade(), ...records.flat()]),
  ]
}

async function open(
  owner: TestMember,
  origin: string,
  language: string,
  options: BrowserContextOptions = {},
): Promise<OpenedDemo> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    locale: language,
    viewport: PHONE,
    reducedMotion: 'reduce',
    // It would fetch every file that opens the console without a connection.
    serviceWorkers: 'block',
    ...options,
  })
  const [name, value] = owner.session
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const loading = new Set<object>()
  page.on('request', request => void loading.add(request))
  page.on('requestfinished', request => void loading.delete(request))
  page.on('requestfailed', request => void loading.delete(request))
  await page.goto(`${origin}/c/demo`)
  const goTo = async (address: string): Promise<void> => {
    await page.evaluate(`history.pushState(null, '', '/c/demo${address}')`)
    let quiet = 0
    await eventually(`${address} is drawn`, async () => {
      const drawn = await page.evaluate<boolean>(
        `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(${IS_DRAWN}))))`,
      )
      quiet = drawn && loading.size === 0 ? quiet + 1 : 0
      return quiet > 1
    })
  }
  return { page, goTo, close: () => context.close() }
}
