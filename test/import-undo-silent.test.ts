/** What stays as it is where an import is taken back is told to nobody, and opens nothing (decisions, Imports; Meetings). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { BY, csv, importInto } from './support/import.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'
import { takenBack } from './support/undo.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const get = async (path: string) => (await church.send('GET', path)).json.data
const send = async (path: string, body: object) => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.ok(status < 300, text)
  return json.data
}
const meet = async (held_on: string): Promise<number> =>
  (await send('/meetings', { name: 'Sunday service', held_on, local_time: '08:30' })).id

/** Somebody plans a meeting anew of which something is recorded. */
const planAnew = (id: number) =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update meetings set status = 'planned' where church_id = ${church.church.id} and id = ${id}`),
  )

async function bring(kind: string, text: string): Promise<number> {
  const file = { file: csv(text), by: BY, options: {} }
  const { refusals } = await importInto(service.database, church.church, kind, file, { now: new Date() })
  assert.deepEqual(refusals, [])
  return (await get('/imports')).at(-1).id
}

/** Takes an import back. @returns how many of its records stayed, and the meetings of which others were told meanwhile */
async function undone(id: number): Promise<[kept: number, told: number[]]> {
  const before = (await church.events()).length
  const { kept } = await takenBack(service, church, id)
  const since = (await church.events()).slice(before).filter(({ name }) => name === 'attendance.recorded')
  return [kept, since.map(({ body }) => (body.data as { meeting: { id: number } }).meeting.id)]
}

const stateOf = async (id: number) => {
  const { status, revision } = await get(`/meetings/${id}`)
  return [status, revision]
}

test('a mark that somebody changed since a file did stays, and its meeting is told to nobody and stays planned; one that goes back is told', async () => {
  const { id: person_id, member_no } = await send('/people', { first_name: 'Ada' })
  const [stays, goes] = [await meet('2026-03-01'), await meet('2026-03-08')]
  for (const meeting_id of [stays, goes]) await send('/attendances', { meeting_id, person_id, note: 'Early' })
  const lines = [stays, goes].map(meeting => `${meeting},${member_no},Late`)
  const id = await bring('attendances', `meeting_id,member_no,note\n${lines.join('\n')}\n`)
  await send('/attendances', { meeting_id: stays, person_id, note: 'Sang' })
  await planAnew(stays)
  const was = await stateOf(stays)
  assert.deepEqual(await undone(id), [1, [goes]])
  assert.deepEqual(await stateOf(stays), was)
  const notes = (await get('/attendances?sort=held_on')).map(({ note }: { note: string }) => note)
  assert.deepEqual(notes, ['Sang', 'Early'])
})

test('a count that somebody changed since a file did stays, and its meeting is told to nobody and stays planned; one that goes back is told', async () => {
  const [stays, goes] = [await meet('2026-03-01'), await meet('2026-03-08')]
  for (const meeting_id of [stays, goes]) await send('/headcounts', { meeting_id, category: 'men', count: 80 })
  const id = await bring('headcounts', `meeting_id,category,count\n${stays},men,84\n${goes},men,84\n`)
  await send('/headcounts', { meeting_id: stays, category: 'men', count: 90 })
  await planAnew(stays)
  const was = await stateOf(stays)
  assert.deepEqual(await undone(id), [1, [goes]])
  assert.deepEqual(await stateOf(stays), was)
  assert.deepEqual(
    (await get('/headcounts?sort=held_on')).map(({ count }: { count: number }) => count),
    [90, 80],
  )
})
