/**
 * The guide on a phone, in a real browser, light and dark. In English and Arabic; in others with `SEXTON_TEST_LANGUAGES=fr,sw`,
 * or `all`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { CHAPTERS } from '../src/texts/chapter.ts'
import { languagesAsked } from './support/asked-languages.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { foreignTo, SHOWN } from './support/foreign-texts.ts'
import { fitsAt, followsText } from './support/page-questions.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const NARROW = { width: 320, height: 640 }
const PAGES = ['', ...CHAPTERS.map(name => `/${name}`)]

let service: TestService
before(async () => {
  if (skip) return
  service = await startService()
})
after(() => service?.close())

async function open(locale: string): Promise<{ page: Page; context: BrowserContext }> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ locale, viewport: NARROW })
  return { page: await context.newPage(), context }
}

const ARE_LOADED = '[...document.images].every(one => one.complete && one.naturalWidth > 0)'

for (const language of languagesAsked('en', 'ar')) {
  test(`the guide passes axe at 320 pixels in ${language}, in light and in dark, fits also with text of twice the size, and speaks one language`, {
    skip,
  }, async () => {
    const { page, context } = await open(language)
    const foreign = foreignTo(language)
    const large = fitsAt(NARROW.width, 2)
    for (const chapter of PAGES) {
      await page.goto(`${service.url}/guide${chapter}`)
      assert.equal(await page.evaluate('document.documentElement.lang'), language)
      await eventually('its pictures are loaded', () => page.evaluate<boolean>(ARE_LOADED))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityProblems(page), [], `${chapter} in ${colorScheme}`)
      }
      await fits(page, chapter, NARROW.width)
      assert.deepEqual([...(await followsText(page, chapter)), ...(await large(page, chapter))], [], chapter)
      const shown = await page.evaluate<string[]>(SHOWN)
      assert.deepEqual(
        shown.filter(text => foreign.has(text)),
        [],
        chapter,
      )
    }
    await context.close()
  })
}

test('who chose dark in the console reads the guide in the dark, whatever their device prefers', { skip }, async () => {
  const { page, context } = await open('en')
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const on: Record<string, string> = {}
  for (const chosen of ['light', 'dark']) {
    await context.addCookies([{ name: 'sexton_appearance', value: chosen, url: service.url }])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${service.url}/guide`)
      on[`${chosen} on a ${colorScheme} device`] = await ground()
    }
  }
  const [white, black] = ['rgb(255, 255, 255)', 'rgb(26, 27, 30)']
  assert.deepEqual(on, {
    'light on a light device': white,
    'light on a dark device': white,
    'dark on a light device': black,
    'dark on a dark device': black,
  })
  await context.close()
})

test('who chooses another language at the foot reads on in it, chapter by chapter', { skip }, async () => {
  const { page, context } = await open('fr-CI')
  await page.goto(`${service.url}/guide/first-sunday`)
  await page.getByRole('heading', { level: 1, name: 'Votre premier dimanche' }).waitFor()
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jumapili yako ya kwanza' }).waitFor()
  await page.getByRole('link', { name: 'Nani anaona nini' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nani anaona nini' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Mwongozo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mwongozo' }).waitFor()
  await context.close()
})

test('the question mark of a page leads to the guide in the language of the console', { skip }, async () => {
  const { page, goTo, close } = await openConsole(service, await service.church(), {}, { locale: 'pt-BR' })
  await goTo('/contributions/new', /Registrar/)
  await page.getByRole('main').getByRole('button', { name: 'Para que serve esta página' }).click()
  const [guide] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Mais no guia' }).click(),
  ])
  await guide.getByRole('heading', { level: 1, name: 'Lançar as doações' }).waitFor()
  await close()
})
