/** Taking an import back: what goes, what stays and why, and that nothing of others is lost (decisions, Imports). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { undoImport } from '../src/modules/imports/undo-import.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { createCampaign } from '../src/modules/pledges/keep-campaign.ts'
import { issueAll } from '../src/modules/statements/issue.ts'
import { runOn } from '../src/modules/statements/run-step.ts'
import type { ImportOptions } from '../src/resource/import-report.ts'
import { stepsOn } from '../src/resource/step.ts'
import { reasonInEnglish, type StayReason } from '../src/texts/stay-reasons.ts'
import { cli, type Ended } from './support/cli.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { BY, csv, importInto } from './support/import.ts'
import { eventually, type Receiver, startReceiver } from './support/receiver.ts'
import type { Answered, TestChurch } from './support/service.ts'
import { startWebhooks, type WebhookService } from './support/webhooks.ts'

let service: WebhookService
let receiver: Receiver
let church: TestChurch
before(async () => {
  service = await startWebhooks()
  receiver = await startReceiver()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['care'] })
})
after(async () => {
  await service.close()
  await receiver.close()
})

/** Imports a file now. @returns the id of the import */
async function imported(kind: string, text: string, options: ImportOptions = {}): Promise<number> {
  await importInto(service.database, church.church, kind, { file: csv(text), by: BY, options }, { now: new Date() })
  return (await church.send('GET', '/imports?sort=-id')).json.data.at(-1).id
}

const one = async (id: number) => (await church.send('GET', `/imports/${id}`)).json.data
const total = async (path: string): Promise<number> => (await church.send('GET', path)).json.meta.total

/** Asks for it, and waits until the service has done it. */
async function undo(id: number) {
  await church.act(undoImport, { id })
  return await eventually('the import is undone', async () => {
    const found = await one(id)
    return found.status === 'undone' && found
  })
}

const command = (...args: string[]): Promise<Ended> =>
  cli(service.databaseUrl, ['import', ...args, '--church', church.church.slug])

const people = (count: number): string =>
  `first_name,email,member_no,family\n${Array.from({ length: count }, (_, at) => `P${at},p${at}@example.org,${5_000 + at},${at < 4 ? 'Obi' : ''}`).join('\n')}\n`

/** Ids of the people that an import made, by line. */
const madeBy = async (id: number): Promise<number[]> => {
  const found = await service.database.read.all<{ record_id: number }>(sql`select record_id from import_records
    where church_id = ${church.church.id} and import_id = ${id} and resource = 'people' order by line`)
  return found.map(({ record_id }) => record_id)
}

/** Counted without the totals. */
const plain = async (): Promise<number | undefined> =>
  (
    await service.database.read.first<{ n: number }>(
      sql`select count(*)::int as n from people where church_id = ${church.church.id} and not removed`,
    )
  )?.n

test('of 1,000 people 985 go back, 12 that were changed and 3 that gave stay and are named; the file may come again', async () => {
  await church.send('POST', '/people', { first_name: 'Before' })
  const endpoint = await service.subscribe(church, receiver.url, ['imports.*'])
  const id = await imported('people', people(1_000))
  const made = await madeBy(id)
  for (const person of made.slice(100, 112)) await church.send('PATCH', `/people/${person}`, { occupation: 'Baker' })
  for (const person_id of made.slice(200, 203)) await church.send('POST', '/contributions', { person_id, amount: 500 })
  const dry = await command('undo', String(id), '--dry-run', '--json')
  assert.deepEqual([dry.json?.reversed, dry.json?.kept], [986, 15], dry.stderr)
  assert.equal(await total('/people'), 1_001, 'a dry run changes nothing')

  const undone = await undo(id)
  // The family went, too: it was empty then.
  assert.deepEqual([undone.reversed, undone.kept, undone.created], [986, 15, 1_000])
  assert.deepEqual([await total('/people'), await plain(), await total('/families')], [16, 16, 0])
  // They are told by the numbers that they had, and history says of each that they were removed, once.
  const gone = (await church.events()).filter(({ name }) => name === 'person.deleted')
  const deleted = gone.map(({ body }) => body.data as { first_name: string; member_no: string })
  assert.deepEqual(
    deleted.filter(({ first_name, member_no }) => Number(member_no) !== 5_000 + Number(first_name.slice(1))),
    [],
  )
  assert.equal(deleted.length, 985)
  const removals =
    await service.database.read.first(sql`select count(*)::int as n, count(distinct person_id)::int as who
    from person_history where church_id = ${church.church.id} and kind = 'removed'`)
  assert.deepEqual(removals, { n: 985, who: 985 })
  const shown = await command('undo', String(id), '--dry-run')
  assert.match(shown.stdout, /^986 records went back, 15 stayed:\n {2}line 102: P100 was changed after the import\n/)
  assert.match(shown.stdout, /\n {2}line 202: P200 has 1 gift\n/)

  await service.logged(endpoint.id, 2)
  const told = receiver.received.map(({ json }) => json as { event: string; data: Record<string, unknown> })
  assert.deepEqual(
    told.map(({ event }) => event),
    ['imports.completed', 'imports.undone'],
  )
  const { imported_at, undone_at, ...data } = told[1]?.data ?? {}
  const wanted = { import_id: id, kind: 'people', file_name: 'file.csv', rows: 1_000, reversed: 986, kept: 15 }
  assert.deepEqual(data, { ...wanted, undone_by: { kind: 'command_line', name: null } })
  assert.deepEqual([imported_at, undone_at], [undone.completed_at, undone.undone_at])

  // Who stayed has their number still.
  const again = await imported('people', people(1_000), { skipRefused: true })
  assert.notEqual(again, id)
  assert.equal(await total('/people'), 1_001)
})

test('of two imports of the same people both can be taken back, the newest first', async () => {
  const first = await imported(
    'people',
    'first_name,email,city\nAda,a@example.org,Jos\nBola,b@example.org,Jos\nChi,c@example.org,Jos\n',
  )
  const [ada, bola] = await madeBy(first)
  await church.send('PATCH', `/people/${bola}`, { city: 'Kano' })
  const text = 'first_name,email,city\nAda,a@example.org,Ibadan\nBola,b@example.org,Ibadan\nChi,c@example.org,Jos\n'
  const second = await imported('people', text, { update: true })
  assert.match((await command('undo', String(first), '--dry-run')).stdout, /Ada was changed.*Bola was changed/s)
  assert.deepEqual([(await undo(second)).reversed, (await undo(first)).kept], [2, 1])
  const { data } = (await church.send('GET', '/people')).json
  assert.deepEqual(
    data.map((one: { id: number; city: string }) => [one.id, one.city]),
    [[bola, 'Kano']],
    `${ada} is gone; what somebody wrote by hand stays`,
  )
})

test('1,000 gifts that are taken back are void, and the sum is what it was to the minor unit', async () => {
  await church.send('POST', '/contributions', { amount: 12_345 })
  const id = await imported(
    'contributions',
    `amount,note\n${Array.from({ length: 1_000 }, (_, at) => `${at + 1}.07,x`).join('\n')}\n`,
  )
  assert.equal((await church.send('GET', '/contributions')).json.meta.sum_amount_base, 12_345 + 50_057_000)
  const ended = await command('undo', String(id))
  assert.equal(ended.stdout, '1,000 records went back, 0 stayed.\n')
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [1, 12_345])
  const voided = (await church.send('GET', '/contributions?status=void&per_page=1')).json
  assert.equal(voided.meta.total, 1_000)
  const events = (await church.events()).filter(({ name }) => name === 'contribution.voided')
  assert.equal(events.length, 1_000)
  const reasons = await service.database.read.all(sql`select distinct void_reason, voided_by from contributions
    where church_id = ${church.church.id} and status = 'void'`)
  assert.deepEqual(reasons, [{ void_reason: 'Import undone', voided_by: null }])
})

test('people go back once the gifts of another import of theirs have; a family with a member of its own stays', async () => {
  const id = await imported('people', 'first_name,member_no,family\nAda,17,Obi\nBen,18,Obi\nChi,19,Eze\n')
  const gifts = await imported('contributions', 'amount,member_no\n5,17\n')
  const family_id = (await church.send('GET', '/families?q=obi')).json.data[0].id
  await church.send('POST', '/people', { first_name: 'Dan', family_id })
  await undo(gifts)
  const undone = await undo(id)
  assert.deepEqual([undone.reversed, undone.kept], [4, 1])
  const families = (await church.send('GET', '/families')).json.data as { name: string }[]
  assert.deepEqual(
    families.map(({ name }) => name),
    ['Obi'],
  )
  assert.match((await command('undo', String(id), '--dry-run')).stdout, /line 2: Obi has 1 member\n$/)
})

interface Stayed {
  resource: string
  name: string
  reasons: StayReason[]
}

test('a family that owns an envelope, made a pledge or has a statement stays and says why; its people go, and nothing is lost', async () => {
  await church.set({ modules: ['giving'] })
  const id = await imported('people', 'first_name,family\nAda,Obi\nBen,Eze\nChi,Ibe\nDan,Oke\n')
  const families = (await church.send('GET', '/families')).json.data as { id: number; name: string }[]
  const family = (name: string): number => families.find(one => one.name === name)?.id ?? 0
  const campaign_id = (
    await church.act(createCampaign, {
      name: 'Roof',
      fund_id: church.fund_id,
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
    })
  ).id
  const envelope = (await church.send('POST', '/envelopes', { number: 7, family_id: family('Obi') })).json.data.id
  const pledge = await church.send('POST', '/pledges', { campaign_id, amount: 500, family_id: family('Eze') })
  assert.equal(pledge.status, 201, pledge.text)
  const [, , chi = 0] = await madeBy(id)
  const given = { person_id: chi, amount: 5, given_on: '2025-02-01' }
  const gift = (await church.send('POST', '/contributions', given)).json.data.id
  const { id: run } = await church.act(issueAll, { year: 2025, by: 'family' })
  await eventually('the statement is issued', async () => {
    while (await stepsOn(service.database, { now: () => new Date() }, HOUSE)(runOn, church.church, run));
    return (await total('/statements')) === 1
  })
  const dry = await command('undo', String(id), '--dry-run', '--json')
  const undone = await undo(id)
  assert.deepEqual([undone.reversed, undone.kept], [dry.json?.reversed, dry.json?.kept])
  assert.deepEqual(
    ((await church.send('GET', '/families')).json.data as { name: string }[]).map(({ name }) => name).sort(),
    ['Eze', 'Ibe', 'Obi'],
  )
  const { stdout } = await command('undo', String(id), '--dry-run')
  for (const said of [
    /Obi has 1 envelope\n/,
    /Eze has 1 member and has 1 pledge\n/,
    /Ibe has 1 member and has 1 statement\n/,
  ]) {
    assert.match(stdout, said)
  }
  const staff = await member(service, church, 'staff')
  const told = (await staff.inChurch('GET', `/views/import_undo?id=${id}`)).json.data.staying as Stayed[]
  assert.deepEqual(
    told
      .filter(({ resource }) => resource === 'families')
      .map(({ name, reasons }) => `${name} ${reasonInEnglish(reasons, of => of)}`)
      .sort(),
    [
      'Eze has 1 member and has records that you may not see',
      'Ibe has 1 member and has records that you may not see',
      'Obi has records that you may not see',
    ],
  )
  const get = async (path: string) => (await church.send('GET', path)).json.data
  assert.deepEqual(
    [(await get(`/envelopes/${envelope}`)).family_id, (await get(`/pledges/${pledge.json.data.id}`)).family_id],
    [family('Obi'), family('Eze')],
  )
  assert.deepEqual(
    [(await get('/statements'))[0].family_id, (await get(`/contributions/${gift}`)).amount],
    [family('Ibe'), 5],
  )
})

test('every table that names a family says so to who takes an import back', async () => {
  const found = await service.database.read.all<{ name: string }>(sql`select c.relname as name
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace
    where a.attname = 'family_id' and c.relkind in ('r', 'p') and n.nspname = 'public' order by 1`)
  // People are its members; a draft is gone when its statement is there.
  const others = found.map(({ name }) => name).filter(name => name !== 'people' && name !== 'statement_drafts')
  assert.deepEqual(HOUSE.familyReferences.map(({ table }) => table).sort(), others)
})

test('who was removed by hand stays so, and is told of; what was voided by hand, too', async () => {
  const id = await imported('people', 'first_name\nAda\nBen\n')
  const [ada = 0] = await madeBy(id)
  await church.act(removePerson, { id: ada })
  const undone = await undo(id)
  assert.deepEqual([undone.reversed, undone.kept, await total('/people')], [1, 1, 0])
  assert.match((await command('undo', String(id), '--dry-run')).stdout, /line 2: Ada was removed by hand\n$/)
})

test('prayer requests of an import are closed', async () => {
  const id = await imported('prayer_requests', 'name,body\nAda,For rain\nBo,For peace\n')
  const [, bo] = (await church.send('GET', '/prayer_requests')).json.data
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update prayer_requests set prayed_count = 1, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.church.id} and id = ${bo.id}`),
  )
  const undone = await undo(id)
  assert.deepEqual([undone.reversed, undone.kept], [1, 1])
  const statuses = (await church.send('GET', '/prayer_requests')).json.data.map(
    ({ status }: { status: string }) => status,
  )
  assert.deepEqual(statuses, ['closed', 'open'])
})

test('fields that an import changed get their values back, where they are still those of the import', async () => {
  const person = (
    await church.send('POST', '/people', { first_name: 'Ada', occupation: 'Nurse', custom: { tribe: 'Dan' } })
  ).json.data.id
  const id = await imported('people', 'first_name\nBen\n')
  const written = { first_name: 'Adaeze', occupation: 'Baker', custom: { tribe: 'Judah', team: 'Red' } }
  await church.send('PATCH', `/people/${person}`, written)
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into import_records (church_id, import_id, line, resource, record_id, action, written, before)
      values (${church.church.id}, ${id}, 3, 'people', ${person}, 'updated', ${JSON.stringify(written)}::jsonb,
        ${JSON.stringify({ first_name: 'Ada', occupation: 'Nurse', custom: { tribe: 'Dan' } })}::jsonb)`),
  )
  await church.send('PATCH', `/people/${person}`, { occupation: 'Teacher', custom: { age: 7 } })
  const undone = await undo(id)
  assert.deepEqual([undone.reversed, undone.kept], [1, 1])
  const { first_name, occupation, custom } = (await church.send('GET', `/people/${person}`)).json.data
  assert.deepEqual([first_name, occupation, custom], ['Ada', 'Teacher', { tribe: 'Dan', age: 7 }])
  const shown = await command('undo', String(id), '--dry-run')
  assert.match(shown.stdout, /line 3: Ada has another occupation by now\n$/)
})

test('an import is taken back once, within thirty days, also by two at once', async () => {
  const id = await imported('people', people(1_200))
  const [first, second] = await Promise.all([command('undo', String(id)), command('undo', String(id))])
  assert.deepEqual([first?.code, second?.code].includes(0), true, `${first?.stderr}${second?.stderr}`)
  const undone = await eventually('it is undone', async () => (await one(id)).status === 'undone' && (await one(id)))
  assert.deepEqual([undone.reversed, undone.kept, await plain()], [1_201, 0, 0])
  const names = (await church.events()).map(({ name }) => name)
  assert.equal(names.filter(name => name === 'imports.undone').length, 1)
  assert.equal(names.filter(name => name === 'person.deleted').length, 1_200)
  const again = await command('undo', String(id))
  assert.deepEqual([again.code, /import \d+ is undone/.test(again.stderr)], [1, true], again.stderr)

  const old = await imported('contributions', 'amount\n5\n')
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update imports set completed_at = ${tx.now}::timestamptz - interval '31 days'
      where church_id = ${church.church.id} and id = ${old}`),
  )
  for (const more of [[], ['--dry-run']]) {
    const late = await command('undo', String(old), ...more)
    assert.match(late.stderr, /is older than 30 days, and can no longer be taken back/)
  }
})

test('the list tells of imports by kind, status and day; another church and a key of a branch see none', async () => {
  const id = await imported('people', 'first_name\nAda\n')
  const gifts = await imported('contributions', 'amount\n5\n')
  await undo(gifts)
  const ids = async (query: string, send = church.send): Promise<number[]> =>
    (await send('GET', `/imports${query}`)).json.data.map((found: { id: number }) => found.id)
  assert.deepEqual(await ids(''), [id, gifts])
  assert.deepEqual(await ids('?kind=people'), [id])
  assert.deepEqual(await ids('?status=undone'), [gifts])
  const day = (await one(id)).completed_at.slice(0, 10)
  assert.deepEqual([await ids(`?from=${day}&to=${day}`), await ids('?to=2020-01-01')], [[id, gifts], []])
  const { by_kind, by_name, kind, rows, created, branch_id } = await one(id)
  assert.deepEqual(
    { by_kind, by_name, kind, rows, created, branch_id },
    { by_kind: 'command_line', by_name: 'tester', kind: 'people', rows: 1, created: 1, branch_id: null },
  )
  const limited = church.as(await church.keyFor(['imports:read'], await church.branch('North')))
  assert.deepEqual(await ids('', limited), [])
  const other = await service.church()
  assert.deepEqual(await ids('', other.send), [])
  await assert.rejects(other.act(undoImport, { id }), { code: 'not_found' })
  assert.match((await command('list')).stdout, /file\.csv .* people +completed/)
  assert.match((await command('show', String(id))).stdout, /file_name: file\.csv/)
})

test('who may import such records takes them back, with the password; gifts are told only to those who may see them', async () => {
  const id = await imported('people', 'first_name\nAda\nBen\n')
  const [person_id] = await madeBy(id)
  await church.send('POST', '/contributions', { person_id, amount: 500 })
  const gifts = await imported('contributions', 'amount\n5\n')
  const view = async (who: TestMember, of: number) => await who.inChurch('GET', `/views/import_undo?id=${of}`)
  const codes = async (answer: Promise<Answered>) => {
    const { status, json } = await answer
    return [status, json.error]
  }
  const [staff, finance, viewer] = [
    await member(service, church, 'staff'),
    await member(service, church, 'finance'),
    await member(service, church, 'viewer'),
  ]
  for (const [who, of] of [
    [staff, gifts],
    [finance, id],
    [viewer, id],
  ] as const) {
    await who.ask('POST', '/api/step-up', { password: PASSWORD })
    assert.deepEqual(await codes(view(who, of)), [403, 'not_permitted'])
    assert.deepEqual(await codes(who.inChurch('POST', '/actions/imports.undo', { id: of })), [403, 'not_permitted'])
  }
  const reason = async (who: TestMember): Promise<string> =>
    reasonInEnglish((await view(who, id)).json.data.staying[0].reasons, name => name)
  const owner = await member(service, church, 'owner')
  assert.deepEqual([await reason(staff), await reason(owner)], ['has records that you may not see', 'has 1 gift'])
  assert.deepEqual(await codes(owner.inChurch('POST', '/actions/imports.undo', { id })), [403, 'step_up_required'])
  assert.equal((await staff.inChurch('POST', '/actions/imports.undo', { id })).json.data.status, 'undoing')
  const undone = await eventually('it is undone', async () => (await one(id)).status === 'undone' && (await one(id)))
  assert.deepEqual(
    [undone.reversed, undone.kept, undone.undone_by_kind, undone.undone_by_name],
    [1, 1, 'user', 'A staff'],
  )
  assert.deepEqual([await reason(staff), await reason(owner)], ['has records that you may not see', 'has 1 gift'])
  const line = (await owner.inChurch('GET', '/views/audit')).json.data
  assert.match(JSON.stringify(line), /imports\.undo/)
})
