/** Batches: counting, closing, depositing, and what comes after (decision 0028). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { closeBatch, discardBatch, reopenBatch } from './close.ts'
import { depositBatch } from './deposit.ts'

let now = new Date('2026-11-23T09:00:00Z')
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  now = new Date('2026-11-23T09:00:00Z')
  church = await service.church()
})
after(() => service.close())

/** 1,021 × 1,000 + 412 × 500 + 287 × 200 + 1 × 100: 1,284,500.00. */
const CASH = [
  [1_000, 1_021],
  [500, 412],
  [200, 287],
  [100, 1],
].map(([naira = 0, pieces = 0]) => ({ currency: 'NGN', denomination: naira * 100, pieces }))
const CONTROL = { control_count: 45, controls: [{ currency: 'NGN', amount: 128_450_000 }] }

const open = async (body: object = {}): Promise<number> => {
  const made = await church.send('POST', '/batches', {
    name: 'Second service',
    counters: ['Ada Obi', 'John Eze'],
    ...body,
  })
  assert.equal(made.status, 201, made.text)
  return made.json.data.id
}
const give = async (batch_id: number, amount: number, body: object = {}): Promise<number> => {
  const made = await church.send('POST', '/contributions', { amount, batch_id, method: 'cash', ...body })
  assert.equal(made.status, 201, made.text)
  return made.json.data.id
}
const batch = async (id: number) => (await church.send('GET', `/batches/${id}`)).json.data
/** So many gifts that come to so much. */
async function fill(id: number, count: number, sum: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 1; n < count; n += 1) ids.push(await give(id, 100))
  return [...ids, await give(id, sum - (count - 1) * 100)]
}
/** Somebody whose password was given just now. */
async function finance(
  role: 'finance' | 'viewer' | 'staff' = 'finance',
  branch: number | null = null,
): Promise<TestMember> {
  const one = await member(service, church, role, branch)
  await service.database.write(0, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz
      where user_id = (select id from users where email = ${one.email})`),
  )
  return one
}

test('a batch of 45 gifts and 1,284,500.00 in which 44 and 1,279,500.00 were entered is refused: −1 / −5,000.00', async () => {
  const id = await open({ ...CONTROL, cash: CASH })
  const ids = await fill(id, 44, 127_950_000)
  const seen = await batch(id)
  assert.deepEqual([seen.count, seen.totals], [44, [{ currency: 'NGN', amount: 127_950_000 }]])
  assert.deepEqual(seen.variance, { count: -1, amounts: [{ currency: 'NGN', amount: -500_000 }] })
  const refused = await church.act(closeBatch, { id }).then(
    () => undefined,
    error => ({ ...error.errors }),
  )
  assert.deepEqual(refused, {
    cash: 'notes and coins come to NGN 1,284,500.00, cash gifts to NGN 1,279,500.00: +NGN 5,000.00',
    control_count: '45 gifts were counted, 44 are in the batch: −1',
    controls: 'NGN 1,284,500.00 were counted, NGN 1,279,500.00 are in the batch: −NGN 5,000.00',
  })
  assert.equal(ids.length, 44)
  await give(id, 500_000)
  const closed = await church.act(closeBatch, { id })
  assert.deepEqual([closed.status, closed.count, closed.variance], ['closed', 45, { count: 0, amounts: [] }])
  assert.equal(
    (await church.send('POST', '/contributions', { amount: 1, batch_id: id })).json.errors?.batch_id,
    `batch ${id} is closed: it takes no more gifts`,
  )
})

test('50,000.00 deposited and then void: the deposit stays, an adjustment of today says so, with its event and number', async () => {
  const id = await open({ control_count: 1, controls: [{ currency: 'NGN', amount: 5_000_000 }] })
  const gift = await give(id, 5_000_000, { method: 'cheque', reference: 'chq 12' })
  await church.act(closeBatch, { id })
  const deposited = await church.act(depositBatch, { id, deposit_ref: 'slip 7' })
  assert.deepEqual(
    [deposited.status, deposited.number, deposited.deposited_on, deposited.totals],
    ['deposited', 'D-2026-000001', '2026-11-23', [{ currency: 'NGN', amount: 5_000_000 }]],
  )
  now = new Date('2026-12-02T09:00:00Z')
  await church.act(voidContribution, { id: gift, reason: 'no funds', bounced: true })
  const later = await batch(id)
  assert.deepEqual([later.count, later.totals, later.sha256], [1, deposited.totals, deposited.sha256])
  const [adjustment] = later.adjustments
  assert.deepEqual(
    [adjustment.contribution_id, adjustment.kind, adjustment.amount, adjustment.note],
    [gift, 'bounced', -5_000_000, 'no funds'],
  )
  const told = (await church.events()).filter(({ name }) => name === 'giving.batch_deposited')
  assert.deepEqual(
    told.map(({ body }) => body.data),
    [deposited],
  )
  const [row] = await service.database.read.all<{ figures: string; sha256: string }>(sql`select figures,
    encode(sha256, 'hex') as sha256 from batches where church_id = ${church.church.id} and id = ${id}`)
  assert.equal(
    createHash('sha256')
      .update(row?.figures ?? '')
      .digest('hex'),
    row?.sha256,
  )
  assert.equal(row?.sha256, later.sha256)
  for (const action of [reopenBatch, discardBatch, closeBatch, depositBatch]) {
    await assert.rejects(church.act(action, { id }), { code: 'validation_failed' })
  }
  assert.equal((await church.send('PATCH', `/batches/${id}`, { name: 'x' })).json.error, 'wrong_state')
})

test('what differs is closed only where another person said why, and of the very difference that they saw', async () => {
  const id = await open({ control_count: 2, controls: [{ currency: 'NGN', amount: 300 }] })
  await give(id, 100, { method: 'pos' })
  const [one, other] = [await finance(), await finance()]
  const act = (who: TestMember, name: string, body: object = {}) =>
    who.inChurch('POST', `/actions/batches.${name}`, { id, ...body })
  assert.equal((await act(one, 'close')).status, 422)
  assert.equal((await act(one, 'explain', { note: 'one slip was lost' })).status, 200)
  assert.deepEqual((await act(one, 'close')).json.errors, {
    variance_note: 'is yours: somebody else has to close the batch',
  })
  await give(id, 50, { method: 'pos' })
  assert.deepEqual(Object.keys((await act(other, 'close')).json.errors ?? {}), ['controls'])
  assert.equal((await act(one, 'explain', { note: 'half of it was lost' })).status, 200)
  const closed = await act(other, 'close')
  assert.deepEqual([closed.status, closed.json.data.variance_note], [200, 'half of it was lost'])
})

test('the second count does not see the first: figures are shown when both are in, and hold where both agree', async () => {
  const id = await open({ counters: [] })
  const [one, other] = [await finance(), await finance()]
  const count = (who: TestMember, counter: string, pieces: number) =>
    who.inChurch('POST', '/actions/batches.count', {
      id,
      counter,
      count: 3,
      cash: [{ currency: 'NGN', denomination: 100_000, pieces }],
      other: [{ currency: 'USD', amount: 2_000 }],
    })
  const seen = async (who: TestMember) => (await who.inChurch('GET', `/views/batch_counts?id=${id}`)).json.data
  const first = await count(one, 'Ada Obi', 12)
  assert.deepEqual([first.status, first.json.data.agree, first.json.data.counts[0].figures], [200, null, null])
  for (const who of [one, other]) assert.equal((await seen(who)).counts[0].figures, null)
  assert.deepEqual([(await batch(id)).control_count, (await batch(id)).cash], [null, []])
  assert.doesNotMatch((await other.inChurch('GET', '/audit')).text, /1200000|100000/)
  const second = await count(other, 'John Eze', 11)
  assert.deepEqual(
    [second.json.data.agree, second.json.data.counts[0].figures.totals],
    [
      false,
      [
        { currency: 'NGN', amount: 1_200_000 },
        { currency: 'USD', amount: 2_000 },
      ],
    ],
  )
  assert.equal((await batch(id)).control_count, null)
  assert.equal(
    (await count(one, 'Somebody', 12)).json.errors?.counter,
    'must be Ada Obi or John Eze: they counted this batch',
  )
  assert.equal((await count(other, 'john eze', 12)).json.data.agree, true)
  const usd = { currency: 'USD', amount: 2_000 }
  const twice = { id, counter: 'Ada Obi', count: 3, cash: [], other: [usd, usd] }
  assert.deepEqual((await one.inChurch('POST', '/actions/batches.count', twice)).json.errors, {
    'other.1.currency': 'stands there twice',
  })
  const agreed = await batch(id)
  assert.deepEqual(
    [agreed.control_count, agreed.controls, agreed.counters, agreed.cash],
    [
      3,
      [
        { currency: 'NGN', amount: 1_200_000 },
        { currency: 'USD', amount: 2_000 },
      ],
      ['Ada Obi', 'john eze'],
      [{ currency: 'NGN', denomination: 100_000, pieces: 12 }],
    ],
  )
})

test('a batch is counted by two at least; it is discarded only when empty, and no gift goes with it', async () => {
  const id = await open({
    counters: ['Ada Obi', 'ada obi'],
    control_count: 1,
    controls: [{ currency: 'NGN', amount: 100 }],
  })
  const gift = await give(id, 100, { method: 'pos' })
  const refused = await church.act(closeBatch, { id }).catch(error => error.errors)
  assert.deepEqual(Object.keys(refused), ['counters'])
  assert.deepEqual(await church.act(discardBatch, { id }).catch(error => ({ ...error.errors })), {
    id: 'is not empty (1): take its gifts out first',
  })
  const who = await finance()
  assert.equal((await who.inChurch('POST', '/actions/batches.take_out', { id, gift_ids: [gift] })).status, 200)
  assert.equal((await church.act(discardBatch, { id })).status, 'discarded')
  assert.deepEqual([(await church.send('GET', `/contributions/${gift}`)).json.data.batch_id], [null])
})

test('several currencies are closed each for itself, and deposited by fund and method', async () => {
  await church.act(setRate, { currency: 'USD', rate: '1650.25', valid_from: '2026-01-01' })
  const id = await open({
    control_count: 3,
    controls: [
      { currency: 'USD', amount: 10_000 },
      { currency: 'NGN', amount: 300 },
    ],
    cash: [{ currency: 'USD', denomination: 10_000, pieces: 1 }],
  })
  await give(id, 10_000, { currency: 'USD' })
  await give(id, 100, { method: 'cheque' })
  await give(id, 200, { method: 'cheque' })
  await church.act(closeBatch, { id })
  const done = await church.act(depositBatch, { id, deposited_on: '2026-11-23' })
  const general = { fund_id: church.fund_id, fund_name: 'General' }
  assert.deepEqual(
    [done.totals, done.amount_base, done.by_fund, done.by_method],
    [
      [
        { amount: 300, currency: 'NGN' },
        { amount: 10_000, currency: 'USD' },
      ],
      16_502_500 + 300,
      [
        { ...general, currency: 'NGN', count: 2, amount: 300 },
        { ...general, currency: 'USD', count: 1, amount: 10_000 },
      ],
      [
        { method: 'cash', currency: 'USD', count: 1, amount: 10_000, amount_base: 16_502_500 },
        { method: 'cheque', currency: 'NGN', count: 2, amount: 300, amount_base: 300 },
      ],
    ],
  )
})

test('a batch that changed since it was closed is not deposited; opened again it is', async () => {
  const id = await open({ control_count: 1, controls: [{ currency: 'NGN', amount: 100 }] })
  const [gift] = [await give(id, 100, { method: 'pos' }), await give(id, 50, { method: 'pos' })]
  await church.send('PATCH', `/batches/${id}`, { control_count: 2, controls: [{ currency: 'NGN', amount: 150 }] })
  await church.act(closeBatch, { id })
  await church.act(voidContribution, { id: gift })
  await assert.rejects(church.act(depositBatch, { id }), { code: 'wrong_state' })
  await church.act(reopenBatch, { id })
  await church.send('PATCH', `/batches/${id}`, { control_count: 1, controls: [{ currency: 'NGN', amount: 50 }] })
  await church.act(closeBatch, { id })
  assert.equal((await church.act(depositBatch, { id })).status, 'deposited')
})

test('gifts that come while a batch is closed are in it or refused; deposits at one moment have numbers without gaps', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => open({ control_count: 1, controls: [{ currency: 'NGN', amount: 100 }] })),
  )
  for (const id of ids) await give(id, 100, { method: 'pos' })
  const [raced = 0] = ids
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () =>
      church.send('POST', '/contributions', { amount: 1, batch_id: raced, method: 'pos' }),
    ),
    church.act(closeBatch, { id: raced }).then(
      () => 'closed',
      () => 'refused',
    ),
  ])
  const taken = answers.filter(one => typeof one === 'object' && one.status === 201).length
  const seen = await batch(raced)
  assert.equal(seen.count, 1 + taken)
  assert.equal(answers.includes('closed'), taken === 0, 'what was closed holds what was counted')
  const [, second = 0, third = 0] = ids
  await Promise.all([second, third].map(id => church.act(closeBatch, { id })))
  const deposits = await Promise.allSettled(
    [second, third, second, third, second].map(id => church.act(depositBatch, { id })),
  )
  const numbers = deposits.flatMap(one => (one.status === 'fulfilled' ? (one.value.number ?? '') : []))
  assert.deepEqual(numbers.sort(), ['D-2026-000001', 'D-2026-000002'])
})

test('finance sees and closes the batches of its branch and no other, with the password again; staff and viewers see none', async () => {
  const branch = await church.branch('Ikeja')
  const [id, theirs] = [await open(), await open({ branch_id: branch })]
  const one = await finance('finance', branch)
  const list = (await one.inChurch('GET', '/batches')).json.data
  assert.deepEqual(
    list.map((row: { id: number }) => row.id),
    [theirs],
  )
  for (const name of ['close', 'deposit', 'reopen', 'discard']) {
    assert.equal((await one.inChurch('POST', `/actions/batches.${name}`, { id })).status, 404, name)
  }
  assert.equal((await one.inChurch('GET', `/views/batch_counts?id=${id}`)).status, 404)
  const cold = await member(service, church, 'finance')
  for (const name of ['close', 'deposit', 'reopen']) {
    assert.equal((await cold.inChurch('POST', `/actions/batches.${name}`, { id })).json.error, 'step_up_required', name)
  }
  for (const role of ['viewer', 'staff'] as const) {
    const other = await finance(role)
    assert.equal((await other.inChurch('GET', '/batches')).status, 403)
    assert.equal((await other.inChurch('POST', '/actions/batches.close', { id })).status, 403)
  }
  const key = church.as(await church.keyFor(['contributions:write', 'batches:read'], branch))
  assert.deepEqual(
    [
      (await key('POST', '/contributions', { amount: 1, batch_id: id })).json.errors,
      (await key('POST', '/contributions', { amount: 1, batch_id: theirs })).json.data?.branch_id,
    ],
    [{ batch_id: 'names no batch that you can use' }, branch],
  )
})
