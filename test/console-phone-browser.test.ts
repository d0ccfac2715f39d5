/** The console on a phone, in a real browser: small screens, large text, the bar at the thumb, the keyboards of fields. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ShownField, ShownResource } from '../src/console/shown.ts'
import { prepareDemo } from '../src/demo/demo.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import type { Church } from '../src/resource/caller.ts'
import type { ShownGroup } from '../src/resource/navigation.ts'
import { withoutMeaning } from '../src/texts/language.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: Church
let console: ConsolePage
let page: Page
let house: { data: ShownResource[] }
/** As the session tells it. */
let navigation: ShownGroup[]

before(async () => {
  if (skip) return
  service = await startService()
  await prepareDemo(service.database, service.vault, service.url)
  church = (await findChurch(service.database, 'demo')) as Church
  console = await openConsole(service, { church } as TestChurch)
  ;({ page } = console)
  house = await page.evaluate(`fetch('/console/api/demo/house').then(answer => answer.json())`)
  navigation = await page.evaluate(
    `fetch('/console/api/session').then(answer => answer.json()).then(({ data }) => data.memberships[0].navigation)`,
  )
})
after(async () => {
  await console?.close()
  await service?.close()
})

/** What goes beyond the screen, and words that are cut off; teasers of long texts are meant to be. */
const AMISS = `(() => {
  const cutOff = element => {
    const { overflowX, overflowY, webkitLineClamp, clip } = getComputedStyle(element)
    if (webkitLineClamp !== 'none' || clip !== 'auto' || element.offsetParent === null) return false
    if (/auto|scroll|visible/.test(overflowX + overflowY) || element.textContent.trim() === '') return false
    return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
  }
  const words = [...document.querySelectorAll('button, a, label, h1, h2, h3, th, td, p, span')].filter(cutOff)
  const over = document.documentElement.scrollWidth - innerWidth
  return [...(over > 0 ? ['wider by ' + over] : []), ...words.map(one => 'cut off: ' + one.textContent.trim().slice(0, 60))]
})()`

const MAIN = ['', '/people/1', '/contributions/1', '/messages/new', '/account', '/branches', '/batches/1']

/** Lists of the navigation, forms that add a record, and what is done on a Sunday. */
function paths(): string[] {
  const lists = navigation.flatMap(({ items }) => items.map(item => item.path))
  const forms = house.data.filter(one => one.create !== null && one.hasPages).map(({ name }) => `/${name}/new`)
  return [...new Set([...MAIN, ...lists, ...forms, '/batches/1/count'])]
}

/** @param text how large, beside the usual; a page is as wide as its words allow only when all of it is there */
async function walk(
  width: number,
  text: number,
  { page, goTo }: ConsolePage,
  addresses: readonly string[],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * text } })
  await page.setViewportSize({ width, height: 640 })
  for (const at of addresses) {
    await goTo(at, /./)
    await eventually(`${at} at ${width} and ${text}`, async () => {
      const amiss = await page.evaluate<string[]>(AMISS)
      return amiss.length === 0 ? true : undefined
    }).catch(async () => assert.deepEqual(await page.evaluate(AMISS), [], `${at} at ${width} and ${text}`))
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await session.detach()
}

test('every page fits a screen of 320 pixels, and nothing is cut off', { skip }, () => walk(320, 1, console, paths()))

test('every page fits it with text of twice the size', { skip }, () => walk(320, 2, console, paths()))

/** What volunteers do most, beside the main pages: words are longer in other languages, or stand on the other side. */
const DONE_MOST = ['/people', '/people/new', '/contributions', '/contributions/new', '/meetings', '/batches/1/count']

for (const language of ['fr', 'ar']) {
  test(`in ${language} the main pages fit it, also with text of twice the size`, { skip }, async () => {
    const who = { email: `${language}@example.org` }
    const opened = await openConsole(service, { church } as TestChurch, who, { locale: language })
    assert.equal(await opened.page.evaluate('document.documentElement.lang'), language)
    for (const text of [1, 2]) await walk(320, text, opened, [...MAIN, ...DONE_MOST])
    await opened.close()
  })
}

test('what a role does most is at the thumb: reached by keyboard, over nothing that has the focus, and more is one tap away', {
  skip,
}, async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await console.goTo('/people', /people/i)
  const bar = page.getByRole('navigation', { name: 'What you do most' })
  assert.deepEqual(await bar.getByRole('link').allTextContents(), ['Home', 'New gift', 'Count', 'People'])
  assert.deepEqual(await accessibilityProblems(page), [])
  await bar.getByRole('link', { name: 'New gift' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Record gifts' }).waitFor()
  await console.goTo('/people/new', /person/i)
  const hidden = await page.evaluate<string[]>(`(async () => {
    const wrong = []
    const bar = document.querySelector('.thumb-bar').getBoundingClientRect()
    for (const field of document.querySelectorAll('main input, main select, main textarea, main button')) {
      if (field.offsetParent === null) continue
      field.focus()
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      const { top, bottom } = field.getBoundingClientRect()
      if (document.activeElement === field && bottom > bar.top + 1 && top < bar.bottom) wrong.push(field.outerHTML.slice(0, 80))
    }
    return wrong
  })()`)
  assert.deepEqual(hidden, [])
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await page.setViewportSize({ width: 740, height: 280 })
  await bar.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
})

/** What an input of a kind shows a keyboard by. */
const KEYBOARDS: Partial<Record<ShownField['kind'], Readonly<Record<string, string>>>> = {
  amount: { inputmode: 'decimal' },
  number: { inputmode: 'numeric' },
  email: { type: 'email', inputmode: 'email' },
  phone: { type: 'tel', inputmode: 'tel' },
  url: { type: 'url', inputmode: 'url' },
  date: { type: 'date' },
  time: { type: 'time' },
}

/** Labels of the fields that are shown, with what their keyboard depends on. */
const INPUTS = `[...document.querySelectorAll('main input')].flatMap(input => [...(input.labels ?? [])].map(label => ({
  label: label.textContent.replace(/\\s*\\*$/, '').replace(/ \\([A-Z]{3}\\)$/, '').trim(),
  type: input.type, inputmode: input.inputMode, autocomplete: input.autocomplete })))`

test('each field of every form has the keyboard of what is typed into it, and no form is filled in with whoever types', {
  skip,
}, async () => {
  await page.setViewportSize({ width: 390, height: 740 })
  let seen = 0
  for (const { name, create, hasPages } of house.data) {
    if (create === null || !hasPages) continue
    await console.goTo(`/${name}/new`, /./)
    await page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    const inputs = await page.evaluate<Record<string, string>[]>(INPUTS)
    for (const field of create.fields) {
      const wanted = KEYBOARDS[field.kind]
      if (wanted === undefined || field.usual.length > 0) continue
      const input = inputs.find(({ label }) => label === withoutMeaning(field.label))
      // The page that records gifts is made by hand, and asks for less.
      if (input === undefined && name === 'contributions') continue
      assert.ok(input, `${name} asks for ${field.label}: ${inputs.map(({ label }) => label).join(', ')}`)
      for (const [attribute, value] of Object.entries(wanted)) {
        assert.equal(input[attribute], value, `${attribute} of ${field.label} of ${name}`)
      }
      assert.equal(input.autocomplete, 'off', `${field.label} of ${name}`)
      seen += 1
    }
  }
  assert.ok(seen > 20, `${seen} fields`)
})
