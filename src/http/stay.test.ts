/** What one request holds, and how it is given back (decision 0013). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { ALLOWANCES } from './allowances.ts'
import { type Capacity, capacityOf, Stay } from './stay.ts'

const HOME = '192.0.2.1'
const used = (capacity: Capacity): number[] => Object.values(capacity).map(({ used }) => used)
const codeOf = (error: ApiError | undefined): string | undefined => error?.code

test('a stay ends when the answer is made and taken, in either order, and gives everything back', () => {
  const capacity = capacityOf(readConfig({}))
  for (let n = 0; n < 3; n += 1) {
    const stay = new Stay(capacity, HOME)
    assert.equal(stay.enter(), undefined)
    stay.beginReceiving()
    assert.equal(stay.keep(100_000), undefined)
    assert.deepEqual(used(capacity), [0, 1, 1, 100_000, 0])
    stay.end()
    assert.deepEqual(used(capacity), [0, 1, 1, 100_000, 0])
    stay.end()
    assert.deepEqual(used(capacity), [0, 0, 0, 0, 0])
  }
})

test('an address that keeps more than its share of bytes is refused, and another one is not', () => {
  const capacity = capacityOf(readConfig({}))
  const [mine, more, other] = [HOME, HOME, '192.0.2.2'].map(ip => new Stay(capacity, ip)) as [Stay, Stay, Stay]
  const fifth = ALLOWANCES.bytes.most / 5
  assert.equal(mine.keep(fifth), undefined)
  assert.equal(codeOf(more.keep(fifth / 10)), 'rate_limited')
  assert.equal(other.keep(fifth), undefined)
})

test('bodies that are being received have places of their own, fewer than requests', () => {
  const capacity = capacityOf(readConfig({}))
  let received = 0
  assert.throws(
    () => {
      for (;;) {
        const stay = new Stay(capacity, HOME)
        if (stay.enter() !== undefined) return
        stay.beginReceiving()
        received += 1
      }
    },
    (error: unknown) => error instanceof ApiError && error.code === 'rate_limited',
  )
  assert.equal(received, ALLOWANCES.uploads.most / 5)
  assert.equal(new Stay(capacity, HOME).enter(), undefined)
})

test('a full node says 503, an address with its share 429; IPv6 counts by /64', () => {
  const capacity = capacityOf({ ...readConfig({}), maxRequests: 10 })
  const enter = (ip: string): string | undefined => codeOf(new Stay(capacity, ip).enter())
  assert.deepEqual(
    [enter('2001:db8::1'), enter('2001:db8::2'), enter('2001:db8::3')],
    [undefined, undefined, 'rate_limited'],
  )
  for (let n = 0; n < 8; n += 1) assert.equal(enter(`192.0.2.${n}`), undefined)
  assert.deepEqual([enter('192.0.2.99'), enter('2001:db8::4')], ['service_unavailable', 'service_unavailable'])
})
