/** Tags, removal, duplicates, merging and history in a real browser. */
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
const id: Record<string, number> = {}

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  const add = async (body: object): Promise<number> => (await church.send('POST', '/people', body)).json.data.id
  id.family = (await church.send('POST', '/families', { name: 'Obi family' })).json.data.id ?? 0
  id.ada = await add({ first_name: 'Ada', last_name: 'Obi', dob: '1990-01-01', family_id: id.family })
  id.again = await add({
    first_name: 'Ada',
    last_name: 'Obi',
    dob: '1990-01-01',
    email: 'ada@example.org',
    city: 'Kano',
  })
  id.ben = await add({ first_name: 'Ben', last_name: 'Eze', phone: '08031234567', city: 'Jos' })
  id.chi = await add({ first_name: 'Chi', last_name: 'Eze', whatsapp: '08031234567' })
  await church.send('PATCH', `/people/${id.ada}`, { city: 'Jos', status: 'member' })
  await church.send('POST', '/contributions', { amount: 100, person_id: id.again })
  console = await openConsole(service, church)
  ;({ page } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

test('on a phone, where cards have no headings, the order is chosen among the filters', { skip }, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await console.goTo('/people', /people/i)
  const first = page.getByRole('list', { name: 'People' }).getByRole('listitem').first()
  await first.getByText('Ben Eze').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort by').selectOption('Name')
  await page.waitForURL(url => url.search.includes('sort=last_name'))
  await page.setViewportSize({ width: 1280, height: 844 })
})

test('every page is accessible by what axe can tell, and fits a phone', { skip }, async () => {
  await console.inspect([
    ['/people/duplicates', /duplicates/i],
    [`/people/merge?keep=${id.ada}&remove=${id.again}`, /merge/i],
    [`/people/merge?keep=${id.ada}`, /merge/i],
    [`/people/${id.ada}`, /ada obi/i],
    [`/families/${id.family}`, /obi family/i],
    [`/families/${id.family}/edit`, /edit obi family/i],
    ['/families/new', /add a family/i],
  ])
})

test('a tag is added and taken off by keyboard, and people are listed by it', { skip }, async () => {
  await console.goTo(`/people/${id.ben}`, /ben eze/i)
  await page.getByRole('combobox', { name: 'Add a tag' }).focus()
  await page.keyboard.type('Choir')
  await page.keyboard.press('Enter')
  const tags = page.getByRole('list', { name: 'Tags' })
  await tags.getByText('Choir').waitFor()
  await page.getByText('Tag added: Choir').waitFor()
  await console.goTo('/people?tag=Choir', /people/i)
  await page.getByRole('link', { name: 'Ben Eze' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Ada Obi' }).count(), 0)
  await page.getByRole('button', { name: /filters/i }).click()
  assert.equal(await page.getByLabel('Tag', { exact: true }).inputValue(), 'Choir')
  await page.getByLabel('Tag', { exact: true }).selectOption('')
  await page.getByRole('link', { name: 'Ada Obi' }).first().waitFor()
  await console.goTo(`/people/${id.ben}`, /ben eze/i)
  await page.getByRole('button', { name: 'Remove Choir' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('No tags yet.').waitFor()
  await page.getByText('Tag removed: Choir').waitFor()
})

test('a person is removed and restored; each dialog says what happens, Escape leaves all as it was', {
  skip,
}, async () => {
  await console.goTo(`/people/${id.chi}`, /chi eze/i)
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: /remove chi eze/i })
  await dialog.getByText(/record is kept/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await console.until("document.activeElement?.textContent === 'Remove'")
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/this person was removed/i).waitFor()
  assert.equal((await church.send('GET', `/people/${id.chi}`)).status, 404)
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText(/this person was removed/i).waitFor({ state: 'detached' })
  assert.equal((await church.send('GET', `/people/${id.chi}`)).status, 200)
  await page.getByText('Restored', { exact: true }).waitFor()
})

test('a pair is kept apart, another is compared, swapped and merged', { skip }, async () => {
  await console.goTo('/people/duplicates', /duplicates/i)
  const pairs = page.getByRole('list', { name: 'Duplicates' }).locator('> li')
  await pairs.nth(1).waitFor()
  await pairs
    .nth(0)
    .getByText(/very likely/i)
    .waitFor()
  await pairs
    .nth(1)
    .getByText(/same phone/)
    .waitFor()
  await pairs.nth(1).getByRole('button', { name: 'Not the same person' }).click()
  await pairs.nth(1).waitFor({ state: 'detached' })
  await pairs.nth(0).getByRole('link', { name: 'Compare and merge' }).click()
  await page.getByRole('heading', { level: 1, name: /merge two records/i }).waitFor()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await row('City').getByText('Differs').waitFor()
  await row('Email').getByText('Filled in').waitFor()
  await page.getByText(/1 gift will move to the record you keep/).waitFor()
  await page.getByRole('button', { name: 'Swap' }).click()
  await page.getByText('Nothing else is linked to the record you remove.').waitFor()
  await page.getByRole('button', { name: 'Swap' }).click()
  await page.getByRole('button', { name: 'Merge…' }).click()
  // The alert would be gone again before it could be looked for.
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('so not merged')) window.flashed = true
  }).observe(document.body, { childList: true, subtree: true })`)
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Obi' }).waitFor()
  await page.getByText(/Ada Obi was merged into this one/).waitFor()
  assert.equal(await page.evaluate('window.flashed'), undefined)
  const kept = (await church.send('GET', `/people/${id.ada}`)).json.data
  assert.deepEqual([kept.city, kept.email], ['Jos', 'ada@example.org'])
  assert.equal((await church.send('GET', `/people/${id.again}`)).status, 404)
  await console.goTo(`/people/${id.again}`, /ada obi/i)
  await page.getByText(/the record was merged into ada obi, no\. \d+/i).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Restore' }).count(), 0)
})

test('somebody joins a family from its page, and leaves it', { skip }, async () => {
  await console.goTo(`/families/${id.family}`, /obi family/i)
  await page.getByRole('textbox', { name: /add a person/i }).fill('Ben')
  await page.getByRole('option', { name: /ben eze/i }).click()
  const out = page.getByRole('button', { name: 'Remove Ben Eze' })
  await out.waitFor()
  assert.equal((await church.send('GET', `/people/${id.ben}`)).json.data.family_id, id.family)
  await out.click()
  await out.waitFor({ state: 'detached' })
  assert.equal((await church.send('GET', `/people/${id.ben}`)).json.data.family_id, null)
})

test('a family is edited in a form; what was typed stays when it is refused, and over a reload', { skip }, async () => {
  await console.goTo(`/families/${id.family}`, /obi family/i)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit Obi family' }).waitFor()
  await page.getByLabel('Address').fill('1 Broad Street')
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  await console.until("document.querySelector('main [aria-invalid=true]')?.value === '12'")
  assert.equal(await page.getByLabel('Address').inputValue(), '1 Broad Street')
  await page.reload()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  await page.getByLabel('Phone').fill('08031234567')
  await page.getByLabel('Name').fill('Obi and Eze family')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Obi and Eze family' }).waitFor()
  await page.getByText('Obi and Eze family was updated.').waitFor()
  await page.getByText('1 Broad Street').waitFor()
  const { phone } = (await church.send('GET', `/families/${id.family}`)).json.data
  assert.equal(phone, '+2348031234567')
})

test('a family is added by its form, and the list tells how many people are in it', { skip }, async () => {
  await console.goTo('/families', /families/i)
  await page.getByRole('link', { name: 'Add a family' }).click()
  await page.getByLabel('Name').fill('Bello')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Bello was added.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Bello' }).waitFor()
  await page.getByRole('link', { name: 'Add a person' }).click()
  await page.getByLabel(/^First name/).fill('Hauwa')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Hauwa' }).waitFor()
  await console.goTo('/families?q=bello', /families/i)
  await page.getByRole('row', { name: /Bello 1 person/ }).waitFor()
})

test('somebody is forgotten after it was told what goes and what is kept; what is left says so', { skip }, async () => {
  const dia = (await church.send('POST', '/people', { first_name: 'Dia', last_name: 'Ojo', city: 'Kano' })).json.data.id
  await church.send('POST', '/contributions', { amount: 100, person_id: dia })
  const dialog = page.getByRole('dialog', { name: 'Forget Dia Ojo?' })
  await page.setViewportSize({ width: 390, height: 844 })
  await console.goTo(`/people/${dia}`, /dia ojo/i)
  await page.getByRole('button', { name: 'Forget', exact: true }).click()
  await dialog.getByText('This cannot be undone.').waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: '1 gift' })
    .getByText(/The law on bookkeeping/)
    .waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    assert.deepEqual(await accessibilityProblems(page), [], `at ${width}`)
    await fits(page, 'what goes and what is kept', width)
  }
  await dialog.getByRole('button', { name: 'Forget for good' }).click()
  await console.stepUp()
  await page.getByRole('heading', { level: 1, name: 'Forgotten' }).waitFor()
  await page.getByText(/This person was forgotten: the record is empty/).waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Forgotten', { exact: true }).waitFor()
  for (const name of ['Forget', 'Restore', 'Edit']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  }
  const gift = (await church.send('GET', '/contributions')).json.data.at(-1)
  assert.deepEqual([gift.person_id, gift.donor_name], [null, 'Dia Ojo'])
})

test('the history tells which fields changed, from what to what', { skip }, async () => {
  await console.goTo(`/people/${id.ada}`, /ada obi/i)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('City: nothing → Jos').waitFor()
  await history.getByText('Status: Visitor → Member').waitFor()
  await history
    .getByText(/by the API key/)
    .first()
    .waitFor()
})
