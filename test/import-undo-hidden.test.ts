/** What becomes confidential while an import is being taken back stays, for who does not see it, as it is told (decisions, Imports; 0023). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { conceal } from '../src/modules/groups/group-actions.ts'
import { member } from './support/console.ts'
import { BY, csv, importInto } from './support/import.ts'
import { eventually } from './support/receiver.ts'
import type { TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

test('a mark that a file changed, of a group that was made confidential since, stays as it is where it is told that it stays', async () => {
  const church = await service.church()
  await church.set({ modules: ['groups'] })
  const send = async (path: string, body: object) => (await church.send('POST', path, body)).json.data
  const get = async (path: string) => (await church.send('GET', path)).json.data
  const { id: group_id } = await send('/groups', { name: 'Yaba', kind: 'cell' })
  const { id: person_id, member_no } = await send('/people', { first_name: 'Ada' })
  const at = { name: 'Cell', kind: 'group', group_id, held_on: '2026-03-04', local_time: '18:00' }
  const { id: meeting_id } = await send('/meetings', at)
  await send('/attendances', { meeting_id, person_id, state: 'present' })
  const text = `meeting_id,member_no,state\n${meeting_id},${member_no},absent\n`
  const file = { file: csv(text), by: BY, options: {} }
  const report = await importInto(service.database, { ...church.church, modules: ['groups'] }, 'attendances', file, {
    now: new Date(),
  })
  assert.deepEqual(report.refusals, [])
  const [{ id }] = await get('/imports')
  const owner = await member(service, church, 'owner')
  await church.act(conceal, { id: group_id })
  // Somebody who is of the church no more had asked for it before.
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update imports set status = 'undoing', undone_by_kind = 'user', undone_by_name = 'Bola'
      where church_id = ${church.church.id} and id = ${id}`),
  )
  const undone = await eventually('the import is undone', async () => {
    const found = await get(`/imports/${id}`)
    return found.status === 'undone' && found
  })
  assert.deepEqual([undone.reversed, undone.kept], [0, 1])
  const [mark] = (await owner.inChurch('GET', `/attendances?meeting_id=${meeting_id}`)).json.data
  assert.equal(mark.state, 'absent')
})
