/** What the console asks of a file, as the command has options for it, and what it keeps of the answers. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { ENGLISH } from '../src/texts/language.ts'
import { languages } from '../src/texts/names.ts'
import { type Said, saidIn } from '../src/texts/said.ts'
import { cli } from './support/cli.ts'
import { member } from './support/console.ts'
import { act, ended, look, read, upload } from './support/file-import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const amountsOf = async ({ send }: TestChurch): Promise<number[]> =>
  (await send('GET', '/contributions')).json.data.map(({ amount }: { amount: number }) => amount).sort()

test('what stands before decimals is asked for where the file leaves it open, and only there', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const plain = await upload(owner, 'plain.csv', Buffer.from('Date;Amount\n2026-05-03;1,500\n'))
  assert.equal((await read(owner, plain)).json.data.decimal, null)
  const id = await upload(owner, 'open.csv', Buffer.from('Date;Amount\n2026-05-03;25,00\n2026-05-10;800\n'))
  const { decimal } = (await read(owner, id)).json.data
  assert.deepEqual(decimal, { mark: null, open: ['25,00'] })
  await act(owner, 'check', { id, said: JSON.stringify({ kind: 'contributions' }) })
  assert.deepEqual((await look(owner, 'state', `id=${id}`)).json.data.buckets, { refused: 1, new: 1 })
  const said = { kind: 'contributions', decimal: ',' }
  assert.deepEqual((await read(owner, id, said)).json.data.decimal, { mark: ',', open: ['25,00'] })
  await act(owner, 'check', { id, said: JSON.stringify(said) })
  const { buckets, report } = (await look(owner, 'state', `id=${id}`)).json.data
  assert.deepEqual([buckets, report.sums[0].amount], [{ new: 2 }, '82500'])
  await act(owner, 'start', { id })
  assert.equal((await ended(owner, id)).status, 'done')
  assert.deepEqual(await amountsOf(church), [2_500, 80_000])
  assert.equal((await act(owner, 'check', { id, said: JSON.stringify({ decimal: ';' }) })).status, 422)
})

test('rows that were imported before are left out, and come in once more where that is said', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const bytes = Buffer.from('Date,Amount\n2026-05-03,1500\n2026-05-10,800\n')
  const choose = async (said: object): Promise<number> => {
    const id = await upload(owner, 'may.csv', bytes)
    assert.equal((await act(owner, 'check', { id, said: JSON.stringify(said) })).status, 200)
    return id
  }
  const first = await choose({})
  await act(owner, 'start', { id: first })
  assert.equal((await ended(owner, first)).status, 'done')
  const second = await choose({})
  const before = (await look(owner, 'state', `id=${second}`)).json.data
  assert.deepEqual([before.buckets, before.written, before.said.again], [{ before: 2 }, 0, undefined])
  await act(owner, 'check', { id: second, said: JSON.stringify({ ...before.said, again: true }) })
  const again = (await look(owner, 'state', `id=${second}`)).json.data
  assert.deepEqual([again.buckets, again.written, again.said.again], [{ new: 2 }, 2, true])
  await act(owner, 'start', { id: second })
  assert.equal((await ended(owner, second)).status, 'done')
  assert.deepEqual(await amountsOf(church), [150_000, 150_000, 80_000, 80_000])
})

test('what was corrected of a file is kept from its check on, for the next file with these columns', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const bytes = Buffer.from('Name,Where,Standing\nAda Obi,Jos,Pillar\n')
  const taken = async (id: number, said = {}) => {
    const { columns, values, remembered } = (await read(owner, id, said)).json.data
    const [, where] = columns
    const [standing] = values
    return [where.target, standing?.texts[0].value ?? null, remembered]
  }
  const plain = await upload(owner, 'a.csv', bytes)
  assert.equal((await act(owner, 'check', { id: plain, said: '{}' })).status, 200)
  const first = await upload(owner, 'b.csv', bytes)
  assert.deepEqual(await taken(first), ['', null, false], 'nobody corrected anything')
  const said = {
    kind: 'people',
    columns: { Where: 'city', Standing: 'status' },
    values: { status: { Pillar: 'leader' } },
  }
  assert.deepEqual(await taken(first, said), ['city', 'leader', false])
  assert.deepEqual(await taken(await upload(owner, 'c.csv', bytes)), ['', null, false], 'looking keeps nothing')
  assert.equal((await act(owner, 'check', { id: first, said: JSON.stringify(said) })).status, 200)
  assert.deepEqual(await taken(await upload(owner, 'd.csv', bytes)), ['city', 'leader', true])
})

test('why a whole file is refused comes as a text of the catalogues with its values, in each language', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const files: [name: string, bytes: Buffer, english: RegExp][] = [
    ['list.pdf', Buffer.from('%PDF-1.7\n'), /^list\.pdf is a PDF, not CSV\./],
    ['none.csv', Buffer.from('\n\n'), /^none\.csv is empty\./],
    ['open.csv', Buffer.from('Name\nAda\n"open'), /^open\.csv is not CSV: in or before line 3 a quotation mark/],
    ['old.csv', Buffer.from('name\nJos\x8e\nMu\x96oz\n', 'latin1'), /^old\.csv is neither in UTF-8/],
    [
      'odd.csv',
      Buffer.from('6e616d650ae1b9a2c3b379c3ad0a4a6f73e90a', 'hex'),
      /broken characters, the first of them in line 3/,
    ],
  ]
  for (const [name, bytes, english] of files) {
    const { status, json } = await read(owner, await upload(owner, name, bytes))
    assert.equal(status, 422)
    assert.match(json.message ?? '', english)
    const { said } = json as unknown as { said: Said }
    assert.equal(saidIn(ENGLISH, said), json.message)
    for (const language of languages().filter(one => one !== 'en')) {
      const spoken = languageNamed(language)
      assert.ok(spoken.knows(said.message), `${language}: ${said.message}`)
      assert.ok(saidIn(spoken, said).includes(name), language)
    }
  }
})

test('why an import in the background failed is kept with its values, to be said in the language of the page', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const bytes = Buffer.from('Date,Amount\n2026-05-03,1500\n')
  const id = await upload(owner, 'may.csv', bytes)
  await act(owner, 'check', { id, said: '{}' })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update import_file_parts set data = convert_to(rpad('%PDF-1.7', ${bytes.length}), 'UTF8')
      where church_id = ${church.church.id} and file_id = ${id}`),
  )
  await act(owner, 'start', { id })
  const { status, error } = await ended(owner, id)
  assert.equal(status, 'failed')
  assert.deepEqual(error.values, { file: 'may.csv' })
  assert.match(saidIn(languageNamed('fr'), error), /^may\.csv est un PDF/)
})

test('how days and amounts are written and what a file is encoded in is kept for the next file with these columns, here and on the command line', async t => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const mac = (day: string) => Buffer.from(`Date;Nom donn\x8e;Amount\n${day};Jos\x8e;25,00\n`, 'latin1')
  const columns = { 'Nom donné': 'donor_name' }
  const said = { kind: 'contributions', columns, encoding: 'macintosh', order: 'month_first', decimal: ',' }
  const first = await upload(owner, 'may.csv', mac('05/03/2026'))
  assert.match((await read(owner, first)).json.message ?? '', /neither in UTF-8/)
  assert.equal((await act(owner, 'check', { id: first, said: JSON.stringify(said) })).status, 200)

  const next = await upload(owner, 'june.csv', mac('06/03/2026'))
  const { remembered, encoding, assumed, days, decimal } = (await read(owner, next)).json.data
  assert.deepEqual([remembered, encoding, assumed], [true, 'macintosh', false])
  assert.deepEqual([days[0].order, decimal.mark], ['month_first', ','])
  assert.equal((await act(owner, 'check', { id: next, said: '{}' })).status, 200)
  await act(owner, 'start', { id: next })
  assert.equal((await ended(owner, next)).status, 'done')
  const { data } = (await church.send('GET', '/contributions')).json
  const given = data.map((one: Record<string, unknown>) => [one.given_on, one.donor_name, one.amount])
  assert.deepEqual(given, [['2026-06-03', 'José', 2_500]])

  const folder = mkdtempSync(path.join(tmpdir(), 'sexton-remembered-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'july.csv'), mac('07/03/2026'))
  const july = ['import', path.join(folder, 'july.csv'), '--church', church.church.slug]
  const { stdout } = await cli(service.databaseUrl, [...july, '--dry-run'])
  assert.match(stdout, /Days:\n {2}given_on: month\/day\/year/)
  assert.match(stdout, /1 gift, ₦25\.00/)
  // Whoever says otherwise is obeyed, and remembered.
  await act(owner, 'check', {
    id: await upload(owner, 'x.csv', mac('07/03/2026')),
    said: JSON.stringify({ ...said, order: '', decimal: '' }),
  })
  const last = (await read(owner, await upload(owner, 'y.csv', mac('07/03/2026')))).json.data
  assert.deepEqual([last.days[0].order, last.decimal], [null, { mark: null, open: ['25,00'] }])

  const other = await upload(owner, 'z.csv', Buffer.from('Jour;Nom donn\x8e\n05/03/2026;Jos\x8e\n', 'latin1'))
  assert.match((await read(owner, other)).json.message ?? '', /neither in UTF-8/, 'other columns are asked about')
})

test('a file is imported by exactly what its check showed, although the mapping of such files was changed in between', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const bytes = Buffer.from('Register of June,\nName,Where,Born\nAda Obi,Jos,03/04/1990\n')
  const later = await upload(owner, 'b.csv', bytes)
  const otherwise = { kind: 'people', columns: { Where: 'occupation' }, order: 'month_first' }
  assert.equal((await act(owner, 'check', { id: later, said: JSON.stringify(otherwise) })).status, 200)
  const anew = await upload(owner, 'c.csv', bytes)
  await act(owner, 'check', { id: anew, said: '{}' })
  await act(owner, 'check', { id: later, said: JSON.stringify({ ...otherwise, columns: { Where: 'address' } }) })
  // Checked with nothing said: as it was remembered at that moment.
  await act(owner, 'start', { id: anew })
  assert.equal((await ended(owner, anew)).status, 'done')
  const [ada] = (await church.send('GET', '/people')).json.data
  assert.deepEqual([ada.occupation, ada.address, ada.dob], ['Jos', null, '1990-03-04'])
})
