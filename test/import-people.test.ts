/** People from a file: the numbers that they bring, and who of them is on record already (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Handle } from '../src/db/handle.ts'
import { sql } from '../src/db/sql.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import type { ImportOptions } from '../src/resource/import-report.ts'
import { BY, csv, importPeople } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const people = ({ church }: TestChurch, text: string, options: ImportOptions = {}) =>
  importPeople(service.database, church, { file: csv(text), by: BY, options })

interface Listed {
  id: number
  full_name: string
  member_no: string
}

const listed = async ({ send }: TestChurch): Promise<Listed[]> => (await send('GET', '/people?per_page=100')).json.data

const add = async ({ send }: TestChurch, body: object): Promise<Listed> =>
  (await send('POST', '/people', body)).json.data

test('people keep the numbers that they bring; the service goes on behind the highest', async () => {
  const church = await service.church()
  await add(church, { first_name: 'First' })
  const text = 'first_name,Membership no\nAda,GC/0007\nBen,0412\nChi,\nDan, 98 \nEze,08031234567\nFay,Ṣ-1\n'
  assert.deepEqual((await people(church, text)).refusals, [])
  await add(church, { first_name: 'Next' })
  assert.deepEqual(
    (await listed(church)).map(({ full_name, member_no }) => `${full_name} ${member_no}`),
    ['First 000001', 'Ada GC/0007', 'Ben 0412', 'Chi 000413', 'Dan 98', 'Eze 08031234567', 'Fay Ṣ-1', 'Next 000414'],
  )
  const found = (await church.send('GET', '/people?q=gc%2F0007')).json.data
  assert.equal(found[0].full_name, 'Ada')
  await people(church, 'first_name,member_no\nGil,5\n')
  assert.equal((await add(church, { first_name: 'Last' })).member_no, '000415', 'a lower one does not put it back')
})

test('a number that is taken, stands twice in the file or is too long is refused with its line', async () => {
  const church = await service.church()
  const ada = await add(church, { first_name: 'Ada', last_name: 'Obi' })
  const gone = await add(church, { first_name: 'Gone' })
  await church.act(removePerson, { id: gone.id })
  const text = `first_name,member_no\nBen,${ada.member_no}\nChi,7\nDan,8\nEze,7\nFay,${gone.member_no}\nGil,${'9'.repeat(21)}\n`
  const report = await people(church, text)
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, errors.member_no]),
    [
      [2, `is taken: it belongs to Ada Obi (person ${ada.id})`],
      [3, 'is in line 5, too: no two people can have the same number'],
      [5, 'is in line 3, too: no two people can have the same number'],
      [6, `is taken: it belongs to Gone (person ${gone.id}, removed)`],
      [7, 'must be at most 20 characters'],
    ],
  )
  assert.deepEqual([report.imported, report.accepted, report.refused], [0, 1, 5])
  assert.equal((await people(church, text, { skipRefused: true })).imported, 1)
  const numbers = (await listed(church)).map(({ member_no }) => member_no)
  assert.deepEqual(numbers, [ada.member_no, '8'])
})

test('numbers that are far away leave the counter where it is, and the API passes over those that are taken', async () => {
  const church = await service.church()
  await people(church, 'first_name,member_no\nA,999999999\nB,1000000000\nC,2026000001\n')
  const next = async (): Promise<string> => (await add(church, { first_name: 'Next' })).member_no
  assert.deepEqual([await next(), await next()], ['000001', '000002'])
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update churches set last_member_no = 999999998 where id = ${church.church.id}`),
  )
  assert.deepEqual([await next(), await next()], ['1000000001', '1000000002'])
  const report = await people(church, 'first_name,member_no\nD,1000000003\nE,\nF,\n')
  assert.deepEqual(report.refusals, [])
  assert.deepEqual(
    (await listed(church)).slice(-3).map(({ member_no }) => member_no),
    ['1000000003', '1000000004', '1000000005'],
  )
})

test('a number that differs from another by leading zeros only is refused: spreadsheets drop them', async () => {
  const church = await service.church()
  const ada = await add(church, { first_name: 'Ada' })
  const report = await people(church, 'first_name,member_no\nBen,1\nChi,07\nDan,7\nEze,10\nFay,A7\n')
  assert.deepEqual(
    report.refusals.map(({ line, errors }) => [line, errors.member_no?.replace(/: spread.*/, '')]),
    [
      [2, `is taken: 000001, the same number with or without zeros in front, belongs to Ada (person ${ada.id})`],
      [3, 'is the number in line 4 with or without zeros in front'],
      [4, 'is the number in line 3 with or without zeros in front'],
    ],
  )
})

test('zeros before letters tell numbers apart, and one of nothing but zeros is one number', async () => {
  const church = await service.church()
  assert.equal((await people(church, 'first_name,member_no\nFay,A7\nGad,0\n')).imported, 2)
  const report = await people(church, 'first_name,member_no\nHan,0A7\nIda,000\nJoy,A7\n')
  assert.deepEqual(
    report.refusals.map(({ line }) => line),
    [3, 4],
  )
})

const counter = async ({ church }: TestChurch): Promise<number | undefined> =>
  (
    await service.database.read.first<{ n: number }>(
      sql`select last_member_no as n from churches where id = ${church.id}`,
    )
  )?.n

test('a limit on people is told on the dry run, and a refused import leaves the counter where it was', async () => {
  const { church, ...rest } = await service.church()
  const limited = { ...rest, church: { ...church, people_limit: 1 } }
  const text = 'first_name,member_no\nA,\nB,500\n'
  for (const dryRun of [true, false]) {
    await assert.rejects(people(limited, text, { dryRun }), { code: 'plan_limit_reached' })
  }
  assert.equal(await counter(limited), 0)
})

test('the API still assigns numbers: one in a body is ignored', async () => {
  const church = await service.church()
  assert.equal((await add(church, { first_name: 'Ada', member_no: '77' })).member_no, '000001')
})

test('while people are imported with their numbers the API assigns none of them, and none twice', async () => {
  const church = await service.church()
  for (let n = 0; n < 5; n += 1) await add(church, { first_name: `Before ${n}` })
  // Numbers that the API would come to in a moment, beside rows without one.
  const rows = Array.from(
    { length: 600 },
    (_, at) => `Import ${at},${at % 2 === 0 ? String(at + 6).padStart(6, '0') : ''}`,
  )
  const text = `first_name,member_no\n${rows.join('\n')}\n`
  let importing = true
  const creations = async (): Promise<number> => {
    let made = 0
    for (; importing || made < 20; made += 1) {
      const { status, text: answer } = await church.send('POST', '/people', { first_name: `API ${made}` })
      assert.equal(status, 201, answer)
    }
    return made
  }
  const [report, ...made] = await Promise.all([
    people(church, text, { skipRefused: true }).finally(() => {
      importing = false
    }),
    ...Array.from({ length: 4 }, creations),
  ])
  const { n, distinct } = (await service.database.read.first<{ n: number; distinct: number }>(sql`
    select count(*) as n, count(distinct member_no) as distinct from people where church_id = ${church.church.id}`)) ?? {
    n: 0,
    distinct: 1,
  }
  assert.equal(n, 5 + report.imported + made.reduce((sum, one) => sum + one, 0))
  assert.equal(distinct, n)
  // What the API took before the import reserved its numbers is refused, never given twice.
  assert.equal(report.imported + report.refused, 600)
  for (const { errors } of report.refusals) assert.match(errors.member_no ?? '', /^is taken: it belongs to API \d+ /)
})

test('a second import with dedupe recognises who has no e-mail and no phone, and leaves the doubtful to somebody', async () => {
  const church = await service.church()
  const header = 'first_name,last_name,dob,family,address,email,phone,member_no'
  const first = [
    'Ada,Obi,1990-01-01,,,,,',
    'Ben,Eze,,Eze family,,,,',
    'Chi,Uba,,,1 Ọba Road,,,',
    'Dan,Ude,,,,,,',
    'Eve,Ike,1980-05-05,,,,,',
    'Fay,Ojo,,,,fay@example.org,,',
    'Gil,Ani,,,,,08031234567,',
    'Wọlé,Ṣóyínká,,,,,,GC/1',
  ]
  const all = await people(church, `${header}\n${first.join('\n')}\n`, { dedupe: true })
  assert.deepEqual([all.imported, all.skipped], [8, 0])
  const by = Object.fromEntries((await listed(church)).map(one => [one.full_name, one]))
  const second = [
    'ADA,obi,1990-01-01,,,,,',
    'Ben,Eze,,EZE FAMILY,,,,',
    'Chi,Uba,,,1 oba road,,,',
    'Dan,Ude,,,,dan@example.org,,',
    'Eve,Ike,1999-09-09,,,,,',
    'Fay,Ojo,,,,FAY@example.org,,',
    'Hope,Ani,,,,,0803 123 4567,',
    'Wole,Soyinka,,,,,,GC/1',
    'New,Person,,,,,,',
    'New,Person,,,,,,',
    'Joy,Bello,2001-01-01,,,,,',
    'Joy,Bello,2001-01-01,,,,,',
  ]
  const text = `${header}\n${second.join('\n')}\n`
  const report = await people(church, text, { dedupe: true, dryRun: true })
  const number = (name: string): string => `${name}, no. ${by[name]?.member_no}`
  assert.deepEqual(
    report.left_out.map(({ line, taken_for, reasons, possible }) => [line, taken_for, reasons.join(), possible]),
    [
      [2, number('Ada Obi'), 'name,dob', false],
      [3, number('Ben Eze'), 'name,family', false],
      [4, number('Chi Uba'), 'name,address', false],
      [5, number('Dan Ude'), 'name', true],
      [7, number('Fay Ojo'), 'name,email', false],
      [8, number('Gil Ani'), 'phone', true],
      [9, number('Wọlé Ṣóyínká'), 'member_no,name', false],
      [11, 'line 10', 'name', true],
      [13, 'line 12', 'name,dob', false],
    ],
  )
  assert.deepEqual([report.accepted, report.skipped, report.possible, report.refused], [3, 9, 3, 0])
  const done = await people(church, text, { dedupe: true })
  assert.deepEqual([done.imported, (await listed(church)).length], [3, 11])
  // Whoever was left out as possible is added by whoever has looked; the others are on record by now.
  const rest = await people(church, text, { addLines: [2, 5, 8, 11] })
  assert.deepEqual([rest.imported, rest.possible, rest.imported_before], [3, 0, 3])
  const names = (await listed(church)).slice(11).map(({ full_name }) => full_name)
  assert.deepEqual(names, ['Dan Ude', 'Hope Ani', 'New Person'])
})

test('who is removed is on record no more', async () => {
  const church = await service.church()
  const { id } = await add(church, { first_name: 'Ada', email: 'ada@example.org' })
  await church.act(removePerson, { id })
  const report = await people(church, 'first_name,email\nAda,ada@example.org\n', { dedupe: true })
  assert.equal(report.imported, 1)
})

test('people and families are recorded in the order of the file, with ids that PostgreSQL counts', async () => {
  const church = await service.church()
  const rows = Array.from({ length: 1_200 }, (_, at) => `Person ${at},Family ${at % 7}`)
  await people(church, `first_name,family\n${rows.join('\n')}\n`)
  const ids = await service.database.read.all<{ id: number; first_name: string }>(
    sql`select id, first_name from people where church_id = ${church.church.id} order by id`,
  )
  assert.deepEqual(
    ids.map(({ first_name }) => first_name),
    rows.map(row => row.split(',')[0]),
  )
  const families: { id: number }[] = (await church.send('GET', '/families')).json.data
  for (const { id } of [...ids, ...families]) assert.ok(id < 2 ** 32)
  assert.equal(families.length, 7)
})

test('a family that rows far from each other name is made once, and is kept as a record of the first of them', async () => {
  const church = await service.church()
  const named = new Map([
    [3, 'Obi of Ikeja'],
    [1_400, 'OBI of Ikeja'],
    [2_300, 'Bello'],
    [2_400, 'obi of ikeja'],
  ])
  const rows = Array.from({ length: 2_399 }, (_, at) => `Person ${at + 2},${named.get(at + 2) ?? ''}`)
  assert.equal((await people(church, `first_name,family\n${rows.join('\n')}\n`)).imported, 2_399)
  const kept = await service.database.read.all<object>(sql`select line, resource, written ->> 'name' as name
    from import_records where church_id = ${church.church.id} and resource = 'families' order by line`)
  assert.deepEqual(kept, [
    { line: 3, resource: 'families', name: 'Obi of Ikeja' },
    { line: 2_300, resource: 'families', name: 'Bello' },
  ])
  const members =
    await service.database.read.all<object>(sql`select f.name, array_agg(p.first_name order by p.id) as who
    from people p join families f on f.church_id = p.church_id and f.id = p.family_id
    where p.church_id = ${church.church.id} group by f.name order by f.name`)
  assert.deepEqual(members, [
    { name: 'Bello', who: ['Person 2300'] },
    { name: 'Obi of Ikeja', who: ['Person 3', 'Person 1400', 'Person 2400'] },
  ])
})

test('people of one file are inserted by one statement, whatever few of them say', async () => {
  const church = await service.church()
  const fields = ['occupation', 'title', 'middle_name', 'address', 'city', 'state']
  const rows = Array.from({ length: 600 }, (_, at) =>
    [`Person ${at}`, ...fields.map((_, place) => (at === 100 * place ? 'Said' : ''))].join(','),
  )
  const texts = new Set<string>()
  const sends = Handle.prototype.text
  Handle.prototype.text = function (query) {
    if (query.text.includes('insert into people as t')) texts.add(query.text)
    return sends.call(this, query)
  }
  try {
    const report = await people(church, `first_name,${fields.join(',')}\n${rows.join('\n')}\n`)
    assert.deepEqual([report.imported, report.refused], [600, 0])
  } finally {
    Handle.prototype.text = sends
  }
  assert.equal(texts.size, 1)
  const said = await service.database.read.first<{ n: number }>(sql`select count(occupation)::int + count(title)::int
    + count(middle_name)::int + count(address)::int as n from people where church_id = ${church.church.id}`)
  assert.equal(said?.n, 4)
})
