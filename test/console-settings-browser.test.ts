/** The settings and the account in a real browser: the main path of each page, found by role and label. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { audit } from '../src/resource/audit-log.ts'
import { invite } from '../src/sign-in/join.ts'
import { PASSWORD, visitor } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { useProvider } from './support/giving.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
import { codeOf, nextCodeOf } from './support/totp.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let goTo: ConsolePage['goTo']
let person: { id: number; branch_id: number }

before(async () => {
  if (skip) return
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })
  church = await service.church()
  await church.set({ modules: ['giving'] })
  await useProvider(service, church.church, 'stripe')
  person = (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi' })).json.data
  console = await openConsole(service, church)
  ;({ page, goTo } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

const said = (text: RegExp) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()

test('somebody is invited, joins, gets another role and is taken out', { skip }, async () => {
  await goTo('/settings/team', /team/i)
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByText('Is required').waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('bola@example.org')
  await dialog.getByRole('radio', { name: 'Finance' }).check()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await console.stepUp()
  const ready = page.getByRole('dialog', { name: 'Invitation ready' })
  const link = await ready.getByLabel('Link').inputValue()
  await ready.getByRole('button', { name: 'Done' }).click()
  await page.getByText('bola@example.org').waitFor()
  const token = link.split('token=')[1]
  const joined = await visitor(service).ask('POST', '/api/join', { token, name: 'Bola', password: PASSWORD })
  assert.equal(joined.status, 200, joined.text)
  await goTo('/settings/team', /team/i)
  await page.getByRole('button', { name: 'Change Bola' }).click()
  const change = page.getByRole('dialog', { name: 'Change Bola' })
  await change.getByRole('radio', { name: 'Viewer' }).check()
  await change.getByRole('button', { name: 'Save' }).click()
  await said(/bola's role is now viewer/i)
  await page.getByRole('button', { name: 'Remove Bola' }).click()
  await page.getByRole('dialog', { name: 'Remove Bola?' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('bola@example.org').waitFor({ state: 'detached' })
})

test('who has an account joins with its password, and is asked for no name', { skip }, async () => {
  const input = { email: 'ngozi@example.org', role: 'staff', branch_id: null, mailed: true } as const
  const other = await service.church()
  const { token } = await service.database.write(other.church.id, tx => invite(tx, other.church, input, null))
  await page.goto(`${console.origin}/join?token=${token}`)
  await page.getByText('You already have an account: join with its password.').waitFor()
  assert.equal(await page.getByLabel('Your name').count(), 0)
  await page.getByRole('link', { name: 'Forgotten your password?' }).waitFor()
  await page.getByRole('textbox', { name: 'Your password' }).fill('not the one of this address')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('Is not the one of this address').waitFor()
})

test('an invitation is taken back, and one gets a new link', { skip }, async () => {
  for (const email of ['back@example.org', 'again@example.org']) {
    await service.database.write(church.church.id, tx =>
      invite(tx, church.church, { email, role: 'staff', branch_id: null }, null),
    )
  }
  await goTo('/settings/team', /team/i)
  await page.getByRole('button', { name: /withdraw .*back@/i }).click()
  await page.getByText('back@example.org').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /new link to again@example.org/i }).click()
  await page.getByRole('dialog', { name: 'Invitation ready' }).getByRole('button', { name: 'Done' }).click()
  await page.getByText('again@example.org').waitFor()
})

test('the church gets another name, and a module is switched on', { skip }, async () => {
  await goTo('/settings/church', /church/i)
  const name = page.getByLabel('Name', { exact: false }).first()
  await name.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/is required/i)
    .first()
    .waitFor()
  await name.fill('Grace Chapel')
  await page.getByLabel('Language of the church').selectOption({ label: 'Swahili' })
  await page.getByRole('combobox', { name: 'Languages of the public pages' }).fill('French')
  await page.getByRole('listbox').getByRole('option', { name: 'French' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said(/the church settings were updated/i)
  await page.getByText('Grace Chapel').first().waitFor()
  const [row] = await service.database.read.all(
    sql`select language, languages from churches where id = ${church.church.id}`,
  )
  assert.deepEqual(row, { language: 'sw', languages: ['fr'] })
  assert.equal(await page.getByRole('heading', { name: 'Plan' }).count(), 0, 'a church without limits has no plan')
  await page.getByRole('switch', { name: 'Care' }).click()
  await page.getByRole('link', { name: 'Prayer requests' }).waitFor()
  await page.getByRole('button', { name: 'Switch the API off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Switch the API on' }).waitFor()
})

test('a provider of messages is set up, tested and removed', { skip }, async () => {
  await goTo('/settings/providers', /providers/i)
  await page.getByRole('button', { name: 'Set up Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up Email' })
  await dialog.getByLabel('Mail server').fill('smtp://10.0.0.1')
  await dialog.getByLabel('From address').fill('office@example.org')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/private, loopback or link-local/i).waitFor()
  await dialog.getByLabel('Provider').selectOption({ label: await developmentLabel() })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send a test: Email' }).click()
  const tested = page.getByRole('dialog', { name: 'Test Email' })
  await tested.getByRole('button', { name: 'Send test' }).click()
  await tested.getByText(/the provider accepted the message/i).waitFor()
  await page.keyboard.press('Escape')
  await tested.waitFor({ state: 'detached' })
  const mail = page.getByRole('region', { name: 'Email' })
  await mail.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await mail.getByText(/not set up/i).waitFor()
})

async function developmentLabel(): Promise<string> {
  const options = await page.getByRole('dialog').getByLabel('Provider').locator('option').allTextContents()
  return options.find(text => /development|outbox/i.test(text)) ?? ''
}

test('the address for a payment provider is there to copy', { skip }, async () => {
  await goTo('/settings/providers', /providers/i)
  const address = await page.getByLabel('Webhook address').inputValue()
  assert.match(address, /\/callbacks\/payments\/.*\/stripe\//)
  await page.getByRole('button', { name: 'Change Stripe' }).click()
  await page
    .getByRole('dialog', { name: 'Change Stripe' })
    .getByText(/already set: leave this empty/i)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
})

test('the log says in words who did what, and is filtered', { skip }, async () => {
  await goTo('/settings/audit', /audit log/i)
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Invited someone').first().waitFor()
  await page.getByLabel('Action').selectOption({ label: 'Joined' })
  await log.getByText('Invited someone').first().waitFor({ state: 'detached' })
  await log.getByText('Joined').first().waitFor()
  assert.match(page.url(), /operation=user.joined/)
})

test('the log names what was kept of an act: records, settings and amounts, each with its label', {
  skip,
}, async () => {
  const { id, church: of } = { ...church, id: church.church.id }
  const user = { id: 'somebody', name: 'Somebody' }
  const lines = [
    { operation: 'pledges.give_to', detail: { person_id: person.id, family_id: null } },
    { operation: 'users.change', detail: { role: 'viewer', branch_id: person.branch_id, branch_id_before: 987 } },
    { operation: 'payment_providers.set', detail: { settings: ['secret_key'] } },
    { operation: 'gifts.refund', detail: { amount: 150_050, currency: of.currency } },
    { operation: 'groups.add_people', detail: { filter: `status=member&branch_id=${person.branch_id}` } },
  ]
  await service.database.write(id, async tx => {
    for (const line of lines) await audit(tx, id, { ...line, user, target: null, ip: '192.0.2.1' })
  })
  // The branch was renamed with its church.
  const branch = await service.database.read.first<{ name: string }>(
    sql`select name from branches where church_id = ${id}`,
  )
  await goTo('/settings/audit', /audit log/i)
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Person: Ada Obi', { exact: true }).waitFor()
  await log.getByText(`Role: Viewer · Branch: ${branch?.name} · Branch before: No. 987`, { exact: true }).waitFor()
  await log.getByText('Settings: Secret key', { exact: true }).waitFor()
  await log.getByText(/^Amount: .?1,500\.50 · Currency: /).waitFor()
  await log.getByText(`Everyone who matches: status Member, branch ${branch?.name}`, { exact: true }).waitFor()
})

test('an authenticator app is set up, and signing in takes its code', { skip }, async () => {
  await goTo('/people', /people/i)
  await page.getByRole('button', { name: /account menu of/i }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  await page.getByText('This device', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('region', { name: 'Authenticator app' }).getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = await dialog.getByLabel(/type this key/i).inputValue()
  const uri = `otpauth://totp/x?secret=${secret}`
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('alert').waitFor()
  const first = codeOf(uri)
  await dialog.getByLabel('Code from the app').fill(first)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  assert.equal((await codes.getByLabel('Recovery codes').innerText()).trim().split('\n').length, 10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Remove the app' }).waitFor()
  await page.getByRole('button', { name: /account menu of/i }).click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('ngozi@example.org')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel(/^Code\W*$/).fill(first)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel(/^Code\W*$/).fill(nextCodeOf(uri))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

test('the name and the password are changed', { skip }, async () => {
  await goTo('/account', /your account/i)
  await page.getByLabel('Your name').fill('Ngozi Obi')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Account menu of Ngozi Obi' }).waitFor()
  await page.getByLabel('Current password').fill('not this password at all')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /password/i })
    .first()
    .waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await said(/your password was changed/i)
})

test('every page is accessible by what axe can tell, and fits a phone', { skip }, async () => {
  await console.inspect([
    ['/settings/church', /church/i],
    ['/settings/team', /team/i],
    ['/settings/providers', /providers/i],
    ['/settings/audit', /audit log/i],
    ['/account', /your account/i],
  ])
})
