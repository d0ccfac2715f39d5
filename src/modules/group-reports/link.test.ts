/** A leader's link: one light page without script, on which a report is handed in, and which nothing but its form acts on. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { afterCommit, beforeCommit } from '../../../test/crash/moments.ts'
import { databaseAddress } from '../../../test/support/database-address.ts'
import { killProcesses, startProcess } from '../../../test/support/process.ts'
import { startProxy, type TcpProxy } from '../../../test/support/proxy.ts'
import { type Answered, send, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { revokeLinks } from '../meetings/meeting-actions.ts'
import { reportLink } from './link.ts'
import { revokeReportLinks } from './report-actions.ts'

let service: TestService
let church: TestChurch
let now: number
let cell: number
let people: number[]
let meeting: number
let path: string

before(async () => {
  service = await startService({}, { clock: { now: () => new Date(now) } })
})
beforeEach(async () => {
  now = Date.parse('2026-11-18T20:00:00Z')
  church = await service.church({ timezone: 'UTC', modules: ['groups'] })
  cell = await made('/groups', { name: 'Yaba <cell>', kind: 'cell', reports: 'weekly' })
  people = []
  for (const first_name of ['Ada', 'Bola', 'Chi']) people.push(await made('/people', { first_name, last_name: 'Obi' }))
  for (const person_id of people) await made('/group_members', { group_id: cell, person_id, joined_on: '2026-01-01' })
  const body = {
    name: 'Cell',
    group_id: cell,
    held_on: '2026-11-18',
    local_time: '18:00',
    minutes: 60,
    timezone: 'UTC',
  }
  meeting = await made('/meetings', body)
  path = await linkOf(meeting)
})
after(async () => {
  killProcesses()
  await service.close()
})

const made = async (to: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', to, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const linkOf = async (id: number, ends = new Date('2026-11-18T19:00:00Z')): Promise<string> => {
  return (
    (
      await reportLink(
        service.database.read,
        service.vault,
        { church: church.church.id, meeting: id, ends },
        new Date(now),
      )
    )?.path ?? ''
  )
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string | number | readonly number[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  )
const post = (fields: Parameters<typeof form>[0], to = path): Promise<Answered> =>
  service.request('POST', to, {
    raw: form(fields).toString(),
    headers: FORM,
  })
const show = (query = ''): Promise<Answered> => service.request('GET', `${path}${query}`)
const reports = async () => (await church.send('GET', '/group_reports')).json.data
const told = async () => (await church.events()).filter(({ name }) => name === 'groups.report_submitted').length

test('a leader ticks who came, types a few numbers and submits; a double tap is one report', async () => {
  const [ada = 0, , chi = 0] = people
  const page = await show()
  assert.equal(page.status, 200)
  assert.match(page.text, /Yaba &lt;cell&gt;/)
  assert.doesNotMatch(page.text, /<script|checked/)
  const fields = {
    p: [ada, chi, 999_999],
    visitors: 2,
    first_timers: 1,
    offering: '1,500.50',
    topic: 'Faith',
    care_note: 'Bola is ill',
  }
  const both = await Promise.all([post(fields), post(fields)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [303, 303],
    both[0]?.text,
  )
  const [one, ...more] = await reports()
  const { present, absent, visitors, offering, revision, source, submitted_by } = one
  assert.deepEqual(
    [present, absent, visitors, offering, revision, source, submitted_by, more],
    [2, 1, 2, 150_050, 1, 'link', null, []],
  )
  assert.equal(await told(), 1)
  const done = await show('?done')
  assert.match(done.text, /The report is handed in\./)
  assert.match(done.text, /₦1,500\.50/)
  assert.doesNotMatch(done.text, /<form|Bola is ill/)
  const other = await post({ ...fields, p: [ada] })
  assert.match(String(other.headers.get('location')), /\?late$/)
  assert.match((await show('?late')).text, /Somebody else was quicker/)
  assert.equal((await reports())[0].present, 2)
})

test('a leader reports in the digits of their script', async () => {
  assert.doesNotMatch((await show()).text, /type="number"/, 'browsers keep such digits out of fields of numbers')
  assert.equal((await post({ p: [people[0] ?? 0], visitors: '٨٤', first_timers: '۱۲', offering: '٠٫٠٠' })).status, 303)
  const [{ visitors, first_timers }] = await reports()
  assert.deepEqual([visitors, first_timers], [84, 12])
})

test('GET and HEAD only show, however often a scanner opens the link', async () => {
  for (let times = 0; times < 20; times += 1) {
    await show('?p=1&visitors=3')
    await service.request('HEAD', path)
  }
  assert.deepEqual([await reports(), await told()], [[], 0])
})

test('wrong fields are named, and all that was typed is kept; nothing is saved', async () => {
  const [ada = 0, bola = 0] = people
  const answer = await post({
    p: [ada],
    visitors: 'two',
    offering: '1.5.5',
    topic: 'Hope & <love>',
    note: 'x',
    care_note: 'Told to us',
  })
  assert.equal(answer.status, 422)
  assert.match(answer.text, /Type a whole number from 0 to/)
  assert.match(answer.text, /Enter an amount in NGN, such as 1,500\.50\./)
  assert.match(answer.text, new RegExp(`value="${ada}" checked`))
  assert.doesNotMatch(answer.text, new RegExp(`value="${bola}" checked`))
  for (const kept of ['two', '1.5.5', 'Hope &amp; &lt;love&gt;', 'Told to us'])
    assert.ok(answer.text.includes(kept), kept)
  const both = await post({ p: [ada], not_held: 1 })
  assert.deepEqual([both.status, (await reports()).length], [422, 0])
  assert.match(both.text, /<details open>/)
})

test('what was entered before is shown again, and a returned report shows the sentence and not the care note', async () => {
  const [ada = 0] = people
  assert.equal((await post({ p: [ada], visitors: 4, topic: 'Faith', care_note: 'Told to us', save: 1 })).status, 303)
  const draft = await show('?saved')
  assert.match(draft.text, /It is not handed in yet\./)
  assert.match(draft.text, new RegExp(`value="${ada}" checked`))
  assert.match(draft.text, /name="visitors"[^>]*value="4"/)
  assert.doesNotMatch(draft.text, /Told to us/)
  await post({ p: [ada], visitors: 4 })
  const [{ id }] = await reports()
  await church.send('PATCH', `/group_reports/${id}`, { status: 'returned', returned_because: 'Was Chi not there?' })
  const returned = await show()
  assert.match(returned.text, /Please look at this again:.*Was Chi not there\?/s)
  assert.match(returned.text, new RegExp(`value="${ada}" checked`))
  assert.equal((await post({ p: people })).status, 303)
  const [after] = await reports()
  assert.deepEqual([after.present, after.revision, await told()], [3, 2, 2])
})

/** What the page keeps of when it was opened. */
const hiddenOf = ({ text }: Answered): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

test('the page names people shortly, and what others ticked since it was opened stays', async () => {
  const [ada = 0, bola = 0, chi = 0] = people
  const guest = await made('/people', { first_name: 'Guest', last_name: 'Okafor' })
  await church.send('POST', '/group_reports', { meeting_id: meeting, came_ids: [ada, guest], status: 'draft' })
  const page = await show()
  assert.match(page.text, />\s*Ada O\.</)
  assert.doesNotMatch(page.text, /Obi|Okafor/)
  await church.send('POST', '/attendances', { meeting_id: meeting, person_id: bola })
  const wrong = await post({ ...hiddenOf(page), p: [ada, chi], visitors: 'two' })
  assert.equal(wrong.status, 422)
  // It is still the page of before: of Bola it knows nothing.
  assert.deepEqual(hiddenOf(wrong), hiddenOf(page))
  assert.equal((await post({ ...hiddenOf(wrong), p: [ada, chi], visitors: 2 })).status, 303)
  const marks = (await church.send('GET', `/attendances?meeting_id=${meeting}`)).json.data
  assert.deepEqual(
    new Map(marks.map(({ person_id, state }: Record<string, unknown>) => [person_id, state])),
    new Map([
      [ada, 'present'],
      [guest, 'present'],
      [bola, 'present'],
      [chi, 'present'],
    ]),
  )
  assert.equal((await reports())[0].present, 4)
})

test('a number stays where something else is corrected, gives way to names, and does not go with them', async () => {
  const [ada = 0] = people
  assert.equal((await post({ ...hiddenOf(await show()), present: 40, offering: '100' })).status, 303)
  const returned = async (): Promise<Answered> => {
    const [{ id }] = await reports()
    await church.send('PATCH', `/group_reports/${id}`, { status: 'returned', returned_because: 'Please look again' })
    return await show()
  }
  const page = await returned()
  assert.match(page.text, /name="present"[^>]*value="40"/)
  assert.equal((await post({ ...hiddenOf(page), present: 40, offering: '200' })).status, 303)
  const [{ present, absent, offering }] = await reports()
  assert.deepEqual([present, absent, offering], [40, 0, 20_000])
  const again = await returned()
  const both = await post({ ...hiddenOf(again), p: [ada], present: 40 })
  assert.deepEqual([both.status, /You also ticked names/.test(both.text)], [422, true])
  assert.equal((await post({ ...hiddenOf(again), p: [ada] })).status, 303)
  assert.deepEqual([(await reports())[0].present, (await reports())[0].absent], [1, 2])
})

test('a draft that the group did not meet leaves the page open', async () => {
  assert.match(String((await post({ not_held: 1, save: 1 })).headers.get('location')), /\?saved$/)
  const { text } = await show()
  assert.match(text, /name="not_held" value="1" checked/)
  assert.equal((await church.send('GET', `/meetings/${meeting}`)).json.data.status, 'open')
})

test('a group that did not meet is a report; of a cancelled meeting, and one to come, the page says so', async () => {
  assert.equal((await post({ not_held: 1, not_held_reason: 'Rain' })).status, 303)
  assert.match((await show()).text, /did not meet\. Rain/)
  assert.equal((await church.send('GET', `/meetings/${meeting}`)).json.data.status, 'cancelled')
  now = Date.parse('2026-11-17T09:00:00Z')
  const body = { name: 'Cell', group_id: cell, held_on: '2026-11-19', local_time: '18:00', timezone: 'UTC' }
  path = await linkOf(await made('/meetings', body))
  const ahead = await show()
  assert.match(ahead.text, /has not begun/)
  assert.doesNotMatch(ahead.text, /Ada Obi/)
  assert.equal((await post({ p: people })).status, 422)
})

test('the link ends a week after the meeting, is taken back by raising its version, and is nobody else’s', async () => {
  const gone = await service.request('GET', '/my/report/1.1.1.1.x')
  const same = async (of: Promise<Answered>) => assert.deepEqual([(await of).status, (await of).text], [404, gone.text])
  now = Date.parse('2026-11-25T18:59:59Z')
  assert.equal((await show()).status, 200)
  now += 2_000
  await same(show())
  await same(post({ p: people }))
  now = Date.parse('2026-11-18T20:00:00Z')
  await same(service.request('GET', path.replace(/\.(\d+)\./, `.${meeting + 1}.`)))
  await church.act(revokeLinks, { id: meeting })
  assert.equal((await show()).status, 200, 'links of ushers are others')
  await church.act(revokeReportLinks, { meeting_id: meeting })
  await same(show())
  path = await linkOf(meeting)
  assert.equal((await show()).status, 200)
  await church.set({ modules: [] })
  await same(show())
  await church.set({ modules: ['groups'] })
  assert.deepEqual(await reports(), [])
})

test('the page of sixty members, all filled in, is lighter than 20 kB', async t => {
  const names = Array.from({ length: 57 }, (_, at) => ({
    first_name: 'Oluwaseun',
    last_name: `Adebayo-Ogunlesi ${at}`,
  }))
  const more = await Promise.all(names.map(name => made('/people', name)))
  await church.send('POST', '/group_members', { group_id: cell, person_ids: more, joined_on: '2026-01-01' })
  const all = [...people, ...more]
  await post({
    p: all,
    visitors: 10,
    first_timers: 3,
    decisions: 1,
    offering: '12500',
    topic: 'Faith',
    note: 'n'.repeat(300),
    save: 1,
  })
  const { text } = await show()
  assert.equal(text.match(/ checked/g)?.length, 60)
  t.diagnostic(`${Buffer.byteLength(text)} bytes`)
  assert.ok(Buffer.byteLength(text) < 20_000)
})

test('of a large group the page lists a hundred and twenty and says so, is lighter than 20 kB, and leaves the others as they are', async t => {
  const { id, hq_branch_id: hq } = church.church
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, country, source, branch_id, created_at, updated_at)
      select ${id}, 'Z' || n, 'Oluwaseun', 'Zadok ' || n, 'NG', 'api', ${hq}, now(), now() from generate_series(1, 300) as n`)
    await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
      select ${id}, ${cell}, id, branch_id, 'member', '2026-01-01', 'api', now(), now() from people
      where church_id = ${id} and member_no like 'Z%'`)
  })
  const { text } = await show()
  assert.equal(text.match(/type="checkbox" name="p"/g)?.length, 120)
  assert.match(text, /The first 120 members are listed/)
  t.diagnostic(`${Buffer.byteLength(text)} bytes`)
  assert.ok(Buffer.byteLength(text) < 20_000)
  assert.equal((await post({ p: people.slice(0, 2) })).status, 303)
  const [report] = await reports()
  assert.deepEqual([report.present, report.absent], [2, 118])
})

test('of a large group who was ticked on the page came, also where somebody joined meanwhile who stands before them', async () => {
  const { id, hq_branch_id: hq } = church.church
  const join = (from: number, to: number, name: string) =>
    service.database.write(id, async tx => {
      await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, country, source, branch_id, created_at, updated_at)
        select ${id}, 'Z' || n, 'Oluwaseun', ${name} || n, 'NG', 'api', ${hq}, now(), now() from generate_series(${from}::integer, ${to}::integer) as n`)
      await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
        select ${id}, ${cell}, id, branch_id, 'member', '2026-01-01', 'api', now(), now() from people
        where church_id = ${id} and last_name like ${`${name}%`}`)
    })
  await join(100, 219, 'Zadok ')
  const listed = ({ text }: Answered) => [...text.matchAll(/name="p" value="(\d+)"/g)].map(([, one]) => Number(one))
  const shown = listed(await show())
  const last = shown.at(-1) ?? 0
  await join(300, 304, 'Abel ')
  const fields = { p: [shown[0] ?? 0, last], shown: shown.join('.'), was: '' }
  const wrong = await post({ ...fields, visitors: 'many' })
  assert.deepEqual([wrong.status, listed(wrong)], [422, shown], 'a page that is shown again names whom it named')
  assert.match(wrong.text, new RegExp(`value="${last}" checked`))
  assert.equal((await post(fields)).status, 303)
  const [report] = await reports()
  assert.deepEqual([report.present, report.absent], [2, 118])
  const came = (await church.send('GET', `/attendances?meeting_id=${meeting}&state=present`)).json.data
  assert.deepEqual(came.map(({ person_id }: { person_id: number }) => person_id).toSorted(), fields.p.toSorted())
})

/** Sends the form to a node that is killed at a moment, and once more to another when it is dead. */
async function dieAt(watch: (proxy: TcpProxy, mark: string, act: () => void) => void): Promise<void> {
  now = Date.now()
  const yesterday = new Date(now - 86_400_000).toISOString().slice(0, 10)
  meeting = await made('/meetings', {
    name: 'Cell',
    group_id: cell,
    held_on: yesterday,
    local_time: '00:00',
    timezone: 'UTC',
  })
  path = await linkOf(meeting, new Date(now))
  const proxy = await startProxy(databaseAddress(service.connection))
  const node = await startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })
  const fields = { p: people.slice(0, 2), visitors: 2, care_note: 'Told to us' }
  const died = new Promise<void>(resolve => watch(proxy, 'insert into "group_reports"', () => resolve(node.kill())))
  const raw = form(fields).toString()
  const asked = send(node.url, 'POST', path, { raw, headers: FORM }).catch(() => undefined)
  await died
  assert.equal(await asked, undefined, 'nobody heard an answer')
  proxy.watch = {}
  await proxy.close()
  assert.equal((await post(fields)).status, 303)
}

for (const [when, watch] of [
  ['before it has committed', beforeCommit],
  ['when it has committed and nobody knows', afterCommit],
] as const) {
  test(`a node is killed ${when}: there is one report, one event and one set of attendance`, async () => {
    await dieAt(watch)
    const [one, ...more] = await reports()
    assert.deepEqual([one.present, one.absent, one.visitors, one.revision, more], [2, 1, 2, 1, []])
    const names = (await church.events()).map(({ name }) => name)
    const count = (name: string): number => names.filter(other => other === name).length
    assert.deepEqual([count('groups.report_submitted'), count('attendance.recorded')], [1, 1])
    const marks = (await church.send('GET', `/attendances?meeting_id=${meeting}`)).json.data
    assert.deepEqual(
      marks.map(({ state }: { state: string }) => state),
      ['present', 'present', 'absent'],
    )
  })
}
