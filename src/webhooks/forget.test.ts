import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWebhooks, type WebhookService } from '../../test/support/webhooks.ts'
import { sql } from '../db/sql.ts'
import { forgetDeliveries } from './forget.ts'
import { pauseEndpoint } from './switch-endpoint.ts'

let service: WebhookService
before(async () => {
  service = await startWebhooks()
})
after(() => service.close())

test('what waited until its event was no longer kept is discarded with a line in the log, the rest stays', async () => {
  const church = await service.church()
  const { id } = await service.subscribe(church, 'http://localhost:9/')
  await church.act(pauseEndpoint, { id })
  await church.send('POST', '/people', { first_name: 'Ada' })
  await church.send('POST', '/people', { first_name: 'Ben' })
  await service.database.read.all(sql`update webhook_deliveries set event_id = 'evt_00000000000000000000000000'
    where id = (select min(id) from webhook_deliveries where church_id = ${church.church.id}) returning id`)
  assert.equal(await forgetDeliveries(service.database), 1)
  const [entry] = await service.logged(id, 1)
  assert.deepEqual([entry?.outcome, entry?.reason], ['discarded', 'the event is no longer kept'])
  assert.equal((await service.look(id)).waiting, 1)
})

test('what an event left for an endpoint that was deleted meanwhile is taken out', async () => {
  const church = await service.church()
  await service.database.read.all(sql`insert into webhook_deliveries (church_id, endpoint_id, event_id, created_at)
    values (${church.church.id}, 999999, 'evt_x', now()) returning id`)
  assert.equal(await forgetDeliveries(service.database), 1)
  assert.equal(await forgetDeliveries(service.database), 0)
})
