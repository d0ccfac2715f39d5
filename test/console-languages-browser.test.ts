/** The console in other languages, in a real browser: in Arabic from right to left, and each by itself. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accessibilityProblems } from './support/browser.ts'
import { fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { foreignTo, NAMES, SHOWN } from './support/foreign-texts.ts'
import { startService, type TestService } from './support/service.ts'

const PHONE = { width: 360, height: 740 }

let service: TestService

before(async () => {
  if (skip) return
  service = await startService()
})
after(() => service?.close())

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

test('what the server refuses is said in French beside its field, and at the sign-in', { skip }, async () => {
  const own = await service.church()
  const french = await openConsole(service, own, { email: 'french@example.org' }, { locale: 'fr-FR' })
  const { page } = french
  await french.load('/people/new', /./)
  await page.getByRole('textbox', { name: 'Prénom', exact: true }).fill('Ada')
  await page.getByLabel('Téléphone').first().fill('12')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('Doit être un numéro de téléphone possible dans le pays NG').first().waitFor()
  await page.goto(new URL(`/start?token=${'x'.repeat(43)}`, page.url()).href)
  await page.getByText(/Ce lien a expiré/).waitFor()
  await french.close()
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
