/** Passkeys in a real browser, with an authenticator that Chromium plays; and the page of who needs a second factor first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { accessibilityProblems } from './support/browser.ts'
import { PASSWORD } from './support/console.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { readMail } from './support/read-mail.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP
const EMAIL = 'ngozi@example.org'

let mail: MailServer
let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let goTo: ConsolePage['goTo']
let keys: CDPSession
let phone: string

before(async () => {
  if (skip) return
  mail = await startMailServer()
  service = await startService({ SEXTON_SMTP_URL: mail.url, SEXTON_MAIL_FROM: 'sexton@example.org' })
  church = await service.church()
  console = await openConsole(service, church, { email: EMAIL })
  ;({ page, goTo } = console)
  keys = await page.context().newCDPSession(page)
  await keys.send('WebAuthn.enable')
  phone = await plugIn()
})
after(async () => {
  await console?.close()
  await service?.close()
  await mail?.close()
})

/** A device with a finger on it, that keeps passkeys and asks for the finger. */
async function plugIn(): Promise<string> {
  const { authenticatorId } = await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

/** Whether somebody touches the device when it asks. */
const touch = (enabled: boolean) =>
  keys.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: phone, enabled })

/** What axe finds wrong with what is shown, at the width of a phone and of a screen. */
async function accessible(what: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    assert.deepEqual(await accessibilityProblems(page), [], `${what} at ${width}`)
    await fits(page, what, width)
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

const said = (text: RegExp) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
const passkeys = () => page.getByRole('region', { name: 'Passkeys' })

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: /account menu of/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

async function typePassword(): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signedIn = () => page.getByRole('navigation', { name: 'Main' }).waitFor()

test('a passkey is added with a name, after the password, and its recovery codes are shown', { skip }, async () => {
  await goTo('/account', /your account/i)
  await passkeys().getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  assert.match(await dialog.getByLabel('Name').inputValue(), /Chrome|Linux/)
  await dialog.getByLabel('Name').fill('')
  await dialog.getByLabel('Name').fill('My phone')
  await accessible('the dialog of a new passkey')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog', { name: /confirm it is you/i }).waitFor()
  await console.stepUp()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  assert.equal((await codes.getByLabel('Recovery codes').innerText()).trim().split('\n').length, 10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await passkeys().getByText('My phone').waitFor()
  await passkeys()
    .getByText(/not used yet/)
    .waitFor()
})

test('the same device is not added twice, and says so', { skip }, async () => {
  await goTo('/account', /your account/i)
  await passkeys().getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('This device already has a passkey for your account.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('the browser offers the passkey where the address is typed, and one touch signs in', { skip }, async () => {
  await touch(false)
  await signOut()
  await accessible('the sign-in page')
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  // Nothing is pressed: the virtual device takes what the browser offers.
  await touch(true)
  await page.reload()
  await signedIn()
})

test('the button signs in with a passkey; who does not touch the device is told, and can go on', { skip }, async () => {
  await touch(false)
  await signOut()
  const { credentials } = await keys.send('WebAuthn.getCredentials', { authenticatorId: phone })
  const [kept] = credentials
  assert.ok(kept)
  await keys.send('WebAuthn.removeCredential', { authenticatorId: phone, credentialId: kept.credentialId })
  await page.reload()
  await touch(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('That was not confirmed. Try again, or use another way.').waitFor()
  await keys.send('WebAuthn.addCredential', { authenticatorId: phone, credential: kept })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await signedIn()
})

test('after the password the passkey is asked for, or a recovery code', { skip }, async () => {
  await touch(false)
  await signOut()
  await typePassword()
  await page.getByRole('heading', { level: 1, name: 'Second step' }).waitFor()
  await accessible('the second step')
  assert.equal(await page.getByRole('button', { name: 'Use the app' }).count(), 0)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await touch(true)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await signedIn()
})

test('a passkey confirms that it is you, in place of the password', { skip }, async () => {
  await goTo('/settings/church', /church/i)
  await page.getByRole('button', { name: 'Switch the API off' }).click()
  await page.getByRole('dialog', { name: 'Switch the API off?' }).getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog', { name: /confirm it is you/i })
  await dialog.getByRole('textbox', { name: 'Password' }).waitFor()
  await accessible('the dialog that asks who it is')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Switch the API on' }).waitFor()
})

test('a church that asks owners for a second factor leads to one, and its pages come when it is there', {
  skip,
}, async () => {
  await goTo('/settings/church', /church/i)
  const demand = page.getByRole('region', { name: 'Two-step sign-in' })
  await demand.getByRole('checkbox', { name: 'Owner' }).check()
  await demand.getByRole('button', { name: 'Save roles' }).click()
  await said(/roles that need two-step sign-in were updated/i)
  await goTo('/account', /your account/i)
  await passkeys().getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('dialog', { name: 'Remove My phone?' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await page.getByText(/requires two-step sign-in for everyone with the role Owner/).waitFor()
  await accessible('the page of who needs a second factor')
  await goTo('/people', /^One more step$/)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Key ring')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.getByLabel('Recovery codes').waitFor()
  await accessible('the recovery codes')
  // Nothing takes them away before they are kept, such as a look at another window.
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
})

test('the address is confirmed by a mailed link, and a passkey gets another name', { skip }, async () => {
  await goTo('/account', /your account/i)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText(`A link is on its way to ${EMAIL}`).waitFor()
  const link = await eventually('the link is mailed', () =>
    mail.received.map(({ source }) => /http\S+confirm=\S+/.exec(readMail(source).text)?.[0]).find(one => one),
  )
  await page.goto(link)
  await said(/your email address is confirmed/i)
  await page.getByText(`${EMAIL} is confirmed`).waitFor()
  await passkeys().getByRole('button', { name: 'Rename Key ring' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Key ring' })
  await accessible('the dialog of a name')
  await dialog.getByLabel('Name').fill('Work key')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await passkeys().getByText('Work key').waitFor()
})

test('the pages are accessible by what axe can tell, and fit a phone', { skip }, async () => {
  await console.inspect([
    ['/account', /your account/i],
    ['/settings/church', /church/i],
  ])
})
