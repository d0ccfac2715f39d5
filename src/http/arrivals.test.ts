/** What arrives from an address, counted for ten seconds (decision 0013). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARRIVALS_MS, Arrivals, mostArrivals } from './arrivals.ts'

test('an address is not looked at any more once too much has arrived, until the ten seconds are over', () => {
  let now = 0
  const arrivals = new Arrivals(3, () => now)
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => arrivals.note('a')),
    [true, true, true, false, false],
  )
  assert.ok(arrivals.note('b'), 'others are')
  now = ARRIVALS_MS - 1
  assert.ok(!arrivals.note('a'))
  now = ARRIVALS_MS
  assert.ok(arrivals.note('a'))
})

test('three times what the limits let through may arrive; none is counted where a limit is off', () => {
  assert.equal(mostArrivals({ rateLimitIp: 600, rateLimitPages: 6_000 }), 3_300)
  assert.equal(mostArrivals({ rateLimitIp: 0, rateLimitPages: 6_000 }), Number.POSITIVE_INFINITY)
  assert.equal(mostArrivals({ rateLimitIp: 600, rateLimitPages: 0 }), Number.POSITIVE_INFINITY)
})
