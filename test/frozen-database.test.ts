/** The database stops to answer, its connections open, as a machine that hangs: nothing is lost, nothing doubled, and nobody waits for ever. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ledger } from './crash/ledger.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { startProxy, type TcpProxy, type Watch } from './support/proxy.ts'
import { startService, type TestService } from './support/service.ts'

/** How often it stops: before it hears of anything, and when it has heard a commit, in turns. */
const TIMES = Number(process.env.SEXTON_TEST_FREEZES ?? 2)
/** Gifts that are given while it does. */
const GIFTS = 12

let service: TestService
let proxy: TcpProxy
let node: NodeProcess
before(async () => {
  service = await startService()
  proxy = await startProxy(databaseAddress(service.connection))
  // A statement has so many milliseconds, and its connection is given up a quarter of a minute later.
  const soon = { SEXTON_STATEMENT_TIMEOUT: '500' }
  node = await startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port }, soon)
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

/** The first commit arrives, and perhaps others; nothing that is said of them does. */
function silentFromCommit(): Watch {
  let silent = false
  return {
    request(chunk) {
      silent ||= chunk.includes('commit')
      return false
    },
    response: () => silent,
  }
}

test('a database that stops to answer costs a 503 with Retry-After, and the retry makes one gift', async t => {
  const ledger = new Ledger(await service.church())
  for (let time = 0; time < TIMES; time += 1) {
    const [refused, answered] = [ledger.refused, ledger.answered]
    await ledger.give(node.url)
    assert.equal(ledger.answered, answered + 1)
    proxy.watch = time % 2 === 0 ? { request: () => true, response: () => true } : silentFromCommit()
    await Promise.all(Array.from({ length: GIFTS }, () => ledger.give(node.url)))
    assert.equal(ledger.refused, refused + GIFTS)
    proxy.watch = {}
    proxy.cutAll()
    const key = ledger.anyKey() ?? ''
    assert.equal((await ledger.repeat(node.url, key))?.status, 201, 'the node recovers by itself')
  }
  assert.equal(ledger.unanswered, 0)
  assert.equal(node.exitCode(), undefined, 'the node lives')
  await ledger.settle(service)
  proved(t, TIMES, 'times that the database stopped')
})
