/** Churches of many groups, and groups of many members, in a real browser: whom one looks for is found; and the public page of groups. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const skip = SKIP
/** As many as a page of a list has, and one more. */
const MANY = 101

let service: TestService
let church: TestChurch
let owner: ConsolePage
let choir: number
let zion: number

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
  choir = await made('/groups', { name: 'Choir', kind: 'team' })
  for (let at = 1; at <= MANY; at += 1) await made('/groups', { name: `Cell ${at}`, kind: 'cell' })
  zion = await made('/groups', { name: 'Zion cell', kind: 'cell' })
  await made('/groups', { name: 'Zion at rest', kind: 'cell', status: 'paused' })
  const singers: number[] = []
  for (let at = 1; at <= MANY; at += 1) {
    singers.push(await made('/people', { first_name: 'Singer', last_name: `No ${at}` }))
  }
  const added = await church.send('POST', '/group_members', { group_id: choir, person_ids: singers })
  assert.equal(added.status, 201, added.text)
  const late = await made('/people', { first_name: 'Late', last_name: 'Leader' })
  await made('/group_members', { group_id: choir, person_id: late, role: 'leader' })
  const helps = await made('/people', { first_name: 'Sade', last_name: 'Second' })
  await made('/group_members', { group_id: choir, person_id: helps, role: 'assistant' })
  owner = await openConsole(service, church)
})
after(async () => {
  await owner?.close()
  await service?.close()
})

test('people are added to a group that is found by its name, be it the last of more than a hundred', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goTo('/people?q=late', /people/i)
  await page.getByText('Late Leader').first().waitFor()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a group' })
  await dialog.getByLabel('Group', { exact: true }).fill('zion')
  const found = page.getByRole('listbox').getByRole('option')
  await found.getByText('Zion cell').waitFor()
  assert.equal(await found.count(), 1, 'a group at rest takes nobody, and is not offered')
  await found.getByText('Zion cell').click()
  assert.deepEqual(await accessibilityProblems(page), [])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('1 person added.').waitFor()
  assert.equal((await church.send('GET', `/groups/${zion}`)).json.data.member_count, 1)
})

test('whoever leads a group of more than a hundred is offered a link, however late they came; any member is found by name', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goTo(`/groups/${choir}`, /choir/i)
  const links = page.getByRole('region', { name: 'Links for leaders' })
  await links.getByRole('button', { name: 'Make a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a link' })
  const leads = dialog.getByLabel('Who is it for?')
  await leads.waitFor()
  assert.deepEqual(await leads.locator('option').allTextContents(), ['Choose', 'Late Leader', 'Sade Second'])
  await leads.selectOption({ label: 'Late Leader' })
  // Somebody else takes the place of whoever was chosen.
  await dialog.getByLabel('Or another member').fill('no 101')
  await page.getByRole('option', { name: 'Singer No 101' }).click()
  assert.equal(await leads.inputValue(), '0')
  assert.deepEqual(await accessibilityProblems(page), [])
  await leads.selectOption({ label: 'Late Leader' })
  assert.equal(await dialog.getByLabel('Or another member').inputValue(), '')
  await dialog.getByLabel('Or another member').fill('no 101')
  await page.getByRole('option', { name: 'Singer No 101' }).click()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const made = page.getByRole('dialog', { name: 'Link for a leader' })
  await made.getByText(/Hand it to Singer No 101/).waitFor()
  await page.keyboard.press('Escape')
  await links.getByText('Singer No 101').waitFor()
})

test('the public page of groups stands above their list for who keeps them, and that of a group on its page, where there is one', {
  skip,
}, async () => {
  const { page } = owner
  const panel = page.getByRole('region', { name: 'Public page' })
  await owner.goTo('/groups', /groups/i)
  assert.equal(await panel.count(), 0, 'no group is shown on the website')
  await church.send('PATCH', `/groups/${zion}`, { is_listed: true })
  await owner.load('/groups', /groups/i)
  const all = await panel.getByRole('link').getAttribute('href')
  assert.match(await (await fetch(all ?? '')).text(), /Zion cell/)
  await panel.getByRole('button', { name: /^copy.*address/i }).waitFor()
  await owner.goTo(`/groups/${zion}`, /zion cell/i)
  const one = await panel.getByRole('link').getAttribute('href')
  assert.match(await (await fetch(one ?? '')).text(), /<h1>Zion cell/)
  await owner.inspect([
    ['/groups', /groups/i],
    [`/groups/${zion}`, /zion cell/i],
  ])
  await owner.goTo(`/groups/${choir}`, /choir/i)
  assert.equal(await panel.count(), 0)
  const viewer = await openConsole(service, church, { role: 'viewer', email: 'viewer@example.org', name: 'Vera' })
  const theirs = viewer.page.getByRole('region', { name: 'Public page' })
  await viewer.load('/groups', /groups/i)
  assert.equal(await theirs.count(), 0)
  await viewer.page.setViewportSize({ width: 360, height: 740 })
  await viewer.goTo(`/groups/${zion}`, /zion cell/i)
  await theirs.getByRole('link').waitFor()
  await fits(viewer.page, 'a group that is shown on the website', 360)
  await viewer.close()
})
