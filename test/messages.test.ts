/** POST and GET /messages (spec, Messages; decisions, Messages), through the development outbox. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { SEND_CHANNELS } from '../src/modules/messaging/provider.ts'
import { listProviders } from '../src/modules/messaging/provider-accounts.ts'
import { DEVELOPMENT, listOutbox } from '../src/modules/messaging/providers/development.ts'
import { addUnits, unitsLeft } from '../src/modules/messaging/units-book.ts'
import { setAccount, useOutbox } from './support/messaging.ts'
import type { Answered, TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
let church: TestChurch
let ada: number

before(async () => {
  service = await sharedService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  await useOutbox(service, church, 100)
  ada = await person({ first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org', phone: '08031234567' })
})

const person = async (body: object): Promise<number> => (await church.send('POST', '/people', body)).json.data.id
const send = (body: object): Promise<Answered> => church.send('POST', '/messages', body)
const add = (units: number) => service.database.write(church.church.id, tx => addUnits(tx, church.church, units))
const outbox = () => listOutbox(service.database.read, church.church, 200)
const log = async (query = '') => (await church.send('GET', `/messages${query}`)).json

test('one person: 201, and data has id, person_id, status, error and channel', async () => {
  const { status, json } = await send({ channel: 'email', person_id: ada, body: 'Peace' })
  assert.equal(status, 201, JSON.stringify(json))
  assert.deepEqual(Object.keys(json.data), ['id', 'person_id', 'status', 'error', 'channel'])
  const { id, ...rest } = json.data
  assert.deepEqual(rest, { person_id: ada, status: 'sent', error: null, channel: 'email' })
  const [entry] = await outbox()
  assert.deepEqual([entry?.message_id, entry?.to, entry?.subject], [id, 'ada@example.org', 'Grace Church'])
})

test('merge tags such as {first_name} are replaced per person; a null is an empty string', async () => {
  const body = '{title}{first_name} {last_name}|{full_name}|{member_no}|{email}|{phone}|{church_name}|{branch_name}'
  await send({ channel: 'email', person_id: ada, subject: 'For {first_name}', body })
  const [entry] = await outbox()
  assert.equal(entry?.subject, 'For Ada')
  assert.equal(entry?.body, 'Ada Obi|Ada Obi|000001|ada@example.org|+2348031234567|Grace Church|Grace Church')
})

test('a name that looks like a tag is not replaced again', async () => {
  const bo = await person({ first_name: '{email}', email: 'bo@example.org' })
  await send({ channel: 'email', person_id: bo, body: 'Dear {first_name}' })
  assert.equal((await outbox())[0]?.body, 'Dear {email}')
})

test('any other {word}: 422 on body, naming it; braces without a word are plain text', async () => {
  const { status, json } = await send({ channel: 'email', person_id: ada, subject: '{x}', body: 'Hi {frist_name}' })
  assert.equal(status, 422)
  assert.match(json.errors?.body ?? '', /\{frist_name\}.*\{first_name\}/)
  assert.match(json.errors?.subject ?? '', /\{x\}/)
  assert.equal((await send({ channel: 'email', person_id: ada, body: 'A {} { x } {"a": 1}' })).status, 201)
})

test('exactly one of person_id, person_ids, to; else 422 on each', async () => {
  const none = await send({ channel: 'sms', body: 'x' })
  assert.deepEqual(Object.keys(none.json.errors ?? {}).sort(), ['person_id', 'person_ids', 'to'])
  const two = await send({ channel: 'sms', body: 'x', person_id: ada, to: '08031234567' })
  assert.deepEqual(Object.keys(two.json.errors ?? {}).sort(), ['person_id', 'to'])
  assert.equal((await log()).meta.total, 0)
})

test('person_ids: 201, data in the order given, meta has total, sent, failed and skipped; repeated ids count once', async () => {
  const bo = await person({ first_name: 'Bo', phone: '08031234568' })
  const out = await person({ first_name: 'Cy', phone: '08031234569', sms_opt_in: false })
  const { status, json } = await send({ channel: 'sms', person_ids: [out, bo, ada, bo], body: 'Hi {first_name}' })
  assert.equal(status, 201)
  assert.deepEqual(
    json.data.map((one: { person_id: number; status: string; error: string | null }) => [
      one.person_id,
      one.status,
      one.error,
    ]),
    [
      [out, 'skipped', 'opted_out'],
      [bo, 'sent', null],
      [ada, 'sent', null],
    ],
  )
  assert.deepEqual(json.meta, { total: 3, sent: 2, failed: 0, skipped: 1 })
})

test('at most 100 people: 101 are 422, 100 are sent', async () => {
  const ids = []
  for (let n = 0; n < 100; n += 1) ids.push(await person({ first_name: `P${n}`, email: `p${n}@example.org` }))
  const many = await send({ channel: 'email', person_ids: [...ids, ada], body: 'x' })
  assert.equal(many.status, 422)
  assert.match(many.json.errors?.person_ids ?? '', /100/)
  const { json } = await send({ channel: 'email', person_ids: ids, body: 'Dear {first_name}' })
  assert.deepEqual(json.meta, { total: 100, sent: 100, failed: 0, skipped: 0 })
  assert.deepEqual(
    json.data.map((one: { person_id: number }) => one.person_id),
    ids,
  )
  assert.equal((await log('?status=sent')).meta.total, 100)
})

test('person_ids may be sent by a form, as person_ids[]=1 or repeated', async () => {
  const bo = await person({ first_name: 'Bo', email: 'bo@example.org' })
  for (const name of ['person_ids[]', 'person_ids']) {
    const raw = new URLSearchParams([
      ['channel', 'email'],
      ['body', 'x'],
      [name, String(ada)],
      [name, String(bo)],
    ]).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { json } = await church.send('POST', '/messages', undefined, { raw, headers })
    assert.deepEqual(json.meta, { total: 2, sent: 2, failed: 0, skipped: 0 }, JSON.stringify(json))
  }
})

test('to is a raw number or address; one that belongs to a person on record is theirs', async () => {
  const mine = await send({ channel: 'sms', to: '0803 123 4567', body: 'Hi {first_name}' })
  assert.deepEqual([mine.status, mine.json.data.person_id], [201, ada])
  const nobody = await send({ channel: 'sms', to: '+2348039999999', body: 'Hi {first_name}{phone}' })
  assert.deepEqual([nobody.status, nobody.json.data.person_id], [201, null])
  const [entry] = await outbox()
  assert.deepEqual([entry?.to, entry?.body], ['+2348039999999', 'Hi +2348039999999'])
})

test('to that cannot be an address of the channel: 422 on to', async () => {
  for (const [channel, to] of [
    ['sms', 'x'],
    ['whatsapp', '12'],
    ['email', 'x'],
    ['push', 'x'],
  ]) {
    assert.ok((await send({ channel, to, body: 'x' })).json.errors?.to, channel)
  }
})

test('opt-outs are respected: 422 recipient_skipped, the log has the message, nothing is sent', async () => {
  const bo = await person({ first_name: 'Bo', email: 'bo@example.org', email_opt_in: false })
  for (const recipient of [{ person_id: bo }, { to: 'BO@example.org' }]) {
    const { status, json } = await send({ channel: 'email', ...recipient, body: 'x' })
    assert.deepEqual([status, json.error], [422, 'recipient_skipped'])
  }
  const { data } = await log()
  assert.deepEqual(
    data.map((one: { person_id: number; status: string; error: string }) => [one.person_id, one.status, one.error]),
    [
      [bo, 'skipped', 'opted_out'],
      [bo, 'skipped', 'opted_out'],
    ],
  )
  assert.equal((await outbox()).length, 0)
})

test('whoever has died is written to no more: 422 recipient_skipped, of several the others have theirs', async () => {
  const late = await person({ first_name: 'Bo', email: 'bo@example.org', status: 'deceased' })
  const one = await send({ channel: 'email', person_id: late, body: 'x' })
  assert.deepEqual([one.status, one.json.error], [422, 'recipient_skipped'])
  const both = await send({ channel: 'email', person_ids: [ada, late], body: 'x' })
  assert.deepEqual(
    both.json.data.map(({ person_id, status, error }: Record<string, unknown>) => [person_id, status, error]),
    [
      [ada, 'sent', null],
      [late, 'skipped', 'deceased'],
    ],
  )
  assert.equal((await outbox()).length, 1)
})

test('no address for the channel: 422 recipient_skipped with no_address in the log', async () => {
  const bo = await person({ first_name: 'Bo' })
  for (const channel of SEND_CHANNELS) {
    assert.equal((await send({ channel, person_id: bo, body: 'x' })).json.error, 'recipient_skipped', channel)
  }
  assert.ok(
    (await log()).data.every((one: { error: string; to: string }) => one.error === 'no_address' && one.to === ''),
  )
})

test('without a provider a message fails with no_provider: 422 send_failed, and the log has it', async () => {
  church = await service.church()
  const bo = await person({ first_name: 'Bo', email: 'bo@example.org' })
  const { status, json } = await send({ channel: 'email', person_id: bo, body: 'x' })
  assert.deepEqual([status, json.error], [422, 'send_failed'])
  assert.match(json.message ?? '', /no_provider/)
  const [entry] = (await log()).data
  assert.deepEqual([entry.status, entry.error, entry.sent_at], ['failed', 'no_provider', null])
})

test('SMS units: segments by GSM-7 or UCS-2 are charged, and the log says how many', async () => {
  for (const [body, units] of [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(81), 2],
    ['ẹ'.repeat(70), 1],
    ['ẹ'.repeat(71), 2],
  ] as const) {
    const { balance } = await unitsLeft(service.database.read, church.church)
    await send({ channel: 'sms', person_id: ada, body })
    const { data } = await log('?channel=sms&per_page=100')
    assert.equal(data.at(-1).units, units)
    assert.deepEqual(await unitsLeft(service.database.read, church.church), { balance: balance - units, held: 0 })
  }
  await send({ channel: 'email', person_id: ada, body: 'x' })
  assert.equal((await log('?channel=email')).data[0].units, 0)
})

test('without enough units the message fails with insufficient_units and nothing is charged', async () => {
  await add(-99)
  const { json } = await send({ channel: 'sms', person_id: ada, body: 'a'.repeat(161) })
  assert.equal(json.error, 'send_failed')
  assert.equal((await log()).data[0].error, 'insufficient_units')
  assert.deepEqual(await unitsLeft(service.database.read, church.church), { balance: 1, held: 0 })
})

test('units are charged exactly once under concurrency: 40 requests for 10 units send 10 messages', async () => {
  await add(-90)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => send({ channel: 'sms', person_id: ada, body: 'x' })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 10)
  assert.equal(answers.filter(({ json }) => json.error === 'send_failed').length, 30)
  assert.deepEqual(await unitsLeft(service.database.read, church.church), { balance: 0, held: 0 })
  assert.equal((await outbox()).length, 10)
})

test('message.sent when sent, and only then; its data is the message', async () => {
  const { json } = await send({ channel: 'sms', person_id: ada, body: 'Hi {first_name}' })
  await send({ channel: 'push', person_id: ada, body: 'x' })
  const events = (await church.events()).filter(({ name }) => name === 'message.sent')
  assert.equal(events.length, 1)
  const [logged] = (await log('?channel=sms')).data
  assert.deepEqual(events[0]?.body.data, logged)
  assert.deepEqual([logged.id, logged.body, logged.status, logged.source], [json.data.id, 'Hi Ada', 'sent', 'api'])
})

test('a repeated Idempotency-Key returns the first response and sends no second message', async () => {
  const out = await person({ first_name: 'Cy', phone: '08031234569', sms_opt_in: false })
  for (const body of [
    { channel: 'sms', person_id: ada, body: 'x' },
    { channel: 'sms', person_ids: [ada, out], body: 'x' },
    { channel: 'sms', person_id: out, body: 'x' },
  ]) {
    const before = (await log()).meta.total
    const options = { headers: { 'idempotency-key': `k${before}` } }
    const answers = await Promise.all(Array.from({ length: 8 }, () => church.send('POST', '/messages', body, options)))
    answers.push(await church.send('POST', '/messages', body, options))
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    const sent = 'person_ids' in body ? 2 : 1
    assert.equal((await log()).meta.total, before + sent)
  }
})

test('filters: channel, status, person_id, source, updated_since; channel and status are closed lists', async () => {
  const bo = await person({ first_name: 'Bo', phone: '08031234568', sms_opt_in: false })
  await send({ channel: 'sms', person_ids: [ada, bo], body: 'x' })
  await send({ channel: 'email', person_id: ada, body: 'x' })
  const total = async (query: string) => (await log(query)).meta.total
  assert.equal(await total(''), 3)
  assert.equal(await total('?channel=sms'), 2)
  assert.equal(await total('?channel=voice'), 0)
  assert.equal(await total('?status=skipped'), 1)
  assert.equal(await total('?status=sent&channel=email'), 1)
  assert.equal(await total(`?person_id=${ada}`), 2)
  assert.equal(await total('?source=api'), 3)
  assert.equal(await total('?source=followup'), 0)
  assert.equal(await total('?updated_since=2020-01-01'), 3)
  assert.equal(await total('?updated_since=2999-01-01'), 0)
  assert.equal((await church.send('GET', '/messages?channel=fax')).json.error, 'invalid_channel')
  assert.equal((await church.send('GET', '/messages?status=waiting')).json.error, 'invalid_status')
})

test('channel is one of sms, email, whatsapp, push: voice and others are 422, unknown names too', async () => {
  const { status, json } = await send({ channel: 'voice', person_id: ada, body: '', nonsense: 1, units: 7 })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), ['body', 'channel', 'nonsense'])
})

test('a person who is unknown, removed or out of sight: 422, the same words; one merged away is followed', async () => {
  const branch = await church.branch('North')
  const outside = church.as(await church.keyFor(['all'], branch))
  const far = await outside('POST', '/messages', { channel: 'email', person_id: ada, body: 'x' })
  const unknown = await outside('POST', '/messages', { channel: 'email', person_id: 999_999, body: 'x' })
  assert.equal(far.status, 422)
  assert.equal(far.text, unknown.text)
  const several = await outside('POST', '/messages', { channel: 'email', person_ids: [ada], body: 'x' })
  assert.match(several.json.errors?.person_ids ?? '', /at place 1 of the list/)
})

test("a key limited to a branch sees that branch's messages alone, and a raw address does not tell of others", async () => {
  const branch = await church.branch('North')
  const north = church.as(await church.keyFor(['all'], branch))
  await send({ channel: 'email', person_id: ada, body: 'x' })
  assert.equal((await north('GET', '/messages')).json.meta.total, 0)
  const { json } = await north('POST', '/messages', {
    channel: 'email',
    to: 'ada@example.org',
    body: 'Hi {first_name}',
  })
  assert.deepEqual([json.data.person_id, json.data.status], [null, 'sent'])
  assert.equal((await outbox())[0]?.body, 'Hi ')
  assert.equal((await north('GET', '/messages')).json.meta.total, 1)
})

test('an SMS of more than ten segments is 422; with its merge tags replaced it fails with too_long', async () => {
  for (const body of ['a'.repeat(1_531), 'ẹ'.repeat(671), '😀'.repeat(400)]) {
    assert.ok((await send({ channel: 'sms', person_id: ada, body })).json.errors?.body, body.slice(0, 2))
  }
  const bo = await person({ first_name: 'ẹ'.repeat(100), phone: '08031234568' })
  const { json } = await send({ channel: 'sms', person_id: bo, body: `{first_name}${'a'.repeat(600)}` })
  assert.equal(json.error, 'send_failed')
  assert.equal((await log()).data.at(-1).error, 'too_long')
  assert.equal((await unitsLeft(service.database.read, church.church)).balance, 100)
})

test('a message of which nothing is left fails with empty_body; a subject of which nothing is left is the default', async () => {
  assert.equal((await send({ channel: 'sms', person_id: ada, body: '{title}' })).json.error, 'send_failed')
  assert.equal((await log()).data[0].error, 'empty_body')
  await send({ channel: 'email', person_id: ada, subject: '{title}', body: 'x' })
  assert.equal((await outbox())[0]?.subject, 'Grace Church')
})

test('a subject is cut between characters, not within one', async () => {
  const { status } = await send({ channel: 'email', person_id: ada, subject: `${'a'.repeat(199)}😀`, body: 'x' })
  assert.equal(status, 201)
  const bo = await person({ first_name: '😀'.repeat(150), email: 'bo@example.org' })
  assert.equal(
    (await send({ channel: 'email', person_id: bo, subject: `{first_name}{first_name}`, body: 'x' })).status,
    201,
  )
})

test('of two providers that are set at the same time, one sends', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `p${n}`)
  await Promise.all(
    names.map(name =>
      setAccount(service, church.church, { provider: { ...DEVELOPMENT, name }, channel: 'sms', values: {} }),
    ),
  )
  const active = (await listProviders(service.database.read, service.vault, church.church, [])).filter(
    one => one.channel === 'sms' && one.active,
  )
  assert.equal(active.length, 1)
})
