/** Whatever is sent, the answer is one that the OpenAPI document declares, and never a fault of the service. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { Tally } from '../attempts/tally.ts'
import { makeRecord, OPTIONAL_MODULES, RESOURCES } from '../support/endpoints.ts'
import { startWholeHouse } from '../support/house.ts'
import { useOutbox } from '../support/messaging.ts'
import type { TestChurch, TestService } from '../support/service.ts'
import { type Node, type Operation, readDocument } from './document.ts'
import { type Made, requestsFor } from './requests.ts'
import { type Heard, wire } from './wire.ts'

const RUNS = Number(process.env.SEXTON_FUZZ_RUNS ?? 500)
const SEED = Number(process.env.SEXTON_FUZZ_SEED ?? 20_261_121)

let service: TestService
let church: TestChurch
let document: Node
let operations: Operation[]

before(async () => {
  service = await startWholeHouse()
  church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
  await useOutbox(service, church)
  for (let n = 1; n <= 3; n += 1) {
    const family = (await church.send('POST', '/families', { name: `Family ${n}` })).json.data.id
    const person = (await church.send('POST', '/people', { first_name: 'Ada', family_id: family })).json.data.id
    await church.send('POST', '/contributions', { amount: 100 * n, person_id: person })
    for (const name of MANY) await makeRecord(service, church, RESOURCES.get(name)!)
  }
  for (const [name, resource] of RESOURCES)
    if (!MANY.includes(name) && (resource.one || resource.create)) await makeRecord(service, church, resource)
  ;({ document, operations } = await readDocument(service))
})
after(async () => {
  await service.close()
})

/** Mostly ids that exist, so that requests get past the first check. */
const ids = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 40 }) },
)

/** What there are several of. */
const MANY = ['prayer_requests', 'sermons', 'gifts', 'groups', 'meetings']

/** Keywords whose violation no reading of the conventions makes acceptable (texts are trimmed before they count). */
const HARD = ['type', 'enum', 'required', 'minimum', 'maximum']

function check({ operation, json, headers }: Made, { status, headers: answered, text }: Heard): void {
  const said = `${status} ${text.slice(0, 400)}`
  assert.ok(status < 500, said)
  assert.equal(answered['content-type'], 'application/json; charset=utf-8', said)
  assert.equal(answered['cache-control'], 'no-store', said)
  assert.match(String(answered['x-request-id']), /^[0-9a-f-]{36}$/)
  const body = JSON.parse(text) as { ok: unknown }
  assert.equal(body.ok, status < 400, said)
  // The net under the database, for values that validation should have refused (class 22 of PostgreSQL's errors).
  assert.doesNotMatch(said, /cannot be stored or searched for/)
  assert.equal(operation.check(status, body), undefined, said)
  // A replay is the answer to an earlier request, whatever this one's body.
  if (status >= 300 || json === undefined || headers['idempotency-key'] !== undefined) return
  assert.doesNotMatch(JSON.stringify(json), /"(__proto__|constructor|prototype)":/, 'no key may reach a prototype')
  const faults = operation.faults(json).filter(keyword => HARD.includes(keyword))
  assert.deepEqual(faults, [], `accepted although the document forbids it: ${JSON.stringify(json).slice(0, 300)}`)
}

test('every answer is declared, in the envelope, and below 500', async t => {
  const { send, close } = wire(service.url)
  const counts = { valid: [0, 0], near: [0, 0], hostile: [0, 0] }
  const statuses = new Map<string, number>()
  let slowest = { took: 0, target: '' }
  const made = fc.oneof(...operations.map(operation => requestsFor(document, operation, ids)))
  await fc.assert(
    fc.asyncProperty(made, async request => {
      const heard = await send(request, church.key)
      const count = counts[request.kind]
      count[0]! += 1
      if (heard.status < 300) count[1]! += 1
      const name = `${request.operation.id} ${heard.status}`
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
      if (heard.took > slowest.took)
        slowest = { took: heard.took, target: `${request.operation.method} ${request.target.slice(0, 200)}` }
      check(request, heard)
    }),
    { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
  )
  close()
  new Tally('fuzzing of the API', RUNS).held(RUNS).end(t)
  t.diagnostic(`seed ${SEED}; accepted of all: ${JSON.stringify(counts)}`)
  t.diagnostic(
    `${statuses.size} pairs of operation and status; slowest ${Math.round(slowest.took)} ms: ${slowest.target}`,
  )
  assert.ok(counts.valid[1]! > counts.valid[0]! * 0.4, 'what the document calls valid is mostly accepted')
})

test('a body of 10 MB is 413, whatever its type, and the connection is told so', async () => {
  const bytes = Buffer.alloc(10 * 1024 * 1024, '{"first_name":"x"}')
  for (const { method, path } of operations.filter(({ body }) => body !== undefined)) {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const answer = await service.request(method, path.replace('{id}', '1'), { key: church.key, headers, raw: bytes })
      assert.deepEqual([answer.status, answer.json.error], [413, 'payload_too_large'], `${method} ${path}`)
    }
  }
})

test('names of what every object has are no values of a parameter', async () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']
  for (const { method, path, parameters } of operations) {
    for (const { name, schema, in: where } of parameters) {
      const closed = schema.type === 'integer' || schema.enum || schema.pattern || schema.anyOf || schema.format
      if (where !== 'query' || !closed) continue
      for (const value of names) {
        const url = `${path.replace('{id}', '1')}?${name}=${value}`
        assert.equal(
          (await church.as(church.key)(method, url.slice('/api/v1'.length))).json.error,
          `invalid_${name}`,
          url,
        )
      }
    }
  }
})
