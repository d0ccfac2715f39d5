import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { eventually } from '../../../test/support/receiver.ts'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { undoImport } from '../imports/undo-import.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups'] })
})
after(() => service.close())

const take = (kind: string, text: string) =>
  importInto(service.database, church.church, kind, { file: csv(text), by: BY, options: {} })
const get = async (path: string) => (await church.send('GET', path)).json.data
const told = async () => (await church.events()).filter(({ name }) => name.startsWith('groups.'))

test('groups come from a file, below groups that are named; members in one event of each group', async () => {
  assert.equal((await take('groups', 'name,kind\nMainland,cell\n')).imported, 1)
  assert.equal(
    (await take('groups', 'name,kind,zone,places\nYaba,cell,mainland,5\nIkeja,cell,Mainland,\n')).imported,
    2,
  )
  const [zone, yaba, ikeja] = await get('/groups')
  assert.deepEqual([yaba.parent_id, ikeja.parent_id, yaba.capacity], [zone.id, zone.id, 5])
  await take('people', 'first_name,email\nAda,ada@example.org\nBo,bo@example.org\nChi,chi@example.org\n')
  const rows = ['ada@example.org,Yaba,leader', 'bo@example.org,Yaba,', 'chi@example.org,ikeja,member']
  const report = await take('group_members', `email,group,role\n${rows.join('\n')}\n`)
  assert.equal(report.imported, 3)
  const [first, second] = await get('/groups?q=a&sort=-member_count')
  assert.deepEqual([first.name, first.member_count, first.leader_count, second.member_count], ['Yaba', 2, 1, 1])
  assert.deepEqual(
    (await told()).map(({ name, body }) => [name, (body.data as { source: string }).source]),
    [
      ['groups.members_bulk_added', 'import'],
      ['groups.member_added', 'import'],
    ],
  )
  const refused = await take('group_members', 'email,group\nada@example.org,Nowhere\n').catch(error => error)
  assert.match(String(refused.message ?? JSON.stringify(refused)), /names no group|refused/)
})

test('a file puts nobody who has died into a group', async () => {
  await take('groups', 'name,kind\nYaba,cell\n')
  await take('people', 'first_name,email,status\nAda,ada@example.org,\nBo,bo@example.org,deceased\n')
  const file = csv('email,group\nada@example.org,Yaba\nbo@example.org,Yaba\n')
  const asked = { file, by: BY, options: { dryRun: true } }
  const { accepted, refusals } = await importInto(service.database, church.church, 'group_members', asked)
  assert.equal(accepted, 1)
  assert.deepEqual(refusals, [{ line: 3, errors: { person_id: 'names somebody who has died' } }])
})

test('a check of members refuses the rows that their group has no place for, and those of a group that is paused', async () => {
  await take('groups', 'name,kind,places\nYaba,cell,2\nIkeja,cell,\n')
  const [yaba, ikeja] = await get('/groups')
  const names = ['ada', 'bo', 'chi', 'dan']
  await take('people', `first_name,email\n${names.map(name => `${name},${name}@example.org`).join('\n')}\n`)
  const [ada] = await get('/people')
  await church.send('POST', '/group_members', { group_id: yaba.id, person_id: ada.id })
  await church.send('PATCH', `/groups/${ikeja.id}`, { status: 'paused' })
  const rows = [...names, 'bo'].map(name => `${name}@example.org,Yaba`)
  const file = csv(`email,group\n${[...rows, 'ada@example.org,Ikeja'].join('\n')}\n`)
  const asked = { file, by: BY, options: { dryRun: true } }
  const { accepted, refusals } = await importInto(service.database, church.church, 'group_members', asked)
  const full = { group_id: 'names a group without a place for them: Yaba has 1 place left' }
  const paused = { group_id: 'names a group that is paused: nobody can join it' }
  assert.equal(accepted, 3)
  assert.deepEqual(refusals, [
    { line: 4, errors: full },
    { line: 5, errors: full },
    { line: 7, errors: paused },
  ])
})

test('a group stays that was given files or entrusted to somebody since its import, which is taken back', async () => {
  await take('groups', 'name,kind\nYaba,cell\nIkeja,cell\nJos,cell\n')
  const [yaba, ikeja, jos] = await get('/groups')
  await member(service, church, 'helper')
  await service.database.write(church.church.id, async tx => {
    const of = church.church.id
    await tx.run(sql`insert into files (church_id, group_id, status, name, mime, size, sha256, sender, added_by, created_at)
      values (${of}, ${yaba.id}, 'kept', 'Map.pdf', 'application/pdf', 1, '\\x00', 'a', 'Ada', now()),
        (${of}, ${jos.id}, 'draft', 'Cut.pdf', null, 1, null, 'a', 'Ada', now())`)
    await tx.run(sql`insert into duties (church_id, membership_id, kind, subject_id, created_at)
      select ${of}, id, 'group', ${ikeja.id}, now() from memberships where church_id = ${of} limit 1`)
  })
  const [{ id }] = await get('/imports?sort=-id')
  await church.act(undoImport, { id })
  const undone = await eventually('it is taken back', async () => {
    const found = await get(`/imports/${id}`)
    return found.status === 'undone' && found
  })
  assert.deepEqual([undone.reversed, undone.kept], [1, 2])
  const left = (await get('/groups?status=active')).map(({ name }: { name: string }) => name)
  assert.deepEqual(left, ['Yaba', 'Ikeja'])
})

test('an import of members that is taken back ends what it made, and the counts follow', async () => {
  await take('groups', 'name,kind\nYaba,cell\n')
  await take('people', 'first_name,email\nAda,ada@example.org\n')
  await take('group_members', 'email,group\nada@example.org,Yaba\n')
  const imports = await get('/imports')
  const { id } = imports.at(-1)
  await church.act(undoImport, { id })
  await eventually('it is taken back', async () => (await get(`/imports/${id}`)).status === 'undone')
  const [member] = await get('/group_members')
  assert.deepEqual([member.status, (await get('/groups'))[0].member_count], ['left', 0])
})
