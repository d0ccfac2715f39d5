import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Resolve } from '../src/outgoing/resolve.ts'
import { type Certificate, certificates } from './support/certificates.ts'
import { always, BODY, closedPort, HEADERS, outletTo, receive, receiveRaw, saying } from './support/receivers.ts'

/** It is the proxy that resolves. */
const resolve: Resolve = () => assert.fail('nothing may be looked up')
const failed = (reason: string) => ({ delivered: false, status: null, reason, response: null })
const DELIVERED = { delivered: true, status: 200, reason: null, response: 'ok' }

interface Proxy {
  url: string
  /** What was asked for, and with which login. */
  asked: { place: string | undefined; login: string | undefined }[]
  tunnels: Set<net.Socket>
}

/** A proxy that knows the name receiver.test; `refusal` is what it answers in place of a tunnel. */
async function startProxy(t: TestContext, certificate?: Certificate, refusal?: string): Promise<Proxy> {
  const server = certificate ? https.createServer(certificate) : http.createServer()
  const proxy: Proxy = { url: '', asked: [], tunnels: new Set() }
  server.on('connect', ({ url, headers }: http.IncomingMessage, socket: net.Socket) => {
    proxy.asked.push({ place: url, login: headers['proxy-authorization'] })
    socket.on('error', () => undefined)
    proxy.tunnels.add(socket)
    socket.once('close', () => proxy.tunnels.delete(socket))
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\nContent-Length: 2\r\n\r\nno`)
    const target = net.connect(Number(new URL(`http://${url}`).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(target).pipe(socket)
    })
    target.on('error', () => socket.destroy())
    socket.once('close', () => target.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of proxy.tunnels) socket.destroy()
    server.close()
  })
  proxy.url = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

test('through a proxy the request arrives, for plain targets and for TLS, which is spoken with the receiver itself', async t => {
  const { ca, good } = await certificates()
  for (const [proxyCertificate, certificate] of [
    [undefined, undefined],
    [undefined, good],
    [good, undefined],
    [good, good],
  ]) {
    const proxy = await startProxy(t, proxyCertificate)
    const receiver = await receive(t, always(200, 'ok'), certificate)
    const url = receiver.url.replace('127.0.0.1', 'receiver.test')
    const outlet = outletTo(t, url, { resolve, ca, proxy: proxy.url })
    assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
    assert.deepEqual(await outlet.post(HEADERS, BODY), DELIVERED)
    assert.equal(receiver.received[1]?.body, BODY)
    assert.equal(receiver.received[1]?.headers.host, new URL(url).host)
    // One tunnel serves both; nothing of the proxy reaches the receiver.
    assert.deepEqual(proxy.asked, [{ place: `receiver.test:${receiver.port}`, login: undefined }])
    assert.ok(!Object.keys(receiver.received[0]?.headers ?? {}).some(name => name.startsWith('proxy')))
  }
})

test('a proxy is told the name and password of its address, and the receiver is not', async t => {
  const proxy = await startProxy(t)
  const receiver = await receive(t, always(200, 'ok'))
  const url = proxy.url.replace('//', '//us%C3%A9r:p%40ss@')
  assert.deepEqual(await outletTo(t, receiver.url, { resolve, proxy: url }).post(HEADERS, BODY), DELIVERED)
  assert.equal(proxy.asked[0]?.login, `Basic ${Buffer.from('usér:p@ss').toString('base64')}`)
  assert.equal(receiver.received[0]?.headers['proxy-authorization'], undefined)
})

test('a target without a port is asked for with the one of its scheme, an IPv6 address in brackets', async t => {
  const proxy = await startProxy(t, undefined, '403 Forbidden')
  for (const url of ['https://receiver.test/', 'http://receiver.test/', 'https://[::1]/']) {
    await outletTo(t, url, { resolve, proxy: proxy.url }).post(HEADERS, BODY)
  }
  const places = proxy.asked.map(({ place }) => place)
  assert.deepEqual(places, ['receiver.test:443', 'receiver.test:80', '[::1]:443'])
})

test('a proxy that refuses is said to', async t => {
  for (const refusal of ['407 Proxy Authentication Required', '502 Bad Gateway', '403 Forbidden', '302 Found']) {
    const proxy = await startProxy(t, undefined, refusal)
    const outcome = await outletTo(t, 'https://receiver.test/', { resolve, proxy: proxy.url }).post(HEADERS, BODY)
    assert.deepEqual(outcome, failed(`the proxy refused (answered ${refusal.slice(0, 3)})`))
    if (proxy.tunnels.size > 0) await once([...proxy.tunnels][0] as net.Socket, 'close')
  }
})

test('a proxy at fault is said to be, not the receiver', async t => {
  const { good, selfSigned } = await certificates()
  const closing = await receiveRaw(t, socket => void socket.once('data', () => socket.end()))
  const dumb = await receiveRaw(t, saying('SSH-2.0-OpenSSH_9.6\r\n'))
  const secure = await startProxy(t, selfSigned)
  const plain = await startProxy(t)
  const cases = [
    ['connection refused', `http://user:secret@127.0.0.1:${await closedPort()}`],
    ['connection closed without an answer', closing.url],
    ['the answer is not HTTP', dumb.url],
    ['certificate is self-signed', secure.url],
    ['no TLS at this address', plain.url.replace('http:', 'https:')],
  ] as const
  const receiver = await receive(t, always(200), good)
  for (const [reason, proxy] of cases) {
    const outcome = await outletTo(t, receiver.url, { resolve, proxy }).post(HEADERS, BODY)
    assert.deepEqual(outcome, failed(`the proxy failed: ${reason}`))
  }
  assert.equal(receiver.connections, 0)
})

test('behind a proxy, a receiver at fault has the words it has without', async t => {
  const { ca, expired } = await certificates()
  const proxy = await startProxy(t)
  const receiver = await receive(t, always(200), expired)
  const bad = await outletTo(t, receiver.url, { resolve, ca, proxy: proxy.url }).post(HEADERS, BODY)
  assert.deepEqual(bad, failed('certificate expired'))
  const closing = await receiveRaw(t, socket => void socket.once('data', () => socket.end()))
  const closed = await outletTo(t, closing.url, { resolve, proxy: proxy.url }).post(HEADERS, BODY)
  assert.deepEqual(closed, failed('connection closed without an answer'))
})

test('an address inside of networks is refused before the proxy is asked', async t => {
  const proxy = await startProxy(t)
  for (const url of ['https://10.0.0.1/', 'https://127.0.0.1/', 'https://localhost/', 'http://receiver.test/']) {
    const outlet = outletTo(t, url, { resolve, proxy: proxy.url, allowLoopback: false })
    assert.match((await outlet.post(HEADERS, BODY)).reason ?? '', /^address not allowed/)
  }
  assert.deepEqual(proxy.asked, [])
})

test('the deadline covers the proxy: one that is silent, and one whose tunnel leads to silence', async t => {
  const silent = await receiveRaw(t, socket => socket.resume())
  const proxy = await startProxy(t)
  const target = `https://receiver.test:${silent.port}/`
  for (const url of [silent.url, proxy.url]) {
    const outlet = outletTo(t, target, { resolve, proxy: url, timeout: 400 })
    assert.deepEqual(await outlet.post(HEADERS, BODY), failed('timed out after 0.4 s'))
    await silent.gone()
  }
})
