/**
 * Every page of the console, in light and in dark, as axe sees it on a phone. In English and Arabic; in others with
 * `SEXTON_TEST_LANGUAGES=fr,sw`, or `all`, which takes some minutes.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { prepareDemo } from '../src/demo/demo.ts'
import { HOUSE } from '../src/house.ts'
import { ROOT } from '../src/installation.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { languages } from '../src/texts/names.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { member, type TestMember } from './support/console.ts'
import { SKIP as skip } from './support/console-page.ts'
import { foreignTo, NAMES, SHOWN } from './support/foreign-texts.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const asked = process.env.SEXTON_TEST_LANGUAGES
const all = languages().filter(name => !name.includes('-x-'))
const LANGUAGES = asked === 'all' ? all : (asked ?? 'en,ar').split(',').filter(name => all.includes(name))
const PHONE = { width: 360, height: 740 }

let service: TestService
let owner: TestMember
let origin: string
let pages: string[]

before(async () => {
  if (skip) return
  service = await startService()
  origin = service.url.replace('127.0.0.1', 'localhost')
  await prepareDemo(service.database, service.vault, service.url)
  const church = (await findChurch(service.database, 'demo')) ?? assert.fail('There is no demo church.')
  await service.database.write(church.id, tx =>
    tx.run(sql`update churches set modules = ${[...HOUSE.optional]} where id = ${church.id}`),
  )
  owner = await member(service, { church: { ...church, modules: [...HOUSE.optional] } }, 'owner', null, {
    name: 'Ngozi',
  })
  pages = await everyPage()
})
after(() => service?.close())

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

/** Each page that there is: the navigation, what is made by hand, of each resource its form and its first record. */
async function everyPage(): Promise<string[]> {
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

/** Opens the console in a language, for who is signed in already. */
async function open(language: string) {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ locale: language, viewport: PHONE, reducedMotion: 'reduce' })
  const [name, value] = owner.session
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const loading = new Set<object>()
  page.on('request', request => void loading.add(request))
  page.on('requestfinished', request => void loading.delete(request))
  page.on('requestfailed', request => void loading.delete(request))
  await page.goto(`${origin}/c/demo`)
  const isDrawn = `document.querySelector('h1') !== null && document.querySelector('[role=status][aria-label], .mantine-Skeleton-root, .mantine-Loader-root') === null`
  const goTo = async (address: string): Promise<void> => {
    await page.evaluate(`history.pushState(null, '', '/c/demo${address}')`)
    let quiet = 0
    await eventually(`${address} is drawn`, async () => {
      const drawn = await page.evaluate<boolean>(
        `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(${isDrawn}))))`,
      )
      quiet = drawn && loading.size === 0 ? quiet + 1 : 0
      return quiet > 1
    })
  }
  return { page, goTo, close: () => context.close() }
}

/** What is wrong with the page that is shown, whatever its colours. */
async function problemsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [...(await accessibilityProblems(page, rules)), ...(wide > 0 ? [`is ${wide} pixels too wide`] : [])]
}

/** What the demo's records are called, some of which are examples in forms as well. */
const CALLED = [
  ...NAMES,
  'Missions',
  'Second service',
  'Lions',
  'Yaba cell',
  'The lost son',
  'Luke 15:11-32',
  'Mr',
  'peanuts',
]

/** Structure is the same in every language and in the dark: there, what may differ is looked at alone. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const WORDS = ['html-has-lang', 'html-lang-valid', 'valid-lang', ...COLOURS]

for (const language of LANGUAGES) {
  test(`every page passes axe in ${language}, in light and in dark, is no wider than a phone, and speaks one language`, {
    skip,
  }, async t => {
    const foreign = foreignTo(language)
    const { page, goTo, close } = await open(language)
    const wrong: string[] = []
    const looked = async (address: string, scheme: 'light' | 'dark', rules?: readonly string[]): Promise<void> => {
      await page.emulateMedia({ colorScheme: scheme })
      wrong.push(...(await problemsOf(page, rules)).map(problem => `${address} in ${scheme}: ${problem}`))
    }
    for (const address of pages) {
      await goTo(address)
      if (language === 'en' || asked !== undefined)
        await looked(address, 'light', language === 'en' ? undefined : WORDS)
      await looked(address, 'dark', language === 'en' ? COLOURS : WORDS)
      const shown = await page.evaluate<string[]>(SHOWN)
      wrong.push(
        ...shown.filter(text => foreign.has(text) && !CALLED.includes(text)).map(text => `${address}: ${text}`),
      )
    }
    t.diagnostic(`${pages.length} pages`)
    assert.equal(wrong.join('\n'), '')
    await close()
  })
}

test('who chooses dark has it before any script runs, on a light device; paper stays light', { skip }, async () => {
  const { page, close } = await open('en')
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const scheme = () =>
    page.evaluate<string | null>("document.documentElement.getAttribute('data-mantine-color-scheme')")
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await scheme(), 'light')
  const menu = page.getByRole('button', { name: /^Account menu/ })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Your account' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator(':focus', { hasText: /^Account menu/ }).waitFor()
  await menu.click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await eventually('the page is dark', async () => (await scheme()) === 'dark')
  await page.route('**/assets/*.js', route => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  assert.deepEqual([await scheme(), await ground()], ['dark', 'rgb(36, 36, 36)'])
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  assert.equal(await scheme(), 'light')
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  assert.equal(await scheme(), 'dark')
  // As the device has it: the choice is forgotten, and the device's is seen before any script runs.
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitemradio', { name: 'Match device' }).click()
  await eventually('the page is light again', async () => (await scheme()) === 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route('**/assets/*.js', route => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  assert.deepEqual([await scheme(), await ground()], [null, 'rgb(36, 36, 36)'])
  await close()
})

test('the focus is seen on light and dark ground: three to one beside it', { skip }, async () => {
  const { page, goTo, close } = await open('en')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await goTo('/people/new')
    await page.keyboard.press('Tab')
    const [outline, ground] = await page.evaluate<[string, string]>(
      '[getComputedStyle(document.activeElement).outlineColor, getComputedStyle(document.body).backgroundColor]',
    )
    assert.ok(contrast(outline, ground) >= 3, `${colorScheme}: ${outline} on ${ground}`)
    assert.notEqual(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none')
  }
  await close()
})

/** Of two colours as browsers compute them (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map(luminance).sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(text => {
    const part = Number(text) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
