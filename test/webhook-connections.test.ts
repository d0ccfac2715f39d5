import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { compiled } from './support/compiled.ts'
import { always, BODY, HEADERS, outletTo, receive, receiveRaw } from './support/receivers.ts'

const DELIVERED = { delivered: true, status: 200, reason: null, response: 'ok' }
const STOPPED = { delivered: false, status: null, reason: 'sending was stopped', response: null }

test('a connection is used again: many posts, one connection', async t => {
  const receiver = await receive(t, always(200, 'ok'))
  const outlet = outletTo(t, receiver.url)
  for (let i = 0; i < 20; i++) assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
  assert.equal(receiver.received.length, 20)
  assert.equal(receiver.connections, 1)
})

test('a failed answer leaves the connection as usable as a good one', async t => {
  const receiver = await receive(t, always(500, 'sorry'))
  const outlet = outletTo(t, receiver.url)
  for (let i = 0; i < 5; i++) assert.equal((await outlet.post(HEADERS, BODY)).status, 500)
  assert.equal(receiver.connections, 1)
})

test('a kept connection that the receiver closed in between is replaced, and nothing is lost', async t => {
  const receiver = await receive(t, response => {
    const { socket } = response
    response.end('ok', () => setImmediate(() => socket?.destroy()))
  })
  const outlet = outletTo(t, receiver.url)
  for (let i = 1; i <= 5; i++) {
    assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
    await receiver.gone()
    assert.equal(receiver.connections, i)
  }
  assert.equal(receiver.received.length, 5)
})

test('a connection that the receiver announced to end is not used again', async t => {
  for (const headers of [{ Connection: 'close' }, { Connection: 'keep-alive', 'Keep-Alive': 'timeout=1' }]) {
    const receiver = await receive(t, always(200, 'ok', headers))
    const outlet = outletTo(t, receiver.url)
    for (let i = 0; i < 3; i++) assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
    assert.equal(receiver.connections, 3)
  }
})

test('a kept connection that ends while it is idle is the last one that is kept', async t => {
  const receiver = await receive(t, response => {
    const { socket } = response
    response.end('ok')
    if (receiver.received.length === 1) setTimeout(() => socket?.end(), 50)
  })
  const outlet = outletTo(t, receiver.url)
  assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
  await receiver.gone()
  for (let i = 0; i < 3; i++) assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
  assert.equal(receiver.connections, 4)
})

test('a receiver that ends connections unasked is sent each request on a new one', async t => {
  const receiver = await receive(t, (response, { body }) => {
    const { socket } = response
    if (receiver.received.length === 2) return socket?.destroy()
    response.end(body)
  })
  const outlet = outletTo(t, receiver.url)
  const reasons: (string | null)[] = []
  for (let i = 0; i < 5; i++) reasons.push((await outlet.post(HEADERS, BODY)).reason)
  assert.deepEqual(reasons, [null, 'connection closed without an answer', null, null, null])
  // The second came on the connection of the first, and was sent just once; nothing is kept after that.
  assert.equal(receiver.received.length, 5)
  assert.equal(receiver.connections, 4)
})

test('a kept connection is let go when it has been idle', async t => {
  const receiver = await receive(t, always(200, 'ok'))
  await outletTo(t, receiver.url).post(HEADERS, BODY)
  // It is this side that ends it: the receiver would keep it for minutes.
  await receiver.gone()
})

test('posts at the same time have a connection each', async t => {
  let waiting: (() => void)[] = []
  const receiver = await receive(t, response => {
    waiting.push(() => response.end('ok'))
    if (waiting.length === 8) for (const answer of waiting.splice(0)) answer()
  })
  const outlet = outletTo(t, receiver.url)
  for (let round = 0; round < 3; round++) {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outlet.post(HEADERS, BODY)))
    for (const outcome of outcomes) assert.deepEqual(outcome, DELIVERED)
    waiting = []
  }
  assert.equal(receiver.received.length, 24)
  assert.equal(receiver.connections, 8)
})

test('an attempt that was cut off is not followed by another connection, and the next one works', async t => {
  let silent = true
  const receiver = await receive(t, response => {
    if (!silent) response.end('ok')
  })
  const outlet = outletTo(t, receiver.url, { timeout: 2_000 })
  assert.equal((await outlet.post(HEADERS, BODY)).reason, 'timed out after 2 s')
  await receiver.gone()
  assert.equal(receiver.connections, 1)
  silent = false
  assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
  assert.equal(receiver.connections, 2)
})

test('an attempt after one whose look-up hangs has all of its own time', async t => {
  const receiver = await receive(t, always(200, 'ok'))
  let asked = 0
  const outlet = outletTo(t, `http://receiver.test:${receiver.port}/`, {
    connections: 1,
    timeout: 2_000,
    resolve: () =>
      asked++ === 0 ? new Promise(() => undefined) : Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  })
  assert.equal((await outlet.post(HEADERS, BODY)).reason, 'timed out after 2 s')
  assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
})

test('close() ends everything: what is resolved, connected to, sent and waited for, and what comes after', async t => {
  const silent = await receiveRaw(t, socket => socket.resume())
  const dripping = await receive(t, response => void response.write('drip'))
  const kept = await receive(t, always(200, 'ok'))
  const hanging = outletTo(t, 'https://receiver.test/', { resolve: () => new Promise(() => undefined) })
  const handshaking = outletTo(t, silent.url.replace('http:', 'https:'))
  const waiting = outletTo(t, silent.url)
  const reading = outletTo(t, dripping.url)
  const idle = outletTo(t, kept.url)
  assert.deepEqual(await idle.post(HEADERS, BODY), DELIVERED)
  const cut = [hanging, handshaking, waiting].map(outlet => outlet.post(HEADERS, BODY))
  const started = reading.post(HEADERS, BODY)
  while (silent.connections < 2 || dripping.received.length < 1) await new Promise(done => setTimeout(done, 5))
  for (const outlet of [hanging, handshaking, waiting, reading, idle]) await outlet.close()
  for (const outcome of await Promise.all(cut)) assert.deepEqual(outcome, STOPPED)
  // Whether the status had come is for the network to say; either way it is over.
  assert.ok((await started).status === 200 || (await started).reason === 'sending was stopped')
  await Promise.all([silent.gone(), dripping.gone(), kept.gone()])
  assert.deepEqual(await idle.post(HEADERS, BODY), STOPPED)
  await idle.close()
  await idle.retire()
  assert.equal(kept.connections, 1)
})

test('retire() lets what is under way end, and then lets go of the connections', async t => {
  let answer = (): void => undefined
  const receiver = await receive(t, response => {
    answer = () => void response.end('ok')
  })
  const outlet = outletTo(t, receiver.url)
  const going = outlet.post(HEADERS, BODY)
  await outlet.retire()
  while (receiver.received.length === 0) await new Promise(done => setTimeout(done, 5))
  assert.deepEqual(await outlet.post(HEADERS, BODY), STOPPED)
  answer()
  assert.deepEqual(await going, DELIVERED)
  await receiver.gone()
})

test('what may not be sent any more when its connection is there is not sent on it, whether it was opened or kept', async t => {
  const receiver = await receive(t, always(200, 'ok'))
  const outlet = outletTo(t, receiver.url)
  const asking = (allowed: number): Promise<unknown> => outlet.post(HEADERS, BODY, () => --allowed >= 0)
  assert.deepEqual([await asking(0), receiver.connections], [STOPPED, 0])
  assert.deepEqual([await asking(1), receiver.connections], [STOPPED, 1])
  assert.deepEqual([await asking(2), receiver.connections], [DELIVERED, 2])
  assert.deepEqual([await asking(1), receiver.connections], [STOPPED, 2])
  await receiver.gone()
  assert.equal(receiver.received.length, 1)
})

const OUTLET = compiled('src/webhooks/outlet.ts')

/** Posts once from a process of its own, which ends when nothing keeps it: there is no exit in it. */
const posting = (url: string): string => `
  const { Outlet } = await import(${JSON.stringify(`file://${OUTLET}`)})
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const settings = { connections: 8, proxy: '', allowLoopback: true, timeout: 1_000, resolve }
  const outlet = new Outlet(${JSON.stringify(url)}, settings)
  console.log(JSON.stringify(await outlet.post({}, '{}')))`

test('after a timeout, and after an answer, nothing keeps the process alive', async t => {
  const silent = await receiveRaw(t, socket => socket.resume())
  const kept = await receive(t, always(200, 'ok'))
  for (const [receiver, expected] of [
    [silent, { ...STOPPED, reason: 'timed out after 1 s' }],
    [kept, DELIVERED],
  ] as const) {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', posting(receiver.url)], {
      cwd: path.dirname(OUTLET),
      timeout: 60_000,
    })
    assert.deepEqual(JSON.parse((await run).stdout), expected)
    await receiver.gone()
  }
})
