import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfPeriod, PERIODS, periodOf } from './periods.ts'

test('a month or a year begins with its first day and ends with its last', () => {
  assert.deepEqual(periodOf('this_month', '2024-02-11'), { from: '2024-02-01', to: '2024-02-29' })
  assert.deepEqual(periodOf('last_month', '2026-01-31'), { from: '2025-12-01', to: '2025-12-31' })
  assert.deepEqual(periodOf('this_year', '2026-11-22'), { from: '2026-01-01', to: '2026-12-31' })
  assert.deepEqual(periodOf('last_year', '2026-11-22'), { from: '2025-01-01', to: '2025-12-31' })
})

test('dates that are a period are known by its name', () => {
  for (const name of PERIODS) {
    const { from, to } = periodOf(name, '2026-11-22')
    assert.equal(nameOfPeriod(from, to, '2026-11-22'), name)
  }
  assert.equal(nameOfPeriod('2026-11-01', '2026-11-29', '2026-11-22'), undefined)
})
