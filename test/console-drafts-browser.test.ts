/** What is typed into forms and not saved yet, in a real browser: it survives a lost connection and a closed tab, and nobody else finds it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { member } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let opened: ConsolePage
/** The address of the report of a meeting of a group. */
let report: string

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
  const group = await made('/groups', { name: 'Yaba cell', kind: 'cell', reports: 'weekly' })
  const person = await made('/people', { first_name: 'Bola', last_name: 'Eze' })
  await made('/group_members', { group_id: group, person_id: person, joined_on: '2026-01-04' })
  const meeting = { name: 'Cell', group_id: group, held_on: '2026-01-07', local_time: '18:00', minutes: 60 }
  report = `/reports/meetings/${await made('/meetings', meeting)}`
  opened = await openConsole(service, church)
})
after(async () => {
  await opened?.close()
  await service?.close()
})

async function made(path: string, body: object): Promise<number> {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}

/** Another tab of the same browser. */
const another = (): Promise<Page> => opened.page.context().newPage()

const at = (page: Page, path: string) => page.goto(`${opened.origin}/c/${church.church.slug}${path}`)

/** What lies in this browser of forms, whoever filled them in. */
const KEPT = `Object.keys(localStorage).filter(name => name.startsWith('draft:')).length`
const kept = (page: Page): Promise<number> => page.evaluate<number>(KEPT)

/** Tabs of the console that are open. */
const TABS = `navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.startsWith('sexton-tab')).length)`
/** Somebody comes back to a tab from another one. */
const COMES_BACK = `document.dispatchEvent(new Event('visibilitychange'))`

const first = (page: Page) => page.getByLabel('First name')
const restored = (page: Page) => page.getByText('Your unsaved changes were restored.')

test('what is typed survives a lost connection, also when the tab is closed: the form of a person', {
  skip,
}, async () => {
  const page = await another()
  await at(page, '/people/new')
  await first(page).fill('Adaeze')
  await page.context().setOffline(true)
  await page.locator('main button[type=submit]').click()
  await page.getByRole('alert').first().waitFor()
  assert.equal(await first(page).inputValue(), 'Adaeze')
  await page.close()
  await opened.page.context().setOffline(false)

  const later = await another()
  await at(later, '/people/new')
  await restored(later).waitFor()
  assert.equal(await first(later).inputValue(), 'Adaeze')
  await later.getByLabel('Last name').fill('Obi')
  await later.locator('main button[type=submit]').click()
  await later.getByRole('heading', { level: 1, name: /Adaeze/ }).waitFor()
  assert.equal((await church.send('GET', '/people?q=Adaeze')).json.meta.total, 1)
  assert.equal(await kept(later), 0)
  await later.close()
})

test('what a leader has ticked and typed of a meeting is found again, until it is handed in; a care note is kept on no device', {
  skip,
}, async () => {
  const page = await another()
  await at(page, report)
  await page.getByRole('checkbox', { name: 'Bola Eze' }).check()
  await page.getByLabel('Topic').fill('Ruth 1')
  await page.getByLabel('Care note').fill('Bola looks for work.')
  assert.equal(await page.evaluate<boolean>(`JSON.stringify(localStorage).includes('looks for work')`), false)
  await page.close()

  const later = await another()
  await at(later, report)
  await restored(later).waitFor()
  assert.equal(await later.getByRole('checkbox', { name: 'Bola Eze' }).isChecked(), true)
  assert.equal(await later.getByLabel('Topic').inputValue(), 'Ruth 1')
  assert.equal(await later.getByLabel('Care note').inputValue(), '')
  await later.getByText('A care note is never kept on a device.').waitFor()
  await later.getByRole('button', { name: 'Hand in' }).click()
  await later.getByText('This report is handed in.').waitFor()
  assert.equal((await church.send('GET', '/group_reports')).json.data[0].present, 1)
  assert.equal(await kept(later), 0)
  await later.close()
})

test('two tabs never fill in one form; what was typed in one that is closed is found in the other', {
  skip,
}, async () => {
  const [one, other] = [await another(), await another()]
  await at(one, '/people/new')
  await first(one).fill('Chidi')
  await at(other, '/people/new')
  await first(other).waitFor()
  assert.deepEqual([await first(other).inputValue(), await restored(other).count()], ['', 0])
  // Loaded anew, each has its own.
  await one.reload()
  await restored(one).waitFor()
  await one.close()
  await other.reload()
  await restored(other).waitFor()
  assert.equal(await first(other).inputValue(), 'Chidi')
  await other.getByRole('button', { name: 'Discard changes' }).click()
  assert.deepEqual([await first(other).inputValue(), await kept(other)], ['', 0])
  await other.close()
})

test('what was typed in a tab that is closed waits for a form that is on the page, which keeps its own', {
  skip,
}, async () => {
  const [one, other] = [await another(), await another()]
  await at(other, '/people/new')
  await first(other).fill('Efe')
  await at(one, '/people/new')
  await first(one).fill('Chidi')
  await eventually('both are kept', async () => (await kept(other)) === 2)
  const tabs = (): Promise<number> => other.evaluate<number>(TABS)
  const before = await tabs()
  await one.close()
  await eventually('the other tab is gone', async () => (await tabs()) === before - 1)
  await other.evaluate(COMES_BACK)
  assert.equal(await first(other).inputValue(), 'Efe')
  assert.equal(await kept(other), 2)
  await other.getByLabel('Last name').fill('Bello')
  await at(other, '/people')
  await other.evaluate(COMES_BACK)
  await eventually('of both the newer is left', async () => (await kept(other)) === 1)
  await at(other, '/people/new')
  await restored(other).waitFor()
  assert.equal(await first(other).inputValue(), 'Efe')
  await other.getByRole('button', { name: 'Discard changes' }).click()
  await other.close()
})

test('what is typed after signing out and in again is found when the page is loaded anew', { skip }, async () => {
  const page = await another()
  await at(page, '/people/new')
  await first(page).waitFor()
  // As signing out does.
  await page.evaluate('sessionStorage.clear()')
  await first(page).fill('Gbenga')
  const name = await page.evaluate<string | null>("sessionStorage.getItem('sexton-tab')")
  await page.reload()
  await restored(page).waitFor()
  assert.equal(await page.evaluate<string | null>("sessionStorage.getItem('sexton-tab')"), name)
  assert.equal(await first(page).inputValue(), 'Gbenga')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.close()
})

test('of who signs out nothing is left, in no tab; of whose session ran out nothing once somebody else is there', {
  skip,
}, async () => {
  const [one, other] = [await another(), await another()]
  for (const page of [one, other]) {
    await at(page, '/people/new')
    await first(page).fill('Dayo')
  }
  assert.equal(await kept(one), 2)
  await one.getByRole('button', { name: /^Account menu/ }).click()
  await one.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const page of [one, other]) {
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    assert.equal(await kept(page), 0)
    assert.equal(await page.evaluate<number>('sessionStorage.length'), 0)
  }

  const signIn = async (email: string): Promise<void> => {
    const { session } = await member(service, church, 'owner', null, { email })
    await other
      .context()
      .addCookies([{ name: session[0], value: session[1], url: opened.origin, httpOnly: true, sameSite: 'Lax' }])
  }
  await signIn('emeka@example.org')
  await at(one, '/people/new')
  await first(one).fill('Femi')
  assert.equal(await kept(one), 1)
  // The session is gone, and the tab is closed; the next one signs in.
  await one.close()
  await signIn('grace@example.org')
  await at(other, '/people/new')
  await first(other).waitFor()
  assert.equal(await first(other).inputValue(), '')
  await eventually('nothing is kept', async () => (await kept(other)) === 0)
  await other.close()
})
