/** Several imports of the same records: each can be taken back, the newest first (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { takeBackGroups } from '../src/modules/groups/take-back.ts'
import { createCampaign } from '../src/modules/pledges/keep-campaign.ts'
import { applyPromotion } from '../src/modules/promotions/apply.ts'
import { draftPromotion } from '../src/modules/promotions/draft.ts'
import { setMoves } from '../src/modules/promotions/exceptions.ts'
import { createYear } from '../src/modules/school/school-years.ts'
import type { ImportOptions } from '../src/resource/import-report.ts'
import type { KeptRecord, Undoing } from '../src/resource/take-back.ts'
import { cli } from './support/cli.ts'
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
  await church.set({ modules: [...MODULES] })
})
after(() => service.close())

const MODULES = ['care', 'giving', 'groups', 'school'] as const

type File = readonly [kind: string, text: string, options?: ImportOptions]

const get = async (path: string) => (await church.send('GET', path)).json.data

const reportOf = ([kind, text, options = {}]: File) =>
  importInto(
    service.database,
    { ...church.church, modules: MODULES },
    kind,
    { file: csv(text), by: BY, options },
    { now: new Date() },
  )

/** @returns the id of the import */
async function bring(file: File): Promise<number> {
  assert.deepEqual((await reportOf(file)).refusals, [])
  return (await get('/imports?per_page=100')).at(-1).id
}

const undo = (id: number) => takenBack(service, church, id)

const command = (...args: string[]) => cli(service.databaseUrl, ['import', ...args, '--church', church.church.slug])

const PEOPLE: File = ['people', 'first_name,email,family\nAda,a@example.org,Obi\nBola,b@example.org,\n']
const MORE: File = [
  'people',
  'first_name,email,family\nAda,a@example.org,Eze\nChi,c@example.org,Obi\n',
  { update: true },
]
const GROUPS: File = ['groups', 'name,kind\nYaba,cell\nIkeja,cell\n']
const NOT_HELD: File = [
  'group_reports',
  'group,held_on,held,not_held_reason\nYaba,2026-03-04,false,Rain\nYaba,2026-03-11,false,Rain\nIkeja,2026-03-04,false,Rain\n',
]
const MEETING = 'held_on,service,local_time'
const DAY = '2026-03-04,Cell,18:00'

/** What came in one after the other, each about what the ones before it brought. */
const SETS: Readonly<Record<string, readonly File[]>> = {
  'people and families': [PEOPLE, MORE],
  'groups and their members, twice': [
    PEOPLE,
    GROUPS,
    ['group_members', 'email,group\na@example.org,Yaba\n'],
    ['group_members', 'email,group\nb@example.org,Yaba\nb@example.org,Ikeja\n'],
  ],
  'groups below groups': [GROUPS, ['groups', 'name,kind,parent\nA,cell,Yaba\nB,cell,Ikeja\n']],
  classes: [
    ['people', 'first_name,email\nAda,a@example.org\nBola,b@example.org\nChi,c@example.org\nDan,d@example.org\n'],
    // Teachers whose line is that of a pupil stand with their class.
    ['school_classes', 'class,grade,teacher,pupil\nLions,3,a@example.org,b@example.org\n'],
    ['school_classes', 'class,grade,teacher,pupil\nLions,4,c@example.org,d@example.org\nBears,,,b@example.org\n'],
  ],
  attendance: [
    PEOPLE,
    ['attendances', `${MEETING},email,state\n${DAY},a@example.org,present\n`],
    ['attendances', `${MEETING},email,state,note\n${DAY},a@example.org,excused,Sick\n${DAY},b@example.org,present,\n`],
  ],
  'head counts': [
    ['headcounts', `${MEETING},men,women\n${DAY},3,4\n`],
    ['headcounts', `${MEETING},men,women,youth\n${DAY},5,4,2\n`],
  ],
  'child details': [
    PEOPLE,
    ['child_details', 'email,grade,label_note\na@example.org,2,\n'],
    ['child_details', 'email,grade,label_note\na@example.org,3,Nuts\nb@example.org,1,\n'],
  ],
  'meetings and who came': [
    PEOPLE,
    ['meetings', 'name,held_on,local_time,kind\nCell,2026-03-04,18:00,service\n'],
    ['attendances', `${MEETING},email\n${DAY},a@example.org\n`],
    ['headcounts', `${MEETING},men\n${DAY},3\n`],
  ],
  'reports of groups': [
    PEOPLE,
    GROUPS,
    ['group_members', 'email,group\na@example.org,Yaba\n'],
    ['group_reports', 'group,held_on,present\nYaba,2026-03-04,9\n'],
    ['group_reports', 'group,held_on,present\nYaba,2026-03-11,7\nIkeja,2026-03-11,7\n'],
  ],
  'meetings of groups and their reports': [
    GROUPS,
    ['meetings', 'name,held_on,local_time,kind,group\nCell,2026-03-04,18:00,group,Yaba\n'],
    ['group_reports', 'group,held_on,present\nYaba,2026-03-04,9\n'],
  ],
  'meetings of groups and reports that they did not meet': [
    GROUPS,
    ['meetings', 'name,held_on,local_time,kind,group\nCell,2026-03-04,18:00,group,Yaba\n'],
    NOT_HELD,
  ],
  'reports and who came by name': [
    PEOPLE,
    GROUPS,
    ['group_reports', 'group,held_on,present\nYaba,2026-03-04,9\n'],
    ['attendances', 'held_on,service,email\n2026-03-04,Yaba,a@example.org\n'],
  ],
  'gifts, envelopes and pledges': [
    PEOPLE,
    ['envelopes', 'number,email\n7,a@example.org\n'],
    ['pledges', 'campaign,amount,email\nRoof,500,a@example.org\n'],
    ['contributions', 'email,amount,given_on\na@example.org,5,2026-02-01\n'],
    [
      'contributions',
      'email,amount,given_on\na@example.org,5,2026-02-01\nb@example.org,6,2026-02-01\n',
      { force: true },
    ],
  ],
  'tasks and prayers': [
    PEOPLE,
    ['tasks', 'title,email,due_on\nVisit,a@example.org,2026-03-04\n'],
    ['prayer_requests', 'name,body\nAda,For rain\n'],
    ['tasks', 'title,email,due_on\nVisit,a@example.org,2026-03-04\nCall,b@example.org,2026-03-05\n', { force: true }],
  ],
}

for (const [what, files] of Object.entries(SETS)) {
  test(`imports of ${what} can all be taken back, the newest first, and each says so before and comes in again`, async () => {
    const roof = { name: 'Roof', fund_id: church.fund_id, starts_on: '2026-01-01', ends_on: '2026-12-31' }
    await church.act(createCampaign, roof)
    await takeAllBack(files)
  })
}

/** Brings files in and takes each back, the newest first, twice: taken back, a file may be imported again. */
async function takeAllBack(files: readonly File[]): Promise<void> {
  const ids: number[] = []
  for (const file of files) ids.push(await bring(file))
  for (const [at, file] of [...files.entries()].toReversed()) {
    const id = ids[at] ?? 0
    const { stdout } = await command('undo', String(id), '--dry-run')
    const { kept, reversed } = await undo(id)
    assert.match(stdout, new RegExp(`^${reversed} records? would go back, 0 would stay`), String(file))
    const again = await undo(await bring(file))
    assert.deepEqual([kept, again.reversed, again.kept], [0, reversed, 0], String(file))
  }
}

/** Each meeting of groups: what it is, and what is counted. */
const meetings = async () =>
  ((await get('/meetings?sort=id')) as { held_on: string; status: string; counted: number | null }[]).map(
    ({ held_on, status, counted }) => [held_on, status, counted],
  )

test('a report comes in again when its import was taken back, from the file or by hand, and counts again; one that was begun by hand stays', async () => {
  await bring(GROUPS)
  const file: File = ['group_reports', 'group,held_on,present\nYaba,2026-03-04,9\nIkeja,2026-03-11,7\n']
  const first = await bring(file)
  assert.deepEqual(await meetings(), [
    ['2026-03-04', 'closed', 9],
    ['2026-03-11', 'closed', 7],
  ])
  await undo(first)
  assert.deepEqual(await meetings(), [
    ['2026-03-04', 'cancelled', null],
    ['2026-03-11', 'cancelled', null],
  ])
  const second = await bring(file)
  assert.deepEqual(await meetings(), [
    ['2026-03-04', 'closed', 9],
    ['2026-03-11', 'closed', 7],
  ])
  await undo(second)
  const [yaba] = await get('/groups')
  const report = { group_id: yaba.id, held_on: '2026-03-04', present: 9 }
  const { status, text } = await church.send('POST', '/group_reports', { ...report, status: 'draft' })
  assert.equal(status, 200, text)
  assert.deepEqual(await meetings(), [
    ['2026-03-04', 'closed', 9],
    ['2026-03-11', 'cancelled', null],
  ])
  assert.deepEqual(
    (await reportOf(file)).refusals.map(({ line, errors }) => [line, Object.keys(errors)]),
    [[2, ['held_on']]],
  )
})

test('a meeting that was on record and that a report of a file cancelled is open again when that is taken back, unless somebody changed it since', async () => {
  await bring(GROUPS)
  await bring([
    'meetings',
    'name,held_on,local_time,kind,group\nCell,2026-03-04,18:00,group,Yaba\nCell,2026-03-11,18:00,group,Yaba\n',
  ])
  const id = await bring(NOT_HELD)
  assert.deepEqual(
    (await meetings()).map(([, status]) => status),
    ['cancelled', 'cancelled', 'cancelled'],
  )
  const [, changed] = await get('/meetings?sort=id')
  await church.send('PATCH', `/meetings/${changed.id}`, { name: 'Cell of Yaba' })
  await undo(id)
  assert.deepEqual(await meetings(), [
    ['2026-03-04', 'closed', null],
    ['2026-03-11', 'cancelled', null],
    ['2026-03-04', 'cancelled', null],
  ])
})

test('a family keeps what it has of envelopes and pledges that were taken back, and stays with them', async () => {
  const roof = { name: 'Roof', fund_id: church.fund_id, starts_on: '2026-01-01', ends_on: '2026-12-31' }
  await church.act(createCampaign, roof)
  const people = await bring(['people', 'first_name,family\nAda,Obi\nBola,Eze\nChi,Ibe\n'])
  const owned: readonly File[] = [
    ['envelopes', 'number,family\n7,Obi\n'],
    ['pledges', 'campaign,amount,family\nRoof,500,Eze\n'],
  ]
  for (const file of owned) {
    assert.equal((await undo(await bring(file))).kept, 0)
    assert.equal((await undo(await bring(file))).kept, 0)
  }
  const { stdout } = await command('undo', String(people), '--dry-run')
  for (const said of [/Obi has 2 envelopes$/m, /Eze has 2 pledges$/m]) assert.match(stdout, said)
  const { reversed, kept } = await undo(people)
  assert.deepEqual([reversed, kept], [4, 2])
  const names = ((await get('/families')) as { name: string }[]).map(({ name }) => name)
  assert.deepEqual(names.sort(), ['Eze', 'Obi'])
})

test('a group that somebody changed between two imports, or put somebody into, stays and says why', async () => {
  await bring(PEOPLE)
  const first = await bring(['groups', 'name,kind\nYaba,cell\nIkeja,cell\nJos,cell\nEnugu,cell\n'])
  const second = await bring([
    'group_members',
    'email,group\na@example.org,Yaba\na@example.org,Ikeja\na@example.org,Jos\n',
  ])
  const [yaba, ikeja, , enugu] = await get('/groups')
  const [, bola] = await get('/people')
  await church.send('PATCH', `/groups/${yaba.id}`, { place: 'Hall 2' })
  await church.send('POST', '/group_members', { group_id: ikeja.id, person_id: bola.id })
  const { id: joined } = (await church.send('POST', '/group_members', { group_id: enugu.id, person_id: bola.id })).json
    .data
  await church.send('PATCH', `/group_members/${joined}`, { status: 'left', left_on: '2030-01-01' })
  assert.equal((await undo(second)).kept, 0)
  const wanted = [/Yaba was changed after the import$/m, /Ikeja has 1 member$/m, /Enugu was changed after the import$/m]
  for (const said of wanted) assert.match((await command('undo', String(first), '--dry-run')).stdout, said)
  const { reversed, kept } = await undo(first)
  assert.deepEqual([reversed, kept], [1, 3])
  const groups = (await get('/groups')) as { name: string; status: string; member_count: number }[]
  assert.deepEqual(
    groups.map(({ name, status, member_count }) => [name, status, member_count]),
    [
      ['Yaba', 'active', 0],
      ['Ikeja', 'active', 1],
      ['Jos', 'closed', 0],
      ['Enugu', 'active', 0],
    ],
  )
})

test('a class that a promotion carried on, or whose pupils stayed in it, is not closed with its import', async () => {
  const year = async (begins: number): Promise<number> =>
    (await church.act(createYear, { name: `${begins}`, starts_on: `${begins}-09-01`, ends_on: `${begins + 1}-07-31` }))
      .id
  const [from, to] = [await year(2025), await year(2026)]
  await bring(PEOPLE)
  const id = await bring([
    'school_classes',
    'class,school_year,grade,pupil\nLions,2025,3,\nBears,2025,4,a@example.org\n',
  ])
  const { id: promotion } = await church.act(draftPromotion, { from_year_id: from, to_year_id: to })
  const wouldGo = async () => (await command('undo', String(id), '--dry-run')).stdout.split('\n')[0]
  const [{ id: ada }] = await get('/people')
  await church.act(setMoves, { id: promotion, person_ids: [ada], action: 'stay' })
  const before = await wouldGo()
  await church.act(applyPromotion, { id: promotion })
  assert.notEqual(await wouldGo(), before)
  const { kept } = await undo(id)
  assert.equal(kept, 2)
  assert.deepEqual(
    ((await get('/groups')) as { status: string }[]).map(({ status }) => status),
    ['active', 'active'],
  )
})

test('of a group that an import changed the fields are named that somebody changed since', async () => {
  const id = await bring(GROUPS)
  const [{ id: yaba, name }] = await get('/groups')
  await church.send('PATCH', `/groups/${yaba}`, { place: 'Hall 2' })
  const record: KeptRecord = {
    line: 2,
    resource: 'groups',
    record_id: yaba,
    action: 'updated',
    written: { place: 'Hall 1' },
    before: { place: null },
  }
  const undoing = { church: church.church, id, kept: new Map() } as unknown as Undoing
  const judged = await takeBackGroups.judge(service.database.read, undoing, [record])
  assert.deepEqual(judged.get(yaba), { name, stays: [{ code: 'fields', fields: ['place'] }] })
})

test('who copies groups learns that members of an import left them', async () => {
  await bring(PEOPLE)
  await bring(['school_classes', 'class,pupil\nLions,a@example.org\n'])
  const id = (await get('/imports?per_page=100')).at(-1).id
  const [{ id: group_id }] = await get('/groups')
  const updatedAt = async (): Promise<string | undefined> =>
    (
      await service.database.read.first<{ at: string }>(
        sql`select updated_at::text as at from groups where church_id = ${church.church.id} and id = ${group_id}`,
      )
    )?.at
  const updated_at = await updatedAt()
  await church.send('POST', '/class_sessions', { group_id })
  assert.equal((await undo(id)).kept, 1)
  const [group] = await get('/groups')
  assert.equal(group.member_count, 0)
  assert.notEqual(await updatedAt(), updated_at)
})
