/** What was read can be sent back: "read-only fields are ignored, so that GET, edit, PUT works" (decisions, Requests). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../src/db/sql.ts'
import { startWholeHouse } from '../support/house.ts'
import type { TestChurch, TestService } from '../support/service.ts'
import { type Node, type Operation, readDocument } from './document.ts'
import { valid } from './values.ts'

const RUNS = Math.ceil(Number(process.env.SEXTON_FUZZ_RUNS ?? 2_000) / 20)
const SEED = Number(process.env.SEXTON_FUZZ_SEED ?? 20_261_121)

let service: TestService
let church: TestChurch
let document: Node
let updates: { create: Operation; update: Operation; list: string }[]

before(async () => {
  service = await startWholeHouse()
  church = await service.church()
  await church.send('POST', '/families', { name: 'One' })
  const read = await readDocument(service)
  document = read.document
  updates = read.operations
    .filter(({ method, path }) => method === 'PUT' && path.endsWith('/{id}'))
    .map(update => {
      const list = update.path.slice(0, -'/{id}'.length)
      const create = read.operations.find(({ method, path }) => method === 'POST' && path === list)
      assert.ok(create)
      return { create, update, list: list.slice('/api/v1'.length) }
    })
})
after(async () => {
  await service.close()
})

async function countEvents(): Promise<number | undefined> {
  return (await service.database.read.first<{ n: number }>(sql`select count(*)::int as n from events`))?.n
}

test('PUT of an unchanged GET answers 200 with the same bytes, and nothing happens', async t => {
  const ids = fc.constant(1)
  assert.ok(updates.length > 0)
  let done = 0
  for (const { create, list } of updates) {
    assert.ok(create.body)
    await fc.assert(
      fc.asyncProperty(
        valid(document, create.body, ids),
        fc.constantFrom('PUT', 'PATCH', 'POST'),
        async (body, method) => {
          const made = await church.send('POST', list, body)
          if (made.status >= 300) return
          done += 1
          const url = `${list}/${made.json.data.id}`
          const read = await church.send('GET', url)
          // Where what is on record may not be kept with the answer, it says less.
          const said = Object.keys(made.json.data).map(name => [name, read.json.data[name]])
          assert.deepEqual(Object.fromEntries(said), made.json.data, 'what was created is what is read')
          const events = await countEvents()
          const sent = await church.send(method, url, read.json.data)
          assert.deepEqual([sent.status, sent.text], [200, read.text])
          assert.equal((await church.send('GET', url)).text, read.text)
          assert.equal(await countEvents(), events, 'no event without a change')
        },
      ),
      { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
    )
  }
  t.diagnostic(`${done} records went round`)
  assert.ok(done > RUNS / 4, 'most of what the schema allows is accepted')
})

test('a key limited to a branch may send back a person whose family is out of sight, but put nobody into it', async () => {
  const [here, there] = [await church.branch('Here'), await church.branch('There')]
  const family_id = (await church.send('POST', '/families', { name: 'There', branch_id: there })).json.data.id
  const body = { first_name: 'Ada', branch_id: here, family_id }
  const { id } = (await church.send('POST', '/people', body)).json.data
  const limited = church.as(await church.keyFor(['all'], here))
  const read = await limited('GET', `/people/${id}`)
  const sent = await limited('PUT', `/people/${id}`, read.json.data)
  assert.deepEqual([sent.status, sent.text], [200, read.text])
  const other = (await limited('POST', '/people', { first_name: 'Ben' })).json.data
  assert.deepEqual(Object.keys((await limited('PUT', `/people/${other.id}`, { family_id })).json.errors ?? {}), [
    'family_id',
  ])
  const unseen = (await church.send('POST', '/people', { ...body, branch_id: there })).json.data
  assert.equal(
    (await limited('PATCH', `/people/${unseen.id}`, { family_id })).status,
    422,
    'tells nothing of one unseen',
  )
})
