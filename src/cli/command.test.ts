import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './command.ts'

test('what people typed neither moves the cursor of a terminal nor makes lines of its own in a table', () => {
  assert.equal(
    table(
      ['id', 'giver'],
      [
        [1, 'Ada\u001b[2J\nObi\u009b31m'],
        [2, null],
      ],
    ),
    'id  giver\n1   Ada [2J Obi 31m\n2   -',
  )
})
