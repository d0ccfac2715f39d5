import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/characters.ts'
import * as field from './types.ts'

/** Fields that take a value as it stands where it needs nothing better, and texts that these take, or nearly take. */
const FIELDS = {
  text: field.text(20),
  line: field.line(20),
  email: field.email(),
  phone: field.phone(),
  date: field.date(),
  choice: field.oneOf(['head', 'spouse', 'constructor']),
  number: field.integer(-5, 1_000),
  amount: field.minorUnits(),
}

const texts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 24 }),
  fc.string({
    unit: fc.constantFrom(...'aZ9 é\u00a0\u0085\u0301\u02ff\u0300\u2028\u202e\t\n\r\0\x7f\ud83d\ude00@.-'),
    maxLength: 24,
  }),
  fc
    .tuple(
      fc.constantFrom('a', 'é', '', ' a', 'a..b', 'a\u0301'),
      fc.constantFrom('@x.org', '@x', '@y.org ', '@é.org', '@@x.org'),
    )
    .map(parts => parts.join('')),
  fc
    .tuple(fc.integer({ min: 0, max: 9_999 }), fc.nat(13), fc.nat(32))
    .map(numbers => numbers.map((one, at) => String(one).padStart(at === 0 ? 4 : 2, '0')).join('-')),
  fc.integer({ min: 18, max: 260 }).map(length => 'x'.repeat(length)),
  fc.constantFrom('head', 'spouse', 'constructor', 'Head', ' head', '2026-02-28', '2026-02-29', '2026-02-28 '),
)
const values = fc.oneof(
  texts,
  texts,
  fc.integer({ min: -10, max: 1_010 }),
  fc.constantFrom(1.5, Number.NaN, 2 ** 53, -0, true, undefined, [], {}, ['head']),
)

test('a value that a field takes as it stands is one that its schema gives back unchanged', () => {
  const taken = new Map<string, number>()
  fc.assert(
    fc.property(values, fc.constantFrom(...Object.keys(FIELDS)), (value, name) => {
      const { spec } = FIELDS[name as keyof typeof FIELDS]
      if (!spec.plain?.(value)) return
      taken.set(name, (taken.get(name) ?? 0) + 1)
      const result = spec.schema.safeParse(value)
      assert.ok(result.success && Object.is(result.data, value), `${name}: ${JSON.stringify(value)}`)
    }),
    { numRuns: 40_000 },
  )
  for (const name of Object.keys(FIELDS)) assert.ok((taken.get(name) ?? 0) > 20, `${name}: ${taken.get(name)}`)
})
