/**
 * The guide on a phone, in a real browser, light and dark. In English and Arabic; in others with `SEXTON_TEST_LANGUAGES=fr,sw`,
 * or `all`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { CHAPTERS } from '../src/texts/chapter.ts'
import { languages } from '../src/texts/names.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { foreignTo, SHOWN } from './support/foreign-texts.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const asked = process.env.SEXTON_TEST_LANGUAGES
const all = languages().filter(name => !name.includes('-x-'))
const LANGUAGES = asked === 'all' ? all : (asked ?? 'en,ar').split(',').filter(name => all.includes(name))
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

for (const language of LANGUAGES) {
  test(`the guide passes axe at 320 pixels in ${language}, in light and in dark, is no wider, and speaks one language`, {
    skip,
  }, async () => {
    const { page, context } = await open(language)
    const foreign = foreignTo(language)
    for (const chapter of PAGES) {
      await page.goto(`${service.url}/guide${chapter}`)
      assert.equal(await page.evaluate('document.documentElement.lang'), language)
      await eventually('its pictures are loaded', () => page.evaluate<boolean>(ARE_LOADED))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityProblems(page), [], `${chapter} in ${colorScheme}`)
      }
      await fits(page, chapter, NARROW.width)
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
