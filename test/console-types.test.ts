/** The console's types are those of the API as it is. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { consoleTypes, type OpenApi } from '../bin/console-types.ts'
import { startService } from './support/service.ts'

test('console/src/api-types.ts is what bin/console-types.ts writes', async t => {
  const service = await startService()
  t.after(() => service.close())
  const { text } = await service.request('GET', '/openapi.json')
  const written = readFileSync(path.resolve(import.meta.dirname, '../console/src/api-types.ts'), 'utf8')
  const current = written === consoleTypes(JSON.parse(text) as OpenApi)
  assert.ok(current, 'run npx tsx bin/console-types.ts with the address of /openapi.json')
})

test('a schema becomes an interface, with nulls, words, lists and references', () => {
  const document: OpenApi = {
    paths: {},
    components: {
      schemas: {
        Person: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'integer', description: 'Unique id' },
            name: { type: ['string', 'null'] },
            status: { type: 'string', enum: ['open', 'closed'] },
            family: { $ref: '#/components/schemas/Family' },
            tags: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  }
  const expected = `export interface Person {
  /** Unique id */
  id: number
  name?: string | null
  status?: 'open' | 'closed'
  family?: Family
  tags?: (string)[]
}
`
  assert.ok(consoleTypes(document).includes(expected))
})
