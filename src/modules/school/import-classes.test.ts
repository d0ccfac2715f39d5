import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'

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
  assert.match(ended.stdout, /2 records went back, 1 stayed:\n +line 2: Lions was used after the import/, ended.stderr)
  assert.equal((await get('/school_classes'))[0].status, 'active')
})
