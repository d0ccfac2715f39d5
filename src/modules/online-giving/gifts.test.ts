import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type GivingChurch, type GivingService, startGiving, visit } from '../../../test/support/giving.ts'
import { sql } from '../../db/sql.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  church = await service.givingChurch('development')
})
after(() => service.close())

const resources = async (): Promise<string[]> =>
  (await church.send('GET', '')).json.data.resources.map(({ name }: { name: string }) => name)

test('switched off: 404 unknown_resource, absent from the key check, and the giving page is 404; on: all there', async () => {
  assert.ok((await resources()).includes('gifts'))
  assert.equal((await church.send('GET', '/gifts')).status, 200)
  await church.give()
  await church.set({ modules: ['care', 'media'] })
  assert.ok(!(await resources()).includes('gifts'))
  for (const path of ['/gifts', '/gifts/1']) {
    const { status, json } = await church.send('GET', path)
    assert.deepEqual([status, json.error], [404, 'unknown_resource'])
  }
  assert.equal((await visit(church.page)).status, 404)
  await church.set({ modules: ['giving'] })
  assert.equal((await church.gifts()).length, 1)
  assert.equal((await visit(church.page)).status, 200)
})

test('a gift is read alone as in the list, and is neither made nor changed through the API', async () => {
  await church.give()
  const [gift] = await church.gifts()
  assert.deepEqual((await church.send('GET', `/gifts/${gift.id}`)).json.data, gift)
  assert.match(gift.reference, /^gift-[0-9a-f]{32}$/)
  assert.equal(gift.amount_display, '₦1,500.50')
  for (const [method, path] of [
    ['POST', '/gifts'],
    ['PATCH', `/gifts/${gift.id}`],
    ['DELETE', `/gifts/${gift.id}`],
  ] as const) {
    const { status, headers } = await church.send(method, path, {})
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], method)
  }
})

test('lists are paged and ordered by id', async () => {
  for (let n = 1; n <= 5; n += 1) await church.give({ amount: String(n) })
  const { data, meta } = (await church.send('GET', '/gifts?per_page=2&page=2')).json
  assert.deepEqual(
    data.map(({ amount }: { amount: number }) => amount),
    [300, 400],
  )
  const { next_cursor, as_of: _, ...numbers } = meta
  assert.deepEqual(numbers, { page: 2, per_page: 2, total: 5, total_pages: 3, has_more: true })
  assert.equal((await church.send('GET', `/gifts?per_page=2&cursor=${next_cursor}`)).json.data[0].amount, 500)
})

test('updated_since shows what changed: also a gift that was settled since', async () => {
  await church.give()
  await church.give()
  const [first] = await church.gifts()
  const moment = (await service.database.read.first<{ now: string }>(sql`select now()::text as now`))?.now ?? ''
  const since = `/gifts?updated_since=${encodeURIComponent(moment.replace(' ', 'T').replace(/\+00$/, 'Z'))}`
  assert.deepEqual((await church.send('GET', since)).json.data, [])
  await visit(`${church.page}/test/${first.reference}`, { outcome: 'pay' })
  const { data } = (await church.send('GET', since)).json
  assert.deepEqual(
    data.map(({ id, status }: { id: number; status: string }) => [id, status]),
    [[first.id, 'succeeded']],
  )
})

test('a gift that is paid is of its giver’s branch, else of the head branch; a key of a branch sees those of that branch', async () => {
  const branch = await church.branch('Yaba')
  const send = church.as(await church.keyFor(['gifts:read'], branch))
  await church.send('POST', '/people', { first_name: 'Bo', email: 'bo@example.org', branch_id: branch })
  const led = await church.give({ email: 'BO@example.org' })
  await church.give()
  const [begun] = await church.gifts()
  assert.deepEqual([begun.person_id, begun.branch_id], [null, church.church.hq_branch_id], 'anybody may begin it')
  await visit(`${service.url}${led.location}`, { outcome: 'pay' })
  const [own, others] = await church.gifts()
  assert.notEqual(own.person_id, null)
  assert.deepEqual([own.branch_id, others.branch_id], [branch, church.church.hq_branch_id])
  assert.deepEqual((await send('GET', '/gifts')).json.data, [own])
  assert.equal((await send('GET', `/gifts/${own.id}`)).status, 200)
  assert.equal((await send('GET', `/gifts/${others.id}`)).json.error, 'not_found')
})
