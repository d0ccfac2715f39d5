/** Others work while a file waits between its check and its import: what is told of it is what was done (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { PackedList } from '../src/lib/packed.ts'
import { keepCheck } from '../src/modules/import-files/check.ts'
import { outcomesOf, summaryOf } from '../src/modules/import-files/outcomes.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { newReport } from '../src/resource/import-report.ts'
import { member, type TestMember } from './support/console.ts'
import { act, ended, look, upload } from './support/file-import.ts'
import { csv } from './support/import.ts'
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
  assert.match(second ?? '', /Ben Obi.*City: – → Jos/)
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

test('a check whose transaction is tried again after a deadlock keeps its rows', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const id = await checked(owner, `${HEADER}Ada,Obi,ada@example.org,\n`)
  const rows = [
    { line: 1, cells: ['first_name'] },
    { line: 2, cells: ['Ben'] },
    { line: 3, cells: ['Chi'] },
  ]
  const file = { ...csv(''), rows: PackedList.of(rows) }
  const report = newReport(file, { dryRun: true })
  const mapping = { columns: {}, values: {}, days: {} }
  const readAs = { encoding: 'utf-8', line: 1, day: '2026-06-01', mapping }
  const found = { kind: 'people', file, readAs, rows: outcomesOf(file, report), summary: summaryOf(report) }
  let tries = 0
  await service.database.write(church.church.id, async tx => {
    tries += 1
    await keepCheck(tx, church.church, id, { kind: 'people' }, found)
    if (tries === 1) await tx.run(sql`do $$ begin raise exception 'forced' using errcode = '40P01'; end $$`)
  })
  const kept = await service.database.read.all(sql`select line, shown -> 'said' ->> 'first_name' as name
    from import_file_rows where church_id = ${church.church.id} and file_id = ${id} order by line`)
  assert.equal(tries, 2)
  assert.deepEqual(kept, [
    { line: 2, name: 'Ben' },
    { line: 3, name: 'Chi' },
  ])
})

test('a decision is about whoever was shown: a namesake who came in their place is left alone, and the row left out', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const add = async (first_name: string) =>
    (await church.send('POST', '/people', { first_name, last_name: 'Bello' })).json.data.id
  const shown = [await add('Uma'), await add('Ora'), await add('Ife'), await add('Ada')]
  const id = await checked(owner, `${HEADER}Uma,Bello,,Jos\nOra,Bello,,Aba\nIfe,Bello,,Uyo\nAda,Bello,,Yola\n`)
  const { rows } = (await look(owner, 'rows', `id=${id}&bucket=doubtful`)).json.data
  assert.deepEqual(
    rows.map((row: { shown: { taken_for_id: number } }) => row.shown.taken_for_id),
    shown,
  )
  for (const [at, decision] of ['same', 'other', 'out', 'same'].entries())
    await act(owner, 'decide', { id, line: rows[at].line, decision })
  for (const gone of shown.slice(0, 3)) await church.act(removePerson, { id: gone })
  for (const name of ['Uma', 'Ora']) await add(name)
  await act(owner, 'start', { id })
  const done = await ended(owner, id)
  assert.deepEqual([done.status, done.buckets, done.written], ['done', { changed: 1, doubtful: 3 }, 1])
  assert.deepEqual(
    (await told(owner, id)).map(line => line.split(',')[0]),
    [
      'left out: what is on record has changed since it was decided',
      'left out: what is on record has changed since it was decided',
      'left out',
      'changed what was on record',
    ],
  )
  const { data } = (await church.send('GET', '/people')).json
  const there = data.map((one: { first_name: string; city: string | null }) => `${one.first_name} ${one.city}`).sort()
  assert.deepEqual(there, ['Ada Yola', 'Ora null', 'Uma null'])
})

test('a branch and a family that a row changes are called by their names', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const yaba = await church.branch('Yaba')
  const obi = (await church.send('POST', '/families', { name: 'Öbi' })).json.data.id
  const eze = (await church.send('POST', '/families', { name: 'Eze' })).json.data.id
  for (const first_name of ['Ada', 'Ben']) {
    const email = `${first_name.toLowerCase()}@example.org`
    await church.send('POST', '/people', { first_name, last_name: 'Obi', email, branch_id: yaba, family_id: obi })
  }
  await church.branch('Ikeja')
  const text = 'First name,Surname,E-mail,Branch,Family\nAda,Obi,ada@example.org,Ikeja,Eze\n'
  const byId = `First name,Surname,E-mail,Family ID\nBen,Obi,ben@example.org,${eze}\n`
  const changes = async (id: number) =>
    (await look(owner, 'rows', `id=${id}&bucket=changed`)).json.data.rows[0].shown.changes
  assert.deepEqual(await changes(await checked(owner, text)), { branch: ['Yaba', 'Ikeja'], family: ['Öbi', 'Eze'] })
  assert.deepEqual(await changes(await checked(owner, byId)), { family: ['Öbi', 'Eze'] })
})
