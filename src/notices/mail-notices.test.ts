import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { type MailServer, refusal, startMailServer } from '../../test/support/mail-server.ts'
import { moved } from '../../test/support/moved-time.ts'
import { startService, type TestChurch, type TestService } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import { NoticeMail } from './mail-notices.ts'
import { Mailer } from './mailer.ts'
import { listNotices, type Notice, postNotice } from './notice.ts'

const FROM = 'sexton@example.org'
const NOTICE = { kind: 'webhook_paused', title: 'An endpoint is paused', body: 'It failed 20 times.' }
const hang = (): Promise<void> => new Promise(() => undefined)

let service: TestService
let server: MailServer
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(async () => {
  await server.close()
  await service.database.write(0, tx => tx.run(sql`update notices set mail_due_at = null`))
})
after(() => service.close())

/** A church whose notices go to these addresses. */
async function churchOf(...notice_emails: string[]): Promise<TestChurch> {
  const church = await service.church()
  await church.set({ notice_emails })
  return church
}

const post = ({ church }: TestChurch): Promise<void> =>
  service.database.write(church.id, tx => postNotice(tx, church.id, NOTICE))

/** What mails in one node, with a log that can be read. */
function node({ timeout = 60_000 } = {}): NoticeMail & { logged(): string } {
  let text = ''
  const log = pino({ level: 'debug' }, { write: line => (text += line) })
  const mail = new NoticeMail(service.database, new Mailer({ url: server.url, from: FROM, timeout }), log, {
    language: 'en',
  })
  return Object.assign(mail, { logged: () => text })
}

/** The newest notice of a church. */
async function newest({ church }: TestChurch): Promise<Notice> {
  const [notice] = await listNotices(service.database, church.id)
  assert.ok(notice !== undefined)
  return notice
}

/** Seconds until the newest notice is mailed, or null where it never is. */
async function dueIn({ church }: TestChurch): Promise<number | null> {
  const row = await service.database.read.first<{ seconds: number | null }>(sql`
    select extract(epoch from mail_due_at - now())::float8 as seconds from notices
    where church_id = ${church.id} order by id desc limit 1`)
  return row?.seconds ?? null
}

/** Lets minutes go by for the notices of a church. */
const later = ({ church }: TestChurch, minutes: number): Promise<number> =>
  service.database.write(church.id, tx =>
    tx.run(sql`update notices set mail_due_at = ${moved('mail_due_at', `-${minutes} minutes`)},
      created_at = ${moved('created_at', `-${minutes} minutes`)} where church_id = ${church.id}`),
  )

test('a notice is mailed once, to every address of its church', async () => {
  const church = await churchOf('ada@example.org', 'obi@example.org')
  await post(church)
  const mail = node()
  await mail.sendDue()
  await mail.sendDue()
  await later(church, 60)
  await mail.sendDue()
  assert.equal(server.received.length, 1)
  assert.deepEqual(server.received[0]?.to, ['ada@example.org', 'obi@example.org'])
  const source = server.received[0]?.source ?? ''
  assert.match(source, /^Subject: An endpoint is paused \(Grace Church\)\r$/m)
  assert.match(source, /^It failed 20 times\.\r$/m)
  const { mailed_at, mail_error } = await newest(church)
  assert.match(mailed_at ?? '', /^\d{4}-.*Z$/)
  assert.equal(mail_error, null)
})

test('a notice is recorded where mail is not set up; a node that has mail sends it', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  assert.equal((await newest(church)).mailed_at, null)
  const arrived = server.next()
  const mailing = await service.node({}, { SEXTON_SMTP_URL: server.url, SEXTON_MAIL_FROM: FROM })
  assert.deepEqual((await arrived).to, ['ada@example.org'])
  await mailing.close()
  assert.notEqual((await newest(church)).mailed_at, null)
})

test('a notice is recorded where the church has no address, and stays unsent when it has one later', async () => {
  const church = await service.church()
  await post(church)
  await church.set({ notice_emails: ['ada@example.org'] })
  await node().sendDue()
  assert.equal(server.received.length, 0)
  const { title, mailed_at, mail_error } = await newest(church)
  assert.deepEqual([title, mailed_at, mail_error], [NOTICE.title, null, null])
})

test('a notice whose church has no address any more is given up', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  await church.set({ notice_emails: [] })
  await node().sendDue()
  assert.deepEqual([server.received.length, await dueIn(church)], [0, null])
  assert.match((await newest(church)).mail_error ?? '', /no address/)
})

test('a notice that was a week old when mail was set up is not mailed', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  await later(church, 8 * 24 * 60)
  await post(church)
  await node().sendDue()
  assert.equal(server.received.length, 1, 'only the new one')
  const [, old] = await listNotices(service.database, church.church.id)
  assert.match(old?.mail_error ?? '', /too old/)
})

test('a mail that is refused is kept with the answer, and sent when the server takes it', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  server.recipient = () => {
    throw refusal(550, 'mailbox unavailable')
  }
  const mail = node()
  await mail.sendDue()
  const { mailed_at, mail_error } = await newest(church)
  assert.equal(mailed_at, null)
  assert.match(mail_error ?? '', /550.*mailbox unavailable/)

  server.recipient = () => undefined
  await mail.sendDue()
  assert.equal(server.received.length, 0, 'it is not due yet')
  await later(church, 1)
  await mail.sendDue()
  assert.equal(server.received.length, 1)
  assert.equal((await newest(church)).mail_error, null)
})

test('the gaps between attempts double from a minute, and after eight attempts there is none', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  let attempts = 0
  server.recipient = () => {
    attempts += 1
    throw refusal(450, 'later, perhaps')
  }
  const mail = node()
  for (const minutes of [1, 2, 4, 8, 16, 32, 64]) {
    await mail.sendDue()
    const seconds = (await dueIn(church)) ?? Number.NaN
    assert.ok(seconds <= minutes * 60 && seconds > (minutes - 1) * 60, `${seconds} s after a gap of ${minutes} min`)
    await later(church, minutes)
  }
  await mail.sendDue()
  assert.equal(await dueIn(church), null)
  await mail.sendDue()
  assert.equal(attempts, 8)
  assert.match((await newest(church)).mail_error ?? '', /450/)
})

test('a mail that hangs does not hold up another church', async () => {
  const [stuck, other] = [await churchOf('hang@example.org'), await churchOf('ada@example.org')]
  await Promise.all([post(stuck), post(other)])
  const hanging = new Promise<() => void>(asked => {
    server.recipient = address => (address.startsWith('hang') ? new Promise(release => asked(release)) : undefined)
  })
  const arrived = server.next()
  const sending = node().sendDue()
  assert.deepEqual((await arrived).to, ['ada@example.org'])
  assert.equal((await newest(stuck)).mailed_at, null)
  // The server may be asked about the mail that hangs only after it has the other one.
  const release = await hanging
  release()
  await sending
  assert.equal(server.received.length, 2)
})

test('any number of mails that hang hold up another church no longer than the timeout', async () => {
  const stuck = await Promise.all(Array.from({ length: 9 }, () => churchOf('hang@example.org')))
  const other = await churchOf('ada@example.org')
  await Promise.all([...stuck, other].map(post))
  server.recipient = address => (address.startsWith('hang') ? hang() : undefined)
  const mail = node({ timeout: 500 })
  // On a slow machine the other church's mail, too, may run into so short a timeout: it is due again then.
  for (let round = 0; server.received.length === 0; round += 1) {
    await mail.sendDue()
    await later(other, 2 ** round)
  }
  for (const church of stuck) assert.match((await newest(church)).mail_error ?? '', /Timeout|too long/)
})

test('two nodes mail each notice once', async () => {
  const churches = await Promise.all(Array.from({ length: 6 }, () => churchOf('ada@example.org')))
  for (const church of [...churches, ...churches, ...churches]) await post(church)
  const nodes = [node(), node()]
  await Promise.all(nodes.map(one => one.sendDue()))
  await Promise.all(nodes.map(one => one.sendDue()))
  const ids = server.received.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1])
  assert.equal(ids.length, 18)
  assert.equal(new Set(ids).size, 18)
})

test('what a node is mailing no other node mails, until the claim of a node that died runs out', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  let release = (_error: Error): void => undefined
  const begun = new Promise<void>(resolve => {
    server.recipient = () => {
      resolve()
      return new Promise((_resolve, reject) => (release = reject))
    }
  })
  const slow = node().sendDue()
  await begun
  server.recipient = () => undefined
  await node().sendDue()
  assert.equal(server.received.length, 0)
  const [idle] = await service.database.read.all<{ open: number }>(sql`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and query like '%notices%'`)
  assert.equal(idle?.open, 0, 'no transaction waits for a mail server')

  await later(church, 5)
  await node().sendDue()
  assert.equal(server.received.length, 1)
  release(refusal(451, 'too late'))
  await slow
  const { mailed_at, mail_error } = await newest(church)
  assert.notEqual(mailed_at, null)
  assert.equal(mail_error, null, 'the attempt that was late changes nothing')
})

test('the end of a node stops a mail that hangs, and another node sends it', async () => {
  const church = await churchOf('ada@example.org')
  await post(church)
  const ending = node()
  const begun = new Promise<void>(resolve => {
    server.recipient = () => {
      resolve()
      return hang()
    }
  })
  const sending = ending.sendDue()
  await begun
  await ending.close()
  await sending
  assert.match((await newest(church)).mail_error ?? '', /stopped/)
  server.recipient = () => undefined
  await later(church, 1)
  await node().sendDue()
  assert.equal(server.received.length, 1)
})

test('the log tells of mails without addresses, words of notices, or names of churches', async () => {
  const church = await churchOf('canary@example.org')
  await post(church)
  server.recipient = () => {
    throw refusal(550, 'canary@example.org is unknown to Grace Church')
  }
  const mail = node()
  await mail.sendDue()
  server.recipient = () => undefined
  await later(church, 1)
  await mail.sendDue()
  assert.equal(server.received.length, 1)
  const logged = mail.logged()
  const lines = logged
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  const { id } = await newest(church)
  assert.deepEqual(
    lines.map(({ notice_id, church_id, status }) => [notice_id, church_id, status]),
    [
      [id, church.church.id, 550],
      [id, church.church.id, undefined],
    ],
  )
  assert.doesNotMatch(logged, /@|canary|Grace|paused|failed 20/)
})
