/** Numbers, amounts and days as a country writes a language (docs/decisions/0036-how-a-country-writes.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from '../lib/countries.ts'
import {
  amountIn,
  asWeeksBegin,
  dateIn,
  dayIn,
  listIn,
  momentIn,
  monthIn,
  numberIn,
  partOfMomentIn,
  shortDateIn,
  timeIn,
  weekBegins,
  weekdayIn,
  writtenIn,
} from './forms.ts'

const as = (language: string, country: string | null) => ({ written: writtenIn(language, country) })
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

test('a language is written as the country of the church does, where it is known how', () => {
  for (const [language, country, written] of [
    ['en', 'NG', 'en-NG'],
    ['en', 'US', 'en-US'],
    ['fr', 'CA', 'fr-CA'],
    ['pt-BR', 'AO', 'pt-AO'],
    ['fr', 'NG', 'fr'],
    ['en', 'CI', 'en-GB'],
    ['en', null, 'en-GB'],
    ['en-US', null, 'en-US'],
    ['en-US', 'NG', 'en-NG'],
    ['ar', 'NG', 'ar'],
    ['sr-Latn', 'US', 'sr-Latn'],
    ['zh-Hant', 'NG', 'zh-Hant'],
  ] as const) {
    assert.equal(writtenIn(language, country), written, `${language} in ${country}`)
  }
})

test('days are of the country: an English church in Nigeria and one in the United States write them in two ways', () => {
  const numbers = (country: string): string =>
    partOfMomentIn(
      as('en', country),
      { at: '2026-11-29T12:00:00Z', timezone: 'UTC' },
      { day: 'numeric', month: '2-digit' },
    )
  assert.deepEqual(['NG', 'US'].map(numbers), ['29/11', '11/29'])
  assert.equal(dateIn(as('en', 'NG'), '2026-11-29'), '29 November 2026')
  assert.equal(dateIn(as('en', 'US'), '2026-11-29'), 'November 29, 2026')
  assert.equal(dayIn(as('en', 'US'), '2026-11-29'), 'Sunday, November 29')
  assert.equal(shortDateIn(as('pt', 'AO'), '2026-11-29'), '29/11/2026')
  assert.equal(monthIn(as('fr', 'CI'), '2026-11'), 'novembre 2026')
  const moment = { at: '2026-11-29T17:30:00Z', timezone: 'Africa/Lagos' }
  assert.equal(plain(momentIn(as('en', 'US'), moment)), 'November 29, 2026 at 6:30 PM')
  assert.equal(plain(momentIn(as('en', 'NG'), moment)), '29 November 2026 at 18:30')
  assert.equal(plain(momentIn(as('fr', 'CA'), moment)), '29 novembre 2026 à 18 h 30')
  assert.equal(plain(timeIn(as('en', 'US'), '18:30')), '6:30 PM')
  assert.equal(weekdayIn(as('sw', 'KE'), '2026-11-29'), 'Jumapili')
})

test('days are of the Gregorian calendar in every country, also where another one is usual', () => {
  const moment = { at: '2026-11-29T17:30:00Z', timezone: 'UTC' }
  for (const [language, country] of [
    ['th', 'TH'],
    ['en', 'TH'],
    ['fa', 'IR'],
    ['ar', 'SA'],
  ] as const) {
    const how = as(language, country)
    const year = numberIn(how, 2026).replace(/[^\p{Nd}]/gu, '')
    for (const said of [
      dateIn(how, '2026-11-29'),
      shortDateIn(how, '2026-11-29'),
      monthIn(how, '2026-11'),
      momentIn(how, moment),
    ])
      assert.ok(said.includes(year), `${said} in ${country}`)
  }
  assert.match(dateIn(as('th', 'TH'), '2026-11-29'), /29 พฤศจิกายน.* 2026/)
})

test('amounts and numbers are of the country and the language, exactly and with just the decimals of the currency', () => {
  for (const [language, country, minor, currency, amount] of [
    ['en', 'NG', 128_450_000, 'NGN', '₦1,284,500.00'],
    ['en', 'NG', -500_000, 'NGN', '-₦5,000.00'],
    ['fr', 'CI', 150_050, 'XOF', '150 050 F CFA'],
    ['fr', 'NG', 150_050, 'NGN', '1 500,50 ₦'],
    ['en', 'IN', 128_450_000, 'INR', '₹12,84,500.00'],
    ['de', 'DE', '900719925474099109', 'EUR', '9.007.199.254.740.991,09 €'],
    ['en', 'JP', 5_000, 'JPY', '¥5,000'],
    ['en', 'EG', 1_125n, 'KWD', 'KWD 1.125'],
  ] as const) {
    assert.equal(plain(amountIn(as(language, country), minor, currency)), amount)
  }
  assert.throws(() => amountIn(as('en', 'NG'), 12_345.5, 'NGN'), /12345\.5 is no whole number of minor units/)
  assert.equal(plain(numberIn(as('fr', 'NG'), 12_345)), '12 345')
  assert.equal(numberIn(as('en', 'IN'), 1_234_567), '12,34,567')
  assert.equal(listIn(as('es', 'MX'), ['a', 'b', 'c']), 'a, b y c')
})

test('weeks begin as they do in the country of the church, also where nothing tells but the table', async t => {
  assert.deepEqual(['NG', 'US', 'EG', 'KE', 'CI', 'BR', 'MV', null].map(weekBegins), [1, 7, 6, 7, 1, 7, 5, 1])
  assert.deepEqual(asWeeksBegin(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], 'US'), 'SU MO TU WE TH FR SA'.split(' '))
  const codes = (await countries()).map(({ code }) => code)
  const told = codes.map(weekBegins)
  const hidden = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'weekInfo') ?? {}
  const asked = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'getWeekInfo') ?? {}
  t.after(() => {
    if ('get' in hidden) Object.defineProperty(Intl.Locale.prototype, 'weekInfo', hidden)
    if ('value' in asked) Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', asked)
  })
  for (const name of ['weekInfo', 'getWeekInfo'])
    Object.defineProperty(Intl.Locale.prototype, name, { value: undefined, configurable: true })
  assert.deepEqual(
    codes.filter((code, at) => weekBegins(code) !== told[at]),
    [],
  )
})
