/**
 * Marks of a roll in a real browser where the connection fails: kept on the device until the server has answered, sent once, the
 * last tap holds, and what somebody discards stays discarded (decision 0034).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const MARK = '**/actions/attendances.mark'
const CLOSED = { status: 422, json: { ok: false, error: 'wrong_state', message: 'It is closed.' } }

let service: TestService
let church: TestChurch
let users = 0

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  for (const first_name of ['Ada', 'Bola']) await church.send('POST', '/people', { first_name, last_name: 'Obi' })
})
after(() => service?.close())

/** A meeting of its own, on a page of somebody of their own. */
async function openRoll(): Promise<{ own: ConsolePage; page: Page; meeting: number; states(): Promise<object> }> {
  const held_on = new Date().toISOString().slice(0, 10)
  // Of the day on which it is everywhere within it: under way whenever the test runs.
  const body = { name: 'Sunday service', held_on, local_time: '00:00', minutes: 1_440, timezone: 'UTC' }
  const meeting: number = (await church.send('POST', '/meetings', body)).json.data.id
  users += 1
  const own = await openConsole(service, church, { email: `usher-${users}@example.org`, name: `Usher ${users}` })
  await own.load(`/meetings/${meeting}`, /sunday service/i)
  const states = async (): Promise<object> => {
    const { data } = (await church.send('GET', `/attendances?meeting_id=${meeting}`)).json
    return Object.fromEntries(data.map((one: { person_id: number; state: string }) => [one.person_id, one.state]))
  }
  return { own, page: own.page, meeting, states }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const waiting = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const becomes = (wanted: object, states: () => Promise<object>): Promise<boolean> =>
  eventually(JSON.stringify(wanted), async () => JSON.stringify(await states()) === JSON.stringify(wanted))

/** Requests of the page from now on, which nobody answers. */
async function hanging(page: Page): Promise<{ held: Route[] }> {
  const held: Route[] = []
  await page.route(MARK, route => void held.push(route))
  return { held }
}

/** What is on the device, of taps. */
const KEPT = `new Promise((done, failed) => {
  const opening = indexedDB.open('sexton')
  opening.onerror = () => failed(opening.error)
  opening.onsuccess = () => {
    const asked = opening.result.transaction('unsent').objectStore('unsent').getAll()
    asked.onsuccess = () => done(asked.result.map(one => one.state + ' ' + (one.title ?? '')))
  }
})`

test('marks that are tapped without a connection outlast a closed tab, and are sent once when it is back, from any page', {
  skip,
}, async t => {
  const { own, page, states } = await openRoll()
  t.after(() => own.close())
  const context = page.context()
  await context.setOffline(true)
  await button(page, 'Ada Obi: Absent').click()
  await button(page, 'Bola Obi: Absent').click()
  await button(page, 'Bola Obi: Present').click()
  await waiting(page, '2 entries waiting to be sent').waitFor()
  assert.deepEqual(await states(), {})
  const tab = await context.newPage()
  await page.close()
  const sent: unknown[] = []
  tab.on('request', request => void (request.url().endsWith('attendances.mark') && sent.push(request.postDataJSON())))
  await context.setOffline(false)
  await tab.goto(`${own.origin}/c/${church.church.slug}/people`)
  await becomes({ 1: 'absent', 2: 'present' }, states)
  await tab.getByText('2 entries that waited were sent.').waitFor()
  assert.equal(sent.length, 2)
})

test('a mark that waits and is refused when its page is gone is told, with the words of the server', {
  skip,
}, async t => {
  const { own, page, states } = await openRoll()
  t.after(() => own.close())
  await page.route(MARK, route => route.abort())
  await button(page, 'Ada Obi: Excused').click()
  await waiting(page, '1 entry waiting to be sent').waitFor()
  await own.goTo('/people', /people/i)
  // The last route counts: none is sent for real in between.
  await page.route(MARK, route => route.fulfill(CLOSED))
  await button(page, 'Show').click()
  const list = page.getByRole('dialog')
  await list.getByRole('button', { name: 'Send now' }).click()
  await list.getByText('Not accepted: It is closed.').waitFor()
  await list.getByText('Ada Obi: Excused').waitFor()
  assert.equal(await list.getByRole('button', { name: 'Edit' }).count(), 0)
  await list.getByRole('button', { name: 'Discard…' }).click()
  await list.getByRole('button', { name: 'Discard it' }).click()
  await list.getByText('Nothing is waiting.').waitFor()
  assert.deepEqual(await states(), {})
})

test('of two taps on one person the last holds; where the first is refused neither does, and nothing of them is sent later', {
  skip,
}, async t => {
  const { own, page, states } = await openRoll()
  t.after(() => own.close())
  const kept = (): Promise<string[]> => page.evaluate<string[]>(KEPT)
  const { held } = await hanging(page)
  await button(page, 'Ada Obi: Absent').click()
  await eventually('the first is on its way', () => held.length === 1)
  await button(page, 'Ada Obi: Present').click()
  await eventually('the second is kept', async () => (await kept()).join() === 'waiting Ada Obi: Present')
  await page.route(MARK, route => route.continue())
  await held[0]?.continue()
  await becomes({ 1: 'present' }, states)
  await eventually('it is settled', async () => (await kept()).join() === 'sent ')

  const refused = await hanging(page)
  await button(page, 'Ada Obi: Excused').click()
  await eventually('the first is on its way', () => refused.held.length === 1)
  await button(page, 'Ada Obi: Absent').click()
  await eventually('the second is kept', async () => (await kept()).join() === 'waiting Ada Obi: Absent')
  await refused.held[0]?.fulfill(CLOSED)
  await page.getByText('Ada Obi: not saved').waitFor()
  await eventually('nothing is kept', async () => (await kept()).length === 0)
  assert.deepEqual([await states(), refused.held.length], [{ 1: 'present' }, 1])
})

test('a mark that is discarded while it is being sent stays discarded', { skip }, async t => {
  const { own, page, states } = await openRoll()
  t.after(() => own.close())
  await page.route(MARK, route => route.abort())
  await button(page, 'Ada Obi: Absent').click()
  await waiting(page, '1 entry waiting to be sent').waitFor()
  await own.goTo('/people', /people/i)
  const { held } = await hanging(page)
  await button(page, 'Show').click()
  const list = page.getByRole('dialog')
  await list.getByRole('button', { name: 'Send now' }).click()
  await eventually('it is on its way', () => held.length === 1)
  await list.getByRole('button', { name: 'Discard…' }).click()
  await list.getByRole('button', { name: 'Discard it' }).click()
  await held[0]?.abort()
  await list.getByText('Nothing is waiting.').waitFor()
  assert.deepEqual(await page.evaluate<string[]>(KEPT), ['discarded '])
  assert.deepEqual([held.length, await states()], [1, {}])
})

test('who signs out and discards a mark leaves nothing of it, also of one that is being sent', { skip }, async t => {
  const { own, page } = await openRoll()
  t.after(() => own.close())
  await page.route(MARK, route => route.abort())
  await button(page, 'Ada Obi: Absent').click()
  await waiting(page, '1 entry waiting to be sent').waitFor()
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out and lose what was not sent?' })
  await dialog.waitFor()
  const { held } = await hanging(page)
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await eventually('it is on its way', () => held.length === 1)
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  await page
    .getByRole('button', { name: /sign in/i })
    .first()
    .waitFor()
  await held[0]?.abort().catch(() => undefined)
  // What is noted of it comes after its answer: a request of the page that is answered later has it behind it.
  await page.evaluate('fetch("/health").catch(() => undefined)')
  assert.deepEqual(await page.evaluate<string[]>(KEPT), [])
})
