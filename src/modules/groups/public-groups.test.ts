/** What the console says of where everybody finds groups. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { conceal } from './group-actions.ts'

let service: TestService
let church: TestChurch
let staff: TestMember
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups'] })
  staff = await member(service, church, 'staff')
})
after(() => service.close())

const add = async (name: string, more: object = {}): Promise<number> =>
  (await church.send('POST', '/groups', { name, kind: 'cell', ...more })).json.data.id
const change = (id: number, body: object) => church.send('PATCH', `/groups/${id}`, body)
const addressOf = async (id?: number, who = staff): Promise<string | null> =>
  (await who.inChurch('GET', `/views/public_groups${id === undefined ? '' : `?id=${id}`}`)).json.data.address

/** Opens an address as everybody may. */
const visit = async (address: string | null): Promise<string> => {
  const { status, text } = await service.request('GET', new URL(address ?? 'http://none/').pathname)
  assert.equal(status, 200)
  return text
}

test('the address of the public page of groups is told where it shows any', async () => {
  const id = await add('Yaba')
  assert.equal(await addressOf(), null)
  await change(id, { is_listed: true })
  assert.match(await visit(await addressOf()), /Yaba/)
  await change(id, { status: 'paused' })
  assert.equal(await addressOf(), null)
})

test('a group that is shown on the website has its public address, and none that is not, at rest, or confidential', async () => {
  const [shown, unlisted, paused, concealed] = [
    await add('Ilé Ifẹ̀', { is_listed: true }),
    await add('Unlisted'),
    await add('Paused', { is_listed: true, status: 'paused' }),
    await add('Counsellors', { is_listed: true }),
  ]
  await church.act(conceal, { id: concealed })
  const owner = await member(service, church, 'owner')
  const { slug } = (await church.send('GET', `/groups/${shown}`)).json.data
  assert.ok((await addressOf(shown))?.endsWith(`/groups/${church.church.slug}/${slug}`))
  assert.match(await visit(await addressOf(shown)), /<h1>Ilé Ifẹ̀/)
  for (const id of [unlisted, paused, concealed]) assert.equal(await addressOf(id, owner), null)
})

test('whoever does not see a group is told nothing of its page', async () => {
  const id = await add('Yaba', { is_listed: true })
  const helper = await member(service, church, 'helper')
  const { status, json } = await helper.inChurch('GET', `/views/public_groups?id=${id}`)
  const unknown = await helper.inChurch('GET', '/views/public_groups?id=999999')
  assert.deepEqual([status, json.error], [unknown.status, unknown.json.error])
  assert.notEqual(status, 200)
  const finance = await member(service, church, 'finance')
  assert.equal((await finance.inChurch('GET', '/views/public_groups')).status, 403)
})
