/** Imports of resources that declare all of themselves (decisions, Imports, "What may be imported"). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import type { ImportOptions, ImportReport } from '../src/resource/import-report.ts'
import { cli } from './support/cli.ts'
import { BY, csv, importInto } from './support/import.ts'
import { eventually } from './support/receiver.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['care'] })
})
after(() => service.close())

const prayers = (text: string, options: ImportOptions = {}): Promise<ImportReport> =>
  importInto(service.database, church.church, 'prayer_requests', { file: csv(text), by: BY, options })
const list = async () => (await church.send('GET', '/prayer_requests')).json.data
const ada = async (body: object = {}): Promise<{ id: number; member_no: string }> =>
  (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data

test('columns are the fields by name or label, and branches and people by what names them', async () => {
  const north = await church.branch('North')
  const { id, member_no } = await ada({ branch_id: north })
  const report = await prayers(
    `What to pray for,Urgent,member number,branch\nFor rain,true,${member_no},\nFor peace,0,${member_no},NORTH\n`,
  )
  assert.deepEqual([report.imported, report.refused, report.notes], [2, 0, []])
  const made = await list()
  const shown = made.map(({ person_id, branch_id, body, is_urgent, source }: Record<string, unknown>) => {
    return { person_id, branch_id, body, is_urgent, source }
  })
  const common = { person_id: id, branch_id: north, source: 'import' }
  assert.deepEqual(shown, [
    { ...common, body: 'For rain', is_urgent: true },
    { ...common, body: 'For peace', is_urgent: false },
  ])
})

test('every wrong row is named with its line and all that is wrong with it, and nothing is half-imported', async () => {
  const report = await prayers(
    'name,body,is_urgent,member_no,person_id\nAda,For rain,,,\n,,maybe,999,\nBo,For peace,,,999999\n,For joy,,,\n',
  )
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, Object.keys(errors).sort()]),
    [
      [3, ['body', 'is_urgent', 'member_no']],
      [4, ['person_id']],
      [5, ['name', 'person_id']],
    ],
  )
  assert.deepEqual([report.rows, report.accepted, report.imported], [4, 1, 0])
  assert.deepEqual(await list(), [])
  const some = await prayers('name,body\nAda,For rain\nBo,\n', { skipRefused: true })
  assert.deepEqual([some.imported, some.refused], [1, 1])
})

test('a dry run imports nothing; the same rows again are told of, and left out or forced on request', async () => {
  const text = 'name,body\nAda,For rain\n'
  const dry = await prayers(text, { dryRun: true })
  assert.deepEqual([dry.accepted, dry.imported, (await list()).length], [1, 0, 0])
  assert.equal((await prayers(text)).imported, 1)
  await assert.rejects(prayers(text), /was imported on .* 1 row/)
  assert.equal((await prayers(`${text}Bo,For peace\n`, { newRows: true })).imported, 1)
  assert.equal((await prayers(text, { force: true })).imported, 1)
  assert.equal((await list()).length, 3)
})

test('each record gets the event of its creation, and the whole imports.completed', async () => {
  await prayers('name,body\nAda,For rain\nBo,For peace\n')
  const events = await church.events()
  assert.deepEqual(
    events.map(({ name }) => name).filter(name => name !== 'api.key_created'),
    ['care.prayer_request_created', 'care.prayer_request_created', 'imports.completed'],
  )
  const { import_id, ...data } = (events.at(-1)?.body.data ?? {}) as Record<string, unknown>
  assert.deepEqual(data, { kind: 'prayer_requests', imported: 2, refused: 0, skipped: 0 })
  const made = (await list()).map(({ id }: { id: number }) => id)
  const kept = await service.database.read.all(sql`select line, resource, record_id, action, written ->> 'body' as body
    from import_records where church_id = ${church.church.id} and import_id = ${import_id} order by line`)
  const common = { resource: 'prayer_requests', action: 'created' }
  assert.deepEqual(kept, [
    { line: 2, ...common, record_id: made[0], body: 'For rain' },
    { line: 3, ...common, record_id: made[1], body: 'For peace' },
  ])
})

test('fields that nobody sets are left out, and the report says so; a guarded text comes back as it was', async () => {
  const report = await prayers("id,name,body,status,created_at\n170017,'=Ada,'+1 for rain,open,2020-01-01T00:00:00Z\n")
  assert.deepEqual(report.notes, ['Left out, since they are not set by files: id, created_at.'])
  const [{ id, name, body, status }] = await list()
  assert.notEqual(id, 170_017)
  assert.deepEqual([name, body, status], ['=Ada', '+1 for rain', 'open'])
  await assert.rejects(prayers('name,bodi\nAda,x\n'), /"bodi" \(did you mean body\?\)/)
})

test('who was removed between the check and the writing is told with the line, and nothing is imported', async () => {
  const { id, member_no } = await ada()
  const { database } = service
  let imported: Promise<ImportReport> | undefined
  await database.writeAlone(church.church.id, async tx => {
    imported = prayers(`name,body,member_no\nBo,For peace,\n,For rain,${member_no}\n`)
    // It has read the file and waits to write.
    await eventually('the import waits', async () => {
      const { waits = false } =
        (await tx.first<{ waits: boolean }>(sql`select exists (select 1 from pg_locks as held join pg_locks as wanted
          using (locktype, database, classid, objid, objsubid)
          where held.pid = pg_backend_pid() and held.granted and not wanted.granted and locktype = 'advisory') as waits`)) ??
        {}
      return waits
    })
    await tx.run(sql`update people set deleted_at = ${tx.now}::timestamptz
      where church_id = ${church.church.id} and id = ${id}`)
  })
  await assert.rejects(imported ?? assert.fail(), /others changed what line 3 names: person_id names no person/)
  assert.deepEqual(await list(), [])
})

test('the command is called by the name of the resource or by its short one', async () => {
  const help = await cli(service.databaseUrl, ['import', 'prayer', '--help'])
  assert.match(help.stdout, /import prayer requests; columns are person_id, name,[^:]*\bmember_no,\s+branch\n/)
  assert.doesNotMatch(help.stdout, /--dedupe|--decimal/)
  const all = await cli(service.databaseUrl, ['import', '--help'])
  for (const name of ['people', 'contributions', 'prayer_requests']) assert.match(all.stdout, new RegExp(`  ${name}`))
  assert.doesNotMatch(all.stdout, / messages | branches /)
})
