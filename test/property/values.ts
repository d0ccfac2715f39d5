/** Values made from JSON Schemas: those that fit, and those meant to do harm. */

import fc from 'fast-check'
import { anyCharacter } from '../support/characters.ts'
import { type Node, resolve } from './document.ts'

/** JSON text that JSON.stringify would never write. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value as JSON text, raw pieces as they are. */
export function write(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

const EXAMPLES: Record<string, fc.Arbitrary<unknown>> = {
  date: fc.constantFrom('2024-02-29', '1900-01-01', '2026-06-30', '2000-12-31'),
  'date-time': fc.constantFrom('2026-01-31T09:00:00Z', '2020-01-01T00:00:00.123456+05:30', '2026-01-31T09:00:00-11:00'),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
}

/** A value that fits a schema. @param known ids of records that exist */
export function valid(document: Node, given: Node, known: fc.Arbitrary<number>): fc.Arbitrary<unknown> {
  const schema = resolve(document, given)
  const types = [schema.type].flat()
  if (types.includes('null')) {
    const { type: _, ...rest } = schema
    const one = types.filter(type => type !== 'null')
    return fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 6, arbitrary: valid(document, { ...rest, type: one[0] }, known) },
    )
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.anyOf)) {
    const options = schema.anyOf.map(option =>
      valid(document, { ...schema, anyOf: undefined, ...(option as Node) }, known),
    )
    return fc.oneof(...options)
  }
  switch (types[0]) {
    case 'integer':
      return integer(schema, known)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text(schema)
    case 'array':
      return fc.array(valid(document, (schema.items ?? {}) as Node, known), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 5,
      })
    case 'object':
      return object(document, schema, known)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function integer(
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Node,
  known: fc.Arbitrary<number>,
): fc.Arbitrary<number> {
  const [least, most] = [Number(minimum), Number(maximum)]
  // Clamped, not filtered: there may be none between the bounds, and one would be looked for without end.
  const inside = known.map(id => Math.max(least, Math.min(most, id)))
  return fc.oneof({ weight: 8, arbitrary: inside }, { weight: 1, arbitrary: fc.constantFrom(least, most) })
}

function text(schema: Node): fc.Arbitrary<unknown> {
  const most = Number(schema.maxLength ?? 100)
  if (Array.isArray(schema.examples)) return fc.constantFrom(...schema.examples)
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern), { size: 'small' })
  const formatted = typeof schema.format === 'string' ? EXAMPLES[schema.format] : undefined
  if (formatted !== undefined) return formatted.filter(value => String(value).length <= most)
  const short = fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(most, 20) })
  const full = fc.constantFrom('x', 'ß', '中').map(letter => letter.repeat(most))
  // A grapheme may be several characters, and the length is that of characters.
  return fc
    .oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: full })
    .filter(value => value.trim() !== '' && [...value].length <= most)
}

function object(document: Node, schema: Node, known: fc.Arbitrary<number>): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Node>
  const model = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valid(document, one, known)]))
  const requiredKeys = (schema.required ?? []) as string[]
  if (Object.keys(model).length === 0)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 })
  return fc
    .subarray(Object.keys(model), { maxLength: Math.min(6, Object.keys(model).length) })
    .chain(names =>
      fc.record(Object.fromEntries([...new Set([...names, ...requiredKeys])].map(name => [name, model[name]!]))),
    )
}

/** Text that means something to somebody: a database, a shell, a parser, a calendar. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0007',
  '\u001b[31m',
  '\ufeff',
  '\u202e',
  '\u2028',
  "'; drop table people; --",
  "' or '1'='1",
  '%',
  '_',
  '\\',
  '%%%%%',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '0x10',
  '１２',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'now',
  'today',
  'yesterday',
  'infinity',
  '-infinity',
  'epoch',
  '0000-00-00',
  '0000-01-01',
  '2023-02-29',
  '300000-01-01',
  '+300000-01-01T00:00:00Z',
  '2026-13-01',
  '2026-06-31',
  '24:00',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-W01-1',
  'a@b',
  'a@b.c@d.e',
  '+',
  '+2348031234567;ext=1',
  'javascript:alert(1)',
  'http://[::1',
  '../../etc/passwd',
  '#{7*7}',
  '{{7*7}}',
  '<script>',
  '"',
  '\r\nX-Injected: 1',
  '🙂'.repeat(60),
  'x'.repeat(5_000),
  'İ',
  'ﬃ',
  'e\u0301',
  '\u1e9b\u0323',
  'á'.repeat(200),
  '$1',
  '::bigint',
  '{1,2}',
  '(',
  '[[[',
  `${'a'.repeat(70)}@${'b'.repeat(200)}.com`,
]

const RAW_TOKENS = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '0.1',
  '1.0',
  '1e3',
  '2147483648',
  '9007199254740992',
  '9007199254740993',
  '123456789012345678901234567890',
]
const RAW_STRINGS = ['"\\ud800"', '"\\udc00x"', '"\\ud800\\ud800"', '"a\\u0000b"', '"\\u202e"', '"\\/"']

const hostileText: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(...RAW_TOKENS, ...RAW_STRINGS).map(text => new Raw(text)),
)

/** Anything but what was asked for. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...RAW_TOKENS, ...RAW_STRINGS).map(text => new Raw(text)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1, 2 ** 31, 2 ** 53, 0.5, [], {}, [[]], [null], { a: 1 }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 2, arbitrary: hostileText.map(value => ({ a: value })) },
  { weight: 1, arbitrary: hostileText.map(value => [value, value]) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty')
      .map(name => new Raw(`{"${name}":{"a":1}}`)),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 10, max: 5_000 }).map(depth => new Raw('['.repeat(depth) + ']'.repeat(depth))),
  },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 20_000 }).map(count => new Raw(`[${'1,'.repeat(count)}1]`)) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 10, max: 3_000 })
      .map(count => new Raw(`{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`)),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
)
