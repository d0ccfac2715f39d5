/** Crashes: nothing acknowledged is lost, nothing is doubled (spec, General conventions 7; decisions, Idempotency). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Ledger, load } from './crash/ledger.ts'
import { afterCommit, atResponse, beforeCommit, midTransaction } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { type Answered, send, startService, type TestService } from './support/service.ts'

const KILLS = Number(process.env.SEXTON_TEST_KILLS ?? 4)
/** How often 64 requests come with one key. */
const TRIALS = Number(process.env.SEXTON_TEST_TRIALS ?? 5)
/** How often the database's connections end. */
const ROUNDS = Math.max(10, KILLS)

let service: TestService
/** In front of the database; every node that may die reaches it through here. */
let proxy: TcpProxy
/** Nodes that are being started ahead of their use. */
const spares: Promise<NodeProcess>[] = []
let wanted = KILLS + 6

function spare(): void {
  if (wanted === 0) return
  wanted -= 1
  const started = startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })
  started.catch(() => undefined)
  spares.push(started)
}

/** A fresh node in a process of its own. */
async function freshNode(): Promise<NodeProcess> {
  if (spares.length === 0) spare()
  const node = await spares.shift()
  assert.ok(node)
  spare()
  return node
}

before(async () => {
  service = await startService()
  proxy = await startProxy(databaseAddress(service.connection))
  spare()
  spare()
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

test('a node killed at any time loses no acknowledged gift and doubles none', async t => {
  const ledger = new Ledger(await service.church())
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const node = await freshNode()
    const clients = load(ledger, node.url)
    const enough = ledger.answered + 20 + Math.random() * 100
    while (ledger.answered < enough) await pause(1)
    const dead = node.kill()
    await pause(5)
    await clients.stop()
    await dead
  }
  const { sent, unanswered } = ledger
  await ledger.settle(service)
  t.diagnostic(`${ledger.entries.size} gifts, ${sent} requests, ${unanswered} without an answer`)
  proved(t, KILLS, 'kills of nodes')
  assert.ok(unanswered > 0, 'the kills hit requests')
})

test('a crash between commit and response: the retry gets the first response', async () => {
  const ledger = new Ledger(await service.church())
  for (const key of ['commit-1', 'commit-2']) {
    const node = await freshNode()
    const killed = new Promise<void>(resolve => afterCommit(proxy, key, () => resolve(node.kill())))
    await ledger.give(node.url, key)
    await killed
    const retry = await ledger.repeat(service.url, key)
    assert.equal(retry?.headers.get('idempotent-replayed'), 'true', 'it had been committed')
  }
  assert.equal(ledger.unanswered, 2)
  await ledger.settle(service)
})

test('a crash while the response is on its way: the retry gets the first response', async () => {
  const ledger = new Ledger(await service.church())
  const node = await freshNode()
  const front = await startProxy({ host: '127.0.0.1', port: node.port })
  const killed = new Promise<void>(resolve => atResponse(front, () => resolve(node.kill())))
  await ledger.give(`http://127.0.0.1:${front.port}`, 'response-1')
  await killed
  await front.close()
  assert.equal(ledger.unanswered, 1)
  const retry = await ledger.repeat(service.url, 'response-1')
  assert.equal(retry?.headers.get('idempotent-replayed'), 'true')
  await ledger.settle(service)
})

test('a connection to the database cut at any moment of a transaction is a 503, and the retry makes one gift', async () => {
  const ledger = new Ledger(await service.church())
  const node = await freshNode()
  const moments = { afterCommit, beforeCommit, midTransaction }
  for (const [name, moment] of Object.entries(moments)) {
    for (let turn = 1; turn <= 3; turn += 1) {
      const key = `${name}-${turn}`
      moment(proxy, key, link => link.cut())
      await ledger.give(node.url, key)
      const retry = await ledger.repeat(node.url, key)
      assert.equal(retry?.status, 201, `${key}: the node recovers by itself`)
      assert.equal(retry.headers.has('idempotent-replayed'), name === 'afterCommit', key)
    }
  }
  assert.deepEqual([ledger.refused, ledger.unanswered], [9, 0])
  assert.equal(node.exitCode(), undefined, 'the node lives')
  await ledger.settle(service)
  await node.kill()
})

test('64 requests with one idempotency key at the same time, over two nodes, make one gift and 64 equal answers', async t => {
  const church = await service.church()
  const other = await service.node()
  for (let round = 1; round <= TRIALS; round += 1) {
    const options = { key: church.key, headers: { 'Idempotency-Key': `round-${round}` }, body: { amount: round } }
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        send(index % 2 === 0 ? service.url : other.url, 'POST', '/api/v1/contributions', options),
      ),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 63)
    assert.equal((await church.send('GET', '/contributions')).json.meta.total, round)
  }
  await other.close()
  proved(t, TRIALS, 'trials of one key')
})

test('database backends killed under load cost a 503 with Retry-After, never a 500, and the service recovers', async t => {
  const ledger = new Ledger(await service.church())
  const node = await freshNode()
  const admin = new pg.Client(service.connection)
  await admin.connect()
  const clients = load(ledger, node.url)
  let killed = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    await pause(100)
    const { rowCount } = await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    killed += rowCount ?? 0
  }
  await clients.stop()
  await admin.end()
  assert.equal(node.exitCode(), undefined, `the node lives: ${node.output()}`)
  await ledger.settle(service)
  t.diagnostic(`${ledger.entries.size} gifts, ${ledger.refused} answers 503`)
  proved(t, killed, 'kills of database connections')
  assert.equal(ledger.unanswered, 0)
  assert.ok(ledger.refused > 0, 'the kills hit requests')
  await node.kill()
})

test('SIGTERM finishes the requests that were begun, and the process ends by itself', async () => {
  const church = await service.church()
  const node = await freshNode()
  const head = [
    'POST /api/v1/contributions HTTP/1.1',
    'Host: test',
    `Authorization: Bearer ${church.key}`,
    'Content-Length: 12',
    'Expect: 100-continue',
  ].join('\r\n')
  const begun = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const socket = connect(node.port, '127.0.0.1')
      socket.setEncoding('utf8').write(`${head}\r\n\r\n`)
      // The answer to Expect says that the request is being worked on.
      await once(socket, 'data')
      return socket
    }),
  )
  const ended = node.terminate()
  await pause(50)
  const answers = await Promise.all(
    begun.map(async socket => {
      socket.write('{"amount":5}')
      const [answer] = await once(socket, 'data')
      return String(answer)
    }),
  )
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 201 /)
    assert.match(answer, /^connection: close\r$/im, 'no client is kept waiting for the end')
  }
  assert.equal(await ended, 0)
  assert.equal((await church.send('GET', '/contributions')).json.meta.total, 16)
})

test('more requests than the database can take get 503 with Retry-After, never a 500', async () => {
  const church = await service.church()
  const small = await service.node({}, { SEXTON_POOL_SIZE: '2', SEXTON_MAX_WAITING: '4' })
  const many = async (count: number, method: string, body?: object): Promise<number[]> => {
    const options = { key: church.key, ...(body && { body }) }
    const requests = Array.from({ length: count }, () => send(small.url, method, '/api/v1/contributions', options))
    return (await Promise.all(requests)).map(checkOverload)
  }
  const [writes, reads] = await Promise.all([many(100, 'POST', { amount: 5 }), many(200, 'GET')])
  for (const [statuses, success] of [[writes, 201] as const, [reads, 200] as const]) {
    assert.ok(statuses.includes(503) && statuses.includes(success), `some ${success}, some 503`)
  }
  const done = writes.filter(status => status === 201).length
  assert.equal((await church.send('GET', '/contributions')).json.meta.total, done)
  await small.close()
})

function checkOverload({ status, headers, text }: Answered): number {
  assert.ok([200, 201, 503].includes(status), text)
  if (status === 503) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  return status
}
