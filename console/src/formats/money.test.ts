/** What people type as an amount, and what they read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountProblem, minorUnits, money, moneyOf, typeAsIn, typedAmount } from './money.ts'

test('typed amounts become minor units of their currency', () => {
  assert.equal(minorUnits('1500.5', 'NGN'), 150_050)
  assert.equal(minorUnits('1,500.50', 'NGN'), 150_050)
  assert.equal(minorUnits("1'500", 'CHF'), 150_000)
  assert.equal(minorUnits('1,500', 'NGN'), 150_000)
  assert.equal(minorUnits('5000', 'JPY'), 5_000)
  assert.equal(minorUnits('0.125', 'BHD'), 125)
  assert.equal(minorUnits('1.125', 'BHD'), 1_125)
})

test('amounts are typed and filled in as the country of the church writes them', () => {
  typeAsIn('DE')
  assert.equal(typedAmount(150_050, 'EUR'), '1500,50')
  assert.equal(minorUnits('1500,50', 'EUR'), 150_050)
  assert.equal(minorUnits('1 500,50', 'EUR'), 150_050)
  assert.equal(minorUnits('1500.50', 'EUR'), 150_050, 'as the English page shows it')
  assert.equal(minorUnits('1.500', 'EUR'), undefined)
  assert.equal(
    amountProblem('1.500', 'EUR'),
    'The amount 1.500 may mean 1500 or 1,5. Please type the one that you mean.',
  )
  typeAsIn('NG')
  assert.equal(minorUnits('25,00', 'NGN'), undefined)
  assert.equal(amountProblem('ten', 'NGN'), 'Enter an amount in NGN, such as 1,500.50.')
})

test('what is no amount is not guessed at', () => {
  for (const text of ['', '0', '-5', 'ten', '1.500', '1,50,0', '1.5.5', '99999999999999999']) {
    assert.equal(minorUnits(text, 'NGN'), undefined, text)
  }
  assert.equal(minorUnits('10.5', 'JPY'), undefined)
})

test('amounts are read with the digits of their currency', () => {
  assert.match(money(150_050, 'NGN'), /1.500.50/)
  assert.doesNotMatch(money(5_000, 'JPY'), /[.,]00$/)
  assert.equal(typedAmount(150_050, 'NGN'), '1500.50')
  assert.equal(typedAmount(5_000, 'JPY'), '5000')
})

test('a sum of more digits than a number holds is shown to the last of them', () => {
  assert.equal(moneyOf('150050', 'NGN'), money(150_050, 'NGN'))
  assert.equal(moneyOf('5000', 'JPY'), money(5_000, 'JPY'))
  assert.match(moneyOf('-900719925474099301', 'NGN'), /^-.*9.007.199.254.740.993.01$/)
})
