import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from './random.ts'

test('the same seed gives the same numbers, another one others', () => {
  const take = (seed: number): number[] => Array.from({ length: 5 }, seededRandom(seed).next)
  assert.deepEqual(take(7), take(7))
  assert.notDeepEqual(take(7), take(8))
})

test('whole numbers stay within their bounds and reach both', () => {
  const random = seededRandom(1)
  const seen = new Set(Array.from({ length: 500 }, () => random.whole(3, 6)))
  assert.deepEqual([...seen].sort(), [3, 4, 5, 6])
})

test('nothing can be picked from an empty list', () => {
  assert.throws(() => seededRandom(1).pick([]), /empty/)
})
