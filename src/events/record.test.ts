import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventId } from './record.ts'

const NOON = Date.UTC(2020, 0, 1, 12)
const DAY = 86_400_000

/** The part of an id that says its time. */
const timeOf = (id: string): string => id.slice('evt_'.length, 'evt_'.length + 10)

test('ids sort in the order in which they are made, within one millisecond and while the clock is a little behind', () => {
  const ids = [0, 0, 0, -5, 1, -59_000, 2].map(later => eventId(NOON + later))
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
})

test('after a clock that was weeks ahead is set right, ids say the right time again', () => {
  const before = timeOf(eventId(NOON + 10))
  const ahead = timeOf(eventId(NOON + 60 * DAY))
  assert.equal(timeOf(eventId(NOON + 60 * DAY - 1_000)), ahead)
  assert.equal(timeOf(eventId(NOON + 10)), before)
})
