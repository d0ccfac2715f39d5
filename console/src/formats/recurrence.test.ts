/** Rules are said as sentences, and a form makes the rule again that it read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRule, recurrence, ruleOf, weekdaysIn } from './recurrence.ts'

const SAID: Readonly<Record<string, string>> = {
  'FREQ=WEEKLY;BYDAY=SU': 'Every Sunday',
  'FREQ=WEEKLY;BYDAY=WE,SU': 'Every Wednesday and Sunday',
  'FREQ=WEEKLY': 'Every week',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR': 'Every second week: Friday',
  'FREQ=MONTHLY;BYDAY=1SU': 'The first Sunday of each month',
  'FREQ=MONTHLY;BYDAY=-1FR': 'The last Friday of each month',
}

test('a rule that a form knows is a sentence, and is made again as it was', () => {
  for (const [rule, said] of Object.entries(SAID)) {
    assert.equal(recurrence(rule), said)
    const read = readRule(rule)
    assert.equal(read && ruleOf(read), rule)
  }
})

test('days that were written in another order are the same rule', () => {
  const read = readRule('FREQ=WEEKLY;BYDAY=SU,WE')
  assert.equal(read && ruleOf(read), 'FREQ=WEEKLY;BYDAY=WE,SU')
})

test('a rule that says more is shown as it is written, and no form takes part of it for the whole', () => {
  for (const rule of [
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=SU',
    'FREQ=WEEKLY;BYDAY=SU;COUNT=4',
    'FREQ=MONTHLY;BYMONTHDAY=15',
    'FREQ=MONTHLY;BYDAY=1SU,3SU',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU',
    'FREQ=YEARLY',
    'nonsense',
  ]) {
    assert.equal(readRule(rule), null, rule)
    assert.equal(recurrence(rule), `By the rule ${rule}`)
  }
  assert.equal(recurrence('FREQ=DAILY'), 'Every day')
})

test('days are chosen from the one that weeks begin with in the country of the church', () => {
  assert.deepEqual(
    ['NG', 'US', 'EG'].map(country => weekdaysIn(country)[0]),
    ['MO', 'SU', 'SA'],
  )
  assert.equal(new Set(weekdaysIn('US')).size, 7)
})
