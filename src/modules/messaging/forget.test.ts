/** What messages left behind is forgotten when it is old, church by church; what is young or under way stays. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { doingOn } from '../../resource/step.ts'
import { forgetTasks } from './forget.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

const OLD = sql`now() - interval '40 days'`
const YOUNG = sql`now() - interval '1 hour'`

test('tasks, receipts and the outbox are forgotten when they are old, of every church, and nothing else is', async () => {
  const { database } = service
  const churches = [await service.church(), await service.church()].map(({ church }) => church.id)
  await database.write(0, async tx => {
    for (const id of churches) {
      for (const [at, name] of [
        [OLD, 'old'],
        [YOUNG, 'young'],
      ] as const) {
        await tx.run(sql`insert into message_tasks (church_id, channel, many, created_at)
          values (${id}, 'sms', false, ${at})`)
        // One of each provider: what tells receipts from each other has two parts.
        for (const provider of ['twilio', 'termii']) {
          await tx.run(sql`insert into message_receipts (church_id, provider, provider_id, status, created_at)
            values (${id}, ${provider}, ${name}, 'delivered', ${at})`)
        }
        await tx.run(sql`insert into outbox (church_id, message_id, channel, "to", body, created_at)
          values (${id}, 1, 'sms', '+2348030000000', ${name}, ${at})`)
      }
      await tx.run(sql`insert into message_tasks (church_id, channel, many, claimed_until, created_at)
        values (${id}, 'push', false, now(), ${OLD})`)
    }
  })
  const { read, take } = doingOn(database, { now: () => new Date() }, HOUSE)
  await forgetTasks(read, take)
  for (const id of churches) {
    const [tasks, receipts, outbox] = await Promise.all([
      read.all(sql`select channel from message_tasks where church_id = ${id} order by id`),
      read.all(sql`select provider, provider_id from message_receipts where church_id = ${id} order by provider`),
      read.all(sql`select body from outbox where church_id = ${id}`),
    ])
    assert.deepEqual(tasks, [{ channel: 'sms' }, { channel: 'push' }])
    assert.deepEqual(
      receipts,
      ['termii', 'twilio'].map(provider => ({ provider, provider_id: 'young' })),
    )
    assert.deepEqual(outbox, [{ body: 'young' }])
  }
})
