/** Unsubscribing by link and by STOP, messages that come in, receipts (spec, Messages, rule 4; decisions, Messages). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { segmentsOf } from '../src/lib/sms-segments.ts'
import { type Incoming, takeIncoming } from '../src/modules/messaging/inbox.ts'
import { listOutbox, type OutboxEntry } from '../src/modules/messaging/providers/development.ts'
import { type Receipt, takeReceipt } from '../src/modules/messaging/receipts.ts'
import { Sender } from '../src/modules/messaging/sender.ts'
import { unitsLeft } from '../src/modules/messaging/units-book.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { useOutbox } from './support/messaging.ts'
import { eventually } from './support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let ada: number
let serial = 0

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  await useOutbox(service, church)
  ada = await person({ first_name: 'Ada', email: 'Ada@Example.org', phone: '08031234567' })
})

const PHONE = '+2348031234567'

const person = async (body: object): Promise<number> => (await church.send('POST', '/people', body)).json.data.id
const show = async (id: number) => (await church.send('GET', `/people/${id}`)).json.data
const send = (body: object): Promise<Answered> => church.send('POST', '/messages', body)
const outbox = (): Promise<OutboxEntry[]> => listOutbox(service.database.read, church.church, 200)
const log = async (query = '') => (await church.send('GET', `/messages${query}`)).json
/** The data of the events of one name, oldest first. */
const told = async (name: string): Promise<Record<string, unknown>[]> =>
  (await church.events()).filter(event => event.name === name).map(({ body }) => body.data as Record<string, unknown>)

const incoming = (body: string, more: Partial<Incoming> = {}): Promise<void> => {
  serial += 1
  const provider_id = `in-${serial}`
  const one: Incoming = {
    channel: 'sms',
    provider: 'test',
    provider_id,
    from: PHONE,
    to: '1',
    body,
    confirmed: false,
    ...more,
  }
  return service.database.write(church.church.id, tx => takeIncoming(tx, church.church, one))
}

const receive = ({ church: of }: TestChurch, receipt: Receipt): Promise<void> =>
  service.database.write(of.id, tx => takeReceipt(tx, of, receipt))

/** The confirmation is sent in the background. */
const sentTo = (count: number): Promise<OutboxEntry[]> =>
  eventually(`${count} messages in the outbox`, async () => {
    const entries = await outbox()
    return entries.length >= count && entries
  })

async function link(): Promise<URL> {
  assert.equal((await send({ channel: 'email', person_id: ada, body: 'x' })).status, 201)
  return new URL((await outbox())[0]?.unsubscribe_url ?? '')
}

const ask = (method: string, { pathname }: URL, body?: string) =>
  fetch(`${service.url}${pathname}`, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })

const sender = (): Sender => {
  const [found] = service.app.workers.filter(worker => worker instanceof Sender)
  return found ?? assert.fail('Nobody sends messages.')
}

test('a GET of the unsubscribe link asks and changes nothing: mail scanners follow links', async () => {
  const response = await ask('GET', await link())
  assert.equal(response.status, 200)
  assert.match(await response.text(), /Unsubscribe from Grace Church\?/)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.equal((await show(ada)).email_opt_in, true)
})

test('one POST with List-Unsubscribe=One-Click clears the opt-in and records messaging.unsubscribed, once', async () => {
  const address = await link()
  const phone = (await show(ada)).sms_opt_in
  for (let n = 0; n < 2; n += 1) assert.equal((await ask('POST', address, 'List-Unsubscribe=One-Click')).status, 200)
  assert.deepEqual([(await show(ada)).email_opt_in, phone], [false, true])
  const [first, ...more] = await told('messaging.unsubscribed')
  assert.equal(more.length, 0)
  const { unsubscribed_at, ...data } = first ?? {}
  assert.deepEqual(data, { channel: 'email', address: 'Ada@Example.org', person_id: ada, by: 'link', keyword: null })
  const updated = (await church.events()).find(({ name }) => name === 'person.updated')
  assert.deepEqual(updated?.body.previous, { email_opt_in: true })
  assert.equal((await send({ channel: 'email', person_id: ada, body: 'x' })).json.error, 'recipient_skipped')
})

test('a link that was tampered with, or is for another message, is nothing; it works for an inactive church', async () => {
  const { href } = await link()
  const [, church_id, message] = /unsubscribe\/(\d+)\.(\d+)\./.exec(href) ?? []
  const forged = [
    href.replace(`.${message}.`, `.${Number(message) + 1}.`),
    href.replace(`${church_id}.`, `${Number(church_id) + 1}.`),
    href.slice(0, -1),
    `${href}/x`,
  ]
  for (const one of forged) assert.equal((await ask('POST', new URL(one))).status, 404, one)
  await church.set({ status: 'inactive' })
  assert.equal((await ask('POST', new URL(href))).status, 200)
})

test('an address that nobody on record has is respected, too, and for whoever comes to have it as a raw address', async () => {
  await send({ channel: 'email', to: 'stranger@example.org', body: 'x' })
  await ask('POST', new URL((await outbox())[0]?.unsubscribe_url ?? ''))
  assert.equal(
    (await send({ channel: 'email', to: 'STRANGER@example.org', body: 'x' })).json.error,
    'recipient_skipped',
  )
  const [first] = await told('messaging.unsubscribed')
  assert.equal(first?.person_id, null)
})

test('STOP clears the opt-in of everyone with the number, confirms once, and records messaging.unsubscribed', async () => {
  const bo = await person({ first_name: 'Bo', phone2: PHONE })
  await incoming(' stop. ')
  const [confirmation] = await sentTo(1)
  assert.deepEqual([confirmation?.to, confirmation?.channel], [PHONE, 'sms'])
  assert.match(confirmation?.body ?? '', /no more messages from Grace Church.*START/)
  for (const id of [ada, bo]) assert.equal((await show(id)).sms_opt_in, false)
  const unsubscribed = await told('messaging.unsubscribed')
  assert.deepEqual(
    unsubscribed.map(({ person_id, keyword }) => [person_id, keyword]),
    [
      [ada, 'STOP'],
      [bo, 'STOP'],
    ],
  )
  await incoming('STOP')
  await incoming('unsubscribe')
  assert.equal((await outbox()).length, 1)
  assert.equal((await told('messaging.unsubscribed')).length, 2)
  assert.equal((await told('messaging.inbox_received')).length, 0)
  assert.equal((await send({ channel: 'sms', to: PHONE, body: 'x' })).json.error, 'recipient_skipped')
  assert.equal((await log('?source=opt_out')).meta.total, 1)
})

test('the answer to STOP is in the language of the person, else of the church, and one segment where its letters allow it', async () => {
  const answers: Readonly<Record<string, RegExp>> = {
    fr: /^Vous ne recevrez plus de messages de Grace Church\. Répondez START pour en recevoir de nouveau\.$/,
    es: /Grace Church\. Responda START/,
    pt: /Grace Church deixa.*Responda START/,
    sw: /Grace Church\. Jibu START/,
  }
  Object.assign(church.church, { language: 'sw' })
  await church.send('PATCH', `/people/${ada}`, { language: 'fr' })
  const asked: [from: string, language: string][] = [[PHONE, 'fr']]
  for (const [at, language] of ['es', 'pt', 'sw'].entries()) {
    const from = `+234803123450${at}`
    await person({ first_name: 'Bo', phone: from, ...(language !== 'sw' && { language }) })
    asked.push([from, language])
  }
  asked.push(['+2348031234599', 'sw'])
  for (const [from, language] of asked) {
    await incoming('STOP', { from })
    const sent = await eventually(`the answer to ${from}`, async () => (await outbox()).find(({ to }) => to === from))
    assert.match(sent.body, answers[language] ?? /never/, language)
    assert.equal(segmentsOf(sent.body), 1, sent.body)
  }
})

test('REVOKE, OPTOUT and OPT OUT stop as STOP does; a sentence with STOP in it does not', async () => {
  for (const word of ['REVOKE', 'optout', 'Opt out', 'Stop all']) {
    await incoming('START')
    assert.equal((await show(ada)).sms_opt_in, true, word)
    await incoming(word)
    assert.equal((await show(ada)).sms_opt_in, false, word)
  }
  await incoming('START')
  await incoming('Please stop by tomorrow')
  assert.equal((await show(ada)).sms_opt_in, true)
  assert.equal((await told('messaging.inbox_received')).length, 1)
})

test('a provider that has confirmed a STOP itself: nothing is sent', async () => {
  const { balance } = await unitsLeft(service.database.read, church.church)
  await incoming('STOP', { confirmed: true })
  await send({ channel: 'email', person_id: ada, body: 'x' })
  assert.deepEqual(
    (await outbox()).map(({ channel }) => channel),
    ['email'],
  )
  assert.deepEqual(await unitsLeft(service.database.read, church.church), { balance, held: 0 })
})

test('STOP on WhatsApp clears whatsapp_opt_in alone', async () => {
  await incoming('STOP', { channel: 'whatsapp' })
  const { whatsapp_opt_in, sms_opt_in, email_opt_in } = await show(ada)
  assert.deepEqual([whatsapp_opt_in, sms_opt_in, email_opt_in], [false, true, true])
})

test('other inbound text records messaging.inbox_received, once however often the provider tells it', async () => {
  for (let n = 0; n < 3; n += 1) await incoming('Amen', { provider_id: 'same' })
  const [first, ...more] = await told('messaging.inbox_received')
  assert.equal(more.length, 0)
  const { id, received_at, ...data } = first ?? {}
  assert.deepEqual(data, { channel: 'sms', from: PHONE, to: '1', person_id: ada, body: 'Amen' })
})

test('a receipt moves sent to delivered or failed; delivered is final; updated_since shows the change', async () => {
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await send({ channel: 'email', person_id: ada, body: `${n}` })).json.data.id)
  const entries = await outbox()
  const receipt = (message: number | undefined, status: 'delivered' | 'failed', error: string | null = null) => {
    const entry = entries.find(({ message_id }) => message_id === message)
    return receive(church, {
      provider: 'development',
      provider_id: `outbox-${entry?.id}`,
      status,
      error,
    })
  }
  const [one, two, three] = ids
  await receipt(one, 'delivered')
  await receipt(one, 'failed', 'late')
  await receipt(two, 'failed', 'unreachable')
  await receipt(three, 'failed', 'unreachable')
  await receipt(three, 'delivered')
  const { data } = await log()
  assert.deepEqual(
    data.map((m: { status: string; error: string | null; delivered_at: string | null }) => [
      m.status,
      m.error,
      m.delivered_at !== null,
    ]),
    [
      ['delivered', null, true],
      ['failed', 'unreachable', false],
      ['delivered', null, true],
    ],
  )
  assert.deepEqual([(await log('?status=delivered')).meta.total, (await log('?status=sent')).meta.total], [2, 0])
})

test('a receipt that comes before the message is written down as sent is kept for it', async () => {
  const next = Number((await outbox())[0]?.id ?? 0)
  const early = (provider_id: string) =>
    receive(church, {
      provider: 'development',
      provider_id,
      status: 'delivered',
      error: null,
    })
  for (let ahead = 1; ahead <= 200; ahead += 1) await early(`outbox-${next + ahead}`)
  await send({ channel: 'email', person_id: ada, body: 'x' })
  await eventually('it is delivered', async () => {
    await sender().sweep()
    return (await log('?status=delivered')).meta.total === 1
  })
})

test('a receipt of another church or provider, or for nothing, changes nothing', async () => {
  await send({ channel: 'email', person_id: ada, body: 'x' })
  const provider_id = `outbox-${(await outbox())[0]?.id}`
  const other = await service.church()
  const receipt = { provider: 'development', provider_id, status: 'failed', error: null } as const
  await receive(other, receipt)
  await receive(church, { ...receipt, provider: 'twilio' })
  await sender().sweep()
  assert.equal((await log('?status=sent')).meta.total, 1)
})

test('a merge moves messages, what came in, and devices to the kept person', async () => {
  const bo = await person({ first_name: 'Bo' })
  await send({ channel: 'email', person_id: ada, body: 'x' })
  await church.act(mergePeople, { keep: bo, remove: ada })
  assert.equal((await log(`?person_id=${bo}`)).meta.total, 1)
  assert.equal((await log(`?person_id=${ada}`)).meta.total, 0)
})

test('a number that opted out is respected for whoever comes to have it, until they say that they want messages', async () => {
  const number = '+2348035550000'
  await incoming('STOP', { from: number })
  const bo = await person({ first_name: 'Bo', phone: number })
  assert.equal((await show(bo)).sms_opt_in, false)
  for (const recipient of [{ person_id: bo }, { to: number }]) {
    assert.equal((await send({ channel: 'sms', ...recipient, body: 'x' })).json.error, 'recipient_skipped')
  }
  await church.send('PATCH', `/people/${bo}`, { sms_opt_in: true })
  for (const recipient of [{ person_id: bo }, { to: number }]) {
    assert.equal((await send({ channel: 'sms', ...recipient, body: 'x' })).status, 201)
  }
})

test('a person who gets a number that opted out is skipped; one who is added with an explicit opt-in is not', async () => {
  const number = '+2348035550001'
  await incoming('STOP', { from: number })
  await church.send('PATCH', `/people/${ada}`, { phone: number })
  assert.equal((await send({ channel: 'sms', person_id: ada, body: 'x' })).json.error, 'recipient_skipped')
  const bo = await person({ first_name: 'Bo', phone: number, sms_opt_in: true })
  assert.equal((await send({ channel: 'sms', person_id: bo, body: 'x' })).status, 201)
})

test('in a merge, who opted out stays out, whichever of the records said so', async () => {
  const bo = await person({ first_name: 'Bo' })
  await church.send('PATCH', `/people/${ada}`, { sms_opt_in: false })
  await church.act(mergePeople, { keep: bo, remove: ada })
  const { sms_opt_in, email_opt_in, phone } = await show(bo)
  assert.deepEqual([sms_opt_in, email_opt_in, phone], [false, true, PHONE])
})

test('a link means who was written to, whatever address they have by now', async () => {
  const address = await link()
  await church.send('PATCH', `/people/${ada}`, { email: 'new@example.org' })
  await ask('POST', address)
  assert.equal((await show(ada)).email_opt_in, false)
})
