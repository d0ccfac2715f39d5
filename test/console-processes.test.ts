/** Signing in at nodes that are processes of their own: what their log keeps back, and guesses that go to all of them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { STRANGERS } from '../src/sign-in/guesses.ts'
import { member, PASSWORD, resetToken, type TestMember, visitor } from './support/console.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const NEXT = 'some other words, also easy'

let mail: MailServer
let service: TestService
let nodes: [NodeProcess, NodeProcess]
let owner: TestMember

before(async () => {
  mail = await startMailServer()
  service = await startService()
  owner = await member(service, await service.church(), 'owner')
  const start = () =>
    startProcess(service.connection, {
      SEXTON_LOG_LEVEL: 'debug',
      SEXTON_SMTP_URL: mail.url,
      SEXTON_MAIL_FROM: 'sexton@example.org',
      SEXTON_TRUSTED_PROXIES: '127.0.0.1',
    })
  nodes = await Promise.all([start(), start()])
})
after(async () => {
  killProcesses()
  await service.close()
  await mail.close()
})

test('the link to a new password leads to its page, and no process writes its token down', async () => {
  const [node, other] = nodes
  const token = await resetToken(node, mail, owner.email, {})
  const root = '/console/auth/reset-password'
  const opened = await fetch(`${node.url}${root}/${token}?callbackURL=%2Freset`, { redirect: 'manual' })
  assert.deepEqual([opened.status, opened.headers.get('location')?.endsWith(`/reset?token=${token}`)], [302, true])
  for (const spoilt of [`${root}/${token}/`, `${root}//${token}`, `${root}%2f${token}`, `/console/auth/${token}`]) {
    await fetch(`${other.url}${spoilt}?token=${token}`, { redirect: 'manual' })
  }
  await fetch(`${node.url}/reset?token=${token}`, { headers: { accept: 'text/html' } })
  const weak = await visitor(other).ask('POST', '/auth/reset-password', { token, newPassword: '123456789012345' })
  assert.equal(weak.status, 422)
  const used = await visitor(node).ask('POST', '/auth/reset-password', { token, newPassword: NEXT })
  assert.equal(used.status, 200, used.text)
  await eventually('the last request is in the log', () =>
    /"path":"\/console\/auth\/reset-password"/.test(node.output()),
  )
  for (const { output } of nodes) {
    const line = output()
      .split('\n')
      .find(one => one.includes(token))
    assert.equal(line, undefined)
    assert.match(output(), /"path":"\/console\/auth\/…"/)
    for (const password of [NEXT, PASSWORD]) assert.ok(!output().includes(password))
  }
})

test('of guesses from sixty addresses at two processes hardly any is judged', async () => {
  const { email } = await member(service, await service.church(), 'owner')
  const begun = performance.now()
  const statuses: number[] = []
  for (let wave = 0; wave < 6; wave += 1) {
    const guesses = Array.from({ length: 10 }, async (_, n) => {
      const from = { 'x-forwarded-for': `203.0.113.${wave * 10 + n}` }
      const sent = { email, password: `a wrong password ${wave} ${n}` }
      return (await visitor(n % 2 === 0 ? nodes[0] : nodes[1]).ask('POST', '/auth/sign-in/email', sent, from)).status
    })
    statuses.push(...(await Promise.all(guesses)))
  }
  // However slow the machine: a wait doubles with each guess that is judged after the free ones.
  const most = STRANGERS.free + 2 + Math.log2((performance.now() - begun) / 1_000 + 1)
  const judged = statuses.filter(status => status === 401).length
  assert.ok(judged >= STRANGERS.free && judged <= most, JSON.stringify(statuses))
  assert.equal(statuses.filter(status => status === 429).length, statuses.length - judged)
})
