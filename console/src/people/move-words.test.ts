import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveWords } from './move-words.ts'

const NONE = {
  contributions: 0,
  gifts: 0,
  messages: 0,
  inbox: 0,
  message_batch_recipients: 0,
  devices: 0,
  prayer_requests: 0,
  person_tags: 0,
}

test('what a merge moves is said without what there is none of', () => {
  assert.equal(
    moveWords({ ...NONE, contributions: 2, gifts: 1, person_tags: 1_200 }),
    '2 gifts, 1 online payment, 1,200 tags will move to the record you keep.',
  )
  assert.equal(moveWords(NONE), 'Nothing else is linked to the record you remove.')
})

test('what one may not read moves, too, and is not counted', () => {
  const staff = { ...NONE, contributions: null, gifts: null }
  assert.equal(moveWords(staff), 'Gifts and online payments will move, too.')
  assert.equal(
    moveWords({ ...staff, devices: 1 }),
    '1 device will move to the record you keep. Gifts and online payments will move, too.',
  )
})
