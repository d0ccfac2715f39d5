/** Reports of groups in a real browser: the leader's page without script, the reports of a week, the form, the books. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sharedBrowser } from './support/browser.ts'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let owner: ConsolePage
let zone: number
const meetings: number[] = []

/** An address of the service as the browser reaches it. */
const reachable = (url: string): string => `${owner.origin}${new URL(url).pathname}`

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church({ timezone: 'UTC' })
  await church.set({ modules: ['groups'] })
  zone = await made('/groups', { name: 'Mainland zone', kind: 'cell' })
  for (const name of ['Yaba', 'Ikeja', 'Surulere']) {
    const group_id = await made('/groups', { name: `${name} cell`, kind: 'cell', parent_id: zone, reports: 'weekly' })
    for (const first_name of ['Ada', 'Bola']) {
      const person_id = await made('/people', { first_name, last_name: name, email: `${first_name}@${name}.example` })
      const role = first_name === 'Ada' ? 'leader' : 'member'
      await made('/group_members', { group_id, person_id, role, joined_on: '2020-01-01' })
    }
    // Over whenever the test runs, and of a week that is shown.
    const held_on = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    meetings.push(await made('/meetings', { name: 'Cell', group_id, held_on, local_time: '00:00', timezone: 'UTC' }))
  }
  owner = await openConsole(service, church)
})
after(async () => {
  await owner?.close()
  await service?.close()
})

test('without script a leader ticks who came and submits, at the width of a phone and by keyboard', {
  skip,
}, async () => {
  const [meeting] = meetings
  const session = `${owner.origin}/console/api/${church.church.slug}/views/report_link?meeting_id=${meeting}`
  const { url } = (await (await owner.page.request.get(session)).json()).data
  const context = await (await sharedBrowser()).newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await page.goto(reachable(url))
  await page.getByRole('heading', { level: 1, name: 'Yaba cell' }).waitFor()
  await page.getByRole('checkbox', { name: 'Ada Y.' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Visitors').fill('2')
  await page.getByLabel(/^Offering/).fill('lots')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Ada Y.' }).isChecked(), true)
  await page.getByLabel(/^Offering/).fill('1,500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Thank you. The report is handed in.').waitFor()
  await context.close()
  const [{ present, visitors, offering }] = (await church.send('GET', '/group_reports')).json.data
  assert.deepEqual([present, visitors, offering], [1, 2, 150_000])
})

test('the pages of reports are accessible, fit a phone and complain of nothing', {
  skip,
}, async () => {
  const [{ id }] = (await church.send('GET', '/group_reports')).json.data
  const { held_on } = (await church.send('GET', `/meetings/${meetings[0]}`)).json.data
  await owner.inspect([
    [`/reports?week=${held_on}`, /reports of the week/i],
    [`/reports/meetings/${meetings[1]}`, /report: ikeja cell/i],
    ['/report-offerings', /offerings of groups/i],
    [`/group_reports/${id}`, /yaba cell/i],
  ])
})

test('who has not handed in is reminded by one tap, and a report is filled in and handed in', { skip }, async () => {
  const { page } = owner
  const { held_on } = (await church.send('GET', `/meetings/${meetings[0]}`)).json.data
  await owner.goTo(`/reports?week=${held_on}`, /reports of the week/i)
  await page.getByRole('button', { name: 'Remind: Ikeja cell' }).click()
  await page.getByText('Leaders are reminded, each at most once a day.').waitFor()
  await page
    .getByText(/Reminded /)
    .first()
    .waitFor()
  await page.getByRole('region', { name: 'Reports by group' }).getByRole('link', { name: 'Mainland zone' }).click()
  await page.getByRole('region', { name: 'Reports by group' }).getByRole('link', { name: 'Yaba cell' }).waitFor()
  await page.getByRole('link', { name: 'Ikeja cell' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Report: Ikeja cell' }).waitFor()
  await page.getByRole('checkbox', { name: 'Bola Ikeja' }).click()
  await page.getByLabel('Care note').fill('Bola lost his work')
  await page.getByLabel(/^Offering/).fill('1.500')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByText('The amount 1.500 may mean 1500 or 1.5. Please type the one that you mean.').waitFor()
  await page.getByLabel(/^Offering/).fill('')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByText('This report is handed in.').waitFor()
  await page.getByRole('link', { name: 'See what it says' }).click()
  await page.getByRole('button', { name: 'Show the care note' }).click()
  await page.getByText('Bola lost his work').waitFor()
  await page.getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Was Ada not there?')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByRole('link', { name: 'Fill in and hand in' }).click()
  await page.getByText('Was Ada not there?').waitFor()
})

test('finance takes an offering into the books with the password, and sees it there, with where it came from in words', {
  skip,
}, async () => {
  const finance = await openConsole(service, church, { role: 'finance', email: 'finance@example.org', name: 'Femi' })
  await finance.load('/report-offerings', /offerings of groups/i)
  const { page } = finance
  await page.getByRole('button', { name: /^Take into the books/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take into the books' }).click()
  await finance.stepUp()
  await page.getByText('Every offering that was reported is in the books.').waitFor()
  const gifts = (await church.send('GET', '/contributions')).json.data
  assert.deepEqual(
    gifts.map(({ amount }: { amount: number }) => amount),
    [150_000],
  )
  await finance.load(`/contributions/${gifts[0].id}`, /./)
  await page.getByText('Group report', { exact: true }).waitFor()
  await finance.close()
})
