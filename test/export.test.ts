/** Exports of lists as CSV (decisions, Exports). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { cli, startCli } from './support/cli.ts'
import { member } from './support/console.ts'
import { BY, csv, importInto } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-export-'))
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
const newChurch = async (): Promise<TestChurch> => {
  const made = await service.church()
  await made.set({ modules: ['care'] })
  return made
}
beforeEach(async () => {
  church = await newChurch()
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const pray = async (body: object, of = church) =>
  (await of.send('POST', '/prayer_requests', { name: 'Ada', body: 'For rain', ...body })).json.data
const person = async (body: object = {}, of = church) =>
  (await of.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data

/** Exports by the command line. @returns the text of the file */
async function exported(resource: string, args: readonly string[] = [], of = church): Promise<string> {
  const { stdout, stderr, code } = await cli(service.databaseUrl, [
    'export',
    resource,
    '--church',
    of.church.slug,
    ...args,
  ])
  assert.equal(code, 0, stderr)
  return stdout
}

/** Imports what was exported into another church. */
const imported = (of: TestChurch, resource: string, text: string, options = {}) =>
  importInto(service.database, of.church, resource, { file: csv(text), by: BY, options })

const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1)
/** The cells of a column, in files without quotation marks. */
function column(text: string, name: string): (string | undefined)[] {
  const [head = '', ...rows] = linesOf(text.replace('\ufeff', ''))
  const at = head.split(',').indexOf(name)
  return rows.map(row => row.split(',')[at])
}

test('an export begins with a mark, ends its lines as Windows does, and its columns are the fields', async () => {
  await pray({})
  const text = await exported('prayer_requests')
  assert.ok(text.startsWith('\ufeffid,member_no,name,email,phone,branch,category,body,is_urgent,'))
  assert.equal(linesOf(text).length, 2)
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/)
})

test('a text that a spreadsheet would run is guarded, whatever its field; numbers are not', async () => {
  await pray({ name: '=cmd', body: '@sum', phone: '0803 123 4567', category: '-1' })
  const text = await exported('prayer', ['--urgent'])
  assert.equal(linesOf(text).length, 1, 'the filter leaves out what is not urgent')
  const all = await exported('prayer')
  assert.deepEqual(
    ['name', 'body', 'phone', 'category', 'prayed_count'].map(name => column(all, name)[0]),
    ["'=cmd", "'@sum", "'+2348031234567", "'-1", '0'],
  )
})

test('what is exported is imported into another church, with its people and branches by name', async () => {
  const north = await church.branch('North')
  await person({ first_name: 'Bo' })
  const ada = await person({ branch_id: north })
  await pray({
    name: null,
    person_id: ada.id,
    body: 'For "rain",\nand peace; soon',
    is_urgent: true,
    category: '=health',
  })
  await pray({ email: 'bo@example.org', is_public: true, is_anonymous: true, source: 'website' })
  const file = await exported('prayer_requests')
  const other = await newChurch()
  await other.branch('North')
  const alone = await imported(other, 'prayer_requests', file)
  assert.deepEqual(alone.refusals, [{ line: 2, errors: { member_no: 'is that of nobody on record' } }])
  const people = await imported(other, 'people', await exported('people'), { ignoreUnknown: true })
  const report = await imported(other, 'prayer_requests', file)
  assert.deepEqual([people.imported, report.imported, report.refused], [2, 2, 0])
  const shown = async (of: TestChurch) =>
    (await of.send('GET', '/prayer_requests')).json.data.map(
      ({ id, created_at, updated_at, person_id, branch_id, ...data }: Record<string, unknown>) => data,
    )
  assert.deepEqual(await shown(other), await shown(church))
  const [{ person_id }] = (await other.send('GET', '/prayer_requests')).json.data
  assert.equal((await other.send('GET', `/people/${person_id}`)).json.data.member_no, ada.member_no)
})

test('amounts are in major units, and gifts, people and their custom fields are imported as they were', async () => {
  const { id } = await person({ custom: { tribe: 'Judah', shoe: 44 } })
  await church.send('POST', '/contributions', {
    amount: 150_050,
    person_id: id,
    method: 'cash',
    given_on: '2026-03-01',
  })
  const gifts = await exported('contributions')
  const [amounts, funds, currencies] = ['amount', 'fund', 'currency'].map(name => column(gifts, name))
  assert.deepEqual([amounts, funds, currencies], [['1500.50'], ['General'], ['NGN']])
  const empty = await newChurch()
  await imported(empty, 'people', await exported('people'), { ignoreUnknown: true })
  const report = await imported(empty, 'contributions', gifts, { ignoreUnknown: true })
  assert.deepEqual([report.imported, report.sums[0]?.display], [1, '₦1,500.50'], JSON.stringify(report.refusals))
  const [there] = (await empty.send('GET', '/people')).json.data
  assert.deepEqual(there.custom, { tribe: 'Judah', shoe: '44' })
})

test('where a comma stands before decimals, a semicolon parts the cells', async () => {
  await church.set({ country: 'DE' })
  await church.send('POST', '/contributions', { amount: 150_050, given_on: '2026-03-01' })
  const text = await exported('contributions')
  assert.match(text, /^\ufeffid;member_no;fund;/)
  assert.match(text, /;1500,50;NGN;/)
})

test('the command writes a file for its owner alone, says how many, and takes filters', async () => {
  await pray({ is_urgent: true })
  await pray({})
  const file = path.join(folder, 'prayers.csv')
  const all = ['export', 'prayer_requests', '--church', church.church.slug, '--out', file]
  const said = await cli(service.databaseUrl, [...all, '--urgent'])
  assert.equal(said.stdout, `1 prayer request in ${file}.\n`)
  assert.equal(linesOf(readFileSync(file, 'utf8')).length, 2)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual((await cli(service.databaseUrl, [...all, '--json'])).json, { ok: true, exported: 2, file })
  const nowhere = await cli(service.databaseUrl, [...all.slice(0, -1), path.join(folder, 'no', 'where.csv')])
  assert.deepEqual([nowhere.code, /cannot be written \(ENOENT\)/.test(nowhere.stderr)], [1, true])
  const wrong = await cli(service.databaseUrl, [...all.slice(0, -2), '--status', 'lost'])
  assert.equal(wrong.code, 1)
  const both = await cli(service.databaseUrl, [...all.slice(0, -2), '--json'])
  assert.match(both.json?.message ?? '', /named by --out/)
})

test('whoever reads what the command writes may stop before the end', async () => {
  const rows = Array.from({ length: 600 }, () => `Ada,${'For rain '.repeat(100)}`)
  await imported(church, 'prayer_requests', `name,body\n${rows.join('\n')}\n`)
  const args = ['export', 'prayer_requests', '--church', church.church.slug]
  const child = startCli(service.databaseUrl, args)
  const { stdout, stderr } = child
  const ended = once(child, 'exit')
  let said = ''
  stderr?.on('data', text => {
    said += text
  })
  stdout?.once('data', () => stdout.destroy())
  assert.deepEqual([await ended, said], [[0, null], ''])
})

const download = (who: Awaited<ReturnType<typeof member>>, query = '', resource = 'prayer_requests') =>
  who.inChurch('GET', `/${resource}/export${query}`)

test('a member downloads all pages of the list that they see, under its filters', async () => {
  const rows = Array.from({ length: 230 }, (_, at) => `Ada,For rain ${at},${at % 10 === 0}`)
  await imported(church, 'prayer_requests', `name,body,is_urgent\n${rows.join('\n')}\n`)
  const owner = await member(service, church, 'owner')
  const all = await download(owner)
  assert.deepEqual([all.status, linesOf(all.text).length], [200, 231])
  assert.equal(all.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(
    all.headers.get('content-disposition') ?? '',
    /^attachment; filename="prayer-requests-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.deepEqual(
    column(all.text, 'body'),
    rows.map((_, at) => `For rain ${at}`),
  )
  const urgent = await download(owner, '?urgent=1&page=9&per_page=3')
  assert.equal(linesOf(urgent.text).length, 24)
  const newest = await download(owner, '?sort=-id')
  assert.equal(column(newest.text, 'body')[0], 'For rain 229')
})

test('who may not read a list does not download it, and of a branch only what lies there', async () => {
  const north = await church.branch('North')
  const ada = await person()
  await pray({ branch_id: north, person_id: ada.id, name: null })
  await pray({})
  const [viewer, staff] = [await member(service, church, 'viewer'), await member(service, church, 'staff', north)]
  assert.equal((await download(viewer)).json.error, 'insufficient_scope')
  const { text } = await download(staff)
  assert.deepEqual(column(text, 'branch'), ['North'])
  assert.deepEqual(column(text, 'member_no'), [''], 'who is out of sight is not told')
  const other = await newChurch()
  const stranger = await member(service, other, 'owner')
  const asked = await stranger.ask('GET', `/api/${church.church.slug}/prayer_requests/export`)
  assert.equal(asked.json.error, 'not_found')
  assert.equal((await staff.ask('GET', `/api/${church.church.slug}/sermons/export`)).json.error, 'unknown_resource')
})

test('a download that is asked for wrongly is refused before it begins', async () => {
  const owner = await member(service, church, 'owner')
  assert.equal((await download(owner, '?status=lost')).json.error, 'invalid_status')
  assert.equal((await download(owner, '?urgent=1&urgent=0')).status, 400)
  assert.equal((await owner.inChurch('POST', '/prayer_requests/export', {})).headers.get('allow'), 'GET')
  assert.equal((await owner.inChurch('GET', '/nothing/export')).json.error, 'unknown_resource')
  await church.set({ modules: [] })
  assert.equal((await download(owner)).json.error, 'unknown_resource')
})
