/** The console on a phone, in a real browser: the bar at the thumb, the keyboards of fields; how pages fit is in console-pages-browser.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ShownField, ShownResource } from '../src/console/shown.ts'
import type { Church } from '../src/resource/caller.ts'
import { withoutMeaning } from '../src/texts/language.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { startDemo } from './support/demo.ts'
import type { TestChurch, TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: Church
let console: ConsolePage
let page: Page
let house: { data: ShownResource[] }

before(async () => {
  if (skip) return
  ;({ service, demo: church } = await startDemo())
  console = await openConsole(service, { church } as TestChurch)
  ;({ page } = console)
  house = await page.evaluate(`fetch('/console/api/demo/house').then(answer => answer.json())`)
})
after(async () => {
  await console?.close()
  await service?.close()
})

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
