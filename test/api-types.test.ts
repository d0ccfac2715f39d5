/** The types of the client and of the console are those of the API as it is. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { apiTypes, currentDocument, FILE, type OpenApi } from '../bin/api-types.ts'
import { OPERATIONS } from '../client/src/api.ts'
import { startService } from './support/service.ts'

test('client/src/api.ts is what `npm run types` writes', async () => {
  const current = readFileSync(FILE, 'utf8') === (await apiTypes(currentDocument()))
  assert.ok(current, 'run npm run types')
})

test('the types are made from the document that the service serves', async t => {
  const service = await startService()
  t.after(() => service.close())
  const { text } = await service.request('GET', '/openapi.json')
  const current = JSON.stringify(currentDocument())
  const [address, own] = [text, current].map(one => JSON.parse(one).servers[0].url as string)
  assert.deepEqual(JSON.parse(text.replaceAll(address ?? '', own ?? '')), JSON.parse(current))
})

test('each schema of the document is one type, by its name', () => {
  const { Error: _refusal, ...schemas } = currentDocument().components.schemas
  const declared = [...readFileSync(FILE, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(match => match[1])
  const added = ['Resources', 'Events', 'KeyCheck', 'ErrorCode']
  assert.deepEqual(declared.sort(), [...Object.keys(schemas), ...added].sort())
})

test('the README of the client names each resource that it has', () => {
  const named = [
    ...readFileSync(path.join(path.dirname(FILE), '../README.md'), 'utf8').matchAll(/^- [A-Z].*$/gm),
  ].flatMap(([line]) => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.deepEqual(named.sort(), Object.keys(OPERATIONS).sort())
})

test('the table of operations has those of the document', () => {
  const { paths } = currentDocument()
  for (const [name, operations] of Object.entries(OPERATIONS)) {
    const [list, one] = [paths[`/api/v1/${name}`], paths[`/api/v1/${name}/{id}`]]
    const there = { list: list?.get, get: one?.get, create: list?.post, update: one?.patch }
    assert.deepEqual(
      operations,
      Object.entries(there).flatMap(([operation, declared]) => (declared ? [operation] : [])),
    )
  }
})

const PERSON = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, custom: { type: 'object' } } }

const answer = (data: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties: { data, meta: PERSON } } } },
})

/** A document with one resource and one event. */
const SMALL = {
  paths: {
    '/api/v1': { get: { responses: { 200: answer(PERSON) } } },
    '/api/v1/people': {
      get: {
        parameters: [
          {
            name: 'updated_since',
            in: 'query',
            schema: { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] },
          },
        ],
        responses: { 200: answer({ type: 'array', items: { $ref: '#/components/schemas/Person' } }) },
      },
    },
  },
  webhooks: {
    'person.updated': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { data: { $ref: '#/components/schemas/Person' }, previous: { type: 'object' } },
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Person: PERSON }, examples: { not_found: {}, invalid_parameter: {} } },
}

test('objects of which nothing is said are records of anything, formats are texts, a changed record tells a part', async () => {
  const types = await apiTypes(SMALL as unknown as OpenApi)
  assert.match(types, /export interface Person \{\n {2}id: number\n {2}custom\?: \{\n {4}\[k: string\]: unknown/)
  assert.match(types, /updated_since\?: string\n/)
  assert.match(types, /previous\?: Partial<Person>\n/)
  assert.match(types, /one: never\n/)
  assert.match(types, /people: \['list'\],/)
  assert.match(types, /export type ErrorCode = 'not_found'\n/)
})
