/** The home page in a real browser: the first steps of a new church, its charts, and that they can be read without seeing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { accessibilityProblems } from './support/browser.ts'
import { member } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { startDemo } from './support/demo.ts'
import { useOutbox } from './support/messaging.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let goTo: ConsolePage['goTo']
/** Addresses of views that the server refused. */
const refused: string[] = []
const watch = (watched: Page): void =>
  void watched.on('response', response => {
    if (response.url().includes('/views?') && !response.ok()) refused.push(response.url())
  })

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update api_keys set revoked_at = now() where church_id = ${church.church.id}`),
  )
  console = await openConsole(service, church)
  ;({ page, goTo } = console)
  watch(page)
})
after(async () => {
  await console?.close()
  await service?.close()
})

const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
const step = (name: RegExp) => steps().filter({ hasText: name })

test('a new church begins at home, with its first steps and empty charts, which say what to do', { skip }, async () => {
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  assert.equal(await navigation.getByRole('link').first().textContent(), 'Home')
  assert.equal(await navigation.getByRole('link', { name: 'Home' }).getAttribute('aria-current'), 'page')
  await page.getByText('0 of 8 steps done').waitFor()
  assert.equal(await page.getByRole('progressbar', { name: '0 of 8 steps done' }).getAttribute('aria-valuenow'), '0')
  // Each step is done in the console: nobody is sent to a command or to whoever runs the server.
  const whole = await step(/your people/)
    .getByRole('link')
    .first()
    .getAttribute('href')
  assert.match(whole ?? '', /\/imports\/new$/)
  assert.match(
    (await step(/your people/)
      .getByRole('link')
      .last()
      .getAttribute('href')) ?? '',
    /\/people\/new$/,
  )
  assert.doesNotMatch((await steps().allTextContents()).join(), /\bsexton\b|your server/)
  await page.getByText('No gifts in the last twelve months.').waitFor()
  await page.getByText('No people yet.').waitFor()
  await page.getByText('No webhooks yet.').waitFor()
  await console.inspect([
    ['', /home/i],
    ['/messages/new', /write/i],
  ])
  await page.getByText('SMS is not set up yet').waitFor()
  await page.getByRole('link', { name: 'Connect a provider' }).waitFor()
})

test('first steps: followed, confirmed and skipped by keyboard; what is done elsewhere is found done', {
  skip,
}, async () => {
  await goTo('', /home/i)
  await step(/where you meet/)
    .getByRole('button', { name: 'We meet in one place' })
    .press('Enter')
  await page.getByText('1 of 8 steps done').waitFor()
  await console.until("document.activeElement?.getAttribute('aria-label') === 'Steps'")
  await step(/another system/)
    .getByRole('button', { name: /^Skip/ })
    .press('Enter')
  await step(/another system \(skipped\)/).waitFor()
  await step(/first gift/)
    .getByRole('link')
    .press('Enter')
  await page.getByRole('heading', { level: 1, name: /record gifts/i }).waitFor()
  await page.getByLabel(/^amount/i).fill('1500')
  await page.keyboard.press('Enter')
  await page
    .getByText(/1 gift\b/)
    .first()
    .waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await page.getByText('3 of 8 steps done').waitFor()
  await step(/first gift: done/).waitFor()
  const told = async () => (await church.events()).filter(({ name }) => name === 'dashboard.setup_step_done')
  assert.deepEqual(
    (await told()).map(({ body }) => (body.data as { step: string }).step),
    ['branches', 'connection', 'gift'],
  )
})

test('figures and charts say in words and tables what they show', { skip }, async () => {
  await church.act(createFund, { name: 'Missions', is_default: false })
  await useOutbox(service, church)
  await plant()
  await goTo('', /home/i)
  const figure = (label: string) => page.locator('dl > div', { hasText: label })
  await figure('People').getByText('2', { exact: true }).waitFor()
  await figure('Given this month').getByText('₦1,700.00', { exact: true }).waitFor()
  await figure('Given this month').getByText('₦0.00 by this date last month').waitFor()
  await figure('Messages sent in 30 days').getByText('1', { exact: true }).waitFor()
  const giving = page.getByRole('region', { name: 'Giving by month' }).first()
  await giving.getByRole('img', { name: /This month ₦1,700\.00/ }).waitFor()
  await giving.locator('svg.chart').first().waitFor()
  for (const fund of ['General', 'Missions']) await giving.getByRole('listitem').getByText(fund).waitFor()
  await giving.getByText('Show as a table').press('Enter')
  assert.equal(await giving.getByRole('row').count(), 13)
  assert.match((await giving.getByRole('row').last().textContent()) ?? '', /₦1,500\.00₦200\.00₦1,700\.00$/)
  await page.getByRole('img', { name: /2 people by status\..*Member: 1/ }).waitFor()
  const hook = page.getByRole('link', { name: 'Website' })
  assert.match((await hook.getAttribute('href')) ?? '', /\/settings\/webhooks\/\d+$/)
  await page.getByText(/Nothing sent in 24 hours/).waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await console.inspect([['', /home/i]])
})

test('one’s own tasks are done from the home page by keyboard; a task is given to somebody of the team on its page', {
  skip,
}, async () => {
  const send = church.as(await church.keyFor(['all']))
  const person_id = (await send('POST', '/people', { first_name: 'Chi', phone: '08031234567' })).json.data.id
  const staff = await member(service, church, 'staff')
  const { json } = await staff.inChurch('POST', '/tasks', {
    title: 'Welcome Chi',
    kind: 'call',
    person_id,
    due_on: '2020-01-01',
  })
  await goTo(`/tasks/${json.data.id}`, /Welcome Chi/)
  await page.getByRole('button', { name: 'Give it to somebody else' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who will do it?' })
  await dialog.getByLabel('Somebody of the team').selectOption({ label: 'Ngozi' })
  await dialog.getByRole('button', { name: 'Give it to them' }).press('Enter')
  await page.getByText('They will be reminded of it.').waitFor()
  await goTo('', /home/i)
  const mine = page.getByRole('region', { name: 'My tasks' })
  await mine.getByText('Overdue').waitFor()
  await mine.getByRole('link', { name: '+2348031234567' }).waitFor()
  await console.inspect([
    ['', /home/i],
    ['/tasks', /tasks/i],
    [`/tasks/${json.data.id}`, /Welcome Chi/],
    ['/tasks/new', /task/i],
  ])
  await goTo('', /home/i)
  await mine.getByRole('button', { name: 'Done: Welcome Chi' }).press('Enter')
  await page.getByRole('dialog').getByLabel('What came of it').selectOption('reached')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).press('Enter')
  await mine.waitFor({ state: 'detached' })
  assert.equal((await send('GET', `/tasks/${json.data.id}`)).json.data.outcome, 'reached')
})

test('skipping the rest hides the first steps for good', { skip }, async () => {
  await goTo('', /home/i)
  await page.getByRole('button', { name: 'Skip the rest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skip the rest' }).click()
  await page.getByText('The other steps were skipped.').waitFor()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  await goTo('', /home/i)
  await page.getByRole('img', { name: /giving by month/i }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0)
  const completed = (await church.events()).filter(({ name }) => name === 'dashboard.setup_completed')
  assert.equal(completed.length, 1)
})

test('the button that removes the demo says what goes and what stays before it is pressed', { skip }, async () => {
  const { service: other, demo: church } = await startDemo()
  const demo = { church } as TestChurch
  const owner = await member(other, demo, 'owner')
  await owner.inChurch('POST', '/people', { first_name: 'Chidi', last_name: 'Real' })
  const window = await openConsole(other, demo)
  watch(window.page)
  await window.inspect([['', /home/i]])
  await window.page.getByRole('button', { name: 'Remove the demo records' }).click()
  const dialog = window.page.getByRole('dialog', { name: 'Remove the demo records?' })
  await dialog.getByText(/200 people/).waitFor()
  await dialog.getByText('1 person: Chidi Real').waitFor()
  await dialog.getByRole('button', { name: 'Remove the demo records' }).click()
  await window.stepUp()
  await window.page.getByText('The demo records were removed.').waitFor()
  await window.page.getByRole('heading', { name: 'This church began as a demo' }).waitFor({ state: 'detached' })
  await window.page.getByRole('heading', { name: 'First steps' }).waitFor()
  await window.close()
  await other.close()
})

/** Two people, a gift to a second fund, a message and an endpoint. */
async function plant(): Promise<void> {
  const key = await church.keyFor(['all'])
  const send = church.as(key)
  const person_id = (await send('POST', '/people', { first_name: 'Ada', email: 'ada@example.org' })).json.data.id
  await send('POST', '/people', { first_name: 'Bola', status: 'member' })
  const fund = (await send('GET', '/funds')).json.data.find(({ name }: { name: string }) => name === 'Missions').id
  await send('POST', '/contributions', { amount: 20_000, fund_id: fund })
  await send('POST', '/messages', { channel: 'email', person_id, subject: 'Hello', body: 'Hello' })
  const hook = { url: 'https://hooks.example.org/in', events: ['attendance.*'], description: 'Website' }
  await church.act(createEndpoint, hook)
}

test('home asks for no more views in one request than the server answers, however many it shows', { skip }, () => {
  assert.deepEqual(refused, [])
})
