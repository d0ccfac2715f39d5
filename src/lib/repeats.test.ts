import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Repeats } from './repeats.ts'

test('what was noted more than once is told from what was noted once', () => {
  const repeats = new Repeats()
  for (let n = 0; n < 50_000; n += 1) repeats.note(`person${n}@example.org`)
  for (const n of [0, 17, 49_999]) repeats.note(`person${n}@example.org`)
  const found = repeats.found()
  const told = Array.from({ length: 50_000 }, (_, n) => n).filter(n => found?.has(`person${n}@example.org`))
  assert.deepEqual(told, [0, 17, 49_999])
})

test('where all differ, nothing is repeated', () => {
  const repeats = new Repeats()
  assert.equal(repeats.found(), undefined)
  for (let n = 0; n < 200_000; n += 1) repeats.note(String(n))
  assert.equal(repeats.found(), undefined)
})

test('what was noted so often is found, and each in a place of its own', () => {
  const repeats = new Repeats()
  for (let n = 0; n < 1_000; n += 1) for (let time = 0; time <= n % 4; time += 1) repeats.note(`person${n}`)
  for (const times of [1, 2, 3, 4]) {
    const found = repeats.found(times)
    const places = Array.from({ length: 1_000 }, (_, n) => found?.placeOf(`person${n}`) ?? -1)
    for (const [n, place] of places.entries()) assert.equal(place >= 0, n % 4 >= times - 1)
    assert.equal(new Set(places.filter(place => place >= 0)).size, found?.size)
  }
})
