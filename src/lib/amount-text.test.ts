import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyExponent } from '../texts/exponents.ts'
import { ENGLISH } from '../texts/language.ts'
import { markOf, markOfLocale } from './amount-number.ts'
import { amountMistake, exampleAmount, readAmount, type TypedAmount } from './amount-text.ts'
import { MAX_AMOUNT } from './money.ts'
import { plainAmount } from './plain-amount.ts'

/** @param place a country, and the language of the page: `DE/de` */
const read = (text: string, currency: string, place: string): TypedAmount => {
  const [country = '', locale = ''] = place.split('/')
  return readAmount(text, currency, { country, locale })
}

test('an amount is read as people of the country and the page write it, exactly', () => {
  const amounts: [place: string, currency: string, text: string, minor: number][] = [
    ['NG/en', 'NGN', '1,500.50', 150_050],
    ['NG/en', 'NGN', '1500.5', 150_050],
    ['NG/en', 'NGN', '1500', 150_000],
    ['NG/en', 'NGN', ' ₦1,500.50 ', 150_050],
    ['NG/en', 'NGN', 'NGN 1,500', 150_000],
    ['NG/en', 'NGN', '1 500', 150_000],
    ['NG/en', 'NGN', '9,999,999,999.99', 999_999_999_999],
    ['US/en', 'USD', '0.01', 1],
    ['US/en', 'USD', '0.29', 29],
    ['IN/en', 'INR', '1,50,000', 15_000_000],
    ['CH/de', 'CHF', "1'234.05", 123_405],
    ['JP/ja', 'JPY', '1,500', 1_500],
    ['JP/ja', 'JPY', '500.00', 500],
    ['DE/de', 'EUR', '1500,50', 150_050],
    ['DE/de', 'EUR', '1.500,50', 150_050],
    ['DE/de', 'EUR', '1.500', 150_000],
    ['DE/de', 'EUR', '1.500.000', 150_000_000],
    ['DE/de', 'EUR', '12,5', 1_250],
    ['DE/en', 'EUR', '1500,50', 150_050],
    ['DE/en', 'EUR', '1500.50', 150_050],
    ['FR/fr', 'EUR', '1 500,50', 150_050],
    ['FR/fr', 'EUR', '1\u202f500,50\u00a0€', 150_050],
    ['FR/fr', 'EUR', '1500,50 euros', 150_050],
    ['SN/fr', 'XOF', '2 000', 2_000],
    ['SN/fr', 'XOF', '2.000', 2_000],
    ['CI/en', 'XOF', '1,500', 1_500],
    ['CI/en', 'XOF', '1.500', 1_500],
    ['BR/pt', 'BRL', 'R$ 1.500,50', 150_050],
    ['BR/pt', 'BRL', '1.500', 150_000],
    ['PT/pt-PT', 'EUR', '1 500,50', 150_050],
    ['CV/pt', 'CVE', '1 234$50', 123_450],
    ['ES/es', 'EUR', '1.500,50', 150_050],
    ['ES/es', 'EUR', '1500,5', 150_050],
    ['MX/es-MX', 'MXN', '$1,500.50', 150_050],
    ['EG/ar', 'EGP', '٢٬٥٠٠٫٥٠', 250_050],
    ['EG/ar', 'EGP', '٢٥٠٠', 250_000],
    ['EG/ar', 'EGP', '2,500.50', 250_050],
    ['MA/ar-MA', 'MAD', '2.500,50', 250_050],
    ['KW/ar', 'KWD', '12.500', 12_500],
    ['KW/ar', 'KWD', '١٢٫٥٠٠', 12_500],
    ['KW/en', 'KWD', '1,500.125', 1_500_125],
    ['TN/fr', 'TND', '12,500', 12_500],
    ['ZA/en', 'ZAR', 'R1,500', 150_000],
    ['ZA/en', 'ZAR', '12,50', 1_250],
    // The marks tell by themselves, wherever it is typed.
    ['NG/en', 'NGN', '1.500,50', 150_050],
    ['DE/de', 'EUR', '1,500.50', 150_050],
    ['NG/fr', 'NGN', '1500,50', 150_050],
  ]
  for (const [place, currency, text, minor] of amounts) {
    assert.deepEqual(read(text, currency, place), { minor }, `${text} ${currency} in ${place}`)
  }
})

test('what may mean two amounts is asked about, and each answer means one', () => {
  const open: [place: string, currency: string, text: string, ways: [string, string]][] = [
    ['NG/en', 'NGN', '1.500', ['1500', '1.5']],
    ['NG/en', 'NGN', '1.000', ['1000', '1']],
    ['NG/en', 'NGN', '25,00', ['2500', '25']],
    ['NG/en', 'NGN', '1,5000', ['15000', '1.5']],
    ['NG/en', 'NGN', '1500.500', ['1500500', '1500.5']],
    ['NG/fr', 'NGN', '1,500', ['1500', '1.5']],
    ['DE/de', 'EUR', '1,500', ['1500', '1,5']],
    ['DE/de', 'EUR', '12.50', ['1250', '12,5']],
    ['DE/en', 'EUR', '1.500', ['1500', '1,5']],
    ['FR/fr', 'EUR', '2,000', ['2000', '2']],
    ['BR/pt', 'BRL', '15.50', ['1550', '15,5']],
    ['ES/es', 'EUR', '1,500', ['1500', '1,5']],
    ['JP/ja', 'JPY', '1.000', ['1000', '1']],
    ['KW/en', 'KWD', '5,500', ['5500', '5.5']],
    ['KW/en', 'KWD', '5,125', ['5125', '5.1250']],
    ['TN/en', 'TND', '5.500', ['5500', '5,5']],
  ]
  for (const [place, currency, text, ways] of open) {
    assert.deepEqual(read(text, currency, place), { ways }, `${text} ${currency} in ${place}`)
    for (const way of ways) assert.ok(read(way, currency, place).minor, `${way} ${currency} in ${place}`)
  }
})

test('what is no amount, has more decimals than its currency, is nothing or does not fit into a record is not read', () => {
  const none = ['', 'ten', '-5', '1e3', '0x10', '.5', '1.2.3', '1500²', '1.005', '0', '0.00', '$100']
  for (const text of [...none, '10,000,000,000.00', '999999999999999999']) {
    assert.deepEqual(read(text, 'NGN', 'NG/en'), {}, text)
  }
  assert.deepEqual(read('1.5', 'JPY', 'JP/en'), {})
  assert.deepEqual(read('1.234', 'JPY', 'JP/en'), {})
  assert.deepEqual(read('5.1234', 'KWD', 'KW/en'), {})
})

test('whoever is asked reads what it may mean, and how an amount is typed where they are', () => {
  const said = (text: string, currency: string, country: string) =>
    amountMistake(ENGLISH.say, text, readAmount(text, currency, { country, locale: 'en' }), currency, country)
  assert.equal(said(' 1.500', 'NGN', 'NG'), 'The amount 1.500 may mean 1500 or 1.5. Please type the one that you mean.')
  assert.equal(said('much', 'EUR', 'DE'), 'Enter an amount in EUR, such as 1.500,50.')
  const examples = ['JPY JP', 'KWD KW', 'EUR FR', 'EUR ES', 'BRL BR', 'EGP EG', 'XOF CI', 'NGN NG'].map(one => {
    const [currency = '', country = ''] = one.split(' ')
    return exampleAmount(currency, country).replace(/\s/g, ' ')
  })
  assert.deepEqual(examples, [
    ...['1,500', '1,500.500', '1 500,50', '1.500,50', '1.500,50', '1,500.50', '1 500', '1,500.50'],
  ])
})

const PLACES =
  'NG:NGN:en GH:GHS:en ZA:ZAR:en US:USD:en IN:INR:en DE:EUR:de DE:EUR:en FR:EUR:fr SN:XOF:fr CI:XOF:en BR:BRL:pt PT:EUR:pt-PT MZ:MZN:pt ES:EUR:es MX:MXN:es-MX EG:EGP:ar MA:MAD:ar-MA KW:KWD:ar KW:KWD:en TN:TND:fr TN:TND:en JP:JPY:ja'
    .split(' ')
    .map(place => place.split(':') as [country: string, currency: string, locale: string])

test('what a form is filled with and what it shows as an example are read back as they were meant', () => {
  for (const [country, currency, locale] of PLACES) {
    const example = readAmount(exampleAmount(currency, country), currency, { country, locale })
    const exponent = currencyExponent(currency)
    const minor = exponent === 0 ? 1_500 : 15_005 * 10 ** (exponent - 1)
    assert.deepEqual(example, { minor }, `${country} ${locale}`)
  }
  const filled = fc.tuple(fc.constantFrom(...PLACES), fc.integer({ min: 1, max: MAX_AMOUNT }))
  fc.assert(
    fc.property(filled, ([[country, currency, locale], minor]) => {
      const text = plainAmount(minor, currency, country)
      assert.deepEqual(readAmount(text, currency, { country, locale }), { minor }, `${text} ${country} ${locale}`)
    }),
    { numRuns: 2_000 },
  )
})

test('whatever is typed is read as the amount that the country or the page means, or asked about: never a hundred times off', () => {
  const written = fc.stringMatching(/^[1-9][0-9]{0,3}([.,' ][0-9]{1,3}){0,2}$/)
  fc.assert(
    fc.property(written, fc.constantFrom(...PLACES), (text, [country, currency, locale]) => {
      const { minor } = readAmount(text, currency, { country, locale })
      if (minor === undefined) return
      // What its digits come to, with each place at which its decimals may begin.
      const decimals = /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0
      const scale = 10 ** currencyExponent(currency)
      const meant = [0, decimals].map(places => Math.round((Number(text.replace(/\D/g, '')) / 10 ** places) * scale))
      assert.ok(meant.includes(minor), `${text} in ${country}: ${minor}`)
      const [mark] = /(?<=^\d{1,3})[.,](?=\d{3}$)/.exec(text) ?? []
      const here: string[] = [markOf(country), markOfLocale(locale)]
      // Thousands only where nobody here writes decimals so.
      if (mark !== undefined && minor === meant[0] && scale > 1)
        assert.ok(!here.includes(mark), `${text} in ${country}/${locale}`)
    }),
    { numRuns: 5_000 },
  )
})
