/** How messages leave: side by side at the provider's pace, again after a passing failure, in good order at the end. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { optOut } from '../src/modules/messaging/opt-out.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import { type MailServer, refusal, startMailServer } from './support/mail-server.ts'
import { setAccount, useOutbox } from './support/messaging.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let mail: MailServer
let church: TestChurch

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  mail = await startMailServer()
  church = await mailing()
})
afterEach(() => mail.close())

/** A church that mails through the test's server. */
async function mailing(): Promise<TestChurch> {
  const made = await service.church()
  const settings = { url: mail.url, from: 'office@example.org' }
  await setAccount(service, made.church, { provider: smtp, channel: 'email', values: settings })
  return made
}

const write = (to: string, from = church) => from.send('POST', '/messages', { channel: 'email', to, body: 'Peace' })

async function people(count: number): Promise<number[]> {
  const ids = []
  for (let n = 0; n < count; n += 1) {
    const body = { first_name: `P${n}`, email: `p${n}@example.org` }
    ids.push((await church.send('POST', '/people', body)).json.data.id)
  }
  return ids
}

test("recipients go out side by side, no more at once than the provider's rate says", async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  mail.recipient = async () => {
    open += 1
    most = Math.max(most, open)
    await new Promise<void>(resolve => waiting.push(resolve))
    open -= 1
  }
  const answer = church.send('POST', '/messages', { channel: 'email', person_ids: await people(9), body: 'x' })
  await eventually('as many as may are under way', () => waiting.length === smtp.rate.atOnce)
  mail.recipient = () => undefined
  for (const one of waiting) one()
  assert.deepEqual((await answer).json.meta, { total: 9, sent: 9, failed: 0, skipped: 0 })
  assert.equal(most, smtp.rate.atOnce)
})

test('one slow provider delays nothing else: neither other churches nor other channels', async () => {
  let release: () => void = () => undefined
  const hanging = new Promise<void>(resolve => {
    mail.recipient = () => {
      resolve()
      mail.recipient = () => undefined
      return new Promise<void>(done => {
        release = done
      })
    }
  })
  const slow = write('slow@example.org')
  await hanging
  const other = await mailing()
  assert.equal((await write('quick@example.org', other)).status, 201)
  await useOutbox(service, other)
  assert.equal((await other.send('POST', '/messages', { channel: 'sms', to: '08031234567', body: 'x' })).status, 201)
  release()
  assert.equal((await slow).status, 201)
})

test('a passing failure is tried again; a permanent one is not', async () => {
  const asked: string[] = []
  mail.recipient = address => {
    asked.push(address)
    if (address.startsWith('busy') && asked.length < 3) throw refusal(451, 'Try again later')
    if (address.startsWith('nobody')) throw refusal(550, 'No such user')
  }
  assert.equal((await write('busy@example.org')).status, 201)
  assert.equal(asked.length, 3)
  const { status, json } = await write('nobody@example.org')
  assert.deepEqual([status, json.error, asked.length], [422, 'send_failed', 4])
  const { data } = (await church.send('GET', '/messages')).json
  assert.match(data[1].error, /^invalid_address: .*550/)
})

test('a passing failure that does not pass is a failure that says what the provider said', async () => {
  mail.recipient = () => {
    throw refusal(451, 'The moon is full')
  }
  assert.equal((await write('ada@example.org')).json.error, 'send_failed')
  const [entry] = (await church.send('GET', '/messages')).json.data
  assert.match(entry.error, /^provider_unavailable: .*The moon is full/)
})

test('a server that ends waits for what was handed over, and hands nothing more over', async () => {
  const node = await service.node({}, { SEXTON_SHUTDOWN_TIMEOUT: '0' })
  const ids = await people(smtp.rate.atOnce + 2)
  const waiting: (() => void)[] = []
  mail.recipient = () => new Promise<void>(resolve => waiting.push(resolve))
  const body = JSON.stringify({ channel: 'email', person_ids: ids, body: 'x' })
  const headers = { authorization: `Bearer ${church.key}`, 'content-type': 'application/json' }
  const asked = fetch(`${node.url}/api/v1/messages`, { method: 'POST', headers, body }).catch(() => undefined)
  await eventually('some were handed over', () => waiting.length === smtp.rate.atOnce)
  const closing = node.close()
  await asked
  for (const one of waiting) one()
  await closing
  const { data } = (await church.send('GET', '/messages')).json
  const fates = data.map(({ status, error }: { status: string; error: string }) => error ?? status).sort()
  assert.deepEqual(fates, ['interrupted', 'interrupted', ...Array.from({ length: smtp.rate.atOnce }, () => 'sent')])
  assert.equal(mail.received.length, smtp.rate.atOnce)
})

test('what opts out while its message waits is skipped; what was set aside for others goes out', async () => {
  const ids = await people(smtp.rate.atOnce + 1)
  const waiting: (() => void)[] = []
  mail.recipient = () => new Promise<void>(resolve => waiting.push(resolve))
  const asked = church.send('POST', '/messages', { channel: 'email', person_ids: ids, body: 'x' })
  await eventually('all turns are taken', () => waiting.length === smtp.rate.atOnce)
  const last = { channel: 'email', address: `p${smtp.rate.atOnce}@example.org`, by: 'link', keyword: null } as const
  await service.database.write(church.church.id, tx => optOut(tx, church.church, last))
  mail.recipient = () => undefined
  for (const one of waiting) one()
  const { meta, data } = (await asked).json
  assert.deepEqual(meta, { total: ids.length, sent: ids.length - 1, failed: 0, skipped: 1 })
  assert.equal(data.at(-1).error, 'opted_out')
  assert.equal(mail.received.length, ids.length - 1)
})
