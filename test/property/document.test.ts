/** The OpenAPI document is one: valid by its own standard, complete, and its schemas can be filled. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { ERRORS } from '../../src/errors.ts'
import { startWholeHouse } from '../support/house.ts'
import type { TestService } from '../support/service.ts'
import { type Node, type Operation, readDocument } from './document.ts'
import { valid } from './values.ts'

let service: TestService
let document: Node
let operations: Operation[]

before(async () => {
  service = await startWholeHouse()
  ;({ document, operations } = await readDocument(service))
})
after(async () => {
  await service.close()
})

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.equal(valid, true, JSON.stringify(errors))
  assert.match(String(document.openapi), /^3\.1\./)
})

test('every operation has an id of its own and declares its success and what every request may meet', () => {
  assert.ok(operations.length >= 12)
  assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length)
  for (const { id, responses } of operations) {
    const statuses = Object.keys(responses).map(Number)
    assert.ok(statuses.includes(200) || statuses.includes(201), id)
    for (const status of [400, 401, 403, 404, 429, 500, 503])
      assert.ok(statuses.includes(status), `${id} lacks ${status}`)
    const known = new Set<number>(Object.values(ERRORS).map(([status]) => status))
    for (const status of statuses) assert.ok(status < 300 || known.has(status), `${id} declares ${status}`)
  }
})

test('every body and parameter can be filled from its schema, and the schema accepts what was filled in', () => {
  for (const operation of operations) {
    const ids = fc.integer({ min: 1, max: 9 })
    for (const { name, schema } of operation.parameters) {
      assert.equal(fc.sample(valid(document, schema, ids), 5).length, 5, `${operation.id}: ${name}`)
    }
    if (operation.body === undefined) continue
    for (const body of fc.sample(valid(document, operation.body, ids), { numRuns: 50, seed: 1 })) {
      assert.deepEqual(
        operation.faults(JSON.parse(JSON.stringify(body))),
        [],
        `${operation.id}: ${JSON.stringify(body)}`,
      )
    }
  }
})
