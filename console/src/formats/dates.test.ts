/** Days and moments are those of the church, not of the reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, moment, today } from './dates.ts'

test('today is the date at the church', () => {
  const evening = new Date('2026-11-21T23:30:00Z')
  assert.equal(today('Africa/Lagos', evening), '2026-11-22')
  assert.equal(today('America/New_York', evening), '2026-11-21')
})

test('a calendar date does not move with the time zone', () => {
  assert.match(day('2026-01-01'), /2026/)
})

test('a moment is shown by the clocks of the church', () => {
  assert.match(moment('2026-11-21T23:30:00Z', 'Africa/Lagos'), /30/)
  assert.match(moment('2026-11-21T23:30:00Z', 'Africa/Lagos'), /22/)
})
