/** Places that clients share (decision 0013). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Places } from './places.ts'

/** Takes one after the other until there is none. @returns how many it got */
function takeAll(places: Places, subject: string, whole = false): number {
  for (let got = 0; ; got += 1) if (!places.take(subject, 1, whole)) return got
}

test('who is alone gets a fifth of all; many who take all they can get less each', () => {
  const places = new Places(1_000)
  assert.equal(takeAll(places, 'a'), 200)
  const others = Array.from({ length: 9 }, (_, n) => takeAll(places, `b${n}`))
  assert.ok(others.every((count, n) => n === 0 || count <= (others[n - 1] ?? 0)))
  assert.ok(!places.full)
})

test('a newcomer gets a place as long as there is one, whatever the others hold', () => {
  const places = new Places(100)
  for (let n = 0; !places.full; n += 1) {
    assert.ok(places.take(`newcomer ${n}`))
    takeAll(places, `greedy ${n}`)
  }
  assert.equal(places.used, 100)
  assert.ok(!places.take('too late'))
})

test('one that may have all gets all that is free', () => {
  const places = new Places(100)
  takeAll(places, 'a')
  assert.equal(takeAll(places, 'proxy', true), 80)
})

test('an amount beyond its share is for whoever holds nothing', () => {
  const places = new Places(100)
  assert.ok(places.take('a', 60))
  assert.ok(!places.take('a', 1))
  assert.ok(!places.take('b', 41))
  assert.ok(places.take('b', 40))
  assert.equal(places.refused, 2)
})

test('what is given back can be taken again, and all of it is free at the end', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 30 })), { maxLength: 60 })
  fc.assert(
    fc.property(steps, taken => {
      const places = new Places(100)
      const got = taken.filter(([subject, amount]) => places.take(subject, amount))
      assert.equal(
        places.used,
        got.reduce((sum, [, amount]) => sum + amount, 0),
      )
      assert.ok(places.used <= places.most)
      for (const [subject, amount] of got) places.giveBack(subject, amount)
      assert.equal(places.used, 0)
      assert.equal(takeAll(places, 'a'), 20)
    }),
  )
})
