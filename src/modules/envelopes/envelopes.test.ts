/** Envelopes: whose a number is on a day, and what a slip of a deposit says (decision 0028). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { csv, importInto } from '../../../test/support/import.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { closeBatch } from '../batches/close.ts'
import { depositBatch } from '../batches/deposit.ts'
import { readEnvelope } from '../contributions/envelope-owner.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { rollOver } from './roll-over.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const person = async (first_name: string, body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name, ...body })).json.data.id
const assign = (body: object) => church.send('POST', '/envelopes', { valid_from: '2026-01-01', ...body })
/** Whose a gift in this envelope is, or why it is refused. */
async function giver(envelope: string, given_on = '2026-06-01') {
  const { json } = await church.send('POST', '/contributions', { amount: 100, envelope, given_on })
  return json.data === undefined || json.errors !== undefined ? json.errors : json.data.person_id
}

test('a number finds its owner on the day of the gift, and nobody before and after', async () => {
  const [ada, bola] = [await person('Ada'), await person('Bola')]
  await assign({ number: 17, person_id: ada, valid_to: '2026-06-30' })
  await assign({ number: 17, person_id: bola, valid_from: '2026-07-01' })
  assert.deepEqual(
    [await giver('17', '2026-06-30'), await giver(' #17', '2026-07-01'), await giver('17', '2025-12-31')],
    [ada, bola, { envelope: "is nobody's on 2025-12-31" }],
  )
  assert.deepEqual(await giver('seventeen'), { envelope: "is nobody's on 2026-06-01" })
})

test('an envelope that would end before it begins, which is today unless it is said, is refused', async () => {
  const ada = await person('Ada')
  for (const body of [{ valid_to: '2024-02-29' }, { valid_to: '2024-02-29', number: 3 }]) {
    const answer = await church.send('POST', '/envelopes', { person_id: ada, ...body })
    assert.deepEqual(
      [answer.status, answer.json.errors],
      [422, { valid_to: 'must not be before valid_from, which is today unless you say' }],
    )
  }
  assert.equal((await assign({ person_id: ada, valid_from: '2024-01-01', valid_to: '2024-02-29' })).status, 201)
})

test('a series has numbers of its own; a number alone is a usual envelope, or that of the only series that has it', async () => {
  const [ada, bola, chi] = [await person('Ada'), await person('Bola'), await person('Chi')]
  await assign({ number: 5, person_id: ada })
  await assign({ number: 5, person_id: bola, series: 'Easter 2026' })
  await assign({ number: 9, person_id: chi, series: 'Easter 2026' })
  assert.deepEqual([await giver('5'), await giver('easter 2026 5'), await giver('9')], [ada, bola, chi])
  await assign({ number: 9, person_id: ada, series: 'Harvest' })
  assert.deepEqual(await giver('9'), { envelope: "is nobody's on 2026-06-01" })
  assert.deepEqual(readEnvelope('Easter 2027-17'), { series: 'Easter 2027', number: 17 })
  assert.deepEqual(readEnvelope('123456789'), undefined)
})

test('the envelope of a family is that of its head', async () => {
  const family_id = (await church.send('POST', '/families', { name: 'Obi' })).json.data.id
  await person('Chi', { family_id, family_role: 'child' })
  const head = await person('Ada', { family_id, family_role: 'head' })
  await assign({ number: 3, family_id })
  assert.equal(await giver('3'), head)
  assert.deepEqual(Object.keys((await assign({ number: 4, family_id, person_id: head })).json.errors ?? {}), [
    'person_id',
  ])
})

test('no two of a number are valid on one day, however many are given out at once; without a number it is the next', async () => {
  const ada = await person('Ada')
  const answers = await Promise.all(Array.from({ length: 6 }, () => assign({ number: 8, person_id: ada })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422, 422])
  const more = await Promise.all(Array.from({ length: 4 }, () => assign({ person_id: ada })))
  assert.deepEqual(more.map(({ json }) => json.data.number).sort(), [10, 11, 12, 9])
  const [first] = answers.filter(({ status }) => status === 201)
  const id = first?.json.data.id
  await church.send('PATCH', `/envelopes/${id}`, { valid_to: '2026-03-31' })
  assert.equal((await assign({ number: 8, person_id: ada, valid_from: '2026-04-01' })).status, 201)
  const again = await church.send('PATCH', `/envelopes/${id}`, { valid_to: null })
  assert.match(String(again.json.errors?.number), /^is given out from 2026-04-01 on/)
})

test('a new series keeps the numbers, and the old one ends the day before', async () => {
  const [ada, bola] = [await person('Ada'), await person('Bola')]
  await assign({ number: 1, person_id: ada })
  await assign({ number: 2, person_id: bola, valid_to: '2026-05-01' })
  const done = await church.act(rollOver, { next_series: '2027', valid_from: '2027-01-01' })
  assert.deepEqual(done, { given_out: 1 })
  const { data } = (await church.send('GET', '/envelopes?on=2027-01-01')).json
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.series, one.number, one.person_id, one.valid_from, one.valid_to]),
    [['2027', 1, ada, '2027-01-01', null]],
  )
  assert.equal((await church.send('GET', '/envelopes?on=2026-12-31')).json.data[0].valid_to, '2026-12-31')
})

test('a file gives out envelopes, all or none; one number twice is refused by its line', async () => {
  await person('Ada', { email: 'ada@example.org' })
  await person('Bola', { email: 'bola@example.org' })
  const rows = (second: number) =>
    csv(`number,email,valid_from\n21,ada@example.org,2026-01-01\n${second},bola@example.org,2026-01-01\n`)
  const by = { kind: 'command_line', name: 'tester' } as const
  const wrong = await importInto(service.database, church.church, 'envelopes', { file: rows(21), by })
  assert.deepEqual([wrong.refused, wrong.refusals.map(({ line }) => line)], [1, [3]])
  const right = await importInto(service.database, church.church, 'envelopes', { file: rows(22), by })
  assert.deepEqual([right.refused, (await church.send('GET', '/envelopes')).json.meta.total], [0, 2])
})

test('an envelope follows a merge, and ends when its owner is removed', async () => {
  const [ada, twin] = [await person('Ada'), await person('Ada')]
  await assign({ number: 30, person_id: twin })
  await church.act(mergePeople, { keep: ada, remove: twin })
  assert.equal(await giver('30'), ada)
  await church.act(removePerson, { id: ada })
  const { data } = (await church.send('GET', '/envelopes')).json
  assert.notEqual(data[0].valid_to, null)
})

test('the slip has the notes by pieces, the cheques and what they come to, in letters that are embedded', async () => {
  const { data } = (
    await church.send('POST', '/batches', {
      name: 'Ìsìn àárọ̀',
      counted_on: '2026-11-22',
      counters: ['Ada Obi', 'Ṣọlá Ọjọ́'],
      control_count: 2,
      controls: [{ currency: 'NGN', amount: 128_500_000 }],
      cash: [{ currency: 'NGN', denomination: 100_000, pieces: 1_280 }],
    })
  ).json
  await church.send('POST', '/contributions', { amount: 128_000_000, method: 'cash', batch_id: data.id })
  await church.send('POST', '/contributions', {
    amount: 500_000,
    method: 'cheque',
    reference: '0017',
    batch_id: data.id,
  })
  const one = await member(service, church, 'finance')
  const slip = async () => {
    const answer = await fetch(`${service.url}/console/api/${church.church.slug}/views/batch_slip?id=${data.id}`, {
      headers: { cookie: one.session.join('='), 'sec-fetch-site': 'same-origin' },
    })
    return { status: answer.status, pdf: new Uint8Array(await answer.arrayBuffer()) }
  }
  assert.notEqual((await slip()).status, 200, 'not before it is closed')
  await church.act(closeBatch, { id: data.id })
  const words = async () => (await readPdf((await slip()).pdf)).flatMap(({ texts }) => texts.map(({ text }) => text))
  assert.match((await words()).join(' '), /not at the bank yet/)
  const { number } = await church.act(depositBatch, { id: data.id })
  const said = await words()
  for (const text of ['₦1,000.00', '1280', '₦1,280,000.00', 'Cheque 0017', '₦1,285,000.00']) {
    assert.ok(said.includes(text), `${text}: ${said.join(' | ')}`)
  }
  assert.match(said.join(' '), new RegExp(`${number}.*Ìsìn àárọ̀.*Ada Obi, Ṣọlá Ọjọ́`))
})
