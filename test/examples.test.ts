import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Event, receiver } from '../examples/receive-a-webhook.ts'
import { recordGift } from '../examples/record-a-gift.ts'
import { type Person, syncPeople } from '../examples/sync-people.ts'
import { sql } from '../src/db/sql.ts'
import { people } from '../src/modules/people/people.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { recount } from '../src/resource/tally.ts'
import { createEndpoint, updateEndpoint } from '../src/webhooks/endpoints.ts'
import { headersOf } from '../src/webhooks/sign.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService

before(async () => {
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })
})
after(() => service.close())

test('the example that records a gift records one and tells why one is refused', async () => {
  const { key, send } = await service.church()
  const gift = await recordGift(service.url, key, { amount: 150050, method: 'cash' })
  assert.equal((await send('GET', `/contributions/${gift.id}`)).json.data.amount, 150050)
  await assert.rejects(recordGift(service.url, key, { amount: -1 }), /amount/)
})

test('the example that syncs people follows additions, changes and removals', async () => {
  const { key, send, act } = await service.church()
  const copy = new Map<number, Person>()
  const ada = (await send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const ben = (await send('POST', '/people', { first_name: 'Ben' })).json.data.id
  const first = await syncPeople(service.url, key, copy)
  assert.deepEqual([...copy.values()].map(person => person.full_name).sort(), ['Ada', 'Ben'])
  await send('PATCH', `/people/${ada}`, { last_name: 'Obi' })
  await act(removePerson, { id: ben })
  await syncPeople(service.url, key, copy, first)
  assert.deepEqual(
    [...copy.values()].map(person => person.full_name),
    ['Ada Obi'],
  )
})

test('the example that syncs people loses nobody while they change under it', async () => {
  const { key, send, church } = await service.church()
  await service.database.write(church.id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, country, branch_id, created_at, updated_at)
      select ${church.id}, i, 'P', 'NG', ${church.hq_branch_id}::bigint, '2026-01-01', '2026-01-01'
      from generate_series(1, 205) as i`)
    await recount(tx, church.id, people)
  })
  const ids = (await send('GET', '/people')).json.data.map(({ id }: { id: number }) => id)
  const copy = new Map<number, Person>()
  // Somebody changes a record of the first page whenever a page is stored.
  const store = copy.set.bind(copy)
  const changes: Promise<unknown>[] = []
  copy.set = (id, person) => {
    if (copy.size % 40 === 0)
      changes.push(send('PATCH', `/people/${ids[copy.size / 40]}`, { last_name: `N${copy.size}` }))
    return store(id, person)
  }
  const since = await syncPeople(service.url, key, copy)
  assert.equal(copy.size, 205)
  await Promise.all(changes)
  assert.ok(changes.length > 2)
  await syncPeople(service.url, key, copy, since)
  for (const [at, id] of ids.slice(0, 3).entries()) assert.equal(copy.get(id)?.full_name, `P N${at * 40}`)
})

test('the example that receives webhooks takes genuine events once and refuses others with 400', async () => {
  const { act, send } = await service.church()
  const endpoint = await act(createEndpoint, { url: 'http://localhost:9/', events: ['*'] })
  const events: Event[] = []
  const server = receiver(endpoint.secret, async event => {
    events.push(event)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await act(updateEndpoint, { id: endpoint.id, url, events: ['person.*'] })
  const { data } = (await send('POST', '/people', { first_name: 'Ada' })).json
  await eventually('the event is there', () => events.length === 1)
  assert.deepEqual(events[0]?.data, data)
  const body = JSON.stringify(events[0])
  const post = async (secret: string, seconds: number): Promise<number> => {
    const message = { attempt: 'dlv_1_1', event_id: 'evt_1', event: 'person.created', body }
    return (await fetch(url, { method: 'POST', body, headers: headersOf(message, [secret], seconds) })).status
  }
  const now = Math.floor(Date.now() / 1000)
  assert.equal(await post(endpoint.secret, now), 204)
  assert.equal(events.length, 1, 'the same event again is ignored')
  assert.equal(await post('whsec_wrong', now), 400)
  assert.equal(await post(endpoint.secret, now - 301), 400)
  assert.equal((await fetch(url, { method: 'POST', body })).status, 400)
  server.close()
  server.closeAllConnections()
})
