import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Repeats } from './repeats.ts'

test('what was noted more than once is told from what was noted once', () => {
  const repeats = new Repeats()
  for (let n = 0; n < 50_000; n += 1) repeats.note(`person${n}@example.org`)
  for (const n of [0, 17, 49_999]) repeats.note(`person${n}@example.org`)
  const found = repeats.found()
  const told = Array.from({ length: 50_000 }, (_, n) => n).filter(n => found?.(`person${n}@example.org`))
  assert.deepEqual(told, [0, 17, 49_999])
})

test('where all differ, nothing is repeated', () => {
  const repeats = new Repeats()
  assert.equal(repeats.found(), undefined)
  for (let n = 0; n < 200_000; n += 1) repeats.note(String(n))
  assert.equal(repeats.found(), undefined)
})
