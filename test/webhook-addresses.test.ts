import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { guarded } from '../src/outgoing/connect.ts'
import type { Resolve } from '../src/outgoing/resolve.ts'
import { Tally } from './attempts/tally.ts'
import { always, BODY, HEADERS, naming, outletTo, receive, receiveRaw } from './support/receivers.ts'

const REFUSED = { delivered: false, status: null, reason: 'address not allowed', response: null }
const never: Resolve = () => assert.fail('nothing may be looked up')

/** Spellings of this machine, which a receiver listens on, and of addresses inside of networks. */
const LITERALS = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.1',
  '127.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
]
LITERALS.push('0.0.0.0', '0', '10.0.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '[::]', '[::ffff:10.0.0.1]')
LITERALS.push('[64:ff9b::a00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fd00::1]', '[fe80::1]', '[ff02::1]')

test('a private, loopback or link-local address in the URL is refused before a byte is sent', async t => {
  const receiver = await receive(t, always(200))
  for (const host of LITERALS) {
    const url = `https://${host}:${receiver.port}/`
    const outlet = outletTo(t, url, { allowLoopback: false, resolve: never })
    assert.deepEqual(await outlet.post(HEADERS, BODY), REFUSED, url)
  }
  assert.equal(receiver.connections, 0)
  new Tally('addresses of webhooks as they are sent to', 20).held(LITERALS.length).end(t)
})

test('a URL that is not allowed is said not to be: plain HTTP, credentials, what is no URL', async t => {
  const receiver = await receive(t, always(200))
  const cases = [
    [receiver.url, 'it must begin with https://'],
    ['ftp://example.org/', 'it must begin with https://'],
    [`https://user:pass@127.0.0.1:${receiver.port}/`, 'it must not carry a user name or password'],
    ['nonsense', 'it must be an address such as https://example.org/hooks'],
  ] as const
  for (const [url, why] of cases) {
    const outcome = await outletTo(t, url, { allowLoopback: false, resolve: never }).post(HEADERS, BODY)
    assert.deepEqual(outcome, { ...REFUSED, reason: `address not allowed: ${why}` })
  }
  assert.equal(receiver.connections, 0)
})

test('checked on the address that is connected to, not on the name: a name of private addresses is refused', async t => {
  const receiver = await receive(t, always(200))
  const places = [
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1', '192.168.1.1'],
    ['::ffff:127.0.0.1'],
    ['0.0.0.0'],
    ['64:ff9b::7f00:1'],
  ]
  let tried = 0
  for (const name of ['receiver.test', 'localhost.localdomain', '127.0.0.1.nip.io', 'internal']) {
    for (const addresses of places) {
      const url = `https://${name}:${receiver.port}/`
      const outlet = outletTo(t, url, { allowLoopback: false, resolve: naming(name, ...addresses) })
      assert.deepEqual(await outlet.post(HEADERS, BODY), REFUSED, `${name} at ${addresses}`)
      tried += 1
    }
  }
  assert.equal(receiver.connections, 0)
  new Tally('names of private addresses as they are connected to', 20).held(tried).end(t)
})

test('localhost is refused by its name, with a trailing dot, too', async t => {
  const receiver = await receive(t, always(200))
  for (const host of ['localhost', 'localhost.', 'LOCALHOST', 'a.localhost']) {
    const outlet = outletTo(t, `https://${host}:${receiver.port}/`, { allowLoopback: false, resolve: never })
    assert.deepEqual(await outlet.post(HEADERS, BODY), REFUSED, host)
  }
  assert.equal(receiver.connections, 0)
})

/** Notes each address that is about to be connected to. */
function attempts(t: TestContext): string[] {
  const addresses: string[] = []
  const note = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', address => addresses.push(address))
  }
  subscribe('net.client.socket', note)
  t.after(() => unsubscribe('net.client.socket', note))
  return addresses
}

test('the step that connects judges addresses itself, whatever was checked before', async t => {
  const tried = attempts(t)
  const open = guarded({ resolve: never, allowLoopback: false, timeout: 60_000 })
  for (const host of LITERALS) {
    const going = open(new URL(`https://${host}/`), new AbortController().signal)
    await assert.rejects(going, { message: 'address not allowed' }, host)
  }
  assert.deepEqual(tried, [])
  new Tally('addresses as they are connected to', 20).held(LITERALS.length).end(t)
})

test('of a name with a private and an allowed address, only the allowed one is connected to', async t => {
  const receiver = await receive(t, always(200))
  const tried = attempts(t)
  for (const others of [['10.0.0.1'], ['fd00::1', '169.254.169.254'], ['::ffff:10.0.0.1', '0.0.0.0']]) {
    for (const addresses of [
      [...others, '127.0.0.1'],
      ['127.0.0.1', ...others],
    ]) {
      const outlet = outletTo(t, `http://receiver.test:${receiver.port}/`, {
        resolve: naming('receiver.test', ...addresses),
      })
      assert.equal((await outlet.post(HEADERS, BODY)).delivered, true, String(addresses))
    }
  }
  assert.deepEqual(new Set(tried), new Set(['127.0.0.1']))
})

test('a name that is bound to another address is judged again for each connection, and resolved just once', async t => {
  const receiver = await receive(t, always(200, '', { Connection: 'close' }))
  const tried = attempts(t)
  let resolved = 0
  const resolve: Resolve = async () => [{ address: resolved++ % 2 === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  const outlet = outletTo(t, `http://receiver.test:${receiver.port}/`, { resolve })
  assert.equal((await outlet.post(HEADERS, BODY)).delivered, true)
  assert.deepEqual(await outlet.post(HEADERS, BODY), REFUSED)
  assert.equal((await outlet.post(HEADERS, BODY)).delivered, true)
  assert.deepEqual(await outlet.post(HEADERS, BODY), REFUSED)
  assert.equal(resolved, 4)
  assert.deepEqual(tried, ['127.0.0.1', '127.0.0.1'])
})

test('a look-up that fails has its words', async t => {
  const failing =
    (code: string): Resolve =>
    () =>
      Promise.reject(Object.assign(new Error(`query ${code} receiver.test`), { code }))
  const cases: [string, Resolve][] = [
    ['name not found', failing('ENOTFOUND')],
    ['name has no address', failing('ENODATA')],
    ['name has no address', async () => []],
    ['name look-up timed out', failing('ETIMEOUT')],
    ['name look-up failed', failing('ESERVFAIL')],
    ['name look-up failed', failing('EAI_AGAIN')],
  ]
  for (const [reason, resolve] of cases) {
    const outcome = await outletTo(t, 'https://receiver.test/', { resolve }).post(HEADERS, BODY)
    assert.deepEqual(outcome, { ...REFUSED, reason })
  }
})

test('the deadline covers the look-up, the connection, TLS and the headers in total', async t => {
  const silent = await receiveRaw(t, socket => socket.resume())
  const url = `https://receiver.test:${silent.port}/`
  const late = { ...REFUSED, reason: 'timed out after 0.5 s' }
  const hanging: Resolve = () => new Promise(() => undefined)
  assert.deepEqual(await outletTo(t, url, { resolve: hanging, timeout: 500 }).post(HEADERS, BODY), late)
  assert.equal(silent.connections, 0)
  // Each part alone is within the time: 300 ms for the name, 300 ms of a handshake.
  const slow: Resolve = () => new Promise(resolve => setTimeout(resolve, 300, [{ address: '127.0.0.1', family: 4 }]))
  const begun = performance.now()
  assert.deepEqual(await outletTo(t, url, { resolve: slow, timeout: 500 }).post(HEADERS, BODY), late)
  assert.ok(performance.now() - begun < 10_000)
  await silent.gone()
})

test('a look-up that comes after the deadline opens no connection', async t => {
  const receiver = await receive(t, always(200))
  let answer: ((found: { address: string; family: number }[]) => void) | undefined
  const resolve: Resolve = () => new Promise(done => (answer = done))
  const outlet = outletTo(t, `http://receiver.test:${receiver.port}/`, { resolve, timeout: 100 })
  const tried = attempts(t)
  assert.equal((await outlet.post(HEADERS, BODY)).reason, 'timed out after 0.1 s')
  answer?.([{ address: '127.0.0.1', family: 4 }])
  await new Promise(done => setImmediate(done))
  assert.deepEqual(tried, [])
  assert.equal(receiver.connections, 0)
})
