/** A church moves to another installation with everything on record, or stays where it is. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { kindOf } from '../src/archive/columns.ts'
import { declaredOf } from '../src/archive/declared.ts'
import { exportChurch } from '../src/archive/export-church.ts'
import { type Arrival, type Arrived, importChurch } from '../src/archive/import-church.ts'
import { archived, tablesOfChurch } from '../src/archive/tables.ts'
import { unsettledIn } from '../src/archive/unsettled.ts'
import { writeLock } from '../src/db/database.ts'
import { ident, join, sql } from '../src/db/sql.ts'
import { prepareServices } from '../src/demo/services.ts'
import { HOUSE } from '../src/house.ts'
import { partOf } from '../src/lib/beside.ts'
import { sealedCareNotes } from '../src/modules/child-details/care-note.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { PART_BYTES } from '../src/modules/files/files.ts'
import { sealedCareNotes as sealedReportNotes } from '../src/modules/group-reports/care-note.ts'
import { people } from '../src/modules/people/people.ts'
import { MANDATE_USE } from '../src/modules/recurring-gifts/mandates.ts'
import type { Church } from '../src/resource/caller.ts'
import { recount } from '../src/resource/tally.ts'
import { declaredColumns } from '../src/sealed-column.ts'
import { firstRecoveryCodes } from '../src/sign-in/second-factor.ts'
import { openFactor } from '../src/sign-in/secret.ts'
import { Vault } from '../src/vault.ts'
import { openSecret, sealSecret } from '../src/webhooks/sealed-secret.ts'
import { newSecret } from '../src/webhooks/sign.ts'
import { type Files, filesOf, forged, forgedRow, manifestOf, packFiles } from './support/archive.ts'
import { cli, startCli } from './support/cli.ts'
import { member, PASSWORD, visitor } from './support/console.ts'
import { startDemo } from './support/demo.ts'
import { plantRecurring } from './support/giving.ts'
import { BY, csv, importInto } from './support/import.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const PASSPHRASE = 'three boats on a quiet river'

let here: TestService
let there: TestService
let folder: string
let demo: Church
let key: string
/** The demo church, exported with its secrets. */
let archive: string
let files: Files
/** The demo church as it came to the other installation, and exported from there at once. */
let copy: Arrived
/** What it had to send when it had just come. */
let unsent: Awaited<ReturnType<typeof unsentIn>>
let copied: Files
/** A church with a few rows of what the other has, for what does not depend on how many there are. */
let few: Church
let small: string
let smallFiles: Files

before(async () => {
  ;({ service: here, demo } = await startDemo())
  there = await startService({ SEXTON_SECRET_KEY: 'the key of quite another installation' })
  folder = await mkdtemp(path.join(tmpdir(), 'moving-'))
  await furnish()
  archive = path.join(folder, 'demo.tar.gz')
  await exportOf(archive)
  files = await filesOf(archive)
  copy = await bring()
  // Before it could have begun to send what it should not.
  unsent = await unsentIn(copy.id)
  const second = path.join(folder, 'copy.tar.gz')
  await exportOf(second, PASSPHRASE, (await findChurch(there.database, 'demo')) as Church, there)
  copied = await filesOf(second)
  few = await smallChurch()
  small = path.join(folder, 'small.tar.gz')
  await exportOf(small, PASSPHRASE, few)
  smallFiles = await filesOf(small)
})
/** What a church would send, and what is held for it. */
const unsentIn = (id: number) =>
  there.database.read.first<Record<string, number>>(sql`select
    (select count(*) from messages where church_id = ${id} and status in ('waiting', 'sending')) as waiting,
    (select count(*) from message_batches where church_id = ${id} and finished_at is null) as open,
    (select count(*) from notices where church_id = ${id} and mail_due_at is not null) as unmailed,
    (select held from sms_accounts where church_id = ${id}) as held`)

after(async () => {
  await here.close()
  await there.close()
  await rm(folder, { recursive: true })
})

/** Of a child of the demo church. */
const CARE_NOTE = 'Lives with her aunt'

/** Of what somebody is still to be reminded. */
const REMINDER = 'Please call the caterer'

/** What the card of a giver may be charged by. */
const CARD = 'pm_card_of_a_giver'

/** What the demo church has not of itself: a notice (with the first id that there is), a care note, a card that is charged, a key, an endpoint, an owner, a merge, a message on its way. */
async function furnish(): Promise<void> {
  await here.database.write(demo.id, async tx => {
    key = (await makeKey(tx, demo, { name: 'Website', scopes: ['all'] }, HOUSE.scopes)).key.key
    await tx.run(sql`insert into webhook_endpoints (church_id, url, events, secret, previous_secret, previous_secret_until, status_since, created_at, updated_at)
      values (${demo.id}, 'https://example.org/hook', '{*}', ${sealSecret(here.vault, demo.id, newSecret())},
        ${sealSecret(here.vault, demo.id, newSecret())}, ${tx.now}::timestamptz + interval '1 day',
        ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
    await tx.run(sql`update child_details set care_note = ${here.vault.seal(demo.id, sealedCareNotes.use({}), CARE_NOTE)}
      where church_id = ${demo.id} and id = (select min(id) from child_details where church_id = ${demo.id})`)
    await tx.run(sql`update group_reports set care_note = ${here.vault.seal(demo.id, sealedReportNotes.use({}), CARE_NOTE)}
      where church_id = ${demo.id} and id = (select min(id) from group_reports where church_id = ${demo.id})`)
    await tx.run(sql`update mandates set status = 'active', token = ${here.vault.seal(demo.id, MANDATE_USE, CARD)}
      where church_id = ${demo.id} and id = (select min(id) from mandates where church_id = ${demo.id})`)
    await tx.run(sql`insert into messages (church_id, branch_id, channel, "to", body, status, source, created_at, updated_at)
      values (${demo.id}, ${demo.hq_branch_id}, 'sms', '+2348031234567', 'On its way', 'waiting', 'api',
        ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
    await tx.run(sql`insert into reminders (church_id, kind, subject_id, step, person_id, due_at, title, text, created_at)
      select ${demo.id}, 'task_due', 1, 1, max(id), ${tx.now}::timestamptz + interval '1 day', ${REMINDER}, '', ${tx.now}::timestamptz
      from people where church_id = ${demo.id}`)
    await tx.run(sql`update people set custom = '{"big": 12345678901234567890, "a": 1.10}' where church_id = ${demo.id}
      and id = (select min(id) from people where church_id = ${demo.id})`)
    await tx.run(sql`with pair as (select min(id) as kept, max(id) as gone from people where church_id = ${demo.id})
      update people p set merged_into_id = gone, deleted_at = ${tx.now}::timestamptz from pair
      where church_id = ${demo.id} and p.id = pair.kept`)
    await tx.run(sql`insert into notices (church_id, kind, title, body, created_at)
      values (${demo.id}, 'test', 'Of before', '', ${tx.now}::timestamptz)`)
    // A lesson sheet of two parts; of one that is still being sent nothing goes along.
    await tx.run(sql`insert into file_chunks (church_id, sha256, n, bytes)
      select ${demo.id}, decode(repeat('ab', 32), 'hex'), n, decode(repeat('0a5c', ${PART_BYTES / 2}), 'hex')
      from generate_series(0, 1) as n`)
    await tx.run(sql`insert into files (church_id, group_id, status, name, mime, size, sha256, sender, added_by, created_at)
      select ${demo.id}, min(id), 'kept', 'Lesson.pdf', 'application/pdf', ${2 * PART_BYTES}::bigint,
        decode(repeat('ab', 32), 'hex'), '', 'Ada', ${tx.now}::timestamptz from groups where church_id = ${demo.id}`)
    await tx.run(sql`insert into files (church_id, status, name, size, sender, added_by, created_at)
      values (${demo.id}, 'draft', 'Draft.pdf', 5, '', 'Ada', ${tx.now}::timestamptz)`)
    await recount(tx, demo.id, people)
  })
}

/** People in families and more gifts than are put in at once, accounts with providers, and a recurring gift. */
async function smallChurch(): Promise<Church> {
  const made = await here.church()
  const rows = (count: number, row: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => `${row(n)}\n`).join('')
  const brought: Record<string, string> = {
    people: `first_name,member_no,family\n${rows(8, n => `P${n},${100 + n},Obi`)}`,
    contributions: `amount,given_on,member_no,method\n${rows(701, n => `${1 + n},2026-03-01,${100 + (n % 8)},cash`)}`,
  }
  for (const [kind, text] of Object.entries(brought))
    await importInto(here.database, made.church, kind, { file: csv(text), by: BY })
  await prepareServices(here.database, here.vault, made.church)
  const donor = { branch_id: made.church.hq_branch_id, donor_name: 'Ada', donor_email: 'ada@example.org' }
  await plantRecurring(here.database, made.church, made.fund_id, donor)
  return made.church
}

const exportOf = (file: string, passphrase: string | undefined = PASSPHRASE, church = demo, from = here) =>
  exportChurch({ database: from.database, vault: from.vault, house: HOUSE }, church, {
    file,
    passphrase,
    now: new Date(),
  })

const bring = (arrival: Partial<Arrival> = {}, into = there): Promise<Arrived> =>
  importChurch(
    { database: into.database, vault: into.vault, house: HOUSE },
    { file: archive, passphrase: PASSPHRASE, ...arrival },
  )

let serial = 0
/** Brings in files that were changed on the way, under a name of their own. */
async function bringForged(changed: Files): Promise<Arrived> {
  serial += 1
  const file = path.join(folder, `forged-${serial}.tar.gz`)
  await packFiles(file, changed)
  return await bring({ file, slug: `forged-${serial}` })
}

const churches = async ({ database }: TestService): Promise<string[]> =>
  (await database.read.all<{ slug: string }>(sql`select slug from churches order by slug`)).map(({ slug }) => slug)

test('each table of a church goes along, or is left out with a reason; the archive knows every type of column', async () => {
  const declared = declaredOf(HOUSE)
  const all = await tablesOfChurch(here.database.read)
  const names = all.map(({ name }) => name)
  for (const [table, reason] of Object.entries(declared.leftOut)) {
    assert.ok(names.includes(table), `${table} is left out and is no table of a church`)
    assert.ok(reason.length > 10, table)
  }
  const going = archived(all, declared)
  for (const { columns } of going) for (const column of columns) assert.ok(kindOf(column).words)
  assert.deepEqual(
    manifestOf(files).files.map(({ name }) => name),
    ['church', 'users', ...going.map(({ name }) => name)].map(name => `${name}.jsonl`),
  )
  for (const { table, column } of declared.sealed) {
    if (declared.columnsLeftOut[table]?.includes(column)) continue
    assert.ok(
      going.some(({ name, columns }) => name === table && columns.some(one => one.name === column)),
      table,
    )
  }
})

test('an archive can be read by its owner alone, and no secret of the installation is in it', async () => {
  assert.equal((await stat(archive)).mode & 0o777, 0o600)
  for (const [name, text] of files) assert.doesNotMatch(text, /v1\.[0-9a-f]{8}\.|whsec_|pm_card/, name)
  assert.ok(!files.get('users.jsonl')?.includes('password'))
})

test('nothing is overwritten by an export, and nothing is left beside it', async () => {
  await assert.rejects(exportOf(archive), /There is a file/)
  await assert.rejects(exportOf(path.join(folder, 'short.tar.gz'), 'short'), /at least 12/)
  assert.deepEqual(
    (await readdir(folder)).filter(name => name.includes('.part')),
    [],
  )
})

test('what an export left that was killed is swept by the next one there', async () => {
  const { pid } = spawnSync('true')
  const left = partOf(path.join(folder, 'killed.tar.gz'), pid)
  await mkdir(left)
  await writeFile(path.join(left, 'people.jsonl'), '{}')
  await exportOf(path.join(folder, 'after-a-kill.tar.gz'), PASSPHRASE, few)
  assert.ok(!(await readdir(folder)).some(name => name.includes('.part')))
})

test('before an export for a move it is said what is in use or unsettled in the church', async () => {
  const church = await here.church()
  const said = () => unsettledIn(here.database.read, church.church.id, HOUSE)
  await church.set({ api_enabled: false })
  assert.deepEqual(await said(), [])
  await church.set({ api_enabled: true })
  await member(here, church, 'owner')
  const { id } = church.church
  await here.database.write(id, async tx => {
    const now = sql`${tx.now}::timestamptz`
    await tx.run(sql`insert into messages (church_id, branch_id, channel, "to", body, status, source, units, created_at, updated_at)
      select ${id}::bigint, ${church.church.hq_branch_id}::bigint, 'sms', '+2348030000000', 'Come', unnest(array['waiting', 'sent']),
        'console', 1, ${now}, ${now}`)
    await tx.run(sql`insert into message_batches (church_id, key, user_id, user_name, audience, channel, body, total, created_at)
      select ${id}::bigint, 'k', 'someone', 'Someone', '', 'sms', 'Come', 2, ${now}`)
    await tx.run(sql`insert into import_files (church_id, user_id, user_name, membership, role, name, bytes, status, created_at, updated_at)
      select ${id}::bigint, 'someone', 'Someone', 1, 'owner', 'people.csv', 1, unnest(array['running', 'done']), ${now}, ${now}`)
  })
  assert.deepEqual(
    (await said()).map(one => one.split(':')[0]),
    [
      '1 sign-in that is open',
      '1 API key that is valid',
      '1 file that is being imported',
      '1 message on its way',
      '1 message to many that is not finished',
    ],
  )
  await church.set({ status: 'inactive' })
  assert.ok(!(await said()).some(one => /^1 (sign-in|API key)/.test(one)), 'nobody records in a church that is closed')
})

/** Records as they have to be the same in both places: recurring gifts that came are on hold, which is told as a change. */
function sameOf(list: string, data: Record<string, unknown>[]): string {
  if (list !== 'recurring_gifts') return JSON.stringify(data)
  return JSON.stringify(data.map(({ held_at: _, updated_at: __, ...record }) => record))
}

test('a church that moved shows the same through the API, to the same keys, to the minor unit', async () => {
  assert.equal(copy.slug, 'demo')
  assert.match(copy.notes.join(), /recurring gifts are on hold.*charge-here/)
  const lists = HOUSE.modules.flatMap(({ resources }) => resources.map(({ name }) => name))
  for (const list of lists) {
    const [before, after] = await Promise.all(
      [here, there].map(service => service.request('GET', `/api/v1/${list}?per_page=100`, { key })),
    )
    assert.equal(before?.status, 200, list)
    assert.equal(sameOf(list, after?.json.data), sameOf(list, before?.json.data), list)
    const { next_cursor: _, as_of: __, ...meta } = before?.json.meta ?? {}
    const { next_cursor: ___, as_of: ____, ...theirs } = after?.json.meta ?? {}
    assert.deepEqual(theirs, meta, list)
  }
  const added = await there.request('POST', '/api/v1/people', { key, body: { first_name: 'Ada' } })
  assert.equal(added.status, 201)
  const highest = await here.database.read.first<{ id: number }>(
    sql`select max(id) as id from people where church_id = ${demo.id}`,
  )
  assert.ok(added.json.data.id > Number(highest?.id), 'ids go on behind the highest')
  await assert.rejects(bring(), /There is a church "demo" here already.*--slug/)
  const beside = await bring({ slug: 'demo-2' })
  assert.match(beside.notes.join(), /"Website" is in use here already/)
  assert.equal((await there.request('GET', '/api/v1/people', { key })).status, 200)
})

test('a second export of the copy is the first, apart from what is said to differ', async () => {
  const { id } = copy
  assert.equal((await findChurch(there.database, 'demo'))?.id, id)
  // Secrets are sealed anew; endpoints are switched off, reminders are ended; nothing else may differ.
  const differs = [
    'manifest.json',
    'child_details.jsonl',
    'group_reports.jsonl',
    'mandates.jsonl',
    'message_providers.jsonl',
    'notices.jsonl',
    'payment_providers.jsonl',
    'recurring_gifts.jsonl',
    'reminders.jsonl',
    'webhook_endpoints.jsonl',
  ]
  for (const [name, text] of files) if (!differs.includes(name)) assert.equal(copied.get(name), text, name)
  const [lines = '', chunks = ''] = ['files.jsonl', 'file_chunks.jsonl'].map(name => copied.get(name))
  assert.deepEqual([lines.includes('Lesson.pdf'), lines.includes('Draft.pdf')], [true, false])
  assert.ok(chunks.length > 4 * PART_BYTES)
  assert.deepEqual(manifestOf(copied).totals, manifestOf(files).totals)
  // The installation that wrote reminders down sends them, and this one does not.
  assert.match(files.get('reminders.jsonl') ?? '', new RegExp(`"title":"${REMINDER}".*"ended_at":null`))
  assert.doesNotMatch(copied.get('reminders.jsonl') ?? '', new RegExp(`${REMINDER}|"ended_at":null`))
  const endpoint = await there.database.read.first<{ secret: string; status: string }>(
    sql`select secret, status from webhook_endpoints where church_id = ${id}`,
  )
  assert.equal(endpoint?.status, 'off')
  const mine = await here.database.read.first<{ secret: string }>(
    sql`select secret from webhook_endpoints where church_id = ${demo.id}`,
  )
  assert.equal(openSecret(there.vault, id, endpoint?.secret ?? ''), openSecret(here.vault, demo.id, mine?.secret ?? ''))
  const note = await there.database.read.first<{ care_note: string }>(
    sql`select care_note from child_details where church_id = ${id} and care_note is not null`,
  )
  assert.equal(there.vault.open(id, 'care note', note?.care_note ?? ''), CARE_NOTE)
  const cards = await there.database.read.all<{ token: string }>(
    sql`select token from mandates where church_id = ${id} and status = 'active'`,
  )
  assert.deepEqual(
    cards.map(({ token }) => there.vault.open(id, MANDATE_USE, token)),
    [CARD],
  )
})

test('a copy sends nothing that the first sends: messages on their way stay behind, batches are stopped, notices are not mailed', async () => {
  assert.deepEqual(unsent, { waiting: 0, open: 0, unmailed: 0, held: 0 })
})

test('a file that was being imported comes as failed, an import that was being taken back goes on, an ended one can be undone', async () => {
  const church = await here.church()
  const { id } = church.church
  for (const name of ['Ada', 'Bola']) {
    const file = csv(`first_name\n${name}\n`, `${name}.csv`)
    await importInto(here.database, church.church, 'people', { file, by: BY }, { now: new Date() })
  }
  const [first, second] = (await church.send('GET', '/imports')).json.data.map((one: { id: number }) => one.id)
  const file = path.join(folder, 'importing.tar.gz')
  // The worker waits behind this lock, so that the archive finds the import as it is.
  await here.database.connection(async client => {
    await client.query('select pg_advisory_lock_shared($1)', [writeLock(id)])
    await client.query(`update imports set status = 'undoing', undone_by_kind = 'command_line' where id = $1`, [first])
    await client.query(
      `insert into import_files (church_id, user_id, user_name, membership, role, name, bytes, status, claim,
        claimed_until, tries, progress, created_at, updated_at)
      values ($1, 'user', 'Grace', 1, 'owner', 'a.csv', 1, 'running', 'node', now() + interval '1 hour', 1, 0.4, now(), now())`,
      [id],
    )
    await exportChurch({ database: here.database, vault: here.vault, house: HOUSE }, church.church, {
      file,
      passphrase: PASSPHRASE,
      now: new Date(),
    })
    await client.query('select pg_advisory_unlock_shared($1)', [writeLock(id)])
  })
  const { id: copy } = await bring({ file, slug: 'importing' })
  const came = await there.database.read.first<Record<string, unknown>>(sql`select status, error, claim, claimed_until
    from import_files where church_id = ${copy}`)
  assert.deepEqual([came?.status, came?.claim, came?.claimed_until], ['failed', null, null])
  assert.match(String(came?.error), /^The church moved here while this file was being imported\. /)
  const states = (): Promise<{ status: string }[]> =>
    there.database.read.all(sql`select status from imports where church_id = ${copy} order by id`)
  await eventually('what was begun is taken back', async () => (await states())[0]?.status === 'undone')
  assert.equal((await states())[1]?.status, 'completed')
  const moved = (await findChurch(there.database, 'importing')) as Church
  await there.database.write(copy, tx =>
    tx.run(sql`update imports set status = 'undoing', undone_by_kind = 'command_line'
    where church_id = ${moved.id} and id = ${second}`),
  )
  await eventually('the other is taken back', async () => (await states())[1]?.status === 'undone')
  const left = await there.database.read.all(sql`select 1 from people where church_id = ${copy} and not removed`)
  assert.deepEqual(left, [])
})

test('an account that may name any host where it was may name only public ones where it comes', async () => {
  const named = forgedRow(smallFiles, 'message_providers.jsonl', 0, row => ({ ...row, public_only: false }))
  const { id } = await bringForged(named)
  const guarded = await there.database.read.all(
    sql`select distinct public_only from message_providers where church_id = ${id}`,
  )
  assert.deepEqual(guarded, [{ public_only: true }])
})

test('an owner comes without a password, sets one by a link and is owner again; whoever has an account here keeps theirs', async () => {
  const church = await here.church()
  const owner = await member(here, church, 'owner')
  const file = path.join(folder, 'owner.tar.gz')
  const parts = { database: here.database, vault: here.vault, house: HOUSE }
  await exportChurch(parts, church.church, { file, now: new Date() })
  const { users } = await bring({ file })
  assert.deepEqual(users.made, [owner.email])
  const link = await cli(there.databaseUrl, ['user', 'password-link', owner.email, '--json'])
  const token = new URL(String(link.json?.link)).searchParams.get('token')
  const browser = visitor(there)
  assert.equal((await browser.ask('POST', '/auth/reset-password', { token, newPassword: PASSWORD })).status, 200)
  assert.equal(
    (await browser.ask('POST', '/auth/sign-in/email', { email: owner.email, password: PASSWORD })).status,
    200,
  )
  assert.equal((await browser.ask('GET', `/api/${church.church.slug}/people`)).status, 200)
  const again = await bring({ file, slug: 'once-more' })
  assert.deepEqual(again.users.known, [owner.email])
  assert.equal((await browser.ask('GET', '/api/once-more/people')).status, 200)
})

test('languages come along: of the church, its people and its accounts; one that there is no catalogue of here does not', async () => {
  const church = await here.church()
  const owner = await member(here, church, 'owner')
  const { id } = church.church
  await church.set({ language: 'sw', languages: ['fr'] })
  await church.send('POST', '/people', { first_name: 'Ada', language: 'pt' })
  await here.database.write(id, async tx => {
    await tx.run(sql`update users set language = 'fr' where email = ${owner.email}`)
    await tx.run(sql`insert into people (church_id, member_no, first_name, branch_id, country, language)
      values (${id}, 'tlh', 'Bo', ${church.church.hq_branch_id}, 'NG', 'tlh')`)
  })
  const file = path.join(folder, 'languages.tar.gz')
  const parts = { database: here.database, vault: here.vault, house: HOUSE }
  await exportChurch(parts, church.church, { file, now: new Date() })
  const { id: come } = await bring({ file })
  const spoken = await there.database.read.all(sql`select language, languages,
      (select array_agg(p.language order by p.first_name) from people as p where p.church_id = ${come}) as people,
      (select u.language from users as u where u.email = ${owner.email}) as owner
    from churches where id = ${come}`)
  assert.deepEqual(spoken, [{ language: 'sw', languages: ['fr'], people: ['pt', null], owner: 'fr' }])
})

test('an account here whose address nobody confirmed lets its maker into no church, unless the operator vouches for it', async () => {
  const church = await here.church()
  const owner = await member(here, church, 'owner')
  const file = path.join(folder, 'doubtful.tar.gz')
  const parts = { database: here.database, vault: here.vault, house: HOUSE }
  await exportChurch(parts, church.church, { file, now: new Date() })
  await there.database.write(0, tx =>
    tx.run(sql`insert into users (id, name, email) values ('squatter', 'Someone', ${owner.email})`),
  )
  await assert.rejects(bring({ file }), /nobody has confirmed/)
  const vouched = await bring({ file, vouched: [owner.email] })
  assert.deepEqual(vouched.users.known, [owner.email])
})

test('a wrong passphrase is refused, one that is missing too; without the secrets a church can come', async () => {
  await assert.rejects(bring({ passphrase: 'four boats on a quiet river' }), /not the one/)
  await assert.rejects(bring({ passphrase: undefined }), /--without-secrets/)
  const { id } = await bring({ slug: 'bare', passphrase: undefined, withoutSecrets: true })
  const found = await there.database.read.first<{
    accounts: number
    endpoints: number
    notes: number
    children: boolean
    cards: number
    ended: number
  }>(sql`select
    (select count(*) from message_providers where church_id = ${id}) as accounts,
    (select count(*) from webhook_endpoints where church_id = ${id}) as endpoints,
    (select count(*) from child_details where church_id = ${id} and care_note is not null) as notes,
    (select count(*) > 0 from child_details where church_id = ${id}) as children,
    (select count(*) from mandates where church_id = ${id} and status <> 'ended') as cards,
    (select count(*) from mandates where church_id = ${id} and status = 'ended') as ended`)
  // A card without its secret is none: whoever gave by it is asked for another when the next gift is due.
  assert.deepEqual(found, { accounts: 0, endpoints: 1, notes: 0, children: true, cards: 0, ended: 4 })
  const file = path.join(folder, 'without.tar.gz')
  await exportOf(file, '')
    .then(() => assert.fail('a passphrase of nothing was taken'))
    .catch(error => assert.match(String(error), /at least 12/))
})

test('an archive with a flipped byte is refused wherever it is flipped, and nothing of it stays', async () => {
  const whole = await readFile(small)
  const before = await churches(there)
  const file = path.join(folder, 'flipped.tar.gz')
  // The header of gzip has bytes that mean nothing (time, system); what is behind it is summed.
  for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 12)) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 0x10
    await writeFile(file, flipped)
    await assert.rejects(bring({ file, slug: 'flipped' }), { name: 'Error' }, `byte ${at}`)
  }
  await writeFile(file, whole.subarray(0, whole.length / 2))
  await assert.rejects(bring({ file, slug: 'flipped' }), /archive/)
  await assert.rejects(bring({ file: path.join(folder, 'nowhere') }), /cannot be read: ENOENT/)
  assert.deepEqual(await churches(there), before)
})

test('a file that was changed is refused by its SHA-256 before anything of it is seen', async () => {
  const changed = new Map(smallFiles)
  changed.set('people.jsonl', (smallFiles.get('people.jsonl') ?? '').replace('"country":"NG"', '"country":"GB"'))
  await assert.rejects(bringForged(changed), /people\.jsonl was changed/)
})

/** Archives that agree with their manifest and are wrong all the same, and what is said of them. */
const HOSTILE: readonly [string, () => Files, RegExp][] = [
  [
    'a path that leads elsewhere',
    () => new Map([...smallFiles].map(([name, text]) => [name === 'people.jsonl' ? '../people.jsonl' : name, text])),
    /has "\.\.\/people\.jsonl" where people\.jsonl has to be/,
  ],
  ['a file more', () => new Map([...smallFiles, ['more.jsonl', '{}\n']]), /"more\.jsonl", which nothing names/],
  [
    'an unknown table',
    () => {
      const manifest = manifestOf(smallFiles)
      manifest.files.push({ name: 'sessions.jsonl', rows: 0, bytes: 0, sha256: '0'.repeat(64) })
      return new Map([...smallFiles, ['manifest.json', JSON.stringify(manifest)]])
    },
    /Nothing here is called sessions\.jsonl/,
  ],
  [
    'an unknown column',
    () => forgedRow(smallFiles, 'people.jsonl', 3, row => ({ ...row, church_id: 1 })),
    /people\.jsonl, line 4: "church_id" is no column/,
  ],
  [
    'a column that is missing',
    () => forgedRow(smallFiles, 'funds.jsonl', 0, ({ slug: _, ...row }) => row),
    /funds\.jsonl, line 1: slug is missing/,
  ],
  [
    'a value of another type',
    () => forgedRow(smallFiles, 'contributions.jsonl', 7, row => ({ ...row, amount: '100', given_on: 5 })),
    /contributions\.jsonl, line 8: amount must be a whole number; given_on must be a date/,
  ],
  [
    'a value that a rule forbids',
    () => forgedRow(smallFiles, 'contributions.jsonl', 700, row => ({ ...row, amount: -5 })),
    /contributions\.jsonl, line 701: has a value that is not allowed \(contributions_amount_check\)/,
  ],
  [
    'an id of a record that is not in it, such as one of another church',
    () => forgedRow(smallFiles, 'contributions.jsonl', 2, row => ({ ...row, fund_id: 999_999 })),
    /contributions\.jsonl, line 3: names a record that the archive does not have/,
  ],
  [
    'an id that would use up those of everybody',
    () => forgedRow(smallFiles, 'families.jsonl', 0, row => ({ ...row, id: Number.MAX_SAFE_INTEGER })),
    /families\.jsonl, line 1: id must be an id/,
  ],
  ['a line that is no JSON', () => forged(smallFiles, 'people.jsonl', lines => ['{', ...lines]), /line 1: is no JSON/],
  [
    'a line that is no object',
    () => forged(smallFiles, 'people.jsonl', lines => ['[]', ...lines]),
    /is no JSON object/,
  ],
  [
    'a huge line',
    () => forged(smallFiles, 'people.jsonl', lines => [...lines, `"${'x'.repeat(17 * 1024 * 1024)}"`]),
    /people\.jsonl, line \d+: is longer than 16 MB/,
  ],
  [
    'sums that are not those of its rows',
    () => {
      const row = JSON.parse(smallFiles.get('contributions.jsonl')?.split('\n')[0] ?? '')
      return forgedRow(smallFiles, 'contributions.jsonl', 0, one => ({ ...one, amount: row.amount + 1 }))
    },
    /sums are not those of the manifest/,
  ],
  [
    'a member who is nobody of it, such as a user of this installation',
    () =>
      forged(smallFiles, 'memberships.jsonl', () => [
        JSON.stringify({
          id: 1,
          user_id: 'squatter',
          role: 'owner',
          branch_id: null,
          created_at: '2026-01-01T00:00:00Z',
        }),
      ]),
    /memberships\.jsonl, line 1: user_id names nobody of users\.jsonl/,
  ],
  [
    'another release',
    () =>
      new Map([
        ...smallFiles,
        ['manifest.json', JSON.stringify({ ...manifestOf(smallFiles), migration: '0001_core' })],
      ]),
    /migration 0001_core.*Bring the older/,
  ],
  ['something else', () => new Map([['readme.txt', 'hello']]), /first file is not manifest\.json/],
]

test('a hostile archive is refused in words, with the line, and nothing of it stays', async t => {
  const before = await churches(there)
  for (const [what, make, words] of HOSTILE) {
    await t.test(what, async () => assert.rejects(bringForged(make()), words))
  }
  assert.deepEqual(await churches(there), before)
})

test('an import that is killed on the way leaves nothing, and can be done again', async () => {
  const env = { SEXTON_SECRET_KEY: 'the key of quite another installation' }
  const secret = path.join(folder, 'passphrase.txt')
  await writeFile(secret, `${PASSPHRASE}\n`)
  const file = path.join(folder, 'by-command.tar.gz')
  const exported = await cli(here.databaseUrl, ['church', 'export', few.slug, file, '--passphrase-file', secret])
  assert.match(exported.stdout, new RegExp(`^Church "${few.slug}" written to `), exported.stderr)
  assert.match(exported.stderr, new RegExp(`^Church "${few.slug}" is not at rest\\.`))
  const args = ['church', 'import', file, '--slug', 'killed', '--passphrase-file', secret]
  const blocker = there.database
  // It waits at the contributions, with everything before them read in.
  await blocker.connection(async client => {
    await client.query('begin')
    // However long a busy machine takes to get there: else PostgreSQL would end this transaction, and let the import through.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('lock table contributions in exclusive mode')
    const child = startCli(there.databaseUrl, args, env)
    let said = ''
    child.stderr?.on('data', chunk => {
      said += String(chunk)
    })
    let waits: { pid: number } | undefined
    while (waits === undefined) {
      // Whoever has written people in its transaction: a worker of the service may wait for contributions, too.
      waits = await blocker.read.first<{ pid: number }>(sql`select pid from pg_locks as waiting
        where not granted and relation = 'contributions'::regclass
          and database = (select oid from pg_database where datname = current_database())
          and exists (select 1 from pg_locks as held where held.pid = waiting.pid and held.granted
            and held.relation = 'people'::regclass and held.mode = 'RowExclusiveLock')`)
      assert.equal(child.exitCode, null, `it ended before it was killed: ${said}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    await client.query('rollback')
    // PostgreSQL finds out that nobody is there any more when it has done what it was sent.
    const { pid } = waits
    await eventually('its connection is over', async () => {
      const open = await blocker.read.first(sql`select 1 from pg_stat_activity where pid = ${pid}::integer`)
      return open === undefined
    })
  })
  assert.ok(!(await churches(there)).includes('killed'))
  const again = await cli(there.databaseUrl, [...args, '--json'], env)
  assert.equal(again.code, 0, again.stderr)
  assert.ok((await churches(there)).includes('killed'))
})

test('while the church is in use, an archive shows one moment', async () => {
  const church = await here.church()
  await church.send('POST', '/people', { first_name: 'First' })
  const file = path.join(folder, 'moment.tar.gz')
  let writing = true
  const writes = (async () => {
    for (let at = 0; writing && at < 500; at += 1) {
      await church.send('POST', '/contributions', { amount: 100, method: 'cash', fund_id: church.fund_id })
    }
  })()
  const parts = { database: here.database, vault: here.vault, house: HOUSE }
  const manifest = await exportChurch(parts, church.church, { file, now: new Date() })
  writing = false
  await writes
  const written = await filesOf(file)
  const rows = (written.get('contributions.jsonl') ?? '').split('\n').length - 1
  const total = manifest.totals.find(({ table }) => table === 'contributions')
  assert.equal(
    total?.groups.reduce((sum, group) => sum + Number(group.rows), 0),
    rows,
  )
  assert.equal((await bring({ file })).rows.contributions, rows)
})

test('what is added to a church as it comes has ids behind those that came', async () => {
  const counter = sql`select last_value as latest from pg_sequences where sequencename = 'notices_id_seq'`
  const latest = Number((await there.database.read.first<{ latest: number | null }>(counter))?.latest ?? 0)
  const notice = { id: latest + 1, kind: 'test', title: 'Of before', body: '', created_at: '2026-11-01T12:00:00Z' }
  const empty = { read_at: null, mail_due_at: null, mail_attempts: 0, mailed_at: null, mail_error: null, said: null }
  const line = JSON.stringify({ ...notice, ...empty })
  const { id } = await bringForged(forged(smallFiles, 'notices.jsonl', () => [line]))
  const found = await there.database.read.all<{ id: number; title: string }>(
    sql`select id, title from notices where church_id = ${id} order by id`,
  )
  assert.deepEqual(
    found.map(one => one.title),
    ['Of before', 'Recurring gifts are on hold'],
  )
})

test('ids of other tables are not used up by a church that comes', async () => {
  const counted = (await tablesOfChurch(there.database.read)).filter(({ columns }) => columns.some(one => one.counted))
  for (const { name } of counted) {
    const highest = await there.database.read.first<{ id: number }>(
      sql`select coalesce(max(id), 0) as id from ${ident(name)}`,
    )
    assert.ok(Number(highest?.id) < 1_000_000, name)
  }
})

test('whatever the vault seals is declared by a module, so that it moves along and is sealed anew with another key', () => {
  assert.deepEqual(new Set(declaredColumns()), new Set(HOUSE.sealed))
})

// The last one: it leaves the installation with another key.
test('vault reseal seals every secret with the first key, after which the old one may be left out', async () => {
  const next = 'the next key of this very installation'
  const [old = ''] = here.config.secretKey
  const owner = await member(here, await here.church(), 'owner')
  const user = await here.database.read.first<{ id: string }>(sql`select id from users where email = ${owner.email}`)
  await here.database.write(0, tx => firstRecoveryCodes(tx, here.vault, user?.id ?? ''))
  const both = { SEXTON_SECRET_KEY: `${next},${old}` }
  const first = here.vault.firstSeal
  const secretsOf = ({ table, column }: { table: string; column: string }) =>
    here.database.read.all<Record<string, unknown>>(
      sql`select * from ${ident(table)} where church_id = ${demo.id} and ${ident(column)} is not null`,
    )
  const hit = await secretsOf(sealedCareNotes)
  const spoilt = `${String(hit[0]?.care_note).slice(0, -3)}AAA`
  const put = (note: string) =>
    here.database.write(0, tx =>
      tx.run(sql`update child_details set care_note = ${note}
      where church_id = ${demo.id} and id = ${hit[0]?.id}`),
    )
  await put(spoilt)
  const failed = await cli(here.databaseUrl, ['vault', 'reseal'], both)
  assert.equal(failed.code, 1, failed.stderr)
  assert.match(
    failed.stdout,
    /Sealed anew: .*mandates\.token 1.*second factors 1\.\nNo key opens 1 of child_details\.care_note of demo\./,
  )
  await put(String(hit[0]?.care_note))
  const rest = await cli(here.databaseUrl, ['vault', 'reseal', '--json'], both)
  assert.deepEqual(rest.json, {
    ok: true,
    churches: [{ church: 'demo', column: 'child_details.care_note', sealed: 1, unopened: 0 }],
    second_factors: { sealed: 0, unopened: 0 },
  })
  const alone = new Vault({ secretKey: [next], dataDir: folder })
  for (const column of HOUSE.sealed) {
    const rows = await secretsOf(column)
    assert.ok(rows.length > 0, `${column.table}.${column.column} has no example`)
    for (const row of rows) alone.open(demo.id, column.use(row), String(row[column.column]))
  }
  const factor = await here.database.read.first<{ backup_codes: string }>(
    sql`select backup_codes from two_factors where user_id = ${user?.id}`,
  )
  assert.equal((JSON.parse(await openFactor(alone, factor?.backup_codes ?? '')) as string[]).length, 10)
  assert.deepEqual(await textsThatBegin(first), [])
})

/** Columns of any table with a text that begins so. */
async function textsThatBegin(beginning: string): Promise<string[]> {
  const columns = await here.database.read.all<{ table: string; column: string }>(
    sql`select table_name as "table", column_name as "column" from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'text'`,
  )
  const looks = columns.map(({ table, column }) => {
    const has = sql`select 1 from ${ident(table)} where starts_with(${ident(column)}, ${beginning})`
    return sql`select ${`${table}.${column}`}::text as place where exists (${has})`
  })
  const found = await here.database.read.all<{ place: string }>(sql`${join(looks, ' union all ')}`)
  return found.map(({ place }) => place)
}
