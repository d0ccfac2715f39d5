/**
 * What one address can do to the others (decision 0013): it attacks each way in, others are served meanwhile almost as
 * quickly as without it, memory does not grow, nothing breaks, and afterwards all is as before. Without and with an
 * attack take turns, so that both have the same machine.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compiled } from '../support/compiled.ts'
import { eventually } from '../support/receiver.ts'
import type { Attack, Order } from './attacker.ts'
import { stopwatch } from './processors.ts'
import { SLUG, startTarget, type Target } from './target.ts'
import { p99, type Visitors, visitors } from './visitors.ts'
import { type Way, waysIn } from './ways.ts'

const MIB = 2 ** 20
const MOST_MIB = 200
const TIMES = 3
/** Node parses what has come in at once, some 64 KiB, before anybody has a turn: tens of milliseconds on a busy machine. */
const FLOOR_MS = 100
const ATTACKED_MS = 200
const LEAST = 40
const TRIES = 5
const RECOVERY_MS = 10_000

/** What was seen at one way in: p99 of the others without the attack and with it, memory that it took, its end. */
interface Seen {
  name: string
  alone: number
  attacked: number
  mib: number
  recovered: number
}

const isServed = ({ alone, attacked }: Seen): boolean => attacked <= Math.max(TIMES * alone, FLOOR_MS)
const shown = ({ name, alone, attacked, mib, recovered }: Seen): string =>
  `${name} ${alone.toFixed(1)} → ${attacked.toFixed(1)} ms, ${mib.toFixed(0)} MiB, ${recovered.toFixed(0)} ms`

/** The tests of one attack. */
export function attackSuite(attack: Attack): void {
  let target: Target
  let others: Visitors
  let attacker: ChildProcess
  let attackers = 0
  const all: Seen[] = []

  before(async () => {
    target = await startTarget()
    const { port, pid } = target.node
    others = visitors({ port, path: '/api/v1/funds', key: target.key, pid, backends: target.backends })
    attacker = fork(compiled('test/attacks/attacker.ts'), { execArgv: [] })
    await waitAlone()
  })
  after(async () => {
    console.log(`${attack}: p99 of the others without → with it, memory it took, time until all was over`)
    for (const seen of all) console.log(`  ${shown(seen)}`)
    others.close()
    attacker.disconnect()
    await target.close()
  })

  const waitAlone = async (): Promise<number> => p99(await others.ask(() => false, LEAST))

  async function tell(message: Order | 'stop'): Promise<void> {
    attacker.send(message)
    await once(attacker, 'message')
  }

  /** Has a way attacked, each time from an address that has done nothing yet. */
  async function attackFor(way: Way): Promise<void> {
    attackers += 1
    await tell({ attack, way, port: target.node.port, from: `127.0.2.${attackers}` })
    await sleep(ATTACKED_MS)
  }

  /** Lets the others ask before and while a way is attacked. @throws where one of them is not served */
  async function look(way: Way): Promise<Seen> {
    const alone = await waitAlone()
    const before = target.memory()
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, target.memory())
    }, 10)
    let goesOn = true
    try {
      const attacking = attackFor(way).finally(() => {
        goesOn = false
      })
      const [attacked] = await Promise.all([others.ask(() => goesOn, LEAST), attacking])
      return { name: way.name, alone, attacked: p99(attacked), mib: (most - before) / MIB, recovered: 0 }
    } finally {
      clearInterval(timer)
      await tell('stop')
    }
  }

  async function recover(): Promise<number> {
    const over = stopwatch(target.node.pid, [])
    await eventually('nothing of the attack is left', async () => {
      assert.ok(over() < RECOVERY_MS, 'it takes too long')
      const { requests, uploads, bytes, waiting } = await target.held()
      return requests === 1 && uploads === 0 && bytes === 0 && waiting === 0
    })
    return over()
  }

  for (const [index, { name }] of waysIn('', '').entries()) {
    test(`${attack} at ${name}: others are served, memory stays, and all is well again`, async () => {
      const way = waysIn(target.key, SLUG)[index] ?? assert.fail()
      let seen = await look(way)
      // A machine that was busy with something else gets another try.
      for (let n = 1; n < TRIES && !isServed(seen); n += 1) seen = await look(way)
      seen.recovered = await recover()
      all.push(seen)
      assert.equal(target.node.exitCode(), undefined, target.node.output())
      assert.ok(isServed(seen), shown(seen))
      assert.ok(seen.mib <= MOST_MIB, shown(seen))
    })
  }
}
