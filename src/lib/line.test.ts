/** Names are one line; what was stored before that was so is shown as one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asLine, isLine, lineProblem } from './line.ts'

test('a line breaks nowhere and reads as it is written', () => {
  for (const text of ['Ada', 'Ṣóyínká O’Brien-Smith', 'كنيسة النعمة', '恩典教会', 'A B', '👩‍👧'])
    assert.ok(isLine(text), text)
  for (const text of [
    'a\nb',
    'a\rb',
    'a\tb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'a\u0000',
    'a\u001b[1m',
    'a\u202eb',
    'a\u2066b',
  ]) {
    assert.ok(!isLine(text), JSON.stringify(text))
  }
})

test('what is wrong with a name is said: too long, empty, no text, more than a line', () => {
  assert.equal(lineProblem('👩‍👧'.repeat(3), 9), undefined)
  for (const text of ['', 'x'.repeat(10), '\ud800']) assert.equal(lineProblem(text, 9), 'must be 1 to 9 characters')
  assert.equal(lineProblem('a\nb', 9), 'must be one line, without control characters')
})

test('a text of several lines becomes one, and a long one is cut between letters', () => {
  assert.equal(asLine(' Dear\r\n\r\n friend\u2028,\u202e hello ', 80), 'Dear friend , hello')
  assert.equal(asLine('Grace Church', 12), 'Grace Church')
  assert.equal(asLine('Grace Church 👩👩', 14), 'Grace Church …')
  assert.ok(isLine(asLine('a\u0000b\u0085c', 80)))
})
