/** When a backup is due, and which are kept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupName, droppable, isDue, type Kept } from './kept-backups.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T02:00:00Z')
const kept = (day: number, hour = 0): Kept => {
  const made_at = new Date(START + day * DAY_MS + hour * 3_600_000)
  return { file: backupName(made_at), made_at, bytes: 1 }
}

/** A year of nights, each with its drop. */
function year(keep: number[]): string[] {
  let there: Kept[] = []
  for (let day = 0; day < 365; day += 1) {
    there.push(kept(day))
    const gone = droppable(there, keep, kept(day).made_at)
    there = there.filter(one => !gone.includes(one))
  }
  return there.map(({ made_at }) => made_at.toISOString().slice(0, 10)).sort()
}

test('of a year of nights seven days, four weeks and twelve months are kept, each by its last', () => {
  assert.deepEqual(year([7, 4, 12]), [
    ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31'],
    ...['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'],
    // Sundays, of this week and the three before it.
    ...['2026-12-13', '2026-12-20'],
    ...['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
  ])
  assert.deepEqual(year([1, 0, 0]), ['2026-12-31'])
})

test('a machine that was off for months keeps what it had, and of one day the last is kept', () => {
  const before = [kept(0), kept(1), kept(2, 1), kept(2, 5)]
  const gone = droppable([...before, kept(200)], [7, 4, 12], kept(200).made_at)
  assert.deepEqual(gone, [before[2]])
})

test('one is due once a day from its hour on, and at once where there is none or the hour was missed', () => {
  const at = (text: string): Date => new Date(text)
  const of = (text: string): Kept[] => [{ file: text, made_at: at(text), bytes: 1 }]
  assert.ok(isDue(at('2026-05-05T12:00:00'), 2, []))
  assert.ok(isDue(at('2026-05-05T02:00:00'), 2, of('2026-05-04T02:00:30')))
  assert.ok(!isDue(at('2026-05-05T01:59:00'), 2, of('2026-05-04T02:00:30')))
  assert.ok(!isDue(at('2026-05-05T23:00:00'), 2, of('2026-05-05T02:00:30')))
  assert.ok(isDue(at('2026-05-05T01:00:00'), 2, of('2026-05-03T02:00:30')), 'it was off when it was due')
  assert.ok(!isDue(at('2026-05-05T12:00:00'), 23, of('2026-05-04T23:00:00')))
})

test('one dated ahead by a wrong clock keeps none from being made, takes nobody’s place and stays until its day', () => {
  const nights = [kept(0), kept(1), kept(2)]
  const ahead = [kept(400), kept(401)]
  const today = kept(2, 5).made_at
  assert.deepEqual(droppable([...nights, ...ahead], [2, 0, 0], today), [nights[0]])
  assert.ok(isDue(kept(3, 1).made_at, 2, [...nights, ...ahead]))
  assert.deepEqual(droppable([...nights, ...ahead], [1, 0, 0], kept(402).made_at), [ahead[0], ...nights.toReversed()])
})
