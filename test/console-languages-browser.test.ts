/** The console in other languages, in a real browser: in Arabic from right to left, and each by itself. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { STRANGERS } from '../src/sign-in/guesses.ts'
import { accessibilityProblems } from './support/browser.ts'
import { holdGuesses, member, PASSWORD, visitor } from './support/console.ts'
import { fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { foreignTo, NAMES, SHOWN } from './support/foreign-texts.ts'
import { startService, type TestService } from './support/service.ts'
import { codeOf } from './support/totp.ts'

const PHONE = { width: 360, height: 740 }

let service: TestService

before(async () => {
  if (skip) return
  service = await startService({ SEXTON_TRUSTED_PROXIES: '127.0.0.1' })
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

test('a wrong password, a wrong code and too many attempts are refused in French at the sign-in', {
  skip,
}, async () => {
  const own = await service.church()
  const treasurer = await member(service, own, 'finance')
  const { json } = await treasurer.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI } = json as unknown as { totpURI: string }
  const code = codeOf(totpURI)
  assert.equal((await treasurer.ask('POST', '/auth/two-factor/verify-totp', { code })).status, 200)
  const { page, origin, close } = await openConsole(service, own, { email: 'gone@example.org' }, { locale: 'fr-FR' })
  await page.context().clearCookies()
  await page.goto(origin)
  const refused = (text: RegExp) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
  const signIn = async (email: string, password: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  }
  await signIn(treasurer.email, 'not this password at all')
  await refused(/^L’adresse e-mail ou le mot de passe est erroné\.$/)
  await signIn(treasurer.email, PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Deuxième étape' }).waitFor()
  const confirm = async (sent: string): Promise<void> => {
    await page.locator('input[autocomplete=one-time-code]').fill(sent)
    await page.locator('form').getByRole('button').last().click()
  }
  await confirm(code)
  await refused(/^Ce code a déjà servi\. Attendez le suivant\.$/)
  await confirm('no code')
  await refused(/^Le code est erroné\. Saisissez celui que l’application affiche maintenant\.$/)
  await page.getByRole('button', { name: 'Utiliser un code de secours' }).click()
  await confirm('no code')
  await refused(/^Ce code de secours est erroné ou a déjà servi\.$/)
  const stranger = { email: 'nobody@example.org', password: 'not this password at all' }
  for (let n = 0; n < STRANGERS.free + 1; n += 1) {
    const from = { 'x-forwarded-for': `198.51.100.${n + 1}` }
    assert.equal((await visitor(service).ask('POST', '/auth/sign-in/email', stranger, from)).status, 401)
  }
  await holdGuesses(service)
  await page.goto(origin)
  await signIn(stranger.email, stranger.password)
  await refused(/^Trop d’essais manqués\. Réessayez dans 60 minutes\.$/)
  await close()
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
