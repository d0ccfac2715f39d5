/** What an undone import leaves: numbers of people who are gone, and a list of what stays (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { restorePerson } from '../src/modules/people/remove.ts'
import { member } from './support/console.ts'
import { BY, csv, importInto } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
import { takenBack } from './support/undo.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const FILE = 'first_name,member_no\nAda,GC9\nBen,0017\n'

async function importedIn({ church, send }: TestChurch): Promise<number> {
  await importInto(service.database, church, 'people', { file: csv(FILE), by: BY, options: {} }, { now: new Date() })
  return (await send('GET', '/imports')).json.data.at(-1).id
}

const undoneIn = (church: TestChurch, id: number) => takenBack(service, church, id)

test('whoever an undone import had made is shown by the number that they had, and has it again when they come back', async () => {
  const church = await service.church()
  const id = await importedIn(church)
  const people = (await church.send('GET', '/people')).json.data
  await undoneIn(church, id)
  for (const { id: one, member_no } of people) {
    const back = await church.act(restorePerson, { id: one })
    assert.equal(JSON.parse(JSON.stringify(back)).member_no, member_no)
  }
  const events = (await church.events()).filter(({ name }) => name.startsWith('person.'))
  assert.doesNotMatch(JSON.stringify(events), /undone-/)
  assert.deepEqual(
    (await church.send('GET', '/people')).json.data.map(({ member_no }: { member_no: string }) => member_no).sort(),
    ['0017', 'GC9'],
  )
})

test('a number that somebody else has by now is not given twice: whoever comes back gets one of ours', async () => {
  const church = await service.church()
  const id = await importedIn(church)
  const [ada, ben] = (await church.send('GET', '/people?sort=id')).json.data
  await undoneIn(church, id)
  await importedIn(church)
  const numbers = []
  for (const one of [ada, ben]) {
    await church.act(restorePerson, { id: one.id })
    numbers.push((await church.send('GET', `/people/${one.id}`)).json.data.member_no)
  }
  const all = (await church.send('GET', '/people')).json.data.map(({ member_no }: { member_no: string }) => member_no)
  assert.deepEqual([all.length, new Set(all.map((one: string) => one.replace(/^0+/, ''))).size], [4, 4])
  assert.deepEqual(
    numbers.map(one => /^\d{6}$/.test(one)),
    [true, true],
  )
  const told = (await church.events()).filter(({ name }) => name === 'person.updated').map(({ body }) => body)
  assert.deepEqual(
    told.map(({ previous }) => (previous as { member_no?: string }).member_no),
    [ada.member_no, ben.member_no],
  )
})

test('what stays is downloaded as CSV, all of it with why, before an import is taken back and afterwards', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const id = await importedIn(church)
  const [ada, ben] = (await church.send('GET', '/people?sort=id')).json.data
  await church.send('PATCH', `/people/${ada.id}`, { occupation: 'Baker' })
  await church.send('POST', '/contributions', { person_id: ben.id, amount: 500 })
  const wanted = [
    '\ufeffline,resource,id,name,why',
    `2,people,${ada.id},Ada,was changed after the import`,
    `3,people,${ben.id},Ben,has 1 gift`,
    '',
  ].join('\r\n')
  const download = async () => (await owner.inChurch('GET', `/views/import_staying_file?id=${id}`)).text
  assert.equal(await download(), wanted)
  await undoneIn(church, id)
  assert.equal(await download(), wanted)
  const stranger = await member(service, church, 'viewer')
  assert.equal((await stranger.inChurch('GET', `/views/import_staying_file?id=${id}`)).status, 403)
})
