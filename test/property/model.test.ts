/** Any sequence of changes and lists gives what a plain model in memory gives, and each change one event. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { proved } from '../support/proved.ts'
import { startService, type TestService } from '../support/service.ts'
import { assertRebuilds, Model } from './model.ts'
import { type Scene, steps } from './steps.ts'

const RUNS = Math.ceil(Number(process.env.SEXTON_FUZZ_RUNS ?? 2_000) / 100)
const SEED = Number(process.env.SEXTON_FUZZ_SEED ?? 20_261_121)

let service: TestService
before(async () => {
  service = await startService()
})
after(async () => {
  await service.close()
})

test('people, gifts, totals, sums, pages and events agree with the model', async t => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 60, size: 'max' }), async life => {
      const scene: Scene = { service, church: await service.church(), model: new Model() }
      for (const one of life) {
        await one.run(scene)
        count += 1
      }
      await assertTold(scene)
    }),
    { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
  )
  t.diagnostic(`seed ${SEED}, ${RUNS} lives`)
  proved(t, count, 'commands compared with the model')
})

/** One event for each change, in their order, with the record as it was answered. */
async function assertTold({ church, model }: Scene): Promise<void> {
  const events = (await church.events()).filter(({ name }) => !name.startsWith('api.'))
  assert.deepEqual(
    events.map(({ name }) => name),
    model.told.map(({ name }) => name),
  )
  const latest = new Map<string, Record<string, unknown>>()
  for (const [index, { name, body }] of events.entries()) {
    const { data, previous } = body as { data: Record<string, unknown>; previous?: Record<string, unknown> }
    assert.deepEqual({ data, previous }, { data: model.told[index]?.data, previous: model.told[index]?.previous })
    const record = `${name.split('.')[0]} ${data.id}`
    const before = latest.get(record)
    if (name === 'person.updated' && before !== undefined && previous !== undefined)
      assertRebuilds(before, data, previous)
    latest.set(record, data)
  }
}
