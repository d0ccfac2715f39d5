/** A person who is forgotten is nowhere in the database, but for what is declared to be kept (decision 0021). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ident, join, sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { insertGifts } from '../src/modules/contributions/insert-gifts.ts'
import { undoImport } from '../src/modules/imports/undo-import.ts'
import { undoView } from '../src/modules/imports/undo-view.ts'
import { type Forgetting, forgetPerson } from '../src/modules/people/forget.ts'
import { forgottenOf } from '../src/modules/people/forgetting.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { removePerson, restorePerson } from '../src/modules/people/remove.ts'
import { createCampaign } from '../src/modules/pledges/keep-campaign.ts'
import { hasWords } from '../src/resource/forgetting.ts'
import { eventsOf } from '../src/webhooks/forgetting.ts'
import { canary, PHONE, SAYS } from './support/canary.ts'
import { cli } from './support/cli.ts'
import { member, type TestMember } from './support/console.ts'
import { BY, csv, importInto } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

interface Column {
  name: string
  column: string
  type: string
}

/** Columns of the schema that can hold what people said, and those that name people. */
const columnsOfTables = (): Promise<Column[]> =>
  service.database.read.all<Column>(sql`select c.table_name::text as name, c.column_name::text as column,
      c.udt_name::text as type from information_schema.columns c
    join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and not k.relispartition
      and k.relkind in ('r', 'p')
    where c.table_schema = 'public' order by 1, 2`)

const TELLING = ['text', 'varchar', 'json', 'jsonb', 'bytea', '_text']

/** Columns of the whole schema in which one of these words is found, as `table.column` and how many rows have it. */
async function found(words: readonly string[]): Promise<Record<string, number>> {
  const columns = (await columnsOfTables()).filter(({ type }) => TELLING.includes(type))
  const any = words.map(word => `%${word}%`)
  const rows = await service.database.read.all<{ place: string; n: number }>(
    join(
      columns.map(({ name, column, type }) => {
        const text = type === 'bytea' ? sql`encode(${ident(column)}, 'escape')` : sql`${ident(column)}::text`
        return sql`select ${`${name}.${column}`} as place, count(*)::int as n from ${ident(name)}
          where ${text} ilike any(${any}::text[]) having count(*) > 0`
      }),
      ' union all ',
    ),
  )
  return Object.fromEntries(rows.map(({ place, n }) => [place, n]))
}

const tableOf = (place: string): string => place.split('.')[0] ?? ''

const all = (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> => service.database.read.all(query)

/** Why somebody cannot be forgotten, or restored. */
const refusal = async (doing: Promise<unknown>): Promise<string | undefined> =>
  await doing.then(
    () => undefined,
    (error: { errors?: { id?: string } }) => error.errors?.id,
  )

const add = async (church: TestChurch, body: object): Promise<number> =>
  (await church.send('POST', '/people', body)).json.data.id

/** An owner whose password was given just now. */
async function owner(church: TestChurch, branch: number | null = null): Promise<TestMember> {
  const one = await member(service, church, branch === null ? 'owner' : 'administrator', branch)
  await service.database.write(0, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz
      where user_id = (select id from users where email = ${one.email})`),
  )
  return one
}

/** Tables of which it is declared that they go on telling of somebody. */
const KEPT = HOUSE.traces.flatMap(({ table, forgotten }) => (forgotten.fate === 'kept' ? [table] : []))

/** Tables that only have the number of the person. */
const NAMED_BY_NUMBER = [
  'audit_log',
  'compared_people',
  'message_batch_recipients',
  'not_duplicates',
  'pledge_givers',
  'webhook_deliveries',
]

test('nothing of somebody who was forgotten is found in any column of the schema, but where it is kept', async () => {
  const church = await service.church()
  const { id } = church.church
  const beside = await add(church, { first_name: 'Bystander', email: 'bystander@example.org', phone2: '08031112224' })
  await church.send('POST', '/contributions', {
    amount: 5,
    person_id: beside,
    note: 'bystander',
    donor_name: 'Bystander',
  })
  const person = await canary(service, church)
  const planted = new Set(Object.keys(await found(SAYS)).map(tableOf))
  const places = HOUSE.traces.flatMap(({ table, along = [] }) => [table, ...along])
  assert.deepEqual(places.filter(table => !planted.has(table)).sort(), NAMED_BY_NUMBER)
  const others = await found(['bystander'])
  const before = Number((await all(sql`select count(*)::int as n from events where church_id = ${id}`))[0]?.n)

  const boss = await owner(church)
  const seen: Forgetting = (await boss.inChurch('GET', `/views/person_forgetting?id=${person}`)).json.data
  assert.deepEqual([seen.name, seen.hindrance], ['Zyxcanary Midcanary Quuxcanary', null])
  const counts = Object.fromEntries(seen.places.map(({ table, fate, count }) => [table, [fate, count]]))
  assert.deepEqual(
    [counts.contributions, counts.prayer_requests],
    [
      ['kept', 3],
      ['deleted', 2],
    ],
  )
  const done = await boss.inChurch('POST', '/actions/people.forget', { id: person })
  assert.equal(done.status, 200, done.text)
  assert.equal(done.json.data.full_name, 'Forgotten')

  const left = Object.keys(await found(SAYS))
  assert.deepEqual(
    left.filter(place => !KEPT.includes(tableOf(place))),
    [],
  )
  assert.deepEqual(left.sort(), [
    'contributions.donor_name',
    'contributions.note',
    'gifts.donor_name',
    'message_opt_outs.address',
    'statements.giver',
  ])
  assert.deepEqual(await found(['bystander']), others, 'nothing of anybody else is gone')

  await nothingPointsAt(church, beside)
  const events = (await church.events()).slice(-2)
  assert.ok((await church.events()).length < before)
  assert.deepEqual([...new Set(events.map(({ name }) => name))], ['person.deleted'])
  const waits = await all(sql`select event_id from webhook_deliveries where church_id = ${id}
    and event_id not in (select id from events where church_id = ${id})`)
  assert.deepEqual(waits, [], 'nothing waits to be sent of what is gone')
  const audit = await all(sql`select target, detail::text as detail, user_name from audit_log
    where church_id = ${id} and operation = 'people.forget'`)
  assert.deepEqual(
    audit.map(({ target, detail }) => [target, detail]),
    [[String(person), '{}']],
  )
  const history = await all(sql`select kind from person_history where church_id = ${id} and person_id = ${person}`)
  assert.deepEqual(history, [{ kind: 'forgotten' }])
})

/** Two empty records are left, of which one was merged into the other. */
async function nothingPointsAt(church: TestChurch, beside: number): Promise<void> {
  const { id } = church.church
  const rows = await all(sql`select first_name, member_no, removed, forgotten_at is not null as forgotten,
    num_nonnulls(title, last_name, gender, dob, email, phone, phone2, whatsapp, address, family_id, photo_url, language) as said
    from people where church_id = ${id} and id <> ${beside} order by merged_into_id nulls first`)
  assert.equal(rows.length, 2)
  for (const row of rows) {
    assert.deepEqual([row.first_name, row.removed, row.forgotten, row.said], ['Forgotten', true, true, 0])
    assert.match(String(row.member_no), /^forgotten-\d+$/)
  }
  for (const table of ['person_tags', 'devices', 'message_batch_recipients', 'likely_duplicates', 'not_duplicates']) {
    assert.deepEqual(await all(sql`select 1 from ${ident(table)} where church_id = ${id}`), [], table)
  }
  assert.deepEqual(await all(sql`select total from message_batches where church_id = ${id}`), [{ total: 0 }])
  const naming = HOUSE.movedReferences.map(
    ({ table }) => sql`select ${table} as place from ${ident(table)}
    where church_id = ${id} and person_id <> ${beside}`,
  )
  assert.deepEqual(await all(join(naming, ' union all ')), [], 'nothing points at the empty record')
}

/** Tables of a church with texts in which nobody of its people is told of, each for a reason. */
const OF_NOBODY: Record<string, string> = {
  agenda: 'numbers of records that are due',
  api_keys: 'keys of other programs',
  account_codes: 'accounts of a bookkeeping',
  api_key_uses: 'when keys were used, and from where',
  batch_adjustments: 'what became of money that was at the bank, by the number of the gift',
  batch_cash: 'notes and coins',
  batch_counts: 'what was counted; who counted is said by the church, not by the record of a person',
  payout_lines: 'what a provider put into a payout, by the numbers of payments and gifts',
  batches: 'what was counted and deposited; who counted is said by the church, and stands in the books as it was',
  branches: 'branches; who leads one is said by the church, not by the record of a person',
  churches: 'the church itself',
  class_details: 'years and grades of classes',
  class_sessions: 'what a class was taught; who came is said by attendances',
  duties: 'what is entrusted to those who work in the console',
  file_chunks: 'what is in files',
  file_parts: 'what is in files that are being sent',
  files: 'material of groups; who is shown or written of in one only its readers know',
  groups: 'groups; who belongs to them is said by their members',
  demo_marks: 'which rows the demo made',
  document_numbers: 'numbers that were given out',
  exchange_rates: 'rates',
  funds: 'funds',
  headcounts: 'numbers; who counted is said by the church, not by the record of a person',
  journals: 'sums by day, fund and way to give; who of the team closed them',
  imported_rows: 'digests: they tell nothing to who does not have the row',
  imports: 'what was imported, when and by whom of the console',
  invitations: 'who is invited to the console',
  meetings: 'what is held when',
  memberships: 'who works in the console',
  message_providers: 'accounts with providers',
  message_tasks: 'how far senders are',
  payment_providers: 'accounts with providers',
  pledge_campaigns: 'what pledges are made for',
  recurring_periods: 'days and outcomes; whose they are is said by the recurring gift',
  promotions: 'which year follows which, and how many moved up; who did is said by their moves',
  schedules: 'what recurs',
  school_years: 'years',
  sermon_sections: 'sermons',
  sermons: 'sermons; who preached is said of the sermon',
  setup_steps: 'first steps of the church',
  sms_entries: 'units, and notes of those who bought them',
  sms_accounts: 'units',
  statement_runs: 'periods for which statements were issued, and what is printed on each',
  tallies: 'totals',
  tally_buckets: 'totals',
  tally_days: 'totals',
  tally_deltas: 'totals',
  webhook_endpoints: 'receivers',
  webhook_lanes: 'which node sends',
}

const NAMING = /(^|_)person_id$|^other_id$|^merged_into_id$/

/** Tables that name people, or may hold what was said of them, without anybody having said what becomes of it. */
async function withoutFate(): Promise<string[]> {
  const columns = await columnsOfTables()
  const told = new Set(HOUSE.traces.flatMap(({ table, along = [] }) => [table, ...along]))
  const ofChurches = new Set(columns.flatMap(({ name, column }) => (column === 'church_id' ? [name] : [])))
  const referring = await service.database.read.all<{ name: string }>(sql`select conrelid::regclass::text as name
    from pg_constraint where contype = 'f' and confrelid = 'people'::regclass`)
  const naming = new Set([
    ...referring.map(({ name }) => name),
    ...columns.flatMap(({ name, column }) => (NAMING.test(column) ? [name] : [])),
  ])
  const texts = columns.flatMap(({ name, type }) => (TELLING.includes(type) && ofChurches.has(name) ? [name] : []))
  const open = [...naming, ...texts.filter(name => OF_NOBODY[name] === undefined)]
  return [...new Set(open)].filter(name => !told.has(name)).sort()
}

test('each table that names people or may hold what was said of them has a fate; one that has none is found', async () => {
  assert.deepEqual(await withoutFate(), [])
  const client = new pg.Client(service.owner)
  await client.connect()
  await client.query(`create table strays (church_id bigint not null, id bigint not null, person_id bigint);
    create table scraps (church_id bigint not null, said text);
    grant select on strays, scraps to public`)
  assert.deepEqual(await withoutFate(), ['scraps', 'strays'])
  await client.query('drop table strays, scraps')
  await client.end()
  for (const { table, forgotten } of HOUSE.traces) assert.match(forgotten.because, /^[A-Z].*\.$/, table)
})

test('who forgets: owners and administrators of the whole church, with the password again; others are told nothing', async () => {
  const church = await service.church()
  const id = await add(church, { first_name: 'Ada' })
  const path = '/actions/people.forget'
  for (const [role, branch] of [
    ['staff', null],
    ['finance', null],
    ['administrator', church.church.hq_branch_id],
  ] as const) {
    const one = await member(service, church, role, branch)
    assert.equal((await one.inChurch('POST', path, { id })).json.error, 'not_permitted')
    assert.equal((await one.inChurch('GET', `/views/person_forgetting?id=${id}`)).json.error, 'not_permitted')
  }
  const calm = await member(service, church, 'administrator')
  assert.equal((await calm.inChurch('POST', path, { id })).json.error, 'step_up_required')
  const stranger = await owner(await service.church())
  for (const answer of [
    await stranger.inChurch('POST', path, { id }),
    await stranger.inChurch('GET', `/views/person_forgetting?id=${id}`),
  ]) {
    assert.deepEqual([answer.status, answer.json.error], [404, 'not_found'])
  }
  assert.equal((await church.send('GET', `/people/${id}`)).json.data.first_name, 'Ada')
})

test('forgetting again changes nothing; nobody restores, changes or merges what is left, and the totals are right', async () => {
  const church = await service.church()
  const [id, other] = [
    await add(church, { first_name: 'Ada', status: 'member' }),
    await add(church, { first_name: 'Bola' }),
  ]
  await church.act(forgetPerson, { id })
  const before = await church.events()
  await church.act(forgetPerson, { id })
  assert.equal((await church.events()).length, before.length)
  assert.equal(await refusal(church.act(restorePerson, { id })), 'was forgotten and cannot be restored')
  await assert.rejects(church.act(mergePeople, { keep: other, remove: id }), { code: 'validation_failed' })
  assert.equal((await church.send('PATCH', `/people/${id}`, { first_name: 'Ada' })).status, 404)
  assert.equal((await church.send('GET', '/people')).json.meta.total, 1)
  assert.equal((await church.send('GET', '/people?include_deleted=1')).json.meta.total, 2)
  const gone = (await church.send('GET', `/people/${id}?include_deleted=1`)).json.data
  assert.deepEqual([gone.first_name, gone.status, gone.last_name], ['Forgotten', 'inactive', null])
})

test('somebody who was removed can be forgotten; a record that was merged away goes with the one that was kept', async () => {
  const church = await service.church()
  const [kept, gone, removed] = [
    await add(church, { first_name: 'Ada' }),
    await add(church, { first_name: 'Ada' }),
    await add(church, { first_name: 'Bola' }),
  ]
  await church.act(mergePeople, { keep: kept, remove: gone })
  await church.act(removePerson, { id: removed })
  assert.equal(
    await refusal(church.act(forgetPerson, { id: gone })),
    `was merged into person ${kept}: forget that one, and this goes with it`,
  )
  await church.act(forgetPerson, { id: kept })
  await church.act(forgetPerson, { id: removed })
  const names = await all(sql`select distinct first_name from people where church_id = ${church.church.id}`)
  assert.deepEqual(names, [{ first_name: 'Forgotten' }])
  const people = (await church.events()).filter(({ name }) => name.startsWith('person.'))
  const deleted = people.map(({ name, body }) => [name, (body.data as { id: number }).id])
  assert.deepEqual(
    deleted,
    [kept, gone, removed].map(id => ['person.deleted', id]),
  )
})

test('a gift that is recorded meanwhile is kept without the person, or refused: none names the empty record', async () => {
  const church = await service.church()
  const id = await add(church, { first_name: 'Ada', last_name: 'Obi' })
  const give = () => church.send('POST', '/contributions', { amount: 5, method: 'cash', person_id: id })
  const answers = [give(), give(), church.act(forgetPerson, { id }), give(), give(), give()]
  const statuses = (await Promise.all(answers)).flatMap(one => ('status' in one && 'json' in one ? one.status : []))
  const gifts = await all(sql`select person_id, donor_name from contributions where church_id = ${church.church.id}`)
  assert.equal(gifts.length, statuses.filter(status => status === 201).length)
  assert.ok(
    statuses.every(status => status === 201 || status === 422),
    String(statuses),
  )
  for (const gift of gifts) assert.deepEqual(gift, { person_id: null, donor_name: 'Ada Obi' })
  assert.equal((await give()).status, 422)
})

test('a file of gifts that was judged before gives none of them to somebody who was forgotten since', async () => {
  const church = await service.church()
  const { hq_branch_id: branch_id } = church.church
  const id = await add(church, { first_name: 'Ada' })
  await church.act(forgetPerson, { id })
  const gift = { person_id: id, fund_id: church.fund_id, branch_id, amount: 5, amount_base: 5, currency: 'NGN' }
  const row = { ...gift, method: 'cash', given_on: '2026-01-01' } as const
  await service.database.write(church.church.id, tx => insertGifts(tx, church.church, [row]))
  const gifts = await all(sql`select person_id from contributions where church_id = ${church.church.id}`)
  assert.deepEqual(gifts, [{ person_id: null }])
})

test('a creation that is sent once more is not done again, and its answer no longer tells of them', async () => {
  const church = await service.church()
  const send = () => church.send('POST', '/people', { first_name: 'Ada' }, { headers: { 'Idempotency-Key': 'once' } })
  const { id } = (await send()).json.data
  await church.act(forgetPerson, { id })
  const again = await send()
  assert.deepEqual([again.status, again.json.error], [404, 'not_found'])
  assert.doesNotMatch(again.text, /Ada/)
  assert.equal((await church.send('GET', '/people')).json.meta.total, 0)
})

test('the envelope of their family goes with it; what it promised stays in the figures of its campaign', async () => {
  const church = await service.church()
  await church.set({ modules: ['giving'] })
  const family_id = (await church.send('POST', '/families', { name: 'Canary' })).json.data.id
  const id = await add(church, { first_name: 'Ada', family_id })
  const days = { starts_on: '2020-01-01', ends_on: '2030-12-31' }
  const { id: campaign_id } = await church.act(createCampaign, { name: 'Roof', fund_id: church.fund_id, ...days })
  assert.equal((await church.send('POST', '/pledges', { campaign_id, family_id, amount: 500 })).status, 201)
  assert.equal(
    (await church.send('POST', '/envelopes', { family_id, number: 7, valid_from: '2026-01-01' })).status,
    201,
  )
  await church.act(forgetPerson, { id })
  const [pledge] = (await church.send('GET', '/pledges')).json.data
  assert.deepEqual([pledge.family_id, pledge.amount], [null, 500])
  assert.deepEqual((await church.send('GET', '/envelopes')).json.data, [])
  assert.equal((await church.send('GET', `/families/${family_id}`)).status, 404)
})

test('the kept answer to what made their family goes with them, though it names nobody', async () => {
  const church = await service.church()
  const send = (name: string) =>
    church.send('POST', '/families', { name, address: 'Canary Road 1' }, { headers: { 'Idempotency-Key': name } })
  const [theirs, others] = [(await send('Obi')).json.data.id, (await send('Eze')).json.data.id]
  const id = await add(church, { first_name: 'Ada', family_id: theirs })
  await add(church, { first_name: 'Bo', family_id: others })
  await church.act(forgetPerson, { id })
  const again = await send('Obi')
  assert.deepEqual([again.status, again.json.error], [404, 'not_found'])
  assert.doesNotMatch(again.text, /Obi|Canary/)
  assert.equal((await send('Eze')).json.data.id, others)
})

test('an address that others share does not make theirs what is somebody else’s', async () => {
  const church = await service.church()
  const [ada] = [
    await add(church, { first_name: 'Ada', phone: PHONE }),
    await add(church, { first_name: 'Bola', phone: PHONE }),
  ]
  await church.send('POST', '/contributions', { amount: 5, method: 'cash', donor_phone: PHONE, donor_name: 'Bola' })
  await church.act(forgetPerson, { id: ada })
  const gifts = await all(sql`select donor_phone from contributions where church_id = ${church.church.id}`)
  assert.deepEqual(gifts, [{ donor_phone: PHONE }])
  assert.equal((await church.events()).filter(({ body }) => JSON.stringify(body).includes('Bola')).length, 2)
})

test('events are looked through in stretches, and all that tell of somebody are found', async () => {
  const church = await service.church()
  const ids = []
  for (let n = 0; n < 5; n += 1) ids.push(await add(church, { first_name: `P${n}`, email: `P${n}@Example.org` }))
  const read = service.database.read
  const forgotten = await forgottenOf(read, church.church, ids[3] ?? 0, HOUSE.traces)
  const mine = await all(sql`select id from events where church_id = ${church.church.id} and body like '%"P3"%'`)
  assert.equal(mine.length, 1)
  for (const most of [1, 2, 3, 100]) {
    assert.deepEqual(
      await eventsOf(read, forgotten, most),
      mine.map(({ id }) => id),
      `${most} at once`,
    )
  }
})

test('names are found in any case and no others, also where the database knows only English letters', async () => {
  const found = async (text: string, name: string): Promise<unknown> =>
    (await all(sql`select ${hasWords(sql`${text}::text collate "C"`, [name])} as found`))[0]?.found
  assert.equal(await found('ṢÓYÍNKÁ ọlá was told.', 'Ṣóyínká Ọlá'), true)
  assert.equal(await found('A mail to ádé bounced', 'Ádé'), true)
  assert.equal(await found('A mail to “Ádé” bounced', 'ÁDÉ'), true)
  assert.equal(await found('A mail to Ádébáyọ̀ bounced', 'Ádé'), false)
  assert.equal(await found('A mail to Ọádé bounced', 'Ádé'), false)
})

test('what only looks like a name or an address of theirs stays', async () => {
  const church = await service.church()
  const { id } = church.church
  const person = await add(church, { first_name: 'A', email: 'ada@example.org' })
  await add(church, { first_name: 'Bada', email: 'bada@example.org' })
  await service.database.write(id, tx =>
    tx.run(sql`insert into notices (church_id, kind, title, body, created_at)
      values (${id}, 'test', 'A backup failed', 'A. was told.', now()), (${id}, 'test', 'Bounced', 'Of bada@example.org', now())`),
  )
  await church.act(forgetPerson, { id: person })
  assert.equal((await all(sql`select 1 from notices where church_id = ${id}`)).length, 2)
  const names = (await church.events()).map(({ name }) => name).filter(name => name.startsWith('person.'))
  assert.deepEqual(names, ['person.created', 'person.deleted'])
})

test('while a file is imported or a message handed over nobody is forgotten, and it is said why', async () => {
  const church = await service.church()
  const { id: of, hq_branch_id } = church.church
  const id = await add(church, { first_name: 'Ada' })
  const run = (statement: ReturnType<typeof sql>) => service.database.write(of, tx => tx.run(statement))
  await run(sql`insert into import_files (church_id, user_id, user_name, membership, role, name, bytes, status, claim,
      claimed_until, created_at, updated_at)
    values (${of}, 'user', 'Grace', 1, 'owner', 'a.csv', 1, 'running', 'node', now() + interval '1 hour', now(), now())`)
  assert.equal(
    await refusal(church.act(forgetPerson, { id })),
    'cannot be forgotten while a file is being imported; try again when that has ended',
  )
  const boss = await owner(church)
  const seen = await boss.inChurch('GET', `/views/person_forgetting?id=${id}`)
  assert.deepEqual(seen.json.data.hindrance, { code: 'importing' })
  await run(sql`delete from import_files where church_id = ${of}`)
  await run(sql`insert into messages (church_id, person_id, branch_id, channel, "to", body, status, source, created_at,
      updated_at)
    values (${of}, ${id}, ${hq_branch_id}, 'sms', ${PHONE}, 'Hello', 'sending', 'api', now(), now())`)
  assert.equal(
    await refusal(church.act(forgetPerson, { id })),
    'is being sent a message at this moment; try again in a minute',
  )
})

test('their import can still be taken back, and a file that names them brings them back as somebody new', async () => {
  const church = await service.church()
  const load = async (text: string): Promise<number> => {
    await importInto(service.database, church.church, 'people', { file: csv(text), by: BY }, { now: new Date() })
    return Number((await all(sql`select max(id) as id from imports where church_id = ${church.church.id}`))[0]?.id)
  }
  const made = await load('first_name,email\nAda,ada@example.org\nBola,bola@example.org\n')
  const id = Number((await all(sql`select id from people where email = 'ada@example.org'`))[0]?.id)
  await church.act(forgetPerson, { id })
  const boss = await owner(church)
  const told = (await boss.inChurch('GET', `/views/${undoView.name}?id=${made}`)).json.data
  assert.deepEqual([told.hindrance, told.reversed, told.kept], [null, 1, 1])
  assert.deepEqual(told.staying[0].reasons, [{ code: 'forgotten' }])
  await church.act(undoImport, { id: made })
  await load('first_name,email\nAda,Ada@example.org\n')
  const back = await all(
    sql`select id from people where church_id = ${church.church.id} and lower(email) = 'ada@example.org'`,
  )
  assert.equal(back.length, 1)
  assert.notEqual(back[0]?.id, id)
})

test('the operator is told before what would be done, and does it', async () => {
  const church = await service.church()
  const id = await add(church, { first_name: 'Ada', last_name: 'Obi' })
  await church.send('POST', '/contributions', { amount: 5, method: 'cash', person_id: id })
  const forget = (...more: string[]) =>
    cli(service.databaseUrl, ['person', 'forget', ...more, '--church', church.church.slug])
  const dry = await forget(String(id), '--dry-run')
  assert.equal(dry.code, 0, dry.stderr)
  assert.match(dry.stdout, /Ada Obi \(\d+\) would be forgotten, for good:\n/)
  assert.match(dry.stdout, / {2}1 gift: kept\. The law /)
  assert.equal((await church.send('GET', `/people/${id}`)).status, 200)
  assert.match((await forget('999999')).stderr, /This church has no person 999999/)
  const done = await forget(String(id))
  assert.equal(done.code, 0, done.stderr)
  assert.match(done.stdout, /^Person \d+ is forgotten:/)
  assert.equal((await church.send('GET', `/people/${id}`)).status, 404)
})
