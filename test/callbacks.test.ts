/** Callbacks of a provider, through the route at which they arrive (decisions, Messages; Public routes). */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { build } from '../src/app.ts'
import { twilio, twilioSignature } from '../src/modules/messaging/providers/twilio.ts'
import { addUnits } from '../src/modules/messaging/units-book.ts'
import { network } from '../src/outgoing/request.ts'
import { setAccount } from './support/messaging.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const BASE = 'https://sexton.example'
const AUTH = '4e1d8a09b6c3f7524e1d8a09b6c3f752'
const SID = `AC${'0a1b2c3d'.repeat(4)}`
const PHONE = '+2348031234567'

let service: TestService
let provider: Server
let church: TestChurch
/** Path of the church's callback. */
let callback: string
/** The id that the provider gives the next message. */
let sid = (): string => `SM${asked.length}`
/** What the provider was asked to send. */
let asked: URLSearchParams[] = []

before(async () => {
  provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: sid() }))
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const here = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  service = await startService({ SEXTON_BASE_URL: BASE }, { network: network(() => here) })
})
after(async () => {
  await service.close()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(async () => {
  sid = () => `SM${asked.length}`
  asked = []
  ;({ church, callback } = await withTwilio())
  await church.send('POST', '/people', { first_name: 'Ada', phone: PHONE })
})

async function withTwilio() {
  const made = await service.church()
  const settings = { account_sid: SID, auth_token: AUTH, from: '+15005550006' }
  const account = await setAccount(service, made.church, { provider: twilio, channel: 'sms', values: settings })
  await service.database.write(made.church.id, tx => addUnits(tx, made.church, 10))
  return { church: made, callback: account.callback ?? '' }
}

const send = () => church.send('POST', '/messages', { channel: 'sms', to: PHONE, body: 'Peace' })
const log = async () => (await church.send('GET', '/messages')).json.data

/** Calls as Twilio does. */
function call(fields: Record<string, string>, path = callback, signed = path, token = AUTH): Promise<Response> {
  const form = new URLSearchParams(fields)
  const signature = twilioSignature(token, `${BASE}${signed}`, form)
  const headers = { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(`${service.url}${path}`, { method: 'POST', headers, body: form.toString() })
}

test('the provider is told where to report; its receipt moves the message from sent to delivered', async () => {
  assert.equal((await send()).status, 201)
  assert.equal(asked[0]?.get('StatusCallback'), `${BASE}${callback}`)
  assert.equal((await log())[0].status, 'sent')
  assert.equal((await call({ MessageSid: 'SM1', MessageStatus: 'delivered' })).status, 200)
  assert.equal((await log())[0].status, 'delivered')
})

test('STOP by a callback clears the opt-in and is confirmed by the provider that it came through', async () => {
  const response = await call({ MessageSid: 'SMin', From: PHONE, To: '+15005550006', Body: 'stop' })
  assert.equal(response.headers.get('content-type'), 'text/xml; charset=utf-8')
  await eventually('the confirmation went out', () => asked.length === 1)
  assert.equal(asked[0]?.get('To'), PHONE)
  assert.equal((await church.send('GET', '/people')).json.data[0].sms_opt_in, false)
  assert.equal((await send()).json.error, 'recipient_skipped')
})

test('a callback whose signature is wrong, missing or for another address is refused and changes nothing', async () => {
  await send()
  const receipt = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  const { callback: other } = await withTwilio()
  assert.equal((await call(receipt, callback, other)).status, 403)
  assert.equal((await call(receipt, callback, callback, 'f'.repeat(32))).status, 403)
  const unsigned = await fetch(`${service.url}${callback}`, { method: 'POST', body: new URLSearchParams(receipt) })
  assert.equal(unsigned.status, 403)
  assert.equal((await log())[0].status, 'sent')
})

test("a callback at another church's address, with a wrong token or channel, reaches nothing of this church", async () => {
  await send()
  const receipt = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  const { callback: other } = await withTwilio()
  assert.equal((await call(receipt, other)).status, 200)
  const [, , , slug, , token] = callback.split('/')
  const wrong = [
    `/callbacks/messages/${slug}/sms/${token?.slice(1)}x`,
    `/callbacks/messages/${slug}/email/${token}`,
    `/callbacks/messages/nobody/sms/${token}`,
    `/callbacks/messages/${slug}/sms`,
    `${callback}/more`,
  ]
  for (const path of wrong) assert.equal((await call(receipt, path)).status, 404, path)
  assert.equal((await log())[0].status, 'sent')
})

test('an account that was replaced still reads the receipts of what it sent', async () => {
  await send()
  const values = { account_sid: SID, auth_token: AUTH, from: '+15005550006' }
  await setAccount(service, church.church, { provider: { ...twilio, name: 'other' }, channel: 'sms', values })
  await call({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })
  assert.deepEqual([(await log())[0].status, (await log())[0].error], ['failed', 'undelivered 30003'])
})

test('the address of a callback and of an unsubscribe link are kept out of the log', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: line => void lines.push(line) })
  const app = build(service.config, service.database, log)
  const port = await app.start()
  for (const path of [callback, '/unsubscribe/1.2.abcdef']) await fetch(`http://127.0.0.1:${port}${path}`)
  await app.close()
  const text = lines.join('')
  assert.match(text, /"path":"\/callbacks\/messages\/…"/)
  assert.match(text, /"path":"\/unsubscribe\/…"/)
  assert.ok(!text.includes(callback.split('/').at(-1) ?? '') && !text.includes('abcdef'))
})

test('an id that no database can store spoils neither its own message nor those beside it', async () => {
  sid = () => (asked.length === 2 ? 'SM\u0000\ud800' : `SM${asked.length}`)
  const ids = []
  for (let n = 0; n < 4; n += 1) {
    const body = { first_name: `P${n}`, phone: `+23480312345${60 + n}` }
    ids.push((await church.send('POST', '/people', body)).json.data.id)
  }
  const { meta } = (await church.send('POST', '/messages', { channel: 'sms', person_ids: ids, body: 'x' })).json
  assert.deepEqual(meta, { total: 4, sent: 4, failed: 0, skipped: 0 })
})
