import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import {
  addDays,
  addMonths,
  addYears,
  isTimezone,
  parseDate,
  parseTimestamp,
  printTimestamp,
  today,
} from './calendar.ts'

const anyDate = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

test('a calendar date is YYYY-MM-DD and exists', () => {
  for (const date of ['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) {
    assert.equal(parseDate(date), date)
  }
  const wrong =
    'now|today|infinity||2023-02-29|1900-02-29|2023-2-9|2023-04-31|2023-13-01|2023-00-10|2023-01-00|0000-01-01'
  for (const text of `${wrong}|20230101|2023-01-01 |2023-01-01T00:00:00Z|+2023-01-01|10000-01-01|２０２３-01-01|2023-01-01\n`.split(
    '|',
  )) {
    assert.equal(parseDate(text), null, text)
  }
})

test('every date that a calendar has is read, and no other day number', () => {
  fc.assert(fc.property(anyDate, date => parseDate(date) === date))
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  )
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      const time = Date.parse(`${text}T00:00:00Z`)
      const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
      return (parseDate(text) === text) === real
    }),
  )
})

test('a timestamp is read with Z or an offset, a fraction, or as a plain date', () => {
  const read: Record<string, string> = {
    '2026-11-21': '2026-11-21T00:00:00.000000Z',
    '2026-11-21T05:06Z': '2026-11-21T05:06:00.000000Z',
    '2026-11-21T05:06:07Z': '2026-11-21T05:06:07.000000Z',
    '2026-11-21t05:06:07.5z': '2026-11-21T05:06:07.500000Z',
    '2026-11-21T05:06:07.1234569Z': '2026-11-21T05:06:07.123456Z',
    '2026-11-21T00:30:00+01:00': '2026-11-20T23:30:00.000000Z',
    '2026-11-21T00:30:00 01:00': '2026-11-20T23:30:00.000000Z',
    '2026-11-21T00:30:00+0100': '2026-11-20T23:30:00.000000Z',
    '2026-11-21T00:30:00+01': '2026-11-20T23:30:00.000000Z',
    '2026-11-21T23:30:00-05:30': '2026-11-22T05:00:00.000000Z',
    '2026-11-21T23:30:00.25-00:00': '2026-11-21T23:30:00.250000Z',
    '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000000Z',
    '9999-12-31T23:59:59.999999Z': '9999-12-31T23:59:59.999999Z',
  }
  for (const [text, utc] of Object.entries(read)) assert.equal(parseTimestamp(text), utc, text)
})

test('what is no full timestamp is refused', () => {
  const wrong = [
    ...['', 'now', 'infinity', '-infinity', 'epoch', 'yesterday', '1700000000', '2026-11-21T05', '2026-11-21T05:06'],
    ...['2026-11-21 05:06:07Z', '2026-11-21T05:06:07', '2026-11-21Z', '2026-11-21T24:00:00Z', '2026-11-21T23:59:60Z'],
    ...['2026-11-21T23:60:00Z', '2023-02-29T00:00:00Z', '2026-11-21T05:06:07.Z', '2026-11-21T05:06:07+24:00'],
    ...['2026-11-21T05:06:07+01:60', '2026-11-21T05:06:07+1', '2026-11-21T05:06:07Z+01:00', '2026-11-21T05:06:07 Z'],
    ...[
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '0000-12-31T23:00:00-05:00',
      '2026-11-21T05:06:07Z\n',
    ],
  ]
  for (const text of wrong) assert.equal(parseTimestamp(text), null, text)
})

test('a timestamp keeps its instant, whatever its offset', () => {
  const cases = fc.tuple(
    fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
    fc.integer({ min: -1439, max: 1439 }),
  )
  fc.assert(
    fc.property(cases, ([date, offset]) => {
      const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 23)
      const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
      const shift = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
      assert.equal(parseTimestamp(local + shift), `${date.toISOString().slice(0, 23)}000Z`)
    }),
  )
})

test('timestamps print as YYYY-MM-DDTHH:MM:SSZ', () => {
  assert.equal(printTimestamp('2026-11-21 05:00:00.123456+00'), '2026-11-21T05:00:00Z')
  assert.equal(printTimestamp('2026-11-21 05:00:00+00'), '2026-11-21T05:00:00Z')
})

test("today is the calendar date in the church's own time zone", () => {
  const now = new Date('2026-11-20T23:30:00Z')
  assert.equal(today(now, 'Africa/Lagos'), '2026-11-21')
  assert.equal(today(now, 'UTC'), '2026-11-20')
  assert.equal(today(now, 'America/New_York'), '2026-11-20')
  assert.equal(today(now, 'Pacific/Kiritimati'), '2026-11-21')
  assert.throws(() => today(now, 'Mars/Olympus'), RangeError)
})

test('today changes at local midnight to the second, and follows a clock that is set back', () => {
  assert.equal(today(new Date('2026-11-20T22:59:59.999Z'), 'Africa/Lagos'), '2026-11-20')
  assert.equal(today(new Date('2026-11-20T23:00:00.000Z'), 'Africa/Lagos'), '2026-11-21')
  assert.equal(today(new Date('2026-11-20T22:59:59.999Z'), 'Africa/Lagos'), '2026-11-20')
  // The zone of Samoa skipped 30 December 2011.
  assert.equal(today(new Date('2011-12-30T09:59:59Z'), 'Pacific/Apia'), '2011-12-29')
  assert.equal(today(new Date('2011-12-30T10:00:00Z'), 'Pacific/Apia'), '2011-12-31')
})

test('days are added across months and years', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2026-01-01', -1), '2025-12-31')
  assert.throws(() => addDays('9999-12-31', 1), RangeError)
  assert.throws(() => addDays('0001-01-01', -1), RangeError)
  assert.throws(() => addDays('2023-02-29', 1), RangeError)
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -300_000, max: 300_000 }), (date, n) => {
      const time = Date.parse(`${date}T00:00:00Z`) + n * 86_400_000
      fc.pre(time >= Date.parse('0001-01-01T00:00:00Z') && time <= Date.parse('9999-12-31T00:00:00Z'))
      return addDays(addDays(date, n), -n) === date
    }),
  )
})

test('years are added, and 29 February becomes the 28th where there is none', () => {
  assert.equal(addYears('2026-11-21', 1), '2027-11-21')
  assert.equal(addYears('2024-02-29', 1), '2025-02-28')
  assert.equal(addYears('2024-02-29', 4), '2028-02-29')
  assert.equal(addYears('2000-02-29', -100), '1900-02-28')
  assert.throws(() => addYears('9999-01-01', 1), RangeError)
  assert.throws(() => addYears('0001-01-01', -1), RangeError)
})

test('months are counted as Temporal counts them', () => {
  assert.deepEqual(
    [1, 2, -11].map(n => addMonths('2026-01-31', n)),
    ['2026-02-28', '2026-03-31', '2025-02-28'],
  )
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -3_000, max: 3_000 }), (date, n) => {
      const moved = Temporal.PlainDate.from(date).add({ months: n })
      if (moved.year < 1 || moved.year > 9999) assert.throws(() => addMonths(date, n), RangeError)
      else assert.equal(addMonths(date, n), moved.toString())
    }),
  )
})

test('a time zone is a name of the IANA database', () => {
  for (const name of [
    'Africa/Lagos',
    'Asia/Kolkata',
    'UTC',
    'Etc/GMT+5',
    'America/Argentina/Buenos_Aires',
    'EST',
    'Japan',
  ]) {
    assert.ok(isTimezone(name), name)
  }
  for (const name of [
    '',
    'Lagos',
    'Africa/Lago',
    '+01:00',
    'GMT+5',
    'PST',
    'IST',
    'SystemV/AST4',
    'Africa/Lagos ',
    '\0',
  ]) {
    assert.ok(!isTimezone(name), name)
  }
})
