import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { askLibrary } from './phone.ts'
import { plainPhone } from './plain-phone.ts'

const countries = getCountries()

/** Digits as they may be written: with a space or a hyphen between some. */
const written = (digits: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(digits, fc.array(fc.constantFrom('', '', '', ' ', '-'), { minLength: 24, maxLength: 24 }))
    .map(([text, marks]) =>
      [...text].map((one, at) => (at > 0 && text[at - 1] !== '+' ? `${marks[at]}${one}` : one)).join(''),
    )

/** Numbers near those that there are: of a country, with what stands before them, or with other digits. */
const numbers = fc.constantFrom(...countries).chain(country => {
  const example = examples[country] ?? '5551234'
  const own = fc.oneof(
    fc.constant(example),
    fc.nat(9_999).map(end => `${example.slice(0, -4)}${String(end).padStart(4, '0')}`),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 15 }).map(all => all.join('')),
  )
  const before = fc.constantFrom(
    '',
    '0',
    '1',
    '8',
    '00',
    '009',
    '011',
    '119',
    '810',
    getCountryCallingCode(country),
    `+${getCountryCallingCode(country)}`,
  )
  const dialled = fc.oneof(fc.constant(country), fc.constantFrom('NG', 'GH', 'KE', 'US', 'XX', 'constructor', ''))
  return fc.tuple(written(fc.tuple(before, own).map(parts => parts.join(''))), dialled)
})

test('a number that is written plainly is what the library says that it is, in every country', () => {
  let plain = 0
  fc.assert(
    fc.property(numbers, ([text, country]) => {
      const number = plainPhone(text, country)
      if (number === undefined) return
      plain += 1
      assert.equal(number, askLibrary(text, country), `${text} in ${country}`)
    }),
    { numRuns: 20_000 },
  )
  assert.ok(plain > 2_000, `${plain} were read`)
})

test('the numbers of most countries are read without the library, as they are written there and from elsewhere', () => {
  for (const [text, country, number] of [
    ['0803 123 4567', 'NG', '+2348031234567'],
    ['024-412-3456', 'GH', '+233244123456'],
    ['0712345678', 'KE', '+254712345678'],
    ['07 07 12 34 56', 'CI', '+2250707123456'],
    ['+234 803 123 4567', 'US', '+2348031234567'],
  ] as const)
    assert.equal(plainPhone(text, country), number, text)
  const read = countries.filter(country => {
    const number = `+${getCountryCallingCode(country)}${examples[country]}`
    return plainPhone(number, 'NG') === number
  })
  assert.ok(read.length > 150, `${read.length} of ${countries.length}`)
})

test('what may mean several things is left to the library', () => {
  for (const [text, country] of [
    ['00234 803 123 4567', 'NG'],
    ['009 44 20 7946 0958', 'NG'],
    ['119-68711', 'CU'],
    ['234 803 123 4567', 'NG'],
    ['+234 0803 123 4567', 'NG'],
    ['(0803) 123 4567', 'NG'],
    ['0803 123 4567 ext 4', 'NG'],
    ['0803  123 4567', 'NG'],
    ['0803 123', 'NG'],
    ['+1 212 555 0100', 'US'],
    ['08031234567', 'constructor'],
  ] as const)
    assert.equal(plainPhone(text, country), undefined, text)
})
