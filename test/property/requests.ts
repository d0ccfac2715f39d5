/** Requests for an operation of the document: as it says, nearly so, and hostile. */

import fc from 'fast-check'
import { anyCharacter } from '../support/characters.ts'
import { type Node, type Operation, resolve } from './document.ts'
import { HOSTILE_TEXTS, hostile, valid, write } from './values.ts'

/** A request as it goes over the wire. */
export interface Made {
  operation: Operation
  /** As the document says, so that a success is likely. */
  kind: 'valid' | 'near' | 'hostile'
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** The value the body says, where it is JSON. */
  json?: unknown
}

/** Percent-encodes anything, halves of surrogate pairs too. */
const encode = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')

const IDS = [
  '0',
  '-1',
  '1.5',
  'abc',
  '9007199254740993',
  '99999999999999999999',
  '%00',
  '%',
  '%zz',
  '..',
  '%2e%2e',
  '1e3',
  '+1',
  '%31',
  '1%2F2',
  'null',
  "1'--",
  '1;',
  '%c0%af',
  '1'.repeat(3_000),
]
const RAW_QUERIES = [
  '%00=%00',
  'page=%zz',
  '%',
  'q=%ff%fe',
  'page',
  '=',
  '&&&',
  'page=1&page=2',
  'status=member&status=',
  'q[]=1',
  'q[a]=1',
  '__proto__=1',
  'constructor=1',
  'active=constructor',
  'include_deleted=toString',
  'include_deleted=__proto__',
  'api_key=x',
  'page=%31',
  'q=%C0%AF',
  '?',
  'sort=id;select',
  'a=1&'.repeat(1_500),
]
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'application/json;charset="utf-16"',
  'application/json; charset=utf-8; x="',
  ';;;',
  'application/json, text/html',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  '*/*',
  '/',
]
const BROKEN_BODIES = [
  '',
  ' ',
  '[]',
  '"x"',
  '1',
  'null',
  '{',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":1}{"b":2}',
  '{"__proto__":{"a":1}}',
  '{"a":{"constructor":1}}',
  '{"first_name":"a","first_name":1}',
  '{"first_name":"\t"}',
  '{"first_name":"a","name":"a","__proto__":{"a":1}}',
  '{"first_name":"a","custom":{"a":{"constructor":{"prototype":1}}}}',
  '{"first_name":"a","custom":{"a":"\\u0000"}}',
  '{"first_name":"a","custom":{"\\u0000":["\\ud800"]}}',
  '{"first_name":"a","custom":{"a":1e400}}',
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  '['.repeat(100_000),
  '"'.repeat(1_000),
  '\u0000',
  '{"first_name":"a"}\u0000',
  'first_name=x',
  `{"a":"${'x'.repeat(262_144)}"}`,
]

/** Made requests for an operation. @param ids ids of records that exist */
export function requestsFor(document: Node, operation: Operation, ids: fc.Arbitrary<number>): fc.Arbitrary<Made> {
  const kind = fc.constantFrom<Made['kind']>('valid', 'near', 'hostile')
  return kind.chain(kind =>
    fc
      .record({
        path: path(operation, kind, ids),
        query: query(document, operation, kind, ids),
        headers: headers(operation, kind),
        body: operation.body === undefined ? fc.constant(NO_BODY) : body(document, operation.body, kind, ids),
      })
      .map(({ path, query, headers, body }) => ({
        operation,
        kind,
        target: path + (query === '' ? '' : `?${query}`),
        headers: { ...headers, ...body.headers },
        body: body.bytes,
        ...('json' in body && { json: body.json }),
      }))
      .map(made => Object.assign(made, { [fc.toStringMethod]: () => shown(made) })),
  )
}

/** A request as a failure shows it. */
function shown({ operation, kind, target, headers, body }: Made): string {
  const text = body === undefined ? '' : `\n${body.toString('utf8').slice(0, 2_000)}`
  return `${kind} ${operation.method} ${target.slice(0, 500)} ${JSON.stringify(headers)}${text}`
}

function path({ path }: Operation, kind: Made['kind'], ids: fc.Arbitrary<number>): fc.Arbitrary<string> {
  if (!path.includes('{id}')) return fc.constantFrom(path, path, `${path}/`)
  const known = ids.map(String)
  const one = kind === 'hostile' ? fc.oneof(known, known, fc.constantFrom(...IDS)) : known
  return one.map(id => path.replace('{id}', id))
}

function query(
  document: Node,
  operation: Operation,
  kind: Made['kind'],
  ids: fc.Arbitrary<number>,
): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter(({ in: where }) => where === 'query')
  const pairs = fc
    .subarray(parameters, { maxLength: Math.min(parameters.length, kind === 'valid' ? 3 : 5) })
    .chain(chosen =>
      fc.tuple(
        ...chosen.map(({ name, schema }, index) => {
          const good = valid(document, schema, ids).map(value => encode(String(value)))
          const bad = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: anyCharacter })).map(encode)
          const value = kind === 'hostile' ? bad : kind === 'near' && index === 0 ? fc.oneof(good, bad) : good
          return value.map(text => `${name}=${text}`)
        }),
      ),
    )
  const sent = pairs.map(list => list.join('&'))
  if (kind !== 'hostile') return sent
  return fc.oneof({ weight: 3, arbitrary: sent }, { weight: 1, arbitrary: fc.constantFrom(...RAW_QUERIES) })
}

function headers(operation: Operation, kind: Made['kind']): fc.Arbitrary<Record<string, string>> {
  const takesKey = operation.parameters.some(({ in: where }) => where === 'header')
  const fine = fc.constantFrom('a', 'key-1', '~'.repeat(120))
  const bad = fc.constantFrom('', ' ', 'a b', 'ä', 'x'.repeat(121), '\t')
  const key = kind === 'hostile' ? fc.oneof(fine, bad) : fc.uuid()
  const withKey = takesKey || kind === 'hostile' ? fc.option(key, { nil: undefined }) : fc.constant(undefined)
  return withKey.map((key): Record<string, string> => (key === undefined ? {} : { 'idempotency-key': key }))
}

interface Body {
  bytes: Buffer | undefined
  headers: Record<string, string>
  json?: unknown
}

const NO_BODY: Body = { bytes: undefined, headers: {} }
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }

const jsonBody = (value: unknown): Body => textBody(write(value))

function textBody(text: string): Body {
  const body = { bytes: Buffer.from(text), headers: JSON_TYPE }
  try {
    return { ...body, json: JSON.parse(text) }
  } catch {
    return body
  }
}

function body(document: Node, schema: Node, kind: Made['kind'], ids: fc.Arbitrary<number>): fc.Arbitrary<Body> {
  const good = valid(document, schema, ids) as fc.Arbitrary<Record<string, unknown>>
  const names = Object.keys((resolve(document, schema).properties ?? {}) as Node)
  const fine = fc.oneof({ weight: 4, arbitrary: good.map(jsonBody) }, { weight: 1, arbitrary: good.map(formBody) })
  if (kind === 'valid') return fine
  const spoil = (times: number): fc.Arbitrary<Record<string, unknown>> =>
    fc
      .tuple(
        good,
        fc.array(fc.tuple(fc.constantFrom(...names, ...names, 'unknown', 'id', ''), hostile), {
          minLength: 1,
          maxLength: times,
        }),
      )
      .map(([value, list]) => ({ ...value, ...Object.fromEntries(list) }))
  const lacking = good.chain(value => fc.subarray(Object.entries(value)).map(list => Object.fromEntries(list)))
  if (kind === 'near')
    return fc
      .oneof(spoil(1), lacking)
      .chain(value => fc.constantFrom(jsonBody(value), jsonBody(value), formBody(value)))
  const broken = fc.constantFrom(...BROKEN_BODIES).map(text => textBody(text))
  const bytes = fc.uint8Array({ maxLength: 60 }).map((raw): Body => ({ bytes: Buffer.from(raw), headers: JSON_TYPE }))
  return fc.oneof(
    { weight: 4, arbitrary: spoil(4).map(jsonBody) },
    { weight: 2, arbitrary: spoil(3).map(formBody) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: bytes },
    {
      weight: 1,
      arbitrary: fine.chain(one =>
        fc.constantFrom(...TYPES).map((type): Body => ({ bytes: one.bytes, headers: { 'content-type': type } })),
      ),
    },
    {
      weight: 1,
      arbitrary: fine.chain(one =>
        fc
          .constantFrom('gzip', 'br', 'x')
          .map((encoding): Body => ({ bytes: one.bytes, headers: { ...one.headers, 'content-encoding': encoding } })),
      ),
    },
    { weight: 1, arbitrary: formNoise(names) },
  )
}

/** A body as a form: objects as `name[key]`, lists as `name[]`. */
function formBody(value: Record<string, unknown>): Body {
  const pairs = Object.entries(value).flatMap(([name, one]): string[] => {
    if (Array.isArray(one)) return one.slice(0, 50).map(item => `${encode(`${name}[]`)}=${encode(plain(item))}`)
    if (typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype) {
      return Object.entries(one).map(([key, item]) => `${encode(`${name}[${key}]`)}=${encode(plain(item))}`)
    }
    return [`${encode(name)}=${encode(plain(one))}`]
  })
  return { bytes: Buffer.from(pairs.join('&')), headers: FORM_TYPE }
}

const plain = (value: unknown): string => (value === null ? '' : typeof value === 'string' ? value : write(value))

function formNoise(names: string[]): fc.Arbitrary<Body> {
  const name = fc.constantFrom(...(names.length > 0 ? names : ['unknown']))
  const piece = name.chain(one =>
    fc.constantFrom(
      one,
      `${one}=1&${one}=2`,
      `${one}[]=1`,
      `${one}[a][b]=1`,
      `${one}[=1`,
      `${one}[__proto__]=1`,
      `${one}[constructor]=1`,
      `${one}=%zz`,
      `${one}=%ff`,
      `${one}=%00`,
      `[${one}]=1`,
      '=',
      '&',
      '__proto__=1',
      `${one}=+`,
      `${one}[a]=1&${one}=2`,
    ),
  )
  return fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map(list => ({ bytes: Buffer.from(list.join('&')), headers: FORM_TYPE }))
}
