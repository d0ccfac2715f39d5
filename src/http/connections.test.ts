/** The connections of a server (decision 0013), on a bare server of Node's. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALLOWANCES } from './allowances.ts'
import { Arrivals } from './arrivals.ts'
import { bareAnswer } from './bare-answer.ts'
import { Connections } from './connections.ts'
import { pieces } from './pieces.ts'
import { Places } from './places.ts'

interface Bench {
  server: Server
  connections: Connections
  capacity: { connections: Places; waiting: Places }
  /** Connects, from another address of this machine if need be. */
  open(from?: string): Promise<Wire>
}

/** One end of a connection. */
interface Wire {
  socket: Socket
  /** What came so far. */
  text(): string
  closed: Promise<unknown>
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function start(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { most = 50, waiting = 50, arrivals = Number.POSITIVE_INFINITY, responseTimeout = 100, trusted = '' } = {},
): Promise<Bench> {
  const server = createServer({ requireHostHeader: false })
  const capacity = { connections: new Places(most), waiting: new Places(waiting) }
  const connections = new Connections(server, {
    capacity,
    arrivals: new Arrivals(arrivals, () => performance.now()),
    responseTimeout,
    isTrusted: address => address === trusted,
    answer,
    bare: error => bareAnswer(error, {}),
  })
  server.on('clientError', (error, socket) => connections.refuse(error, socket as Socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  ends.push(() => {
    server.close()
    server.closeAllConnections()
    connections.end()
  })
  return {
    server,
    connections,
    capacity,
    async open(from = '127.0.0.1') {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      let text = ''
      socket.on('error', () => undefined)
      socket.setEncoding('latin1').on('data', chunk => {
        text += chunk
      })
      const closed = once(socket, 'close')
      await once(socket, 'connect')
      ends.push(() => socket.destroy())
      return { socket, closed, text: () => text }
    },
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 20_000; !holds(); await sleep(5)) {
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`)
  }
}

const statuses = (wire: Wire): number[] => [...wire.text().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one))

test('an address has a fifth of all connections; those that work are not touched, others get in', async () => {
  const { open, capacity } = await start(() => undefined)
  const busy = []
  for (let n = 0; n < 10; n += 1) busy.push(await open('127.0.0.2'))
  for (const { socket } of busy) socket.write(REQUEST)
  await sleep(50)
  const more = await open('127.0.0.2')
  await more.closed
  const refused = JSON.parse(more.text().split('\r\n\r\n')[1] ?? '') as { ok: boolean; error: string }
  assert.deepEqual([statuses(more), refused.ok, refused.error], [[503], false, 'service_unavailable'])
  await open('127.0.0.3')
  await until('the newcomer is in', () => capacity.connections.used === 11)
  assert.ok(busy.every(({ socket }) => !socket.destroyed))
})

test('the oldest idle connection of an address makes room for its newest', async () => {
  const { open, capacity } = await start((_request, response) => void response.end('x'))
  const wires: Wire[] = []
  for (let n = 0; n < 11; n += 1) wires.push(await open('127.0.0.2'))
  await wires[0]?.closed
  assert.equal(capacity.connections.used, 10)
  wires[10]?.socket.write(REQUEST)
  await until('the newest is served', () => statuses(wires[10] ?? assert.fail())[0] === 200)
  assert.ok(wires.slice(1).every(({ socket }) => !socket.destroyed))
})

test('a trusted proxy may have all connections, and a client after it has none only when all are taken', async () => {
  const { open, capacity } = await start(() => undefined, { trusted: '127.0.0.9' })
  for (let n = 0; n < 49; n += 1) await open('127.0.0.9')
  await open('127.0.0.2')
  await until('all are in', () => capacity.connections.used === 50)
  const late = await open('127.0.0.3')
  await late.closed
  assert.deepEqual(statuses(late), [503])
})

test('what ends gives its place back', async () => {
  const { open, capacity } = await start((_request, response) => void response.end('x'))
  for (const how of ['destroy', 'end'] as const) {
    const { socket } = await open()
    socket.write(REQUEST)
    await until('it is answered', () => capacity.connections.used === 1)
    socket[how]()
    await until('it is gone', () => capacity.connections.used === 0)
  }
})

test('requests that were sent ahead are answered one at a time, in their order', async () => {
  let at = 0
  const open: number[] = []
  const bench = await start(async (request, response) => {
    open.push(open.length)
    at += 1
    assert.equal(at, 1)
    await sleep(2)
    at -= 1
    response.end(`<${request.url}>`)
  })
  const wire = await bench.open()
  const many = Array.from({ length: 10 }, (_, n) => `/${n}`)
  wire.socket.write(many.map(path => REQUEST.replace('/', path)).join(''))
  await until('all are answered', () => statuses(wire).length === 10)
  assert.deepEqual(
    [...wire.text().matchAll(/<(.*?)>/g)].map(([, path]) => path),
    many,
  )
  assert.equal(bench.capacity.waiting.used, 0)
})

test('while a request waits no more is read, however much is sent', async () => {
  let seen = 0
  const bench = await start(() => undefined, { waiting: 100_000 })
  bench.server.prependListener('request', () => {
    seen += 1
  })
  const wire = await bench.open()
  for (let n = 0; n < 40; n += 1) {
    wire.socket.write(REQUEST.repeat(1_000))
    await sleep(2)
  }
  await sleep(100)
  const parsed = seen
  assert.ok(parsed * REQUEST.length <= 2 * 65_536, `${parsed} requests were read`)
  wire.socket.destroy()
})

test('an address that sends more ahead than its share loses its connections, and holds nothing after it', async () => {
  const { open, capacity } = await start(() => undefined, { waiting: 50 })
  const wire = await open('127.0.0.2')
  wire.socket.write(REQUEST.repeat(10))
  await until('nine wait', () => capacity.waiting.used === 9)
  const other = await open('127.0.0.2')
  other.socket.write(REQUEST.repeat(4))
  await Promise.all([wire.closed, other.closed])
  assert.deepEqual([capacity.waiting.used, capacity.connections.used], [0, 0])
  const again = await open('127.0.0.2')
  again.socket.write(REQUEST.repeat(4))
  await until('it may come again', () => capacity.waiting.used === 3)
})

test('an address that sends far too much is not read any more, on none of its connections; others are', async () => {
  const { open } = await start((_request, response) => void response.end('x'), { arrivals: 20, waiting: 500 })
  const idle = await open('127.0.0.2')
  const wire = await open('127.0.0.2')
  wire.socket.write(REQUEST.repeat(30))
  await wire.closed
  assert.ok(statuses(wire).length < 20)
  await until('the other connection has ended, too', () => idle.socket.closed)
  const again = await open('127.0.0.2')
  await again.closed
  const other = await open('127.0.0.3')
  other.socket.write(REQUEST)
  await until('the other is served', () => statuses(other)[0] === 200)
})

const LARGE = Buffer.alloc(32 * 2 ** 20, 'x')

const large = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Length': LARGE.length })
  pieces(LARGE).pipe(response)
}

test('who does not read is cut', async () => {
  const { open, capacity, connections } = await start(large, { responseTimeout: 20_000 })
  const { socket } = await open()
  socket.pause()
  socket.write(REQUEST)
  let now = performance.now()
  await until('it is cut', () => {
    now += 20_001
    connections.sweep(now)
    return capacity.connections.used === 0
  })
})

test('who reads slowly but steadily gets all of it', async t => {
  // Looks of the real clock between these would take what they saw to be long ago.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { open, connections } = await start(large, { responseTimeout: 20_000 })
  const { socket, closed } = await open()
  let [size, mark] = [0, 0]
  let now = performance.now()
  socket.removeAllListeners('data').on('data', chunk => {
    size += chunk.length
    if (size > LARGE.length) socket.destroy()
    if (size < mark) return
    // Enough that the server has written more.
    mark = size + 2 ** 22
    now += 19_000
    connections.sweep(now)
  })
  socket.write(REQUEST)
  await closed
  assert.ok(size > LARGE.length)
})

test('what was asked before it is answered before nonsense is refused', async () => {
  const { open } = await start(async (_request, response) => {
    await sleep(20)
    response.end('x')
  })
  const wire = await open()
  wire.socket.write(`${REQUEST}${REQUEST}NONSENSE\r\n\r\n`)
  await wire.closed
  assert.deepEqual(statuses(wire), [200, 200, 400])
  assert.match(wire.text(), /"error":"bad_request"/)
})

test('a refused client that goes on sending hears why, and is cut after a moment', async () => {
  const { open, capacity, connections } = await start(() => undefined)
  const wire = await open()
  wire.socket.write(`GET / HTTP/1.1\r\nX: ${'x'.repeat(30_000)}`)
  for (let n = 0; n < 20; n += 1) {
    wire.socket.write('x'.repeat(30_000))
    await sleep(2)
  }
  await until('it is heard', () => statuses(wire)[0] === 431)
  assert.equal(capacity.connections.used, 1)
  connections.sweep(performance.now() + ALLOWANCES.farewell.most)
  await until('it is cut', () => capacity.connections.used === 0)
})

test('a client that leaves while requests wait leaves nothing', async () => {
  let begun = 0
  const { open, capacity } = await start((_request, response) => {
    begun += 1
    setTimeout(() => response.end('x'), 50)
  })
  const { socket } = await open()
  socket.write(REQUEST.repeat(10))
  await until('they wait', () => capacity.waiting.used === 9)
  socket.destroy()
  await until('nothing is left', () => capacity.waiting.used === 0 && capacity.connections.used === 0)
  assert.ok(begun < 5, 'it is noticed when an answer cannot be sent')
})

test('what is read of a connection that has ended is counted, too', async () => {
  const { open } = await start(() => undefined, { arrivals: 100, waiting: 50 })
  const wire = await open('127.0.0.2')
  // More than it may send ahead, so that its connection ends, and more than may arrive.
  wire.socket.write(REQUEST.repeat(150))
  await wire.closed
  const again = await open('127.0.0.2')
  await again.closed
  const other = await open('127.0.0.3')
  assert.ok(!other.socket.closed)
})
