/** A file whose encoding nobody knows, in a real browser and in the language of the page: refused, said, shown, checked, imported. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
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
  page = console.page
})
after(async () => {
  await console?.close()
  await service?.close()
})

async function looked(what: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    assert.deepEqual(await accessibilityProblems(page), [], `${what} at ${width}`)
    await fits(page, what, width)
  }
}

test('an odd encoding is asked for in the language of the page, and its first lines show whether it is the one', {
  skip,
}, async () => {
  await console.goTo('/account', /your account/i)
  await page.getByLabel('Language of the console').selectOption('fr')
  await page.getByRole('heading', { level: 1, name: /compte/i }).waitFor()
  const choose = async (name: string, bytes: Buffer): Promise<void> => {
    await console.goTo('/imports/new', /importer un fichier/i)
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
    await page.getByRole('button', { name: 'Continuer' }).click()
  }
  await choose('liste.pdf', Buffer.from('%PDF-1.7\n'))
  await page.getByText(/^liste\.pdf est un PDF, pas un CSV\./).waitFor()

  const mac = Buffer.from('Name,Status\nJos\x8e Mu\x96oz,member\n', 'latin1')
  await choose('vieux.csv', mac)
  await page.getByText(/^vieux\.csv n’est ni en UTF-8 ni en Windows-1252\./).waitFor()
  await looked('the question')
  const encoding = page.getByLabel('Comment les lettres du fichier sont-elles écrites', { exact: false })
  await encoding.selectOption('macintosh')
  await page.getByText('José Muñoz,member').waitFor()
  await looked('the first lines')
  await encoding.selectOption('windows-1250')
  await page.getByText('JosŽ Mu–oz,member').waitFor()
  await encoding.selectOption('macintosh')
  await page.getByText('José Muñoz,member').waitFor()
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click()
  await page.getByRole('button', { name: /^Importer 1 ligne/ }).click()
  await page.getByText('Le fichier a été importé.').waitFor()
  assert.equal((await church.send('GET', '/people')).json.data[0].last_name, 'Muñoz')

  // Remembered by now; what the check notes is told in the preview.
  await choose('encore.csv', mac)
  await page.getByText('José Muñoz,member').waitFor()
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click()
  await page.getByText(/^Le contenu de encore\.csv a été importé sous le nom vieux\.csv le .+ 1 ligne\.$/).waitFor()
  await looked('the note')
  // Files that could not be read are refused by the server.
  assert.equal(
    console.complaints.splice(0).every(one => /422/.test(one)),
    true,
  )
})
