/** What people type as an amount, and what they read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AmountColumn } from '../../../src/lib/amount-column.ts'
import { markOf, markOfLocale } from '../../../src/lib/amount-number.ts'
import { readAmount } from '../../../src/lib/amount-text.ts'
import { countries } from '../../../src/lib/countries.ts'
import { exactAmount } from '../../../src/lib/money.ts'
import { currencyExponent } from '../../../src/texts/exponents.ts'
import { ENGLISH, languageOf } from '../../../src/texts/language.ts'
import { speak, writing } from '../texts/t.ts'
import { amountProblem, minorUnits, money, typeAsIn, typedAmount } from './money.ts'

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

test('amounts are read by the language of the page, as on public pages, however the country writes that language', () => {
  const read = (country: string, text: string, currency: string): number | undefined => {
    typeAsIn(country)
    speak(languageOf('en', {}, country))
    return minorUnits(text, currency)
  }
  assert.equal(read('DE', '1500.50', 'EUR'), 150_050)
  assert.equal(read('DE', '1500,50', 'EUR'), 150_050)
  for (const [country, text, currency] of [
    ['DE', '1500.50', 'EUR'],
    ['DE', '1.500', 'EUR'],
    ['ZA', '1,500', 'ZAR'],
    ['NG', '1,500', 'NGN'],
    ['CI', '1,500', 'XOF'],
  ] as const)
    assert.equal(
      read(country, text, currency),
      readAmount(text, currency, { country, locale: 'en' }).minor,
      `${text} in ${country}`,
    )
  speak(ENGLISH)
  typeAsIn('NG')
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
  assert.equal(money('150050', 'NGN'), money(150_050, 'NGN'))
  assert.equal(money('5000', 'JPY'), money(5_000, 'JPY'))
  assert.match(money('-900719925474099301', 'NGN'), /^-.*9.007.199.254.740.993.01$/)
})

const WRITTEN_IN = ['en', 'fr', 'pt', 'es', 'sw', 'ar', 'ar-EG', 'fr-CH']

/** Amounts of a column: one of them tells how the others are written, as in nearly every book. */
const AMOUNTS = [1, 50, 1_250, 150_000, 150_050, 999_999_999_999]

/** What an import in this country reads them as. */
function readBack(country: string, currency: string, texts: readonly string[]): unknown[] {
  const column = new AmountColumn(country)
  for (const text of texts) column.note(text, currency)
  return texts.map(text => column.read(text, currency)).map(found => ('minor' in found ? found.minor : found.problem))
}

test('whatever pages, exports and papers write, in any language and country, is read back by an import', async () => {
  let written = 0
  const check = (country: string, currency: string, amounts: readonly number[], write: (minor: number) => string) => {
    const texts = amounts.map(write)
    assert.deepEqual(readBack(country, currency, texts), amounts, `${country} ${currency}: ${texts.join(' | ')}`)
    written += 1
  }
  for (const { code, currency } of await countries()) {
    if (currency === null) continue
    typeAsIn(code)
    check(code, currency, AMOUNTS, minor => exactAmount(minor, currency))
    check(code, currency, [150_050], minor => typedAmount(minor, currency))
    for (const language of WRITTEN_IN) {
      speak(languageOf(language, {}, code))
      check(code, currency, AMOUNTS, minor => money(minor, currency))
      // Alone, where the page writes as the country does, and where three digits are no decimals of dinars.
      const isOurs = markOf(code) === markOfLocale(writing().written) && currencyExponent(currency) !== 3
      if (isOurs || currencyExponent(currency) === 0) check(code, currency, [150_050], minor => money(minor, currency))
    }
  }
  speak(ENGLISH)
  typeAsIn('NG')
  assert.ok(written > 3_000, `${written} columns were read back`)
})

test('a column of one way of writing is read in a country of the other, also with spaces between thousands', () => {
  assert.deepEqual(readBack('NG', 'NGN', ['0,50', '1\u202f500,50\u00a0₦']), [50, 150_050])
  assert.deepEqual(readBack('DE', 'EUR', ['€0.50', "€1'500.50"]), [50, 150_050])
  assert.deepEqual(readBack('SN', 'XOF', ['F\u00a0CFA\u00a01,250']), [1_250])
  assert.match(String(readBack('SN', 'XOF', ['1.250', '12.50'])[0]), /may mean 1250 or 1\.25/)
  assert.match(String(readBack('NG', 'NGN', ['1 500,500'])[0]), /may mean/)
})
