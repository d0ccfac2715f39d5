/** Gifts from a file: what their amounts mean, and whose they are (decisions, Money; Imports). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { importText } from '../src/cli/import-text.ts'
import { sql } from '../src/db/sql.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { keyedNames, type OpenName } from '../src/resource/import-names.ts'
import { BY, csv, importContributions, importPeople, NOW } from './support/import.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

const gifts = ({ church }: TestChurch, text: string, options = {}) =>
  importContributions(service.database, church, NOW, { file: csv(text), by: BY, options })

// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
const recorded = async ({ send }: TestChurch): Promise<any[]> =>
  (await send('GET', '/contributions?per_page=100')).json.data

test('a name leads to who alone has it, to nobody where several do or it is nearly theirs, unless somebody says who', async () => {
  const church = await service.church()
  const add = async (first_name: string, last_name: string | null, more = {}) =>
    (await church.send('POST', '/people', { first_name, last_name, ...more })).json.data
  const [ada, bola, , grace, only] = [
    await add('Ada', 'Obi', { middle_name: 'Ngozi', email: 'ada@example.org' }),
    await add('Bola', 'Eze'),
    await add('Bola', 'Eze'),
    await add('Gracé', 'Ọlá-Musa'),
    await add('Uche', null),
  ]
  const names = { match: true, said: {} }
  const given = async (rows: string[], options = {}) => {
    const report = await gifts(church, `amount,donor_name,email\n${rows.join('\n')}\n`, { names, ...options })
    const found = (await recorded(church)).slice(-rows.length)
    return { report, people: found.map(({ person_id }) => person_id) }
  }
  const spelt = ['Ada Obi', '"OBI, Ada"', 'Mrs. ada ngozi obi', 'Grace Ola Musa', '"Dr Musa, Grace Ola"']
  const sure = await given(spelt.map((name, at) => `${at + 10},${name},`))
  assert.deepEqual(sure.people, [ada.id, ada.id, ada.id, grace.id, grace.id])
  const doubtful = ['Bola Eze', 'Grase Ola Musa', 'A. Obi', 'Uche', 'Ada', 'Mr & Mrs Obi', 'Chi Obi', 'Nobody Here']
  const open = await given(doubtful.map((name, at) => `${at + 20},${name},`))
  assert.deepEqual(
    open.people,
    doubtful.map(() => null),
  )
  assert.deepEqual(open.report.names?.open.map(({ name, may }) => [name, may.length]).sort(), [
    ['A. Obi', 1],
    ['Ada', 1],
    ['Bola Eze', 2],
    ['Grase Ola Musa', 1],
    ['Uche', 1],
  ])
  const said = { match: true, said: { 'bola eze': bola.member_no.replace(/^0+/, ''), 'ada obi': '', uche: '999' } }
  const decided = await given(['30,Bola EZE,', '31,Ada Obi,', '32,Uche,'], { names: said })
  assert.deepEqual(decided.people, [bola.id, null, null])
  assert.match(decided.report.notes.join(), /Nobody on record has these numbers: 999 \("Uche"\)/)
  // What names them better counts, and without being asked nobody is found.
  const better = await given(['40,Bola Eze,ada@example.org'])
  assert.deepEqual(better.people, [ada.id])
  assert.deepEqual((await given(['41,Ada Obi,'], { names: undefined })).people, [null])
  assert.ok(only.id)
  // Neither who was removed nor anybody of another church.
  await church.act(removePerson, { id: ada.id })
  assert.deepEqual((await given(['50,Ada Obi,'])).people, [null])
  const other = await service.church()
  const theirs = await importContributions(service.database, other.church, NOW, {
    file: csv('amount,donor_name\n5,Bola Eze\n'),
    by: BY,
    options: { names },
  })
  assert.deepEqual(theirs.names, { matched: 0, open_rows: 0, keeps: true, open: [] })
})

test('amounts are major units as people write them; amount_minor is in minor units', async () => {
  const church = await service.church()
  const text =
    'amount,amount_minor,note\n21000,,a\n"21,000.50",,b\n"₦2,000",,c\n"N1,500",,d\n,1050,e\n1 000.5,,f\n"=N=1,500.00",,g\n'
  const report = await gifts(church, text)
  assert.deepEqual(report.refusals, [])
  const found = await recorded(church)
  assert.deepEqual(
    found.map(({ note, amount }) => [note, amount]),
    [
      ['a', 2_100_000],
      ['b', 2_100_050],
      ['c', 200_000],
      ['d', 150_000],
      ['e', 1_050],
      ['f', 100_050],
      ['g', 150_000],
    ],
  )
  assert.deepEqual(report.sums, [{ currency: 'NGN', gifts: 7, amount: '4801150', display: '₦48,011.50' }])
})

test('sums are told by currency, with its own decimals', async () => {
  const church = await service.church({ currency: 'JPY', country: 'JP', timezone: 'Asia/Tokyo' })
  await church.act(setRate, { currency: 'KWD', rate: '500', valid_from: '2026-01-01' })
  const dry = await gifts(church, 'amount,currency\n"1,500",\n"¥2,000",JPY\n1.250,kwd\n0.5,KWD\n3,\n', { dryRun: true })
  assert.deepEqual(dry.refusals, [])
  assert.deepEqual(
    dry.sums.map(({ gifts: n, display }) => [n, display]),
    [
      [3, '¥3,503'],
      [2, 'KWD1.750'],
    ],
  )
  assert.deepEqual(await recorded(church), [])
})

test('an amount that is negative, foreign, doubtful, doubled or missing is refused on its row', async () => {
  const church = await service.church()
  const text = 'amount,amount_minor\n(500),\n$5,\n1.500,\n5,500\n,\nx,,,\n10k,\n0,\n'
  const { refusals, imported } = await gifts(church, text)
  assert.equal(imported, 0)
  assert.deepEqual(
    refusals.map(({ line, errors }) => [
      line,
      Object.entries(errors)
        .map(([name, told]) => `${name} ${told}`)
        .join(),
    ]),
    [
      [2, 'amount is negative: refunds are not imported'],
      [3, 'amount "$5" is not in NGN: leave "$" out, or name the currency in a column currency'],
      [4, 'amount "1.500" may mean 1500 or 1.5: write it without the point'],
      [5, 'amount says the same as amount_minor: keep one of the two columns'],
      [
        7,
        'row has 4 cells, and the first line names 2 columns: put quotation marks around a cell that has a comma in it, such as "1,500",amount "x" is not an amount: write it like 21000 or 21,000.50',
      ],
      [8, 'amount "10k" is not in NGN: leave "k" out, or name the currency in a column currency'],
      [9, 'amount must be more than 0'],
    ],
  )
})

test('an amount with a comma and no quotation marks is told from an amount and a note', async () => {
  const church = await service.church()
  const text =
    'date,fund_id,amount,note\n2026-03-04,,1,500\n2026-03-04,,₦21,000\n2026-03-04,,1.00,500\n2026-03-04,,1500,500\n'
  const { refusals, accepted } = await gifts(church, text, { dryRun: true })
  assert.deepEqual(
    refusals.map(({ line, errors }) => [line, errors.row]),
    [
      [
        2,
        'has 1 as amount and 500 in the cell behind it: if 1,500 is meant, put quotation marks around it ("1,500"); if not, write 1 with its decimals',
      ],
      [
        3,
        'has ₦21 as amount and 000 in the cell behind it: if ₦21,000 is meant, put quotation marks around it ("₦21,000"); if not, write ₦21 with its decimals',
      ],
    ],
  )
  assert.equal(accepted, 2)
  const { member_no } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  assert.equal((await gifts(church, `amount,member_no\n500,${member_no}\n`)).imported, 1, 'a number may stand there')
})

test('a column "Amount (NGN)" is the amount, and one of another currency is not', async () => {
  const church = await service.church()
  for (const title of ['Amount (NGN)', 'Amount ₦', 'AMOUNT (₦)', 'amount_ngn', 'Amount in Naira', 'Amount [N]']) {
    const { sums } = await gifts(church, `${title}\n2000\n`, { dryRun: true })
    assert.equal(sums[0]?.display, '₦2,000.00', title)
  }
  await assert.rejects(gifts(church, 'Amount (USD)\n5\n'), {
    message:
      'The column "Amount (USD)" is not in NGN. Call it amount, and write USD into each row of a column currency.',
  })
  for (const title of ['Amount given', 'Amounts', 'amount_mino']) {
    await assert.rejects(gifts(church, `${title}\n5\n`), /\(did you mean amount( or amount_minor)?\?\)/, title)
  }
})

test('a day as people write it is refused with what to do', async () => {
  const church = await service.church()
  const { refusals } = await gifts(church, 'amount,date\n5,04/01/2026\n5,2026-02-30\n')
  assert.match(
    refusals[0]?.errors.given_on ?? '',
    /^is "04\/01\/2026", which is no clear date: write year, month and day, such as 2026-01-31 \(in a spreadsheet/,
  )
  assert.match(refusals[1]?.errors.given_on ?? '', /^is "2026-02-30"/)
})

test('a row without its day is refused where the file has days, and a file without any is of today', async () => {
  const church = await service.church()
  const { refusals } = await gifts(church, 'amount,date,note\n5,2026-01-04,\n6,,late\n')
  assert.deepEqual(
    refusals.map(({ line, errors }) => [line, { ...errors }]),
    [[3, { given_on: 'is empty in this row: write the day of the gift, and import the row again' }]],
  )
  assert.equal((await gifts(church, 'amount,note\n5,\n6,late\n', { dryRun: true })).accepted, 2)
})

test('a row that is the sum of those above it, or is called so and says nothing else, is refused as a sum', async () => {
  const church = await service.church()
  const sums = async (text: string): Promise<number[]> =>
    (await gifts(church, text, { dryRun: true })).refusals.flatMap(({ line, errors }) =>
      /^is the sum of rows above it/.test(errors.amount ?? '') && Object.keys(errors).length === 1 ? [line] : [],
    )
  for (const word of ['TOTAL', 'Grand total:', 'Somme', 'Suma', 'Soma', 'Jumla', 'المجموع']) {
    assert.deepEqual(await sums(`amount,date,donor_name\n5,2026-01-04,Ada\n9,,${word}\n`), [3], word)
    assert.deepEqual(await sums(`amount,date\n5,2026-01-04\n9,${word}\n`), [3], word)
  }
  const day = '2026-01-04'
  const parted = `5,${day},Ada\n6,${day},Bola\n11,,\n4,${day},Uche\n5,${day},Ada\n9,,\n20,,\n`
  assert.deepEqual(await sums(`amount,date,donor_name\n${parted}`), [4, 7, 8])
  assert.deepEqual(await sums('amount,donor_name\n5,Ada\n6,Bola\n11,\n'), [], 'a gift of nobody may be as much')
  assert.deepEqual(await sums('amount,date\n5,2026-01-04\n6,\n"11.00",\n'), [4], 'what was refused is in the sum')
  assert.deepEqual(await sums('amount,date,donor_name\n5,2026-01-04,Total\n'), [], 'it has a day')
  assert.deepEqual(await sums('amount\n5\n5\n10\n'), [], 'all rows are amounts alone')
})

test('the whole column tells what a comma means, else the country, else whoever imports', async () => {
  const german = await service.church({ currency: 'EUR', country: 'DE', timezone: 'Europe/Berlin' })
  const amounts = async (text: string, options = {}): Promise<string[]> =>
    (await gifts(german, `amount\n${text}\n`, { dryRun: true, ...options })).sums.map(({ display }) => display)
  assert.deepEqual(await amounts('1.500'), ['€1,500.00'])
  assert.deepEqual(await amounts('"1.500,50"\n2.000'), ['€3,500.50'])
  assert.deepEqual(await amounts('"1,500.50"\n"2,000"'), ['€3,500.50'])
  assert.deepEqual(await amounts('"1,500"'), [])
  assert.deepEqual(await amounts('"1,500"', { decimal: '.' }), ['€1,500.00'])
  assert.deepEqual(await amounts('"1,500"', { decimal: ',' }), ['€1.50'])
})

test('gifts find their givers by the numbers of the old system, and follow who was merged meanwhile', async () => {
  const church = await service.church()
  // Numbers of the service that another system gave to others.
  await church.send('POST', '/people', { first_name: 'Bola' })
  const people = 'first_name,member_no\nAda,GC/0001\nBen,1024\nChi,7\n'
  await importPeople(service.database, church.church, { file: csv(people), by: BY })
  const listed: { id: number; first_name: string }[] = (await church.send('GET', '/people')).json.data
  const id = Object.fromEntries(listed.map(one => [one.first_name, one.id]))
  await church.act(mergePeople, { keep: id.Ada ?? 0, remove: id.Chi ?? 0 })
  const report = await gifts(church, 'amount,member_no\n1,GC/0001\n2,1024\n3,7\n4,000001\n5,000007\n6,1\n7,8\n', {
    skipRefused: true,
  })
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, errors]),
    [[8, { member_no: 'is that of nobody on record' }]],
  )
  assert.deepEqual(
    (await recorded(church)).map(({ person_id }) => person_id),
    [id.Ada, id.Ben, id.Ada, id.Bola, id.Ada, id.Bola],
  )
})

test('a telephone finds who has it and is called as the row says; under another name it is nobody’s, and no row is refused', async () => {
  const church = await service.church()
  const rows = ['Ada,Obi,08031234567,', 'Ben,Obi,,', 'Chi,Eze,08037654321,', 'Dan,Eze,08037654321,08030000001']
  const text = `first_name,last_name,phone,whatsapp\n${rows.join('\n')}\n`
  await importPeople(service.database, church.church, { file: csv(text), by: BY })
  const listed: { id: number; first_name: string; full_name: string; member_no: string }[] = (
    await church.send('GET', '/people')
  ).json.data
  const [ada, ben, chi, dan] = ['Ada', 'Ben', 'Chi', 'Dan'].map(name => listed.find(one => one.first_name === name))
  const branch = (await church.send('GET', '/branches')).json.data[0].name
  const whom = (one = listed[0]) => `${one?.member_no} ${one?.full_name} (${branch})`
  const given = [
    // Who alone has it.
    ...['0803 123 4567,', '+2348030000001,'],
    // Called so, and not.
    ...['08031234567,"OBI, Mrs. Ada"', '08031234567,Ada', '08031234567,Ben Obi', '08030000001,Somebody'],
    // Of several.
    ...['08037654321,', '08037654321,Dr Dan Eze', '08037654321,Mr & Mrs Eze', '08037654321,Ben Obi'],
    // Of nobody.
    '08039999999,A Guest',
  ]
  const giversOf = async (options = {}) => {
    const file = `amount,donor_phone,donor_name,member_no\n${given.map(row => `1,${row},\n`).join('')}1,08037654321,,${ada?.member_no}\n`
    const report = await gifts(church, file, { force: true, ...options })
    assert.deepEqual([report.refusals, report.imported], [[], given.length + 1])
    return { report, gifts: (await recorded(church)).slice(-given.length - 1) }
  }
  const names = (found: { person_id: number | null }[]) =>
    found.map(({ person_id }) => listed.find(({ id }) => id === person_id)?.first_name ?? null)
  const found = ['Ada', 'Dan', 'Ada', 'Ada']
  const bare = await giversOf()
  assert.deepEqual(names(bare.gifts), [...found, null, null, null, 'Dan', null, null, null, 'Ada'])
  const { open = [], ...counted } = bare.report.phones ?? {}
  assert.deepEqual(counted, { matched: 5, shared: 3, otherwise: 2 })
  const openOnes = (names: OpenName[]) =>
    names.map(one => [one.name, one.lines, one.may.map(({ name }) => name).sort()] as const)
  assert.deepEqual(openOnes(open), [
    ['Ben Obi', [6, 11], ['Ada Obi', 'Chi Eze', 'Dan Eze']],
    ['Somebody', [7], ['Dan Eze']],
    ['Mr & Mrs Eze', [10], ['Chi Eze', 'Dan Eze']],
  ])
  const guest = bare.gifts[4]
  assert.deepEqual([guest.donor_name, guest.donor_phone], ['Ben Obi', '+2348031234567'])
  assert.deepEqual(importText(bare.report, '').slice(2, 7), [
    '  5 givers found by telephone',
    '  3 gifts have a number of several people, and no giver',
    '  2 gifts have a number of somebody with another name, and no giver',
    `  "Ben Obi", in 2 rows (lines 6, 11), has the number of ${whom(ada)}, and of ${whom(chi)}, and of ${whom(dan)}`,
    `  "Somebody", in line 7, has the number of ${whom(dan)}`,
  ])
  // Where names are looked up, they lead to whom no number led to; what somebody decided goes before all.
  const matched = await giversOf({ names: { match: true, said: {} } })
  assert.deepEqual(names(matched.gifts), [...found, 'Ben', null, null, 'Dan', null, 'Ben', null, 'Ada'])
  assert.deepEqual(matched.report.phones, { matched: 5, shared: 2, otherwise: 1, open: [] })
  // A name that leads to nobody is open where somebody else has its telephone.
  assert.deepEqual(openOnes(matched.report.names?.open ?? []), [
    ['Somebody', [7], ['Dan Eze']],
    ['Mr & Mrs Eze', [10], ['Chi Eze', 'Dan Eze']],
  ])
  assert.equal(matched.report.names?.matched, 2)
  const said = keyedNames({
    match: true,
    said: { 'Ben Obi': chi?.member_no ?? '', Ada: ben?.member_no ?? '', 'Dr Dan Eze': '' },
  })
  const decided = await giversOf({ names: said })
  assert.deepEqual(names(decided.gifts), [
    ...['Ada', 'Dan', 'Ada', 'Ben', 'Chi', null],
    ...[null, null, null, 'Chi', null, 'Ada'],
  ])
  assert.equal((await gifts(church, 'amount\n9\n', { dryRun: true })).phones, undefined)
})

test('a name that is also that of what all objects have is a name like others', async () => {
  const church = await service.church()
  const rows = ['constructor,Obi,08031234567', 'Ada,Obi,']
  await importPeople(service.database, church.church, {
    file: csv(`first_name,last_name,phone\n${rows.join('\n')}\n`),
    by: BY,
  })
  const file = 'amount,donor_name,donor_phone\n1,constructor,\n2,__proto__,08031234567\n3,toString,\n4,Ada Obi,\n'
  const report = await gifts(church, file, { names: { match: true, said: {} } })
  assert.deepEqual([report.imported, report.names?.matched, report.notes], [4, 1, []])
  const open = report.names?.open.map(({ name, lines, may }) => [name, lines, may.map(one => one.name)])
  assert.deepEqual(open, [
    ['constructor', [2], ['constructor Obi']],
    ['__proto__', [3], ['constructor Obi']],
  ])
  const titles = 'amount,constructor,toString,__proto__,hasOwnProperty\n5,a,b,c,d\n'
  await assert.rejects(gifts(church, titles), /Not known: "constructor", "toString", "__proto__", "hasOwnProperty"\./)
  assert.equal((await gifts(church, titles, { ignoreUnknown: true })).imported, 1)
})

test('digits that fit two people but for leading zeros name neither of them', async () => {
  const church = await service.church()
  const [ada, ben] = [{ first_name: 'Ada' }, { first_name: 'Ben' }].map(body => church.send('POST', '/people', body))
  const { id } = (await ben)?.json.data ?? {}
  await ada
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update people set member_no = '1' where church_id = ${church.church.id} and member_no <> '000001'`),
  )
  const report = await gifts(church, 'amount,member_no,person_id\n5,1,\n5,000001,\n5,01,\n')
  assert.deepEqual(
    report.refusals.map(({ errors }) => errors.member_no),
    Array(3).fill('names several people, whose numbers differ by zeros at their beginning only: use person_id'),
  )
  assert.equal((await gifts(church, `amount,member_no,person_id\n5,1,${id}\n`)).imported, 1)
})

test('each way in which a row names its giver must be found, and all must name the same person', async () => {
  const church = await service.church()
  const add = async (first_name: string, email: string): Promise<{ id: number; member_no: string }> =>
    (await church.send('POST', '/people', { first_name, email })).json.data
  const [ada, ben] = [await add('Ada', 'obi@example.org'), await add('Ben', 'obi@example.org')]
  const chi = await add('Chi', 'chi@example.org')
  const rows = [
    `5,99,chi@example.org,`,
    `5,${ada.member_no},chi@example.org,`,
    `5,${ada.member_no},nobody@example.org,`,
    `5,,obi@example.org,`,
    `5,${chi.member_no},CHI@example.org,${ada.id}`,
    `5,${ben.member_no},obi@example.org,`,
    `5,${chi.member_no},CHI@example.org,${chi.id}`,
  ]
  const report = await gifts(church, `amount,member_no,email,person_id\n${rows.join('\n')}\n`, { skipRefused: true })
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, errors]),
    [
      [2, { member_no: 'is that of nobody on record' }],
      [3, { email: 'names somebody else than member_no: correct one of them' }],
      [4, { email: 'is that of nobody on record' }],
      [5, { email: 'names several people: use person_id or member_no' }],
      [6, { member_no: 'names somebody else than person_id: correct one of them' }],
    ],
  )
  assert.deepEqual(
    (await recorded(church)).map(({ person_id }) => person_id),
    [ben.id, chi.id],
  )
})

test('rows are recorded in the order of the file, with ids that PostgreSQL counts', async () => {
  const church = await service.church()
  const ada = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  const rows = Array.from({ length: 1_500 }, (_, at) => `${at + 1},${at % 3 === 0 ? ada.member_no : ''}`)
  await gifts(church, `amount,member_no\n${rows.join('\n')}\n`)
  const pages = await Promise.all(
    Array.from({ length: 15 }, (_, at) => church.send('GET', `/contributions?per_page=100&page=${at + 1}`)),
  )
  const found: { id: number; amount: number }[] = pages.flatMap(({ json }) => json.data)
  assert.deepEqual(
    found.map(({ amount }) => amount),
    Array.from({ length: 1_500 }, (_, at) => (at + 1) * 100),
  )
  assert.ok((found.at(-1)?.id ?? Number.POSITIVE_INFINITY) < 2 ** 32)
})
