/** Words of the API as people type them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH, languageOf } from '../../../src/texts/language.ts'
import { speak } from '../texts/t.ts'
import { stateWord, valueOfWord } from './words.ts'

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

test('a state agrees with what it is of, where the language has words for that', t => {
  t.after(() => speak(ENGLISH))
  speak(languageOf('fr', { Open: 'Ouvert', 'class|Open': 'Ouverte', Praying: 'En prière' }))
  assert.equal(stateWord('open', 'class'), 'Ouverte')
  assert.equal(stateWord('open', 'batch'), 'Ouvert')
  assert.equal(stateWord('praying', 'prayer request'), 'En prière')
  assert.equal(stateWord('open', null), 'Ouvert')
})
