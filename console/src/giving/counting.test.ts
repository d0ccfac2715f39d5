/** What people type while they count, and what is made of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cashOf, emptyCount, isReadable, kindProblem, piecesOf, readPieces } from './counting.ts'

test('pieces are read as they are typed, or told to be wrong: none of them silently counts as nothing', () => {
  for (const [text, pieces] of [
    ['1021', 1021],
    [' 1,021 ', 1021],
    ['1.021', 1021],
    ['1 021', 1021],
    ['١٠٢١', 1021],
    ['١٬٠٢١', 1021],
    ['٨٤', 84],
    ['12,345,678', undefined],
    ['', 0],
    [undefined, 0],
    ['12a', undefined],
    ['-1', undefined],
    ['1,02', undefined],
    ['1.5', undefined],
    ['1,021.000', undefined],
    ['10000001', undefined],
  ] as const) {
    assert.equal(readPieces(text), pieces, String(text))
  }
  const typed = { ...emptyCount('NGN'), pieces: { 100000: '1,021', 50000: '12a' } }
  assert.equal(isReadable(typed), false)
  assert.equal(isReadable({ ...typed, pieces: { 100000: '1,021' } }), true)
})

test('a note or coin that is not listed is typed with what it is worth, once', () => {
  const typed = {
    ...emptyCount('NGN'),
    pieces: { 100000: '2' },
    others: [
      { value: '2', pieces: '3' },
      { value: '0.50', pieces: '7' },
      { value: '', pieces: '' },
    ],
  }
  assert.equal(isReadable(typed), true)
  assert.deepEqual(piecesOf(typed), [
    { currency: 'NGN', denomination: 100_000, pieces: 2 },
    { currency: 'NGN', denomination: 200, pieces: 3 },
    { currency: 'NGN', denomination: 50, pieces: 7 },
  ])
  assert.equal(cashOf(typed), 200_000 + 600 + 350)
  const wrong = (value: string, pieces = '1') => {
    const one = { ...typed, others: [...typed.others, { value, pieces }] }
    return [kindProblem(one, 3) !== undefined, isReadable(one)]
  }
  for (const value of ['', 'two', '2', '2.00', '1000', '500', '0']) assert.deepEqual(wrong(value), [true, false], value)
  assert.deepEqual(wrong('3'), [false, true])
  assert.equal(wrong('3', '1x')[1], false)
})
