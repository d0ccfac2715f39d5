/** What files of others are taken for: their kind, their columns, their values, their days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importContributions } from '../src/modules/contributions/import-contributions.ts'
import { otherNames, partedName } from '../src/modules/people/full-name.ts'
import { importPeople } from '../src/modules/people/import-people.ts'
import type { Church } from '../src/resource/caller.ts'
import { fitOf, guessColumns, guessDays, guessValues, systemOf } from '../src/resource/import-guess.ts'
import { mapFile, readTable } from '../src/resource/import-mapping.ts'
import { csv } from './support/import.ts'

const LAGOS = { country: 'NG', currency: 'NGN' } as Church
const [people, gifts] = [importPeople.meanings, importContributions.meanings]
const KNOWN = {
  branch: { names: ['Grace Chapel', 'Yaba', 'Ikeja'], head: 'Grace Chapel' },
  fund: { names: ['General', 'Tithe', 'Building Fund'] },
}

const table = (text: string) => readTable(csv(text), title => /name|phone|amount|date|fund/i.test(title))

/** What the columns of a first line are taken for. */
async function taken(header: string, meanings = people, row = ''): Promise<Record<string, string>> {
  const guessed = guessColumns(await table(`${header}\n${row}\n`), meanings, LAGOS)
  return Object.fromEntries(Object.entries(guessed).map(([title, { target }]) => [title, target]))
}

test('columns are known by what people call them', async () => {
  assert.deepEqual(
    await taken(
      'S/N,Surname,Other names,Phone No.,GSM,Date of Birth,Sex,Status,Parish,E-mail,Marital Status,Shoe size',
    ),
    {
      'S/N': 'member_no',
      Surname: 'last_name',
      'Other names': 'other_names',
      'Phone No.': 'phone',
      GSM: '',
      'Date of Birth': 'dob',
      Sex: 'gender',
      Status: 'status',
      Parish: 'branch',
      'E-mail': 'email',
      'Marital Status': 'marital_status',
      'Shoe size': '',
    },
  )
  assert.deepEqual(await taken('Date,Envelope no.,Name,Amount (N),Purpose,Mode of Payment,Remarks', gifts), {
    Date: 'given_on',
    'Envelope no.': 'member_no',
    Name: 'donor_name',
    'Amount (N)': 'amount',
    Purpose: 'fund',
    'Mode of Payment': 'method',
    Remarks: 'note',
  })
})

test('a column whose title says nothing is known by its values', async () => {
  const found = await taken('Name,A,B', people, 'Ada Obi,ada@example.org,0803 123 4567')
  assert.deepEqual(found, { Name: 'full_name', A: 'email', B: 'phone' })
})

test('titles and values that every object has are like others', async () => {
  const header = 'Name,constructor,toString,__proto__,valueOf'
  assert.deepEqual(Object.entries(await taken(header)), [
    ['Name', 'full_name'],
    ...['constructor', 'toString', '__proto__', 'valueOf'].map(title => [title, '']),
  ])
  const read = await table('Name,Sex,Status,SMS\nAda Obi,constructor,__proto__,toString\n')
  const columns = { Name: 'full_name', Sex: 'gender', Status: 'status', SMS: 'sms_opt_in' }
  const values = guessValues(read, columns, people, KNOWN)
  assert.deepEqual(
    [values.gender, values.status, values.sms_opt_in].map(list => list?.map(({ value }) => value)),
    [[undefined], [undefined], [undefined]],
  )
  const { rows } = mapFile(csv(''), read, { columns, values: { gender: {} }, days: {} }, people, '2026-06-01')
  assert.deepEqual([...(rows ?? [])][1]?.cells, ['constructor', '__proto__', 'toString', 'Ada', 'Obi'])
})

test('exports of other systems are known by their columns', async () => {
  const headers: [string, string, Record<string, string>][] = [
    [
      'Planning Center',
      'Person ID,First Name,Given Name,Last Name,Birthdate,Membership,Status,Mobile Phone Number,Home Address Street Line 1',
      { 'Given Name': '', Membership: 'status', Status: '', 'Mobile Phone Number': 'phone' },
    ],
    [
      'Breeze',
      'Breeze ID,First Name,Last Name,Mobile,Home,Family,Family Role,Campus',
      { 'Breeze ID': 'member_no', Home: 'phone2', Campus: 'branch' },
    ],
    [
      'ChurchTools',
      'ID,Vorname,Nachname,Geburtsdatum,Status,PLZ,Ort,Handy',
      { Vorname: 'first_name', PLZ: 'postal_code', Handy: 'phone' },
    ],
    [
      'ChurchCRM',
      'Family ID ,Person Id,Last Name,First Name,Address 1,Cell Phone,Envelope Number,MembershipDate,Classification',
      { 'Person Id': 'member_no', 'Cell Phone': 'phone', 'Envelope Number': '', MembershipDate: 'membership_date' },
    ],
    [
      'Rock',
      'Id,FirstName,NickName,LastName,ConnectionStatus,RecordStatus,Birthdate',
      { NickName: '', ConnectionStatus: 'status', RecordStatus: '' },
    ],
  ]
  for (const [name, header, some] of headers) {
    assert.equal(systemOf(header.split(','), people.systems)?.name, name)
    const found = await taken(header)
    for (const [title, target] of Object.entries(some)) assert.equal(found[title], target, `${name}: ${title}`)
  }
  assert.equal(systemOf(['First Name', 'Last Name'], people.systems), undefined)
  const breeze = 'Date,Person ID,First Name,Last Name,Amount,Fund(s),Method,Check Number'
  assert.equal(systemOf(breeze.split(','), gifts.systems)?.name, 'Breeze', 'without the numbers of payments')
})

test('every target of a title, a system and a value is one that there is', () => {
  for (const meanings of [people, gifts]) {
    const names = new Set(meanings.targets.map(({ name }) => name))
    const meant = [
      ...Object.values(meanings.titles),
      ...(meanings.systems ?? []).flatMap(({ columns }) => Object.values(columns)),
    ]
    for (const one of meant) assert.ok(one === '' || one.startsWith('custom.') || names.has(one), one)
    for (const [target, values] of Object.entries(meanings.values ?? {})) {
      const { choices, usual } = meanings.targets.find(({ name }) => name === target) ?? {}
      for (const value of Object.values(values)) {
        assert.ok(value === '' || (choices ?? usual)?.includes(value), `${target} ${value}`)
      }
    }
  }
})

test('the kind of a file is the one that most of its columns fit, and that has what it needs', async () => {
  const fits = async (header: string) => {
    const read = await table(`${header}\n`)
    return [people, gifts].map(one => fitOf(guessColumns(read, one, LAGOS), one))
  }
  const [asPeople = 0, asGifts = 0] = await fits('Surname,Other names,Phone,Date of Birth')
  assert.deepEqual([asPeople, asGifts], [1, 0])
  const [few = 0, all = 0] = await fits('Date,Name,Amount,Fund,Method')
  assert.ok(all > few)
})

test('values are taken for what the church has; what nobody knows is asked', async () => {
  const read = await table(
    'Surname,First name,Sex,Status,Branch\na,b,M,Full Member,HQ\nc,d,f,Zealot,Yaba parish\ne,f,Male,full member,yaba\n',
  )
  const columns = {
    Surname: 'last_name',
    'First name': 'first_name',
    Sex: 'gender',
    Status: 'status',
    Branch: 'branch',
  }
  const values = guessValues(read, columns, people, KNOWN)
  assert.deepEqual(values.gender, [
    { text: 'M', count: 1, value: 'male' },
    { text: 'f', count: 1, value: 'female' },
    { text: 'Male', count: 1, value: 'male' },
  ])
  assert.deepEqual(values.status, [
    { text: 'Full Member', count: 2, value: 'member' },
    { text: 'Zealot', count: 1, value: undefined },
  ])
  assert.deepEqual(
    values.branch?.map(({ value }) => value),
    ['Grace Chapel', 'Yaba', 'Yaba'],
  )
  const given = await table(
    'Date,Amount,Fund,Method\n1/2/2026,1,Tithes,Transfer\n1/2/2026,1,Building,POS\n1/2/2026,1,Welfare,Cash\n',
  )
  const found = guessValues(given, { Fund: 'fund', Method: 'method' }, gifts, KNOWN)
  assert.deepEqual(
    found.fund?.map(({ value }) => value),
    ['Tithe', 'Building Fund', undefined],
  )
  assert.deepEqual(
    found.method?.map(({ value }) => value),
    ['bank_transfer', 'pos', 'cash'],
  )
  assert.deepEqual(guessDays(given, { Date: 'given_on' }, gifts, LAGOS), { given_on: 'day_first' })
})

test('a name in one cell is parted as its writer meant it', () => {
  const names: [string, Record<string, string>][] = [
    ['Ada Okafor', { first_name: 'Ada', last_name: 'Okafor' }],
    ['Pastor Ada N. Okafor', { title: 'Pastor', first_name: 'Ada', middle_name: 'N.', last_name: 'Okafor' }],
    ['Okafor, Ada Ngozi', { first_name: 'Ada', middle_name: 'Ngozi', last_name: 'Okafor' }],
    ['OKAFOR Ada Ngozi', { first_name: 'Ada', middle_name: 'Ngozi', last_name: 'Okafor' }],
    ['Mrs. Okafor, Ada', { title: 'Mrs', first_name: 'Ada', last_name: 'Okafor' }],
    ['Jan van der Berg', { first_name: 'Jan', last_name: 'van der Berg' }],
    ['Ada', { first_name: 'Ada' }],
    ['Chief', { first_name: 'Chief' }],
  ]
  for (const [text, parts] of names) assert.deepEqual(partedName(text), parts, text)
  assert.deepEqual(otherNames('Ada Ngozi'), { first_name: 'Ada', middle_name: 'Ngozi' })
})

test('a file with lines before its titles becomes one of the importer’s columns, line for line', async () => {
  const file = csv(
    'GRACE CHAPEL\nMembers 2026,,\nName,Phone,Phone,Date joined,Status\n"Obi, Ada",0803,,5/1/2020,Full Member\n,,,,\nTunde Bello,N/A,1,31/12/2019,Nil\n',
  )
  const read = await readTable(file, title => ['Name', 'Phone', 'Status'].includes(title))
  assert.deepEqual(read.titles, ['Name', 'Phone', 'Phone (2)', 'Date joined', 'Status'])
  const mapping = {
    columns: { Name: 'full_name', Phone: 'phone', 'Phone (2)': '', 'Date joined': 'membership_date', Status: 'status' },
    values: { status: { 'full member': 'member' } },
    days: { membership_date: 'day_first' as const },
  }
  const { rows } = mapFile(file, read, mapping, people, '2026-06-01')
  assert.deepEqual(
    [...(rows ?? [])],
    [
      { line: 3, cells: ['phone', 'membership_date', 'status', 'first_name', 'last_name'] },
      { line: 4, cells: ['0803', '2020-01-05', 'member', 'Ada', 'Obi'] },
      { line: 6, cells: ['', '2019-12-31', '', 'Tunde', 'Bello'] },
    ],
  )
})

test('two digits of a year are read by the kind of day: nobody is born in the future, no gift is dated far ahead', async () => {
  const read = async (text: string, meanings: typeof people, target: string): Promise<string | undefined> => {
    const found = await table(`Name,Date\nAda Obi,${text}\n`)
    const mapping = { columns: { Date: target }, values: {}, days: { [target]: 'day_first' as const } }
    const { rows } = mapFile(csv(''), found, mapping, meanings, '2026-11-28')
    return [...(rows ?? [])][1]?.cells[0]
  }
  assert.equal(await read('5/12/26', people, 'dob'), '1926-12-05')
  assert.equal(await read('27/11/26', people, 'dob'), '2026-11-27')
  assert.equal(await read('5/1/27', people, 'baptism_date'), '1927-01-05')
  assert.equal(await read('5/1/27', gifts, 'given_on'), '2027-01-05')
  assert.equal(await read('5/12/27', gifts, 'given_on'), '1927-12-05')
})

test('a language is known by its name in whatever language it is written, or by its tag', async () => {
  const read = await table('Name,Langue\nA,French\nB,Français\nC,fr-CI\nD,Kiswahili\nE,portugués\nF,Klingon\n')
  const columns = { Name: 'full_name', Langue: 'language' }
  assert.equal((await taken('Name,Langue')).Langue, 'language')
  const values = guessValues(read, columns, people, KNOWN)
  assert.deepEqual(
    values.language?.map(({ value }) => value),
    ['fr', 'fr', 'fr', 'sw', 'pt', undefined],
  )
})
