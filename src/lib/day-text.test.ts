import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DayOrder, latestDay, orderOf, readDay, ToldOrder } from './day-text.ts'

const orderIn = (texts: readonly string[], country: string, before?: DayOrder | ''): DayOrder | undefined => {
  const told = new ToldOrder()
  for (const text of texts) told.note(text)
  return told.in(country, before)
}

const TODAY = '2026-06-01'

test('a day is read as it is written in numbers, with the name of its month, and as Excel counts', () => {
  const days: [string, string][] = [
    ['28/02/1990', '1990-02-28'],
    ['5/1/1987', '1987-01-05'],
    ['05.01.1987', '1987-01-05'],
    ['1987-01-05', '1987-01-05'],
    ['1987/1/5', '1987-01-05'],
    ['5 Jan 1987', '1987-01-05'],
    ['5th of January, 1987', '1987-01-05'],
    ['Jan 5, 1987', '1987-01-05'],
    ['5-Sept-87', '1987-09-05'],
    ['Sunday, 4 January 2026', '2026-01-04'],
    ['5/1/26', '2026-01-05'],
    ['5/1/27', '1927-01-05'],
    ['28/02/1990 00:00:00', '1990-02-28'],
    ['1990-02-28T10:00:00Z', '1990-02-28'],
    ['32932', '1990-02-28'],
  ]
  for (const [text, day] of days) assert.equal(readDay(text, 'day_first', TODAY), day, text)
})

test('what is no day, or may be two, is not read', () => {
  for (const text of ['', '31/02/1990', '0/1/1990', '13/13/1990', 'about 1990', '5 Foo 1990', '1990', '1/2'])
    assert.equal(readDay(text, 'day_first', TODAY), undefined, text)
  assert.equal(readDay('5/1/1987', undefined, TODAY), undefined)
  assert.equal(readDay('5/5/1987', undefined, TODAY), '1987-05-05')
})

test('whether the day or the month comes first is told by the column, else by the country', () => {
  assert.equal(orderOf('NG'), 'day_first')
  assert.equal(orderOf('US'), 'month_first')
  assert.equal(orderOf('DE'), 'day_first')
  assert.equal(orderOf('JP'), 'day_first')
  assert.equal(orderIn(['1/2/2020', '3/14/2020'], 'NG'), 'month_first')
  assert.equal(orderIn(['1/2/2020', '14/3/2020'], 'US'), 'day_first')
  assert.equal(orderIn(['1/2/2020'], 'US'), 'month_first')
  assert.equal(orderIn(['14/3/2020', '3/14/2020'], 'NG'), undefined)
  // What was said of another file holds where this one does not tell.
  assert.equal(orderIn(['1/2/2020'], 'US', 'day_first'), 'day_first')
  assert.equal(orderIn(['1/2/2020', '3/14/2020'], 'NG', 'day_first'), 'month_first')
  assert.equal(orderIn(['1/2/2020'], 'US', ''), undefined)
  assert.equal(orderIn([], 'US'), undefined, 'of no day nothing is known')
  assert.equal(orderIn(['14/3/2020', '31/31/2020'], 'US'), 'day_first')
  assert.equal(readDay('2/3/2020', 'month_first', TODAY), '2020-02-03')
  assert.equal(readDay('14/3/2020', 'month_first', TODAY), '2020-03-14')
})

test('a year of two digits is the last one that is not too late for the kind of day', () => {
  const read = (text: string, reach: 'past' | 'near' | 'ahead', today = TODAY) =>
    readDay(text, 'day_first', latestDay(today, reach))
  assert.equal(read('1/6/26', 'past'), '2026-06-01', 'born today')
  assert.equal(read('2/6/26', 'past'), '1926-06-02', 'nobody is born tomorrow')
  assert.equal(read('5 Dec 26', 'past'), '1926-12-05')
  assert.equal(read('31/12/99', 'past'), '1999-12-31')
  assert.equal(read('5/12/26', 'near'), '2026-12-05')
  assert.equal(read('5/1/27', 'near', '2026-12-20'), '2027-01-05', 'a cheque of January')
  assert.equal(read('2/6/27', 'near'), '1927-06-02', 'no gift is dated more than a year ahead')
  assert.equal(read('31/12/28', 'ahead'), '2028-12-31')
  assert.equal(read('31/12/99', 'ahead'), '1999-12-31')
  assert.equal(read('29/2/28', 'past'), '1928-02-29')
  assert.equal(read('29/2/00', 'past'), '2000-02-29')
  assert.equal(read('29/2/00', 'past', '2099-06-01'), '2000-02-29')
  assert.equal(read('1/1/00', 'near', '2099-06-01'), '2100-01-01')
})
