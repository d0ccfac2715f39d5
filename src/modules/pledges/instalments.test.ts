import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodDay, periodsUntil } from '../../lib/periods.ts'
import { type DuePledge, standingOf } from './instalments.ts'

const YEAR = { starts_on: '2027-01-01', ends_on: '2027-12-31' }
const pledge = (changes: Partial<DuePledge>): DuePledge => ({
  amount: 120_000,
  given: 0,
  frequency: 'monthly',
  pledged_on: '2027-01-10',
  ...YEAR,
  ...changes,
})

test('parts fall due a period apart from the first day, clamped to the end of a month', () => {
  assert.deepEqual(
    [1, 2, 3, 13].map(part => periodDay('2027-01-31', 'monthly', part)),
    ['2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'],
  )
  assert.equal(periodDay('2027-01-31', 'quarterly', 1), '2027-04-30')
  assert.equal(periodDay('2028-02-29', 'yearly', 1), '2029-02-28')
  assert.equal(periodDay('2027-01-04', 'biweekly', 2), '2027-02-01')
})

test('the count of parts and their days agree, for every frequency and day', () => {
  for (const first of ['2027-01-01', '2027-01-31', '2028-02-29', '2027-12-31']) {
    for (const frequency of ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const) {
      assert.equal(periodsUntil(first, frequency, '2026-12-30'), 0)
      for (let part = 0; part < 30; part += 1) {
        const day = periodDay(first, frequency, part)
        assert.equal(periodsUntil(first, frequency, day), part + 1, `${first} ${frequency} ${part}`)
      }
    }
  }
})

test('whoever gives each part on its day is never behind, and a part that is missing tells since when', () => {
  assert.deepEqual(standingOf(pledge({}), '2027-01-09'), { expected: 0, missing: 0, days_late: 0 })
  assert.deepEqual(standingOf(pledge({}), '2027-01-17'), { expected: 10_000, missing: 10_000, days_late: 7 })
  assert.deepEqual(standingOf(pledge({ given: 10_000 }), '2027-02-09').missing, 0)
  assert.deepEqual(standingOf(pledge({ given: 15_000 }), '2027-03-12'), {
    expected: 30_000,
    missing: 15_000,
    days_late: 30,
  })
  assert.deepEqual(standingOf(pledge({ given: 120_000 }), '2027-12-31'), {
    expected: 120_000,
    missing: 0,
    days_late: 0,
  })
  for (let part = 0; part < 12; part += 1) {
    const day = periodDay('2027-01-10', 'monthly', part)
    assert.equal(standingOf(pledge({ given: 10_000 * (part + 1) }), day).missing, 0)
  }
})

test('parts of an amount that does not divide are rounded down, and all of them are the whole', () => {
  const odd = { amount: 100, frequency: 'quarterly', pledged_on: '2027-01-01', ends_on: '2027-09-30' } as const
  assert.deepEqual(
    ['2027-01-01', '2027-04-01', '2027-07-01'].map(day => standingOf(pledge(odd), day).expected),
    [33, 66, 100],
  )
  assert.deepEqual(standingOf(pledge({ ...odd, given: 33 }), '2027-04-11'), {
    expected: 66,
    missing: 33,
    days_late: 10,
  })
})

test('without a frequency all of it is due on the last day of the campaign', () => {
  const once = pledge({ frequency: null, given: 5 })
  assert.equal(standingOf(once, '2027-12-30').missing, 0)
  assert.deepEqual(standingOf(once, '2028-01-10'), { expected: 120_000, missing: 119_995, days_late: 10 })
})
