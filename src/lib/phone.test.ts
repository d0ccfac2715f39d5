import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/characters.ts'
import { isCountry, tellingDigits, toInternational } from './phone.ts'

test("phone numbers are converted to international format using the church's country", () => {
  const cases: [string, string, string][] = [
    ['08031234567', 'NG', '+2348031234567'],
    [' (0803) 123-4567 ', 'NG', '+2348031234567'],
    ['+234 (0) 803 123 4567', 'NG', '+2348031234567'],
    ['2348031234567', 'NG', '+2348031234567'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['020 7946 0958', 'GG', '+442079460958'],
    ['(212) 555-0100', 'US', '+12125550100'],
    ['06 698 1234', 'IT', '+39066981234'],
    ['٠٨٠٣١٢٣٤٥٦٧', 'NG', '+2348031234567'],
    ['0803\u00a0123\u20114567', 'NG', '+2348031234567'],
    ['\u202a+234 803 123 4567\u202c', 'GB', '+2348031234567'],
    ['+1 212 555 0100 ext. 4', 'NG', '+12125550100'],
  ]
  for (const [text, country, expected] of cases)
    assert.equal(toInternational(text, country), expected, `${text} ${country}`)
})

test('00 means + in every country, and so does what the country itself dials', () => {
  for (const country of ['NG', 'GB', 'US', 'AU', 'IT', 'KR', 'BR', 'KE', 'AQ']) {
    assert.equal(toInternational('0044 20 7946 0958', country), '+442079460958', country)
  }
  assert.equal(toInternational('009 44 20 7946 0958', 'NG'), '+442079460958')
  assert.equal(toInternational('009 1 212 555 0100', 'NG'), '+12125550100', 'and not 00 91, India')
  assert.equal(toInternational('00 1 832 433 6732', 'JP'), '+18324336732', 'only the largest metadata tells')
  assert.equal(toInternational('011 44 20 7946 0958', 'US'), '+442079460958')
  assert.equal(toInternational('0011 44 20 7946 0958', 'AU'), '+442079460958')
  assert.equal(toInternational('00234 803 123 4567', 'NG'), '+2348031234567')
})

test('tel: URIs are read', () => {
  assert.equal(toInternational('tel:+234-803-123-4567', 'GB'), '+2348031234567')
  assert.equal(toInternational('TEL:08031234567', 'NG'), '+2348031234567')
  assert.equal(toInternational('tel:803-123-4567;phone-context=+234', 'GB'), '+2348031234567')
})

test('a number that is not possible there is null', () => {
  assert.equal(toInternational('+49 8300 4371550283', 'DE'), null, 'over the 15 digits of E.164')
  for (const text of [
    '',
    '123',
    '555-0100',
    'abc',
    '+',
    '00',
    'tel:',
    '+1',
    '+999 1234567',
    '0803123456789012',
    '1-800-FLOWERS',
  ]) {
    assert.equal(toInternational(text, 'US'), null, text)
  }
  for (const text of [
    'call 08031234567',
    '08031234567 / 08051234567',
    '08031234567\0',
    `0803${' '.repeat(40)}1234567`,
  ]) {
    assert.equal(toInternational(text, 'NG'), null, text)
  }
})

test('a country without telephones, or unknown, still takes international spelling', () => {
  for (const country of ['AQ', 'ZZ', '', 'ng', '__proto__', 'constructor']) {
    assert.equal(toInternational('08031234567', country), null, country)
    assert.equal(toInternational('+2348031234567', country), '+2348031234567', country)
  }
})

test('zeros in front that are taken off one at a time are all taken off', () => {
  assert.equal(toInternational('0000291117', 'XK'), toInternational('+38300291117', 'XK'))
})

test('no text makes it throw, what comes out is E.164, and it stays as it is when read again', () => {
  const piece = fc.constantFrom(
    ...'+0123456789()-./ ;,#x*٣\0'.split(''),
    'tel:',
    '00',
    'ext',
    '+234',
    ';phone-context=',
    '\ud800',
  )
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 45 }),
    fc.array(piece, { maxLength: 20 }).map(all => all.join('')),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('NG', 'US', 'GB', 'DE', 'IT', 'XK', 'AQ', 'toString'), (any, country) => {
      const number = toInternational(any, country)
      if (number === null) return
      assert.match(number, /^\+[1-9]\d{1,14}$/)
      assert.equal(toInternational(number, country), number)
    }),
    { numRuns: 2_000 },
  )
})

test('the countries are the 249 of ISO 3166-1', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap(a => letters.map(b => a + b)).filter(isCountry)
  assert.equal(codes.length, 249)
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  assert.deepEqual(
    codes.filter(code => !names.of(code)),
    [],
  )
  for (const code of ['XK', 'EU', 'UK', 'AN', 'SU', 'ZZ', 'ng', '', 'NGA']) assert.ok(!isCountry(code), code)
})

test('the digits that every spelling of a number has are those of its country, nine at most', () => {
  const cases = [
    ['+2348031234567', '031234567'],
    ['+22890123456', '90123456'],
    ['+2203012345', '3012345'],
    ['+33612345678', '612345678'],
    // A calling code that is nobody's.
    ['+9991234567', '1234567'],
  ] as const
  for (const [phone, digits] of cases) assert.equal(tellingDigits(phone), digits)
})
