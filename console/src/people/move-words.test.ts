import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveWords } from './move-words.ts'

const counted = (gifts: number | null, onlineGifts: number | null, tags = 0) => [
  { table: 'contributions', one: 'gift', many: 'gifts', count: gifts },
  { table: 'gifts', one: 'online gift', many: 'online gifts', count: onlineGifts },
  { table: 'person_tags', one: 'tag', many: 'tags', count: tags },
]

test('what a merge moves is said without what there is none of', () => {
  assert.equal(
    moveWords(counted(2, 1, 1_200)),
    '2 gifts, 1 online gift and 1,200 tags will move to the record you keep.',
  )
  assert.equal(moveWords(counted(0, 0)), 'Nothing else is linked to the record you remove.')
})

test('what one may not read moves, too, and is not counted', () => {
  const untold = 'What you cannot see will move, too: gifts and online gifts.'
  assert.equal(moveWords(counted(null, null)), untold)
  assert.equal(moveWords(counted(null, null, 1)), `1 tag will move to the record you keep. ${untold}`)
})
