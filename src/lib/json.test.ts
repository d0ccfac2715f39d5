import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, hasLoneSurrogate, hasNul, isPlainText, parseJsonObject, quote } from './json.ts'

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) })

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  )
}

test('canonical JSON has sorted keys at each level, and means the same', () => {
  assert.equal(
    canonicalJson({ b: [{ d: 1, c: null }], a: 'x', 10: true, 9: 0 }),
    '{"10":true,"9":0,"a":"x","b":[{"c":null,"d":1}]}',
  )
  assert.equal(canonicalJson({ a: undefined, b: [undefined] }), '{"b":[null]}')
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      assert.equal(canonicalJson(shuffled(value)), canonicalJson(value))
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a quoted text is what JSON.stringify makes of it', () => {
  for (const text of ['', 'Ọlá 🙏', 'a"b', 'a\\b', '\n', '\0', '\u007f', '\u2028', '\ud800', '\udc00x']) {
    assert.equal(quote(text), JSON.stringify(text))
  }
  fc.assert(fc.property(fc.oneof(fc.string(), anyText), text => quote(text) === JSON.stringify(text)))
})

test('NUL characters and lone surrogates are found, whole pairs pass', () => {
  for (const text of ['', 'plain', '🙏', 'a🙏b']) assert.ok(isPlainText(text), JSON.stringify(text))
  for (const text of ['\ud83d', '\ude4f', 'a\ud83db', '\ude4f\ud83d', '🙏\ud83d'])
    assert.ok(hasLoneSurrogate(text) && !isPlainText(text))
  assert.ok(hasNul('a\0') && !isPlainText('a\0'))
  fc.assert(fc.property(anyText, text => hasLoneSurrogate(text) === (Buffer.from(text).toString() !== text)))
})

test('a JSON object is read as it is', () => {
  assert.deepEqual(parseJsonObject(' {"a": [1, {"b": "}{:"}], "c": "\\"\\\\"} '), {
    ok: true,
    value: { a: [1, { b: '}{:' }], c: '"\\' },
  })
  assert.deepEqual(parseJsonObject('{}'), { ok: true, value: {} })
  const forbidden = /"(__proto__|constructor|prototype)":/
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), object => {
      const text = JSON.stringify(object)
      fc.pre(!forbidden.test(text))
      const parsed = parseJsonObject(text)
      assert.ok(parsed.ok)
      assert.deepEqual(parsed.value, JSON.parse(text))
    }),
  )
})

test('JSON that does not parse, is no object, or is empty is refused', () => {
  for (const text of [
    '',
    ' \n',
    '[]',
    'null',
    '1',
    '"a"',
    '{',
    '{"a":1,}',
    '{a:1}',
    '{}{}',
    '{"a":"\n"}',
    '"',
    '{"a":NaN}',
  ]) {
    assert.equal(parseJsonObject(text).ok, false, text)
  }
  assert.deepEqual(parseJsonObject(' '), { ok: false, reason: 'The body is empty; a JSON object is needed.' })
})

test('keys that reach a prototype are refused at any depth and in any spelling', () => {
  for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'c\\u006fnstructor']) {
    for (const text of [
      `{"${key}":1}`,
      `{"a":{"${key}":{}}}`,
      `{"a":[[{"${key}":null}]]}`,
      `{"${key}":1,"${key}":2}`,
    ]) {
      assert.equal(parseJsonObject(text).ok, false, text)
    }
  }
  assert.ok(parseJsonObject('{"a":"__proto__","constructors":1}').ok)
})

test('nesting up to 32 levels is read, deeper is refused', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  assert.ok(parseJsonObject(nested(32)).ok)
  assert.equal(parseJsonObject(nested(33)).ok, false)
  assert.ok(parseJsonObject(`{"a":"${'['.repeat(100)}"}`).ok)
  assert.equal(parseJsonObject('{"a":'.repeat(50_000)).ok, false)
  assert.ok(parseJsonObject(`{"a":[${'[],'.repeat(100)}{}]}`).ok, 'a hundred side by side')
  assert.ok(parseJsonObject(`{"a":"\\"${'['.repeat(100)}"}`).ok, 'after an escaped quote')
})

test('2,000 keys in all are read, more are refused', () => {
  const object = (keys: number) => `{"in":{${Array.from({ length: keys - 1 }, (_, i) => `"k${i}":":"`).join(',')}}}`
  assert.ok(parseJsonObject(object(2000)).ok)
  assert.equal(parseJsonObject(object(2001)).ok, false)
})

test('a body of 256 KiB is judged in time that grows with its length only', () => {
  const size = 256 * 1024
  const bodies = ['{"a":', '[', '{"a":"', '"', '\\', '{"1":1,', ':', '}', '{"a":"\\'].map(piece =>
    piece.repeat(size / piece.length),
  )
  const long = JSON.stringify({ a: 'x'.repeat(size), b: Array.from({ length: size / 8 }, () => 1) })
  const start = process.cpuUsage()
  for (const body of bodies) assert.equal(parseJsonObject(body).ok, false)
  assert.ok(parseJsonObject(long).ok)
  // Ten bodies take some 20 ms; work that grew with the square of their length would take minutes.
  assert.ok(process.cpuUsage(start).user < 5_000_000)
})
