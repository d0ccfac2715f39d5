import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  always,
  BODY,
  closedPort,
  HEADERS,
  naming,
  outletTo,
  receive,
  receiveRaw,
  saying,
} from './support/receivers.ts'

const MB = 1_048_576
const SHORT_MS = 400

test('the receiver gets a POST with the headers and the raw body, to the path and query of its URL', async t => {
  const receiver = await receive(t, always(200))
  const body = '{"name":"Ọlá 🕊"}'
  await outletTo(t, `${receiver.url}/%7Echurch?a=1&b=%20#part`).post(HEADERS, body)
  const [request] = receiver.received
  assert.equal(request?.method, 'POST')
  assert.equal(request?.path, '/hook/%7Echurch?a=1&b=%20')
  assert.equal(request?.body, body)
  assert.equal(request?.headers['x-service-event'], 'ping')
  assert.equal(request?.headers.host, `127.0.0.1:${receiver.port}`)
  assert.equal(request?.headers['content-length'], String(Buffer.byteLength(body)))
})

for (const status of [200, 201, 202, 204, 299]) {
  test(`the receiver answers any 2xx: ${status} is a success`, async t => {
    const receiver = await receive(t, always(status, status === 204 ? '' : 'thanks'))
    assert.deepEqual(await outletTo(t, receiver.url).post(HEADERS, BODY), {
      delivered: true,
      status,
      reason: null,
      response: status === 204 ? '' : 'thanks',
    })
  })
}

for (const status of [400, 401, 404, 410, 418, 429, 500, 503, 599]) {
  test(`any other outcome is a failure: ${status}`, async t => {
    const receiver = await receive(t, always(status, 'sorry'))
    const outcome = await outletTo(t, receiver.url).post(HEADERS, BODY)
    assert.deepEqual(outcome, { delivered: false, status, reason: `answered ${status}`, response: 'sorry' })
  })
}

for (const status of [300, 301, 302, 303, 304, 307, 308]) {
  test(`redirects are a failure, never followed: ${status}`, async t => {
    const target = await receive(t, always(200))
    for (const location of [target.url, 'http://10.0.0.1/', '//169.254.169.254/latest/meta-data/', '/hook2']) {
      const receiver = await receive(t, always(status, '', { location }))
      const { delivered, reason } = await outletTo(t, receiver.url).post(HEADERS, BODY)
      assert.equal(delivered, false)
      assert.equal(reason, `answered ${status}: redirects are not followed`)
      assert.equal(receiver.received.length, 1)
    }
    assert.equal(target.connections, 0)
  })
}

test('an answer that comes late but within the deadline is a success', async t => {
  // Longer than a connection may be idle, which this one is not.
  const receiver = await receive(t, response => setTimeout(() => response.end('ok'), 2_000))
  const outlet = outletTo(t, receiver.url)
  for (let i = 0; i < 2; i++) assert.equal((await outlet.post(HEADERS, BODY)).delivered, true)
  assert.equal(receiver.connections, 1)
})

test('a receiver that never answers fails with the time in words, and its connection is gone', async t => {
  const receiver = await receiveRaw(t, socket => socket.resume())
  const outcome = await outletTo(t, receiver.url, { timeout: SHORT_MS }).post(HEADERS, BODY)
  assert.deepEqual(outcome, { delivered: false, status: null, reason: 'timed out after 0.4 s', response: null })
  await receiver.gone()
})

test('headers that drip do not prolong the deadline', async t => {
  const receiver = await receiveRaw(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('X-A: b\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  const outcome = await outletTo(t, receiver.url, { timeout: SHORT_MS }).post(HEADERS, BODY)
  assert.equal(outcome.reason, 'timed out after 0.4 s')
  await receiver.gone()
})

test('a receiver that never reads a large body runs into the deadline', async t => {
  const receiver = await receiveRaw(t, socket => socket.pause())
  const outcome = await outletTo(t, receiver.url, { timeout: SHORT_MS }).post(HEADERS, 'x'.repeat(20 * MB))
  assert.equal(outcome.reason, 'timed out after 0.4 s')
})

test('each way to end without an answer has its words', async t => {
  const cases: [string, Parameters<typeof receiveRaw>[1]][] = [
    ['connection reset', socket => void socket.once('data', () => socket.resetAndDestroy())],
    ['connection closed without an answer', socket => void socket.once('data', () => socket.end())],
    ['connection closed without an answer', saying('HTTP/1.1 200 OK\r\nContent-', socket => socket.end())],
    ['the answer is not HTTP', saying('SSH-2.0-OpenSSH_9.6\r\n')],
    ['the answer is not HTTP', saying('HTTP/1.1 two hundred\r\n\r\n')],
    ['the answer is not HTTP', saying('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n')],
    ['the answer has too many headers', saying(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(MB)}\r\n\r\n`)],
  ]
  for (const [reason, meet] of cases) {
    const receiver = await receiveRaw(t, meet)
    const outcome = await outletTo(t, receiver.url).post(HEADERS, BODY)
    assert.deepEqual(outcome, { delivered: false, status: null, reason, response: null })
    await receiver.gone()
  }
})

const INTERIM = [100, 102, 103].map(status => `HTTP/1.1 ${status} Wait\r\n\r\n`).join('')

test('interim answers are passed over: the status is that of the final one', async t => {
  const receiver = await receiveRaw(
    t,
    saying(
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok',
    ),
  )
  const outcome = await outletTo(t, receiver.url).post(HEADERS, BODY)
  assert.deepEqual(outcome, { delivered: true, status: 201, reason: null, response: 'ok' })
})

test('interim answers without end run into the deadline', async t => {
  const receiver = await receiveRaw(t, socket => {
    const timer = setInterval(() => socket.write(INTERIM), 5)
    socket.once('close', () => clearInterval(timer))
  })
  const outcome = await outletTo(t, receiver.url, { timeout: SHORT_MS }).post(HEADERS, BODY)
  assert.equal(outcome.reason, 'timed out after 0.4 s')
  await receiver.gone()
})

test('a switch to another protocol is a failure, and its connection is gone', async t => {
  const receiver = await receiveRaw(
    t,
    saying('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  )
  const outcome = await outletTo(t, receiver.url).post(HEADERS, BODY)
  assert.deepEqual(outcome, { delivered: false, status: 101, reason: 'answered 101', response: '' })
  await receiver.gone()
})

test('a 2xx whose body drips is a success: what came is kept, the rest is cut off', async t => {
  const receiver = await receive(t, response => {
    const timer = setInterval(() => response.write('drip '), 20)
    response.once('close', () => clearInterval(timer))
  })
  const begun = performance.now()
  const { delivered, status, response } = await outletTo(t, receiver.url).post(HEADERS, BODY)
  assert.deepEqual([delivered, status], [true, 200])
  assert.ok(performance.now() - begun < 30_000, 'long before the deadline')
  assert.match(response ?? '', /^(drip )+$/)
  await receiver.gone()
})

test('a 2xx whose body breaks off is a success', async t => {
  const receiver = await receiveRaw(
    t,
    saying('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', socket => socket.end()),
  )
  const outcome = await outletTo(t, receiver.url).post(HEADERS, BODY)
  assert.deepEqual(outcome, { delivered: true, status: 200, reason: null, response: 'half' })
})

test('of an endless answer only the start is read', async t => {
  const piece = Buffer.alloc(65_536, 'a')
  const receiver = await receive(t, response =>
    pipeline(Readable.from(Array.from({ length: (100 * MB) / piece.length }, () => piece)), response),
  )
  const { delivered, response } = await outletTo(t, receiver.url).post(HEADERS, BODY)
  assert.equal(delivered, true)
  assert.equal(response, 'a'.repeat(2_000))
  await receiver.gone()
  assert.ok(receiver.written() < 20 * MB, `${receiver.written()} bytes were taken`)
})

test('a compressed answer is not unpacked', async t => {
  const bomb = gzipSync(Buffer.alloc(200 * MB), { level: 9 })
  const receiver = await receive(t, always(200, '', {}))
  const packed = await receive(t, response => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
  await outletTo(t, receiver.url).post(HEADERS, BODY)
  const before = process.memoryUsage.rss()
  const { delivered, response } = await outletTo(t, packed.url).post(HEADERS, BODY)
  assert.equal(delivered, true)
  assert.match(response ?? '', /^\(\d+ bytes, compressed: gzip\)$/)
  assert.ok(process.memoryUsage.rss() - before < 100 * MB)
  assert.equal(packed.received[0]?.headers['accept-encoding'], undefined)
})

test('the start of the answer can be stored as text, whatever it is', async t => {
  const answers: [Buffer | string, Record<string, string>, string][] = [
    ['a\0b', {}, 'a\uFFFDb'],
    [Buffer.from([0xff, 0x41]), {}, '\uFFFDA'],
    [`${'a'.repeat(1_999)}🕊`, {}, 'a'.repeat(1_999)],
    ['x', { 'Content-Encoding': 'b'.repeat(9_000) }, `(1 bytes, compressed: ${'b'.repeat(1_978)}`],
  ]
  for (const [body, headers, expected] of answers) {
    const receiver = await receive(t, response => response.writeHead(200, headers).end(body))
    assert.equal((await outletTo(t, receiver.url).post(HEADERS, BODY)).response, expected)
  }
})

test('a closed port is said to refuse', async t => {
  const outcome = await outletTo(t, `http://127.0.0.1:${await closedPort()}/`).post(HEADERS, BODY)
  assert.deepEqual(outcome, { delivered: false, status: null, reason: 'connection refused', response: null })
})

test('a name that has several addresses is tried until one takes the connection', async t => {
  const receiver = await receive(t, always(200))
  const url = `http://receiver.test:${receiver.port}/`
  const outlet = outletTo(t, url, { resolve: naming('receiver.test', '127.0.0.2', '::1', '127.0.0.1') })
  assert.equal((await outlet.post(HEADERS, BODY)).delivered, true)
})
