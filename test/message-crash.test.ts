/**
 * A message is never sent twice after a crash, and the retry gets the first response (decisions, Messages, Crash while
 * sending; Success codes and idempotency). Nodes are killed at each step; the mail server is a real one.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { setAccount } from './support/messaging.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { type Answered, send, startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let proxy: TcpProxy
let mail: MailServer
let church: TestChurch
/** The node that dies; it reaches the database through the proxy. */
let node: NodeProcess

before(async () => {
  service = await startService()
  proxy = await startProxy(databaseAddress(service.connection))
  mail = await startMailServer()
})
after(async () => {
  killProcesses()
  await proxy.close()
  await mail.close()
  await service.close()
})
beforeEach(async () => {
  church = await service.church()
  const settings = { url: mail.url, from: 'office@example.org' }
  await setAccount(service, church.church, { provider: smtp, channel: 'email', values: settings })
  mail.received = []
  mail.recipient = () => undefined
  node = await startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })
})
afterEach(async () => {
  proxy.watch = {}
  await node.kill()
})

const options = () => ({
  key: church.key,
  headers: { 'idempotency-key': 'once' },
  body: { channel: 'email', to: 'ada@example.org', body: 'Peace' },
})

/** Asks the node that dies; nobody hears its answer. */
const ask = (): Promise<unknown> => send(node.url, 'POST', '/api/v1/messages', options()).catch(() => undefined)

/** Sends through the node that dies, and kills it when the moment comes. */
async function dieAt(watch: (act: () => void) => void): Promise<void> {
  const died = new Promise<void>(resolve => watch(() => resolve(node.kill())))
  const asked = ask()
  await died
  await asked
  proxy.watch = {}
}

/** What the retry on another node gets once the claim of the dead one has run out. */
async function retry(): Promise<Answered> {
  await service.database.write(0, tx =>
    tx.run(sql`update message_tasks set claimed_until = now() - interval '1 second'
      where claimed_until is not null`),
  )
  const first = await service.request('POST', '/api/v1/messages', options())
  const again = await service.request('POST', '/api/v1/messages', options())
  assert.deepEqual([again.status, again.text], [first.status, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  return first
}

async function expect(status: number, error: string | null, mails: number): Promise<void> {
  const answered = await retry()
  assert.equal(answered.status, status, answered.text)
  const { data, meta } = (await church.send('GET', '/messages')).json
  assert.equal(meta.total, 1)
  assert.deepEqual([data[0].status, data[0].error?.split(':')[0] ?? null], [status === 201 ? 'sent' : 'failed', error])
  assert.equal(mail.received.length, mails)
  const told = (await church.events()).filter(({ name }) => name === 'message.sent')
  assert.equal(told.length, status === 201 ? 1 : 0)
}

test('killed before the message is committed: nothing was sent, and the retry sends it', async () => {
  await dieAt(act => beforeCommit(proxy, 'insert into messages', act))
  await expect(201, null, 1)
})

test('killed in the middle of writing the message down: the retry sends it', async () => {
  await dieAt(act => midTransaction(proxy, 'insert into messages', act))
  await expect(201, null, 1)
})

test('killed when it is committed and not handed over: interrupted, not sent', async () => {
  await dieAt(act => afterCommit(proxy, 'insert into messages', act))
  await expect(422, 'interrupted', 0)
})

test('killed when it is about to be handed over: interrupted, not sent', async () => {
  await dieAt(act => beforeCommit(proxy, "set status = 'sending'", act))
  await expect(422, 'interrupted', 0)
})

test('killed when it is marked as handed over: unknown_outcome, and it is not sent by anybody', async () => {
  await dieAt(act => afterCommit(proxy, "set status = 'sending'", act))
  await expect(422, 'unknown_outcome', 0)
})

test('killed while it talks to the provider: unknown_outcome, and it is not sent by anybody', async () => {
  await dieAt(act => {
    mail.recipient = () =>
      new Promise(() => {
        mail.recipient = () => undefined
        act()
      })
  })
  await expect(422, 'unknown_outcome', 0)
})

test('killed when the provider has it and the outcome is not committed: unknown_outcome, sent once', async () => {
  await dieAt(act => beforeCommit(proxy, 'update messages as t set status', act))
  await expect(422, 'unknown_outcome', 1)
})

test('killed when the outcome is committed and nobody was answered: the retry gets 201, sent once', async () => {
  await dieAt(act => afterCommit(proxy, 'update messages as t set status', act))
  await expect(201, null, 1)
})

test('killed when the response is about to be remembered: the retry gets 201, sent once', async () => {
  await dieAt(act => midTransaction(proxy, 'and status is null', act))
  await expect(201, null, 1)
})

test('a sender that was frozen past its claim sends nothing that was given up', async () => {
  const frozen = new Promise<void>(resolve => {
    afterCommit(proxy, 'insert into messages', link => {
      node.freeze()
      link.swallow = false
      resolve()
    })
  })
  const asked = ask()
  await frozen
  await expect(422, 'interrupted', 0)
  node.thaw()
  await asked
  assert.equal(mail.received.length, 0)
})

test("a sender that was frozen while it talked to the provider comes back: the provider's answer counts", async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    mail.recipient = () =>
      new Promise(done => {
        mail.recipient = () => undefined
        release = done
        resolve()
      })
  })
  const asked = ask()
  await held
  node.freeze()
  await expect(422, 'unknown_outcome', 0)
  release()
  node.thaw()
  await asked
  await eventually('the log tells that it was sent', async () => {
    return (await church.send('GET', '/messages?status=sent')).json.meta.total === 1
  })
  assert.equal(mail.received.length, 1)
  assert.equal((await church.events()).filter(({ name }) => name === 'message.sent').length, 1)
})

test('a retry while the first is being sent waits for it and gets its response', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    mail.recipient = () =>
      new Promise(done => {
        release = done
        resolve()
      })
  })
  const first = send(node.url, 'POST', '/api/v1/messages', options())
  await held
  const second = service.request('POST', '/api/v1/messages', options())
  await eventually('the second has found the task', () => true)
  release()
  const [one, two] = await Promise.all([first, second])
  assert.deepEqual([two.status, two.text], [one.status, one.text])
  assert.equal(one.status, 201)
  assert.equal(mail.received.length, 1)
})
