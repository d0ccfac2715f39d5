/** People from a file while others write the same people, numbers and families: an import that is overtaken begins anew. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import type { ImportOptions, ImportReport } from '../src/resource/import-report.ts'
import { BY, csv, importPeople } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
import { untilWaiting } from './support/waiting.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const people = ({ church }: TestChurch, text: string, options: ImportOptions = {}) =>
  importPeople(service.database, church, { file: csv(text), by: BY, options })

interface Listed {
  full_name: string
  member_no: string
}

const listed = async ({ send }: TestChurch): Promise<Listed[]> => (await send('GET', '/people?per_page=100')).json.data

/** Does something before the write of an import that has this place: the first reserves its numbers, the second inserts. */
async function inBetween(
  church: TestChurch,
  text: string,
  options: ImportOptions,
  place: 1 | 2,
  work: () => Promise<unknown>,
): Promise<ImportReport> {
  const { database } = service
  const original = database.write.bind(database)
  let writes = 0
  database.write = async (id, ...asked) => {
    if (id === church.church.id) writes += 1
    if (writes === place) {
      writes = 3
      await work()
    }
    return await original(id, ...asked)
  }
  try {
    return await people(church, text, options)
  } finally {
    database.write = original
  }
}

test('somebody whom the API adds between the check and the import is not doubled', async () => {
  const text = 'first_name,last_name,email\nAda,Obi,ada@example.org\nBen,Eze,\n'
  const body = { first_name: 'Ada', last_name: 'Obi', email: 'ADA@example.org' }
  for (const place of [1, 2] as const) {
    const other = await service.church()
    const report = await inBetween(other, text, { dedupe: true }, place, () => other.send('POST', '/people', body))
    assert.deepEqual([report.imported, report.skipped], [1, 1])
    const names = (await listed(other)).map(({ full_name }) => full_name)
    assert.deepEqual(names, ['Ada Obi', 'Ben Eze'])
  }
})

test('a file that brings a number which another import is about to give is imported, and so is the other', async () => {
  const church = await service.church()
  const bring = () => people(church, 'first_name,member_no\nBen,2\n')
  const report = await inBetween(church, 'first_name\nAda\nChi\nDan\n', {}, 2, bring)
  assert.deepEqual([report.imported, report.refused], [3, 0])
  const numbers = (await listed(church)).map(({ full_name, member_no }) => `${full_name} ${member_no}`)
  assert.deepEqual(numbers, ['Ben 2', 'Ada 000004', 'Chi 000005', 'Dan 000006'])
})

test('a number that others take before many people are written, with zeros in front, is refused, and the others come in', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => `Person ${at + 1},${at + 1}`)
  const text = `first_name,member_no\n${rows.join('\n')}\n`
  for (const number of ['000005', '000399']) {
    const other = await service.church()
    const bring = () => people(other, `first_name,member_no\nBen,${number}\n`)
    const report = await inBetween(other, text, { skipRefused: true }, 2, bring)
    assert.deepEqual([report.imported, report.refused], [399, 1], number)
    assert.deepEqual(
      report.refusals.map(({ line }) => line),
      [Number(number) + 1],
    )
  }
})

/** Takes families away while an import waits to write its first people. */
async function withoutFamilies(church: TestChurch, text: string, options: ImportOptions = {}): Promise<ImportReport> {
  const { database } = service
  return await database.connection(async client => {
    await client.query('begin; lock table people in share mode')
    const report = people(church, text, options)
    await untilWaiting(database.read, 1, 'insert into people%')
    await client.query('update people set family_id = null where church_id = $1', [church.church.id])
    await client.query('delete from families where church_id = $1', [church.church.id])
    await client.query('commit')
    return await report
  })
}

test('a family that goes before its people are written is made anew, and one that a row names by its id is missed', async () => {
  const church = await service.church()
  await people(church, 'first_name,family\nAda,Obi\n')
  const named = Array.from({ length: 400 }, (_, at) => `Person ${at},${at === 390 ? 'Obi' : ''}`)
  const made = await withoutFamilies(church, `first_name,family\n${named.join('\n')}\n`)
  assert.equal(made.imported, 400)
  const [family, ...others] = (await church.send('GET', '/families')).json.data
  assert.deepEqual([family.name, others], ['Obi', []])
  assert.equal((await church.send('GET', `/people?family_id=${family.id}`)).json.meta.total, 1)

  const numbered = `first_name,family_id\nBen,${family.id}\nChi,\n`
  const missed = await withoutFamilies(church, numbered, { skipRefused: true })
  assert.deepEqual(
    [missed.imported, missed.refusals],
    [1, [{ line: 2, errors: { family_id: 'names no family of this church' } }]],
  )
})

test('creations with dedupe go on while an import with dedupe writes, and nobody is doubled', async () => {
  const church = await service.church()
  const { database } = service
  const text = 'first_name,email\nAda,ada@example.org\nBen,ben@example.org\n'
  const create = async (email: string): Promise<number> =>
    (await church.send('POST', '/people', { first_name: email, email, dedupe: true })).status
  let report: Promise<ImportReport> | undefined
  await database.connection(async client => {
    // The import is judged by now, and its numbers are reserved: what is left is the writing.
    await client.query('begin; lock table imports in share mode')
    report = people(church, text, { dedupe: true })
    await untilWaiting(database.read, 1, 'insert into%imports')
    assert.deepEqual([await create('chi@example.org'), await create('ben@example.org')], [201, 201])
    await client.query('commit')
  })
  assert.deepEqual([(await report)?.imported, (await report)?.skipped, (await report)?.possible], [1, 1, 1])
  const names = (await listed(church)).map(({ full_name }) => full_name).sort()
  assert.deepEqual(names, ['Ada', 'ben@example.org', 'chi@example.org'])
})

test('of many creations with dedupe beside an import of the same people each person is made once', async () => {
  const church = await service.church()
  const emails = Array.from({ length: 300 }, (_, at) => `person${at}@example.org`)
  const text = `first_name,email\n${emails.map((email, at) => `Person ${at},${email}`).join('\n')}\n`
  const create = async (email: string, at: number): Promise<void> => {
    const body = { first_name: `Person ${at}`, email, dedupe: true }
    const { status, text: answer } = await church.send('POST', '/people', body)
    assert.ok(status === 201 || status === 200, answer)
  }
  const creations = async (): Promise<void> => {
    for (const [at, email] of emails.entries()) if (at % 3 === 0) await create(email, at)
  }
  await Promise.all([creations(), people(church, text, { dedupe: true }), creations()])
  const doubled = await service.database.read.all(sql`select email from people
    where church_id = ${church.church.id} and not removed group by email having count(*) > 1`)
  assert.deepEqual(doubled, [])
  assert.equal((await church.send('GET', '/people?per_page=1')).json.meta.total, 300)
})
