/** What holds on every way in: one form of each path, methods, TLS only, a log without secrets (decision 0013). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type App, build } from '../src/app.ts'
import { makeLog } from '../src/cli/log.ts'
import { readConfig } from '../src/config.ts'
import { sql } from '../src/db/sql.ts'
import { MODULES } from '../src/modules/index.ts'
import { described, flag } from '../src/resource/filter.ts'
import type { Module } from '../src/resource/module.ts'
import { freePort } from './support/free-port.ts'
import { SECRET_KEY } from './support/secret-key.ts'
import { startService, type TestService } from './support/service.ts'

const CANARY = 'canary@example.org'
const TOKEN = 'Tk9uAOa1b2C3d4E5f6G7'
const INNER = ['/metrics', '/healthz', '/readyz']

/** A filter that the database refuses with a sentence that repeats a value. */
const refused = described(
  'fails',
  flag(() => sql`${CANARY}::text::integer = 1`),
)
const modules: Module[] = MODULES.map(module => ({
  ...module,
  resources: module.resources.map(one => ({
    ...one,
    list: { ...one.list, filters: { ...one.list.filters, refused } },
  })),
}))

let service: TestService
let secure: App
let port: number
let innerPort: number
let log = ''

before(async () => {
  service = await startService()
  innerPort = await freePort()
  const env = {
    ...SECRET_KEY,
    PORT: '0',
    SEXTON_BASE_URL: 'https://sexton.example',
    SEXTON_METRICS_PORT: String(innerPort),
  }
  const lines = {
    write(line: string) {
      log += line
    },
  }
  secure = build(readConfig(env), service.database, makeLog({ logLevel: 'info' }, lines), { modules })
  port = await secure.start()
})
after(async () => {
  await secure.close()
  await service.close()
})

interface Asked {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Sends a path as it is: other clients tidy it up. */
async function ask(path: string, method = 'GET', headers: Record<string, string> = {}, at = port): Promise<Asked> {
  const sent = request({ host: '127.0.0.1', port: at, path, method, headers, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer.setEncoding('utf8')) body += chunk
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

const plainPort = (): number => Number(new URL(service.url).port)

test('a page beside the API is there at its path as it is written, and at no other form of it', async () => {
  for (const path of [...INNER, '/openapi.json', '/docs/start.js']) {
    assert.equal((await ask(path, 'GET', {}, plainPort())).status, 200, path)
    const encoded = `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`
    const others = [`${path}/`, `${path}//`, `/${path}`, `/.${path}`, path.toUpperCase(), encoded, `http://x${path}`]
    for (const other of others) assert.equal((await ask(other, 'GET', {}, plainPort())).status, 404, other)
    assert.equal((await ask(`${path}?x=1`, 'GET', {}, plainPort())).status, 200)
  }
  assert.equal((await ask('/docs/', 'GET', {}, plainPort())).headers.location, '/docs')
})

test('a path of the API may end with a slash', async () => {
  const { key } = await service.church()
  for (const path of ['/api/v1', '/api/v1/', '/api/v1/people/', '/api/v1/people//']) {
    assert.equal((await ask(path, 'GET', { authorization: `Bearer ${key}` }, plainPort())).status, 200, path)
  }
})

test('with a port of their own, metrics and health are there and nowhere else, and nothing else is there', async () => {
  for (const path of INNER) {
    assert.equal((await ask(path, 'GET', {}, innerPort)).status, 200, path)
    assert.equal((await ask(path)).status, 404, path)
  }
  for (const path of ['/', '/docs', '/api/v1', '/openapi.json', '/console/api/session', '/metrics/']) {
    assert.equal((await ask(path, 'GET', { accept: 'text/html' }, innerPort)).status, 404, path)
  }
  assert.equal((await ask('/metrics', 'POST', {}, innerPort)).status, 405)
})

const EVERYWHERE = [
  '/',
  '/mark.svg',
  '/docs',
  '/openapi.json',
  '/api/v1',
  '/give/x',
  '/unsubscribe/x',
  '/console/api/session',
  '/nothing',
]

test('where the public address is https, every answer tells browsers to keep to it; elsewhere none does', async () => {
  for (const path of EVERYWHERE) {
    const hsts = async (at: number) =>
      (await ask(path, 'GET', { accept: 'text/html' }, at)).headers['strict-transport-security']
    assert.equal(await hsts(port), 'max-age=31536000', path)
    assert.equal(await hsts(plainPort()), undefined, path)
  }
})

test('what is no request is refused in the envelope, with the headers that every answer has', async () => {
  const huge = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
  for (const [sent, status, code] of [
    ['NONSENSE\r\n\r\n', 400, 'bad_request'],
    [huge, 431, 'headers_too_large'],
    ['GET /docs HTTP/1.1\r\n\r\n', 400, 'bad_request'],
  ] as const) {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.write(sent)
    await once(socket, 'end')
    socket.destroy()
    const [head = '', body = ''] = text.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of [
      'strict-transport-security',
      'cache-control: no-store',
      'x-request-id',
      'x-content-type-options',
      'connection: close',
    ]) {
      assert.ok(head.toLowerCase().includes(name), `${name} with ${status}`)
    }
    assert.deepEqual([JSON.parse(body).ok, JSON.parse(body).error], [false, code])
  }
})

test('a method that a path of the console does not have is 405 with Allow, whoever asks', async () => {
  const site = { origin: 'https://sexton.example', 'sec-fetch-site': 'same-origin' }
  const paths = {
    '/console/auth/sign-in/email': 'GET, HEAD, POST',
    '/console/auth/x': 'GET, HEAD, POST',
    '/console/api/session': 'GET, HEAD',
    '/console/api/step-up': 'POST',
  }
  for (const [path, allow] of Object.entries(paths)) {
    for (const method of ['TRACE', 'OPTIONS', 'DELETE', 'PROPFIND', 'PUT']) {
      for (const headers of [{}, site]) {
        const { status, headers: told } = await ask(path, method, headers)
        assert.deepEqual([status, told.allow], [405, allow], `${method} ${path}`)
      }
    }
  }
})

test('a token that is good for a new password is not in the log, however its address was spoilt', async () => {
  const root = '/console/auth/reset-password'
  const paths = [
    `${root}/${TOKEN}`,
    `${root}/${TOKEN}/`,
    `${root}//${TOKEN}`,
    `/${root}/${TOKEN}`,
    `${root}%2f${TOKEN}`,
    `${root.toUpperCase()}/${TOKEN}`,
    `${root}\\${TOKEN}`,
    `/console/auth/x/../reset-password/${TOKEN}`,
    `/console/auth/${TOKEN}`,
  ]
  for (const path of paths) await ask(`${path}?callbackURL=%2Freset&token=${TOKEN}`)
  await ask('/console/auth/sign-in/email')
  assert.ok(
    !log.includes(TOKEN),
    log.split('\n').find(line => line.includes(TOKEN)),
  )
  assert.match(log, /"path":"\/console\/auth\/…"/)
  assert.match(log, /"path":"\/console\/auth\/sign-in\/email"/, 'what is no secret is shown')
})

test('what the database says of a value is not in the log; its code is', async () => {
  const { key } = await service.church()
  const answer = await ask('/api/v1/people?refused=1', 'GET', { authorization: `Bearer ${key}` })
  assert.equal(answer.status, 400)
  assert.match(log, /"err":\{"type":"error","code":"22P02"/)
  assert.ok(!log.includes('canary') && !answer.body.includes('canary'))
})
