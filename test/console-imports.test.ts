/** Files that are imported through the console: what is shown of them, who may, and what comes of it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from '../src/db/sql.ts'
import { configureChurch } from '../src/modules/church/configure-church.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { undoImport } from '../src/modules/imports/undo-import.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import type { OpenName } from '../src/resource/import-names.ts'
import { notesOf } from '../src/resource/import-report.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { saidIn } from '../src/texts/said.ts'
import { cli } from './support/cli.ts'
import { member } from './support/console.ts'
import { dirtyFiles } from './support/dirty-files.ts'
import { act, ended, look, read, upload } from './support/file-import.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a dirty spreadsheet is chosen, understood, checked and imported; refused rows come back with their reasons', async () => {
  const church = await service.church()
  await church.branch('Yaba')
  const owner = await member(service, church, 'owner')
  const { data } = (await church.send('GET', '/branches')).json
  const head = data.find((one: { id: number }) => one.id === church.church.hq_branch_id).name
  const files = dirtyFiles(11, head, { people: 300, gifts: 2_000 })
  const id = await upload(
    owner,
    'members.csv',
    Buffer.concat([files.people.bytes, Buffer.from('GC9,,,,31/31/2020,,,,\n')]),
  )
  const shown = (await read(owner, id)).json.data
  assert.deepEqual([shown.kind, shown.encoding, shown.assumed, shown.rows], ['people', 'windows-1252', true, 301])
  assert.match(shown.lines.join('\n'), /MUÑOZ/)
  assert.deepEqual(
    shown.columns.slice(0, 3).map(({ target }: { target: string }) => target),
    ['member_no', 'last_name', 'other_names'],
  )
  assert.deepEqual(shown.missing, [])
  const check = await act(owner, 'check', { id, said: JSON.stringify({ kind: 'people' }) })
  assert.equal(check.status, 200, check.text)
  const state = (await look(owner, 'state', `id=${id}`)).json.data
  assert.deepEqual([state.status, state.buckets], ['checked', { new: 300, refused: 1 }])
  const { rows, total } = (await look(owner, 'rows', `id=${id}&bucket=refused`)).json.data
  assert.deepEqual([total, Object.keys(rows[0].shown.errors).sort()], [1, ['dob', 'first_name']])
  const refused = (await act(owner, 'refused', { id })).json.data
  assert.equal(refused.name, 'members - refused.csv')
  assert.match(
    refused.text,
    /^\ufeffMember No\.,Surname,.*,Why it was refused\r\nGC9,,,,31\/31\/2020,,,,,.*\(First name\): is required/,
  )
  assert.equal((await church.send('GET', '/people')).json.meta.total, 0)
  assert.equal((await act(owner, 'start', { id })).status, 200)
  const done = await ended(owner, id)
  assert.deepEqual([done.status, done.error], ['done', null])
  assert.equal((await church.send('GET', '/people')).json.meta.total, 300)
  const completed = (await church.events()).filter(({ name }) => name === 'imports.completed')
  assert.deepEqual(
    completed.map(({ body }) => body.data),
    [{ import_id: done.import_id, kind: 'people', imported: 300, refused: 1, skipped: 0 }],
  )
  assert.equal((await act(owner, 'start', { id })).status, 422)
  const told = (await act(owner, 'report', { id })).json.data
  const lines = told.text.split('\r\n')
  assert.deepEqual([told.name, lines.length], ['members - report.csv', 303])
  assert.match(lines[0], /,What became of it,Whom it names,Why$/)
  assert.equal(lines.filter((line: string) => line.endsWith(',added,,')).length, 300)
  assert.match(lines[301], /^GC9,.*,refused,,.*\(First name\): is required/)

  for (const name of ['Tithe', 'Building Fund']) await church.act(createFund, { name })
  const gifts = await upload(owner, 'gifts.csv', files.gifts.bytes)
  await act(owner, 'check', { id: gifts, said: '{}' })
  const { report } = (await look(owner, 'state', `id=${gifts}`)).json.data
  assert.deepEqual(
    report.sums.map(({ gifts, amount }: { gifts: number; amount: string }) => [gifts, amount]),
    [[2_000, String(files.gifts.sum)]],
  )
  await act(owner, 'start', { id: gifts })
  assert.equal((await ended(owner, gifts)).status, 'done')
  assert.equal((await church.send('GET', '/contributions')).json.meta.total, 2_000)
  const { data: mine } = (await owner.inChurch('GET', '/views/import_files')).json
  assert.deepEqual(
    mine.files.map(({ status }: { status: string }) => status),
    ['done', 'done'],
  )
})

test('what is wrong with a row names the column as its file calls it, in the preview, the report and the command, in the language of the church', async t => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const text = 'Full Name,Phone No.,Born,Town where they live\nAda Obi,12,31/31/2020,Jos\n'
  const id = await upload(owner, 'members.csv', Buffer.from(text))
  const said = { kind: 'people', columns: { Born: 'dob', 'Town where they live': 'city' } }
  await act(owner, 'check', { id, said: JSON.stringify(said) })
  const { report } = (await look(owner, 'state', `id=${id}`)).json.data
  const { first_name, last_name, phone, dob, city } = report.titles
  assert.deepEqual([first_name, last_name], [['Full Name'], ['Full Name']], 'of a column that is parted')
  assert.deepEqual([phone, dob, city], [['Phone No.'], ['Born'], ['Town where they live']])
  const whyOf = async (view: string) => (await act(owner, view, { id })).json.data.text
  for (const view of ['refused', 'report']) {
    const told = await whyOf(view)
    assert.match(told, /“Phone No\.” \(Phone\): must be a phone number/, view)
    assert.match(told, /“Born” \(Date of birth\): is ""31\/31\/2020""/, view)
  }
  await church.act(configureChurch, { language: 'fr' })
  assert.match(await whyOf('refused'), /«\u202fBorn\u202f» \(Date de naissance\)\u202f: est «\u202f31\/31\/2020\u202f»/)
  const folder = mkdtempSync(path.join(tmpdir(), 'sexton-columns-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'members.csv'), text)
  const args = [
    'import',
    path.join(folder, 'members.csv'),
    '--church',
    church.church.slug,
    '--map',
    'Born=dob',
    '--dry-run',
  ]
  const { stdout } = await cli(service.databaseUrl, args)
  assert.match(stdout, /line 2: .*“Phone No\.” \(phone\) must be a phone number/)
  assert.match(stdout, /line 2: .*“Born” \(dob\) is "31\/31\/2020"/)
})

test('a workbook, another sheet of it, and what is said of columns; doubtful people are decided by hand; taken back, all are as they were', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const add = async (body: object) => (await church.send('POST', '/people', body)).json.data.id
  const [ada, chi, dan] = [
    await add({ first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org' }),
    await add({ first_name: 'Chi', last_name: 'Eze' }),
    await add({ first_name: 'Dan', last_name: 'Eze' }),
  ]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['Nothing here']] },
      {
        name: 'People',
        rows: [
          ['Name', 'E-mail', 'Town where they live'],
          ['Ada Obi', 'ada@example.org', 'Jos'],
          ['Chi Eze', null, 'Uyo'],
          ['Dan Eze', null, 'Aba'],
          ['Eve New', null, 'Ibadan'],
        ],
      },
    ],
  })
  const id = await upload(owner, 'people.xlsx', Buffer.from(bytes))
  assert.deepEqual((await read(owner, id)).json.data.sheets, ['Notes', 'People'])
  const said = { sheet: 'People', kind: 'people', columns: { 'Town where they live': 'city' } }
  assert.equal((await read(owner, id, said)).json.data.columns[2].target, 'city')
  await act(owner, 'check', { id, said: JSON.stringify(said) })
  const state = (await look(owner, 'state', `id=${id}`)).json.data
  assert.deepEqual([state.buckets, state.undecided], [{ changed: 1, doubtful: 2, new: 1 }, 2])
  const changed = (await look(owner, 'rows', `id=${id}&bucket=changed`)).json.data.rows[0]
  assert.deepEqual([changed.shown.taken_for_id, changed.shown.changes], [ada, { city: [null, 'Jos'] }])
  const { rows } = (await look(owner, 'rows', `id=${id}&bucket=doubtful`)).json.data
  assert.deepEqual(
    rows.map((row: { shown: { taken_for_id: number } }) => row.shown.taken_for_id),
    [chi, dan],
  )
  const written = async (): Promise<number> => (await look(owner, 'state', `id=${id}`)).json.data.written
  await act(owner, 'decide', { id, line: rows[0].line, decision: 'same' })
  await act(owner, 'decide', { id, line: rows[1].line, decision: 'out' })
  assert.equal(await written(), 3, 'what is left out is not among what is imported')
  await act(owner, 'decide', { id, line: rows[1].line, decision: 'other' })
  assert.equal(await written(), 4)
  await act(owner, 'start', { id })
  assert.equal((await ended(owner, id)).status, 'done')
  const { data } = (await church.send('GET', '/people')).json
  const cities = data.map(({ full_name, city }: { full_name: string; city: string }) => `${full_name} ${city}`).sort()
  assert.deepEqual(cities, ['Ada Obi Jos', 'Chi Eze Uyo', 'Dan Eze Aba', 'Dan Eze null', 'Eve New Ibadan'])
  const history = await service.database.read.all(
    sql`select by_name from person_history where church_id = ${church.church.id} and person_id = ${chi}`,
  )
  assert.equal(history.length, 1)
  const { import_id } = (await look(owner, 'state', `id=${id}`)).json.data
  await church.act(undoImport, { id: import_id })
  await eventually('it is undone', async () => {
    const { status } = (await church.send('GET', `/imports/${import_id}`)).json.data
    return status === 'undone'
  })
  const left = (await church.send('GET', '/people')).json.data
  assert.deepEqual(left.map((one: { full_name: string; city: string | null }) => [one.full_name, one.city]).sort(), [
    ['Ada Obi', null],
    ['Chi Eze', null],
    ['Dan Eze', null],
  ])
})

test('givers that are named by nothing but a name are found where one says so; who is meant is decided and remembered', async () => {
  const church = await service.church()
  const finance = await member(service, church, 'finance')
  const add = async (first_name: string) =>
    (await church.send('POST', '/people', { first_name, last_name: 'Obi' })).json.data
  const [ada, , second] = [await add('Ada'), await add('Bola'), await add('Bola')]
  const book = (day: string) =>
    Buffer.from(`Date,Name,Amount\n${day},Ada Obi,500\n${day},OBI Bola,600\n${day},A Guest,700\n`)
  const givers = async (): Promise<unknown[]> =>
    (await church.send('GET', '/contributions?sort=-given_on')).json.data
      .slice(0, 3)
      .map(({ person_id }: { person_id: number }) => person_id)
      .sort()
  const id = await upload(finance, 'book.csv', book('2026-05-03'))
  assert.deepEqual((await read(finance, id)).json.data.names, { match: false, keeps: true, sure: null, open: [] })
  const shown = (await read(finance, id, { names: { match: true, said: {} } })).json.data.names
  assert.deepEqual([shown.match, shown.sure, shown.open.length, shown.open[0].may.length], [true, 1, 1, 2])
  const names = { match: true, said: { 'Obi, Bola': '' } }
  const wrongly = (await read(finance, id, { names: { match: 'yes' } })).json
  assert.equal(wrongly.error, 'validation_failed')
  assert.equal((await read(finance, id, { names })).json.data.names.open[0].said, '')
  const said = { names: { match: true, said: { 'Obi Bola': second.member_no } } }
  assert.equal((await read(finance, id, said)).json.data.names.open[0].said, second.member_no)
  await act(finance, 'check', { id, said: JSON.stringify(said) })
  const { report } = (await look(finance, 'state', `id=${id}`)).json.data
  assert.deepEqual(report.names, { matched: 2, open_rows: 0, keeps: true, open: [] })
  await act(finance, 'start', { id })
  await ended(finance, id)
  assert.deepEqual(await givers(), [ada.id, second.id, null])
  const next = await upload(finance, 'june.csv', book('2026-06-07'))
  const again = (await read(finance, next)).json.data
  assert.deepEqual([again.remembered, again.names.match, again.names.open[0].said], [true, true, second.member_no])
  await act(finance, 'check', { id: next, said: '{}' })
  await act(finance, 'start', { id: next })
  await ended(finance, next)
  assert.deepEqual(await givers(), [ada.id, second.id, null])
})

test('a giver who was said by a number that is nobody’s any more is nobody: not their namesake either', async () => {
  const church = await service.church()
  const finance = await member(service, church, 'finance')
  const add = async () => (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi' })).json.data
  const [gone, namesake] = [await add(), await add()]
  await church.act(removePerson, { id: gone.id })
  const said = { match: true, said: { 'Ada Obi': gone.member_no, 'Ede Ike': '999999' } }
  const id = await upload(
    finance,
    'book.csv',
    Buffer.from('Date,Name,Amount\n2026-05-03,Ada Obi,5\n2026-05-03,Ede Ike,5\n'),
  )
  const [asked] = (await read(finance, id, { names: said })).json.data.names.open
  assert.deepEqual([asked.name, asked.said, asked.may.length], ['Ada Obi', null, 1])
  await act(finance, 'check', { id, said: JSON.stringify({ names: said }) })
  const { report } = (await look(finance, 'state', `id=${id}`)).json.data
  assert.deepEqual([report.names.matched, report.names.open_rows], [0, 1])
  const offered = report.names.open.map(({ name, may }: OpenName) => [name, may.map(one => one.id)])
  assert.deepEqual(offered, [['Ada Obi', [namesake.id]]])
  assert.match(notesOf(report).join(), /Nobody on record has these numbers: .*"Ada Obi".*999999 \("Ede Ike"\)/)
  const [note] = report.notes
  assert.match(saidIn(languageNamed('pt'), note), /^Ninguém registrado tem estes números: /)
  await act(finance, 'start', { id })
  await ended(finance, id)
  const gifts = (await church.send('GET', '/contributions')).json.data
  assert.deepEqual(
    gifts.map(({ person_id }: { person_id: number | null }) => person_id),
    [null, null],
  )
})

test('staff import people, finance gifts, viewers and members of a branch nothing; nobody sees the file of another', async () => {
  const church = await service.church()
  const [staff, finance, viewer] = [
    await member(service, church, 'staff'),
    await member(service, church, 'finance'),
    await member(service, church, 'viewer'),
  ]
  const people = Buffer.from('Surname,First name\nObi,Ada\n')
  const id = await upload(staff, 'people.csv', people)
  const kinds = (await read(staff, id)).json.data.kinds.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('people') && !kinds.includes('contributions'), kinds.join())
  const theirs = await upload(finance, 'people.csv', people)
  const offered = (await read(finance, theirs)).json.data.kinds.map(({ kind }: { kind: string }) => kind)
  assert.ok(offered.includes('contributions') && !offered.includes('people'), offered.join())
  const refused = await act(finance, 'check', { id: theirs, said: JSON.stringify({ kind: 'people' }) })
  assert.equal(refused.status, 422)
  assert.equal((await act(viewer, 'begin', { name: 'x.csv', bytes: 1 })).status, 403)
  const limited = await member(service, church, 'staff', await church.branch('Ikeja'))
  assert.equal((await act(limited, 'begin', { name: 'x.csv', bytes: 1 })).status, 403)
  const other = await member(service, church, 'owner')
  for (const one of [other, finance]) {
    assert.equal((await look(one, 'state', `id=${id}`)).status, 404)
    assert.equal((await act(one, 'start', { id })).status, 404)
    assert.equal((await read(one, id)).status, 404)
  }
})

test('a file that is too large, that did not arrive as a whole, or that is no file of rows is told in a sentence', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  assert.equal((await act(owner, 'begin', { name: 'x.csv', bytes: 26 * 1024 * 1024 })).status, 422)
  const { id } = (await act(owner, 'begin', { name: 'x.csv', bytes: 10 })).json.data
  assert.match((await read(owner, id)).json.message ?? '', /did not arrive as a whole/)
  assert.equal((await act(owner, 'put', { id, part: 0, data: Buffer.alloc(11).toString('base64') })).status, 422)
  assert.equal((await act(owner, 'put', { id, part: 1, data: Buffer.alloc(1).toString('base64') })).status, 422)
  const pdf = await upload(owner, 'x.pdf', Buffer.from('%PDF-1.7\n'))
  assert.match((await read(owner, pdf)).json.message ?? '', /is a PDF/)
})
