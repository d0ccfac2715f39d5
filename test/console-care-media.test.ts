/** What the console does with messages, prayer requests and sermons, beyond the API. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { beginBatch } from '../src/modules/messaging/begin-batch.ts'
import { takeIncoming } from '../src/modules/messaging/inbox.ts'
import type { SendChannel } from '../src/modules/messaging/provider.ts'
import { listOutbox } from '../src/modules/messaging/providers/development.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import type { Caller } from '../src/resource/caller.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { useOutbox } from './support/messaging.ts'
import { eventually } from './support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['care', 'media'] })
  await useOutbox(service, church)
  owner = await member(service, church, 'owner')
})

const codes = ({ status, json }: Answered) => [status, json.error]
const wrong = (answer: Answered, ...fields: string[]) => {
  assert.equal(answer.status, 422, answer.text)
  assert.deepEqual(Object.keys(answer.json.errors ?? {}).sort(), fields.sort())
}
const act = (name: string, input: object, who = owner) => who.inChurch('POST', `/actions/${name}`, input)
const PASTOR = { kind: 'person', id: 'u', name: 'Ada', role: 'staff', session: '', membership: 1 }
const look = (name: string, who = owner) => who.inChurch('GET', `/views/${name}`)
/** The log of messages, newest first. */
const log = (query: string, who = owner) => who.inChurch('GET', `/messages?sort=-id${query}`)
const person = async (body: object = {}, where = church): Promise<number> =>
  (await where.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id
const crowd = async (many: number, body: object = {}): Promise<number[]> => {
  const ids = []
  for (let n = 0; n < many; n += 1) ids.push(await person({ first_name: `P${n}`, email: `p${n}@example.org`, ...body }))
  return ids
}
const mail = { channel: 'email', subject: 'Sunday', body: 'Dear {first_name}, come at ten.' }
const outbox = async () => await listOutbox(service.database.read, church.church, 500)
const finished = async (id: number, who = owner) =>
  await eventually(`batch ${id} is finished`, async () => {
    const { data } = (await look(`message_batch?id=${id}`, who)).json
    return data.finished_at === null ? undefined : data
  })

test('a preview says who is reached, who is skipped and why, what one reads, and what it costs; it leaves no trace', async () => {
  const ngozi = await person({ first_name: 'Ngozi', last_name: 'Eze', phone: '08031234567', status: 'member' })
  await person({ phone: '08031234568', sms_opt_in: false, status: 'member' })
  await person({ status: 'member' })
  await person({ phone: '08031234569', status: 'visitor' })
  const input = { channel: 'sms', body: 'Dear {full_name}', filter: 'status=member&sort=last_name&page=2' }
  const { status, json } = await act('messages.preview', input)
  assert.equal(status, 200)
  assert.deepEqual(json.data, {
    total: 3,
    reached: 1,
    opted_out: 1,
    no_address: 1,
    unfit: 0,
    provider: true,
    example: { person_id: ngozi, name: 'Ngozi Eze', to: '+2348031234567', subject: null, body: 'Dear Ngozi Eze' },
    units: { least: 1, most: 1, total: 1, free: 1000 },
  })
  assert.equal((await act('messages.preview', { ...input, filter: '' })).json.data.total, 4)
  const audit: { operation: string }[] = (await look('audit')).json.data
  assert.ok(!audit.some(({ operation }) => operation.startsWith('messages.')))
  assert.equal((await log('')).json.meta.total, 0)
})

test('every wrong field of a batch is named; an audience that cannot be read is not everybody', async () => {
  const id = await person()
  wrong(await act('messages.send_to', { channel: 'voice', colour: 1 }), 'key', 'expected', 'channel', 'body', 'colour')
  wrong(await act('messages.preview', mail), 'person_ids', 'filter')
  wrong(await act('messages.preview', { ...mail, person_ids: [id], filter: 'q=a' }), 'person_ids', 'filter')
  wrong(await act('messages.preview', { ...mail, body: '{nick}', person_ids: [id] }), 'body')
  for (const filter of ['staus=member', 'status=nonsense', 'status=member&status=visitor', 'q=nobody+is+called+so']) {
    wrong(await act('messages.preview', { ...mail, filter }), 'filter')
    wrong(await act('messages.send_to', { ...mail, key: 'k', filter, expected: 1 }), 'filter')
  }
  wrong(await act('messages.preview', { ...mail, person_ids: [id, 999_999_999] }), 'person_ids')
})

test('a batch writes to each once, in chunks, is told as any message, and a second press finds it', async () => {
  const ids = await crowd(60)
  const out = await person({ email: 'out@example.org', email_opt_in: false })
  const silent = await person({ first_name: 'Silent' })
  const input = { ...mail, key: 'press', person_ids: [...ids, ...ids, out, silent], expected: 62 }
  const pressed = await Promise.all(Array.from({ length: 3 }, () => act('messages.send_to', input)))
  assert.equal(new Set(pressed.map(({ text }) => text)).size, 1)
  const { id, total } = pressed[0]?.json.data ?? {}
  assert.equal(total, 62)
  const done = await finished(id)
  assert.deepEqual([done.sent, done.skipped, done.failed, done.waiting, done.dropped], [60, 2, 0, 0, 0])
  assert.deepEqual(
    done.problems.map((one: { person_id: number; error: string }) => [one.person_id, one.error]),
    [
      [out, 'opted_out'],
      [silent, 'no_address'],
    ],
  )
  const to = (await outbox()).map(one => one.to)
  assert.deepEqual([to.length, new Set(to).size], [60, 60])
  const log = (await church.send('GET', '/messages?source=console&per_page=100')).json
  assert.equal(log.meta.total, 62)
  assert.equal(log.data[0].body, 'Dear P0, come at ten.')
  assert.equal((await church.events()).filter(({ name }) => name === 'message.sent').length, 60)
  const audit = (await look('audit')).json.data
  assert.deepEqual([audit[0].operation, audit[0].target], ['messages.send_to', 'email'])
  assert.ok(!JSON.stringify(audit).includes('come at ten'))
  const others = [{ body: 'Another' }, { person_ids: [out] }, { person_ids: undefined, filter: 'status=visitor' }]
  for (const other of others) {
    const refused = await act('messages.send_to', { ...input, ...other })
    assert.deepEqual(codes(refused), [409, 'idempotency_key_reused'], JSON.stringify(other))
  }
  const again = await act('messages.send_to', { ...input, person_ids: [silent, out, ...ids] })
  assert.deepEqual([again.status, again.json.data.id], [200, id], 'the same people in another order')
  assert.equal((await look('message_batches')).json.data[0].total, 62)
})

const balance = (units: number) =>
  service.database.write(0, tx =>
    tx.run(sql`update sms_accounts set balance = ${units} where church_id = ${church.church.id}`),
  )
const status = (value: 'active' | 'inactive', { church: { id } }: TestChurch) =>
  service.database.write(0, tx => tx.run(sql`update churches set status = ${value} where id = ${id}`))
/** Begins a batch of a church that need not be active. */
const begin = (key: string, person_ids: readonly number[], channel: SendChannel) => {
  const caller = {
    church: church.church,
    visible: null,
    branches: { has: () => true },
    by: PASTOR,
  } as unknown as Caller
  const asked = { key, audience: { person_ids, now: new Date() }, expected: person_ids.length }
  return service.database.write(church.church.id, tx => beginBatch(tx, caller, asked, { channel, body: 'Hi' }))
}
/** A batch that nobody is told of, as after a restart. */
const leftOver = ({ church: { id } }: TestChurch, people: readonly number[], key = 'left') =>
  service.database.write(id, tx =>
    tx.run(sql`with batch as (insert into message_batches
        (church_id, key, user_id, user_name, audience, channel, body, total, created_at)
      values (${id}, ${key}, '', '', '', 'email', 'Peace', ${people.length}, now()) returning church_id, id)
      insert into message_batch_recipients (church_id, batch_id, person_id)
      select church_id, id, unnest(${people}::bigint[]) from batch`),
  )

test('who opts out, is removed or merged after the press is written to no more, or once', async () => {
  const ids = await crowd(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  await status('inactive', church)
  await leftOver(church, ids)
  await church.act(mergePeople, { keep: first, remove: second })
  await service.database.write(0, tx =>
    tx.run(sql`update people set email_opt_in = false where church_id = ${church.church.id} and id = ${third}`),
  )
  await church.act(removePerson, { id: fourth })
  await status('active', church)
  const { id } = (await look('message_batches')).json.data[0]
  const done = await finished(id)
  assert.deepEqual([done.sent, done.skipped, done.dropped, done.total], [1, 1, 1, 3])
  assert.deepEqual(
    (await outbox()).map(one => one.to),
    ['p0@example.org'],
  )
})

test('a batch that the SMS units do not reach for is refused; whoever is beyond them later fails', async () => {
  const person_ids = []
  for (let n = 0; n < 3; n += 1) person_ids.push(await person({ phone: `0803123456${n}` }))
  const text = { channel: 'sms', body: 'Hi', key: 'u', person_ids, expected: 3 }
  await balance(2)
  const refused = await act('messages.send_to', text)
  wrong(refused, 'channel')
  assert.match(refused.json.errors?.channel ?? '', /3 SMS units .* 2 are left/)
  await balance(3)
  await status('inactive', church)
  const { id } = await begin('u', person_ids, 'sms')
  await balance(2)
  await status('active', church)
  const done = await finished(id)
  assert.deepEqual([done.sent, done.failed, done.problems[0].error], [2, 1, 'insufficient_units'])
  const { data } = (await look('units')).json
  assert.deepEqual([data.free, data.book.balance, data.book.held, data.book.entries[0].units], [0, 0, 0, -1])
})

test('nothing is begun without a provider, for other people than were looked at, or beside five others', async () => {
  const ids = await crowd(2)
  const input = { ...mail, key: 'few', filter: '', expected: 2 }
  await person()
  const grown = await act('messages.send_to', input)
  wrong(grown, 'expected')
  assert.equal(grown.json.errors?.expected, 'has changed: it is 3 now')
  const { id } = church.church
  const provider = (active: boolean) =>
    service.database.write(id, tx =>
      tx.run(sql`update message_providers set active = ${active} where church_id = ${id} and channel = 'email'`),
    )
  await provider(false)
  wrong(await act('messages.send_to', { ...input, expected: 9 }), 'channel', 'expected')
  await provider(true)
  assert.deepEqual([(await look('message_batches')).json.data, await outbox()], [[], []])
  await status('inactive', church)
  await service.database.write(id, tx =>
    tx.run(sql`insert into message_batches (church_id, key, user_id, user_name, audience, channel, body, total, created_at)
      select ${id}, n::text, '', '', '', 'email', repeat('Peace ', 100), 0, now() from generate_series(1, 4) n`),
  )
  const pressed = await Promise.allSettled(['a', 'b', 'c'].map(key => begin(key, ids, 'email')))
  const refusals = pressed.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(refusals.length, 2)
  for (const { status: code, message } of refusals) {
    assert.equal(code, 422)
    assert.match(message, /^5 messages to many are under way/)
  }
  await status('active', church)
  const listed: { body: string }[] = (await look('message_batches')).json.data
  assert.ok(listed.every(({ body }) => body.length <= 100))
})

test('nobody who has died is written to with others, by filter, by name, or after the batch was begun', async () => {
  const ids = await crowd(3)
  const [dead = 0, dying = 0, alive = 0] = ids
  const sent = (id: number, body: object) => church.send('PATCH', `/people/${id}`, body)
  assert.equal((await sent(dead, { status: 'deceased' })).status, 200)
  const total = async (whom: object) => (await act('messages.preview', { ...mail, ...whom })).json.data.total
  assert.deepEqual([await total({ filter: '' }), await total({ person_ids: ids })], [2, 2])
  wrong(await act('messages.preview', { ...mail, filter: 'status=deceased' }), 'filter')
  wrong(await act('messages.preview', { ...mail, person_ids: [dead] }), 'person_ids')
  await status('inactive', church)
  await leftOver(church, [dying, alive])
  assert.equal((await sent(dying, { status: 'deceased' })).status, 200)
  await status('active', church)
  const letters = await eventually('the batch is sent', async () => {
    const found = await outbox()
    return found.length === 0 ? undefined : found
  })
  assert.deepEqual(
    letters.map(({ to }) => to),
    ['p2@example.org'],
  )
})

test('a tag is an audience, whatever its case', async () => {
  const [first = 0, second = 0, third = 0] = await crowd(3)
  for (const id of [first, third]) assert.equal((await act('people.add_tag', { id, tag: 'Choir' })).status, 200)
  await act('people.add_tag', { id: second, tag: 'Ushers' })
  const filter = 'tag=Choir&sort=last_name'
  assert.equal((await act('messages.preview', { ...mail, filter })).json.data.total, 2)
  const made = await act('messages.send_to', { ...mail, key: 'tag', filter: 'tag=choir', expected: 2 })
  assert.equal((await finished(made.json.data.id)).sent, 2)
  assert.deepEqual((await outbox()).map(one => one.to).sort(), ['p0@example.org', 'p2@example.org'])
})

test('a church whose batches cannot go on holds up no other', async () => {
  await status('inactive', church)
  const { id } = church.church
  await service.database.write(id, tx =>
    tx.run(sql`insert into message_batches (church_id, key, user_id, user_name, audience, channel, body, total, created_at)
      select ${id}, n::text, '', '', '', 'email', 'Peace', 0, now() from generate_series(1, 120) n`),
  )
  const other = await service.church()
  await useOutbox(service, other)
  await leftOver(other, [await person({ email: 'late@example.org' }, other)])
  const [letter] = await eventually('the other church is written to', async () => {
    const letters = await listOutbox(service.database.read, other.church, 10)
    return letters.length === 0 ? undefined : letters
  })
  assert.equal(letter?.to, 'late@example.org')
})

test('what was surely not handed over is written again; what a provider failed later is not', async () => {
  const [lost = 0, refused = 0] = await crowd(2)
  await status('inactive', church)
  await leftOver(church, [lost, refused])
  const { id } = church.church
  await service.database.write(id, tx =>
    tx.run(sql`with m as (insert into messages (church_id, task_id, batch_id, branch_id, channel, person_id, "to", body,
          status, error, provider, source, created_at, updated_at)
        select b.church_id, 999999999, b.id, ${church.church.hq_branch_id}, 'email', person, 'x', 'x', 'failed', error,
          provider, 'console', now(), now()
        from message_batches b, (values (${lost}::bigint, 'interrupted', null),
          (${refused}::bigint, 'timed_out: the carrier said', 'smtp')) as one (person, error, provider)
        where b.church_id = ${id} returning church_id, id, batch_id, person_id),
      b as (update message_batches set task_id = 999999999 where church_id = ${id})
      update message_batch_recipients r set state = 'taken', tries = 1, message_id = m.id from m
      where r.church_id = ${id} and r.batch_id = m.batch_id and r.person_id = m.person_id`),
  )
  await status('active', church)
  const done = await finished((await look('message_batches')).json.data[0].id)
  assert.deepEqual([done.sent, done.failed, done.waiting, done.total], [1, 1, 0, 2])
  assert.deepEqual([done.problems.length, done.problems[0].person_id], [1, refused])
  assert.deepEqual(
    (await outbox()).map(one => one.to),
    ['p0@example.org'],
  )
})

test('a member of a branch writes to people in sight, and sees their own batches only', async () => {
  const north = await church.branch('North')
  const [near, far] = [
    await person({ branch_id: north, email: 'n@example.org' }),
    await person({ email: 'f@example.org' }),
  ]
  const staff = await member(service, church, 'staff', north)
  wrong(await act('messages.send_to', { ...mail, key: 'a', person_ids: [near, far], expected: 2 }, staff), 'person_ids')
  const made = (await act('messages.send_to', { ...mail, key: 'b', filter: '', expected: 1 }, staff)).json.data
  assert.equal(made.total, 1)
  await finished(made.id, staff)
  const own = (await act('messages.send_to', { ...mail, key: 'c', person_ids: [far], expected: 1 })).json.data
  await finished(own.id)
  const stranger = await member(service, await service.church(), 'owner')
  const nothing = await look('message_batch?id=999999999', staff)
  assert.equal(nothing.status, 404)
  for (const who of [staff, stranger]) {
    const refused = await look(`message_batch?id=${own.id}`, who)
    assert.deepEqual([refused.status, refused.text], [404, nothing.text])
    assert.equal((await act('messages.stop', { id: own.id }, who)).text, nothing.text)
  }
  const seen = (await log('', staff)).json
  assert.deepEqual(
    seen.data.map((one: { to: string }) => one.to),
    ['n@example.org'],
  )
  const hidden = (await log('&per_page=1')).json.data[0].id
  assert.equal((await look(`message?id=${hidden}`, staff)).text, nothing.text)
  assert.equal((await look(`message?id=${hidden}`)).json.data.to, 'f@example.org')
})

test('the log is newest first, with the filters of the API', async () => {
  const ids = await crowd(3)
  for (const person_id of ids) await church.send('POST', '/messages', { ...mail, person_id })
  const { data, meta } = (await log('&channel=email&status=sent')).json
  assert.deepEqual(
    data.map((one: { person_id: number }) => one.person_id),
    [...ids].reverse(),
  )
  assert.deepEqual([meta.total, meta.page], [3, 1])
  assert.equal((await log('&channel=sms')).json.meta.total, 0)
  assert.equal((await log(`&person_id=${ids[0]}`)).json.meta.total, 1)
  assert.deepEqual(codes(await log('&status=nonsense')), [400, 'invalid_status'])
})

test('the inbox shows who wrote; a member of a branch sees what its people wrote', async () => {
  const north = await church.branch('North')
  const ada = await person({ phone: '08031234567', branch_id: north, last_name: 'Obi' })
  for (const [provider_id, from] of [
    ['1', '+2348031234567'],
    ['2', '+2348039999999'],
  ] as const) {
    const letter = {
      channel: 'sms',
      provider: 'development',
      provider_id,
      from,
      to: '+1',
      body: 'Thanks',
      confirmed: false,
    } as const
    await service.database.write(church.church.id, tx => takeIncoming(tx, church.church, letter))
  }
  const staff = await member(service, church, 'staff', north)
  const all = (await look('inbox')).json.data
  assert.deepEqual(
    all.map((one: { person_id: number | null; person_name: string | null }) => [one.person_id, one.person_name]),
    [
      [null, null],
      [ada, 'Ada Obi'],
    ],
  )
  assert.deepEqual((await look('inbox', staff)).json.data, [all[1]])
  assert.deepEqual((await look(`inbox?before=${all[0].id}`)).json.data, [all[1]])
})

test('units are added with the password and a note, and the book shows it', async () => {
  assert.deepEqual(codes(await act('units.add', { units: 5, note: 'Invoice 17' })), [403, 'step_up_required'])
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  wrong(await act('units.add', { units: 1.5 }), 'units', 'note')
  wrong(await act('units.add', { units: -5_000, note: 'x' }), 'units')
  assert.equal((await act('units.add', { units: 5, note: 'Invoice 17' })).json.data.balance, 1_005)
  const { data } = (await look('units')).json
  const [entry] = data.book.entries
  assert.deepEqual([data.free, data.book.balance, entry.units, entry.note], [1_005, 1_005, 5, 'Invoice 17'])
  const limited = await member(service, church, 'finance', await church.branch('North'))
  assert.deepEqual((await look('units', limited)).json.data, { free: 1_005, book: null })
  await limited.ask('POST', '/api/step-up', { password: PASSWORD })
  const refused = await act('units.add', { units: 5, note: 'Invoice 18' }, limited)
  assert.deepEqual(codes(refused), [403, 'not_permitted'])
  assert.equal((await look('units')).json.data.free, 1_005)
})

test('a prayer request is prayed for, answered and closed, by who may see it', async () => {
  const north = await church.branch('North')
  const ask = async (body: object) =>
    (await church.send('POST', '/prayer_requests', { name: 'Ada', body: 'For rain', ...body })).json.data.id
  const [near, far] = [await ask({ branch_id: north, is_urgent: true }), await ask({})]
  const staff = await member(service, church, 'staff', north)
  assert.equal((await act('prayer_requests.pray', { id: near }, staff)).json.data.prayed_count, 1)
  wrong(await act('prayer_requests.answer', { id: near, answer: ' ' }, staff), 'answer')
  assert.equal(
    (await act('prayer_requests.answer', { id: near, answer: 'It rained' }, staff)).json.data.status,
    'answered',
  )
  assert.equal((await act('prayer_requests.close', { id: near }, staff)).json.data.status, 'closed')
  wrong(await act('prayer_requests.pray', { id: near }, staff), 'status')
  const nothing = await act('prayer_requests.pray', { id: 999_999_999 }, staff)
  for (const name of ['prayer_requests.pray', 'prayer_requests.close']) {
    assert.equal((await act(name, { id: far }, staff)).text, nothing.text)
  }
  assert.equal((await act('prayer_requests.answer', { id: far, answer: 'x' }, staff)).text, nothing.text)
  const listed = async (query: string, who = owner) =>
    (await who.inChurch('GET', `/prayer_requests?sort=-id${query}`)).json.data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await listed(''), [far, near])
  assert.deepEqual(
    [await listed('&status=closed'), await listed('&urgent=1'), await listed('', staff)],
    [[near], [near], [near]],
  )
  assert.ok(!JSON.stringify((await look('audit')).json.data).includes('It rained'))
})

test('a sermon is written, changed, published, taken back and deleted, and webhooks tell of it', async () => {
  const staff = await member(service, church, 'staff')
  wrong(await act('sermons.create', { audio_url: 'x' }, staff), 'title', 'audio_url')
  const { id } = (await act('sermons.create', { title: 'The lost son', speaker: 'Ada' }, staff)).json.data
  assert.equal(
    (await act('sermons.update', { id, speaker: null, series: 'Parables' }, staff)).json.data.series,
    'Parables',
  )
  assert.equal((await act('sermons.publish', { id }, staff)).json.data.status, 'published')
  assert.deepEqual((await staff.inChurch('GET', '/sermons?sort=-id&status=draft')).json.data, [])
  assert.equal((await act('sermons.unpublish', { id }, staff)).json.data.status, 'draft')
  assert.equal((await act('sermons.delete', { id }, staff)).status, 200)
  assert.equal((await act('sermons.update', { id, title: 'x' }, staff)).status, 404)
  const told = (await church.events()).map(({ name }) => name).filter(name => name.startsWith('media.'))
  assert.deepEqual(told, ['media.sermon_published', 'media.sermon_deleted'])
  const other = await service.church()
  await other.set({ modules: ['media'] })
  const stranger = await member(service, other, 'owner')
  const own = (await act('sermons.create', { title: 'x' })).json.data.id
  for (const name of ['sermons.publish', 'sermons.delete']) {
    assert.equal((await act(name, { id: own }, stranger)).status, 404)
  }
  assert.equal((await look(`studio?id=${own}`, stranger)).status, 404)
})

test('studio sections: drafts in the studio, published ones told; nobody writes over what they have not seen', async () => {
  const { id } = (await act('sermons.create', { title: 'The lost son' })).json.data
  const write = (body: string, version: string | null) =>
    act('sermons.set_section', { id, kind: 'notes', title: null, body, version })
  const sections = async () => (await look(`studio?id=${id}`)).json.data.sections
  assert.equal((await write('First', null)).status, 200)
  const [{ version }] = await sections()
  wrong(await write('Blind', null), 'version')
  assert.equal((await write('Second', version)).status, 200)
  wrong(await write('Late', version), 'version')
  assert.equal((await write('Second', version)).status, 200, 'the same words are no conflict')
  assert.equal((await sections())[0].body, 'Second')
  wrong(await act('sermons.set_section', { id, kind: 'poem' }), 'kind', 'body')
  const place = { id, kind: 'notes' }
  assert.ok((await act('sermons.publish_section', place)).json.data.section.published_at)
  assert.equal((await act('sermons.unpublish_section', place)).json.data.section.published_at, null)
  const told = (await church.events()).map(({ name }) => name).filter(name => name.startsWith('media.'))
  assert.deepEqual(told, ['media.studio_published', 'media.studio_unpublished'])
})
