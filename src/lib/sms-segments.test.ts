import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import calculator from 'sms-segments-calculator'
import { segmentsOf } from './sms-segments.ts'

const byCalculator = (text: string): number => new calculator.SegmentedMessage(text).segmentsCount

test('160 characters of GSM-7 are one segment, 161 are two; 70 and 71 of UCS-2', () => {
  assert.deepEqual(['a'.repeat(160), 'a'.repeat(161), 'a'.repeat(306), 'a'.repeat(307)].map(segmentsOf), [1, 2, 2, 3])
  assert.deepEqual(['ẹ'.repeat(70), 'ẹ'.repeat(71), 'ẹ'.repeat(134), 'ẹ'.repeat(135)].map(segmentsOf), [1, 2, 2, 3])
})

test('an extended character takes two septets and is not split', () => {
  assert.deepEqual(['€'.repeat(80), '€'.repeat(81)].map(segmentsOf), [1, 2])
  assert.equal(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`), 3)
})

test('the count is that of a calculator that is widely used, for any text of both alphabets', () => {
  const gsm = fc.string({ unit: fc.constantFrom(...'abcXYZ09 @£$\n{}[]€^~|\\èéàñ¿'), maxLength: 700 })
  const ucs = fc.string({ unit: fc.constantFrom(...'aẹọ中', '👍', '👩‍👩‍👧', 'é'), maxLength: 300 })
  fc.assert(
    fc.property(fc.oneof(gsm, ucs), text => {
      assert.equal(segmentsOf(text), byCalculator(text), JSON.stringify(text))
    }),
    { numRuns: 400, seed: 20_261_121 },
  )
})
