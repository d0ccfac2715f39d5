/** What the console does with messages, prayer requests and sermons, beyond the API. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { takeIncoming } from '../src/modules/messaging/inbox.ts'
import { listOutbox } from '../src/modules/messaging/providers/development.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { MOVES } from '../src/modules/people-moves.ts'
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
const act = (name: string, input: object, who = owner) => who.inChurch('POST', `/operations/${name}`, input)
const look = (name: string, who = owner) => who.inChurch('GET', `/views/${name}`)
const person = async (body: object = {}, where = church): Promise<number> =>
  (await where.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id
const crowd = async (many: number, body: object = {}): Promise<number[]> => {
  const ids = []
  for (let n = 0; n < many; n += 1) ids.push(await person({ first_name: `P${n}`, email: `p${n}@example.org`, ...body }))
  return ids
}
const mail = { channel: 'email', subject: 'Sunday', body: 'Dear {first_name}, come at ten.' }
const outbox = async () => await listOutbox(service.database, church.church, 500)
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
  assert.deepEqual((await look('audit')).json.data, [])
  assert.equal((await look('message_log')).json.data.meta.total, 0)
})

test('every wrong field of a batch is named; an audience that cannot be read is not everybody', async () => {
  const id = await person()
  wrong(await act('messages.send_to', { channel: 'voice', colour: 1 }), 'key', 'channel', 'body', 'colour')
  wrong(await act('messages.preview', mail), 'person_ids', 'filter')
  wrong(await act('messages.preview', { ...mail, person_ids: [id], filter: 'q=a' }), 'person_ids', 'filter')
  wrong(await act('messages.preview', { ...mail, body: '{nick}', person_ids: [id] }), 'body')
  for (const filter of ['staus=member', 'status=nonsense', 'status=member&status=visitor', 'q=nobody+is+called+so']) {
    wrong(await act('messages.preview', { ...mail, filter }), 'filter')
    wrong(await act('messages.send_to', { ...mail, key: 'k', filter }), 'filter')
  }
  wrong(await act('messages.preview', { ...mail, person_ids: [id, 999_999_999] }), 'person_ids')
})

test('a batch writes to each once, in chunks, is told as any message, and a second press finds it', async () => {
  const ids = await crowd(60)
  const out = await person({ email: 'out@example.org', email_opt_in: false })
  const silent = await person({ first_name: 'Silent' })
  const input = { ...mail, key: 'press', person_ids: [...ids, ...ids, out, silent] }
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
  assert.deepEqual(codes(await act('messages.send_to', { ...input, body: 'Another' })), [409, 'idempotency_key_reused'])
  assert.equal((await look('message_batches')).json.data[0].total, 62)
})

test('who opts out, is removed or merged after the press is written to no more, or once', async () => {
  const ids = await crowd(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  await service.database.write(0, tx =>
    tx.run(sql`update churches set status = 'inactive' where id = ${church.church.id}`),
  )
  await service.database.write(church.church.id, tx =>
    tx.run(sql`with batch as (insert into message_batches (church_id, key, user_id, user_name, channel, body, total, created_at)
      values (${church.church.id}, 'k', '', '', 'email', 'Peace', 4, now()) returning church_id, id)
      insert into message_batch_recipients (church_id, batch_id, person_id)
      select church_id, id, unnest(${ids}::bigint[]) from batch`),
  )
  await mergePeople(service.database, church.church, first, second, MOVES)
  await service.database.write(0, tx =>
    tx.run(sql`update people set email_opt_in = false where church_id = ${church.church.id} and id = ${third}`),
  )
  await service.database.write(0, tx =>
    tx.run(sql`update churches set status = 'active' where id = ${church.church.id}`),
  )
  assert.equal((await act('people.remove', { id: fourth })).status, 200)
  const { id } = (await look('message_batches')).json.data[0]
  const done = await finished(id)
  assert.deepEqual([done.sent, done.skipped, done.dropped], [1, 1, 1])
  assert.deepEqual(
    (await outbox()).map(one => one.to),
    ['p0@example.org'],
  )
})

test('SMS units are charged as always; who is beyond them fails', async () => {
  await service.database.write(0, tx =>
    tx.run(sql`update sms_accounts set balance = 2 where church_id = ${church.church.id}`),
  )
  const ids = []
  for (let n = 0; n < 3; n += 1) ids.push(await person({ phone: `0803123456${n}` }))
  const { id } = (await act('messages.send_to', { channel: 'sms', body: 'Hi', key: 'u', person_ids: ids })).json.data
  const done = await finished(id)
  assert.deepEqual([done.sent, done.failed, done.problems[0].error], [2, 1, 'insufficient_units'])
  const { data } = (await look('units')).json
  assert.deepEqual([data.balance, data.held, data.entries[0].units], [0, 0, -1])
})

test('a member of a branch writes to people in sight, and sees their own batches only', async () => {
  const north = await church.branch('North')
  const [near, far] = [
    await person({ branch_id: north, email: 'n@example.org' }),
    await person({ email: 'f@example.org' }),
  ]
  const staff = await member(service, church, 'staff', north)
  wrong(await act('messages.send_to', { ...mail, key: 'a', person_ids: [near, far] }, staff), 'person_ids')
  const made = (await act('messages.send_to', { ...mail, key: 'b', filter: '' }, staff)).json.data
  assert.equal(made.total, 1)
  await finished(made.id, staff)
  const own = (await act('messages.send_to', { ...mail, key: 'c', person_ids: [far] })).json.data
  await finished(own.id)
  const stranger = await member(service, await service.church(), 'owner')
  const nothing = await look('message_batch?id=999999999', staff)
  assert.equal(nothing.status, 404)
  for (const who of [staff, stranger]) {
    const refused = await look(`message_batch?id=${own.id}`, who)
    assert.deepEqual([refused.status, refused.text], [404, nothing.text])
    assert.equal((await act('messages.stop', { id: own.id }, who)).text, nothing.text)
  }
  const log = (await look('message_log', staff)).json.data
  assert.deepEqual(
    log.data.map((one: { to: string }) => one.to),
    ['n@example.org'],
  )
  const hidden = (await look('message_log?per_page=1')).json.data.data[0].id
  assert.equal((await look(`message?id=${hidden}`, staff)).text, nothing.text)
  assert.equal((await look(`message?id=${hidden}`)).json.data.to, 'f@example.org')
})

test('the log is newest first, with the filters of the API', async () => {
  const ids = await crowd(3)
  for (const person_id of ids) await church.send('POST', '/messages', { ...mail, person_id })
  const { data, meta } = (await look('message_log?channel=email&status=sent')).json.data
  assert.deepEqual(
    data.map((one: { person_id: number }) => one.person_id),
    [...ids].reverse(),
  )
  assert.deepEqual([meta.total, meta.page], [3, 1])
  assert.equal((await look('message_log?channel=sms')).json.data.meta.total, 0)
  assert.equal((await look(`message_log?person_id=${ids[0]}`)).json.data.meta.total, 1)
  assert.deepEqual(codes(await look('message_log?status=nonsense')), [400, 'invalid_status'])
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
    await takeIncoming(service.database, church.church, letter)
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
  assert.deepEqual([data.balance, data.entries[0].units, data.entries[0].note], [1_005, 5, 'Invoice 17'])
})

test('a prayer request is prayed for, answered and closed, by who may see it', async () => {
  const north = await church.branch('North')
  const ask = async (body: object) =>
    (await church.send('POST', '/prayer_requests', { name: 'Ada', body: 'For rain', ...body })).json.data.id
  const [near, far] = [await ask({ branch_id: north, is_urgent: true }), await ask({})]
  const staff = await member(service, church, 'staff', north)
  assert.equal((await act('prayers.pray', { id: near }, staff)).json.data.prayed_count, 1)
  wrong(await act('prayers.answer', { id: near, answer: ' ' }, staff), 'answer')
  assert.equal((await act('prayers.answer', { id: near, answer: 'It rained' }, staff)).json.data.status, 'answered')
  assert.equal((await act('prayers.close', { id: near }, staff)).json.data.status, 'closed')
  wrong(await act('prayers.pray', { id: near }, staff), 'status')
  const nothing = await act('prayers.pray', { id: 999_999_999 }, staff)
  for (const name of ['prayers.pray', 'prayers.close']) {
    assert.equal((await act(name, { id: far }, staff)).text, nothing.text)
  }
  assert.equal((await act('prayers.answer', { id: far, answer: 'x' }, staff)).text, nothing.text)
  const listed = async (query: string, who = owner) =>
    (await look(`prayers${query}`, who)).json.data.data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await listed(''), [far, near])
  assert.deepEqual(
    [await listed('?status=closed'), await listed('?urgent=1'), await listed('', staff)],
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
  assert.deepEqual((await look('sermon_list?status=draft')).json.data.data, [])
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
