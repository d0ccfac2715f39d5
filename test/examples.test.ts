import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordGift } from '../examples/record-a-gift.ts'
import { type Person, syncPeople } from '../examples/sync-people.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.close())

test('the example that records a gift records one and tells why one is refused', async () => {
  const { key, send } = await service.church()
  const gift = await recordGift(service.url, key, { amount: 150050, method: 'cash' })
  assert.equal((await send('GET', `/contributions/${gift.id}`)).json.data.amount, 150050)
  await assert.rejects(recordGift(service.url, key, { amount: -1 }), /amount/)
})

test('the example that syncs people follows additions, changes and removals', async () => {
  const { key, send, church } = await service.church()
  const copy = new Map<number, Person>()
  const ada = (await send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const ben = (await send('POST', '/people', { first_name: 'Ben' })).json.data.id
  const first = await syncPeople(service.url, key, copy)
  assert.deepEqual([...copy.values()].map(person => person.full_name).sort(), ['Ada', 'Ben'])
  await send('PATCH', `/people/${ada}`, { last_name: 'Obi' })
  await removePerson(service.database, church, ben)
  await syncPeople(service.url, key, copy, first)
  assert.deepEqual(
    [...copy.values()].map(person => person.full_name),
    ['Ada Obi'],
  )
})
