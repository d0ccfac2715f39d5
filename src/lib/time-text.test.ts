import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTime } from './time-text.ts'

test('a time is read as people write it, and what is none is not guessed at', () => {
  const texts = ['9:00', '09.30', '9am', '6:30 p.m.', '12 AM', '12:15pm', '18h30', '07:45:00', '0.375', ' 10 Uhr ']
  const times = ['09:00', '09:30', '09:00', '18:30', '00:00', '12:15', '18:30', '07:45', '09:00', '10:00']
  assert.deepEqual(texts.map(readTime), times)
  for (const text of ['', '9', '25:00', '9:60', '13 pm', '0 am', 'noon', '9:0', '1.375'])
    assert.equal(readTime(text), undefined, text)
})
