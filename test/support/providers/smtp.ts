/** A church's own mail server, which wants a log-in; it speaks SMTP as Postfix does. */
import assert from 'node:assert/strict'
import { smtp } from '../../../src/modules/messaging/providers/smtp.ts'
import { readMail } from '../read-mail.ts'
import { CUT, HANG, RESET, type Script, startScriptedMailServer } from '../scripted-mail-server.ts'
import type { FakeProvider, Judged, ProviderCase, Trouble } from './case.ts'

const [USER, PASSWORD] = ['office@grace.example', 'p/ss:wörd']
const urlFor = (password: string): string =>
  `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@127.0.0.1:1`

const VALUES = { url: urlFor(PASSWORD), from: 'office@grace.example' }

/** What it says to a command while something is wrong with it. */
const IN_TROUBLE: Record<Trouble, Script> = {
  // Amazon SES.
  rate_limited: { content: '454 Throttling failure: Maximum sending rate exceeded.' },
  server_error: { content: '451 4.3.0 Error: queue file write error' },
  unavailable: { greeting: '421 4.3.2 All server ports are busy' },
  hanging: { content: HANG },
  reset: { content: RESET },
  cut_off: { content: CUT },
  garbage: { content: 'HTTP/1.1 200 OK' },
}

const REFUSED: Record<string, string> = {
  'nobody@example.org': '550 5.1.1 <nobody@example.org>: Recipient address rejected: User unknown',
  'ada@elsewhere.example': '554 5.7.1 <ada@elsewhere.example>: Relay access denied',
  'full@example.org': '452 4.2.2 <full@example.org>: Recipient address rejected: Mailbox full',
}
const SPAM_TRAP = 'trap@example.org'

const addressIn = (command: string): string => /<(.*)>/.exec(command)?.[1] ?? ''

/** The text of a mail without the line that one unsubscribes by. */
function bodyOf(mail: string): string {
  const body = /^(.*)\n\nUnsubscribe: https:\S+\n$/s.exec(readMail(mail).text.replaceAll('\r\n', '\n'))?.[1]
  return body ?? assert.fail(`no line to unsubscribe by: ${mail}`)
}

async function start(): Promise<FakeProvider> {
  let [loggedIn, to] = [false, '']
  const login = Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64')
  const manners = {
    greeting: () => {
      loggedIn = false
      fake.asked += 1
      return '220 mail.grace.example ESMTP Postfix'
    },
    EHLO: () => '250-mail.grace.example\r\n250-SIZE 10240000\r\n250-AUTH PLAIN\r\n250 ENHANCEDSTATUSCODES',
    AUTH: (line: string) => {
      loggedIn = line === `AUTH PLAIN ${login}`
      return loggedIn ? '235 2.7.0 Authentication successful' : `535 5.7.8 Error: authentication failed: ${line}`
    },
    MAIL: () => (loggedIn ? '250 2.1.0 Ok' : '530 5.7.0 Authentication required'),
    RCPT: (line: string) => {
      to = addressIn(line)
      return REFUSED[to] ?? '250 2.1.5 Ok'
    },
    content: (mail: string) => {
      if (to === SPAM_TRAP) return '554 5.7.1 Spam message rejected'
      fake.taken.push({ to, body: bodyOf(mail) })
      return '250 2.0.0 Ok: queued as 4FhXyz0bTqz9rw'
    },
  }
  const script = Object.entries(manners).map(([step, answer]) => [
    step,
    (line: string) => {
      const usual = () => answer(line)
      const wrong = fake.trouble && IN_TROUBLE[fake.trouble][step]
      if (typeof wrong !== 'string') return usual()
      if (step === 'greeting') usual()
      return wrong
    },
  ])
  const server = await startScriptedMailServer(Object.fromEntries(script))
  const fake: FakeProvider = {
    network: { request: () => assert.fail('SMTP is no HTTP') },
    values: values => ({ ...values, url: String(values.url).replace(/:1$/, `:${server.port}`) }),
    trouble: undefined,
    taken: [],
    asked: 0,
    close: server.close,
  }
  return fake
}

/** A reply of 4yz says that the mail was not taken, whatever the reason; SMTP names no time to wait. */
const PUT_OFF: Judged = { taken: false, kind: 'passing', code: 'provider_unavailable' }

export const SMTP: ProviderCase = {
  provider: smtp,
  channel: 'email',
  values: VALUES,
  accounts: { 'a name and an address for answers': { ...VALUES, from_name: 'Zoë', reply_to: 'zoe@grace.example' } },
  wrongValues: {
    url: ['', 'mail.example.org', 'imap://127.0.0.1', 'smtp://mail.example.org/inbox'],
    from: ['', 'office', 'Ada <ada@example.org>'],
    reply_to: ['', 'office', 'zoe@grace.example\r\nBcc: eve@example.org'],
  },
  to: 'ada@example.org',
  providerId: /^<sexton-1-42@grace\.example>$/,
  start,
  troubles: { rate_limited: PUT_OFF, server_error: PUT_OFF, unavailable: PUT_OFF },
  refusals: [
    {
      name: 'an address that it does not know',
      to: 'nobody@example.org',
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
      detail: /550 5\.1\.1 .*User unknown$/,
    },
    {
      name: 'to relay',
      to: 'ada@elsewhere.example',
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /554 5\.7\.1 .*Relay access denied$/,
    },
    { name: 'a mailbox that is full', to: 'full@example.org', result: PUT_OFF },
    {
      name: 'a mail that it has read',
      to: SPAM_TRAP,
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /554 5\.7\.1 Spam message rejected$/,
    },
    {
      name: 'what is no e-mail address',
      to: 'ada@example.org>\r\nDATA',
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
    },
    {
      name: 'a wrong password, which it repeats',
      values: { ...VALUES, url: urlFor('wrong') },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^The mail server refused the sign-in\. 535$/,
    },
    {
      name: 'an account without a log-in',
      values: { ...VALUES, url: 'smtp://127.0.0.1:1' },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^The mail server refused the sign-in\. 530$/,
    },
  ],
}
