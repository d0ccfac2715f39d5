/** Dirty spreadsheets come in through a real browser: chosen, understood, checked, decided, imported, taken back and printed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { type DirtyFiles, dirtyFiles } from './support/dirty-files.ts'
import { readPdf, textOf } from './support/read-pdf.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
/** Of 300 people and their 2,000 gifts. */
let files: DirtyFiles

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

/** What axe can tell, and that nothing is too wide, at both widths. */
async function looked(what: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    assert.deepEqual(await accessibilityProblems(page), [], `${what} at ${width}`)
    await fits(page, what, width)
  }
}

const choose = async (name: string, bytes: Buffer): Promise<void> => {
  await console.goTo('/imports/new', /import a file/i)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
  const go = page.getByRole('button', { name: 'Continue' })
  await go.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Columns' }).waitFor()
}

test('300 people of a dirty spreadsheet are on record after one visit, by keyboard and on a phone', {
  skip,
}, async () => {
  await church.branch('Yaba')
  const { data } = (await church.send('GET', '/branches')).json
  const head = data.find((one: { id: number }) => one.id === church.church.hq_branch_id).name
  files = dirtyFiles(21, head)
  await console.goTo('/imports/new', /import a file/i)
  await looked('choosing')
  await choose('members.csv', Buffer.concat([files.people.bytes, Buffer.from('GC9999,,,,,,,,\n')]))
  assert.equal(await page.getByLabel('Other names', { exact: true }).inputValue(), 'other_names')
  assert.equal(await page.getByLabel(/How are days written/).inputValue(), 'day_first')
  await looked('columns')
  await page.getByRole('button', { name: 'Check the file' }).press('Enter')
  await page.getByRole('heading', { level: 2, name: 'What will happen' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'New (300)' }).waitFor()
  await page.getByText('is required').first().waitFor()
  await looked('the preview')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download refused rows' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'members - refused.csv')
  const begin = page.getByRole('button', { name: 'Import 300 rows' })
  await begin.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/continues if you leave|was imported/).waitFor()
  // Left and found again.
  await console.goTo('/imports/new', /import a file/i)
  await page.getByRole('link', { name: 'members.csv' }).click()
  await page.getByText('The file was imported.').waitFor()
  await looked('the end')
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report' }).click(),
  ])
  assert.equal(report.suggestedFilename(), 'members - report.csv')
  assert.equal((await church.send('GET', '/people')).json.meta.total, 300)
  const born = new Map(files.people.right.map(({ member_no, dob }) => [member_no, dob]))
  const list = (await church.send('GET', '/people?per_page=100')).json.data
  for (const { member_no, dob } of list) assert.equal(dob, born.get(member_no), member_no)
  assert.deepEqual(console.complaints, [])
})

test('2,000 gifts come in, are taken back and the people with them, and come in again, by keyboard; the list and the year are printed', {
  skip,
}, async () => {
  for (const name of ['Tithe', 'Building Fund']) await church.act(createFund, { name })
  const naira = `₦${(files.gifts.sum / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  const given = async () => (await church.send('GET', '/contributions')).json.meta.sum_amount_base
  const bring = async (): Promise<void> => {
    await choose('gifts.csv', files.gifts.bytes)
    await press('Check the file')
    await page.getByText(`2,000 gifts, ${naira}`).waitFor()
    await looked('the preview of gifts')
    await press('Import 2,000 rows')
    await page.getByText('The file was imported.').waitFor()
    assert.equal(await given(), files.gifts.sum)
  }
  const takeBack = async (): Promise<void> => {
    await looked('what taking it back would do')
    await press('Take import back')
    await page.getByRole('dialog').getByRole('button', { name: 'Take import back' }).waitFor()
    await looked('asking whether to take it back')
    await page.getByRole('dialog').getByRole('button', { name: 'Take import back' }).press('Enter')
  }
  await bring()
  await looked('the end of gifts')
  await page.getByRole('link', { name: 'Show the import' }).press('Enter')
  await page.getByText('2,000 records would go back, 0 would stay.').waitFor()
  await takeBack()
  await page.getByRole('dialog', { name: /confirm it is you/i }).waitFor()
  await looked('asking for the password')
  await console.stepUp()
  // The refusal that asked for the password.
  assert.equal(console.complaints.splice(0).length, 1)
  await page.getByText('2,000 records went back, 0 stayed.').waitFor()
  await looked('what was taken back')
  assert.equal(await given(), 0)

  await console.goTo('/imports', /imports/i)
  await looked('the list of imports')
  await page.getByRole('link', { name: 'members.csv' }).press('Enter')
  await page.getByText(/records would go back, 0 would stay\./).waitFor()
  await takeBack()
  await page.getByText(/records went back, 0 stayed\./).waitFor()
  assert.equal((await church.send('GET', '/people')).json.meta.total, 0)
  await choose('members.csv', files.people.bytes)
  await press('Check the file')
  await press('Import 300 rows')
  await page.getByText('The file was imported.').waitFor()
  assert.equal((await church.send('GET', '/people')).json.meta.total, 300)
  await bring()
  await console.goTo('/people', /people/i)
  await looked('the list of people')
  await press('Print')
  await page
    .getByRole('status')
    .filter({ hasText: /^300 rows$/ })
    .waitFor()
  const list = bare((await readPdf(await page.pdf({ format: 'A4' }))).map(textOf).join())
  for (const { member_no } of files.people.right) assert.ok(list.includes(member_no), member_no)
  await console.goTo('/contributions/report?year=2026', /giving report/i)
  await page.getByText(naira).first().waitFor()
  await looked('the year')
  const year = bare((await readPdf(await page.pdf({ format: 'A4' }))).map(textOf).join())
  assert.ok(year.includes(naira), year)
  assert.deepEqual(console.complaints, [])
})

const bare = (text: string): string => text.normalize('NFC').replace(/\s+/g, '')

test('who may be on record is decided by tap, a change is shown old beside new, and a column is said otherwise', {
  skip,
}, async () => {
  const add = async (body: object): Promise<number> => (await church.send('POST', '/people', body)).json.data.id
  const eve = await add({ first_name: 'Eve', last_name: 'Zed', email: 'eve@example.org', city: 'Lagos' })
  const uma = await add({ first_name: 'Uma', last_name: 'Zed' })
  await choose('more.csv', Buffer.from('Name,E-mail,Where\nEve Zed,eve@example.org,Jos\nUma Zed,,Uyo\n'))
  await page.getByLabel('Where', { exact: true }).selectOption('city')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('May be Uma Zed').waitFor()
  await looked('doubtful rows')
  await page.getByText('Same person').click()
  await eventually(
    'it is decided',
    async () => (await page.getByRole('button', { name: 'Import 2 rows' }).count()) === 1 || undefined,
  )
  await page.getByText('Changed (1)').last().click()
  await page.getByRole('cell', { name: 'Lagos' }).waitFor()
  await page.getByRole('cell', { name: 'Jos' }).waitFor()
  await looked('changes')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('The file was imported.').waitFor()
  const city = async (id: number) => (await church.send('GET', `/people/${id}`)).json.data.city
  assert.deepEqual([await city(eve), await city(uma)], ['Jos', 'Uyo'])
  assert.deepEqual(console.complaints, [])
})

test('givers of a book are found by their names, and who is meant by one of two namesakes is said by tap', {
  skip,
}, async () => {
  const add = async (body: object) => (await church.send('POST', '/people', body)).json.data
  await add({ first_name: 'Femi', last_name: 'Cole' })
  const second = await add({ first_name: 'Femi', last_name: 'Cole' })
  await choose('book.csv', Buffer.from('Date,Name,Amount\n2026-05-03,Femi Cole,500\n'))
  await page.getByRole('switch', { name: 'Find givers by their names' }).press('Space')
  await page.getByLabel('"Femi Cole", in line 2').selectOption(second.member_no)
  await looked('names')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('The giver of 1 row was found by name.').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('The file was imported.').waitFor()
  const { data } = (await church.send('GET', `/contributions?person_id=${second.id}`)).json
  assert.deepEqual(
    data.map(({ amount }: { amount: number }) => amount),
    [50_000],
  )
  assert.deepEqual(console.complaints, [])
})
