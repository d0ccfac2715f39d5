/** Groups and their members are chosen by a part of their names, in the sight of who chooses. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'

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
const names = async (path: string, who = staff): Promise<string[]> =>
  (await who.inChurch('GET', path)).json.data.map(({ name }: { name: string }) => name)

test('a group is found by a part of its name, whatever the marks, among those that filters of the list let through', async () => {
  await add('Ilé Ifẹ̀ cell')
  await add('Ifetedo cell', { status: 'paused' })
  assert.deepEqual((await names('/groups/names?q=ife')).sort(), ['Ifetedo cell', 'Ilé Ifẹ̀ cell'])
  assert.deepEqual(await names('/groups/names?q=IFE&status=active'), ['Ilé Ifẹ̀ cell'])
  assert.deepEqual(await names('/groups/names?status=active'), ['Ilé Ifẹ̀ cell'])
  assert.equal((await staff.inChurch('GET', '/groups/names?q=ife&status=asleep')).json.error, 'invalid_status')
})

test('a member is found by a part of the name, whatever the marks, by whoever may know of them', async () => {
  const far = await church.branch('Far')
  const [group_id, other] = [await add('Far cell', { branch_id: far }), await add('Other cell')]
  for (const [group, last_name, branch_id] of [
    [group_id, 'Ọlá', church.church.hq_branch_id],
    [group_id, 'Olajide', far],
    [group_id, 'Eze', far],
    [other, 'Olawale', far],
  ] as const) {
    const person_id = (await church.send('POST', '/people', { first_name: 'Ada', last_name, branch_id })).json.data.id
    assert.equal((await church.send('POST', '/group_members', { group_id: group, person_id })).status, 201)
  }
  const path = `/group_members/names?group_id=${group_id}&status=active&q=ola`
  assert.deepEqual(new Set(await names(path)), new Set(['Ada Olajide', 'Ada Ọlá']))
  assert.deepEqual(await names(path, await member(service, church, 'staff', far)), ['Ada Olajide'])
  const elsewhere = await member(service, church, 'staff', await church.branch('Elsewhere'))
  assert.deepEqual(await names(path, elsewhere), [], 'the group is out of their sight')
  assert.deepEqual(await names(path, await member(service, church, 'helper')), [])
})
