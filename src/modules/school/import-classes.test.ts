import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  for (const first_name of ['Ada', 'Bola', 'Eze']) await church.send('POST', '/people', { first_name })
})
after(() => service.close())

const done = ({ status, json, text }: Answered) => {
  assert.equal(status, 200, text)
  return json.data
}
const get = async (path: string) => done(await church.send('GET', path))
const act = (who: TestMember, name: string, input: object) =>
  who.inChurch('POST', `/actions/import_files.${name}`, input)
const FILE = Buffer.from('class,grade,teacher,pupil\nLions,3,Eze,Ada\nLions,3,,Bola\n')

/** Sends the file as the page does, and reads it. */
async function read(who: TestMember): Promise<{ id: number; answer: Answered }> {
  const { id } = done(await act(who, 'begin', { name: 'classes.csv', bytes: FILE.length }))
  done(await act(who, 'put', { id, part: 0, data: FILE.toString('base64') }))
  const answer = await act(who, 'read', { id, said: JSON.stringify({ kind: 'school_classes' }) })
  return { id, answer }
}

/** Imports it. @returns the id of the import */
async function bring(who: TestMember): Promise<number> {
  const { id, answer } = await read(who)
  assert.equal(done(answer).kind, 'school_classes')
  done(await act(who, 'check', { id, said: JSON.stringify({ kind: 'school_classes' }) }))
  done(await act(who, 'start', { id }))
  await eventually('it is imported', async () => {
    const { status } = done(await who.inChurch('GET', `/views/import_files.state?id=${id}`))
    return status === 'done'
  })
  return (await get('/imports?sort=-id'))[0].id
}

const held = async () => [
  (await get('/school_classes')).map((one: { name: string; status: string }) => [one.name, one.status]),
  (await get('/group_members')).map((one: { full_name: string; role: string; status: string }) => [
    one.full_name,
    one.role,
    one.status,
  ]),
]

test('a file of classes puts nobody who has died into one, on record or new', async () => {
  const [ada, , eze] = await get('/people')
  const lions = csv('class,pupil\nLions,Bola\n')
  await importInto(service.database, church.church, 'school_classes', { file: lions, by: BY, options: {} })
  for (const { id } of [ada, eze]) await church.send('PATCH', `/people/${id}`, { status: 'deceased' })
  const file = csv('class,teacher,pupil\nLions,,Ada\nTigers,Eze,\nTigers,,Bola\n')
  const asked = { file, by: BY, options: { dryRun: true } }
  const { accepted, refusals } = await importInto(service.database, church.church, 'school_classes', asked)
  assert.equal(accepted, 1)
  assert.deepEqual(refusals, [
    { line: 2, errors: { pupil: 'names somebody who has died' } },
    { line: 3, errors: { teacher: 'names somebody who has died' } },
  ])
})

test('pupils are found by their member number without the zeros that spreadsheets drop; a number as it is written goes first', async () => {
  const [ada, bola] = await get('/people')
  const setNumber = (id: number, member_no: string) =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`update people set member_no = ${member_no} where church_id = ${church.church.id} and id = ${id}`),
    )
  await setNumber(ada.id, '000012')
  await setNumber(bola.id, '000034')
  const bring = async (pupil: string) => {
    const asked = { file: csv(`class,pupil\nLions,${pupil}\n`), by: BY, options: {} }
    return await importInto(service.database, church.church, 'school_classes', asked)
  }
  await bring('12')
  assert.deepEqual((await held())[1], [['Ada', 'member', 'active']])
  await setNumber(ada.id, '34')
  await bring('000034')
  assert.deepEqual((await held())[1].length, 2)
  assert.deepEqual((await bring('0034')).refusals[0]?.errors, {
    pupil: 'names several people: write their member number',
  })
})

test('the church office brings classes in from a file in the console, and takes them back', async () => {
  const staff = await member(service, church, 'staff')
  const id = await bring(staff)
  assert.deepEqual(await held(), [
    [['Lions', 'active']],
    [
      ['Ada', 'member', 'active'],
      ['Bola', 'member', 'active'],
      ['Eze', 'leader', 'active'],
    ],
  ])
  const shown = done(await staff.inChurch('GET', `/views/import_undo?id=${id}`))
  assert.deepEqual([shown.hindrance, shown.kept], [null, 0])
  done(await staff.ask('POST', '/api/step-up', { password: PASSWORD }))
  done(await staff.inChurch('POST', '/actions/imports.undo', { id }))
  await eventually('it is taken back', async () => (await get(`/imports/${id}`)).status === 'undone')
  const [classes, members] = await held()
  assert.deepEqual(classes, [['Lions', 'closed']])
  assert.deepEqual([...new Set((members as string[][]).map(([, , status]) => status))], ['left'])
})

test('who keeps the money or only reads brings no classes in, and takes none back', async () => {
  const id = await bring(await member(service, church, 'owner'))
  const finance = await member(service, church, 'finance')
  const { answer } = await read(finance)
  assert.equal(answer.status, 422, answer.text)
  done(await finance.ask('POST', '/api/step-up', { password: PASSWORD }))
  const refused = await finance.inChurch('POST', '/actions/imports.undo', { id })
  assert.deepEqual([refused.status, refused.json.error], [403, 'not_permitted'])
  assert.equal((await finance.inChurch('GET', `/views/import_undo?id=${id}`)).status, 403)
  for (const role of ['viewer', 'helper'] as const) {
    const other = await member(service, church, role)
    assert.equal((await act(other, 'begin', { name: 'classes.csv', bytes: 5 })).status, 403)
    assert.equal((await other.inChurch('GET', `/views/import_undo?id=${id}`)).status, 403)
  }
  assert.equal((await get(`/imports/${id}`)).status, 'completed')
})

test('an import of classes is taken back at the terminal', async () => {
  const id = await bring(await member(service, church, 'administrator'))
  const ended = await cli(service.databaseUrl, ['import', 'undo', String(id), '--church', church.church.slug])
  assert.match(ended.stdout, /went back, 0 stayed/, ended.stderr)
})

test('a class in which something was held since the import stays, and is named', async () => {
  const id = await bring(await member(service, church, 'owner'))
  const [{ id: group_id }] = await get('/school_classes')
  assert.equal((await church.send('POST', '/class_sessions', { group_id })).status, 201)
  const ended = await cli(service.databaseUrl, ['import', 'undo', String(id), '--church', church.church.slug])
  assert.match(ended.stdout, /3 records went back, 1 stayed:\n +line 2: Lions was used after the import/, ended.stderr)
  assert.equal((await get('/school_classes'))[0].status, 'active')
})

const bringing = async (text: string, options: object = {}) =>
  await importInto(service.database, church.church, 'school_classes', { file: csv(text), by: BY, options })
const doneBy = async (name: string, input: object) =>
  done(await (await member(service, church, 'owner')).inChurch('POST', `/actions/${name}`, input))
const classes = async () =>
  (await get('/school_classes')).map((one: Record<string, unknown>) => [
    one.name,
    one.branch_id,
    one.school_year_id,
    one.grade_from,
    one.member_count,
  ])

test('a class of a file is told by its branch and its school year as well as by its name', async () => {
  const yaba = await church.branch('Yaba')
  const hq = church.church.hq_branch_id
  const year = await doneBy('school_years.create', { name: '2031/32', starts_on: '2031-09-01', ends_on: '2032-07-31' })
  const text = 'class,branch,school_year,pupil\nLions,,,Ada\nLions,Yaba,,Bola\nLions,Yaba,2031/32,Eze\n'
  assert.equal((await bringing(text)).imported, 3)
  const found = await classes()
  assert.deepEqual(found, [
    ['Lions', hq, null, null, 1],
    ['Lions', yaba, null, null, 1],
    ['Lions', yaba, year.id, null, 1],
  ])
  const bare = await bringing('class,pupil\nLions,Eze\n')
  assert.deepEqual(bare.refusals[0]?.errors, { name: 'names classes of several branches: say the branch' })
  const unknown = await bringing('class,school_year\nLions,1999/00\n')
  assert.deepEqual(unknown.refusals[0]?.errors, { school_year: 'names no school year: add it first' })
  await bringing('class,branch,school_year,pupil\nLions,Yaba,2031/32,Ada\n')
  assert.deepEqual((await classes()).length, 3)
})

test('rows of one class are judged together before anything is written', async () => {
  const report = await bringing(
    'class,grade,grade_to,teacher,pupil\nLions,3,,Eze,Ada\nLions,4,,,Bola\nBears,5,2,,\nLions,,,,Eze\n',
  )
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, errors]),
    [
      [3, { grade_from: 'is another than in line 2, of the same class' }],
      [4, { grade_to: 'must not come before grade_from' }],
      [5, { pupil: 'is a teacher of the class in line 2' }],
    ],
  )
  assert.deepEqual(await classes(), [])
  const { id } = await doneBy('school_classes.create', { name: 'Lions', capacity: 1 })
  const full = await bringing('class,pupil\nLions,Ada\nLions,Bola\n')
  assert.deepEqual(
    full.refusals.map(({ line }) => line),
    [3],
  )
  await church.send('PUT', `/groups/${id}`, { status: 'closed' })
  const ended = await bringing('class,status\nLions,closed\n')
  assert.deepEqual(ended.refusals[0]?.errors, {
    status: 'is closed: files bring in what is active, so leave this line out',
  })
  const anew = await bringing('class\nLions\n')
  assert.match(anew.notes.join(), /Closed ones on record are called as those of the file: Lions\./)
})

test('a class that was there gets its grades back, and its pupils and teachers of the file leave it', async () => {
  await doneBy('school_classes.create', { name: 'Lions', grade_from: '2' })
  const report = await bringing('class,grade,teacher,pupil\nLions,3,Eze,Ada\n')
  assert.deepEqual(report.changes, [{ line: 2, name: 'Lions', changes: { grade_from: ['2', '3'] } }])
  assert.deepEqual((await classes())[0]?.slice(3), ['3', 2])
  const [{ id }] = (await get('/imports')).slice(-1)
  const ended = await cli(service.databaseUrl, ['import', 'undo', String(id), '--church', church.church.slug])
  assert.match(ended.stdout, /2 records went back, 0 stayed/, ended.stderr)
  assert.deepEqual((await classes())[0]?.slice(3), ['2', 0])
})

test('what a class holds that was closed since stays when the import is taken back, and is told', async () => {
  await bringing('class,grade,teacher,pupil\nLions,3,Eze,Ada\n')
  const [{ id: group_id }] = await get('/school_classes')
  await church.send('PUT', `/groups/${group_id}`, { status: 'closed' })
  const [{ id }] = (await get('/imports')).slice(-1)
  const ended = await cli(service.databaseUrl, ['import', 'undo', String(id), '--church', church.church.slug])
  assert.match(ended.stdout, /belongs to what is closed by now/, ended.stderr)
  const members = await get('/group_members')
  assert.deepEqual(
    members.map((one: { status: string }) => one.status),
    ['active', 'active'],
  )
})
