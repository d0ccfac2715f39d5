import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { isWellFormed, keyHash, keyPrefix, newKey } from './api-key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key is sx_live_ and 32 letters and digits, and no two are alike', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => newKey(randomBytes)))
  assert.equal(keys.size, 1000)
  for (const key of keys) {
    assert.match(key, /^sx_live_[0-9A-Za-z]{32}$/)
    assert.ok(isWellFormed(key))
  }
})

test('the last six are a base-62 CRC-32 of the rest: keys that were given out stay well-formed', () => {
  const key = newKey(n => Buffer.alloc(n))
  assert.equal(key, 'sx_live_000000000000000000000000000oAElb')
  assert.ok(isWellFormed(key))
})

test('every letter is equally likely: bytes that would favour some are thrown away', () => {
  let next = 0
  const letters = new Map<string, number>()
  // 62 keys take 1612 letters from a random source that counts through all bytes: 26 of each letter.
  for (let i = 0; i < 62; i++) {
    const key = newKey(n => Buffer.from(Array.from({ length: n }, () => next++ % 256)))
    for (const letter of key.slice(8, 34)) letters.set(letter, (letters.get(letter) ?? 0) + 1)
  }
  assert.deepEqual(
    [...letters.values()],
    Array.from({ length: 62 }, () => 26),
  )
})

test('a typo is refused', () => {
  const place = fc.integer({ min: 0, max: 39 })
  fc.assert(
    fc.property(place, fc.constantFrom(...ALPHABET), (at, letter) => {
      const key = newKey(randomBytes)
      fc.pre(key[at] !== letter)
      return !isWellFormed(key.slice(0, at) + letter + key.slice(at + 1))
    }),
  )
  const key = newKey(randomBytes)
  const wrong = [
    '',
    'sx_live_',
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.replace('live', 'test'),
  ]
  for (const text of wrong) assert.ok(!isWellFormed(text), text)
})

test('two letters that changed places are noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 38 }), at => {
      const key = newKey(randomBytes)
      const [a, b] = [key.charAt(at), key.charAt(at + 1)]
      fc.pre(a !== b)
      return !isWellFormed(key.slice(0, at) + b + a + key.slice(at + 2))
    }),
  )
})

test('stored are a SHA-256 and the first 12 characters', () => {
  const key = newKey(n => Buffer.alloc(n))
  assert.equal(keyPrefix(key), 'sx_live_0000')
  assert.equal(keyHash(key).length, 32)
  assert.equal(keyHash(key).toString('hex'), createHash('sha256').update(key).digest('hex'))
})
