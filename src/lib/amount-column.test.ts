import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyExponent } from '../texts/exponents.ts'
import { AmountColumn, mayMeanTwo } from './amount-column.ts'
import type { DecimalMark } from './amount-number.ts'
import { MAX_AMOUNT } from './money.ts'

/** What a column of these texts is read as: minor units, or the sentence. */
function read(country: string, currency: string, texts: readonly string[], given?: DecimalMark): (number | string)[] {
  const column = new AmountColumn(country, given)
  for (const text of texts) column.note(text, currency)
  return texts.map(text => {
    const found = column.read(text, currency)
    return 'minor' in found ? found.minor : found.problem
  })
}

const one = (country: string, currency: string, text: string, given?: DecimalMark): number | string =>
  read(country, currency, [text], given)[0] ?? ''

test('amounts are major units, as the people of a currency write them', () => {
  const naira: Record<string, number> = {
    '21000': 2_100_000,
    '21,000.50': 2_100_050,
    '21 000.5': 2_100_050,
    '21000.000': 2_100_000,
    '₦2,000': 200_000,
    '₦ 2,000.00': 200_000,
    'N1,500': 150_000,
    '#1,500': 150_000,
    '=N=1,500.00': 150_000,
    'NGN 1,500': 150_000,
    '1,500 naira': 150_000,
    '1,500/=': 150_000,
    '1500.-': 150_000,
    '0.50': 50,
    '１，５００': 150_000,
    '+5': 500,
    '1500=': 150_000,
    'N 2,000.00 only': 200_000,
    '1,500 Only.': 150_000,
  }
  for (const [text, minor] of Object.entries(naira)) assert.equal(one('NG', 'NGN', text), minor, text)
  const others: [country: string, currency: string, text: string, minor: number][] = [
    ['GH', 'GHS', 'GH₵20', 2_000],
    ['GH', 'GHS', '20 cedis', 2_000],
    ['FR', 'EUR', '1 234,56 €', 123_456],
    ['FR', 'EUR', '1\u202f234,56\u00a0€', 123_456],
    ['DE', 'EUR', '1.500', 150_000],
    ['DE', 'EUR', '1.234.567,5', 123_456_750],
    ['CH', 'CHF', "Fr. 1'234.50", 123_450],
    ['IN', 'INR', '₹12,34,567.50', 123_456_750],
    ['IN', 'INR', 'Rs.500/-', 50_000],
    ['JP', 'JPY', '¥1,500', 1_500],
    ['JP', 'JPY', '1500.00', 1_500],
    ['SN', 'XOF', '2.000 F CFA', 2_000],
    ['KW', 'KWD', '1,500.000', 1_500_000],
    ['TN', 'TND', '1.500,000', 1_500_000],
    ['TN', 'TND', '12,5', 12_500],
    ['CV', 'CVE', '1 234$50', 123_450],
    ['EG', 'EGP', '٢٬٥٠٠٫٥٠', 250_050],
    ['ZA', 'ZAR', 'R1,500', 150_000],
  ]
  for (const [country, currency, text, minor] of others) assert.equal(one(country, currency, text), minor, text)
})

test('what is no amount, negative, in another currency, or not of its decimals is refused with a sentence', () => {
  const refused: Record<string, RegExp> = {
    '(1,500)': /negative/,
    '-5': /negative/,
    '₦-5': /negative/,
    '5-': /negative/,
    '−5': /negative/,
    'N(500)': /negative/,
    '(N500)': /negative/,
    '₦ (1,500.00)': /negative/,
    '0': /more than 0/,
    '0.00': /more than 0/,
    '99,999,999,999.99': /too large/,
    '999999999999999999': /too large/,
    '12.345': /may mean 12345 or 12.345: write it without the point/,
    '1234.567': /more decimals than the 2 of NGN/,
    $100: /not in NGN: leave "\$" out/,
    '10k': /not in NGN: leave "k" out/,
    '1,500 pledged': /not in NGN/,
  }
  for (const [text, sentence] of Object.entries(refused)) assert.match(String(one('NG', 'NGN', text)), sentence, text)
  const none = [
    '',
    'ten',
    '.5',
    '₦.50',
    'N.5',
    '1.5.0',
    '1,50,00',
    '1e5',
    '5E+07',
    '2025-11-12',
    '1 000 000,0 00',
    '5$100',
    '12$50',
    '1500²',
    '5③',
    '1½',
    '+',
    '0,500.0',
  ]
  for (const text of none) assert.match(String(one('NG', 'NGN', text)), /is not an amount/, text)
  assert.match(String(one('JP', 'JPY', '15.5')), /has decimals, and JPY has none/)
})

test('what a comma means is told by the whole column, else by the country, else nobody guesses', () => {
  assert.deepEqual(read('NG', 'NGN', ['1,500']), [150_000])
  assert.deepEqual(read('NG', 'NGN', ['1.500', '1.234,50', '12,50', '800']), [150_000, 123_450, 1_250, 80_000])
  assert.deepEqual(read('DE', 'EUR', ['1,500', '2,000.50', '12.5']), [150_000, 200_050, 1_250])
  assert.deepEqual(read('DE', 'EUR', ['1,500', '1,000,000']), [150_000, 100_000_000])
  assert.deepEqual(read('KW', 'KWD', ['1.500', '1.5']), [1_500, 1_500])
  assert.deepEqual(read('TN', 'TND', ['5,500', '1.000.000,000']), [5_500, 1_000_000_000])
  const doubted: [country: string, texts: string[]][] = [
    ['NG', ['1.500']],
    ['NG', ['1.234']],
    ['NG', ['1.500', '20.50']],
    ['DE', ['1,500']],
    ['DE', ['1.500', '20.50']],
    ['NG', ['1,500', '20,50']],
    // Computed, not written: thousandths beside the same with more digits.
    ['DE', ['1.234', '1234.567']],
    ['NG', ['25,00', '21,000.50', '1,500.00']],
    ['NG', ['1,50', '21,000.50', '25,00']],
    ['NG', ['25,00']],
    ['DE', ['12.50']],
    ['DE', ['25,00', '1,500.00']],
  ]
  for (const [country, texts] of doubted) {
    assert.match(String(read(country, country === 'DE' ? 'EUR' : 'NGN', texts)[0]), /may mean .* or /, texts.join())
  }
  for (const [country, currency, text] of [
    ['TN', 'TND', '5.500'],
    ['TN', 'TND', '5,500'],
    ['KW', 'KWD', '5,500'],
    ['KW', 'KWD', '5.500'],
  ] as const) {
    assert.match(
      one(country, currency, text) as string,
      /may mean 5500 or 5\.5: write it without the (point|comma)$/,
      text,
    )
    assert.equal(one(country, currency, text, text.includes('.') ? '.' : ','), 5_500)
  }
  assert.deepEqual(read('NG', 'NGN', ['25,00', '1,50'], ','), [2_500, 150])
  assert.equal(one('ZA', 'ZAR', '12,50'), 1_250, 'where both ways are usual')
  const [first, , , last] = read('NG', 'NGN', ['1.500', '12,50', '1.25', '2000'])
  assert.match(String(first), /may mean 1500 or 1\.5, and the column has both 1\.25 and 12,50/)
  assert.equal(last, 200_000, 'what has one meaning is read all the same')
  assert.equal(one('NG', 'NGN', '1.500', ','), 150_000)
  assert.equal(one('NG', 'NGN', '1.500', '.'), 150)
  assert.match(String(one('NG', 'NGN', '1.234', '.')), /more decimals/)
})

/** Countries of many languages and scripts, and their currencies of two, no and three decimals. */
const COUNTRIES =
  'NG:NGN GH:GHS KE:KES TZ:TZS ZA:ZAR ET:ETB EG:EGP CV:CVE MZ:MZN AO:AOA US:USD GB:GBP IN:INR NP:NPR BD:BDT LK:LKR PK:PKR DE:EUR AT:EUR CH:CHF FR:EUR ES:EUR PT:EUR BR:BRL MX:MXN PE:PEN PL:PLN CZ:CZK DK:DKK SE:SEK NO:NOK BG:BGN RU:RUB UA:UAH TR:TRY GR:EUR IL:ILS SA:SAR TH:THB PH:PHP ID:IDR JP:JPY KR:KRW VN:VND SN:XOF CM:XAF RW:RWF UG:UGX KW:KWD TN:TND BH:BHD'
    .split(' ')
    .map(place => place.split(':') as [country: string, currency: string])

test('whatever Intl formats, in the languages of many countries, is read back', () => {
  const displays = fc.constantFrom('symbol', 'narrowSymbol', 'code', 'name', undefined)
  const amounts = fc.array(fc.bigInt({ min: 1n, max: BigInt(MAX_AMOUNT) }), { minLength: 1, maxLength: 6 })
  const columns = fc.tuple(fc.constantFrom(...COUNTRIES), displays, amounts, fc.boolean())
  fc.assert(
    fc.property(columns, ([[country, currency], display, some, grouped]) => {
      const exponent = currencyExponent(currency)
      const { language, region } = new Intl.Locale(`und-${country}`).maximize()
      const format = new Intl.NumberFormat(`${language}-${region}`, {
        ...(display && { style: 'currency', currency, currencyDisplay: display }),
        minimumFractionDigits: exponent,
        maximumFractionDigits: exponent,
        useGrouping: grouped,
      })
      // One that tells the mark, where thousandths could be taken for thousands.
      const all = exponent === 3 ? [...some, 10_000_500n] : some
      const texts = all.map(minor => format.format(`${minor}E-${exponent}` as `${number}`))
      assert.deepEqual(read(country, currency, texts), all.map(Number), `${country} ${texts.join(' | ')}`)
    }),
    { numRuns: 3_000 },
  )
})

test('no text is read as two amounts: what is read by itself is read alike beside others that agree', () => {
  const written = fc.stringMatching(/^[0-9]{1,4}([.,][0-9]{1,3}){0,2}$/)
  fc.assert(
    fc.property(written, written, (text, other) => {
      const alone = one('NG', 'NGN', text)
      const beside = read('NG', 'NGN', [text, other])[0]
      if (typeof alone === 'number' && typeof beside === 'number')
        assert.equal(alone, beside, `${text} beside ${other}`)
    }),
  )
})

test('each sentence about an amount that may mean two is known by itself, and no other refusal is taken for one', () => {
  const doubts = [
    read('NG', 'NGN', ['1.500'])[0],
    read('DE', 'EUR', ['1,500'])[0],
    read('NG', 'NGN', ['1.500', '12,50', '1.25'])[0],
    read('NG', 'NGN', ['1,500', '12,50', '1.25'])[0],
  ]
  assert.equal(new Set(doubts.map(why => String(why).replace(/"[^"]*"/, ''))).size, 4)
  for (const why of doubts) assert.ok(mayMeanTwo(String(why)), String(why))
  for (const text of ['five', '-5', '1.2345', '€5', '0'])
    assert.ok(!mayMeanTwo(String(read('NG', 'NGN', [text])[0])), text)
})
