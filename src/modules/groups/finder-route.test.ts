import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moved } from '../../../test/support/moved-time.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { conceal, reveal } from './group-actions.ts'

/** By the clock of the service. */
let now = Date.now()
let service: TestService
let church: TestChurch
let yaba: { id: number; slug: string }
before(async () => {
  service = await startService({}, { clock: { now: () => new Date(now) } })
  church = await service.church({ name: 'Grace <Church>' })
  await church.set({ modules: ['groups'] })
  const shown = { kind: 'cell', is_listed: true, place: '12 Herbert Macaulay Way' }
  yaba = await add({ name: 'Yaba <cell>', ...shown, place_public: true, description: 'Wednesdays' })
  await add({ name: 'Ikeja', ...shown })
  await add({ name: 'Unlisted', kind: 'cell' })
  await add({ name: 'Paused', ...shown, status: 'paused' })
  const { id } = await add({ name: 'Counsellors', ...shown })
  await church.act(conceal, { id })
  await add({ name: 'Full', ...shown, joining: 'closed' })
})
after(() => service.close())

const add = async (body: object): Promise<{ id: number; slug: string }> =>
  (await church.send('POST', '/groups', body)).json.data
const visit = (path = '', form?: Record<string, string>): Promise<Response> =>
  fetch(`${service.url}/groups/${church.church.slug}${path}`, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
/** What the form of a group says of when it was begun. */
const begun = async (path: string): Promise<string> =>
  /name="begun" value="([^"]+)"/.exec(await (await visit(path)).text())?.[1] ?? ''
/** Sends the form as people do, some seconds after they opened it. */
const send = async (path: string, form: Record<string, string>): Promise<Response> => {
  const start = await begun(path)
  now += 5_000
  return await visit(path, { ...form, begun: start })
}
const requests = async () => (await church.send('GET', '/join_requests')).json.data
const STRANGER = { name: 'Bola', email: 'bola@example.org', phone: '', message: 'I live near by', website: '' }

test('the church shows its listed groups, without what is hidden, paused or not for the public, and no script runs', async () => {
  const response = await visit()
  const text = await response.text()
  assert.equal(response.status, 200)
  assert.match(text, /Yaba &lt;cell&gt;.*12 Herbert/s)
  assert.equal(text.split('12 Herbert').length, 2, 'only the place that is public')
  assert.match(text, /Ikeja/)
  for (const hidden of ['Unlisted', 'Paused', 'Counsellors']) assert.doesNotMatch(text, new RegExp(hidden))
  const policy = response.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src/)
  const found = await (await visit('?q=MACAULAY')).text()
  assert.match(found, /Yaba/)
  assert.doesNotMatch(found, /Ikeja/)
})

test('groups say for whom they are, and whoever looks finds those of their age and those without a limit', async () => {
  const ages = (body: object) => church.send('PATCH', `/groups/${yaba.id}`, body)
  assert.equal((await ages({ age_from: 18, age_to: 30 })).status, 200)
  for (const wrong of [{ age_from: 31 }, { age_to: 17 }, { age_from: 30, age_to: 18 }]) {
    assert.deepEqual(Object.keys((await ages(wrong)).json.errors ?? {}), ['age_to'])
  }
  const page = async (search: string) => await (await visit(search)).text()
  assert.match(await page(`/${yaba.slug}`), /From 18 to 30 years/)
  assert.match(await page(''), /Yaba[\s\S]*?From 18 to 30 years/)
  for (const [age, isFound] of [
    [17, false],
    [18, true],
    [30, true],
    [31, false],
  ] as const) {
    const text = await page(`?age=${age}`)
    assert.equal(/Yaba/.test(text), isFound, `${age}`)
    assert.match(text, /Ikeja/)
  }
  assert.match(await page('?age=old'), /Yaba/)
  assert.equal((await ages({ age_from: null })).status, 200)
  assert.match(await page('?age=3'), /Yaba[\s\S]*?Up to 30 years/)
  await ages({ age_to: null })
})

test('what is not shown has no page of its own, in the same words as what never was', async () => {
  const all = (await church.send('GET', '/groups')).json.data as { name: string; slug: string }[]
  const nobody = await (await visit('/nobody-999999')).text()
  for (const { name, slug } of all.filter(one => ['Unlisted', 'Paused'].includes(one.name))) {
    const [page, form] = [await visit(`/${slug}`), await visit(`/${slug}`, STRANGER)]
    assert.deepEqual([page.status, form.status], [404, 404], name)
    assert.deepEqual([await page.text(), await form.text()], [nobody, nobody])
  }
})

test('a form asks to join; looking does nothing, and the same form twice is one request', async () => {
  const path = `/${yaba.slug}`
  for (const at of ['', path, `${path}/thanks`]) assert.equal((await visit(at)).status, 200)
  assert.deepEqual(await requests(), [])
  // Whoever types the name and address of somebody who asked before gets no link to withdraw what they asked.
  for (const to of [/^\/my\/request\/[\w.-]+\?sent$/, /^\/groups\/[\w-]+\/[\w-]+\/thanks$/]) {
    const sent = await send(path, STRANGER)
    assert.equal(sent.status, 303)
    assert.match(sent.headers.get('location') ?? '', to)
  }
  const [request, ...more] = await requests()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [request.name, request.email, request.source, request.status, request.person_id],
    ['Bola', 'bola@example.org', 'form', 'pending', null],
  )
  assert.equal((await church.send('GET', '/people')).json.meta.total, 0)
})

test('a form that lacks something says so and keeps what was typed; what fills in the hidden field is kept nowhere', async () => {
  const before = (await requests()).length
  const path = `/${yaba.slug}`
  const wrong = await visit(path, { ...STRANGER, name: '', email: 'x"><script>' })
  const text = await wrong.text()
  assert.equal(wrong.status, 422)
  assert.match(text, /Please write your name\./)
  assert.match(text, /value="x&quot;&gt;&lt;script&gt;"/)
  assert.equal(
    (await visit(path, { ...STRANGER, email: 'bot@example.org', website: 'https://spam.example' })).status,
    303,
  )
  assert.equal((await requests()).length, before)
})

test('who asked withdraws by the link that they get; looking at it, as mail scanners do, changes nothing', async () => {
  const sent = await send(`/${yaba.slug}`, { ...STRANGER, email: 'kemi@example.org', name: 'Kemi' })
  const address = `${service.url}${sent.headers.get('location')}`
  const mine = async () => (await requests()).find((one: { name: string }) => one.name === 'Kemi')
  for (const method of ['GET', 'HEAD']) assert.equal((await fetch(address, { method })).status, 200)
  const page = await (await fetch(address)).text()
  assert.match(page, /Your request to join Yaba &lt;cell&gt; has been sent/)
  assert.equal((await mine()).status, 'pending')
  for (const _ of ['first', 'again']) {
    assert.equal((await fetch(address, { method: 'POST', redirect: 'manual' })).status, 303)
    assert.deepEqual([(await mine()).status, (await mine()).decided_by], ['withdrawn', 'Kemi'])
  }
  assert.match(await (await fetch(address)).text(), /has been withdrawn/)
  assert.equal((await fetch(address.replace(/\?sent$/, 'x'))).status, 404)
  const again = await send(`/${yaba.slug}`, { ...STRANGER, email: 'kemi@example.org', name: 'Kemi' })
  const [waiting] = (await church.send('GET', '/join_requests?status=pending')).json.data.slice(-1)
  await church.send('PATCH', `/join_requests/${waiting.id}`, { status: 'declined', reason: 'Full' })
  const answered = `${service.url}${again.headers.get('location')}`
  await fetch(answered, { method: 'POST' })
  assert.equal((await church.send('GET', `/join_requests/${waiting.id}`)).json.data.status, 'declined')
  assert.doesNotMatch(await (await fetch(answered)).text(), /declined|Full/)
  await church.act(conceal, { id: yaba.id })
  const unnamed = await (await fetch(answered)).text()
  assert.match(unnamed, /Your request to join a group of Grace &lt;Church&gt; has been answered/)
  assert.doesNotMatch(unnamed, /Yaba/)
  await church.act(reveal, { id: yaba.id })
  now += 91 * 86_400_000
  assert.equal((await fetch(answered)).status, 404)
})

test('a form that was sent too fast, too late or without its page is shown again with what was typed', async () => {
  const path = `/${yaba.slug}`
  const before = (await requests()).length
  const start = await begun(path)
  const other = await begun(`/${(await add({ name: 'Other', kind: 'cell', is_listed: true })).slug}`)
  const shown = async (begun: string, words: RegExp): Promise<void> => {
    const answer = await visit(path, { ...STRANGER, name: 'Quick', begun })
    const text = await answer.text()
    assert.equal(answer.status, 422)
    assert.match(text, words)
    assert.match(text, /value="Quick"/)
  }
  now += 2_000
  await shown(start, /very quick/)
  now += 2_000
  for (const wrong of ['', 'x', start.replace(/^./, '9'), `${start}x`, other])
    await shown(wrong, /open for a long time/)
  now += 24 * 3_600_000
  await shown(start, /open for a long time/)
  assert.equal((await requests()).length, before)
  assert.equal((await send(path, { ...STRANGER, name: 'Slow' })).status, 303)
})

test('of one group two hundred forms are taken in an hour, whoever sends them', async () => {
  const { id, slug } = await add({ name: 'Popular', kind: 'cell', is_listed: true })
  const { id: of, hq_branch_id } = church.church
  await service.database.write(of, tx =>
    tx.run(sql`insert into join_requests (church_id, group_id, branch_id, name, email, source, digest, created_at, updated_at)
      select ${of}, ${id}, ${hq_branch_id}, 'N' || i, 'n@example.org', 'form', 'n' || i, now() - interval '59 minutes', now()
      from generate_series(1, 200) as i`),
  )
  const refused = await send(`/${slug}`, STRANGER)
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /Very many have asked.*value="Bola"/s)
  assert.equal((await send(`/${yaba.slug}`, { ...STRANGER, name: 'Elsewhere' })).status, 303)
  await service.database.write(of, tx =>
    tx.run(sql`update join_requests set created_at = ${moved('created_at', '-2 minutes')}
      where church_id = ${of} and group_id = ${id}`),
  )
  assert.equal((await send(`/${slug}`, STRANGER)).status, 303)
})

test('groups are shown with the day and hour at which they usually meet, and found by the day', async () => {
  const meets = async (group: number, rrule: string, local_time: string): Promise<void> => {
    const body = { name: 'x', group_id: group, starts_on: '2026-03-02', local_time, rrule }
    assert.equal((await church.send('POST', '/schedules', body)).status, 201)
  }
  const monthly = await add({ name: 'Monthly', kind: 'cell', is_listed: true })
  await meets(yaba.id, 'FREQ=WEEKLY;BYDAY=WE', '19:00')
  await meets(monthly.id, 'FREQ=MONTHLY;BYDAY=-1FR', '18:30')
  assert.match(await (await visit()).text(), /Every Wednesday at 19:00<br>12 Herbert/)
  assert.match(await (await visit(`/${monthly.slug}`)).text(), /Last Friday of the month at 18:30/)
  const found = await (await visit('?day=WE')).text()
  assert.match(found, /Yaba/)
  assert.doesNotMatch(found, /Monthly/)
  assert.doesNotMatch(await (await visit('?day=WE&q=monthly')).text(), /Monthly/)
  assert.match(await (await visit('?day=FR&q=monthly')).text(), /Monthly/)
  assert.match(await (await visit("?day=x'")).text(), /Yaba/)
})

test('groups whose schedule names no day of the week are found by the days that the calendar has of it', async () => {
  const today = new Date(now).toISOString().slice(0, 10)
  const meets = async (name: string, rule: string | undefined, starts_on = today): Promise<void> => {
    const { id } = await add({ name, kind: 'cell', is_listed: true })
    const body = { name, group_id: id, starts_on, local_time: '19:00', timezone: 'UTC', rrule: rule }
    assert.equal((await church.send('POST', '/schedules', body)).status, 201)
  }
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
  const dayOf = (day: string) => ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(day).getUTCDay()]
  await meets('Daily', 'FREQ=DAILY')
  await meets('Bare weekly', 'FREQ=WEEKLY', inDays(1))
  await meets('Once', undefined, inDays(2))
  await meets('Over', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=1', '2026-03-02')
  const found = async (day: string) => {
    const text = await (await visit(`?day=${dayOf(day)}`)).text()
    return ['Daily', 'Bare weekly', 'Once', 'Over'].filter(name => text.includes(`>${name}<`))
  }
  assert.deepEqual(await found(inDays(1)), ['Daily', 'Bare weekly'])
  assert.deepEqual(await found(inDays(2)), ['Daily', 'Once'])
  assert.deepEqual(await found(inDays(3)), ['Daily'])
})

test('of many groups there are pages, which keep what is searched for, and the last one ends', async () => {
  const { id, hq_branch_id: branch } = church.church
  await service.database.write(id, tx =>
    tx.run(sql`insert into groups (church_id, branch_id, kind, name, is_listed, created_at, updated_at)
      select ${id}, ${branch}, 'cell', 'Many ' || to_char(n, 'FM000'), true, now(), now() from generate_series(1, 201) as n`),
  )
  const namesOn = async (search: string): Promise<[string[], string[]]> => {
    const text = await (await visit(search)).text()
    return [text.match(/Many \d{3}/g) ?? [], [...text.matchAll(/href="([^"]*page=\d+)"/g)].map(([, link = '']) => link)]
  }
  const at = (page: number) => `/groups/${church.church.slug}?q=many&amp;page=${page}`
  const [first, links] = await namesOn('?q=many')
  assert.deepEqual([first.length, first[0], links], [100, 'Many 001', [at(2)]])
  const [second, both] = await namesOn('?q=many&page=2')
  assert.deepEqual([second.length, second[0], both], [100, 'Many 101', [at(1), at(3)]])
  assert.deepEqual(await namesOn('?q=many&page=3'), [['Many 201'], [at(2)]])
  for (const wrong of ['0', '-1', 'x', '99999'])
    assert.equal((await namesOn(`?q=many&page=${wrong}`))[0][0], 'Many 001')
})

test('a church that has the module off has no such pages', async () => {
  await church.set({ modules: [] })
  assert.equal((await visit()).status, 404)
  await church.set({ modules: ['groups'] })
})
