/** Numbers in the digits of any script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumber } from './digits.ts'

test('a whole number is read in the digits of any script, and nothing else is taken for one', () => {
  for (const text of ['84', ' 84 ', '٨٤', '۸۴', '८४', '８４', '\u200f٨٤']) assert.equal(wholeNumber(text, 84), 84, text)
  for (const text of ['', ' ', '-1', '8.4', '٨٫٤', '8²', '85', '1e1', 'x', '9'.repeat(40)])
    assert.equal(wholeNumber(text, 84), undefined, text)
})
