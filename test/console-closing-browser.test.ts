/** An owner closes the church in a real browser, sees when it will be gone, and opens it again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  console = await openConsole(service, church)
})
after(async () => {
  await console?.close()
  await service?.close()
})

test('an owner types the name of the church to close it, and opens it again', { skip }, async () => {
  const { page, goTo } = console
  await goTo('/settings/church', /church/i)
  await page.getByRole('button', { name: 'Close this church' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close Grace Church?' })
  await dialog.getByRole('textbox').fill('grace')
  await dialog.getByRole('button', { name: 'Close this church' }).click()
  await console.stepUp()
  await dialog.getByText(`must be "${church.church.slug}"`).waitFor()
  await dialog.getByRole('textbox').fill(church.church.slug)
  await dialog.getByRole('button', { name: 'Close this church' }).click()
  await page.getByRole('heading', { name: 'Grace Church is closed' }).waitFor()
  assert.equal((await church.send('GET', '/people')).json.error, 'church_inactive')
  await page.reload()
  await page.getByRole('button', { name: 'Open it again' }).click()
  const again = page.getByRole('dialog', { name: 'Open Grace Church again?' })
  await again.getByRole('button', { name: 'Open it again' }).click()
  await page.getByRole('heading', { name: 'Grace Church is closed' }).waitFor({ state: 'detached' })
  assert.equal((await church.send('GET', '/people')).status, 200)
})
