/** API keys are found nowhere: not in the log, the database, events or answers (decisions, Keys). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { raw, sql } from '../src/db/sql.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { send, startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let proxy: TcpProxy
let node: NodeProcess

before(async () => {
  service = await startService()
  church = await service.church()
  proxy = await startProxy(databaseAddress(service.connection))
  const env = { SEXTON_LOG_LEVEL: 'debug', SEXTON_REQUEST_TIMEOUT: '1000' }
  node = await startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port }, env)
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

/** Every place where a key may turn up in a request, by right or by mistake. */
function requests(key: string): { method?: string; path: string; headers?: Record<string, string>; raw?: string }[] {
  const authorization = `Bearer ${key}`
  const json = { authorization, 'content-type': 'application/json' }
  return [
    { path: '/api/v1', headers: { authorization } },
    { path: `/api/v1?api_key=${key}` },
    { path: `/api/v1/people?api_key=${key}&q=${key}` },
    { path: '/api/v1', headers: { authorization: `Basic ${key}` } },
    {
      path: '/api/v1',
      headers: { 'x-api-key': key, cookie: `key=${key}`, 'x-request-id': key, referer: `http://x/${key}` },
    },
    { path: `/api/v1/${key}` },
    { path: `/api/v1/${key}`, headers: { authorization } },
    { path: `/api/v1/people/${key}`, headers: { authorization } },
    { path: `/docs/${key}?${key}` },
    { path: `/api/v1/people?page=${key}`, headers: { authorization } },
    { path: `/api/v1/people?sort=${key}&api_key=${key}` },
    { path: `/api/v1/people?api_key=${key.slice(0, -1)}&api_key=${key}` },
    { method: 'POST', path: '/api/v1/people', headers: json, raw: `{"email":"${key}","branch_id":"${key}"}` },
    { method: 'POST', path: '/api/v1/people', headers: json, raw: key },
    { method: 'POST', path: '/api/v1/people', headers: { authorization, 'content-type': key }, raw: '{}' },
    { method: 'POST', path: '/api/v1/people', headers: json, raw: `{"note":"${key}${'x'.repeat(300_000)}"}` },
    {
      method: 'POST',
      path: '/api/v1/contributions',
      headers: { ...json, 'idempotency-key': `${key} ${key}` },
      raw: '{}',
    },
    {
      method: 'POST',
      path: `/api/v1/contributions?api_key=${key}`,
      headers: { 'content-type': 'application/json' },
      raw: '{"amount":500}',
    },
    { method: 'DELETE', path: `/api/v1/people/1?api_key=${key}` },
  ]
}

/** What is not HTTP, or never ends. */
const broken = (key: string): string[] => [
  `GET /api/v1?api_key=${key} HTTP/9.9\r\n\r\n`,
  `${key}\r\n\r\n`,
  `GET /api/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: x\r\n\r\n`,
  `GET /api/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nX: ${key.repeat(500)}\r\n\r\n`,
  `POST /api/v1/people HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 99\r\n\r\n{"`,
]

async function sendBroken(text: string): Promise<string> {
  const socket = connect(node.port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}

/** Every table as text. */
async function dump(): Promise<string> {
  const tables = await service.database.read.all<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await service.database.read.all<{ line: string }>(
      sql`select t::text as line from ${raw(`"${name}"`)} t`,
    )
    texts.push(...rows.map(({ line }) => line))
  }
  return texts.join('\n')
}

test('a key is found neither in the log nor in the database, the events or any answer', async t => {
  const { key } = church
  const secret = key.slice(12)
  const sendAll = async (): Promise<void> => {
    for (const { method = 'GET', path, headers = {}, raw } of requests(key)) {
      const options = { headers, ...(raw !== undefined && { raw }) }
      const answer = await send(node.url, method, path, options)
      const shown = `${[...answer.headers.entries()].join('\n')}\n${answer.text}`
      assert.ok(!shown.includes(secret), `${method} ${path.replaceAll(key, 'KEY')} shows the key: ${shown}`)
    }
  }
  await sendAll()
  for (const text of broken(key)) assert.ok(!(await sendBroken(text)).includes(secret))
  proxy.refuse = true
  proxy.cutAll()
  await sendAll()
  proxy.refuse = false
  const answer = await send(node.url, 'GET', `/api/v1?api_key=${key}`)
  assert.equal(answer.status, 200, 'the node recovered')
  // Lines come through a pipe, in their order: with that of the last request all are there.
  const last = answer.headers.get('x-request-id') ?? assert.fail('an answer without an id')
  await eventually('the last request is in the log', () => node.output().includes(last))
  const log = node.output()
  assert.ok(log.split('\n').length > 2 * requests(key).length, 'the log has a line for each request')
  assert.ok(
    !log.includes(secret),
    log.split('\n').find(line => line.includes(secret)),
  )
  const tables = await dump()
  assert.ok(tables.includes('contribution.recorded') && tables.includes(key.slice(0, 12)), 'the dump is complete')
  assert.ok(!tables.includes(secret))
  proved(t, log.split('\n').length + tables.split('\n').length, 'lines of the log and rows of the database')
})
