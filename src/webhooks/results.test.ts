import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseAddress } from '../../test/support/database-address.ts'
import { startProxy } from '../../test/support/proxy.ts'
import { quiet } from '../../test/support/quiet.ts'
import { eventually } from '../../test/support/receiver.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { Database } from '../db/database.ts'
import type { Result } from './outcomes.ts'
import { Results } from './results.ts'

const RESULT: Omit<Result, 'delivery_id'> = {
  church_id: 1,
  endpoint_id: 2,
  epoch: 1,
  number: 1,
  event_id: 'evt_1',
  event: 'contribution.recorded',
  kind: 'event',
  url: 'https://example.org',
  started_at: '2026-01-01T00:00:00.000Z',
  duration_ms: 1,
  outcome: 'delivered',
  status: 200,
  reason: null,
  response: null,
  next_at: null,
}
/** What PostgreSQL takes into no JSON. */
const REFUSED = '\0'

test('each outcome is told once, also where one is refused and the database goes while they are written one by one', async t => {
  const service = await sharedService()
  const proxy = await startProxy(databaseAddress(service.connection))
  const connection = { ...service.connection, host: '127.0.0.1', port: proxy.port }
  const { poolSize, statementTimeout, maxWaiting } = service.config
  const database = new Database({ connection, poolSize, statementTimeout, maxWaiting })
  t.after(async () => {
    await database.close()
    await proxy.close()
  })
  let cuts = 0
  proxy.watch = {
    request(chunk, link) {
      // Written one by one, the one that was refused is written without what may be at fault.
      if (cuts > 0 || !chunk.includes('could not be logged')) return false
      cuts += 1
      link.cut()
      return true
    },
  }
  const told: number[][] = []
  const results = new Results(database, quiet, 20, some => told.push(some.map(({ delivery_id }) => delivery_id)))
  for (const [delivery_id, response] of [null, REFUSED, null].entries())
    results.add({ ...RESULT, delivery_id, response })
  await eventually('all are written', () => results.waiting === 0)
  assert.equal(cuts, 1)
  assert.deepEqual(told.flat(), [0, 1, 2])
})
