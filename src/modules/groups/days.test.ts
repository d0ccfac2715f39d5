/** Memberships begin and end on the day that it is where the group is. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { today } from '../../lib/calendar.ts'
import { updateBranch } from '../church/update-branch.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'

/** It is never the same day in both. */
const [WEST, EAST] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
let service: TestService
let church: TestChurch
let group: number
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church({ timezone: WEST })
  await church.set({ modules: ['groups'] })
  const branch_id = await church.branch('East')
  await church.act(updateBranch, { id: branch_id, timezone: EAST })
  group = await made('/groups', { name: 'Yaba', kind: 'cell', branch_id })
})
after(() => service.close())

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const person = (first_name = 'Ada'): Promise<number> => made('/people', { first_name })
const join = (person_id: number, more: object = {}): Promise<number> =>
  made('/group_members', { group_id: group, person_id, ...more })
const member = async (id: number) => (await church.send('GET', `/group_members/${id}`)).json.data
/** Asks again where midnight came between. */
async function onDay(of: () => Promise<string | null>): Promise<void> {
  const before = today(new Date(), EAST)
  const day = await of()
  assert.ok(day === before || day === today(new Date(), EAST), `${day} is not today in the branch of the group`)
}

test('who joins and leaves does so on the day that it is in the branch of the group', async () => {
  const id = await join(await person())
  await onDay(async () => (await member(id)).joined_on)
  await onDay(async () => (await church.send('PATCH', `/group_members/${id}`, { status: 'left' })).json.data.left_on)
})

test('who is removed or merged leaves on the day that it is in the branch of the group', async () => {
  const [gone, kept, twice] = [await person('Ben'), await person('Chi'), await person('Chi')]
  const joined_on = '2026-01-01'
  const removed = await join(gone, { joined_on })
  await church.act(removePerson, { id: gone })
  await onDay(async () => (await member(removed)).left_on)
  await join(kept, { joined_on })
  const second = await join(twice, { joined_on })
  await church.act(mergePeople, { keep: kept, remove: twice })
  await onDay(async () => (await member(second)).left_on)
})
