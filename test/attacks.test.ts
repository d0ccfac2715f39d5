/**
 * What one address can do to the others (decision 0013): it attacks each way in, others are served meanwhile almost as
 * quickly as without it, memory does not grow, nothing breaks, and afterwards all is as before.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Database } from '../src/db/database.ts'
import { createKey } from '../src/modules/church/api-keys.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { ATTACK_NAMES, type Attack, type Order } from './attacks/attacker.ts'
import { p99, type Visitors, visitors } from './attacks/visitors.ts'
import { type Way, waysIn } from './attacks/ways.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { eventually } from './support/receiver.ts'

const MORE_BYTES = 200 * 2 ** 20
/** Below it a machine that is busy with other things cannot be told from a server that is. */
const FLOOR_MS = 100
const ALONE_MS = 300
const ATTACKED_MS = 350
const LEAST = 150
const AT_FIRST = 20
const TRIES = 3

let clone: TestDatabase
let database: Database
let node: NodeProcess
let others: Visitors
let attacker: ChildProcess
let ways: Way[]
let key: string
let attackers = 0

before(async () => {
  clone = await testDatabase()
  database = new Database({ connection: clone.connection, poolSize: 2, statementTimeout: 15_000, maxWaiting: 10 })
  const place = { name: 'Grace', slug: 'grace', country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  await createChurch(database, place)
  const church = (await findChurch(database, 'grace')) ?? assert.fail()
  key = (await createKey(database, church, { name: 'Test', scopes: ['all'] })).key
  // As a production has it, but that all visitors have one key.
  node = await startProcess(clone.connection, { SEXTON_RATE_LIMIT_IP: '', SEXTON_RATE_LIMIT_PAGES: '' })
  others = visitors(node.port, '/api/v1/funds', key)
  attacker = fork(path.join(import.meta.dirname, 'attacks/attacker.ts'))
  ways = waysIn(key, 'grace')
  await others.ask(500, LEAST)
})
after(async () => {
  others.close()
  attacker.disconnect()
  killProcesses()
  await database.close()
  await clone.drop()
})

async function tell(message: Order | 'stop'): Promise<void> {
  attacker.send(message)
  await once(attacker, 'message')
}

/** Bytes of memory that the server has. */
const memory = (): number => Number(readFileSync(`/proc/${node.pid}/statm`, 'utf8').split(' ')[1]) * 4_096

interface Seen {
  alone: number
  attacked: number
  grown: number
}

/** Lets the others ask while the attack goes on. @param alone how long they waited without it */
async function look(order: Order, alone: number): Promise<Seen> {
  const before = memory()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memory())
  }, 10)
  try {
    // While it grows the others are served, too, but a machine with two processors is busy with both sides of it.
    await Promise.all([tell(order), others.ask(0, AT_FIRST)])
    const attacked = p99(await others.ask(ATTACKED_MS, LEAST))
    return { alone, attacked, grown: most - before }
  } finally {
    clearInterval(timer)
    await tell('stop')
  }
}

/** Each time from an address that has done nothing yet. */
function order(attack: Attack, way: Way): Order {
  attackers += 1
  return { attack, way, port: node.port, from: `127.0.2.${attackers}` }
}

const waitAlone = async (): Promise<number> => p99(await others.ask(ALONE_MS, LEAST))

const isServed = ({ alone, attacked }: Seen): boolean => attacked <= Math.max(3 * alone, FLOOR_MS)

for (const attack of ATTACK_NAMES) {
  let alone: number | undefined
  for (const [index, { name }] of waysIn('', '').entries()) {
    test(`${attack} at ${name}: others are served, memory stays, and all is well again`, async () => {
      const way = ways[index] ?? assert.fail()
      alone ??= await waitAlone()
      let seen = await look(order(attack, way), alone)
      for (let n = 1; n < TRIES && !isServed(seen); n += 1) {
        alone = await waitAlone()
        seen = await look(order(attack, way), alone)
      }
      const { attacked, grown } = seen
      assert.ok(
        isServed(seen),
        `p99 of the others: ${seen.alone.toFixed(1)} ms alone, ${attacked.toFixed(1)} ms attacked`,
      )
      assert.ok(grown <= MORE_BYTES, `${Math.round(grown / 2 ** 20)} MB more`)
      assert.equal(node.exitCode(), undefined, node.output())
      const ended = performance.now()
      await eventually('nothing of the attack is left', async () => (await held()).requests === 1)
      assert.ok(performance.now() - ended < 10_000)
    })
  }
}

async function held(): Promise<Record<string, number>> {
  const text = await (await fetch(`${node.url}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^sexton_held\{what="(\w+)"\} (\d+)$/gm)].map(([, what, count]) => [what, Number(count)]),
  )
}
