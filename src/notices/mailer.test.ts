import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type MailServer, refusal, startMailServer } from '../../test/support/mail-server.ts'
import { type Mail, Mailer, type MailerOptions, MailFault } from './mailer.ts'

const MAIL: Mail = { to: ['ada@example.org'], subject: 'A title', text: 'What to do.\n', name: 'notice-1-2-3' }
const FOREVER = new AbortController().signal

async function mailServer(t: TestContext, ...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options)
  t.after(() => server.close())
  return server
}

function send(url: string, mail: Partial<Mail> = {}, options: Partial<MailerOptions> = {}): Promise<string | null> {
  return new Mailer({ url, from: 'sexton@example.org', ...options }).send({ ...MAIL, ...mail }, FOREVER)
}

test('a mail has its sender, its addresses, its own id, and says that a machine wrote it', async t => {
  const server = await mailServer(t)
  assert.equal(await send(server.url, { to: ['ada@example.org', 'obi@example.org'] }), null)
  const [{ from, to, source } = { from: '', to: [], source: '' }] = server.received
  assert.deepEqual([from, to], ['sexton@example.org', ['ada@example.org', 'obi@example.org']])
  assert.match(source, /^From: Sexton <sexton@example.org>\r$/m)
  assert.match(source, /^To: ada@example.org, obi@example.org\r$/m)
  assert.match(source, /^Subject: A title\r$/m)
  assert.match(source, /^Message-ID: <notice-1-2-3@example.org>\r$/m)
  assert.match(source, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(source, /^What to do\.\r$/m)
})

test('line breaks in a subject add no header', async t => {
  const server = await mailServer(t)
  await send(server.url, { subject: 'A title\r\nBcc: eve@example.org\r\n\r\nAnother text' })
  assert.deepEqual(server.received[0]?.to, ['ada@example.org'])
  assert.doesNotMatch(server.received[0]?.source ?? '', /^(Bcc|Another)/m)
})

test('an address that is refused beside others is named, and the others get the mail', async t => {
  const server = await mailServer(t)
  server.recipient = address => {
    if (address === 'gone@example.org') throw refusal(550, 'no such person')
  }
  const refused = await send(server.url, { to: ['gone@example.org', 'ada@example.org'] })
  assert.match(refused ?? '', /550.*no such person/)
  assert.deepEqual(server.received[0]?.to, ['ada@example.org'])
})

test('the answer of a server that refuses is kept, with its status', async t => {
  const server = await mailServer(t)
  server.recipient = () => {
    throw refusal(550, 'no such person')
  }
  await assert.rejects(send(server.url), (error: unknown) => {
    assert.ok(error instanceof MailFault)
    assert.match(error.message, /550.*no such person/)
    assert.deepEqual([error.code, error.status], ['EENVELOPE', 550])
    return true
  })
})

const LOGIN = { disabledCommands: ['STARTTLS'], authOptional: false, allowInsecureAuth: true }

test('the log-in of the address is used, also where it has special characters', async t => {
  const logins: (string | null | undefined)[][] = []
  const server = await mailServer(t, {
    ...LOGIN,
    onAuth({ username, password }, _session, done) {
      logins.push([username, password])
      done(null, { user: username })
    },
  })
  await send(`smtp://ada%40example.org:p%2Fss%3A@127.0.0.1:${server.port}`)
  assert.deepEqual(logins, [['ada@example.org', 'p/ss:']])
})

test('a password is not sent to another machine without TLS', async t => {
  let heard = ''
  const server = await mailServer(t, {
    ...LOGIN,
    onAuth: ({ password }, _session, done) => {
      heard += password
      done(null, { user: 'ada' })
    },
  })
  // The same machine by a number that does not say so.
  await assert.rejects(send(`smtp://ada:canary@0.0.0.0:${server.port}`), MailFault)
  assert.equal(heard, '')
  assert.equal(server.received.length, 0)
})

test('TLS begins when a server of another machine offers it, and its certificate counts', async t => {
  const server = await mailServer(t, { disabledCommands: ['AUTH'] })
  await assert.rejects(send(`smtp://0.0.0.0:${server.port}`), /certificate/)
  assert.equal(await send(server.url), null, 'on this machine it does not matter')
})

/** A server that speaks as it is told, and no SMTP. */
async function oddServer(t: TestContext, speak: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => undefined)
    speak(socket)
  })
  t.after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what a server says becomes one line that can be stored', async t => {
  const url = await oddServer(t, socket => {
    socket.write('220 odd\r\n')
    socket.on('data', () => socket.write('554-no \u0000mail\r\n554 \u0007today\r\n'))
  })
  await assert.rejects(send(url), (error: Error) =>
    /^[^\p{Cc}]*no {1,2}mail[^\p{Cc}]*today[^\p{Cc}]*$/u.test(error.message),
  )
})

test('a server that does not greet is given up, and so is one that falls silent', async t => {
  const mute = await oddServer(t, () => undefined)
  // The mailer waits as long for the greeting as for anything: either of its timers may be first on a busy machine.
  await assert.rejects(send(mute, {}, { timeout: 100 }), /^Error: (Greeting never received|Timeout)$/)
  const silent = await oddServer(t, socket => socket.write('220 odd\r\n'))
  await assert.rejects(send(silent, {}, { timeout: 100 }), /^Error: Timeout$/)
})

test('a server that always says something and never enough is given up', async t => {
  const url = await oddServer(t, socket => {
    socket.write('220 odd\r\n')
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('250-more\r\n'), 10)
      socket.once('close', () => clearInterval(timer))
    })
  })
  await assert.rejects(send(url, {}, { timeout: 100 }), /took too long/)
})

test('a server that nobody runs is a fault, not the end of the process', async t => {
  const server = await mailServer(t)
  await server.close()
  await assert.rejects(send(server.url), (error: unknown) => error instanceof MailFault && error.code === 'ESOCKET')
})

test('sending stops when it is told to', async t => {
  const server = await mailServer(t)
  const stop = new AbortController()
  server.recipient = () => {
    stop.abort()
    return new Promise(() => undefined)
  }
  const mailer = new Mailer({ url: server.url, from: 'sexton@example.org' })
  await assert.rejects(mailer.send(MAIL, stop.signal), /stopped/)
})
