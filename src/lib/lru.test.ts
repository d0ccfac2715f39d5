import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Lru } from './lru.ts'

test('what was used longest ago goes first', () => {
  const lru = new Lru<string, number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  assert.equal(lru.get('a'), 1)
  lru.set('c', 3)
  assert.equal(lru.get('b'), undefined)
  assert.equal(lru.get('a'), 1)
  assert.equal(lru.get('c'), 3)
})

test('setting a key again replaces its value, counts as a use and pushes nothing out', () => {
  const lru = new Lru<string, number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  lru.set('a', 3)
  assert.equal(lru.size, 2)
  lru.set('c', 4)
  assert.equal(lru.get('a'), 3)
  assert.equal(lru.get('b'), undefined)
})

test('deleted and cleared entries are gone; null and false are values', () => {
  const lru = new Lru<string, boolean | null>(3)
  lru.set('a', null)
  lru.set('b', false)
  assert.equal(lru.get('a'), null)
  assert.equal(lru.get('b'), false)
  assert.equal(lru.delete('a'), true)
  assert.equal(lru.delete('a'), false)
  assert.equal(lru.get('a'), undefined)
  lru.clear()
  assert.equal(lru.size, 0)
})

test('it never holds more than its limit, and always the entry set last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer({ min: 0, max: 9 })), (max, keys) => {
      const lru = new Lru<number, number>(max)
      for (const [i, key] of keys.entries()) {
        lru.set(key, i)
        assert.ok(lru.size <= max)
        assert.equal(lru.get(key), i)
      }
    }),
  )
})
