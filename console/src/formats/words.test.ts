/** Words of the API as people type them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueOfWord } from './words.ts'

const USUAL = ['invited', 'online', 'walk_in']

test('a word that is usual stands for its value, however it is written', () => {
  assert.deepEqual(
    ['Invited', 'invited', 'Walk in'].map(text => valueOfWord(USUAL, text)),
    ['invited', 'invited', 'walk_in'],
  )
})

test('what begins like a usual word is typed on, with its spaces', () => {
  for (const text of ['Invited ', 'Invited by', 'Invited by Ada']) assert.equal(valueOfWord(USUAL, text), text)
})
