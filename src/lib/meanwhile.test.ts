import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clashes, isTyped } from './meanwhile.ts'

test('two who type different things over the same clash; the same thing, and what nobody touched, do not', () => {
  for (const [was, typed, now, wanted] of [
    ['', '5', '', false],
    ['', '5', '5', false],
    ['', '5', '7', true],
    ['7', '', '8', true],
    ['7', '7', '8', false],
    ['', '1,500.50', '1500.50', false],
    ['', '1 500', '1500.0', false],
    ['', '٨٤', '84', false],
    ['a', 'line\r\nline', 'line\nline', false],
    ['a', 'b', 'c', true],
    ['0', '', '0', false],
    [undefined, '5', '7', false],
  ] as const) {
    assert.equal(clashes({ was, typed, now }), wanted, `${was} → ${typed}, ${now}`)
  }
  assert.deepEqual(
    [isTyped({ was: '5', typed: ' 5 ', now: '' }), isTyped({ was: '5', typed: '', now: '' })],
    [false, true],
  )
})
