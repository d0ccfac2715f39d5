/** Files as they come: imported before, in other encodings, no CSV at all (decisions, Imports). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { importFile } from '../src/resource/import-file.ts'
import { ImportedBefore } from '../src/resource/import-record.ts'
import { cli } from './support/cli.ts'
import { BY, csv, importContributions, importPeople, NOW } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-files-'))
before(async () => {
  service = await startService()
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const gifts = ({ church }: TestChurch, text: string, name?: string, options = {}) =>
  importContributions(service.database, church, NOW, { file: csv(text, name), by: BY, options })

const total = async ({ send }: TestChurch): Promise<number> => (await send('GET', '/contributions')).json.meta.total

test('a file is imported once: the second time one is told when it was, by whom, and how many rows', async () => {
  const church = await service.church()
  const text = 'amount,date\n21000,2026-05-03\n"2,500.50",2026-05-10\n'
  await gifts(church, text, 'may.csv')
  await assert.rejects(gifts(church, text, 'may.csv'), error => {
    assert.ok(error instanceof ImportedBefore)
    assert.match(
      error.message,
      /^may\.csv was imported on \d+ \w+ \d{4} at \d\d:\d\d by tester on the command line: 2 rows\. Nothing was imported this time\.$/,
    )
    return true
  })
  assert.equal(await total(church), 2)
  const dry = await gifts(church, text, 'may.csv', { dryRun: true })
  assert.deepEqual([dry.accepted, dry.imported_before, dry.notes.length], [0, 2, 1])
  assert.match(dry.notes[0] ?? '', /was imported on/)
  const forced = await gifts(church, text, 'may.csv', { force: true })
  assert.deepEqual([forced.imported, await total(church)], [2, 4])
})

test('the same content is the same file, whatever its name, encoding and ends of lines; another kind or church is not', async () => {
  const church = await service.church()
  const other = await service.church()
  const text = 'first_name,amount\nJosé,5\n'
  const ignore = { ignoreUnknown: true }
  await gifts(church, text, 'a.csv', ignore)
  const again = [
    csv(text.replaceAll('\n', '\r\n'), 'b.csv'),
    csv(`\ufeff${text}\n\n`, 'c.csv'),
    importFile('d.csv', Buffer.from(`\ufeff${text}`, 'utf16le')),
    importFile('e.csv', Buffer.from(text, 'latin1'), 'latin1'),
  ]
  for (const file of again) {
    const attempt = importContributions(service.database, church.church, NOW, { file, by: BY, options: ignore })
    await assert.rejects(attempt, { message: new RegExp(`^What is in ${file.name} was imported as a.csv on `) })
  }
  assert.equal(await total(church), 1)
  const people = await importPeople(service.database, church.church, { file: csv(text), by: BY, options: ignore })
  assert.equal(people.imported, 1)
  assert.equal((await gifts(other, text, 'a.csv', ignore)).imported, 1)
  assert.equal((await gifts(church, text.replace('5', '6'), 'a.csv', ignore)).imported, 1)
})

/** Imports gifts; undefined where rows were imported before. */
async function unlessBefore(church: TestChurch, text: string, options = {}): Promise<number | undefined> {
  try {
    return (await gifts(church, text, 'june.csv', options)).imported
  } catch (error) {
    if (error instanceof ImportedBefore) return undefined
    throw error
  }
}

test('rows are recognised however the file was touched: blank lines, quotes, other columns, other names of columns, a row more', async () => {
  const church = await service.church()
  await gifts(church, 'date,amount,note\n2026-05-03,1000,tithe\n2026-05-03,2000,\n', 'may.csv')
  const touched = [
    'date,amount,note\n\n2026-05-03,1000,tithe\n,,\n2026-05-03,2000,\n\n',
    '"date","amount","note"\n"2026-05-03","1000","tithe"\n"2026-05-03","2000",""\n',
    'note;given_on;amount;method\n;2026-05-03;2000;\ntithe ;2026-05-03;1000;\n',
  ]
  for (const text of touched) assert.equal(await unlessBefore(church, text), undefined, text)
  const grown = 'date,amount,note\n2026-05-03,1000,tithe\n2026-05-03,2000,\n2026-05-10,500,\n'
  await assert.rejects(gifts(church, grown, 'may.csv'), {
    message:
      /^2 of the 3 rows of may\.csv were imported before, last on \d+ \w+ \d{4} at \d\d:\d\d by tester on the command line\. Nothing was imported this time\.$/,
  })
  const dry = await gifts(church, grown, 'may.csv', { dryRun: true })
  assert.deepEqual([dry.accepted, dry.imported_before, dry.sums[0]?.display], [1, 2, '₦500.00'])
  const rest = await gifts(church, grown, 'may.csv', { newRows: true })
  assert.deepEqual([rest.imported, rest.imported_before, await total(church)], [1, 2, 3])
  assert.equal(await unlessBefore(church, grown, { newRows: true }), 0)
  assert.equal(await unlessBefore(church, grown, { force: true }), 3)
})

test('two equal rows of a file are two gifts, and as many are recognised as were imported', async () => {
  const church = await service.church()
  const row = '2026-05-03,1000\n'
  assert.equal(await unlessBefore(church, `date,amount\n${row}${row}`), 2)
  assert.equal(await unlessBefore(church, `date,amount\n${row}`), undefined)
  assert.equal(await unlessBefore(church, `date,amount\n${row}${row}${row}`, { newRows: true }), 1)
  assert.equal(await unlessBefore(church, `date,amount\n${row}${row}${row}`, { newRows: true }), 0)
  assert.equal(await total(church), 3)
})

test('the way that the command proposes for refused rows doubles nothing', async () => {
  const { church, send } = await service.church()
  const file = path.join(folder, 'refused.csv')
  const run = (...args: string[]) =>
    cli(service.databaseUrl, ['import', 'contributions', file, '--church', church.slug, ...args])
  writeFileSync(file, 'amount,date\n1000,2026-05-03\nten,2026-05-03\n')
  const refused = await run()
  assert.equal(refused.code, 1)
  assert.match(refused.stdout, /^Nothing was imported\. 2 rows: 0 imported, 1 refused\./m)
  const part = await run('--skip-refused')
  assert.match(part.stdout, /^2 rows: 1 imported, 1 refused\./m)
  const proposed =
    /\n {2}sexton (import contributions \S+ --church \S+ --new-rows)\n/.exec(part.stdout)?.[1] ?? part.stdout
  writeFileSync(file, 'amount,date\n1000,2026-05-03\n10,2026-05-03\n')
  const plain = await run()
  assert.match(
    plain.stderr,
    /^1 of the 2 rows of refused\.csv was imported before, .* add --new-rows; .* add --force\.$/m,
  )
  const rest = await cli(service.databaseUrl, proposed.split(' '))
  assert.match(rest.stdout, /^2 rows: 1 imported, 0 refused, 1 imported before\.$/m)
  assert.equal((await send('GET', '/contributions')).json.meta.total, 2)
})

test('what was refused or tried out is not imported, so that the file may come again', async () => {
  const church = await service.church()
  const text = 'amount\n5\nten\n'
  assert.equal((await gifts(church, text, undefined, { dryRun: true })).imported, 0)
  assert.equal((await gifts(church, text)).imported, 0)
  assert.equal((await gifts(church, text, undefined, { skipRefused: true })).imported, 1)
  await assert.rejects(gifts(church, text, undefined, { skipRefused: true }), ImportedBefore)
  const kept = await service.database.read.all(sql`select kind, rows, imported, refused, skipped, by_kind, by_name
    from imports where church_id = ${church.church.id}`)
  assert.deepEqual(kept, [
    { kind: 'contributions', rows: 2, imported: 1, refused: 1, skipped: 0, by_kind: 'command_line', by_name: 'tester' },
  ])
})

test('of the same file twice at once one is imported, the others are told', async () => {
  const church = await service.church()
  const text = `amount,note\n${Array.from({ length: 400 }, (_, at) => `${at + 1},x`).join('\n')}\n`
  const turns = await Promise.allSettled(Array.from({ length: 4 }, () => gifts(church, text)))
  assert.equal(turns.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const turn of turns) {
    if (turn.status === 'rejected') assert.match(turn.reason.message, /being imported at the moment|was imported on/)
  }
  assert.equal(await total(church), 400)
  const crowd = `first_name\n${Array.from({ length: 400 }, (_, at) => `Person ${at}`).join('\n')}\n`
  const people = await Promise.allSettled(
    [1, 2, 3].map(() => importPeople(service.database, church.church, { file: csv(crowd), by: BY })),
  )
  assert.equal(people.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await church.send('GET', '/people')).json.meta.total, 400)
})

test('what nobody said the encoding of is not imported: the dry run shows words, and --encoding decides', async () => {
  const church = await service.church()
  const names = ['Jos\xe9', 'M\xfcller', 'Jos\xe9', 'G\xf6tz', '\xc5sa', 'Fran\xe7ois', 'Zo\xeb']
  const bytes = Buffer.from(`first_name,last_name\nAda,Obi\n${names.join(',O\x92Brien\n')},\n`, 'latin1')
  const read = (encoding?: string, dryRun = false) =>
    importPeople(service.database, church.church, {
      file: importFile('people.csv', bytes, encoding),
      by: BY,
      options: { dryRun },
    })
  const sentence =
    'people.csv is not in UTF-8. Read as windows-1252 it has "José", "O’Brien", "Müller", "Götz", "Åsa": where that looks right, add --encoding windows-1252; else save it as "CSV UTF-8" in the program that it comes from.'
  const dry = await read(undefined, true)
  assert.deepEqual([dry.notes, dry.accepted], [[sentence], 8])
  await assert.rejects(read(), { message: `${sentence} Nothing was imported.` })
  // Иванов in Windows-1251 could be Windows-1252 as well.
  const cyrillic = importFile('people.csv', Buffer.from('first_name\n\xc8\xe2\xe0\xed\xee\xe2\n', 'latin1'))
  await assert.rejects(
    importPeople(service.database, church.church, { file: cyrillic, by: BY }),
    /has "Èâàíîâ": where that looks right/,
  )
  assert.equal((await read('windows-1252')).imported, 8)
  const found = (await church.send('GET', "/people?q=jose%20o'brien")).json.data
  assert.deepEqual([found.length, found[0].full_name], [2, 'José O’Brien'])
})

test('the command tells of a workbook, of a file imported before, and takes an encoding and --force', async () => {
  const { church } = await service.church()
  const write = (name: string, bytes: Buffer): string => {
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    return file
  }
  const run = (...args: string[]) => cli(service.databaseUrl, ['import', ...args, '--church', church.slug])
  const workbook = write('people.xlsx', Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'))
  const packed = await run('people', workbook)
  assert.deepEqual([packed.code, packed.stdout], [1, ''])
  assert.match(packed.stderr, /^people\.xlsx is packed, and no Excel workbook that can be read\. Save it as \.xlsx/)
  const mac = write('mac.csv', Buffer.from('first_name,last_name\nJos\x8e,Mu\x96oz\n', 'latin1'))
  assert.match((await run('people', mac)).stderr, /neither in UTF-8 nor in Windows-1252/)
  const read = await run('people', mac, '--encoding', 'macintosh')
  assert.match(read.stdout, /^1 row: 1 imported, 0 refused\.$/m)
  const again = await run('people', mac, '--encoding', 'macintosh')
  assert.equal(again.code, 1)
  assert.match(
    again.stderr,
    /mac\.csv was imported on .* on the command line: 1 row\. .* add --new-rows; .* add --force\.$/m,
  )
  assert.match((await run('people', mac, '--encoding', 'macintosh', '--force')).stdout, /1 imported/)
  const sums = write('gifts.csv', Buffer.from('amount\n"4,512,298.50"\n1.5\n'))
  const dry = await run('contributions', sums, '--dry-run')
  assert.match(dry.stdout, /^2 rows: a dry run: 2 would be imported, 0 refused\.\n {2}2 gifts, ₦4,512,300\.00\n$/)
  const doubtful = write('doubt.csv', Buffer.from('amount\n1.500\n'))
  assert.match(
    (await run('contributions', doubtful)).stdout,
    /line 2: amount "1\.500" may mean 1500 or 1\.5: write it without the point\nWhere amounts .* --decimal point or --decimal comma\./,
  )
  assert.match((await run('contributions', doubtful, '--decimal', 'comma')).stdout, /1 gift, ₦1,500\.00/)
})
