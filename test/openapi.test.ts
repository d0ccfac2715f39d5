/** The OpenAPI document against the service: its headers, its examples, its names. Bodies are held against it by fuzz.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { KEPT_DAYS } from '../src/http/idempotency.ts'
import { createKey } from '../src/modules/church/api-keys.ts'
import { NO_EXAMPLE } from '../src/resource/examples.ts'
import type { Resource } from '../src/resource/resource.ts'
import { type Node, type Operation, readDocument, resolve } from './property/document.ts'
import { PUBLISHED } from './spec/published.ts'
import { makeRecord, OPTIONAL_MODULES, RESOURCES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { useOutbox } from './support/messaging.ts'
import type { Answered, SendOptions, TestChurch, TestService } from './support/service.ts'

const ORIGIN = 'https://www.example.org'

let service: TestService
let church: TestChurch
let document: Node
let operations: Operation[]
let ajv: Ajv2020
/** A key that names an origin, so that every header can come. */
let key: string

before(async () => {
  // Counted, so that its headers are there, but far from used up.
  service = await startWholeHouse({ SEXTON_RATE_LIMIT_KEY: '100000', SEXTON_RATE_LIMIT_IP: '100000' })
  church = await service.church({ modules: OPTIONAL_MODULES })
  await useOutbox(service, church)
  const scopes = ['all']
  ;({ key } = await church.act(createKey, { name: 'Page', scopes, origins: [ORIGIN] }))
  ;({ document, operations } = await readDocument(service))
  ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  // The first of each kind, which the examples name; people first.
  for (const [name, resource] of RESOURCES) if (resource.one) ids.set(name, await makeRecord(service, church, resource))
})
after(() => service.close())

/** A record of each resource. */
const ids = new Map<string, number>()
const compiled = new Map<string, ValidateFunction>()

const fits = (schema: Node, value: unknown, what: string): void => {
  // A schema of the document, whose references are to it.
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
  compiled.set(text, validate)
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`)
}

test('operation ids are as people write them, made from the names of resources and events', () => {
  const ids = [...operations, ...received()].map(({ id }) => id)
  for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z]+)+$/)
  for (const { id, method, path } of operations) {
    const [, resource] = /^\/api\/v1\/(\w+)$/.exec(path) ?? []
    if (method === 'GET' && resource !== undefined)
      assert.equal(
        id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
        `list_${resource}`,
      )
  }
  for (const { id, event } of received())
    assert.equal(
      id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      `on_${event.replace('.', '_')}`,
    )
})

test('an operation id names one operation, and the same one for ever', () => {
  const ids = [...operations, ...received()].map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const there = new Map(operations.map(({ id, method, path }) => [id, `${method.toLowerCase()} ${path}`]))
  for (const [id, where] of Object.entries(PUBLISHED)) assert.equal(there.get(id), where)
})

/** The operations of those who receive webhooks. */
const received = (): { id: string; event: string }[] =>
  Object.entries(document.webhooks as Record<string, { post: { operationId: string } }>).map(([event, { post }]) => ({
    id: post.operationId,
    event,
  }))

interface Media {
  schema: Node
  example?: unknown
  examples?: Record<string, Node>
}

const mediaOf = (of: unknown): Media | undefined =>
  (of as { content?: Record<string, Media> } | undefined)?.content?.['application/json']

test('each operation has an example of what it takes and of what it answers, and they fit their schemas', () => {
  for (const { id, declared, body, responses } of operations) {
    const sent = mediaOf(declared.requestBody)
    assert.equal(sent?.example !== undefined, body !== undefined, id)
    if (sent !== undefined) fits(sent.schema, sent.example, `${id}, body`)
    for (const [status, response] of Object.entries(responses)) {
      const { schema, example, examples } = mediaOf(response) ?? assert.fail(`${id} ${status}`)
      const all =
        example === undefined ? Object.values(examples ?? {}).map(one => resolve(document, one).value) : [example]
      assert.ok(all.length > 0, `${id} ${status} has an example`)
      for (const one of all) fits(schema, one, `${id} ${status}`)
    }
  }
  assert.ok(!JSON.stringify(document.paths).includes(NO_EXAMPLE), 'a text has no example in its declaration')
})

test('an example of a record has every field, and an answer of the service has the same', async () => {
  for (const { id, declared } of operations.filter(({ id }) => id.startsWith('list'))) {
    const path = operations.find(one => one.id === id)?.path ?? ''
    const example = mediaOf((declared.responses as Record<string, Node>)['200'])?.example as Answered['json']
    const { json } = await service.request('GET', path, { key })
    assert.deepEqual(Object.keys(json.meta), Object.keys(example.meta), id)
    if (json.data.length > 0) assert.deepEqual(Object.keys(json.data[0]), Object.keys(example.data[0]), id)
  }
})

test('the examples of bodies are taken', async () => {
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada', phone: '08031112222' })).json.data
  const meeting = await makeRecord(service, church, RESOURCES.get('meetings') as Resource)
  const lions = await makeRecord(service, church, RESOURCES.get('school_classes') as Resource)
  for (const { id: name, method, path, declared } of operations) {
    const example = mediaOf(declared.requestBody)?.example as Record<string, unknown> | undefined
    if (example === undefined) continue
    const refs = { person_id: id, meeting_id: meeting, ...(path.includes('class_sessions') && { group_id: lions }) }
    const named = Object.entries(refs).filter(([field]) => field in example)
    const body = { ...example, ...Object.fromEntries(named) }
    const record = ids.get(path.split('/')[3] ?? '') ?? id
    const answer = await service.request(method, path.replace('{id}', String(record)), { key: church.key, body })
    const known = answer.json.meta?.duplicate || answer.json.error === 'duplicate_reference'
    assert.ok(answer.json.ok || known, `${name}: ${answer.text}`)
    assert.equal(answer.json.meta?.ignored_fields, undefined, name)
  }
})

/** What HTTP itself brings. */
const OF_HTTP = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']

/** Headers that an answer has whenever its response declares them. */
const ALWAYS = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'Allow',
  'Location',
]

/** Holds the headers of an answer against what an operation declares for its status. */
function holdHeaders({ id, responses }: Operation, { status, headers }: Answered): void {
  const declared = (responses[status] as { headers?: Record<string, Node> } | undefined)?.headers ?? {}
  const names = new Map(Object.keys(declared).map(name => [name.toLowerCase(), name]))
  for (const [name, value] of headers) {
    if (OF_HTTP.includes(name)) continue
    const written = names.get(name)
    assert.ok(written, `${id} ${status} does not declare ${name}: ${value}`)
    const { schema } = resolve(document, declared[written] as Node) as { schema: Node }
    fits(schema, schema.type === 'integer' ? Number(value) : value, `${id} ${status} ${name}`)
  }
  for (const name of ALWAYS) if (name in declared) assert.ok(headers.has(name), `${id} ${status} lacks ${name}`)
}

test('every header of every answer is declared, and those that are declared come', async () => {
  let idempotency = 0
  for (const operation of operations) {
    const { method, path, declared } = operation
    const url = path.replace('{id}', '1')
    const body = mediaOf(declared.requestBody)?.example
    const ask = (options: SendOptions = {}): Promise<Answered> =>
      service.request(method, url, {
        key,
        ...(body !== undefined && { body }),
        ...options,
        headers: { origin: ORIGIN, ...options.headers },
      })
    idempotency += 1
    const creation = { headers: { 'Idempotency-Key': `example-${idempotency}` } }
    const answers = [
      await ask(creation),
      await ask(creation),
      await ask({ key: null }),
      await ask({ key: 'nonsense' }),
      await ask({ key: await church.keyFor(['families:read']) }),
      ...(body === undefined ? [] : [await ask({ raw: '{', headers: { 'content-type': 'application/json' } })]),
      ...(body === undefined ? [] : [await ask({ raw: '<a/>', headers: { 'content-type': 'application/xml' } })]),
      ...(body === undefined ? [] : [await ask({ body: { amount: 'x', first_name: 1, name: 1 } })]),
      ...(method === 'GET' ? [await ask({ headers: { origin: 'https://other.example' } })] : []),
    ]
    if (path.endsWith('{id}'))
      answers.push(
        await service.request(method, path.replace('{id}', '999'), { key, ...(body !== undefined && { body }) }),
      )
    else if (method === 'GET') answers.push(await service.request('GET', `${url}?per_page=0`, { key }))
    for (const answer of answers) holdHeaders(operation, answer)
    const refused = await service.request('DELETE', url, { key })
    holdHeaders(operation, refused)
  }
})

test('a 429 and a 503 say when to come back', async t => {
  const limited = await startWholeHouse({ SEXTON_RATE_LIMIT_KEY: '1' })
  t.after(() => limited.close())
  const one = await limited.church()
  await one.send('GET', '/funds')
  const operation = operations.find(({ id }) => id === 'listFunds') ?? assert.fail()
  const answer = await one.send('GET', '/funds')
  assert.equal(answer.status, 429)
  assert.ok(answer.headers.has('retry-after'))
  const { headers } = operation.responses['429'] as { headers: Node }
  assert.ok('Retry-After' in headers && 'Retry-After' in (operation.responses['503'] as { headers: Node }).headers)
})

test('a replayed creation says so, and the document for how long it is remembered', () => {
  const create = operations.find(({ id }) => id === 'createContribution') ?? assert.fail()
  const { headers } = create.responses['201'] as { headers: Record<string, Node> }
  const header = resolve(document, headers['Idempotent-Replayed'] as Node)
  assert.match(String(header.description), new RegExp(`${KEPT_DAYS} days`))
  const [parameter] = (create.declared.parameters as Node[]).filter(({ name }) => name === 'Idempotency-Key')
  assert.match(String(parameter?.description), new RegExp(`Within ${KEPT_DAYS} days`))
})

test('the document says what keys there are: no test keys', () => {
  assert.match(String((document.info as Node).description), /begins with `sx_live_`.* no test keys/s)
})

test('a part of a record, which a key without the read scope is answered, is declared', async () => {
  const { id } = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data
  const send = church.as(await church.keyFor(['people:write']))
  const update = operations.find(one => one.id === 'updatePerson') ?? assert.fail()
  const { status, json } = await send('PATCH', `/people/${id}`, { custom: { a: 1 }, nick: 'x' })
  assert.equal(update.check(status, json), undefined)
  assert.match(String(update.check(200, { ok: true, data: { first_name: 'Ada' } })), /id/)
})
