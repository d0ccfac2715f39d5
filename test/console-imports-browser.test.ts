/** An import is taken back in a real browser: from the list to what stayed, at both widths, by the keyboard too. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { BY, csv, importInto } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  console = await openConsole(service, church)
  ;({ page } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

/** Imports Ada, who gave since, and Ben. @returns the id of the import */
async function imported(name: string): Promise<number> {
  const file = csv(`first_name,last_name\nAda,${name}\nBen,${name}\n`, `${name}.csv`)
  await importInto(service.database, church.church, 'people', { file, by: BY }, { now: new Date() })
  const [ada] = (await church.send('GET', `/people?q=ada%20${name}`)).json.data
  await church.send('POST', '/contributions', { person_id: ada.id, amount: 500 })
  return (await church.send('GET', '/imports')).json.data.at(-1).id
}

test('the pages of imports are accessible by what axe can tell, at the width of a phone too', { skip }, async () => {
  const id = await imported('Easter')
  await console.inspect([
    ['/imports', /imports/i],
    [`/imports/${id}`, /easter\.csv/i],
  ])
})

test('an import is found, what would stay is named before, and it is taken back after the password', {
  skip,
}, async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await imported('Friday')
  await console.goTo('/people', /people/i)
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
  await page.getByRole('link', { name: /Friday\.csv/ }).click()
  await page.getByText('1 record would go back, 1 would stay.').waitFor()
  await page.getByText(/Line 2: Ada Friday has 1 gift/).waitFor()
  await page.getByRole('button', { name: 'Take import back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take this import back?' })
  await dialog.getByText(/1 record of Friday\.csv/).waitFor()
  await dialog.getByRole('button', { name: 'Take import back' }).click()
  const sure = page.getByRole('dialog', { name: /confirm it is you/i })
  await sure.locator('input[type=password]').fill(PASSWORD)
  await sure.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('1 record went back, 1 stayed.').waitFor()
  await page.getByRole('heading', { name: 'Taken back' }).waitFor()
  assert.equal((await church.send('GET', '/people?q=friday')).json.meta.total, 1)
  assert.equal(await page.getByRole('button', { name: 'Take import back' }).count(), 0)
})

test('at the width of a phone the keyboard alone takes an import back', { skip }, async () => {
  const id = await imported('Monday')
  await page.setViewportSize({ width: 390, height: 800 })
  await console.goTo(`/imports/${id}`, /monday\.csv/i)
  await page.getByRole('button', { name: 'Take import back' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Take this import back?' })
  await dialog.getByRole('button', { name: 'Take import back' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 record went back, 1 stayed.').waitFor()
  await page.getByRole('link', { name: 'Ada Monday' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ada Monday' }).waitFor()
})
