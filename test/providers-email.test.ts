/** What is special about e-mail by SMTP; the rest is in providers.test.ts. */
import assert from 'node:assert/strict'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outbound, SendResult } from '../src/modules/messaging/provider.ts'
import { serverMail } from '../src/modules/messaging/providers/server-mail.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import type { Network } from '../src/outgoing/request.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { member, PASSWORD } from './support/console.ts'
import { type MailServer, refusal, startMailServer } from './support/mail-server.ts'
import { readMail } from './support/read-mail.ts'
import {
  DROP,
  HANG,
  type Script,
  type ScriptedMailServer,
  startScriptedMailServer,
} from './support/scripted-mail-server.ts'
import { afterTimeout, closing, MESSAGE, short } from './support/sending.ts'
import { startService } from './support/service.ts'

const nowhere: Network = { request: () => assert.fail('SMTP is no HTTP') }

type Values = Record<string, string>

const mail = (url: string, changes: Partial<Outbound> = {}, values: Values = {}): Promise<SendResult> =>
  smtp.send({ ...MESSAGE, ...changes }, { values: { url, from: 'office@grace.example', ...values } }, nowhere)

const mailServer = (t: TestContext, options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> =>
  closing(t, startMailServer(options))
const scripted = (t: TestContext, script: Script): Promise<ScriptedMailServer> =>
  closing(t, startScriptedMailServer(script))

test('a mail has its sender, subject and text, and is known by the id of church and message', async t => {
  const server = await mailServer(t)
  const id = '<sexton-7-42@grace.example>'
  assert.deepEqual(await mail(server.url, { body: `${MESSAGE.body}\n` }), { taken: true, provider_id: id })
  const [{ from, to, source } = { from: '', to: [], source: '' }] = server.received
  assert.deepEqual([from, to], ['office@grace.example', ['ada@example.org']])
  const { headers, text } = readMail(source)
  assert.equal(headers.get('From'), 'Grace Church <office@grace.example>')
  assert.equal(headers.get('To'), 'ada@example.org')
  assert.equal(headers.get('Subject'), 'Sunday')
  assert.equal(headers.get('Message-ID'), id)
  assert.match(headers.get('Content-Type') ?? '', /^text\/plain; charset=utf-8/)
  assert.equal(text, 'We meet at ten.\r\n.\r\nGrüße\r\n')
  for (const name of ['Reply-To', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'X-Mailer']) {
    assert.equal(headers.has(name), false, name)
  }
})

test('mail by this server comes from its address, in the name of the church; without mail settings nothing is tried', async t => {
  const server = await mailServer(t)
  const by = (smtpUrl: string, values: Values = {}) =>
    serverMail({ smtpUrl, mailFrom: 'mail@host.example' }).send(MESSAGE, { values }, nowhere)
  assert.deepEqual(await by(server.url, { reply_to: 'zoe@grace.example' }), {
    taken: true,
    provider_id: '<sexton-7-42@host.example>',
  })
  const { headers } = readMail(server.received[0]?.source)
  assert.equal(headers.get('From'), 'Grace Church <mail@host.example>')
  assert.equal(headers.get('Reply-To'), 'zoe@grace.example')
  assert.deepEqual(await by(''), {
    taken: false,
    kind: 'permanent',
    code: 'provider_login',
    detail: 'Email is not set up on this server.',
  })
})

test('mail by this server can be set up where it has a mail server, and nowhere else', async t => {
  const server = await mailServer(t)
  for (const [settings, offered] of [
    [{}, false],
    [{ SEXTON_SMTP_URL: server.url, SEXTON_MAIL_FROM: 'mail@host.example' }, true],
  ] as const) {
    const service = await closing(t, startService(settings))
    const church = await service.church()
    const owner = await member(service, church, 'owner')
    await owner.ask('POST', '/api/step-up', { password: PASSWORD })
    const shown = (await owner.inChurch('GET', '/views/providers')).json.data as { available: { name: string }[] }
    assert.equal(
      shown.available.some(({ name }) => name === 'server'),
      offered,
    )
    const sent = { channel: 'email', provider: 'server', values: {} }
    const set = await owner.inChurch('POST', '/actions/providers.set', sent)
    assert.equal(set.status, offered ? 200 : 422, set.text)
    if (!offered) continue
    const tested = await owner.inChurch('POST', '/actions/providers.test', { channel: 'email', to: 'ada@example.org' })
    assert.equal(tested.json.data.status, 'sent', tested.text)
    assert.equal(server.received.at(-1)?.from, 'mail@host.example')
  }
})

test('people are told how to unsubscribe in their own language', async t => {
  const server = await mailServer(t)
  const french = languageNamed('fr')
  const address = 'https://sexton.example.org/unsubscribe/1'
  await mail(server.url, { unsubscribe_url: address, language: french })
  const { text } = readMail(server.received[0]?.source)
  assert.ok(text.includes(french.say('Unsubscribe: {address}', { address })), text)
  assert.doesNotMatch(text, /Unsubscribe:/)
})

test('a mail that one can unsubscribe from says so to programs (RFC 8058) and to people', async t => {
  const server = await mailServer(t)
  const url = `https://sexton.example.org/unsubscribe/${'0123456789abcdef'.repeat(12)}`
  await mail(server.url, { unsubscribe_url: url }, { from_name: 'Pastor Zoë', reply_to: 'zoe@grace.example' })
  const { headers, text } = readMail(server.received[0]?.source)
  assert.equal(headers.get('List-Unsubscribe')?.trim(), `<${url}>`)
  assert.equal(headers.get('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  assert.equal(text, `We meet at ten.\r\n.\r\nGrüße\r\n\r\nUnsubscribe: ${url}\r\n`)
  assert.match(headers.get('From') ?? '', /^=\?UTF-8\?.*\?= <office@grace.example>$/)
  assert.equal(headers.get('Reply-To'), 'zoe@grace.example')
})

test('line breaks in a subject or a name add no header', async t => {
  const server = await mailServer(t)
  const evil = 'Hello\r\nBcc: eve@example.org\r\n\r\nAnother text'
  await mail(server.url, { subject: evil }, { from_name: evil })
  assert.deepEqual(server.received[0]?.to, ['ada@example.org'])
  assert.doesNotMatch(server.received[0]?.source ?? '', /^(Bcc|Another)/m)
})

const SMTP_CASES: readonly [string, Script, string][] = [
  ['that does not greet well', { greeting: '554 go away' }, 'passing provider_unavailable'],
  ['that closes before its greeting', { greeting: DROP }, 'passing provider_unavailable'],
  ['that speaks no SMTP', { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n<html>' }, 'passing provider_unavailable'],
  ['that knows neither EHLO nor HELO', { EHLO: '502 what', HELO: '502 what' }, 'passing provider_unavailable'],
  ['that is about to stop', { EHLO: '421 stopping' }, 'passing provider_unavailable'],
  ['that takes no mail from the sender now', { MAIL: '451 later' }, 'passing provider_unavailable'],
  ['that takes no mail from the sender', { MAIL: '550 not you' }, 'permanent refused'],
  ['that has taken too much for now', { RCPT: '452 4.5.3 too many' }, 'passing provider_unavailable'],
  ['that finds the address malformed', { RCPT: '553 what is this' }, 'permanent invalid_address'],
  ['that cannot read the address', { RCPT: '501 syntax' }, 'permanent invalid_address'],
  ['that does not relay', { RCPT: '550 5.7.1 relaying denied' }, 'permanent refused'],
  ['that refuses the recipient for another reason', { RCPT: '554 no' }, 'permanent refused'],
  ['that answers an address with nonsense', { RCPT: 'bananas' }, 'passing provider_unavailable'],
  ['that closes before the mail', { RCPT: DROP }, 'passing provider_unavailable'],
  ['that wants no data', { DATA: '554 no' }, 'permanent refused'],
  ['that wants no data now', { DATA: '451 no' }, 'passing provider_unavailable'],
  ['that closes when asked to take data', { DATA: DROP }, 'passing provider_unavailable'],
  ['that closes after the mail', { content: DROP }, 'unknown unknown_outcome'],
  ['that has no room for it', { EHLO: '250-hello\r\n250 SIZE 100' }, 'permanent refused'],
  [
    'that hears all at once, refuses the address and takes the data nonetheless',
    { EHLO: '250-hello\r\n250 PIPELINING', RCPT: '550 5.1.1 nobody', content: '554 nobody' },
    'permanent invalid_address',
  ],
]

for (const [server, script, expected] of SMTP_CASES) {
  test(`a mail server ${server}: ${expected}`, async t => {
    assert.equal(short(await mail((await scripted(t, script)).url)), expected)
  })
}

for (const step of ['greeting', 'RCPT']) {
  test(`a mail server that falls silent at the ${step} has surely not taken the mail`, async t => {
    const server = await scripted(t, { [step]: HANG })
    const result = await afterTimeout(
      t,
      () => mail(server.url),
      () => server.hears(step),
    )
    assert.equal(short(result), 'passing provider_unavailable')
  })
}

test('a mail server that always says something and never enough is given up in time', async t => {
  const server = await scripted(t, { MAIL: '250-more' })
  const result = await afterTimeout(
    t,
    () => mail(server.url),
    () => server.hears('MAIL'),
  )
  assert.deepEqual(result, {
    taken: false,
    kind: 'passing',
    code: 'provider_unavailable',
    detail: 'no answer within 60 s',
  })
})

test('a log-in that is refused is for the church to mend, and its password is not repeated', async t => {
  const server = await scripted(t, {
    EHLO: '250-hello\r\n250 AUTH PLAIN',
    AUTH: line => `535 5.7.8 canary is wrong: ${line}`,
  })
  const result = await mail(`smtp://ada:canary@127.0.0.1:${server.port}`)
  assert.equal(short(result), 'permanent provider_login')
  assert.doesNotMatch(JSON.stringify(result), /canary|AUTH PLAIN/)
  const busy = await scripted(t, { EHLO: '250-hello\r\n250 AUTH PLAIN', AUTH: line => `454 later: ${line}` })
  const later = await mail(`smtp://ada:canary@127.0.0.1:${busy.port}`)
  assert.equal(short(later), 'passing provider_unavailable')
  assert.doesNotMatch(JSON.stringify(later), /AUTH PLAIN/)
})

test('a mail server takes the log-in of its address; a password goes to no other machine without TLS', async t => {
  const logins: unknown[] = []
  const server = await mailServer(t, {
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      logins.push([username, password])
      done(null, { user: username })
    },
  })
  assert.equal(short(await mail(`smtp://ada%40example.org:p%2Fss@127.0.0.1:${server.port}`)), 'taken')
  // The same machine by a number that does not say so.
  assert.equal(short(await mail(`smtp://ada:canary@0.0.0.0:${server.port}`)), 'passing provider_unavailable')
  assert.deepEqual(logins, [['ada@example.org', 'p/ss']])
})

test('a real mail server that refuses an address gives its words', async t => {
  const server = await mailServer(t)
  server.recipient = () => {
    throw refusal(550, 'no such person')
  }
  const result = await mail(server.url)
  assert.equal(short(result), 'permanent invalid_address')
  assert.match(result.taken ? '' : result.detail, /550.*no such person/)
})

test('what is no setting is not tried', async () => {
  assert.equal(short(await mail('imap://127.0.0.1')), 'permanent provider_login')
  assert.equal(short(await mail('smtp://127.0.0.1:1', {}, { from: 'office' })), 'permanent provider_login')
  assert.equal(smtp.settings.url?.check?.('smtps://a:b@mail.example.org'), undefined)
})

test('the name, the connection and the mail have one deadline together', async t => {
  const silent = createServer(socket => socket.on('error', () => undefined))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  // The name takes three quarters of the time; timers of one process end in the order of their moments.
  t.mock.method(dns, 'lookup', async () => {
    await sleep(750)
    return [{ address: '127.0.0.1', family: 4 }]
  })
  const values = { url: `smtp://localhost:${port}`, from: 'office@grace.example' }
  const late = sleep(1_600, undefined)
  const result = await Promise.race([
    smtp.send({ ...MESSAGE, timeout: 1_000 }, { values, publicOnly: { allowLoopback: true } }, nowhere),
    late,
  ])
  assert.ok(result, 'it ended before a second deadline would')
  assert.equal(short(result), 'passing provider_unavailable')
})

test('what may name public hosts only is not sent to this machine, by whatever name, and by no byte', async t => {
  const server = await mailServer(t)
  let connections = 0
  server.recipient = () => {
    connections += 1
  }
  const values = (host: string) => ({ url: `smtp://${host}:${server.port}`, from: 'office@grace.example' })
  const send = (host: string, allowLoopback: boolean) =>
    smtp.send(MESSAGE, { values: values(host), publicOnly: { allowLoopback } }, nowhere)
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '10.0.0.1']) {
    const result = await send(host, false)
    assert.deepEqual([result.taken, !result.taken && result.code], [false, 'address_not_allowed'], host)
  }
  assert.equal(connections, 0)
  assert.equal((await send('127.0.0.1', true)).taken, true)
  assert.equal(server.received.length, 1)
})
