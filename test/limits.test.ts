/** What one address may hold of a node at the same time (decision 0013), through the whole service. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { NO_CHURCH } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { eventually } from './support/receiver.ts'
import { type Json, startService, type TestChurch, type TestService } from './support/service.ts'

const [CROWD, OTHER, PROXY] = ['127.0.0.2', '127.0.0.3', '127.0.0.9']
/** Of a hundred places one address has a fifth. */
const PLACES = '100'
const SHARE = 20

let service: TestService
let church: TestChurch
let port: number

before(async () => {
  service = await startService({ SEXTON_MAX_REQUESTS: PLACES, SEXTON_TRUSTED_PROXIES: PROXY })
  church = await service.church()
  port = Number(new URL(service.url).port)
})
after(() => service.close())

const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await eventually('all places are free', async () => (await held()).requests === 1)
})

async function held(): Promise<Record<string, number>> {
  const { body } = await ask('/metrics')
  const lines = body.matchAll(/^sexton_held\{what="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, what, count]) => [what, Number(count)]))
}

interface Asked {
  status: number
  headers: IncomingMessage['headers']
  body: string
  json(): Json
}

/** Asks from an address of this machine. */
async function ask(path: string, from = OTHER, headers: Record<string, string> = {}): Promise<Asked> {
  const all = { authorization: `Bearer ${church.key}`, ...headers }
  const sent = request({ host: '127.0.0.1', port, path, localAddress: from, headers: all, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer.setEncoding('utf8')) body += chunk
  return { status: answer.statusCode ?? 0, headers: answer.headers, body, json: () => JSON.parse(body) as Json }
}

const BODY = '{"first_name":"Ada"}'

/** The head of a request that adds somebody. */
const post = (key: string, length: number, headers = ''): string =>
  `POST /api/v1/people HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${headers}Content-Length: ${length}\r\n\r\n`

async function open(from: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Begins to add somebody, and leaves it at the first byte. */
async function beginSending(from = CROWD, headers = ''): Promise<Socket> {
  const socket = await open(from)
  socket.write(post(church.key, BODY.length, headers) + BODY.slice(0, 1))
  return socket
}

const beganReceiving = (count: number): Promise<unknown> =>
  eventually(`${count} bodies are received`, async () => (await held()).uploads === count)

test('an address has a fifth of the places for requests: beyond it 429 with Retry-After, others are served', async () => {
  for (let n = 0; n < SHARE; n += 1) await beginSending()
  await beganReceiving(SHARE)
  const refused = await ask('/api/v1', CROWD)
  assert.deepEqual([refused.status, refused.json().error], [429, 'rate_limited'])
  assert.equal(refused.headers['retry-after'], '1')
  assert.equal((await ask('/api/v1')).status, 200)
  for (const path of ['/', '/docs', '/openapi.json', '/give/x', '/console/api/session', '/healthz']) {
    assert.equal((await ask(path, CROWD)).status, 429, path)
  }
  sockets[0]?.destroy()
  await beganReceiving(SHARE - 1)
  assert.equal((await ask('/api/v1', CROWD)).status, 200)
})

test('a body that comes in time is taken, whoever else is sending', async () => {
  const slow = await beginSending()
  for (let n = 1; n < SHARE; n += 1) await beginSending()
  await beganReceiving(SHARE)
  slow.write(BODY.slice(1))
  assert.match(String((await once(slow, 'data'))[0]), /^HTTP\/1.1 201/)
})

test('behind a trusted proxy each client has a share of its own', async () => {
  const forwarded = 'X-Forwarded-For: 192.0.2.1\r\n'
  for (let n = 0; n < SHARE; n += 1) await beginSending(PROXY, forwarded)
  await beganReceiving(SHARE)
  assert.equal((await ask('/api/v1', PROXY, { 'x-forwarded-for': '192.0.2.1' })).status, 429)
  assert.equal((await ask('/api/v1', PROXY, { 'x-forwarded-for': '192.0.2.2' })).status, 200)
})

test('a request holds its place until the work is done, also when its client has left', async () => {
  const { key } = await service.church()
  const lock = new EventEmitter()
  const [taken, released] = [once(lock, 'taken'), once(lock, 'released')]
  // Nobody can be added while this holds the table.
  const holding = service.database.write(NO_CHURCH, async tx => {
    await tx.run(sql`lock table people in share mode`)
    lock.emit('taken')
    await released
  })
  try {
    await taken
    for (let n = 0; n < 3; n += 1) {
      const socket = await open(CROWD)
      socket.write(post(key, BODY.length) + BODY)
    }
    // Whoever leaves before the work has begun gives the place back.
    await eventually('the requests are at work', async () => {
      const waiting = await service.database.read.all(sql`select from pg_locks
        where not granted and relation = 'people'::regclass`)
      return waiting.length === 3
    })
    await eventually('the page tells of them', async () => (await held()).requests === 4)
    for (const socket of sockets) socket.destroy()
    await eventually('the clients have left', async () => (await held()).connections === 1)
    assert.equal((await held()).requests, 4)
  } finally {
    lock.emit('released')
    await holding
  }
})

test('a connection takes a thousand requests; the last answer says so, and what comes after it is not done', async () => {
  const socket = await open(OTHER)
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => {
    text += chunk
  })
  const closed = once(socket, 'close')
  const count = (): number => text.split('HTTP/1.1 200').length - 1
  for (let n = 1; n <= 11; n += 1) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
    await eventually('they are answered', () => count() === Math.min(100 * n, 1_000))
  }
  await closed
  assert.equal(text.match(/connection: close/gi)?.length, 1)
  assert.match(text.slice(text.lastIndexOf('HTTP/1.1')), /connection: close/i)
})
