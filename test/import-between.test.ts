/** Others work while a file waits between its check and its import: what is told of it is what was done (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member, type TestMember } from './support/console.ts'
import { act, ended, look, upload } from './support/file-import.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** A file of people that was checked. @returns its id */
async function checked(who: TestMember, text: string): Promise<number> {
  const id = await upload(who, 'people.csv', Buffer.from(text))
  const { status, text: answer } = await act(who, 'check', { id, said: JSON.stringify({ kind: 'people' }) })
  assert.equal(status, 200, answer)
  return id
}

/** What the report says of each row, behind its first cell. */
async function told(who: TestMember, id: number): Promise<string[]> {
  const { text } = (await act(who, 'report', { id })).json.data
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line: string) => line.split(',').slice(4).join())
}

const HEADER = 'First name,Surname,E-mail,City\n'

test('the report tells what became of each row, whatever the check had found', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const add = async (body: object) => (await church.send('POST', '/people', body)).json.data
  const chi = await add({ first_name: 'Chi', last_name: 'Eze', email: 'chi@example.org' })
  const text = `${HEADER}Ada,Obi,ada@example.org,\nBen,Obi,ben@example.org,Jos\nChi,Eze,chi@example.org,Uyo\nDan,Ike,dan@example.org,Aba\n`
  const id = await checked(owner, text)
  assert.deepEqual((await look(owner, 'state', `id=${id}`)).json.data.buckets, { new: 3, changed: 1 })
  const ada = await add({ first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org' })
  const ben = await add({ first_name: 'Ben', last_name: 'Obi', email: 'ben@example.org' })
  await church.send('PATCH', `/people/${chi.id}`, { city: 'Uyo' })
  await act(owner, 'start', { id })
  const done = await ended(owner, id)
  assert.deepEqual([done.status, done.buckets, done.written], ['done', { same: 2, changed: 1, new: 1 }, 2])
  assert.deepEqual([done.report.imported, done.report.changed, done.report.skipped], [2, 1, 2])
  assert.deepEqual(
    (await told(owner, id)).map(line => line.split(',')[0]),
    ['is on record just so', 'changed what was on record', 'is on record just so', 'added'],
  )
  const [first, second] = await told(owner, id)
  assert.match(first ?? '', new RegExp(`Ada Obi.*${ada.member_no}`))
  assert.match(second ?? '', /Ben Obi.*City: null → Jos/)
  const { rows } = (await look(owner, 'rows', `id=${id}&bucket=changed`)).json.data
  assert.deepEqual([rows[0].shown.taken_for_id, rows[0].shown.said.first_name], [ben.id, 'Ben'])
})

test('where others have added all of it meanwhile nothing is imported, and the report says of each row that it is there', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const id = await checked(owner, `${HEADER}Ada,Obi,ada@example.org,\n`)
  await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org' })
  await act(owner, 'start', { id })
  const done = await ended(owner, id)
  assert.deepEqual([done.status, done.buckets], ['failed', { same: 1 }])
  assert.match((await told(owner, id)).join(), /^is on record just so,/)
})
