/** What has ended comes in by no file as something that goes on (decisions, Imports). */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { HOUSE } from '../src/house.ts'
import { MODULES } from '../src/modules/index.ts'
import { importerOf } from '../src/resource/import-declared.ts'
import type { ImportReport } from '../src/resource/import-report.ts'
import { cli } from './support/cli.ts'
import { freshDir } from './support/embedded.ts'
import { BY, csv, importInto } from './support/import.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['care', 'groups', 'school'] })
})
after(() => service.close())

const bring = (kind: string, text: string, options = {}): Promise<ImportReport> =>
  importInto(service.database, church.church, kind, { file: csv(text), by: BY, options })
const send = async (path: string, body: object) => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.ok(status < 300, text)
  return json.data
}
const get = async (path: string) => (await church.send('GET', path)).json.data

/** Kinds whose rows tell their state otherwise than by the column that lists call so. */
const SAID_OTHERWISE = ['headcounts']

test('every kind of file whose records have a state reads that state', () => {
  const unread = MODULES.flatMap(({ resources }) => resources).flatMap(resource => {
    const importer = importerOf(resource, HOUSE)
    const states = ['status', 'state'].filter(name => name in resource.fields)
    const targets = importer?.meanings.targets.map(({ name }) => name) ?? states
    return states.filter(name => !targets.includes(name)).map(name => `${resource.name}.${name}`)
  })
  assert.deepEqual(
    unread.filter(name => !SAID_OTHERWISE.includes(name.split('.')[0] ?? '')),
    [],
  )
})

test('who has left a group is not brought in as a member, by the status or by the day alone', async () => {
  const { member_no } = await send('/people', { first_name: 'Ada' })
  const { member_no: other } = await send('/people', { first_name: 'Bola' })
  await send('/groups', { name: 'Yaba', kind: 'cell' })
  const left = await bring('group_members', `group,member_no,status,left_on\nYaba,${member_no},left,2024-05-01\n`)
  assert.deepEqual([left.imported, left.refused], [0, 1])
  assert.deepEqual(left.refusals[0]?.errors, {
    status: 'is left: files bring in what is active, so leave this line out',
    left_on: 'is 2024-05-01: files bring in what has not ended, so leave this line out',
  })
  const text = `group,member_no,left_on\nYaba,${member_no},2024-05-01\nYaba,${other},\n`
  const some = await bring('group_members', text, { skipRefused: true })
  assert.deepEqual([some.imported, some.refusals.map(({ line }) => line)], [1, [2]])
  const members = await get('/group_members')
  assert.deepEqual(
    members.map((one: { full_name: string }) => one.full_name),
    ['Bola'],
  )
})

test('gifts that are void, tasks that are done, meetings that are cancelled and answered prayers are refused', async () => {
  const files: [string, string, string][] = [
    ['contributions', 'amount,given_on,status\n100,2026-01-04,void\n200,2026-01-04,posted\n', '/contributions'],
    ['tasks', 'title,kind,due_on,status\nCall Ada,call,2026-01-04,done\nCall Bola,call,2026-01-04,open\n', '/tasks'],
    [
      'meetings',
      'name,kind,held_on,local_time,minutes,status\nA,event,2026-01-04,09:00,60,cancelled\nB,event,2026-01-04,09:00,60,closed\n',
      '/meetings',
    ],
    ['prayer_requests', 'name,body,status\nAda,Rain,answered\nAda,Sun,praying\n', '/prayer_requests'],
  ]
  for (const [kind, text, path] of files) {
    const report = await bring(kind, text, { skipRefused: true })
    assert.deepEqual([kind, report.imported, report.refusals.map(({ line }) => line)], [kind, 1, [2]])
    assert.equal((await get(path)).length, 1, kind)
  }
})

test('the command says which lines have ended, and imports nothing of them', async () => {
  const folder = freshDir()
  mkdirSync(folder)
  const file = path.join(folder, 'tasks.csv')
  writeFileSync(file, 'title,kind,due_on,done_at\nCall Ada,call,2026-01-04,2026-01-04T09:00:00Z\n')
  const { stdout, code } = await cli(service.databaseUrl, ['import', 'tasks', file, '--church', church.church.slug])
  assert.equal(code, 1, stdout)
  assert.match(stdout, /line 2: done_at is .*files bring in what has not ended/)
  assert.deepEqual(await get('/tasks'), [])
})

test('a name that a closed group has, too, means the one that goes on, and the report says so', async () => {
  const { member_no } = await send('/people', { first_name: 'Ada' })
  const closed = await send('/groups', { name: 'Yaba', kind: 'cell', status: 'closed' })
  const added = await bring('groups', 'name,kind\nYaba,cell\n')
  assert.match(added.notes.join(), /Closed ones on record are called as those of the file: Yaba\./)
  const report = await bring('group_members', `group,member_no\nYaba,${member_no}\n`)
  assert.deepEqual(report.notes, ['Yaba is the name of a closed group, too: the one that goes on is meant.'])
  const [{ group_id }] = await get('/group_members')
  assert.notEqual(group_id, closed.id)
})
