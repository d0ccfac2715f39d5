import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Batcher } from './batcher.ts'

test('what is asked for while a batch is worked on goes together in the next; each gets its own result', async () => {
  const batches: number[][] = []
  const gathering = new Batcher<number, number>(async values => {
    batches.push([...values])
    await new Promise(resolve => setImmediate(resolve))
    return values.map(value => value * 2)
  }, 3)
  const results = await Promise.all([1, 2, 3, 4, 5].map(value => gathering.add(value)))
  assert.deepEqual(results, [2, 4, 6, 8, 10])
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5],
  ])
})

test('a batch that fails fails for each of it, and the next is worked on', async () => {
  const gathering = new Batcher<string, string>(values =>
    values.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(values),
  )
  const [one, two] = await Promise.allSettled([gathering.add('bad'), gathering.add('beside')])
  assert.deepEqual([one.status, two.status], ['rejected', 'rejected'])
  assert.equal(await gathering.add('good'), 'good')
})
