/** Kept reports of imports when what they tell of goes: a church that leaves, a record that is merged, a name of another alphabet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { removeChurches } from '../src/archive/remove-church.ts'
import { ident, type Sql, sql } from '../src/db/sql.ts'
import { emptied } from '../src/modules/import-files/files.ts'
import { forgetPerson } from '../src/modules/people/forget.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { member, type TestMember } from './support/console.ts'
import { bring, reportOf } from './support/file-import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Imports a file, and lets go of it: what is kept is its report. @returns its id */
async function kept(church: TestChurch, who: TestMember, text: string): Promise<number> {
  const { id } = await bring(who, 'members.csv', text)
  await service.database.write(church.church.id, tx => emptied(tx, church.church.id, sql`id = ${id}`))
  return id
}

const write = (church: TestChurch, statement: Sql) => service.database.write(church.church.id, tx => tx.run(statement))

/** Rows of a church in each table of imports that has some. */
async function rowsOf(church: TestChurch): Promise<Record<string, number>> {
  const tables = await service.database.read.all<{ name: string }>(sql`select c.relname as name
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace
    where a.attname = 'church_id' and c.relkind in ('r', 'p') and n.nspname = 'public' and c.relname like 'import%' order by 1`)
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await service.database.read.all<{ n: number }>(
      sql`select count(*)::int as n from ${ident(name)} where church_id = ${church.church.id}`,
    )
    if (row?.n) found[name] = row.n
  }
  return found
}

test('of a church that is removed no kept report of an import is left, and others keep theirs', async () => {
  const text = 'First name,Last name,Birth date\nAda,Obi,\nBola,Ade,31/31/2020\n'
  const churches = [await service.church(), await service.church()] as const
  const files: number[] = []
  for (const church of churches) files.push(await kept(church, await member(service, church, 'owner'), text))
  const [gone, other] = churches
  const before = await rowsOf(other)
  assert.deepEqual(await rowsOf(gone), before)
  assert.deepEqual([before.import_files, before.import_file_rows], [1, 2])
  await write(
    gone,
    sql`update churches set status = 'closing', remove_at = now() - interval '1 second', status_before = 'active',
      closed_at = now() where id = ${gone.church.id}`,
  )
  await removeChurches(service.database, pino({ level: 'silent' }))
  assert.deepEqual([await rowsOf(gone), await rowsOf(other)], [{}, before])
})

test('a report tells what the import did after somebody in it was merged; whoever is forgotten then is found by what both were called', async () => {
  const church = await service.church()
  const add = async (body: object): Promise<number> => (await church.send('POST', '/people', body)).json.data.id
  const ada = await add({ first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org', phone: '08031112221' })
  const married = await add({ first_name: 'Adaeze', last_name: 'Eze' })
  const owner = await member(service, church, 'owner')
  const text = `First name,Last name,Email,Phone,Birth date,Occupation
Ada,Obi,ada@example.org,,,Nurse
Ada,Obi,,,31/31/2020,
Mma,,,0803 111-2221,32/31/2020,
Adaeze,Eze,,,33/31/2020,
Chi,Obi,chi@example.org,,,
`
  const id = await kept(church, owner, text)
  const report = await reportOf(owner, id)
  assert.match(report[1] ?? '', /changed what was on record,Ada Obi,/)
  await church.act(mergePeople, { keep: married, remove: ada })
  assert.deepEqual(await reportOf(owner, id), report)

  await church.act(forgetPerson, { id: married })
  const rows = (await reportOf(owner, id)).slice(1).map(line => line.replace(/,+/g, ' ').trim())
  assert.deepEqual(rows, [
    'changed what was on record',
    'refused',
    'refused',
    'refused',
    'Chi Obi chi@example.org added',
  ])
})

test('whoever is forgotten is found in reports whatever letters their name and number have, and however these are written', async () => {
  const names = [
    ['Иван', 'Петров', 'ПЕТРОВ', 'иван'],
    ['Ọlá', 'Ńwá', 'ŃWÁ', 'ọlá'],
    ['Ян', 'Ли', 'ЛИ', 'ян'],
    ['أحمد', 'علي', 'علي', 'أحمد'],
    ["N'Dri", 'O"Brien', 'o"brien', "n'dri"],
    ['Bo', 'Wu', 'WU', 'bo'],
  ] as const
  for (const [first_name, last_name, last, first] of names) {
    const church = await service.church()
    const owner = await member(service, church, 'owner')
    const { id } = (await church.send('POST', '/people', { first_name, last_name })).json.data
    await write(
      church,
      sql`update people set member_no = ${`Ñ-a${last_name}`} where church_id = ${church.church.id} and id = ${id}`,
    )
    const cell = (one: string): string => `"${one.replaceAll('"', '""')}"`
    const file = await kept(
      church,
      owner,
      `First name,Last name,Member no,Birth date\n${cell(first)},${cell(last)},,31/31/2020\nMma,,${cell(`Ñ-A${last_name}`)},31/31/2020\nMma,${cell(last)},,31/31/2020\nChi,,,\n`,
    )
    await church.act(forgetPerson, { id })
    const left = await service.database.read.all<{ name: string | null }>(sql`
      select shown #>> '{said,first_name}' as name from import_file_rows where file_id = ${file} order by line`)
    assert.deepEqual(
      left.map(({ name }) => name),
      [null, null, 'Mma', 'Chi'],
      first_name,
    )
  }
})

test('whoever is forgotten is found in reports by a number with marks that JSON writes otherwise', async () => {
  for (const number of ['7"', 'B\\2', '"', 'a"b\\c']) {
    const church = await service.church()
    const owner = await member(service, church, 'owner')
    const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
    await write(
      church,
      sql`update people set member_no = ${number} where church_id = ${church.church.id} and id = ${id}`,
    )
    const cell = `"${number.toUpperCase().replaceAll('"', '""')}"`
    const file = await kept(
      church,
      owner,
      `First name,Member no,Birth date\nMma,${cell},31/31/2020\nMma,x,31/31/2020\nChi,,\n`,
    )
    await church.act(forgetPerson, { id })
    const left = await service.database.read.all<{ name: string | null }>(sql`
      select shown #>> '{said,first_name}' as name from import_file_rows where file_id = ${file} order by line`)
    assert.deepEqual(
      left.map(({ name }) => name),
      [null, 'Mma', 'Chi'],
      number,
    )
  }
})
