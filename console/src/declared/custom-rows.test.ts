/** Custom fields are changed row by row, and keep their kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customChanges, customRows } from './custom-rows.ts'

const before = { shirt: 'L', children: 2, driver: true }

test('rows that nobody touched send nothing', () => {
  assert.equal(customChanges(before, customRows(before)), undefined)
})

test('a changed value keeps its kind, a removed row becomes null, a new one is text', () => {
  const rows = [
    { name: 'shirt', value: 'XL' },
    { name: 'children', value: '3' },
    { name: 'choir', value: '7' },
  ]
  assert.deepEqual(customChanges(before, rows), { shirt: 'XL', children: 3, choir: '7', driver: null })
})

test('what is no longer a number becomes text; rows without a name are left out', () => {
  const rows = [
    ...customRows({ shirt: 'L', driver: true }),
    { name: 'children', value: 'two' },
    { name: ' ', value: 'x' },
  ]
  assert.deepEqual(customChanges(before, rows), { children: 'two' })
})
