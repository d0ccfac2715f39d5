/** The console in other languages, in a real browser: in Arabic from right to left, and each by itself. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Catalogue } from '../src/texts/language.ts'
import { withoutMeaning } from '../src/texts/language.ts'
import { languages, TEXTS } from '../src/texts/names.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { startService, type TestService } from './support/service.ts'

const PHONE = { width: 360, height: 740 }

let service: TestService

/** A church may have texts of its own: they are offered beside the languages. */
const PRIVATE = path.join(TEXTS, `art-x-${process.pid}.json`)

before(async () => {
  if (skip) return
  writeFileSync(PRIVATE, '{}')
  service = await startService()
})
after(async () => {
  rmSync(PRIVATE, { force: true })
  await service?.close()
})

/** English texts that a catalogue has other words for. */
function foreignTo(language: string): Set<string> {
  const catalogue = JSON.parse(readFileSync(path.join(TEXTS, `${language}.json`), 'utf8')) as Catalogue
  const pairs = Object.entries(catalogue).map(([text, translation]) => [withoutMeaning(text), translation])
  return new Set(pairs.filter(([text, translation]) => text !== translation).map(([text]) => text as string))
}

/** What stands in the page, text by text. */
const SHOWN = `[...document.querySelectorAll('body *')].flatMap(one => [...one.childNodes])
  .filter(node => node.nodeType === 3).map(node => node.data.trim()).filter(text => text !== '')`

/** What records are called, and not a text: a fund, and the key of the tests. */
const NAMES = ['General', 'Test']
const PAGES = [
  ...['', '/people', '/families', '/contributions', '/contributions/new', '/contributions/report', '/messages'],
  ...['/messages/new', '/people/new', '/settings/church', '/settings/team', '/settings/keys', '/account'],
]

test('in Arabic every page runs from right to left, is no wider than a phone, and says nothing in English', {
  skip,
}, async () => {
  const own = await service.church()
  const arabic = await openConsole(service, own, {}, { locale: 'ar-EG' })
  const foreign = foreignTo('ar')
  const page = arabic.page
  await page.setViewportSize(PHONE)
  const wrong: string[] = []
  for (const at of PAGES) {
    await arabic.goTo(at, /./)
    const { dir, lang } = await page.evaluate<{ dir: string; lang: string }>(
      '({ dir: document.documentElement.dir, lang: document.documentElement.lang })',
    )
    assert.deepEqual([dir, lang], ['rtl', 'ar'], at)
    await fits(page, at, PHONE.width)
    wrong.push(...(await accessibilityProblems(page)).map(problem => `${at}: ${problem}`))
    const shown = await page.evaluate<string[]>(SHOWN)
    wrong.push(...shown.filter(text => foreign.has(text) && !NAMES.includes(text)).map(text => `${at}: ${text}`))
  }
  assert.deepEqual(wrong, [])
  await arabic.close()
})

test('who chooses a language on their account page reads the console in it, on every device', { skip }, async () => {
  const own = await service.church()
  const { page, load, close } = await openConsole(service, own, { email: 'chosen@example.org' })
  await load('/account', /account/i)
  await page.getByLabel('Language of the console').selectOption('fr')
  await page.locator('html[lang=fr]').waitFor()
  await page.context().clearCookies({ name: 'sexton_language' })
  await page.reload()
  await page.locator('html[lang=fr]').waitFor()
  await close()
})

for (const language of languages().filter(name => !name.includes('-x-'))) {
  test(`a browser in ${language} gets the first page in it, and loads no other language`, { skip }, async t => {
    const context = await (await sharedBrowser()).newContext({ locale: language, viewport: PHONE })
    const page = await context.newPage()
    const loaded: Promise<number>[] = []
    const catalogues: string[] = []
    page.on('response', response => {
      const { pathname } = new URL(response.url())
      if (/^\/assets\/[a-z]{2}-[\w-]+\.js$/i.test(pathname)) catalogues.push(pathname)
      // What still comes when the page is closed has no body.
      loaded.push(
        response.body().then(
          body => gzipSync(body).length,
          () => 0,
        ),
      )
    })
    await page.goto(service.url.replace('127.0.0.1', 'localhost'))
    await page.locator('input[type=password]').waitFor()
    const bytes = (await Promise.all(loaded)).reduce((sum, one) => sum + one, 0)
    t.diagnostic(`${Math.round(bytes / 1_000)} kB, compressed`)
    assert.equal(await page.evaluate<string>('document.documentElement.lang'), language)
    assert.equal(catalogues.length, language === 'en' ? 0 : 1, catalogues.join())
    await context.close()
  })
}
