/** Light and dark, the focus, and less motion, in a real browser; what holds of every page is in console-pages-browser.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SKIP as skip } from './support/console-page.ts'
import { startDemo } from './support/demo.ts'
import { type DemoConsole, demoConsole, type OpenedDemo } from './support/every-page.ts'
import { eventually } from './support/receiver.ts'
import type { TestService } from './support/service.ts'

let service: TestService
let demo: DemoConsole

before(async () => {
  if (skip) return
  ;({ service } = await startDemo())
  demo = await demoConsole(service)
})
after(() => service?.close())

test('who chooses dark has it before any script runs, on a light device; paper stays light', { skip }, async () => {
  const { page, close } = await demo.open('en')
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

test('the labels of charts grow with larger text, and keep their room', { skip }, async () => {
  const { page, goTo, close } = await demo.open('en')
  const session = await page.context().newCDPSession(page)
  const labels = () =>
    page.evaluate<{ letters: number; outside: string[] }>(`(() => {
      const all = [...document.querySelectorAll('svg.chart > g > text')]
      const outside = all.filter(one => one.getBoundingClientRect().left < one.closest('svg').getBoundingClientRect().left)
      return { letters: parseFloat(getComputedStyle(all[0]).fontSize), outside: outside.map(one => one.textContent) }
    })()`)
  for (const [standard, letters] of [
    [16, 12],
    [32, 24],
  ] as const) {
    await session.send('Page.setFontSizes', { fontSizes: { standard } })
    await goTo('/people')
    await goTo('')
    await page.locator('svg.chart > g > text').first().waitFor()
    assert.deepEqual(await labels(), { letters, outside: [] })
  }
  await close()
})

test('the focus is seen on light and dark ground: three to one beside it', { skip }, async () => {
  const { page, goTo, close } = await demo.open('en')
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

/** Notes all that begins to move, whatever moves it. */
const NOTE_MOVES = `globalThis.moves = []
for (const event of ['animationstart', 'transitionrun'])
  addEventListener(event, ({ target, animationName, propertyName }) =>
    moves.push(event + ' ' + (animationName || propertyName) + ': ' + target.className), true)
const animate = Element.prototype.animate
Element.prototype.animate = function (...of) {
  moves.push('animate: ' + this.className)
  return animate.apply(this, of)
}`

/** Goes over what moves for others: pages that load, menus, dialogs, what is folded, what is said when something is done. */
async function moving({ page, goTo }: OpenedDemo): Promise<string[]> {
  await page.addInitScript(NOTE_MOVES)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await goTo('/contributions/report')
  await goTo('/people')
  await page.getByRole('button', { name: 'What this page is for' }).click()
  await page.getByRole('link', { name: 'More in the guide' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('navigation').last().getByRole('button').last().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await goTo('/account')
  await page.getByRole('textbox').first().fill('Ngozi Obi')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.locator('.mantine-Notification-root').waitFor()
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior'), 'auto')
  return await page.evaluate<string[]>('moves')
}

test('for who wants less motion nothing moves at all', { skip }, async () => {
  for (const [reducedMotion, moves] of [
    ['reduce', false],
    ['no-preference', true],
  ] as const) {
    const opened = await demo.open('en', { reducedMotion })
    const seen = await moving(opened)
    if (moves) assert.ok(seen.length > 0, 'for others something moves: it would be seen here')
    else assert.deepEqual(seen, [])
    await opened.close()
  }
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
