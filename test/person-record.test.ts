/** Whoever asks what a church has on record about them is told all of it, and nothing of others. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { exportPerson } from '../src/modules/people/export-record.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { UNTOLD } from '../src/modules/people/person-record.ts'
import { labelOfColumn } from '../src/modules/people/person-record-words.ts'
import { addTag } from '../src/modules/people/tags.ts'
import type { Church } from '../src/resource/caller.ts'
import { sentenceCase } from '../src/texts/resource-phrases.ts'
import { cli } from './support/cli.ts'
import { member } from './support/console.ts'
import { plantGift } from './support/giving.ts'
import { BY, csv, importInto } from './support/import.ts'
import { keptTexts } from './support/kept-texts.ts'
import type { TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

test('each table that names people is told, or excused with a reason', async () => {
  const tables = await service.database.read.all<{ name: string }>(sql`
    select distinct table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name in ('person_id', 'other_id', 'merged_into_id')`)
  const told = HOUSE.toldReferences.map(({ table }) => table)
  const excused = HOUSE.modules.flatMap(({ namesPeople }) =>
    (namesPeople?.stays ?? []).flatMap(({ table, untold = '' }) => (untold.length > 10 ? [table] : [])),
  )
  const known = new Set([...told, ...excused])
  assert.deepEqual(
    tables.map(({ name }) => name).filter(name => !known.has(name)),
    [],
  )
})

test('whatever forgetting finds is told, or excused with a reason; nothing that is told is found by a name', () => {
  const whose = {
    ...{ church: {} as Church, ids: [7], addresses: ['ada@example.org'], marks: ['"person_id":7,'], records: [] },
    ...{ name: 'Ada Lovelace', names: ['Ada Lovelace'] },
  }
  const namesake = { ...whose, name: 'Somebody else', names: ['Somebody else'] }
  const told: string[] = []
  for (const { table, theirs, asked } of HOUSE.traces) {
    if ('untold' in asked) {
      assert.ok(asked.untold.length > 10, `why ${table} is not told`)
      continue
    }
    told.push(table)
    const [found, other] = [theirs(whose), theirs(namesake)]
    assert.deepEqual([found.text, found.values], [other.text, other.values], `${table} is found by a name`)
  }
  assert.deepEqual([...new Set(HOUSE.toldReferences.map(({ table }) => table))].sort(), [...new Set(told)].sort())
  assert.ok(told.length > 20, told.join())
})

test('what came from an address of theirs alone is told, and nothing that tells of a namesake', async () => {
  const church = await service.church()
  await church.set({ modules: ['care'] })
  const add = async (body: object): Promise<number> => (await church.send('POST', '/people', body)).json.data.id
  const ada = await add({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org', phone: '+2348031111111' })
  const other = await add({ first_name: 'Ada', last_name: 'Lovelace', email: 'other@example.org', dedupe: false })
  await service.database.write(church.church.id, async tx => {
    for (const [from, body] of [
      ['+2348031111111', 'From her own phone'],
      ['+2348032222222', 'From somebody else'],
    ] as const)
      await tx.run(sql`insert into inbox (church_id, channel, provider, provider_id, "from", "to", body, created_at)
        values (${church.church.id}, 'sms', 'development', ${from}, ${from}, '+2348030000000', ${body}, ${tx.now}::timestamptz)`)
    await tx.run(sql`insert into message_opt_outs (church_id, channel, address, created_at)
      values (${church.church.id}, 'email', 'ada@example.org', ${tx.now}::timestamptz)`)
  })
  await church.send('POST', '/contributions', { amount: 100, method: 'cash', donor_name: 'Ada Lovelace' })
  await church.send('POST', '/contributions', { amount: 100, method: 'cash', donor_email: 'ada@example.org' })
  const task = { title: 'Visit Ada Lovelace', due_on: '2026-12-01', person_id: other }
  assert.equal((await church.send('POST', '/tasks', task)).status, 201)
  const { record, page } = await church.act(exportPerson, { id: ada })
  const text = JSON.stringify(record)
  const rows = Object.fromEntries(record.records.map(({ table, rows }) => [table, rows.length]))
  assert.deepEqual([rows.inbox, rows.message_opt_outs, rows.contributions], [1, 1, 1], text)
  assert.match(text, /From her own phone/)
  assert.doesNotMatch(text + page, /From somebody else|Visit Ada Lovelace|other@example\.org/)
})

test('amounts are told in their currency, what they are worth in that of the church, and names stand for numbers', async () => {
  const church = await service.church()
  await church.act(setRate, { currency: 'JPY', rate: '10', valid_from: '2026-01-01' })
  const family = (await church.send('POST', '/families', { name: 'Lovelace' })).json.data.id
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada', family_id: family })).json.data
  const gift = { amount: 1_234, currency: 'JPY', method: 'cash', person_id: id, given_on: '2026-02-01' }
  assert.equal((await church.send('POST', '/contributions', gift)).status, 201)
  const { record, page } = await church.act(exportPerson, { id })
  const cells = [...page.matchAll(/<td>([^<]*)</g)].map(([, cell = '']) => cell)
  assert.ok(
    cells.some(cell => /1,234$/.test(cell)),
    cells.join(' | '),
  )
  assert.ok(
    cells.some(cell => /^₦12,340/.test(cell)),
    cells.join(' | '),
  )
  for (const name of ['General', 'Lovelace']) assert.ok(cells.includes(name), `${name} in ${cells.join(' | ')}`)
  assert.equal(record.names.families?.[family], 'Lovelace')
})

test('a batch of messages is not called by the batch of offerings that has its number', async () => {
  const church = await service.church()
  const add = async (path: string, body: object): Promise<number> =>
    (await church.send('POST', path, body)).json.data.id
  const id = await add('/people', { first_name: 'Ada' })
  const batch = await add('/batches', { name: 'Second service' })
  assert.ok(batch)
  const gift = { person_id: id, amount: 100, method: 'cash', batch_id: batch }
  assert.equal((await church.send('POST', '/contributions', gift)).status, 201)
  const of = church.church
  await service.database.write(of.id, async tx => {
    await tx.run(sql`insert into message_batches (church_id, id, key, user_id, user_name, audience, channel, body, total, created_at)
      overriding system value values (${of.id}, ${batch}, 'k', 'u', 'U', 'a', 'sms', 'Peace', 1, ${tx.now}::timestamptz)`)
    await tx.run(
      sql`insert into message_batch_recipients (church_id, batch_id, person_id) values (${of.id}, ${batch}, ${id})`,
    )
    await tx.run(sql`insert into messages (church_id, branch_id, channel, person_id, "to", body, status, source, batch_id, created_at,
        updated_at)
      values (${of.id}, ${of.hq_branch_id}, 'sms', ${id}, '+2348031111111', 'Peace', 'sent', 'console', ${batch},
        ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
  })
  const { record, page } = await church.act(exportPerson, { id })
  assert.equal(record.names.batches?.[batch], 'Second service', 'the gift is in it')
  const told = record.records.filter(({ rows }) => rows.some(({ batch_id }) => batch_id === batch))
  assert.deepEqual(told.map(({ table }) => table).sort(), ['contributions', 'message_batch_recipients', 'messages'])
  assert.equal(page.match(/<td>Second service<\/td>/g)?.length, 1)
})

test('what was paid in another currency than was asked for is told in that one, with its fee', async () => {
  const church = await service.church()
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada', email: 'ada@example.org' })).json.data
  const gift = await plantGift(service.database, church.church, church.fund_id, {
    ...{ donor_name: 'Ada', donor_email: 'ada@example.org' },
  })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update gifts set person_id = ${id}, charged_amount = 4321, charged_fee = 98, charged_currency = 'JPY'
      where church_id = ${church.church.id} and id = ${gift.id}`),
  )
  const { page } = await church.act(exportPerson, { id })
  const cells = [...page.matchAll(/<td>([^<]*)</g)].map(([, cell = '']) => cell)
  for (const wanted of [/1,500\.50$/, /4,321$/, /\b98$/]) {
    assert.ok(
      cells.some(cell => wanted.test(cell)),
      `${wanted} in ${cells.join(' | ')}`,
    )
  }
})

test('the record has details, changes, tags, gifts and prayer requests of the person, and nothing of anybody else', async () => {
  const church = await service.church()
  await church.set({ modules: ['care'] })
  const add = async (first_name: string): Promise<number> =>
    (await church.send('POST', '/people', { first_name, last_name: 'Lovelace', email: `${first_name}@example.org` }))
      .json.data.id
  const [ada, bola] = [await add('Ada'), await add('Bola')]
  await church.send('PUT', `/people/${ada}`, { city: 'Lagos' })
  await church.act(addTag, { id: ada, tag: 'Choir' })
  for (const person_id of [ada, bola]) {
    await church.send('POST', '/contributions', { amount: 150_050, method: 'cash', person_id, note: `of ${person_id}` })
    await church.send('POST', '/prayer_requests', { person_id, body: `Pray <for> ${person_id}` })
  }
  const { record, page } = await church.act(exportPerson, { id: ada })
  assert.equal(record.person.email, 'Ada@example.org')
  const rows = Object.fromEntries(record.records.map(({ table, rows }) => [table, rows]))
  assert.equal(rows.contributions?.[0]?.note, `of ${ada}`)
  assert.equal(rows.prayer_requests?.[0]?.body, `Pray <for> ${ada}`)
  assert.equal(rows.person_tags?.[0]?.tag, 'Choir')
  assert.ok(rows.person_history?.some(({ changes }) => JSON.stringify(changes).includes('Lagos')))
  assert.doesNotMatch(JSON.stringify(record), /Bola|by_name|church_id/)
  assert.match(page, /Gifts \(1\)/)
  assert.match(page, /₦1,500\.50/)
  assert.match(page, /Pray &lt;for&gt;/)
  assert.doesNotMatch(page, /<script|Bola/)
})

test('what is told has a label and a heading that languages know, in every column of every table', async () => {
  const texts = new Set(keptTexts())
  const columns = await service.database.read.all<{ table: string; name: string }>(sql`
    select table_name::text as table, column_name::text as name from information_schema.columns
    where table_schema = 'public'`)
  const ofFiles = ['file', 'created_at', 'line', 'what', 'taken_back', 'said', 'changes']
  const told = [{ table: 'people', only: undefined }, ...HOUSE.toldReferences]
  const isTold = (table: string, name: string): boolean =>
    told.some(one => one.table === table && (one.only?.includes(name) ?? true))
  const labels = [
    ...columns
      .filter(({ table, name }) => isTold(table, name) && !UNTOLD.test(name))
      .map(({ table, name }) => labelOfColumn(HOUSE, table, name)),
    ...ofFiles.map(name => labelOfColumn(HOUSE, 'imports', name)),
    ...HOUSE.toldReferences.map(({ words }) => sentenceCase(words)),
  ]
  assert.ok(labels.length > 200, `only ${labels.length} labels`)
  assert.deepEqual([...new Set(labels.filter(label => !texts.has(label)))], [])
})

test('it is in the language of the person, with days and values as people write them there', async () => {
  const church = await service.church()
  const person = { first_name: 'Ada', status: 'visitor', dob: '1990-03-08', language: 'fr' }
  const { id } = (await church.send('POST', '/people', person)).json.data
  await church.send('PUT', `/people/${id}`, { city: 'Lagos', status: 'member' })
  await church.send('POST', '/contributions', { amount: 100, method: 'cash', person_id: id, given_on: '2026-03-01' })
  const { page, record } = await church.act(exportPerson, { id })
  assert.match(page, /<html lang="fr" dir="ltr">/)
  const cells = [...page.matchAll(/<(?:th scope="\w+"|td|h2)>([^<]*)</g)].map(([, cell = '']) => cell)
  for (const cell of [
    'Prénom',
    '8 mars 1990',
    'Dons (1)',
    'Espèces',
    '1 mars 2026',
    'Non',
    'Français',
    'Modifications (1)',
  ]) {
    assert.ok(cells.includes(cell), `${cell} is in none of ${cells.join(', ')}`)
  }
  const changes = cells.find(cell => cell.includes('Lagos') && cell.includes('→'))
  assert.equal(changes, 'Ville\u202f: – → Lagos · Statut\u202f: Visiteur → Membre')
  assert.equal(record.person.dob, '1990-03-08', 'the file is for programs')
  const english = cells.filter(cell =>
    /^(Created|First name|Status|Gifts|Cash|Yes|Changes|Amount|Branch|Given on)/.test(cell),
  )
  assert.deepEqual(english, [])
  await church.send('PUT', `/people/${id}`, { language: 'ar' })
  const arabic = (await church.act(exportPerson, { id })).page
  assert.match(arabic, /<html lang="ar" dir="rtl">/)
  assert.match(arabic, /– ← Lagos/)
})

test('it tells in the language of the person how a membership began, and why it ended by itself', async () => {
  const church = await service.church()
  await church.set({ modules: ['groups'] })
  const person = async (): Promise<number> =>
    (await church.send('POST', '/people', { first_name: 'Dele', language: 'fr' })).json.data.id
  const [keep, remove] = [await person(), await person()]
  const open = { name: 'Choir', kind: 'ministry', joining: 'open' }
  const group_id = (await church.send('POST', '/groups', open)).json.data.id
  for (const person_id of [keep, remove]) await church.send('POST', '/join_requests', { group_id, person_id })
  await church.act(mergePeople, { keep, remove })
  const { page, record } = await church.act(exportPerson, { id: keep })
  assert.match(page, />Deux fiches d’une même personne ont été fusionnées</)
  assert.match(page, />Groupe ouvert</)
  assert.match(JSON.stringify(record), /"Two records of one person were merged"/, 'the file is for programs')
})

test('it tells in words what was done with the record, and which files made and changed it', async () => {
  const church = await service.church()
  const load = async (text: string, name: string): Promise<void> => {
    const options = { update: true, dedupe: true }
    await importInto(service.database, church.church, 'people', { file: csv(text, name), by: BY, options })
  }
  await load('first_name,email\nAda,ada@example.org\n', 'members.csv')
  await load('first_name,email,city\nAda,ada@example.org,Lagos\n', 'cities.csv')
  const { id } = (await church.send('GET', '/people')).json.data[0]
  const owner = await member(service, church, 'owner')
  await owner.inChurch('PATCH', `/people/${id}`, { city: 'Jos' })
  const { record, page } = await church.act(exportPerson, { id })
  const of = (table: string) => record.records.find(one => one.table === table)?.rows ?? []
  const imports = of('imports').map(({ file, line, what, changes }) => [file, line, what, changes])
  assert.deepEqual(imports, [
    ['members.csv', 2, 'Added', undefined],
    ['cities.csv', 2, 'Changed', { city: [null, 'Lagos'] }],
  ])
  assert.match(JSON.stringify(of('imports')[0]?.said), /"email":"ada@example\.org"/)
  assert.deepEqual(
    of('audit_log').map(({ what }) => what),
    ['Changed a person'],
  )
  assert.match(page, /Imports of files \(2\)/)
  assert.match(page, /City: – → Lagos/)
  assert.doesNotMatch(page, /people\.update/)
})

test('only administrators of the whole church export it, with the password again, and the log says so', async () => {
  const church = await service.church()
  const id = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const ask = async (role: 'administrator' | 'staff' | 'finance', branch: number | null = null) =>
    await (await member(service, church, role, branch)).inChurch('POST', '/actions/people.export_record', { id })
  assert.equal((await ask('staff')).json.error, 'not_permitted')
  assert.equal((await ask('finance')).json.error, 'not_permitted')
  assert.equal((await ask('administrator', church.church.hq_branch_id)).json.error, 'not_permitted')
  assert.equal((await ask('administrator')).json.error, 'step_up_required')
  const one = await member(service, church, 'administrator')
  await service.database.write(0, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz
      where user_id = (select id from users where email = ${one.email})`),
  )
  const done = await one.inChurch('POST', '/actions/people.export_record', { id })
  assert.equal(done.status, 200, done.text)
  const line = await service.database.read.first<{ target: string }>(
    sql`select target from audit_log where church_id = ${church.church.id} and operation = 'people.export_record'`,
  )
  assert.equal(line?.target, String(id))
})

test('the operator writes both files, for themselves alone to read', async () => {
  const church = await service.church()
  const id = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const folder = await mkdtemp(path.join(tmpdir(), 'record-'))
  const args = ['person', 'export', String(id), '--church', church.church.slug, '--out', path.join(folder, 'ada')]
  const done = await cli(service.databaseUrl, args)
  assert.equal(done.code, 0, done.stderr)
  assert.equal(JSON.parse(await readFile(path.join(folder, 'ada.json'), 'utf8')).person.first_name, 'Ada')
  assert.match(await readFile(path.join(folder, 'ada.html'), 'utf8'), /on record about Ada/)
  assert.equal((await stat(path.join(folder, 'ada.json'))).mode & 0o777, 0o600)
  assert.match((await cli(service.databaseUrl, args)).stderr, /was not written/)
  await rm(folder, { recursive: true })
})
