/** Attendance and head counts from files, back out, and taken back (decisions, Imports; Meetings). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { cli } from '../../../test/support/cli.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { takenBack } from '../../../test/support/undo.ts'
import { sql } from '../../db/sql.ts'
import { keyedNames } from '../../resource/import-names.ts'
import type { ImportOptions, ImportReport } from '../../resource/import-report.ts'
import { setCategories } from './mark-actions.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-attendance-'))
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const imported = (kind: string, text: string, options: ImportOptions = {}, of = church): Promise<ImportReport> =>
  importInto(service.database, of.church, kind, { file: csv(text), by: BY, options }, { now: new Date() })
const marks = (text: string, options?: ImportOptions) => imported('attendances', text, options)
const counts = (text: string, options?: ImportOptions) => imported('headcounts', text, options)
const ok = async (report: Promise<ImportReport>): Promise<ImportReport> => {
  const done = await report
  assert.deepEqual(done.refusals, [])
  assert.ok(done.imported > 0)
  return done
}
const get = async (url: string, of = church) => (await of.send('GET', url)).json.data
const person = async (body: object = {}): Promise<{ id: number; member_no: string }> =>
  (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data
const meet = async (body: object = {}): Promise<{ id: number }> => {
  const of = { name: 'Sunday service', held_on: '2026-03-01', local_time: '08:30', minutes: 120, ...body }
  const made = await church.send('POST', '/meetings', of)
  assert.equal(made.status, 201, made.text)
  return made.json.data
}
const told = async () =>
  (await church.events()).filter(({ name }) => name === 'attendance.recorded').map(({ body }) => body.data as Told)
interface Told {
  meeting: { id: number; name: string }
  revision: number
  total: number | null
  named: Record<string, number>
  source: string
  recorded_by: { kind: string }
}

/** Takes the last import back. @returns how it ended */
async function undone() {
  const [{ id }] = (await get('/imports')).slice(-1)
  return await takenBack(service, church, id)
}

test('people are named by number or e-mail; a meeting is found by day and name, or made as a service that is over', async () => {
  const [ada, bo] = [await person(), await person({ first_name: 'Bo', email: 'bo@example.org' })]
  const { id } = await meet()
  const report = await ok(
    marks(
      `Date,Service,Member no,Email,State,Role,First time,Note\n` +
        `2026-03-01,SUNDAY  service,${ada.member_no},,,leader,,\n2026-03-01,Sunday service,,BO@example.org,absent,,,At work\n` +
        `2026-02-22,sunday service,${ada.member_no},,present,,true,\n2026-02-22,Vigil,${ada.member_no},,excused,,,\n`,
    ),
  )
  assert.deepEqual(report.notes, [
    '2 services are not on record and are added: Sunday service (22 February 2026, 08:30), Vigil (22 February 2026, 09:00).',
  ])
  const shown = (await get('/attendances')).map((one: Record<string, unknown>) => {
    const { person_id, held_on, state, role, first_time, note, source } = one
    return [person_id, held_on, state, role, first_time, note, source]
  })
  assert.deepEqual(
    shown.toSorted(),
    [
      [ada.id, '2026-02-22', 'excused', 'attendee', false, null, 'import'],
      [ada.id, '2026-02-22', 'present', 'attendee', true, null, 'import'],
      [ada.id, '2026-03-01', 'present', 'leader', false, null, 'import'],
      [bo.id, '2026-03-01', 'absent', 'attendee', false, 'At work', 'import'],
    ].toSorted(),
  )
  const meetings = (await get('/meetings')).map((one: Record<string, unknown>) => {
    const { name, kind, local_time, minutes, status, total, revision } = one
    return [name, kind, local_time, minutes, status, total, revision]
  })
  assert.deepEqual(meetings, [
    ['Sunday service', 'service', '08:30', 120, 'open', 1, 1],
    ['Sunday service', 'service', '08:30', 120, 'closed', 1, 1],
    ['Vigil', 'service', '09:00', 90, 'closed', 0, 1],
  ])
  assert.equal((await church.send('GET', '/attendances')).json.meta.total, 4)
  const events = await told()
  assert.deepEqual(
    events.map(({ source, recorded_by }) => [source, recorded_by.kind]),
    [
      ['import', 'command_line'],
      ['import', 'command_line'],
      ['import', 'command_line'],
    ],
  )
  assert.deepEqual(events.find(one => one.meeting.id === id)?.named, {
    ...{ present: 1, absent: 1, excused: 0, helpers: 1, visitors: 0, first_time: 0 },
  })
})

test('every wrong cell is named with its line, and nothing is half-imported', async () => {
  const { member_no } = await person()
  await meet()
  await meet({ local_time: '11:00' })
  const head = 'held_on,service,local_time,branch,member_no,state,first_time'
  const rows = [
    `2026-03-01,Sunday service,11am,,${member_no},present,`,
    '01.03.2026,Sunday service,noon,Nowhere,999999,there,maybe',
    `2026-03-01,Sunday service,,,${member_no},,`,
    `2026-03-08,,,,${member_no},,`,
    `2222-01-01,Sunday service,,,${member_no},,`,
    '2026-03-01,Sunday service,8:30,,,,',
    `2026-03-01,Sunday service,11:00,,${member_no},absent,`,
  ]
  const report = await marks(`${head}\n${rows.join('\n')}\n`)
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, Object.keys(errors).sort()]),
    [
      [3, ['branch', 'first_time', 'held_on', 'local_time', 'member_no', 'state']],
      [4, ['local_time']],
      [5, ['service']],
      [6, ['held_on']],
      [7, ['member_no']],
      [8, ['row']],
    ],
  )
  assert.equal(report.refusals[5]?.errors.row, 'names somebody whom line 2 names of the same meeting')
  assert.deepEqual([report.imported, (await get('/attendances')).length], [0, 0])
  assert.equal((await marks(`${head}\n${rows.join('\n')}\n`, { skipRefused: true })).imported, 1)
})

test('what is on record as it is, is left out; what a row says otherwise is shown, and changes it', async () => {
  const [ada, bo] = [await person(), await person({ first_name: 'Bo' })]
  const { id: meeting_id } = await meet()
  const records = [{ person_id: ada.id, note: 'Sang' }, { person_id: bo.id }]
  await church.send('POST', '/attendances', { meeting_id, records })
  await church.send('POST', '/meetings', { name: 'Vigil', held_on: '2026-03-01', local_time: '22:00' })
  const text = `meeting_id,member_no,state,note\n${meeting_id},${ada.member_no},present,\n${meeting_id},${bo.member_no},absent,Ill\n`
  const dry = await marks(text, { dryRun: true })
  assert.deepEqual([dry.accepted, dry.skipped, dry.changed], [1, 1, 1])
  assert.deepEqual(
    dry.left_out.map(({ line, name, taken_for }) => [line, name, taken_for]),
    [[2, 'Ada Obi · Sunday service · 1 March 2026', 'Ada Obi, present']],
  )
  const changes = { state: ['present', 'absent'], note: [null, 'Ill'] }
  const meeting = { message: '{name} ({day})', values: { name: 'Sunday service', day: { date: '2026-03-01' } } }
  const said = { message: '{name}: {text}', values: { name: 'Bo Obi', text: meeting } }
  const name = 'Bo Obi · Sunday service · 1 March 2026'
  assert.deepEqual(dry.changes, [{ line: 3, id: bo.id, name, said, changes }])
  await ok(marks(text))
  const after = await get('/attendances')
  assert.deepEqual(
    after.map((one: { state: string; note: string }) => [one.state, one.note]),
    [
      ['present', 'Sang'],
      ['absent', 'Ill'],
    ],
  )
  await assert.rejects(marks(text.replace(/.*present.*\n/, '')), /was imported/)
  const elsewhere = await marks(
    `meeting_id,held_on,service,member_no\n${meeting_id},2026-03-01,Vigil,${ada.member_no}\n`,
  )
  assert.match(elsewhere.refusals[0]?.errors.meeting_id ?? '', /is Sunday service on 2026-03-01 at 08:30/)
})

test('an import of marks is taken back: what was new is undone, what was changed says again what it did', async () => {
  const [ada, bo, cy] = [await person(), await person({ first_name: 'Bo' }), await person({ first_name: 'Cy' })]
  const { id: meeting_id } = await meet()
  await church.send('POST', '/attendances', { meeting_id, person_id: bo.id, state: 'excused', note: 'Away' })
  const text =
    'held_on,service,member_no,state,note\n' +
    `2026-03-01,Sunday service,${ada.member_no},,\n2026-03-01,Sunday service,${bo.member_no},present,Late\n` +
    `2026-02-22,Sunday service,${ada.member_no},,\n2026-02-15,Sunday service,${ada.member_no},,\n2026-02-15,Sunday service,${cy.member_no},,\n`
  await ok(marks(text))
  const later = (await get('/attendances?from=2026-02-15&to=2026-02-15')).find(
    (one: { person_id: number }) => one.person_id === cy.id,
  )
  await service.database.write(church.church.id, async tx => {
    await tx.run(
      sql`update attendances set note = 'Sang', updated_at = now() where church_id = ${church.church.id} and id = ${later.id}`,
    )
  })
  const { reversed, kept } = await undone()
  assert.deepEqual([reversed, kept], [5, 2], 'the meeting of what stays, stays')
  const states = (await get('/attendances')).map((one: Record<string, unknown>) => [
    one.person_id,
    one.held_on,
    one.state,
    one.note,
  ])
  assert.deepEqual(
    states.toSorted(),
    [
      [bo.id, '2026-03-01', 'excused', 'Away'],
      [ada.id, '2026-03-01', 'undone', null],
      [ada.id, '2026-02-22', 'undone', null],
      [ada.id, '2026-02-15', 'undone', null],
      [cy.id, '2026-02-15', 'present', 'Sang'],
    ].toSorted(),
  )
  const meetings = await get('/meetings')
  assert.deepEqual(
    meetings
      .map((one: { held_on: string; status: string; named: number | null }) => [one.held_on, one.status, one.named])
      .toSorted(),
    [
      ['2026-02-15', 'closed', 1],
      ['2026-02-22', 'cancelled', null],
      ['2026-03-01', 'open', 0],
    ],
  )
  assert.equal((await church.send('GET', '/attendances?state=undone')).json.meta.total, 3)
  const again = await ok(marks(text))
  assert.deepEqual([again.imported, again.skipped, again.changed], [4, 1, 3])
})

test('head counts come a row for each category, or a column for each; a sum beside them must be theirs', async () => {
  await church.act(setCategories, { categories: ['men', 'women', 'Small kids'] })
  await meet()
  await ok(
    counts(
      'Date,Service,Category,Count,Counted by\n2026-03-01,Sunday service,Men,84,Usher\n2026-03-01,Sunday service,small KIDS,0,\n',
    ),
  )
  const wide =
    'Date,Service,Men,Ladies,Small kids,Total\n2026-02-22,Sunday service,80,95,"1,012","1,187"\n2026-02-15,Sunday service,70,,,70\n'
  assert.equal((await ok(counts(wide))).accepted, 2)
  const shown = (await get('/headcounts')).map((one: Record<string, unknown>) => [
    one.held_on,
    one.category,
    one.count,
    one.counted_by,
  ])
  assert.deepEqual(
    shown.toSorted(),
    [
      ['2026-03-01', 'men', 84, 'Usher'],
      ['2026-03-01', 'Small kids', 0, null],
      ['2026-02-22', 'men', 80, null],
      ['2026-02-22', 'women', 95, null],
      ['2026-02-22', 'Small kids', 1012, null],
      ['2026-02-15', 'men', 70, null],
    ].toSorted(),
  )
  assert.deepEqual((await told()).map(({ total }) => total).toSorted(), [1187, 70, 84])
  const wrong = await counts(
    'held_on,service,category,count,men,women\n2026-03-08,Mass,,30,10,21\n2026-03-08,Mass,men,,1,\n2026-03-08,Mass,men,many,,\n2026-03-08,Mass,,,,\n2026-03-08,Mass,Men,4,,\n2026-03-08,Mass,MEN,5,,\n',
  )
  assert.deepEqual(
    wrong.refusals.map(({ line, errors }) => [line, Object.entries(errors)[0]]),
    [
      [2, ['count', 'is 30, but the columns beside it add up to 31']],
      [3, ['category', 'says the same as the columns of categories: keep the one or the others']],
      [4, ['count', 'must be a whole number from 0 to 1,000,000']],
      [5, ['count', 'is missing: write 0 where nobody was counted']],
      [7, ['men', 'is counted in line 6, of the same meeting']],
    ],
  )
  const total = await ok(counts('Date,Service,Total\n2026-03-08,Mass,250\n'))
  assert.equal(total.imported, 1)
  assert.deepEqual(
    (await get('/headcounts?from=2026-03-08')).map((one: { category: string }) => one.category),
    ['all'],
  )
})

test('an import of head counts is taken back, each to what it was', async () => {
  const { id: meeting_id } = await meet()
  await church.send('POST', '/headcounts', { meeting_id, category: 'men', count: 80 })
  const text =
    'held_on,service,men,women\n2026-03-01,Sunday service,84,90\n2026-02-22,Sunday service,70,71\n2026-02-15,Sunday service,60,61\n'
  const report = await ok(counts(text))
  const said = { message: '{name} ({day})', values: { name: 'Sunday service', day: { date: '2026-03-01' } } }
  const name = 'Sunday service · 1 March 2026'
  assert.deepEqual(report.changes, [{ line: 2, name, said, changes: { men: [80, 84] } }])
  const made = (await get('/headcounts?to=2026-02-15'))[0]
  await service.database.write(church.church.id, async tx => {
    await tx.run(
      sql`update headcounts set count = 6, updated_at = now() where church_id = ${church.church.id} and id = ${made.id}`,
    )
  })
  assert.deepEqual(await undone().then(({ reversed, kept }) => [reversed, kept]), [3, 2])
  const shown = (await get('/headcounts?sort=held_on')).map((one: Record<string, unknown>) => [
    one.held_on,
    one.category,
    one.count,
  ])
  assert.deepEqual(shown, [
    ['2026-02-15', 'men', 6],
    ['2026-02-15', 'women', 61],
    ['2026-02-22', 'men', null],
    ['2026-02-22', 'women', null],
    ['2026-03-01', 'men', 80],
    ['2026-03-01', 'women', null],
  ])
  assert.equal((await get(`/meetings/${meeting_id}`)).counted, 80)
  assert.deepEqual((await get('/meetings?to=2026-02-28')).map((one: { status: string }) => one.status).toSorted(), [
    'cancelled',
    'closed',
  ])
})

test('what is exported comes into another church: services by name, day and time, branches by name', async () => {
  const north = await church.branch('North')
  const ada = await person()
  const ids = [await meet({ branch_id: north }), await meet({ branch_id: north, local_time: '11:00' })]
  for (const { id: meeting_id } of ids) {
    await church.send('POST', '/attendances', {
      meeting_id,
      person_id: ada.id,
      state: 'excused',
      note: 'Away',
      role: 'helper',
    })
    await church.send('POST', '/headcounts', {
      meeting_id,
      category: 'men',
      count: meeting_id % 7,
      counted_by: 'Usher',
    })
  }
  const other = await service.church()
  await other.branch('North')
  await other.send('POST', '/people', { first_name: 'Ada' })
  for (const kind of ['attendances', 'headcounts']) {
    const { stdout } = await cli(service.databaseUrl, ['export', kind, '--church', church.church.slug])
    assert.match(stdout, /^\ufeffid,service,local_time,/)
    const report = await ok(imported(kind, stdout, {}, other))
    assert.equal(report.imported, 2)
    const shown = async (of: TestChurch) =>
      (await get(`/${kind}`, of)).map(
        ({ id, meeting_id, person_id, branch_id, source, created_at, updated_at, ...data }: Record<string, unknown>) =>
          data,
      )
    assert.deepEqual(await shown(other), await shown(church))
    const here = await imported(kind, stdout, { dryRun: true })
    assert.deepEqual([here.skipped, here.accepted, here.refused], [2, 0, 0], 'here it is on record')
  }
  const times = async (of: TestChurch) =>
    (await get('/meetings', of)).map((one: { local_time: string }) => one.local_time)
  assert.deepEqual(await times(other), await times(church))
})

test('a file as a church has it is understood: its kind, its days, and the words for who was there', async () => {
  const [ada, bo] = [await person(), await person({ first_name: 'Bo' })]
  const file = path.join(folder, 'roll.csv')
  writeFileSync(
    file,
    `Grace Chapel\nService Date,Event,Start time,Membership No,Attended,First timer\n22/02/2026,Sunday service,9:00 AM,${ada.member_no},P,yes\n22/02/2026,Sunday service,9:00 AM,${bo.member_no},Travelled,no\n`,
  )
  const run = (name: string, ...more: string[]) =>
    cli(service.databaseUrl, ['import', name, '--church', church.church.slug, ...more])
  const done = await run(file)
  assert.match(done.stdout, /is read as attendances/)
  const shown = (await get('/attendances')).map((one: Record<string, unknown>) => [
    one.held_on,
    one.state,
    one.first_time,
  ])
  assert.deepEqual(shown, [
    ['2026-02-22', 'present', true],
    ['2026-02-22', 'excused', false],
  ])
  assert.equal((await get('/meetings'))[0].local_time, '09:00')
  writeFileSync(file, 'Sunday,Service,Men,Women,Kids,Total\n22 Feb 2026,Sunday service,80,90,30,200\n')
  const counted = await run(file)
  assert.match(counted.stdout, /is read as headcounts/)
  assert.equal((await get('/meetings'))[0].total, 200)
})

test('whoever was merged after the file was read is followed; two lines of one person by then are refused', async () => {
  const { database } = service
  const [ada, bo] = [await person(), await person({ first_name: 'Bo' })]
  await meet()
  const { id } = church.church
  /** Imports a file, and merges Bo into Ada when it is read and waits to write. */
  const overtaken = async (numbers: string[]): Promise<Promise<ImportReport>[]> =>
    await database.writeAlone(id, async tx => {
      const under = marks(
        `held_on,service,member_no\n${numbers.map(no => `2026-03-01,Sunday service,${no}`).join('\n')}\n`,
      )
      await eventually('the import waits', async () => {
        const waiting = await database.read.first(sql`select 1 from pg_locks
          where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`)
        return waiting !== undefined
      })
      await tx.run(sql`update people set deleted_at = ${tx.now}::timestamptz, merged_into_id = ${ada.id}
        where church_id = ${id} and id = ${bo.id}`)
      return [under]
    })
  const [both] = await overtaken([ada.member_no, bo.member_no])
  await assert.rejects(both ?? assert.fail(), /others changed what line 3 names: person_id was merged/)
  await database.write(id, async tx => {
    await tx.run(
      sql`update people set deleted_at = null, merged_into_id = null where church_id = ${id} and id = ${bo.id}`,
    )
  })
  const [alone] = await overtaken([bo.member_no])
  assert.equal((await alone)?.imported, 1)
  assert.deepEqual(
    (await get('/attendances')).map((one: { person_id: number }) => one.person_id),
    [ada.id],
  )
})

test('a telephone names who alone has it; of several, of nobody and of what is no number it is said so, with who may be meant', async () => {
  const ada = await person({ phone: '+2348030000001' })
  const bola = await person({ first_name: 'Bola', phone: '+2348030000002' })
  const chi = await person({ first_name: 'Chi', phone: '+2348030000003', phone2: '+2348030000002' })
  const of = 'date,service,phone,member no\n'
  const row = (phone: string, member = ''): string => `2026-03-01,Sunday service,${phone},${member}\n`
  const refused = await marks(`${of}${row('0803 000 0001')}${row('08030000002')}${row('08039999999')}${row('12')}`, {
    dryRun: true,
  })
  assert.equal(refused.accepted, 1)
  assert.deepEqual(refused.refusals, [
    {
      line: 3,
      errors: {
        phone: `is that of several people: Bola Obi (${bola.member_no}), Chi Obi (${chi.member_no}). Write the member number of who is meant`,
      },
    },
    { line: 4, errors: { phone: 'is that of nobody on record' } },
    { line: 5, errors: { phone: 'must be a phone number that is possible in NG' } },
  ])
  // The member number says who of a family it is.
  await ok(marks(`${of}${row('08030000001')}${row('08030000002', chi.member_no)}`))
  const there = (await get('/attendances')).map((one: { person_id: number }) => one.person_id)
  assert.deepEqual(there, [ada.id, chi.id])
})

test('a roll of names takes who surely is meant, asks of the others, and its report names them; what was said of a name holds', async () => {
  const ada = await person({ first_name: 'Ada', last_name: 'Balogun' })
  const [one, other] = [
    await person({ first_name: 'Bola', last_name: 'Eze' }),
    await person({ first_name: 'Bola', last_name: 'Eze' }),
  ]
  const roll = ['Balogun, Ada', 'Bola Eze', 'Nobody Here'].map(name => `2026-03-01,Sunday service,"${name}"`)
  const text = `date,service,name\n${roll.join('\n')}\n`
  const unasked = await marks(text, { dryRun: true })
  assert.deepEqual([unasked.accepted, unasked.refusals.length], [0, 3])
  const match = { match: true, said: {} }
  const asked = await marks(text, { dryRun: true, names: match })
  assert.equal(asked.accepted, 1)
  const [doubtful, unknown] = asked.refusals.map(({ errors }) => errors?.name)
  assert.match(
    doubtful ?? '',
    new RegExp(`may mean Bola Eze \\(${one.member_no}\\) or Bola Eze \\(${other.member_no}\\)`),
  )
  assert.equal(unknown, 'is that of nobody on record')
  assert.deepEqual(
    [asked.names?.matched, asked.names?.open_rows, asked.names?.keeps, asked.names?.open[0]?.may.length],
    [1, 1, false, 2],
  )
  const said = keyedNames({ match: true, said: { 'Bola Eze': other.member_no } })
  const done = await marks(text, { names: said, skipRefused: true })
  assert.deepEqual([done.imported, done.refused], [2, 1])
  const there = (await get('/attendances')).map((mark: { person_id: number }) => mark.person_id)
  assert.deepEqual(there, [ada.id, other.id])
})
