import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AmountColumn } from './amount-column.ts'
import { MAX_AMOUNT } from './money.ts'
import { plainAmount } from './plain-amount.ts'

test('an amount has the decimals of its currency, behind the mark of the country', () => {
  assert.equal(plainAmount(150_050, 'NGN', 'NG'), '1500.50')
  assert.equal(plainAmount(150_050, 'EUR', 'DE'), '1500,50')
  assert.equal(plainAmount(5, 'EUR', 'DE'), '0,05')
  assert.equal(plainAmount(1_500, 'JPY', 'JP'), '1500')
  assert.equal(plainAmount(1_500, 'KWD', 'KW'), '1.5000')
})

test('what is written so is read as it was, in every country and currency, alone in its column too', () => {
  const places = fc.constantFrom(
    ['NG', 'NGN'],
    ['DE', 'EUR'],
    ['ZA', 'ZAR'],
    ['KW', 'KWD'],
    ['TN', 'TND'],
    ['JP', 'JPY'],
    ['IN', 'INR'],
    ['CV', 'CVE'],
  )
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: MAX_AMOUNT }), ([country = '', currency = ''], minor) => {
      const column = new AmountColumn(country)
      const text = plainAmount(minor, currency, country)
      column.note(text, currency)
      assert.deepEqual(column.read(text, currency), { minor }, text)
    }),
  )
})
