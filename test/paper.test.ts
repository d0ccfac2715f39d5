/** Directories and labels as PDF (docs/printing.md), read back. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { Member } from '../src/modules/people/households.ts'
import { salutationOf } from '../src/modules/people/salutation.ts'
import { addTag } from '../src/modules/people/tags.ts'
import { cornerOf, LABEL_FORMATS, LABEL_SHEETS, labelsIn, labelsOn } from '../src/paper/label-sheets.ts'
import { pdf, writeLine } from '../src/paper/pdf.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { cli } from './support/cli.ts'
import { member, type TestMember } from './support/console.ts'
import { type PdfPage, readPdf, textOf } from './support/read-pdf.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-paper-'))
let service: TestService
let church: TestChurch
let owner: TestMember
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const person = (body: object) => made('/people', { first_name: 'Ada', last_name: 'Obi', ...body })
const family = (body: object) => made('/families', { name: 'Obi', address: '1 Church Street\nLagos', ...body })

/** The bytes of a file that a member downloads. */
async function download(view: string, query: Record<string, string> = {}, who = owner): Promise<Uint8Array> {
  const { status, bytes, headers } = await who.inChurch('GET', `/views/${view}?${new URLSearchParams(query)}`)
  assert.equal(status, 200, Buffer.from(bytes).toString())
  assert.equal(headers.get('content-type'), 'application/pdf')
  assert.match(
    headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="${view}-[0-9-]{10}\\.pdf"$`),
  )
  return bytes
}
const pagesOf = async (view: string, query: Record<string, string> = {}, who = owner): Promise<PdfPage[]> =>
  await readPdf(await download(view, query, who))
const wordsOf = async (view: string, query: Record<string, string> = {}, who = owner): Promise<string> =>
  (await pagesOf(view, query, who)).map(textOf).join('\n')

/** Names as they are written from Lagos to Łódź, short and long. */
const NAMES = [
  'Adébáyọ̀ Ọláṣọ́jí',
  'Ṣẹ́gun Ẹ̀kùndayọ̀',
  'Łucja Świętosławska-Ćwiek',
  'Nguyễn Thị Phương',
  'Þórdís Ægisdóttir',
  'X',
  `${'Oluwaseunfunmi'.repeat(12)}`,
  `${'Very long name '.repeat(12)}`.trim(),
]
const bare = (text: string): string => text.normalize('NFC').replace(/\s+/g, '')

for (const format of LABEL_FORMATS) {
  test(`labels of ${format}: each name is whole and within its label`, async () => {
    const sheet = LABEL_SHEETS[format]
    const count = labelsOn(sheet) + 3
    for (let n = 0; n < count; n += 1) {
      const name = `${String(n).padStart(3, '0')} ${NAMES[n % NAMES.length]}`
      await person({
        first_name: name,
        last_name: null,
        address: `${n} Broad Street ${'by the market '.repeat(n % 9)}`,
      })
    }
    const start = 3
    const pages = await pagesOf('labels', { format, start: String(start) })
    assert.equal(pages.length, 2)
    const wide = sheet.paper === 'A4' ? 595 : 612
    for (const page of pages) assert.equal(Math.round(page.width), wide)
    for (let n = 0; n < count; n += 1) {
      const place = n + start - 1
      const { x, y } = cornerOf(sheet, place % labelsOn(sheet))
      const { texts = [] } = pages[Math.floor(place / labelsOn(sheet))] ?? {}
      const on = texts.filter(
        ({ left, top }) => left >= x && left < x + sheet.width && top >= y && top < y + sheet.height,
      )
      const said = bare(on.map(({ text }) => text).join(''))
      const name = bare(`${String(n).padStart(3, '0')} ${NAMES[n % NAMES.length]}`)
      assert.ok(said.startsWith(name), `${said} begins with ${name}`)
      for (const { right, bottom, text } of on) {
        assert.ok(right <= x + sheet.width + 0.01 && bottom <= y + sheet.height + 0.01, `${text} is within label ${n}`)
      }
    }
    const all = pages.flatMap(({ texts }) => texts).length
    assert.ok(all >= 2 * count)
  })
}

test('the fonts have the letters and signs of the currencies that names and amounts are written with', async () => {
  const missing: string[] = []
  const pieces = pdf({ title: 'Letters', paper: 'A4', language: 'en' }, async function* (doc) {
    doc.addPage()
    for (const face of ['regular', 'bold'] as const) {
      writeLine(doc, face, 10, 'x', 0, 0)
      const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font
      for (const letter of '₦₵₱€£KẹọṣẸỌṢŁłćĆɓɗƙŋɛɔễơươđþæßçñžš·—’') {
        if (!font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) missing.push(`${face} ${letter}`)
      }
    }
    yield
  })
  for await (const _ of pieces);
  assert.deepEqual(missing, [])
})

test('a label greets the family, or one person by title and name, and nobody without an address', async () => {
  const obi = await family({})
  await person({ family_id: obi, family_role: 'head' })
  await person({ family_id: obi, first_name: 'Bo', family_role: 'child' })
  const said = await family({ name: 'The Obis of Ikeja', address: '2 Road' })
  await person({ family_id: said })
  await person({ family_id: said, first_name: 'Uche' })
  const one = await family({ name: 'Alone', address: '3 Road' })
  await person({ family_id: one, title: 'Dr', first_name: 'Chidi' })
  await person({ first_name: 'Nneka', address: '4 Road', city: 'Enugu', state: 'EN', postal_code: '400001' })
  await person({ first_name: 'Homeless' })
  const words = await wordsOf('labels')
  for (const line of ['The Obi family', 'The Obis of Ikeja', 'Dr Chidi Obi', 'Nneka Obi', 'Enugu, EN 400001']) {
    assert.ok(words.split('\n').includes(line), `${line} in ${words}`)
  }
  assert.doesNotMatch(words, /Homeless/)
  const counts = (await owner.inChurch('GET', '/views/households')).json.data
  assert.deepEqual(counts, { households: 5, people: 7, with_address: 4, format: 'L7160' })
})

test('a name that says that it is a family’s is not said once more, in whatever language it says so', () => {
  const { say } = languageNamed('fr')
  const one: Member = {
    ...{
      id: 1,
      title: null,
      first_name: 'Ada',
      last_name: 'Obi',
      full_name: 'Ada Obi',
      family_role: null,
      phone: null,
    },
    ...{ email: null, address: null, city: null, state: null, postal_code: null },
  }
  const greets = (name: string): string =>
    salutationOf({ family: { name, address: null, phone: null }, members: [one, one] }, say)
  for (const name of [
    ...['Obi family', 'THE OBIS', 'Obi household', 'Famille Diallo', 'famille de Souza', 'Família Silva', 'Os Silva'],
    ...['Familia García', 'Los García', 'Familia ya Mwangi', 'عائلة حسن', 'آل حسن'],
  ])
    assert.equal(greets(name), name)
  assert.equal(greets('Diallo'), 'Famille Diallo')
  assert.equal(greets('Theodor'), 'Famille Theodor')
})

test('labels are those of the paper of the country, unless chosen', () => {
  assert.deepEqual(['US', 'PH', 'NG', 'GB'].map(labelsIn), ['5160', '5160', 'L7160', 'L7160'])
})

test('the directory has families in order, children below their parents, and only what is wanted of them', async () => {
  const obi = await family({ phone: '08031234567' })
  await person({ family_id: obi, family_role: 'child', first_name: 'Kid' })
  await person({ family_id: obi, family_role: 'spouse', first_name: 'Ngozi', email: 'ngozi@example.org' })
  await person({ family_id: obi, family_role: 'head', phone: '08035550000' })
  await person({ first_name: 'Ábíọ́lá', last_name: 'Àkànní', email: 'abiola@example.org' })
  const [page] = await pagesOf('directory')
  const lines = page?.texts ?? []
  const at = (text: string) => lines.findIndex(one => one.text.normalize('NFC').startsWith(text.normalize('NFC')))
  const order = ['Àkànní, Ábíọ́lá', 'Obi', 'Ada · +2348035550000', 'Ngozi · ngozi@', 'Kid'].map(at)
  assert.ok(
    order.every((place, index) => place > (order[index - 1] ?? -1)),
    `${order} of ${textOf(page as PdfPage)}`,
  )
  const [ada, kid] = [lines[at('Ada')], lines[at('Kid')]]
  assert.ok((kid?.left ?? 0) > (ada?.left ?? 0), 'a child stands in')
  const bareOne = await wordsOf('directory', { phones: '0', emails: '0', addresses: '0' })
  assert.doesNotMatch(bareOne, /example\.org|\+234|Church Street/)
  assert.match(bareOne, /Kid/)
})

test('the command line writes both, under the filters of the list of people', async () => {
  await person({ status: 'member', address: '4 Road', phone: '08031234567' })
  await person({ first_name: 'Guest', address: '5 Road' })
  const run = (...args: string[]) => cli(service.databaseUrl, ['print', ...args, '--church', church.church.slug])
  const file = path.join(folder, 'directory.pdf')
  const ended = await run('directory', '--status', 'member', '--no-phones', '--paper', 'Letter', '--out', file)
  assert.deepEqual([ended.code, ended.stdout.trim()], [0, `Saved as ${file}.`], ended.stderr)
  const [page] = await readPdf(readFileSync(file))
  assert.equal(page?.width, 612)
  assert.match(textOf(page as PdfPage), /^Obi, Ada$/m)
  assert.doesNotMatch(textOf(page as PdfPage), /Guest|\+234/)
  const labels = path.join(folder, 'labels.pdf')
  const made = await run('labels', '--format', '5160', '--start', '30', '--out', labels)
  assert.equal(made.code, 0, made.stderr)
  assert.equal((await readPdf(readFileSync(labels))).length, 2)
  const refused = await run('labels', '--format', 'L7163', '--start', '15', '--out', path.join(folder, 'none.pdf'))
  assert.deepEqual([refused.code, refused.stderr.includes('start: must be at most 14 on L7163')], [1, true])
  assert.ok(!existsSync(path.join(folder, 'none.pdf')))
})

test('nobody is on paper who was removed, is unlisted, has gone, or is out of sight', async () => {
  const north = await church.branch('North')
  const ids = await Promise.all(
    ['Removed', 'Unlisted', 'Moved', 'Northern', 'Visiting'].map(first_name =>
      person({
        first_name,
        ...(first_name === 'Moved' && { status: 'transferred' }),
        ...(first_name === 'Northern' && { branch_id: north, status: 'member' }),
      }),
    ),
  )
  await owner.inChurch('POST', '/actions/people.remove', { id: ids[0] })
  await church.act(addTag, { id: ids[1] as number, tag: 'Unlisted' })
  const names = async (query = {}, who = owner) =>
    (await wordsOf('directory', query, who)).split('\n').flatMap(line => /^Obi, (\w+)$/.exec(line)?.[1] ?? [])
  assert.deepEqual(await names(), ['Northern', 'Visiting'])
  assert.deepEqual(await names({ filter: 'status=transferred' }), ['Moved'])
  assert.deepEqual(await names({ filter: `branch_id=${north}&status=member` }), ['Northern'])
  assert.deepEqual(await names({}, await member(service, church, 'viewer', north)), ['Northern'])
  const refused = await owner.inChurch('GET', '/views/directory?filter=colour%3Dred')
  assert.deepEqual([refused.status, refused.json.errors], [422, { filter: 'has no parameter colour' }])
})

test('a family that is out of sight is not named; those of it who are in sight stand by themselves', async () => {
  const north = await church.branch('North')
  const obi = await family({ name: 'Secret', address: '9 Hidden Road' })
  await person({ family_id: obi, branch_id: north, first_name: 'Northern' })
  const words = await wordsOf('directory', {}, await member(service, church, 'staff', north))
  assert.match(words, /Obi, Northern/)
  assert.doesNotMatch(words, /Secret|Hidden/)
})

test('the same people give the same bytes, and a directory of many pages keeps within its margins', async () => {
  for (let n = 0; n < 150; n += 1) {
    await person({
      first_name: `Person${n}`,
      email: `${'long'.repeat(10)}${n}@example.org`,
      address: 'A street\nA town',
    })
  }
  const digest = async () =>
    createHash('sha256')
      .update(await download('directory', { paper: 'Letter' }))
      .digest('hex')
  assert.equal(await digest(), await digest())
  for (const [paper, width] of [
    ['A4', 595],
    ['Letter', 612],
  ] as const) {
    const pages = await pagesOf('directory', { paper })
    assert.ok(pages.length > 1)
    const words = pages.map(textOf).join('\n')
    for (let n = 0; n < 150; n += 1) assert.match(words, new RegExp(`^Obi, Person${n}$`, 'm'))
    for (const [index, page] of pages.entries()) {
      assert.equal(Math.round(page.width), width)
      assert.ok(textOf(page).includes(`Page ${index + 1}`) && textOf(page).includes(church.church.name))
      for (const { left, right, bottom, text } of page.texts) {
        assert.ok(left >= 40 && right <= width - 40 && bottom <= page.height - 40, text)
      }
    }
  }
})
