import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { voidContribution } from './void-gift.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const give = async (amount: number): Promise<number> =>
  (await church.send('POST', '/contributions', { amount })).json.data.id

test('a void gift stays on record, no longer counts, and causes contribution.voided, once', async () => {
  const [a] = [await give(100), await give(20)]
  const before = (await church.send('GET', `/contributions/${a}`)).json.data
  for (let again = 0; again < 2; again += 1) {
    const printed = await church.act(voidContribution, { id: a, reason: 'counted twice' })
    assert.deepEqual(printed, (await church.send('GET', `/contributions/${a}`)).json.data)
  }
  const { data } = (await church.send('GET', `/contributions/${a}`)).json
  assert.deepEqual({ ...data, updated_at: before.updated_at }, { ...before, status: 'void' })
  const told = (await church.events()).filter(({ name }) => name === 'contribution.voided')
  assert.deepEqual(
    told.map(({ body }) => body.data),
    [data],
  )
  assert.equal('previous' in (told[0]?.body ?? {}), false)
})

test('sum and total follow a void in each status', async () => {
  const [a] = [await give(100), await give(20)]
  const totals = async () => {
    const found = []
    for (const status of ['posted', 'void', 'all']) {
      const { meta } = (await church.send('GET', `/contributions?status=${status}`)).json
      found.push([meta.total, meta.sum_amount_base])
    }
    return found
  }
  assert.deepEqual(await totals(), [
    [2, 120],
    [0, 0],
    [2, 120],
  ])
  await church.act(voidContribution, { id: a })
  assert.deepEqual(await totals(), [
    [1, 20],
    [1, 100],
    [2, 120],
  ])
})

test('voids of one gift at the same time count once', async () => {
  const [a] = [await give(100), await give(20)]
  await Promise.all(Array.from({ length: 8 }, () => church.act(voidContribution, { id: a })))
  assert.equal((await church.send('GET', '/contributions')).json.meta.sum_amount_base, 20)
  assert.equal((await church.events()).filter(({ name }) => name === 'contribution.voided').length, 1)
})

test('a gift that is unknown or of another church cannot be voided', async () => {
  const { json } = await (await service.church()).send('POST', '/contributions', { amount: 1 })
  for (const id of [json.data.id, 999_999_999]) {
    await assert.rejects(church.act(voidContribution, { id }), { code: 'not_found' })
  }
})
