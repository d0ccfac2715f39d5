import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { removePerson } from '../people/remove.ts'
import { createFund } from './create-fund.ts'
import { voidContribution } from './void-gift.ts'

/** 23:30 UTC: in Lagos it is tomorrow already, in New York still today. */
let now = new Date('2026-06-30T23:30:00Z')
let service: TestService
let church: TestChurch
before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
beforeEach(async () => {
  church = await service.church()
})
after(() => service.close())

const give = (body: object = {}, send = church.send): Promise<Answered> =>
  send('POST', '/contributions', { amount: 150050, ...body })

const add = async (body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id

function wrong({ status, json }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error, Object.keys(json.errors ?? {})], [422, 'validation_failed', fields])
}

test('defaults: the church’s default fund, today, method online, source api, posted, the church currency', async () => {
  const { status, json } = await give()
  const { id, created_at, updated_at, ...data } = json.data
  assert.equal(status, 201)
  assert.equal(created_at, updated_at)
  assert.deepEqual(data, {
    person_id: null,
    fund_id: church.fund_id,
    fund_name: 'General',
    branch_id: church.church.hq_branch_id,
    amount: 150050,
    currency: 'NGN',
    amount_display: '₦1,500.50',
    amount_base: 150050,
    method: 'online',
    given_on: '2026-07-01',
    reference: null,
    note: null,
    source: 'api',
    payment_id: null,
    batch_id: null,
    recurring_id: null,
    donor_name: null,
    donor_email: null,
    donor_phone: null,
    is_anonymous: false,
    status: 'posted',
  })
  assert.deepEqual((await church.send('GET', `/contributions/${id}`)).json.data, json.data)
})

test('successful recording causes contribution.recorded, with the Contribution', async () => {
  const { json } = await give({ note: 'ẹ ṣé' })
  const told = (await church.events()).filter(({ name }) => name.startsWith('contribution.'))
  assert.deepEqual(
    told.map(({ name, body }) => [name, body.data]),
    [['contribution.recorded', json.data]],
  )
})

test('amount is an integer from 1 to 999,999,999,999', async () => {
  for (const amount of [1, 999_999_999_999]) assert.equal((await give({ amount })).json.data.amount_base, amount)
  for (const amount of [0, -1, 1_000_000_000_000, 0.5, '5', null]) wrong(await give({ amount }), 'amount')
})

test('given_on is by default today in the church’s time zone', async () => {
  const western = await service.church({ timezone: 'America/New_York' })
  assert.equal((await give({}, western.send)).json.data.given_on, '2026-06-30')
  now = new Date('2026-07-01T04:00:00Z')
  assert.equal((await give({}, western.send)).json.data.given_on, '2026-07-01')
  now = new Date('2026-06-30T23:30:00Z')
})

test('given_on is a real date from 1900-01-01 to a year ahead, as the church’s calendar has it', async () => {
  for (const given_on of ['1900-01-01', '2027-07-01', '2024-02-29']) {
    assert.equal((await give({ given_on })).json.data?.given_on, given_on)
  }
  for (const given_on of ['1899-12-31', '2027-07-02', '9999-12-31', '2026-02-29', '', '1 July 2026', 20260701]) {
    wrong(await give({ given_on }), 'given_on')
  }
  now = new Date('2028-02-29T12:00:00Z')
  assert.equal((await give({ given_on: '2029-02-28' })).status, 201)
  wrong(await give({ given_on: '2029-03-01' }), 'given_on')
  now = new Date('2026-06-30T23:30:00Z')
})

test('fund_id is an active fund; an unknown, inactive or foreign one is 422', async () => {
  const roof = await church.act(createFund, { name: 'Roof' })
  const old = await church.act(createFund, { name: 'Old', is_active: false })
  const { fund_id } = await service.church()
  assert.equal((await give({ fund_id: roof.id })).json.data.fund_name, 'Roof')
  for (const id of [old.id, fund_id, 999_999_999]) wrong(await give({ fund_id: id }), 'fund_id')
})

test('a new default fund takes the gifts that name none', async () => {
  const { id } = await church.act(createFund, { name: 'Tithe', is_default: true })
  assert.equal((await give()).json.data.fund_id, id)
  const { data } = (await church.send('GET', '/funds')).json
  assert.deepEqual(
    data.map((one: { is_default: boolean }) => one.is_default),
    [false, true],
  )
})

test('person_id is one who is not removed and visible to the key; else 422, one text for all', async () => {
  const north = await church.branch('North')
  const limited = church.as(await church.keyFor(['all'], north))
  const [seen, hidden, gone] = [await add({ branch_id: north }), await add(), await add({ branch_id: north })]
  const foreign = (await (await service.church()).send('POST', '/people', { first_name: 'X' })).json.data.id
  await church.act(removePerson, { id: gone })
  assert.equal((await give({ person_id: seen }, limited)).json.data.person_id, seen)
  const texts = new Set<string>()
  for (const person_id of [hidden, gone, foreign, 999_999_999]) {
    const answered = await give({ person_id }, limited)
    wrong(answered, 'person_id')
    texts.add(answered.text)
  }
  assert.equal(texts.size, 1)
})

test('branch_id is by default the person’s, else the key’s, else the head branch; one out of sight is 422', async () => {
  const north = await church.branch('North')
  const yaba = await church.branch('Yaba', north)
  const limited = church.as(await church.keyFor(['all'], north))
  const person_id = await add({ branch_id: yaba })
  assert.equal((await give({ person_id })).json.data.branch_id, yaba)
  assert.equal((await give({ person_id }, limited)).json.data.branch_id, yaba)
  assert.equal((await give({}, limited)).json.data.branch_id, north)
  assert.equal((await give({ person_id, branch_id: north })).json.data.branch_id, north)
  wrong(await give({ branch_id: church.church.hq_branch_id }, limited), 'branch_id')
  wrong(await give({ branch_id: 999_999_999 }), 'branch_id')
})

test('also accepted: note, donor_name, donor_email, donor_phone, is_anonymous', async () => {
  const sent = {
    note: 'Thanks',
    donor_name: 'Bo',
    donor_email: 'Bo@example.org',
    donor_phone: '08031234567',
    is_anonymous: true,
  }
  const { data } = (await give(sent)).json
  for (const [name, value] of Object.entries({ ...sent, donor_phone: '+2348031234567' }))
    assert.equal(data[name], value)
  wrong(
    await give({ donor_email: 'x', donor_phone: '1', note: 'x'.repeat(2_001) }),
    'note',
    'donor_email',
    'donor_phone',
  )
})

test('what is answered and told is what is on record, whatever was sent', async () => {
  const person_id = await add()
  const fund = await church.act(createFund, { name: 'Roof “2026” \\ ẹ ₦' })
  const sent = {
    person_id,
    fund_id: fund.id,
    amount: 999_999_999_999,
    method: 'mobile_money',
    given_on: '2024-02-29',
    reference: ' Env\t"17" ẹ ',
    note: 'Two\r\nlines, \u2028 and a \\ "quote" 🙏',
    donor_name: ' Ọlá  O’Neil ',
    donor_email: 'Ada@Example.ORG',
    donor_phone: '0803 123 4567',
    is_anonymous: true,
  }
  const { json } = await give(sent)
  const { data } = (await church.send('GET', `/contributions/${json.data.id}`)).json
  assert.deepEqual(json.data, data)
  const [told] = (await church.events()).filter(({ name }) => name === 'contribution.recorded')
  assert.deepEqual(told?.body.data, data)
})

test('a reference already recorded through the API is 409 duplicate_reference; a void one counts too', async () => {
  const first = await give({ reference: ' R-1 ' })
  assert.equal(first.json.data.reference, 'R-1')
  await church.act(voidContribution, { id: first.json.data.id })
  for (const reference of ['R-1', 'R-1 ']) {
    const { status, json } = await give({ reference })
    assert.deepEqual([status, json.error, json.errors], [409, 'duplicate_reference', undefined])
  }
  for (const reference of ['r-1', 'R-1.', 'R 1', null, null, 'x'.repeat(190)])
    assert.equal((await give({ reference })).status, 201)
  wrong(await give({ reference: 'x'.repeat(191) }), 'reference')
  assert.equal((await give({ reference: 'R-1' }, (await service.church()).send)).status, 201, 'unique in its church')
})

test('of many gifts with one reference at the same time one is recorded, the others are 409', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => give({ reference: 'same' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(15).fill(409)])
  assert.equal((await church.send('GET', '/contributions')).json.meta.total, 1)
  assert.equal((await church.events()).filter(({ name }) => name === 'contribution.recorded').length, 1)
})
