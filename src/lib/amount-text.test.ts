import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount } from './amount-text.ts'

test('an amount is read as people write it, exactly', () => {
  const amounts: [string, string, number][] = [
    ['1,500.50', 'NGN', 150050],
    ['1500.5', 'NGN', 150050],
    ['1500', 'NGN', 150000],
    [' ₦1,500.50 ', 'NGN', 150050],
    ['NGN 1,500', 'NGN', 150000],
    ['1 500', 'NGN', 150000],
    ["1'500.05", 'CHF', 150005],
    ['500 JPY', 'JPY', 500],
    ['500.00', 'JPY', 500],
    ['5.125', 'KWD', 5125],
    ['0.01', 'USD', 1],
    ['9,999,999,999.99', 'NGN', 999_999_999_999],
    ['1.10', 'USD', 110],
    ['0.29', 'USD', 29],
  ]
  for (const [text, currency, amount] of amounts) {
    assert.equal(parseAmount(text, currency), amount, `${text} ${currency}`)
  }
})

test('what could mean another amount than the one read is not read', () => {
  for (const text of [
    '',
    'ten',
    '1.500,50',
    '1,50',
    '1,5000',
    '12,34,567',
    '-5',
    '+5',
    '1e3',
    '0x10',
    '.5',
    '5.',
    '1.2.3',
  ]) {
    assert.equal(parseAmount(text, 'NGN'), null, text)
  }
})

test('an amount has no more decimals than its currency, is not nothing and fits into a record', () => {
  for (const [text, currency] of [
    ['1.005', 'NGN'],
    ['1.5', 'JPY'],
    ['5.1234', 'KWD'],
    ['0', 'NGN'],
    ['0.00', 'NGN'],
    ['10,000,000,000.00', 'NGN'],
    ['999999999999999999', 'NGN'],
  ] as const) {
    assert.equal(parseAmount(text, currency), null, `${text} ${currency}`)
  }
})
