/** What was counted, why it differs, what goes to the bank on paper, and why a gift was void: as the treasurer reads it later. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import { readPdf, textOf } from '../../../test/support/read-pdf.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { closeBatch } from './close.ts'
import { depositBatch } from './deposit.ts'
import { putIntoBatch } from './move-gifts.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock: { now: () => new Date('2026-11-23T09:00:00Z') } })
})
beforeEach(async () => {
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
const WHOLE = 128_450_000

const open = async (body: object = {}): Promise<number> => {
  const made = await church.send('POST', '/batches', {
    ...{ name: 'Second service', counted_on: '2026-11-22', counters: ['Ada Obi', 'John Eze'] },
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

/** Somebody of finance whose password was given just now. */
async function finance(): Promise<TestMember> {
  const one = await member(service, church, 'finance')
  await one.ask('POST', '/api/step-up', { password: PASSWORD })
  return one
}

/** The slip of a batch, a text for each page. */
async function slip(id: number, who?: TestMember): Promise<{ status: number; pages: string[] }> {
  const one = who ?? (await finance())
  const answer = await fetch(`${service.url}/console/api/${church.church.slug}/views/batch_slip?id=${id}`, {
    headers: { cookie: one.session.join('='), 'sec-fetch-site': 'same-origin' },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { status: answer.status, pages: answer.status === 200 ? (await readPdf(bytes)).map(textOf) : [] }
}

test('the slip of a closed batch has its pieces, what each comes to and the whole, a place for number and day, and says so before it is closed', async () => {
  const id = await open({ control_count: 2, controls: [{ currency: 'NGN', amount: WHOLE }], cash: CASH })
  for (const amount of [100, WHOLE - 100]) await give(id, amount)
  assert.equal((await slip(id)).status, 409)
  await church.act(closeBatch, { id })
  const [page = '', ...more] = (await slip(id)).pages
  assert.equal(more.length, 0)
  const rows = [
    ['₦1,000.00', '1021', '₦1,021,000.00'],
    ['₦500.00', '412', '₦206,000.00'],
    ['₦200.00', '287', '₦57,400.00'],
    ['₦100.00', '1', '₦100.00'],
    ['Total', '₦1,284,500.00'],
  ]
  for (const cells of rows) {
    for (const cell of cells) assert.ok(page.includes(cell), `${cell}: ${page}`)
  }
  assert.match(page, /not at the bank yet/)
  assert.match(page, /Counted on 22 November 2026 by Ada Obi, John Eze/)
  const { number } = await church.act(depositBatch, { id, deposit_ref: 'slip 7' })
  const deposited = (await slip(id)).pages.join('\n')
  assert.ok(deposited.includes(String(number)) && deposited.includes('slip 7'), deposited)
  assert.doesNotMatch(deposited, /not at the bank yet/)
  // It is made of what was frozen.
  await church.send('PATCH', `/batches/${id}`, { name: 'Another' })
  assert.deepEqual((await slip(id)).pages.join('\n'), deposited)
})

test('goods are of no batch: they are not taken to the bank', async () => {
  const id = await open()
  const refused = await church.send('POST', '/contributions', { amount: 900_000, batch_id: id, method: 'in_kind' })
  assert.match(refused.json.errors?.batch_id ?? '', /takes no goods/)
  const made = await church.send('POST', '/contributions', { amount: 900_000, method: 'in_kind', note: 'Chairs' })
  await assert.rejects(church.act(putIntoBatch, { id, gift_ids: [made.json.data.id] }), { code: 'validation_failed' })
  assert.deepEqual([(await batch(id)).count, (await batch(id)).totals], [0, []])
})

test('a batch that was closed before methods had their worth in the currency of the church is printed and deposited', async () => {
  const id = await open({ control_count: 1, controls: [{ currency: 'NGN', amount: 100 }] })
  await give(id, 100, { method: 'pos' })
  await church.act(closeBatch, { id })
  const kept = `{"amount_base":100,"by_fund":[{"amount":100,"count":1,"currency":"NGN","fund_id":${church.fund_id}}],"by_method":[{"amount":100,"count":1,"currency":"NGN","method":"pos"}],"count":1,"totals":[{"amount":100,"currency":"NGN"}]}`
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update batches set closed_figures = ${kept} where church_id = ${church.church.id} and id = ${id}`),
  )
  assert.equal((await slip(id)).status, 200)
  const { by_method } = await church.act(depositBatch, { id })
  assert.deepEqual(by_method, [{ method: 'pos', currency: 'NGN', count: 1, amount: 100, amount_base: 100 }])
})

test('a closed batch whose gifts changed since has no slip: its pieces would say otherwise', async () => {
  const id = await open({ control_count: 2, controls: [{ currency: 'NGN', amount: WHOLE }], cash: CASH })
  const [gift = 0] = [await give(id, 100), await give(id, WHOLE - 100)]
  await church.act(closeBatch, { id })
  await church.act(voidContribution, { id: gift, reason: 'By mistake' })
  assert.equal((await slip(id)).status, 409)
})

test('a deposit whose figures are not those that were frozen is an error, and has none in lists', async () => {
  const id = await open({
    control_count: 1,
    controls: [{ currency: 'NGN', amount: 100 }],
    cash: CASH.slice(3).map(one => ({ ...one, denomination: 100 })),
  })
  await give(id, 100)
  await church.act(closeBatch, { id })
  await church.act(depositBatch, { id })
  assert.equal((await batch(id)).count, 1)
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update batches set figures = replace(figures, '"count":1', '"count":2')
      where church_id = ${church.church.id} and id = ${id}`),
  )
  assert.equal((await church.send('GET', `/batches/${id}`)).status, 500)
  const list = await church.send('GET', '/batches')
  assert.equal(list.status, 200, list.text)
  assert.equal(list.json.data.find((one: { id: number }) => one.id === id).count, null)
  assert.equal((await slip(id)).status, 500)
})

test('a batch of two currencies has a page for each, of which each adds up for itself', async () => {
  await church.act(setRate, { currency: 'USD', rate: '1650.25', valid_from: '2026-01-01' })
  const id = await open({
    control_count: 2,
    controls: [
      { currency: 'NGN', amount: 30_000 },
      { currency: 'USD', amount: 10_000 },
    ],
    cash: [{ currency: 'USD', denomination: 10_000, pieces: 1 }],
  })
  await give(id, 10_000, { currency: 'USD' })
  await give(id, 30_000, { method: 'cheque', reference: '0017' })
  await church.act(closeBatch, { id })
  const { pages } = await slip(id)
  assert.equal(pages.length, 2)
  const [naira = '', dollars = ''] = pages
  assert.ok(naira.includes('Cheque 0017') && naira.includes('₦300.00') && !naira.includes('$'), naira)
  assert.ok(dollars.includes('$100.00') && !dollars.includes('₦'), dollars)
  const deposited = await church.act(depositBatch, { id })
  assert.equal(deposited.amount_base, 16_502_500 + 30_000)
})

test('why a batch differs stands with it and on its slip; it is said only where it differs, and goes when the batch is opened again', async () => {
  const id = await open({ control_count: 2, controls: [{ currency: 'NGN', amount: 300 }] })
  await give(id, 100, { method: 'pos' })
  const [one, other] = [await finance(), await finance()]
  const act = (who: TestMember, name: string, body: object = {}) =>
    who.inChurch('POST', `/actions/batches.${name}`, { id, ...body })
  // No other way sets it.
  assert.equal(
    (await church.send('PATCH', `/batches/${id}`, { variance_note: 'by key' })).json.data.variance_note,
    null,
  )
  assert.equal((await act(one, 'explain', { note: '' })).status, 422)
  assert.equal((await act(one, 'explain', { note: 'one slip was lost' })).status, 200)
  assert.equal((await act(other, 'close')).status, 200)
  const closed = await batch(id)
  assert.deepEqual(
    [closed.variance_note, closed.variance],
    ['one slip was lost', { count: -1, amounts: [{ currency: 'NGN', amount: -200 }] }],
  )
  assert.match((await slip(id)).pages.join('\n'), /one slip was lost/)
  assert.equal((await act(one, 'explain', { note: 'later' })).status, 422)
  assert.equal((await act(other, 'reopen')).status, 200)
  assert.equal((await batch(id)).variance_note, null)
  // It was of that closing: to close once more somebody says it once more.
  assert.deepEqual(Object.keys((await act(other, 'close')).json.errors ?? {}).sort(), ['control_count', 'controls'])
  await give(id, 200, { method: 'pos' })
  assert.deepEqual((await act(one, 'explain', { note: 'nothing' })).json.errors, {
    note: 'is not needed: what is in the batch is what was counted',
  })
  assert.equal((await act(one, 'close')).status, 200)
  assert.doesNotMatch((await slip(id)).pages.join('\n'), /Why it differs/)
})

test('why a gift was void stands with the adjustment of its deposit; a person has to say it, and a bounced cheque is told apart', async () => {
  const id = await open({ control_count: 2, controls: [{ currency: 'NGN', amount: 300 }] })
  const gifts = [
    await give(id, 100, { method: 'cheque', reference: '1' }),
    await give(id, 200, { method: 'cheque', reference: '2' }),
  ]
  await church.act(closeBatch, { id })
  const deposited = await church.act(depositBatch, { id })
  const one = await finance()
  const put = (body: object) => one.inChurch('POST', '/actions/contributions.void', body)
  assert.deepEqual((await put({ id: gifts[0] })).json.errors, { reason: 'is required' })
  assert.equal((await put({ id: gifts[0], reason: 'Entered twice' })).status, 200)
  assert.equal((await put({ id: gifts[1], reason: 'No funds', bounced: true })).status, 200)
  // Void again is no second adjustment.
  await church.act(voidContribution, { id: gifts[1] ?? 0, reason: 'Again' })
  const { adjustments, totals, sha256 } = await batch(id)
  assert.deepEqual(
    adjustments.map(({ kind, amount, note }: Record<string, unknown>) => [kind, amount, note]),
    [
      ['voided', -100, 'Entered twice'],
      ['bounced', -200, 'No funds'],
    ],
  )
  assert.deepEqual([totals, sha256], [deposited.totals, deposited.sha256])
})

test('what two people count blind nobody sets by hand: neither after the first count nor when both agree; all else of the batch changes', async () => {
  const id = await open({ counters: [] })
  const [one, other] = [await finance(), await finance()]
  const count = (who: TestMember, counter: string, pieces: number) =>
    who.inChurch('POST', '/actions/batches.count', {
      ...{ id, counter, count: 1, other: [] },
      cash: [{ currency: 'NGN', denomination: 100_000, pieces }],
    })
  const patch = (body: object) => church.send('PATCH', `/batches/${id}`, body)
  const wrong = {
    control_count: 7,
    controls: [{ currency: 'NGN', amount: 7 }],
    counters: ['Eve', 'Mallory'],
    cash: [{ currency: 'NGN', denomination: 100, pieces: 7 }],
  }
  // Nobody has counted yet: a machine may say what there is.
  assert.equal((await patch({ control_count: 3 })).status, 200)
  await count(one, 'Ada Obi', 12)
  const refusedAll = async (): Promise<void> => {
    const { status, json, text } = await patch(wrong)
    assert.deepEqual([status, Object.keys(json.errors ?? {}).sort()], [422, Object.keys(wrong).sort()])
    assert.doesNotMatch(text, /1200000|1,?200|12\b/, 'not a word of what was found')
    for (const [name, value] of Object.entries(wrong)) assert.equal((await patch({ [name]: value })).status, 422, name)
  }
  await refusedAll()
  assert.equal((await batch(id)).control_count, null)
  await count(other, 'John Eze', 12)
  await refusedAll()
  const agreed = await batch(id)
  assert.deepEqual(
    [agreed.control_count, agreed.controls, agreed.counters],
    [1, [{ currency: 'NGN', amount: 1_200_000 }], ['Ada Obi', 'John Eze']],
  )
  const { control_count, controls, counters, cash } = agreed
  const same = await patch({ control_count, controls, counters, cash, name: 'First service' })
  assert.deepEqual([same.status, same.json.data.name, same.json.data.cash], [200, 'First service', cash])
  // One at a moment with the other: the figures of the two stand.
  await Promise.all([count(one, 'Ada Obi', 13), patch(wrong), count(other, 'John Eze', 13), patch(wrong)])
  assert.deepEqual((await batch(id)).controls, [{ currency: 'NGN', amount: 1_300_000 }])
})
