import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyExponent } from '../texts/exponents.ts'
import { convert, displayAmount, exactAmount, isCurrency, MAX_AMOUNT, parseRate, type Rate } from './money.ts'

function rate(text: string): Rate {
  const parsed = parseRate(text)
  assert.ok(parsed, text)
  return parsed
}

test('a currency is an ISO 4217 code in use', () => {
  for (const code of 'NGN USD EUR GBP GHS KES ZAR JPY BHD XAF XOF XPF XCD XCG SLE ZWG'.split(' ')) {
    assert.ok(isCurrency(code), code)
  }
  for (const code of 'XXX XTS XAU XAG XDR XSU XUA XBA CLF USN CHE HRK DEM ZWL SLL ABC ngn NG NGNN'
    .split(' ')
    .concat('')) {
    assert.ok(!isCurrency(code), code)
  }
})

test('Intl knows every currency of the table, but for the ones younger than the ICU of the oldest Node supported', () => {
  const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((a, _, all) => all.flatMap(b => all.map(c => a + b + c)))
  const known = new Set(Intl.supportedValuesOf('currency'))
  const ours = codes.filter(isCurrency)
  assert.equal(ours.length, 155)
  const young = new Set(['VED', 'XCG', 'ZWG', 'SLE'])
  assert.deepEqual(
    ours.filter(code => !known.has(code) && !young.has(code)),
    [],
  )
})

test('the minor unit has the exponent of ISO 4217', () => {
  const exponents = { NGN: 2, USD: 2, MGA: 2, LBP: 2, JPY: 0, KRW: 0, UGX: 0, XAF: 0, ISK: 0, BHD: 3, IQD: 3, TND: 3 }
  for (const [code, exponent] of Object.entries(exponents)) assert.equal(currencyExponent(code), exponent, code)
})

test('a rate is a positive decimal of at most 12 and 10 digits', () => {
  assert.deepEqual(parseRate('1650.25'), { numerator: 165025n, denominator: 100n })
  assert.deepEqual(parseRate('1'), { numerator: 1n, denominator: 1n })
  assert.deepEqual(parseRate('0.0000000001'), { numerator: 1n, denominator: 10_000_000_000n })
  assert.deepEqual(parseRate('999999999999.9999999999')?.numerator, 9999999999999999999999n)
  const wrong = '0 0.0 -1 +1 1. .5 1e3 1,5 1_0 0x10 NaN Infinity 1234567890123 1.12345678901 １'.split(' ')
  for (const text of [...wrong, '', ' 1', '1\n']) assert.equal(parseRate(text), null, text)
})

test('amounts are converted in integers, half to even', () => {
  assert.equal(convert(10_000, rate('1650.25'), 'USD', 'NGN'), 16_502_500n)
  assert.equal(convert(1, rate('0.5'), 'USD', 'NGN'), 0n)
  assert.equal(convert(3, rate('0.5'), 'USD', 'NGN'), 2n)
  assert.equal(convert(5, rate('0.5'), 'USD', 'NGN'), 2n)
  assert.equal(convert(-3, rate('0.5'), 'USD', 'NGN'), -2n)
  assert.equal(convert(1, rate('0.5000000001'), 'USD', 'NGN'), 1n)
  assert.equal(convert(MAX_AMOUNT, rate('999999999999.9999999999'), 'USD', 'NGN'), 999_999_999_998_999_999_999_900n)
  assert.throws(() => convert(1.5, rate('1'), 'USD', 'NGN'), RangeError)
})

test('a conversion respects the minor units of both currencies', () => {
  assert.equal(convert(100, rate('150'), 'USD', 'JPY'), 150n)
  assert.equal(convert(150, rate('0.01'), 'JPY', 'USD'), 150n)
  assert.equal(convert(1_000, rate('4.5'), 'BHD', 'NGN'), 450n)
  assert.equal(convert(100, rate('0.376'), 'USD', 'BHD'), 376n)
  assert.equal(convert(15, rate('1'), 'BHD', 'USD'), 2n)
  assert.equal(convert(25, rate('1'), 'BHD', 'USD'), 2n)
})

test('a conversion is off by at most half a minor unit, and by exactly half only when even', () => {
  const currency = fc.constantFrom('USD', 'NGN', 'JPY', 'BHD')
  const rates = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 22n - 1n }), fc.integer({ min: 0, max: 10 }))
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      rates,
      currency,
      currency,
      (amount, [n, digits], from, to) => {
        const exchange = { numerator: n, denominator: 10n ** BigInt(digits) }
        const result = convert(amount, exchange, from, to)
        const scale = exchange.denominator * 10n ** BigInt(currencyExponent(from))
        const error = 2n * (result * scale - amount * n * 10n ** BigInt(currencyExponent(to)))
        const size = error < 0n ? -error : error
        return size < scale || (size === scale && result % 2n === 0n)
      },
    ),
  )
})

test('amount_display is the currency symbol, digit grouping and two decimals', () => {
  assert.equal(displayAmount(150_050, 'NGN'), '₦1,500.50')
  assert.equal(displayAmount(0, 'USD'), '$0.00')
  assert.equal(displayAmount(5, 'USD'), '$0.05')
  assert.equal(displayAmount(99_999, 'USD'), '$999.99')
  assert.equal(displayAmount(100_000, 'USD'), '$1,000.00')
  assert.equal(displayAmount(MAX_AMOUNT, 'EUR'), '€9,999,999,999.99')
  assert.equal(displayAmount(-150_050, 'GBP'), '-£1,500.50')
  assert.equal(displayAmount(150_050, 'CHF'), 'CHF1,500.50')
  assert.throws(() => displayAmount(1.5, 'USD'), RangeError)
})

test('amount_display is exact beyond 2^53', () => {
  assert.equal(displayAmount(9_007_199_254_740_993n, 'NGN'), '₦90,071,992,547,409.93')
  assert.equal(displayAmount(10n ** 30n + 1n, 'NGN'), '₦10,000,000,000,000,000,000,000,000,000.01')
  assert.equal(displayAmount(1e21, 'JPY'), '¥1,000,000,000,000,000,000,000.00')
})

test('amount_display has two decimals also where the minor unit is no hundredth', () => {
  assert.equal(displayAmount(1_500, 'JPY'), '¥1,500.00')
  assert.equal(displayAmount(0, 'JPY'), '¥0.00')
  assert.equal(displayAmount(1_500, 'BHD'), 'BHD1.50')
  assert.equal(displayAmount(1_505, 'BHD'), 'BHD1.50')
  assert.equal(displayAmount(1_515, 'BHD'), 'BHD1.52')
  assert.equal(displayAmount(-1_506, 'BHD'), '-BHD1.51')
})

test('amount_display holds every digit of the amount', () => {
  fc.assert(
    fc.property(fc.bigInt(), amount => {
      const text = displayAmount(amount, 'USD')
      assert.match(text, /^-?\$\d{1,3}(,\d{3})*\.\d{2}$/)
      assert.equal(BigInt(text.replace(/[$,.]/g, '')), amount)
    }),
  )
})

test('an exact amount has the decimals of its currency, no more and no fewer', () => {
  assert.equal(exactAmount(451_230_000, 'NGN'), '₦4,512,300.00')
  assert.equal(exactAmount(1_500, 'JPY'), '¥1,500')
  assert.equal(exactAmount(1_234_567, 'KWD'), 'KWD1,234.567')
  assert.equal(exactAmount(5n, 'NGN'), '₦0.05')
  assert.equal(exactAmount(-150, 'NGN'), '-₦1.50')
  assert.equal(exactAmount(123_456_789_012_345_678_900n, 'NGN'), '₦1,234,567,890,123,456,789.00')
})
