/** A dirty spreadsheet comes in through a real browser: chosen, understood, checked, decided and imported. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { dirtyFiles } from './support/dirty-files.ts'
import { eventually } from './support/receiver.ts'
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
  const files = dirtyFiles(21, head, { people: 300, gifts: 1 })
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
  await page.getByLabel('"Femi Cole", in 1 row').selectOption(second.member_no)
  await looked('names')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('The giver of 1 row was found by name.').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('The file was imported.').waitFor()
  const { data } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([data.length, data[0].person_id], [1, second.id])
  assert.deepEqual(console.complaints, [])
})
