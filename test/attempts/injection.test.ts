/** Text that somebody types is text: in headers of answers and mails, and on the pages that the public sees. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { smtp } from '../../src/modules/messaging/providers/smtp.ts'
import { member } from '../support/console.ts'
import { filled, type GivingChurch, type GivingService, startGiving, visit } from '../support/giving.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { setAccount } from '../support/messaging.ts'
import { readMail } from '../support/read-mail.ts'
import { BELIEVING, newAddress, stepAllUp } from './browsers.ts'
import { PUBLIC_ROOTS } from './public-surface.ts'
import { Tally } from './tally.ts'
import { type Sent, shown, wireTo } from './wire.ts'

let mail: MailServer
let service: GivingService
let church: GivingChurch

before(async () => {
  mail = await startMailServer()
  service = await startGiving({
    ...BELIEVING,
    SEXTON_SMTP_URL: mail.url,
    SEXTON_MAIL_FROM: 'sexton@example.org',
    SEXTON_WEBHOOK_ALLOW_INSECURE: 'true',
  })
  church = await service.givingChurch('development')
})
after(async () => {
  await service.close()
  await mail.close()
})

/** Ends of a line, and what some readers take for one. */
const LINE_ENDS = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u560a\u560d', '%0d%0a', '\\r\\n', '\r\n\t', '\u0000\r\n']
const HEADER = 'X-Injected: 1'
const breaking = LINE_ENDS.map(end => `Grace${end}${HEADER}${end}Bcc: eve@example.org`)

test('no text that is sent becomes a header of an answer', async t => {
  const tally = new Tally('headers injected into answers', 90)
  const ask = wireTo(service)
  for (const text of breaking) {
    const value = encodeURIComponent(text)
    const key = { authorization: `Bearer ${church.key}`, ...newAddress() }
    const latin = Buffer.from(text, 'utf8')
      .toString('latin1')
      .replaceAll(/[^\x20-\xff]/g, ' ')
    const requests: Sent[] = [
      { path: `/api/v1/people?q=${value}`, headers: key },
      { path: `/api/v1/${value}`, headers: key },
      { method: 'POST', path: '/api/v1/people', headers: key, body: { first_name: text, [text]: text } },
      {
        method: 'POST',
        path: '/api/v1/contributions',
        headers: { ...key, 'idempotency-key': latin },
        body: { amount: 5, reference: text },
      },
      { path: `/console/auth/reset-password/${value}?callbackURL=${value}`, headers: newAddress() },
      { path: `/console/api/${value}/people`, headers: newAddress() },
      { path: `/docs/${value}`, headers: { accept: 'text/html' } },
      { path: '/api/v1', headers: { 'x-request-id': latin, 'x-forwarded-for': latin } },
      ...PUBLIC_ROOTS.map(route => ({ path: `${route}/${value}?next=${value}`, headers: newAddress() })),
    ]
    for (const sent of requests) {
      const answer = await ask(sent)
      const names = Object.keys(answer.headers)
      tally.note(answer.status < 500 && !names.includes('x-injected') && !names.includes('bcc'), shown(sent, answer))
    }
  }
  tally.end(t)
})

test('no name or subject becomes a header or a receiver of a mail', async t => {
  const tally = new Tally('headers injected into mails', 10)
  const { database } = service
  const values = { url: mail.url, from: 'office@example.org' }
  await setAccount(service, church.church, { provider: smtp, channel: 'email', values })
  const owner = await member(service, church, 'owner')
  await stepAllUp(service)
  const operate = (name: string, body: object) => owner.inChurch('POST', `/actions/${name}`, body)
  for (const [index, text] of breaking.entries()) {
    const heard = mail.received.length
    // What is refused is in no mail; what a database has from before is.
    await operate('church.set', { name: text })
    await operate('account.rename', { name: text })
    await database.write(church.church.id, tx =>
      tx.run(sql`update churches set name = ${text.replaceAll('\u0000', '')} where id = ${church.church.id}`),
    )
    await operate('users.invite', { email: `invited-${index}@example.org`, role: 'viewer' })
    await operate('users.invite', { email: `invited@example.org${text}`, role: 'viewer' })
    const to = `ada-${index}@example.org`
    await church.send('POST', '/people', { first_name: text, email: to })
    await church.send('POST', '/messages', { channel: 'email', to, subject: text, body: text })
    await church.send('POST', '/messages', { channel: 'email', to: `${to}${text}`, subject: 'x', body: 'x' })
    for (const { source, to: receivers } of mail.received.slice(heard)) {
      const { headers } = readMail(source)
      const names = [...headers.keys()].map(name => name.toLowerCase())
      const held = !names.includes('x-injected') && !names.includes('bcc') && receivers.length === 1
      tally.note(held && !receivers.includes('eve@example.org'), source)
    }
  }
  tally.end(t)
})

/** Text that a browser would run, each beginning with a mark to be found by. */
const MARKUP = [
  'm1<script>alert(1)</script>',
  'm2"><img src=x onerror=alert(1)>',
  "m3' autofocus onfocus='alert(1)",
  'm4</title><svg onload=alert(1)>',
  'm5</textarea><script>alert(1)</script>',
  'm6--><script>alert(1)</script>',
  'm7<a href="javascript:alert(1)">x</a>',
  'm8&lt;script&gt;<iframe srcdoc="<script>alert(1)</script>">',
]

/** Whether what was typed is on a page as something else than text. */
const runs = (text: string): boolean => {
  // Within quotes it is a value.
  const tags = text.replace(/"[^"]*"/g, '""')
  return MARKUP.some(one => text.includes(one)) || /<[^>]*\bon\w+\s*=/i.test(tags) || /href="javascript:/i.test(text)
}

test('what people type is text on every page that the public sees', async t => {
  const tally = new Tally('markup injected into pages', 40)
  const { database } = service
  const look = (what: string, { text, headers, status }: Awaited<ReturnType<typeof visit>>): void => {
    const policy = headers.get('content-security-policy') ?? ''
    const guarded = status === 303 || /default-src 'none'/.test(policy)
    tally.note(!runs(text) && guarded, `${what}: ${status} ${policy} ${text.slice(-400)}`)
  }
  let marks = 0
  for (const markup of MARKUP) {
    await database.write(church.church.id, async tx => {
      await tx.run(sql`update churches set name = ${markup} where id = ${church.church.id}`)
      await tx.run(sql`update funds set name = ${markup} where church_id = ${church.church.id}`)
    })
    const first = await visit(church.page)
    marks += first.text.includes(markup.slice(0, 2)) ? 1 : 0
    look('the giving page', first)
    const typed = {
      name: markup,
      email: markup,
      note: markup,
      amount: markup,
      fund: markup,
      form_id: markup,
      [markup]: markup,
    }
    look('a form that is wrong', await visit(church.page, typed))
    const led = await visit(church.page, filled(church.fund_id, { name: markup, note: markup }))
    look('a form that is right', led)
    assert.equal(led.status, 303, led.text)
    const checkout = `${service.url}${led.location}`
    look('the checkout for tests', await visit(checkout))
    const thanks = await visit(checkout, { outcome: 'pay' })
    look('the thanks', await visit(`${service.url}${thanks.location}`))
    look('an address that is wrong', await visit(`${church.page}/${encodeURIComponent(markup)}`))
    await church.send('POST', '/messages', { channel: 'email', to: 'ada@example.org', subject: markup, body: markup })
    const link = /https?:\/\/\S+(\/unsubscribe\/[\w.-]+)/.exec(readMail(mail.received.at(-1)?.source).text)?.[1]
    assert.ok(link, 'a mail has its link')
    look('the page for unsubscribing', await visit(`${service.url}${link}`))
  }
  assert.equal(marks, MARKUP.length, 'the pages show what was typed')
  tally.end(t)
})
