/** Groups in a real browser: what administrators do with them, and what a leader sees. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConsolePage, openConsole, SKIP } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP

let service: TestService
let church: TestChurch
let owner: ConsolePage
let id: number
let request: number

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
  const group = async (body: object): Promise<number> =>
    (await church.send('POST', '/groups', { kind: 'cell', ...body })).json.data.id
  id = await group({ name: 'Yaba cell', place: 'Yaba', capacity: 12 })
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
  await page.getByRole('region', { name: 'Requests to join' }).getByText('Bola Ade').click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Accepted. They are a member now.').waitFor()
  await owner.goTo(`/groups/${id}`, /yaba cell/i)
  await members.getByText('Bola Ade').waitFor()
})

test('all who match the filters of people are added to a group', { skip }, async () => {
  const { page } = owner
  await owner.goTo('/people?q=chi', /people/i)
  await page.getByText('Chi Eze').first().waitFor()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a group' })
  await dialog.getByText('1 person of this list will be added.').waitFor()
  await dialog.getByLabel('Group').selectOption({ label: 'Yaba cell' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('1 person added.').waitFor()
  assert.equal((await church.send('GET', `/groups/${id}`)).json.data.member_count, 3)
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
  assert.deepEqual(helper.complaints, [])
  const links = await helper.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  assert.deepEqual(links, ['Groups', 'Group members', 'Requests to join'])
  await helper.close()
})
