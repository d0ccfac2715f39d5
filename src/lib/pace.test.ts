import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pace } from './pace.ts'

/** A pace on a clock that the test moves, with what it let begin. */
function paced(perSecond: number, atOnce: number) {
  let now = 0
  let later: { at: number; run: () => void }[] = []
  const clock = { now: () => now, after: (ms: number, run: () => void) => void later.push({ at: now + ms, run }) }
  const pace = new Pace({ perSecond, atOnce }, clock)
  const begun: number[] = []
  const order: unknown[] = []
  const end: (() => void)[] = []
  const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
  return {
    pace,
    begun,
    order,
    /** Asks for so many turns; each runs until it is ended. */
    ask(count: number, group: unknown = 'one'): void {
      for (let n = 0; n < count; n += 1) {
        void pace.run(group, () => {
          begun.push(now)
          order.push(group)
          return new Promise<void>(resolve => end.push(resolve))
        })
      }
    },
    async pass(ms: number): Promise<void> {
      now += ms
      const due = later.filter(({ at }) => at <= now)
      later = later.filter(({ at }) => at > now)
      for (const { run } of due) run()
      await settle()
    },
    async endAll(): Promise<void> {
      for (const one of end.splice(0)) one()
      await settle()
    },
    settle,
  }
}

test('as many begin together as the rate has in a second, then one by one', async () => {
  const { ask, begun, pass, settle } = paced(4, 100)
  ask(7)
  await settle()
  assert.deepEqual(begun, [0, 0, 0, 0])
  for (let step = 0; step < 3; step += 1) await pass(250)
  assert.deepEqual(begun, [0, 0, 0, 0, 250, 500, 750])
})

test('no more run at once than may', async () => {
  const { ask, begun, endAll, settle, pace } = paced(1_000, 2)
  ask(5)
  await settle()
  assert.equal(begun.length, 2)
  await endAll()
  assert.equal(begun.length, 4)
  await endAll()
  await endAll()
  assert.deepEqual([begun.length, pace.idle], [5, true])
})

test('a rate below one a second is kept, too', async () => {
  const { ask, begun, pass, settle } = paced(0.5, 10)
  ask(3)
  await settle()
  for (let second = 0; second < 4; second += 1) await pass(1_000)
  assert.deepEqual(begun, [0, 2_000, 4_000])
})

test('one that fails gives its turn back', async () => {
  const { pace } = paced(1_000, 1)
  await assert.rejects(
    pace.run('one', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await pace.run('one', () => Promise.resolve('yes')), 'yes')
})

test('groups take turns: a small one does not wait for all of a large one', async () => {
  const { ask, order, endAll, settle } = paced(1_000, 1)
  ask(4, 'large')
  ask(1, 'small')
  for (let turn = 0; turn < 5; turn += 1) {
    await settle()
    await endAll()
  }
  assert.deepEqual(order, ['large', 'large', 'small', 'large', 'large'])
})

test('a group that leaves takes no more turns, at once, and costs the others none', async () => {
  const { pace, ask, begun, pass, settle } = paced(1, 10)
  ask(1)
  const left = Promise.all([1, 2, 3].map(() => pace.run('leaving', () => Promise.resolve('ran'))))
  ask(1)
  await settle()
  pace.leave('leaving')
  assert.deepEqual(await left, [undefined, undefined, undefined])
  await pass(1_000)
  assert.deepEqual(begun, [0, 1_000])
})

test('after a rest the pace goes on as before', async () => {
  const { pace, ask, begun, pass, settle } = paced(10, 10)
  pace.rest(2_000)
  ask(1)
  await settle()
  assert.deepEqual(begun, [])
  await pass(2_000)
  assert.deepEqual(begun, [2_000])
})
