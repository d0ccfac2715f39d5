import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { certificates } from './support/certificates.ts'
import { always, BODY, HEADERS, naming, outletTo, receive, receiveRaw, saying } from './support/receivers.ts'

const failed = (reason: string) => ({ delivered: false, status: null, reason, response: null })

test('the service sends an HTTPS POST: a certificate of a known authority passes, for a name and for an address', async t => {
  const { ca, good } = await certificates()
  const asked: unknown[] = []
  const receiver = await receive(
    t,
    response => {
      asked.push((response.socket as TLSSocket & { servername: unknown }).servername)
      response.end('ok')
    },
    good,
  )
  const named = `https://receiver.test:${receiver.port}/hook`
  for (const url of [receiver.url, named, named.replace('.test', '.test.')]) {
    const host = new URL(url).hostname
    const outlet = outletTo(t, url, { ca, resolve: naming(host, '127.0.0.1') })
    assert.deepEqual(await outlet.post(HEADERS, BODY), { delivered: true, status: 200, reason: null, response: 'ok' })
  }
  assert.deepEqual(asked, [false, 'receiver.test', 'receiver.test'])
})

test('a certificate that is not right has its words, and nothing is sent', async t => {
  const { ca, expired, early, otherName, selfSigned, unknown } = await certificates()
  const cases = [
    ['certificate expired', expired],
    ['certificate not valid yet', early],
    ['certificate is for another name', otherName],
    ['certificate is self-signed', selfSigned],
    ['certificate authority not known', unknown],
  ] as const
  for (const [reason, certificate] of cases) {
    const receiver = await receive(t, always(200), certificate)
    assert.deepEqual(await outletTo(t, receiver.url, { ca }).post(HEADERS, BODY), failed(reason))
    assert.equal(receiver.received.length, 0)
    await receiver.gone()
  }
})

test('the usual authorities are trusted where no other is named, and the environment cannot switch checks off', async t => {
  const { good } = await certificates()
  const receiver = await receive(t, always(200), good)
  t.mock.method(process, 'emitWarning', () => undefined)
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.after(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  })
  assert.deepEqual(await outletTo(t, receiver.url).post(HEADERS, BODY), failed('certificate authority not known'))
  assert.equal(receiver.received.length, 0)
})

test('a port that speaks plain HTTP, or nothing that is TLS, is said to have no TLS', async t => {
  const { ca } = await certificates()
  const plain = await receive(t, always(200))
  const ssh = await receiveRaw(t, socket => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
  for (const { port } of [plain, ssh]) {
    const outcome = await outletTo(t, `https://127.0.0.1:${port}/`, { ca }).post(HEADERS, BODY)
    assert.deepEqual(outcome, failed('no TLS at this address'))
  }
})

test('a TLS handshake that never ends runs into the deadline, and its connection is gone', async t => {
  const receiver = await receiveRaw(t, socket => socket.resume())
  const outlet = outletTo(t, `https://127.0.0.1:${receiver.port}/`, { timeout: 300 })
  assert.deepEqual(await outlet.post(HEADERS, BODY), failed('timed out after 0.3 s'))
  await receiver.gone()
})

test('a TLS connection that breaks has its words', async t => {
  const { ca, good } = await certificates()
  const reset = await receiveRaw(t, socket => void socket.once('data', () => socket.resetAndDestroy()))
  const early = await outletTo(t, `https://127.0.0.1:${reset.port}/`, { ca }).post(HEADERS, BODY)
  assert.deepEqual(early, failed('connection reset'))
  const closed = await receiveRaw(t, socket => void socket.once('data', () => socket.end()), good)
  const late = await outletTo(t, closed.url, { ca }).post(HEADERS, BODY)
  assert.deepEqual(late, failed('connection closed without an answer'))
  const dumb = await receiveRaw(t, saying('hello\r\n'), good)
  assert.deepEqual(await outletTo(t, dumb.url, { ca }).post(HEADERS, BODY), failed('the answer is not HTTP'))
})

test('a silent receiver behind TLS runs into the deadline, and its connection is gone', async t => {
  const { ca, good } = await certificates()
  const receiver = await receiveRaw(t, socket => socket.resume(), good)
  const outlet = outletTo(t, receiver.url, { ca, timeout: 1_000 })
  assert.deepEqual(await outlet.post(HEADERS, BODY), failed('timed out after 1 s'))
  await receiver.gone()
})

test('a TLS connection is used again, and a session is resumed on the next one', async t => {
  const { ca, good } = await certificates()
  const resumed: boolean[] = []
  const receiver = await receive(
    t,
    (response, { path }) => {
      const socket = response.socket as unknown as { isSessionReused(): boolean }
      resumed.push(socket.isSessionReused())
      if (path === '/hook') response.setHeader('Connection', resumed.length === 2 ? 'close' : 'keep-alive')
      response.end('ok')
    },
    good,
  )
  const outlet = outletTo(t, receiver.url, { ca })
  for (let i = 0; i < 3; i++) {
    assert.equal((await outlet.post(HEADERS, BODY)).delivered, true)
    if (i === 1) await receiver.gone()
  }
  assert.equal(receiver.connections, 2)
  assert.deepEqual(resumed, [false, false, true])
})
