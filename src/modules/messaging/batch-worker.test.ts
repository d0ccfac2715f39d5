/** How many batches one node looks at at the same time; what becomes of them is in test/batch-crash.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Database } from '../../db/database.ts'
import { HOUSE } from '../../house.ts'
import { doingOn } from '../../resource/step.ts'
import { BatchWorker } from './batch-worker.ts'
import { BATCHES, type BatchRef } from './batches.ts'

test('few batches are looked at at once, each in its turn', async () => {
  const open: (() => void)[] = []
  let hear: (batch: BatchRef) => void = () => undefined
  let looked = 0
  const database = {
    listen: (topic: { name: string }, heard: (batch: BatchRef) => void) => {
      if (topic.name === BATCHES.name) hear = heard
      return () => undefined
    },
    read: {
      all: async () => [],
      first: () => {
        looked += 1
        return new Promise<undefined>(resolve => open.push(() => resolve(undefined)))
      },
    },
  } as unknown as Database
  const worker = new BatchWorker(doingOn(database, { now: () => new Date() }, HOUSE), pino({ enabled: false }))
  worker.start()
  for (let batch_id = 1; batch_id <= 10; batch_id += 1) hear({ church_id: 1, batch_id })
  hear({ church_id: 1, batch_id: 10 })
  assert.equal(open.length, 4)
  while (open.length > 0) {
    assert.ok(open.length <= 4)
    open.shift()?.()
    await new Promise(setImmediate)
  }
  assert.equal(looked, 10)
  await worker.stop()
})
