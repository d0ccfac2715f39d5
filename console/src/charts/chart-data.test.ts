/** What a chart shows is what was counted, also where series are put together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostOf } from './chart-data.ts'

test('series beyond the most are one, and nothing is lost', () => {
  const { series, rows } = mostOf(['a', 'b', 'c', 'd'], [{ values: [4, 3, 2, 1] }, { values: [0, 0, 5, 7] }], 3, 'Rest')
  assert.deepEqual(series, ['a', 'b', 'Rest'])
  assert.deepEqual(
    rows.map(({ values }) => values),
    [
      [4, 3, 3],
      [0, 0, 12],
    ],
  )
})

test('what nobody counted in any of the others is a gap, and no zero', () => {
  const { rows } = mostOf(['a', 'b', 'c'], [{ values: [4, null, null] }, { values: [4, null, 0] }], 2, 'Rest')
  assert.deepEqual(
    rows.map(({ values }) => values),
    [
      [4, null],
      [4, 0],
    ],
  )
})

test('as many series as may be shown stay as they are', () => {
  assert.deepEqual(mostOf(['a', 'b'], [{ values: [1, 2] }], 2, 'Rest'), {
    series: ['a', 'b'],
    rows: [{ values: [1, 2] }],
  })
})
