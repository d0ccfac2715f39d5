import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { ImportError, openImportFile } from '../src/resource/import-file.ts'
import { cli } from './support/cli.ts'
import { BY, csv, importContributions, importPeople, NOW } from './support/import.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-import-'))

before(async () => {
  service = await startService()
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

let serial = 0
function file(text: string): string {
  const name = path.join(folder, `${++serial}.csv`)
  writeFileSync(name, text)
  return name
}

test('people are imported with natural column names, branches and families by name, custom fields and phones', async () => {
  const { church, send, branch, events } = await service.church()
  const ikeja = await branch('Ikeja')
  const rows = csv(
    '\ufeffFirst name;Surname;E-mail;Mobile;Branch;Family;custom.Cell group\n' +
      'Ada;Obi;ada@example.org;0803 123 4567;ikeja;Obi family;7\n"Ben";Obi;;;;obi FAMILY;\n',
  )
  const report = await importPeople(service.database, church, { file: rows, by: BY })
  assert.deepEqual([report.rows, report.imported, report.refused], [2, 2, 0])
  const [ada, ben] = (await send('GET', '/people')).json.data
  assert.equal(ada.phone, '+2348031234567')
  assert.equal(ada.branch_id, ikeja)
  assert.equal(ben.branch_id, church.hq_branch_id)
  assert.deepEqual(ada.custom, { 'Cell group': '7' })
  assert.equal(ada.family_id, ben.family_id)
  assert.deepEqual([ada.member_no, ben.member_no], ['000001', '000002'])
  const { meta, data } = (await send('GET', '/families')).json
  assert.deepEqual([meta.total, data[0].member_count], [1, 2])
  const names = (await events()).map(event => event.name).filter(name => !name.startsWith('api.'))
  assert.deepEqual(names, ['person.created', 'person.created', 'people.imported', 'imports.completed'])
  assert.deepEqual((await events()).find(event => event.name === 'person.created')?.body.data, ada)
})

test('each refused row is reported with its line and every reason, and nothing is half-imported', async () => {
  const { church, send } = await service.church()
  const rows = csv('first_name,email,dob,branch\nAda,,,\n,x,2023-02-29,Nowhere\n"Two\nlines",,,\nDee,,,,,\n')
  const report = await importPeople(service.database, church, { file: rows, by: BY })
  assert.equal(report.imported, 0)
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, Object.keys(errors).sort()]),
    [
      [3, ['branch', 'dob', 'email', 'first_name']],
      [6, ['row']],
    ],
  )
  assert.equal((await send('GET', '/people')).json.meta.total, 0)
  const second = await importPeople(service.database, church, { file: rows, by: BY, options: { skipRefused: true } })
  assert.deepEqual([second.imported, second.refused], [2, 2])
  assert.equal((await send('GET', '/people')).json.meta.total, 2)
})

test('a dry run imports nothing, and dedupe leaves out who is on record or stands there twice', async () => {
  const { church, send } = await service.church()
  await send('POST', '/people', { first_name: 'Ada', email: 'Ada@example.org' })
  const rows = csv('first_name,email,phone\nAda,ada@EXAMPLE.org,\nBen,,08031234567\nBenjamin,,+234 803 123 4567\n')
  const dry = await importPeople(service.database, church, {
    file: rows,
    by: BY,
    options: { dedupe: true, dryRun: true },
  })
  assert.deepEqual([dry.accepted, dry.imported, dry.skipped, dry.possible], [1, 0, 2, 1])
  assert.equal((await send('GET', '/people')).json.meta.total, 1)
  await importPeople(service.database, church, { file: rows, by: BY, options: { dedupe: true } })
  assert.deepEqual(
    (await send('GET', '/people')).json.data.map((one: { first_name: string }) => one.first_name),
    ['Ada', 'Ben'],
  )
})

test('gifts are imported by fund name, member number and e-mail, at the rate of their day', async () => {
  const { church, act, send, events } = await service.church()
  await act(setRate, { currency: 'USD', rate: '1500', valid_from: '2026-01-01' })
  await act(setRate, { currency: 'USD', rate: '1600.50', valid_from: '2026-03-01' })
  const ada = (await send('POST', '/people', { first_name: 'Ada', email: 'ada@example.org' })).json.data
  const rows = csv(
    `amount,currency,fund,member_no,email,date,method\n10,,general,${ada.member_no},,2026-02-01,cash\n` +
      '1.00,usd,,,ADA@example.org,2026-02-28,\n$1,USD,,,,2026-03-01,pos\n',
  )
  const report = await importContributions(service.database, church, NOW, { file: rows, by: BY })
  assert.deepEqual(report.refusals, [])
  const { data, meta } = (await send('GET', '/contributions?source=import')).json
  assert.deepEqual(
    data.map((gift: { amount_base: number }) => gift.amount_base),
    [1000, 150_000, 160_050],
  )
  assert.deepEqual(
    data.map((gift: { person_id: number }) => gift.person_id),
    [ada.id, ada.id, null],
  )
  assert.equal(meta.sum_amount_base, 311_050)
  const unfiltered = (await send('GET', '/contributions')).json.meta
  assert.deepEqual([unfiltered.total, unfiltered.sum_amount_base], [3, 311_050])
  const recorded = (await events()).filter(event => event.name === 'contribution.recorded')
  assert.deepEqual(
    recorded.map(event => event.body.data),
    data,
  )
})

test('gifts with an unknown fund, giver, currency or day are refused, each with its reason', async () => {
  const { church } = await service.church()
  const rows = csv(
    'amount,fund,member_no,currency,given_on\n0,,,,2026-05-03\n5,Roof,,,2026-05-03\n5,,000009,,2026-05-03\n5,,,USD,2026-05-03\n5,,,,2031-01-01\n5,,,,1899-12-31\n',
  )
  const report = await importContributions(service.database, church, NOW, { file: rows, by: BY })
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => `${line} ${Object.keys(errors)}`),
    ['2 amount', '3 fund', '4 member_no', '5 currency', '6 given_on', '7 given_on'],
  )
})

test('a file that is not there, empty, not CSV or with unknown columns is refused with a sentence', async () => {
  const { church } = await service.church()
  const told = async (text: string, message: RegExp): Promise<void> => {
    await assert.rejects(importPeople(service.database, church, { file: csv(text), by: BY }), error => {
      assert.ok(error instanceof ImportError)
      assert.match(error.message, message)
      return true
    })
  }
  await assert.rejects(openImportFile(path.join(folder, 'missing.csv')), /There is no file .*missing\.csv/)
  await assert.rejects(openImportFile(folder), /cannot be read \(EISDIR\)/)
  await told('', /empty/)
  await told('\n\n', /empty/)
  await told(
    'first_name\nAda\n"open',
    /not CSV: in or before line 3 a quotation mark \("\) begins and does not end\. Take it out/,
  )
  await told('first_name\n"Ada" Obi\n', /not CSV: in or before line 2 a quotation mark \("\) stands within a cell\./)
  await told('first_name,lastt_name\nA,B\n', /"lastt_name" \(did you mean last_name/)
  await told('first_name,First Name\nA,B\n', /twice/)
})

test('cells are parted by what the header is parted by, or by what Excel says; empty rows are no rows', async () => {
  const layouts = [
    'first_name;last_name;address\nAda;Obi;1, Oba Road\n\n;;\n"Ben\nB";Eze;\n',
    'first_name\tlast_name\taddress\r\nAda\tObi\t1, Oba Road\r\n\r\n\t\t\r\n"Ben\r\nB"\tEze\t\r\n',
    'sep=|\nfirst_name|last_name|address\nAda|Obi|1, Oba Road\n||\n"Ben\nB"|Eze|\n',
  ]
  for (const layout of layouts) {
    const { church, send } = await service.church()
    const report = await importPeople(service.database, church, { file: csv(layout), by: BY })
    assert.deepEqual([report.rows, report.imported], [2, 2])
    const people: { full_name: string; address: string | null }[] = (await send('GET', '/people')).json.data
    assert.deepEqual(
      people.map(({ full_name, address }) => [full_name, address]),
      [
        ['Ada Obi', '1, Oba Road'],
        ['Ben B Eze', null],
      ],
    )
  }
  const { church } = await service.church()
  const wrong = 'first_name,dob\r\n"A\r\nB",\r\n\r\n,2020-01-01\r\n'
  const { refusals } = await importPeople(service.database, church, { file: csv(wrong), by: BY })
  assert.deepEqual(
    refusals.map(({ line }) => line),
    [5],
    'lines are those of the file',
  )
})

test('a limit on people holds for imports', async () => {
  const { church } = await service.church()
  const rows = csv('first_name\nA\nB\n')
  await assert.rejects(importPeople(service.database, { ...church, people_limit: 1 }, { file: rows, by: BY }), {
    code: 'plan_limit_reached',
  })
})

test('the command reports in JSON, writes the whole report to a file, and fails when nothing was imported', async () => {
  const { church } = await service.church()
  const report = path.join(folder, 'report.json')
  const good = file('first_name\nAda\n')
  const bad = file('first_name,email\n,ada@example.org\nAda,\n')
  const args = ['import', 'people', bad, '--church', church.slug, '--json', '--report', report]
  const failed = await cli(service.databaseUrl, args)
  assert.equal(failed.code, 1)
  assert.deepEqual([failed.json?.ok, failed.json?.refused, failed.json?.imported], [false, 1, 0])
  assert.equal(JSON.parse(readFileSync(report, 'utf8')).refusals[0].line, 2)
  const done = await cli(service.databaseUrl, ['import', 'people', good, '--church', church.slug])
  assert.equal(done.code, 0, done.stderr)
  assert.match(done.stdout, /1 imported/)
})

/** Runs the collector. @returns bytes of the heap that are in use */
function heap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** Imports people. @returns what was told of its progress, and what it held of the heap at such moments */
async function watched(rows: number): Promise<{ shares: number[]; read: number; written: number }> {
  const { church } = await service.church()
  const text = Array.from({ length: rows }, (_, n) => `P${n},Test ${n},p${n}@example.org,"${n} Church Street",Baker`)
  const file = csv(`first_name,last_name,email,address,occupation\n${text.join('\n')}\n`)
  const [shares, twelfths, before] = [[] as number[], new Set<number>(), heap()]
  let [read, written] = [0, 0]
  const progress = (share: number): void => {
    shares.push(share)
    if (twelfths.has(Math.floor(share * 12))) return
    twelfths.add(Math.floor(share * 12))
    const held = heap() - before
    if (share === 0.5) read = held
    else if (share > 0.5) written = Math.max(written, held)
  }
  const report = await importPeople(service.database, church, { file, by: BY, options: { dedupe: true }, progress })
  assert.equal(report.imported, rows)
  return { shares, read, written }
}

test('progress goes on over reading, judging and writing; the heap holds pieces, however many rows there are', async t => {
  const more = 6_000
  // The first import of a process fills its caches.
  await watched(1_000)
  // Other work of the process adds to a look at its heap and takes nothing away: what is kept is in the least of them.
  let [read, written, shares] = [Infinity, Infinity, [] as number[]]
  for (let looks = 0; looks < 3 && !(read < 200 && written < 600); looks++) {
    const [few, many] = [await watched(2_000), await watched(2_000 + more)]
    read = Math.min(read, Math.round((many.read - few.read) / more))
    written = Math.min(written, Math.round((many.written - few.written) / more))
    shares = many.shares
  }
  t.diagnostic(`bytes of the heap for a row more: ${read} when rows are judged, ${written} while they are written`)
  assert.ok(read < 200 && written < 600, `${read} bytes a row, ${written} bytes a row`)
  assert.deepEqual(
    shares,
    [...new Set(shares)].sort((a, b) => a - b),
  )
  const within = (from: number, to: number): number => shares.filter(share => share > from && share <= to).length
  // Some hundred rows are written at a time.
  assert.ok(within(0, 0.35) > 100 && within(0.35, 0.5) === 1 && within(0.5, 1) >= 5, shares.slice(-9).join(' '))
  assert.ok((shares.at(-1) ?? 0) < 1, 'what is not committed is not done')
})
