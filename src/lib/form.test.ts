import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseForm } from './form.ts'

function pairs(text: string): [string, string[]][] {
  const parsed = parseForm(text)
  assert.ok(parsed.ok, text)
  return [...parsed.value]
}

test('a form gives names as sent and values in order', () => {
  const body = 'person_ids[]=1&name=Ada+Obi&person_ids[]=2&custom%5Btown%5D=Jos%20%26%20Bauchi&empty=&bare&=x&eq=a=b'
  assert.deepEqual(pairs(body), [
    ['person_ids[]', ['1', '2']],
    ['name', ['Ada Obi']],
    ['custom[town]', ['Jos & Bauchi']],
    ['empty', ['']],
    ['bare', ['']],
    ['', ['x']],
    ['eq', ['a=b']],
  ])
  assert.deepEqual(pairs(''), [])
  assert.deepEqual(pairs('&a=1&&'), [['a', ['1']]])
  assert.deepEqual(pairs('a=1;b=2'), [['a', ['1;b=2']]])
  assert.deepEqual(pairs('__proto__=1&constructor=2'), [
    ['__proto__', ['1']],
    ['constructor', ['2']],
  ])
})

test('percent signs that encode nothing, and bytes that are no UTF-8, are refused', () => {
  for (const text of [
    'a=%',
    'a=%4',
    'a=%zz',
    '%=1',
    'a=100%',
    'a=%ff',
    'a=%c3',
    'a=%c0%af',
    'a=%ed%a0%80',
    'a=1&b=%u0041',
  ]) {
    assert.equal(parseForm(text).ok, false, text)
  }
})

test('2,000 pairs are read, more are refused', () => {
  assert.equal(pairs(Array.from({ length: 2000 }, (_, i) => `k${i}=1`).join('&')).length, 2000)
  assert.equal(parseForm('a=1&'.repeat(2000).concat('a=1')).ok, false)
  assert.equal(parseForm('&'.repeat(256 * 1024)).ok, false)
})

test('what URLSearchParams writes is read back', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), entries => {
      const expected = new Map<string, string[]>()
      for (const [name, value] of entries) expected.set(name, [...(expected.get(name) ?? []), value])
      assert.deepEqual(pairs(new URLSearchParams(entries).toString()), [...expected])
    }),
  )
})
