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
    '2 gifts, 1 online payment, 1,200 tags of the record that goes.',
  )
  assert.equal(moveWords(NONE), 'Nothing else points at the record that goes.')
})

test('what one may not read moves, too, and is not counted', () => {
  const staff = { ...NONE, contributions: null, gifts: null }
  assert.equal(moveWords(staff), 'Its gifts and online payments move, too.')
  assert.equal(
    moveWords({ ...staff, devices: 1 }),
    '1 device of the record that goes. Its gifts and online payments move, too.',
  )
})
