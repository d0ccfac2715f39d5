/** Bytes that are hardly HTTP: every one is answered or hung up on in time, none is a 5xx, and the server lives on. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Tally } from '../attempts/tally.ts'
import { startService, type TestChurch, type TestService } from '../support/service.ts'

/** Far more than the request timeout below; only a hang takes so long. */
const HANG_MS = 8_000

let service: TestService
let church: TestChurch
let port: number

before(async () => {
  service = await startService({ SEXTON_REQUEST_TIMEOUT: '1000' })
  church = await service.church()
  port = Number(new URL(service.url).port)
})
after(async () => {
  await service.close()
})

interface Exchange {
  text: string
  statuses: number[]
  closed: boolean
}

let exchanges = 0

/** Sends pieces on one connection and hears what comes until it is closed, or nothing more comes. */
async function exchange(pieces: (string | Buffer | number)[]): Promise<Exchange> {
  exchanges += 1
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => {
    text += chunk
  })
  const closed = Promise.race([once(socket, 'close'), once(socket, 'end')]).then(() => true)
  await once(socket, 'connect')
  for (const piece of pieces) {
    if (typeof piece === 'number') await sleep(piece)
    else if (!socket.destroyed) socket.write(piece)
  }
  const ended = await Promise.race([closed, sleep(HANG_MS, false, { ref: false })])
  socket.destroy()
  return {
    text,
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    closed: ended,
  }
}

const head = (line: string, ...more: string[]): string => [line, 'Host: test', ...more, '', ''].join('\r\n')
const auth = (): string => `Authorization: Bearer ${church.key}`
const post = (...more: string[]): string =>
  head('POST /api/v1/people HTTP/1.1', auth(), 'Connection: close', 'Content-Type: application/json', ...more)
const get = (target: string, ...more: string[]): string =>
  head(`GET ${target} HTTP/1.1`, auth(), 'Connection: close', ...more)
const BODY = '{"first_name":"Raw"}'

/** Each case: bytes, and the statuses it may be answered with (none: hung up on). */
const CASES: Record<string, { send: () => (string | Buffer | number)[]; may: number[] }> = {
  'Content-Length and Transfer-Encoding': {
    send: () => [post('Content-Length: 5', 'Transfer-Encoding: chunked'), `0\r\n\r\n${get('/smuggled')}`],
    may: [400],
  },
  'two Transfer-Encodings': {
    send: () => [post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'), '0\r\n\r\n'],
    may: [400],
  },
  'Transfer-Encoding in disguise': { send: () => [post('Transfer-Encoding: xchunked'), '0\r\n\r\n'], may: [400] },
  'Transfer-Encoding after a space': { send: () => [post('Transfer-Encoding : chunked'), '0\r\n\r\n'], may: [400] },
  'a folded header': { send: () => [post('X: a\r\n b', `Content-Length: ${BODY.length}`), BODY], may: [201, 400] },
  'bare line feeds': { send: () => [get('/api/v1').replaceAll('\r\n', '\n')], may: [200, 400] },
  'carriage returns alone': { send: () => [get('/api/v1').replaceAll('\r\n', '\r')], may: [400] },
  'a header ended by CR and X': { send: () => [`GET /api/v1 HTTP/1.1\r\nHost: x\r\n\rX${get('/')}`], may: [400] },
  'two Content-Lengths that differ': {
    send: () => [post('Content-Length: 20', 'Content-Length: 5'), BODY],
    may: [400],
  },
  'two Content-Lengths that agree': {
    send: () => [post(`Content-Length: ${BODY.length}`, `Content-Length: ${BODY.length}`), BODY],
    may: [201, 400],
  },
  'a Content-Length that is none': { send: () => [post('Content-Length: +5'), BODY], may: [400] },
  'a Content-Length beyond all numbers': {
    send: () => [post('Content-Length: 99999999999999999999999'), BODY],
    may: [400, 413],
  },
  'a huge Content-Length': { send: () => [post('Content-Length: 9007199254740991'), BODY], may: [413] },
  'chunks that are none': { send: () => [post('Transfer-Encoding: chunked'), 'zz\r\nabc\r\n0\r\n\r\n'], may: [400] },
  'a chunk size beyond all numbers': {
    send: () => [post('Transfer-Encoding: chunked'), 'FFFFFFFFFFFFFFFFFF\r\n'],
    may: [400],
  },
  'a chunk extension without end': {
    send: () => [post('Transfer-Encoding: chunked'), `1;${'x'.repeat(100_000)}\r\n{\r\n0\r\n\r\n`],
    may: [400, 413],
  },
  'endless chunks': {
    send: () => [post('Transfer-Encoding: chunked'), ...Array(90).fill(`10000\r\n${'x'.repeat(65_536)}\r\n`)],
    may: [413],
  },
  'a body shorter than said': { send: () => [post('Content-Length: 100'), BODY], may: [400, 408] },
  'a body longer than said': {
    send: () => [post(`Content-Length: ${BODY.length}`), BODY, 'GARBAGE\r\n\r\n'],
    may: [201, 400],
  },
  'a header of 20 KB': { send: () => [get('/api/v1', `X: ${'x'.repeat(20_000)}`)], may: [431] },
  'a target of 20 KB': { send: () => [get(`/api/v1?q=${'x'.repeat(20_000)}`)], may: [400, 431] },
  'a path of slashes': { send: () => [get(`/api/v1${'/'.repeat(15_000)}x`)], may: [404] },
  '2,001 headers': {
    send: () => [get('/api/v1', ...Array.from({ length: 2_001 }, (_, i) => `a${i % 10}:`))],
    may: [200, 400, 401, 431],
  },
  'a header named __proto__': { send: () => [get('/api/v1', '__proto__: x', 'constructor: y')], may: [200] },
  'two Authorizations': { send: () => [get('/api/v1', 'Authorization: Bearer x')], may: [200, 400, 401] },
  'two Hosts': { send: () => [get('/api/v1', 'Host: other')], may: [200, 400] },
  'no Host': { send: () => [`GET /api/v1 HTTP/1.1\r\n${auth()}\r\nConnection: close\r\n\r\n`], may: [200, 400] },
  'an absolute target': { send: () => [get('http://other.example/api/v1')], may: [200, 400, 404] },
  'an asterisk': { send: () => [head('OPTIONS * HTTP/1.1', auth(), 'Connection: close')], may: [400, 404, 405] },
  'a target without a slash': { send: () => [get('api/v1')], may: [400, 404] },
  'a proxy request': { send: () => [head('CONNECT other.example:443 HTTP/1.1')], may: [] },
  'an upgrade': {
    send: () => [get('/api/v1', 'Upgrade: websocket').replace('Connection: close', 'Connection: Upgrade, close')],
    may: [200],
  },
  'an upgrade to HTTP/2': {
    send: () => [get('/api/v1', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA')],
    may: [200],
  },
  'the preface of HTTP/2': { send: () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], may: [400, 505] },
  'an unknown expectation': { send: () => [get('/api/v1', 'Expect: miracles')], may: [200] },
  'percent-encoded dots and zero': { send: () => [get('/api/v1/%2e%2e/%00/%c0%ae')], may: [400, 404] },
  'bytes that are not UTF-8 in the target': {
    send: () => [Buffer.from(get('/api/v1?q=\xff\xfe'), 'latin1')],
    may: [200, 400],
  },
  'a tab in the request line': { send: () => [get('/api/v1').replace(' /api', '\t/api')], may: [400] },
  'an unknown method': { send: () => [head('BREW /api/v1 HTTP/1.1', auth())], may: [400, 405] },
  TRACE: { send: () => [head('TRACE /api/v1 HTTP/1.1', auth(), 'Connection: close')], may: [405] },
  'HTTP/0.9': { send: () => ['GET /api/v1\r\n\r\n'], may: [400, 401] },
  'HTTP/1.0': { send: () => [`GET /api/v1 HTTP/1.0\r\n${auth()}\r\n\r\n`], may: [200] },
  'HTTP/3.7': { send: () => [get('/api/v1').replace('HTTP/1.1', 'HTTP/3.7')], may: [400, 505] },
  TLS: {
    send: () => [Buffer.from('16030100a5010000a1030352362c1012cf23628256e745e903cea696e9f62a60ba0ae8311', 'hex')],
    may: [400],
  },
  'nothing but noise': {
    send: () => [Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7919) % 256))],
    may: [400],
  },
  'nothing at all': { send: () => [], may: [408] },
}

for (const [name, { send, may }] of Object.entries(CASES)) {
  test(`raw bytes: ${name}`, async () => {
    const { statuses, closed, text } = await exchange(send())
    assert.ok(closed, `it hangs: ${text.slice(0, 300)}`)
    for (const status of statuses) assert.ok([100, ...may].includes(status), `${status}: ${text.slice(0, 600)}`)
    if (may.length > 0)
      assert.ok(
        statuses.some(status => status !== 100),
        'it is answered',
      )
    assert.ok(!text.includes('smuggled'))
    assert.equal((await church.send('GET', '')).status, 200, 'the server lives on')
  })
}

test('raw bytes: every refusal outside the API is in the envelope', async () => {
  for (const name of ['HTTP/0.9', 'a header of 20 KB', 'two Content-Lengths that differ', 'an unknown method']) {
    const { text } = await exchange(CASES[name]!.send())
    assert.match(text, /^content-type: application\/json; charset=utf-8\r$/im)
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { ok: boolean; error: string }
    assert.deepEqual([body.ok, typeof body.error], [false, 'string'])
  }
})

test('raw bytes: a body or a head that never ends gets 408 in time', async () => {
  const endless: (string | number)[][] = [
    [post('Content-Length: 100'), '{"', ...Array(30).fill([300, ' ']).flat()],
    [post('Transfer-Encoding: chunked'), ...Array(30).fill([300, '1\r\n \r\n']).flat()],
    ['GET /api/v1 HTTP/1.1\r\n', ...Array(30).fill([300, 'X: y\r\n']).flat()],
    ['GET', ...Array(30).fill([300, 'T']).flat()],
  ]
  const answers = await Promise.all(endless.map(pieces => timed(pieces)))
  for (const { statuses, took } of answers) {
    assert.ok(statuses.length <= 1 && statuses.every(status => status === 408 || status === 400), String(statuses))
    assert.ok(took < HANG_MS, 'the connection ends in time')
  }
  assert.ok(answers.filter(({ statuses }) => statuses[0] === 408).length >= 3)
})

async function timed(pieces: (string | number)[]): Promise<{ statuses: number[]; took: number }> {
  const begun = performance.now()
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  for (const piece of pieces) {
    if (socket.destroyed) break
    if (typeof piece === 'number') await sleep(piece)
    else socket.write(piece)
  }
  await closed
  return {
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    took: performance.now() - begun,
  }
}

test('raw bytes: a client that hangs up is no fault of the service', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(post('Content-Length: 100', 'Expect: 100-continue'))
  await once(socket, 'data')
  socket.write('{"')
  socket.destroy()
  for (;;) {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    assert.doesNotMatch(metrics, /sexton_request_seconds_count\{[^}]*status="5/)
    if (/sexton_request_seconds_count\{resource="people",operation="write",status="400"/.test(metrics)) return
    await sleep(10)
  }
})

test('raw bytes: 200 pipelined requests are answered one by one, in their order', async t => {
  const one = (page: number): string => head(`GET /api/v1/funds?page=${page} HTTP/1.1`, auth())
  const requests = Array.from({ length: 200 }, (_, index) => one(index + 1)).join('') + get('/api/v1/funds?page=x')
  const { text, statuses } = await exchange([requests])
  assert.deepEqual(statuses, [...Array(200).fill(200), 400])
  assert.deepEqual(
    [...text.matchAll(/"meta":\{"page":(\d+)/g)].map(([, page]) => Number(page)),
    Array.from({ length: 200 }, (_, i) => i + 1),
  )
  new Tally('bytes that are hardly HTTP', 45).held(exchanges).end(t)
})
