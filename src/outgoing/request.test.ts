import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { NoAnswer, network } from './request.ts'

/** A server that says what it is told to whoever has sent a request, and then does what it is told to the connection. */
let server: Server
let say = ''
let then: (socket: Socket) => void = socket => socket.end()
const open = new Set<Socket>()

before(async () => {
  server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (say === '') then(socket)
      else socket.write(say, () => then(socket))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
after(() => {
  for (const socket of open) socket.destroy()
  server.close()
})

const ask = (timeout = 20_000) => {
  const { port } = server.address() as AddressInfo
  return network(() => `http://127.0.0.1:${port}`).request({
    method: 'POST',
    url: 'https://api.example.org/x',
    body: 'a',
    timeout,
  })
}

const answered = (text: string, end: typeof then = socket => socket.end()): void => {
  say = text
  then = end
}

test('an answer has its status, its headers in small letters, its text', async () => {
  answered('HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-Two: a\r\n\r\nok')
  const { status, headers, text } = await ask()
  assert.deepEqual([status, headers['x-two'], text], [201, 'a', 'ok'])
})

for (const [what, text, end] of [
  [
    'an answer that changes the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    () => undefined,
  ],
  ['a connection that is closed without an answer', '', (socket: Socket) => socket.end()],
  ['a connection that is reset', '', (socket: Socket) => socket.resetAndDestroy()],
  ['an answer that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{', (socket: Socket) => socket.destroy()],
  ['what is not HTTP', 'hello\r\n\r\n', (socket: Socket) => socket.end()],
] as const) {
  test(`${what} is no answer, to a request that may have arrived`, async () => {
    answered(text, end)
    await assert.rejects(ask(), (error: unknown) => error instanceof NoAnswer && error.mayHaveArrived)
  })
}

test('silence, before an answer and in the middle of one, ends with the time that was given', async () => {
  for (const text of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{']) {
    answered(text, () => undefined)
    await assert.rejects(ask(100), (error: unknown) => error instanceof NoAnswer && error.mayHaveArrived)
  }
})

test('where nothing listens, the request has surely not arrived', async () => {
  const nobody = network(() => 'http://127.0.0.1:1')
  const request = nobody.request({ method: 'GET', url: 'https://api.example.org/' })
  await assert.rejects(request, (error: unknown) => error instanceof NoAnswer && !error.mayHaveArrived)
})
