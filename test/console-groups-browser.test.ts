/** Groups in a real browser: what administrators do with them, and what a leader sees. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mergePeople } from '../src/modules/people/merge.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let owner: ConsolePage
let id: number
let request: number
let zone: number

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
  const group = async (body: object): Promise<number> =>
    (await church.send('POST', '/groups', { kind: 'cell', ...body })).json.data.id
  zone = await group({ name: 'Mainland zone' })
  id = await group({ name: 'Yaba cell', place: 'Yaba', capacity: 12, parent_id: zone })
  await group({ name: 'Ikeja cell' })
  const person_id = (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi' })).json.data.id
  await church.send('POST', '/people', { first_name: 'Chi', last_name: 'Eze' })
  await church.send('POST', '/group_members', { group_id: id, person_id, role: 'leader' })
  const asking = { group_id: id, name: 'Bola Ade', email: 'bola@example.org', message: 'I live near by' }
  request = (await church.send('POST', '/join_requests', asking)).json.data.id
  owner = await openConsole(service, church)
})
after(async () => {
  await owner?.close()
  await service?.close()
})

test('lists, records and forms of groups are accessible by what axe can tell, also at the width of a phone', {
  skip,
}, async () => {
  await owner.inspect([
    ['/groups', /groups/i],
    [`/groups/${id}`, /yaba cell/i],
    ['/groups/new', /add a group/i],
    ['/group_members', /group members/i],
    [`/group_members/new?group_id=${id}`, /group member/i],
    ['/join_requests', /requests to join/i],
    [`/join_requests/${request}`, /request to join/i],
  ])
})

test('the page of a group has its members and requests; a request is accepted by one press', { skip }, async () => {
  const { page } = owner
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  const members = page.getByRole('region', { name: 'Group members' })
  await members.getByText('Ada Obi').waitFor()
  const conceal = page.getByRole('button', { name: 'Make confidential' })
  assert.equal(await conceal.getAttribute('data-variant'), 'default', 'it is not what is mostly done with a group')
  await page.getByRole('region', { name: 'Requests to join' }).getByText('Bola Ade').click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Accepted. They are a member now.').waitFor()
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  await members.getByText('Bola Ade').waitFor()
})

test('the page of a zone has the groups below it; that of a cell has no such part', { skip }, async () => {
  const { page } = owner
  await owner.goTo(`/groups/${zone}`, /mainland zone/i)
  const below = page.getByRole('region', { name: 'Groups below' })
  await below.getByText('Yaba cell').click()
  await page.getByRole('heading', { name: 'Yaba cell', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Group members' }).getByText('Ada Obi').waitFor()
  assert.equal(await below.count(), 0)
})

test('all who match the filters of people are added to a group', { skip }, async () => {
  const { page } = owner
  await owner.goTo('/people?q=chi', /people/i)
  await page.getByText('Chi Eze').first().waitFor()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a group' })
  await dialog.getByText('1 person of this list will be added.').waitFor()
  await dialog.getByLabel('Group', { exact: true }).fill('yaba')
  await page.getByRole('option', { name: 'Yaba cell' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('1 person added.').waitFor()
  assert.equal((await church.send('GET', `/groups/${id}`)).json.data.member_count, 3)
})

test('a leader writes to the group on a phone: who gets it is shown before, and a post can be taken down', {
  skip,
}, async () => {
  const { page } = owner
  await page.setViewportSize({ width: 360, height: 740 })
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  const posts = page.getByRole('region', { name: 'Posts' })
  await posts.getByRole('button', { name: 'Write to the group' }).click()
  await posts.getByLabel('Message').fill('We meet at seven.')
  await posts.getByRole('checkbox', { name: 'Email' }).check()
  await posts.getByRole('button', { name: 'See who gets it' }).click()
  await posts.getByText('1 person gets it by Email.').waitFor()
  await posts.getByText('Ada Obi: They have no address for this channel.').waitFor()
  await posts.getByText('Your church has no provider for Email.').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await fits(page, 'a post that is written', 360)
  await posts.getByRole('checkbox', { name: 'Email' }).uncheck()
  await posts.getByRole('button', { name: 'See who gets it' }).click()
  await posts.getByText('It is shown to whoever sees this group, and sent to nobody.').waitFor()
  await posts.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText('Posted.').waitFor()
  await posts.getByText('We meet at seven.').waitFor()
  await posts.getByText('Shown here, sent to nobody').waitFor()
  await posts.getByRole('link', { name: /./ }).first().click()
  await page.getByRole('button', { name: 'Take down' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What was sent already cannot be recalled.').waitFor()
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await page.getByText('Taken down. What was sent before cannot be recalled.').waitFor()
  assert.equal((await church.send('GET', '/group_posts')).json.data[0].status, 'taken_down')
  await owner.inspect([['/group_posts', /posts/i]])
})

test('a file is added to the group, listed and removed', { skip }, async () => {
  const { page } = owner
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  const files = page.getByRole('region', { name: 'Files' })
  const file = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
  const input = files.locator('input[type=file]')
  await input.setInputFiles(file('page.pdf', '<html>'))
  await files.getByText(/kind that is not kept/).waitFor()
  await input.setInputFiles(file('Lesson 4.pdf', '%PDF-1.7 lesson'))
  await files.getByRole('link', { name: 'Lesson 4.pdf' }).waitFor()
  await owner.inspect([[`/groups/${id}`, /yaba cell/i]])
  await files.getByRole('button', { name: 'Remove Lesson 4.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await files.getByText('No files yet.').waitFor()
})

test('a link for a leader is shown once, listed and revoked', { skip }, async () => {
  const { page } = owner
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  const links = page.getByRole('region', { name: 'Links for leaders' })
  await links.getByRole('button', { name: 'Make a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a link' })
  await dialog.getByLabel('Who is it for?').selectOption({ label: 'Ada Obi' })
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const made = page.getByRole('dialog', { name: 'Link for a leader' })
  const url = await made.getByRole('textbox', { name: 'Link' }).inputValue()
  assert.equal((await fetch(url)).status, 200)
  await page.keyboard.press('Escape')
  await links.getByText(/Last used .*; made by|Not used yet/).waitFor()
  await links.getByRole('button', { name: 'Revoke the link of Ada Obi' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The link no longer works.').waitFor()
  assert.equal((await fetch(url)).status, 404)
})

test('the usual time of a group is a day of the week and an hour, said in one dialog', { skip }, async () => {
  const { page } = owner
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  await page.getByRole('button', { name: 'Set the usual time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Day of the week').selectOption({ label: 'Wednesday' })
  await dialog.getByLabel('Time', { exact: false }).first().fill('19:00')
  await dialog.getByLabel('How often').selectOption({ label: 'Every two weeks' })
  assert.deepEqual(await accessibilityProblems(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Its meetings are planned 60 days ahead.').waitFor()
  const [schedule] = (await church.send('GET', `/schedules?group_id=${id}`)).json.data
  assert.deepEqual([schedule.rrule, schedule.local_time], ['FREQ=WEEKLY;INTERVAL=2;BYDAY=WE', '19:00'])
})

test('how a membership began and why it ended by itself is said in the language of the page; what somebody wrote stays', {
  skip,
}, async () => {
  const person = async (first_name: string): Promise<number> =>
    (await church.send('POST', '/people', { first_name })).json.data.id
  const open = { name: 'Choir', kind: 'ministry', joining: 'open' }
  const group_id = (await church.send('POST', '/groups', open)).json.data.id
  const [keep, remove, gone] = [await person('Dele'), await person('Dele'), await person('Efe')]
  for (const person_id of [keep, remove, gone])
    assert.equal((await church.send('POST', '/join_requests', { group_id, person_id })).status, 201)
  const members = (await church.send('GET', `/group_members?group_id=${group_id}`)).json.data
  const idOf = (of: number): number => members.find((one: { person_id: number }) => one.person_id === of).id
  await church.act(mergePeople, { keep, remove })
  await church.send('PATCH', `/group_members/${idOf(gone)}`, { status: 'left', left_reason: 'Moved up north' })
  const french = await openConsole(service, church, { email: 'french@example.org' }, { locale: 'fr-FR' })
  const about = french.page.getByRole('main')
  await french.load(`/group_members/${idOf(remove)}`, /./)
  await about.getByText('Deux fiches d’une même personne ont été fusionnées', { exact: true }).waitFor()
  await about.getByText('Groupe ouvert', { exact: true }).waitFor()
  await french.load(`/group_members/${idOf(gone)}`, /./)
  await about.getByText('Moved up north', { exact: true }).waitFor()
  await french.close()
})

test('a helper to whom a group is entrusted begins there and sees no other', { skip }, async () => {
  const helper = await openConsole(service, church, { role: 'helper', email: 'leader@example.org', name: 'Lara' })
  await helper.page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  const { page } = owner
  await page.getByRole('button', { name: 'Entrust it to somebody' }).click()
  await page.getByRole('dialog', { name: 'Entrust it to somebody' }).getByRole('button', { name: 'Entrust' }).click()
  await owner.stepUp()
  await page.getByText('Lara (leader@example.org)').waitFor()
  helper.complaints.length = 0
  await helper.load('', /groups/i)
  await helper.page.getByText('Yaba cell').first().waitFor()
  assert.equal(await helper.page.getByText('Ikeja cell').count(), 0)
  await helper.goTo(`/groups/${id}`, /yaba cell/i)
  await helper.page.getByRole('region', { name: 'Group members' }).getByText('Ada Obi').click()
  await helper.page.getByRole('button', { name: 'Leaves the group' }).waitFor()
  await takesRoll(helper)
  assert.deepEqual(helper.complaints, [])
  const links = await helper.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  for (const own of ['Groups', 'Meetings', 'Reports of the week']) assert.ok(links.includes(own), own)
  for (const other of ['People', 'Families', 'Branches', 'Attendance', 'Gifts', 'Messages', 'Imports']) {
    assert.equal(links.includes(other), false, other)
  }
  await helper.close()
})

/** A leader opens the roll of their group on a phone, and taps. */
async function takesRoll(helper: ConsolePage): Promise<void> {
  const { page } = helper
  const held_on = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date())
  const body = { name: 'Supper', group_id: id, held_on, local_time: '00:00', minutes: 1_440 }
  const meeting = (await church.send('POST', '/meetings', body)).json.data.id
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await helper.goTo(`/groups/${id}`, /yaba cell/i)
  const held = page.getByRole('region', { name: 'Meetings' })
  // On the day of its usual time the group has another.
  const supper = held.getByRole('listitem').or(held.getByRole('row')).filter({ hasText: 'Supper' })
  await supper.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Ada Obi: Present' }).click()
  await page.getByText(/^1 present/).waitFor()
  await page.getByLabel('Men', { exact: true }).fill('3')
  await page.keyboard.press('Tab')
  await page.getByText('3 counted').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add somebody' }).count(), 0)
  assert.deepEqual(await accessibilityProblems(page), [])
  await fits(page, 'the roll of a group', 360)
  await page.getByRole('button', { name: 'Done counting' }).click()
  await page.getByText('Thank you. The attendance is recorded.').waitFor()
  const { total, named } = (await church.send('GET', `/meetings/${meeting}`)).json.data
  assert.deepEqual([total, named], [3, 1])
  if (size) await page.setViewportSize(size)
}
