/** The report of an import outlives its file: for how long, what of it, and what becomes of it when somebody is forgotten. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { boundReports, letGoRounds, MOST_ROWS } from '../src/modules/import-files/let-go.ts'
import { UNDO_DAYS } from '../src/modules/imports/undo-import.ts'
import { forgetPerson } from '../src/modules/people/forget.ts'
import type { ServiceParts } from '../src/resource/module.ts'
import { stepsOn, type TakeStep } from '../src/resource/step.ts'
import { member, type TestMember } from './support/console.ts'
import { act, bring, look, read, reportOf, upload } from './support/file-import.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What is on record of a file, by table. */
const left = async (id: number): Promise<number[]> => {
  const row = await service.database.read.first<{ n: number[] }>(sql`select array[
    (select count(*)::int from import_files where id = ${id}),
    (select count(*)::int from import_file_parts where file_id = ${id}),
    (select count(*)::int from import_file_rows where file_id = ${id})] as n`)
  return row?.n ?? []
}

/** A node comes, whose clock is so much ahead, and its upkeep does what is due. */
async function later(ms: number, isDone: () => Promise<boolean>): Promise<void> {
  const node = await service.node({ clock: { now: () => new Date(Date.now() + ms) } })
  await eventually('upkeep was here', async () => (await isDone()) || undefined)
  await node.close()
}

const TEXT = `Full Name,Phone No.,Secret remark
Ada Obi,0803 111 2221,told in confidence
Bola Ade,12,
Chi Eze,0803 111 2223,
`
const SAID = { kind: 'people', columns: { 'Secret remark': '' } }

test('the report of an import is there as long as it can be taken back, the file for a day', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const { id, import_id } = await bring(owner, 'members.csv', TEXT, SAID)
  const draft = await upload(owner, 'later.csv', Buffer.from(TEXT))
  await act(owner, 'check', { id: draft, said: JSON.stringify(SAID) })
  assert.match((await reportOf(owner, id))[1] ?? '', /^Ada Obi,0803 111 2221,told in confidence,added/)
  assert.deepEqual(await left(id), [1, 1, 3])

  await later(DAY_MS - HOUR_MS, async () => true)
  assert.deepEqual(
    [await left(id), await left(draft)],
    [
      [1, 1, 3],
      [1, 1, 3],
    ],
    'not within the day',
  )
  await later(DAY_MS + HOUR_MS, async () => (await left(id))[1] === 0 && (await left(draft))[0] === 0)
  assert.deepEqual(
    [await left(id), await left(draft)],
    [
      [1, 0, 3],
      [0, 0, 0],
    ],
  )
  const lines = await reportOf(owner, id)
  assert.deepEqual(
    lines.map(line => line.replace(/\(Phone\): .*/, '(Phone): …')),
    [
      '“Full Name” (First name),“Full Name” (Last name),“Phone No.” (Phone),What became of it,Whom it names,Why',
      'Ada,Obi,0803 111 2221,added,,',
      'Bola,Ade,12,refused,,“Phone No.” (Phone): …',
      'Chi,Eze,0803 111 2223,added,,',
    ],
  )
  const refused = (await act(owner, 'refused', { id })).json.data.text
  assert.equal(refused.trimEnd().split('\r\n').length, 2)
  const mended = await upload(owner, 'mended.csv', Buffer.from(refused.replace(',12,', ',08031112222,')))
  assert.deepEqual(
    (await read(owner, mended)).json.data.columns.map((one: { target: string }) => one.target),
    ['first_name', 'last_name', 'phone', ''],
    'what was refused is imported once it is mended',
  )
  await act(owner, 'drop', { id: mended })
  const state = (await look(owner, 'state', `id=${id}`)).json.data
  assert.deepEqual([state.is_whole, state.written, state.said], [false, 2, {}])
  const { data: mine } = (await owner.inChurch('GET', '/views/import_files')).json
  assert.deepEqual(mine.files, [], 'nobody goes on with it')
  const kept = JSON.stringify(await service.database.read.all(sql`select * from import_files where id = ${id}`))
  assert.ok(!kept.includes('Obi'), kept)

  const found = (who: TestMember) => who.inChurch('GET', `/views/import_report?id=${import_id}`)
  assert.equal((await found(owner)).json.data.file, id)
  const other = await member(service, church, 'administrator')
  assert.equal((await found(other)).json.data.file, null, 'it is its sender’s alone')
  assert.equal((await act(other, 'report', { id })).status, 404)

  await later((UNDO_DAYS - 1) * DAY_MS, async () => true)
  assert.deepEqual(await left(id), [1, 0, 3])
  await later(UNDO_DAYS * DAY_MS + HOUR_MS, async () => (await left(id))[0] === 0)
  assert.deepEqual(await left(id), [0, 0, 0])
  assert.equal((await found(owner)).json.data.file, null)
})

test('a report is in the language of the church, as its spreadsheets read it', async () => {
  const church = await service.church({ country: 'FR', currency: 'EUR', timezone: 'Europe/Paris' })
  await church.set({ language: 'fr' })
  const owner = await member(service, church, 'owner')
  const person = { first_name: 'Ada', email: 'ada@example.org', status: 'visitor', dob: '1990-01-31' }
  await church.send('POST', '/people', person)
  const text = `=Prénom;E-mail;Status;Birth date;Phone No.
Ada;ada@example.org;member;1990-02-01;
Bola;bola@example.org;;;12
`
  const columns = { '=Prénom': 'first_name', 'E-mail': 'email', Status: 'status' }
  const { id } = await bring(owner, 'membres.csv', text, { kind: 'people', columns })
  const [titles, changed, refused] = await reportOf(owner, id)
  assert.match(titles ?? '', /^'=Prénom;E-mail;/)
  assert.match(changed ?? '', /Statut\s: Visiteur → Membre/)
  assert.match(changed ?? '', /Date de naissance\s: 31 janvier 1990 → 1 février 1990/)
  assert.match(refused ?? '', /;refusée;.*«\sPhone No\.\s» \(.+\)\s: doit être un numéro de téléphone possible/)
  const { text: again } = (await act(owner, 'refused', { id })).json.data
  assert.match(again, /doit être un numéro de téléphone/)
  const mended = await upload(owner, 'encore.csv', Buffer.from(again))
  assert.deepEqual(
    (await read(owner, mended)).json.data.columns.map((one: { title: string }) => one.title).slice(0, 2),
    ['=Prénom', 'E-mail'],
  )
  await act(owner, 'drop', { id: mended })
})

test('head counts and lines that a report names are told in the words of the church, as its page tells them', async () => {
  const church = await service.church({ country: 'FR', currency: 'EUR', timezone: 'Europe/Paris' })
  await church.set({ language: 'fr' })
  const owner = await member(service, church, 'owner')
  const meeting = { name: 'Culte', held_on: '2026-03-01', local_time: '10:00' }
  const { id: meeting_id } = (await church.send('POST', '/meetings', meeting)).json.data
  await church.send('POST', '/headcounts', { meeting_id, category: 'men', count: 84 })
  const kind = { kind: 'headcounts' }
  const counts = await upload(owner, 'comptages.csv', Buffer.from(`meeting_id,men\n${meeting_id},84\n`))
  assert.equal((await act(owner, 'check', { id: counts, said: JSON.stringify(kind) })).status, 200)
  const [, same] = await reportOf(owner, counts)
  assert.match(same ?? '', /;Hommes\s: 84;Réunion$/)
  const rows = (await look(owner, 'rows', `id=${counts}&bucket=same`)).json.data.rows
  assert.deepEqual(rows[0].shown.taken_said.all[0].values, { category: { word: 'men' }, count: 84 })

  const people = 'first_name,last_name,email\nAda,Obi,a@example.org\nAda,Obi,a@example.org\n'
  const twice = await upload(owner, 'membres.csv', Buffer.from(people))
  await act(owner, 'check', { id: twice, said: JSON.stringify({ kind: 'people' }) })
  const [, , second] = await reportOf(owner, twice)
  assert.match(second ?? '', /;ligne 2;Nom et E-mail$/)
})

test('whoever sends many files in a day keeps the reports of those that were imported', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const { id } = await bring(owner, 'first.csv', TEXT, SAID)
  const drafts: number[] = []
  for (let turn = 0; turn < 6; turn += 1) drafts.push(await upload(owner, `draft ${turn}.csv`, Buffer.from(TEXT)))
  assert.deepEqual(await left(id), [1, 0, 3])
  assert.equal((await reportOf(owner, id)).length, 4)
  assert.deepEqual(await left(drafts[0] ?? 0), [0, 0, 0])
})

test('a church keeps so many rows of reports: the oldest go first, the newest never', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const ids: number[] = []
  for (const name of ['Ada', 'Bola', 'Chi']) ids.push((await bring(owner, `${name}.csv`, `First name\n${name}\n`)).id)
  const rows = (id: number | undefined, n: number) =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`update import_files set report = report || jsonb_build_object('rows', ${n}::int) where id = ${id}`),
    )
  const bound = () => stepsOn(service.database, { now: () => new Date() }, HOUSE)(boundReports, church.church, {})
  const there = async () => await Promise.all(ids.map(async id => (await left(id))[0]))
  await rows(ids[1], MOST_ROWS)
  await bound()
  assert.deepEqual(await there(), [1, 1, 1], 'no file within its day')
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update import_files set emptied_at = now() where church_id = ${church.church.id}`),
  )
  await rows(ids[1], MOST_ROWS - 1)
  await rows(ids[2], 2 * MOST_ROWS)
  await bound()
  assert.deepEqual(await there(), [1, 1, 1], 'beside the newest')
  await rows(ids[1], MOST_ROWS)
  await bound()
  assert.deepEqual(await there(), [0, 1, 1])
  await rows(ids[1], MOST_ROWS + 1)
  await bound()
  assert.deepEqual(await there(), [0, 0, 1])
})

test('the report of an import that was taken back is told no more, and goes with its file', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const [undone, other] = [
    await bring(owner, 'one.csv', 'First name\nAda\n'),
    await bring(owner, 'two.csv', TEXT, SAID),
  ]
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update imports set status = 'undone', undone_at = now()
      where church_id = ${church.church.id} and id = ${undone.import_id}`),
  )
  const found = async (id: number) => (await owner.inChurch('GET', `/views/import_report?id=${id}`)).json.data.file
  assert.deepEqual([await found(undone.import_id), await found(other.import_id)], [null, other.id])
  assert.deepEqual(await left(undone.id), [1, 1, 1], 'the file has its day')
  await later(DAY_MS + HOUR_MS, async () => (await left(undone.id))[0] === 0 && (await left(other.id))[1] === 0)
  assert.deepEqual(
    [await left(undone.id), await left(other.id)],
    [
      [0, 0, 0],
      [1, 0, 3],
    ],
  )
})

test('a file that cannot be let go of holds up no others', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const [bad, good] = [
    await upload(owner, 'bad.csv', Buffer.from(TEXT)),
    await upload(owner, 'good.csv', Buffer.from(TEXT)),
  ]
  const clock = { now: () => new Date(Date.now() + DAY_MS + HOUR_MS) }
  const steps = stepsOn(service.database, clock, HOUSE)
  const take: TakeStep = async (one, of, input) => {
    if ((input as { id?: number }).id === bad) throw new Error('it is broken')
    return await steps(one, of, input)
  }
  const warned: unknown[] = []
  const log = { warn: (about: { file: number }) => warned.push(about.file) } as unknown as ServiceParts['log']
  await letGoRounds({ read: service.database.read, take, clock, log }).run(AbortSignal.timeout(DAY_MS))
  assert.deepEqual([(await left(bad))[0], (await left(good))[0], warned], [1, 0, [bad]])
})

test('whoever has another role by now sees nothing of what they sent: neither rows nor sums, nor the report', async () => {
  const church = await service.church()
  const staff = await member(service, church, 'staff')
  const { id } = await bring(staff, 'members.csv', TEXT, SAID)
  const seen = async () => [
    (await look(staff, 'state', `id=${id}`)).status,
    (await look(staff, 'rows', `id=${id}&bucket=new`)).status,
    (await read(staff, id)).status,
    (await act(staff, 'report', { id })).status,
    (await act(staff, 'refused', { id })).status,
  ]
  assert.deepEqual(await seen(), [200, 200, 200, 200, 200])
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update memberships set role = 'finance' where church_id = ${church.church.id}`),
  )
  assert.deepEqual(await seen(), [403, 403, 403, 403, 403])
})

/** Forgets somebody. @returns the report afterwards, and all that is kept of its rows */
async function afterForgetting(church: TestChurch, owner: TestMember, file: number, first_name: string) {
  const { data } = (await church.send('GET', '/people?per_page=100')).json
  const { id } = data.find((one: { first_name: string }) => one.first_name === first_name)
  await church.act(forgetPerson, { id })
  const kept = await service.database.read.all(
    sql`select * from import_file_rows where file_id = ${file} order by line`,
  )
  return { lines: await reportOf(owner, file), kept: JSON.stringify(kept) }
}

test('of somebody who is forgotten nothing is left in the report of an import, and of others all of it', async () => {
  const church = await service.church()
  await church.send('POST', '/people', {
    first_name: 'Zadok',
    last_name: 'Ngozi',
    phone: '08031112299',
    email: 'z@example.org',
  })
  const owner = await member(service, church, 'owner')
  const text = `Surname,First name,Phone,Email,Date of birth
Ngozi,Zadok,08031112299,z@example.org,
Ngozi,Zadok,,,31/31/2020
OBI,Ada,,,
Eze,Mma,0803 111-2299,,32/1/2020
Eze,Chi,,Z@EXAMPLE.ORG,33/1/2020
Ngozi,Bola,,bola@example.org,
`
  const { id } = await bring(owner, 'members.csv', text)
  const { lines, kept } = await afterForgetting(church, owner, id, 'Zadok')
  const [, ...rows] = lines
  assert.deepEqual(
    rows.map(line => line.replace(/,+/g, ' ').trim()),
    ['is on record just so', 'refused', 'Ada OBI added', 'refused', 'refused', 'Bola Ngozi bola@example.org added'],
  )
  for (const word of ['Zadok', '2299', 'Z@EXAMPLE', 'z@example', 'Mma']) assert.ok(!kept.includes(word), word)
  assert.deepEqual(await left(id), [1, 0, 6], 'the file itself is gone')
  const ada = await afterForgetting(church, owner, id, 'Ada')
  assert.ok(!ada.kept.includes('Ada'), 'whom the import made is found by what it wrote')
  assert.match(ada.lines[6] ?? '', /Bola/)
})

test('a row that names somebody who is forgotten by their number alone is emptied, however files write it', async () => {
  const church = await service.church()
  const add = async (first_name: string) =>
    (await church.send('POST', '/people', { first_name, last_name: 'Ngozi' })).json.data
  const [zadok, ada] = [await add('Zadok'), await add('Ada')]
  assert.match(zadok.member_no, /^0+\d$/)
  const owner = await member(service, church, 'owner')
  const bareNo = String(Number(zadok.member_no))
  const gifts = await bring(
    owner,
    'gifts.csv',
    `member_no,person_id,amount,given_on,note
${ada.member_no},,${bareNo}000,2026-01-04,stays
${ada.member_no},,${bareNo},31/31/2020,stays
${zadok.member_no},,5000,31/31/2020,goes
 ${bareNo},,5000,31/31/2020,goes
,${zadok.id},5000,31/31/2020,goes
`,
    { kind: 'contributions' },
  )
  const details = await bring(
    owner,
    'children.csv',
    `child,grade,photo_ok,label_note
${ada.member_no},,,stays
${bareNo},,perhaps,goes
`,
    { kind: 'child_details' },
  )
  const said = async (id: number) =>
    (
      await service.database.read.all<{ said: string | null }>(sql`
        select coalesce(shown #>> '{said,note}', shown #>> '{said,label_note}') as said from import_file_rows
        where file_id = ${id} order by line`)
    ).map(row => row.said)
  assert.deepEqual(await said(gifts.id), ['stays', 'stays', 'goes', 'goes', 'goes'])
  await church.act(forgetPerson, { id: zadok.id })
  assert.deepEqual(await said(gifts.id), ['stays', 'stays', null, null, null])
  assert.deepEqual(await said(details.id), ['stays', null])
})

test('a telephone of somebody who is forgotten is found as their country writes it, where that is eight digits or seven', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const numbers = [
    ['+22890123456', '90 12 34 56'],
    ['+2203012345', '301-2345'],
    ['+4532123456', '32123456'],
  ] as const
  for (const [nth, [phone, local]] of numbers.entries()) {
    const { id } = (await church.send('POST', '/people', { first_name: 'Zadok', phone })).json.data
    const text = `First name,Phone,Date of birth\nAda${nth},,\nMma,${local},31/31/2020\nChi,${local.replace('3', '7')},31/31/2020\n`
    const file = await bring(owner, `${phone}.csv`, text)
    await church.act(forgetPerson, { id })
    const kept = await service.database.read.all<{ name: string | null }>(sql`
      select shown #>> '{said,first_name}' as name from import_file_rows where file_id = ${file.id} order by line`)
    assert.deepEqual(
      kept.map(row => row.name),
      [`Ada${nth}`, null, 'Chi'],
      phone,
    )
  }
})
