/** Giving in the console: voids, funds, exchange rates, a person's giving, online gifts; who may, and of which branch. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { setAccount } from '../src/modules/online-giving/provider-actions.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let finance: TestMember

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  finance = await member(service, church, 'finance')
})

const codes = ({ status, json }: Answered) => [status, json.error]
const wrong = ({ status, json }: Answered) => [status, Object.keys(json.errors ?? {}).sort()]
const does = (name: string, input: object, who = finance) => who.inChurch('POST', `/actions/${name}`, input)
const looks = (name: string, who = finance) => who.inChurch('GET', `/views/${name}`)
const give = async (body: object, send = church.send): Promise<number> =>
  (await send('POST', '/contributions', body)).json.data.id
const audited = async () => {
  const owner = await member(service, church, 'owner')
  return (await looks('audit', owner)).json.data
}

/** It takes the place of no other, nor does another take its place. */
const STANDS = { replaces_id: null, replaced_by: null }

test('a void gift says who voided it, when and why; the API shows what it did before', async () => {
  const id = await give({ amount: 500 })
  assert.deepEqual((await looks(`contribution?id=${id}`)).json.data, {
    void: null,
    ...STANDS,
    gift_id: null,
    is_test: false,
  })
  await finance.ask('POST', '/api/step-up', { password: PASSWORD })
  assert.deepEqual(wrong(await does('contributions.void', { id })), [422, ['reason']])
  assert.equal((await does('contributions.void', { id, reason: 'Counted twice' })).status, 200)
  const { at, ...said } = (await looks(`contribution?id=${id}`)).json.data.void
  assert.deepEqual(said, { reason: 'Counted twice', by: 'A finance' })
  assert.equal(at, (await church.send('GET', `/contributions/${id}`)).json.data.updated_at)
  const { meta } = (await church.send('GET', '/contributions')).json
  assert.deepEqual([meta.total, meta.sum_amount_base], [0, 0])
  assert.equal((await church.events()).filter(({ name }) => name === 'contribution.voided').length, 1)
})

test('a gift that was voided at the command line names nobody', async () => {
  const id = await give({ amount: 500 })
  await church.act(voidContribution, { id })
  const { void: said } = (await looks(`contribution?id=${id}`)).json.data
  assert.deepEqual([said.by, said.reason], [null, null])
})

test('gifts out of sight are like gifts that do not exist', async () => {
  const north = await church.branch('North')
  const mine = await give({ amount: 10, branch_id: north })
  const theirs = await give({ amount: 10 })
  const other = await service.church()
  const foreign = await give({ amount: 10 }, other.send)
  const limited = await member(service, church, 'finance', north)
  await limited.ask('POST', '/api/step-up', { password: PASSWORD })
  assert.equal((await looks(`contribution?id=${mine}`, limited)).status, 200)
  for (const id of [theirs, foreign, 999_999_999]) {
    assert.deepEqual(codes(await looks(`contribution?id=${id}`, limited)), [404, 'not_found'])
    assert.deepEqual(codes(await does('contributions.void', { id, reason: 'x' }, limited)), [404, 'not_found'])
  }
  assert.equal((await does('contributions.void', { id: mine, reason: 'x' }, limited)).status, 200)
})

const funds = async () => (await church.send('GET', '/funds')).json.data
const defaults = async () => (await funds()).filter((fund: { is_default: boolean }) => fund.is_default)

test('a fund is renamed, described and switched off; its slug stays', async () => {
  const { id, slug } = (await does('funds.create', { name: 'Roof', kind: 'building' })).json.data
  const change = { name: 'New roof', description: 'Of the hall', kind: 'missions', target_amount: 100_000 }
  const { data } = (await does('funds.update', { id, ...change, is_active: false, is_online: false })).json
  const { created_at, updated_at, ...rest } = data
  assert.deepEqual(rest, {
    id,
    slug,
    currency: 'NGN',
    ...change,
    is_online: false,
    is_default: false,
    is_deductible: true,
    is_active: false,
  })
  assert.ok(created_at && updated_at)
  assert.deepEqual((await funds()).at(-1), data)
  assert.deepEqual(wrong(await church.send('POST', '/contributions', { amount: 1, fund_id: id })), [422, ['fund_id']])
  assert.equal((await does('funds.update', { id, target_amount: null, is_active: true })).json.data.target_amount, null)
  assert.equal(
    (await audited()).find((line: { operation: string }) => line.operation === 'funds.update').target,
    `${id}`,
  )
})

test('what a fund may not be: another of the same name, a default that takes nothing, no default at all', async () => {
  const roof = (await does('funds.create', { name: 'Roof' })).json.data.id
  for (const [input, fields] of [
    [{ id: roof, name: 'GENERAL' }, ['name']],
    [{ id: roof, name: '', kind: null, target_amount: 0 }, ['kind', 'name', 'target_amount']],
    [{ id: roof, is_default: true, is_active: false }, ['is_default']],
    [{ id: church.fund_id, is_active: false }, ['is_active']],
    [{ id: church.fund_id, is_default: false }, ['is_default']],
  ] as const) {
    assert.deepEqual(wrong(await does('funds.update', input)), [422, fields], JSON.stringify(input))
  }
  assert.deepEqual(wrong(await does('funds.create', { name: ' roof ' })), [422, ['name']])
  assert.equal((await does('funds.update', { id: roof, name: 'roof' })).status, 200)
  const other = await service.church()
  assert.deepEqual(codes(await does('funds.update', { id: other.fund_id, name: 'x' })), [404, 'not_found'])
})

test('another default takes the place of the first, also when several are made default at once', async () => {
  const ids: number[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await does('funds.create', { name })).json.data.id)
  const answers = await Promise.all(ids.map(id => does('funds.update', { id, is_default: true })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const [only, ...more] = await defaults()
  assert.deepEqual(more, [])
  assert.ok(ids.includes(only.id))
  assert.equal((await church.send('POST', '/contributions', { amount: 1 })).json.data.fund_id, only.id)
  assert.notEqual((await funds()).find(({ id }: { id: number }) => id === church.fund_id).updated_at, null)
})

test('a fund is made the default, closed to new gifts and reopened; the default is not closed', async () => {
  const { id } = (await does('funds.create', { name: 'Roof' })).json.data
  assert.deepEqual(wrong(await does('funds.close', { id: church.fund_id })), [422, ['is_active']])
  assert.equal((await does('funds.close', { id })).json.data.is_active, false)
  assert.deepEqual(wrong(await does('funds.make_default', { id })), [422, ['is_default']])
  assert.equal((await does('funds.reopen', { id })).json.data.is_active, true)
  assert.equal((await does('funds.make_default', { id })).json.data.is_default, true)
  assert.deepEqual(
    (await defaults()).map((fund: { id: number }) => fund.id),
    [id],
  )
  const done = (await audited()).map(({ operation, target }: { operation: string; target: string }) => [
    operation,
    target,
  ])
  assert.deepEqual(done.filter(([operation]: string[]) => operation !== 'user.joined').slice(0, 3), [
    ['funds.make_default', `${id}`],
    ['funds.reopen', `${id}`],
    ['funds.close', `${id}`],
  ])
  const { data } = (await finance.inChurch('GET', '/house')).json
  const drawn = data.find(({ name }: { name: string }) => name === 'funds')
  assert.equal(drawn.hasPages, false)
  assert.deepEqual(
    drawn.create.fields.map((one: { name: string; begins: unknown }) => [one.name, one.begins]),
    [
      ['name', null],
      ['kind', 'general'],
    ],
  )
})

test('two funds of one name are not made at once', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => does('funds.create', { name: 'Roof' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422])
})

test('who is limited to a branch changes nothing of the whole church', async () => {
  const limited = await member(service, church, 'finance', await church.branch('North'))
  for (const [name, input] of [
    ['funds.create', { name: 'Roof' }],
    ['funds.update', { id: church.fund_id, name: 'Mine' }],
    ['funds.make_default', { id: church.fund_id }],
    ['funds.close', { id: church.fund_id }],
    ['funds.reopen', { id: church.fund_id }],
    ['rates.set', { currency: 'USD', rate: '1' }],
  ] as const) {
    assert.deepEqual(codes(await does(name, input, limited)), [403, 'not_permitted'], name)
  }
})

test('exchange rates: the current one, those before, those to come; gifts keep theirs', async () => {
  const set = (rate: string, valid_from: string) => does('rates.set', { currency: 'usd', rate, valid_from })
  assert.equal((await set('1500.50', '2020-01-01')).status, 200)
  const id = await give({ amount: 100, currency: 'USD' })
  for (const [rate, day] of [
    ['1400', '2019-01-01'],
    ['1600', '2021-01-01'],
    ['2000', '2999-01-01'],
  ] as const)
    assert.equal((await set(rate, day)).status, 200)
  await (await service.church()).act(setRate, { currency: 'EUR', rate: '5' })
  const { data } = (await looks('rates')).json
  assert.deepEqual(
    data.map((one: Record<string, string>) => [one.currency, one.rate, one.valid_from, one.state]),
    [
      ['USD', '2000', '2999-01-01', 'to come'],
      ['USD', '1600', '2021-01-01', 'current'],
      ['USD', '1500.5', '2020-01-01', 'over'],
      ['USD', '1400', '2019-01-01', 'over'],
    ],
  )
  assert.equal((await church.send('GET', `/contributions/${id}`)).json.data.amount_base, 150_050)
  const bad = await does('rates.set', { currency: 'ZZZ', rate: '-1', valid_from: '2026-02-30' })
  assert.deepEqual(wrong(bad), [422, ['currency', 'rate', 'valid_from']])
  assert.deepEqual(wrong(await does('rates.set', { currency: 'NGN' })), [422, ['currency', 'rate']])
})

test("a person's giving by year and fund: void gifts and other branches are left out", async () => {
  const north = await church.branch('North')
  const roof = (await does('funds.create', { name: 'Roof' })).json.data.id
  const ada = (await church.send('POST', '/people', { first_name: 'Ada', branch_id: north })).json.data.id
  const ben = (await church.send('POST', '/people', { first_name: 'Ben' })).json.data.id
  for (const [amount, given_on, fund_id, branch_id] of [
    [100, '2024-12-31', church.fund_id, north],
    [20, '2025-01-01', church.fund_id, north],
    [3, '2025-06-01', roof, church.church.hq_branch_id],
    [400, '2025-06-01', roof, north],
  ])
    await give({ person_id: ada, amount, given_on, fund_id, branch_id })
  await church.act(voidContribution, { id: await give({ person_id: ada, amount: 9, branch_id: north }) })
  await give({ person_id: ben, amount: 7 })
  const years = async (who = finance) => {
    const { currency, years: found } = (await looks(`person_giving?id=${ada}`, who)).json.data
    assert.equal(currency, 'NGN')
    return found
  }
  const general = { fund_id: church.fund_id, fund_name: 'General' }
  const last = { year: 2024, count: 1, sum: 100, funds: [{ ...general, count: 1, sum: 100 }] }
  const in2025 = (count: number, sum: number) => ({
    year: 2025,
    count: count + 1,
    sum: sum + 20,
    funds: [
      { fund_id: roof, fund_name: 'Roof', count, sum },
      { ...general, count: 1, sum: 20 },
    ],
  })
  assert.deepEqual(await years(), [in2025(2, 403), last])
  const limited = await member(service, church, 'finance', north)
  assert.deepEqual(await years(limited), [in2025(1, 400), last])
  for (const id of [ben, 999_999_999]) {
    assert.deepEqual(codes(await looks(`person_giving?id=${id}`, limited)), [404, 'not_found'])
  }
  const stranger = await member(service, await service.church(), 'owner')
  assert.deepEqual(codes(await looks(`person_giving?id=${ada}`, stranger)), [404, 'not_found'])
})

const begin = async (one: TestChurch, branch_id: number, is_test: boolean): Promise<number> => {
  const reference = crypto.randomUUID()
  const { id = 0 } = (await service.database.write(one.church.id, tx =>
    tx.first<{ id: number }>(sql`insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount,
        currency, provider, donor_name, donor_email, is_test, created_at, updated_at)
      values (${one.church.id}, ${reference}, ${reference}, ${one.fund_id}, ${branch_id}, 100, 'NGN', 'development',
        'Ada', 'ada@example.org', ${is_test}, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`),
  )) ?? { id: 0 }
  return id
}

test('a gift on record tells of the online gift that it came from, and whether that was a test', async () => {
  const id = await give({ amount: 100 })
  const online = await begin(church, church.church.hq_branch_id, true)
  await service.database.write(church.church.id, async tx => {
    await tx.run(sql`update gifts set status = 'succeeded', contribution_id = ${id}, payment_id = 'paid'
      where church_id = ${church.church.id} and id = ${online}`)
    await tx.run(sql`update contributions set source = 'online', payment_id = 'paid'
      where church_id = ${church.church.id} and id = ${id}`)
  })
  assert.deepEqual((await looks(`contribution?id=${id}`)).json.data, {
    void: null,
    ...STANDS,
    gift_id: online,
    is_test: true,
  })
})

test('which online gifts are tests is told of those in sight', async () => {
  await church.set({ modules: ['giving'] })
  const north = await church.branch('North')
  const other = await service.church()
  const [real, tested, inNorth, foreign] = [
    await begin(church, church.church.hq_branch_id, false),
    await begin(church, church.church.hq_branch_id, true),
    await begin(church, north, true),
    await begin(other, other.church.hq_branch_id, true),
  ]
  const ids = [real, tested, inNorth, foreign].join(',')
  assert.deepEqual((await looks(`test_gifts?ids=${ids}`)).json.data, [tested, inNorth])
  const limited = await member(service, church, 'finance', north)
  assert.deepEqual((await looks(`test_gifts?ids=${ids}`, limited)).json.data, [inNorth])
  assert.deepEqual(wrong(await looks('test_gifts?ids=1,x')), [422, ['ids']])
})

test('the address of the giving page, and whether it is open', async () => {
  assert.deepEqual(codes(await looks('giving_page')), [404, 'unknown_resource'])
  await church.set({ modules: ['giving'] })
  const address = `${service.url.replace('127.0.0.1', 'localhost')}/give/${church.church.slug}`
  const closed = { address, provider: null, is_test: false, has_fund: true }
  assert.deepEqual((await looks('giving_page')).json.data, closed)
  await church.act(setAccount, { provider: 'development', values: {} })
  const { provider, is_test } = (await looks('giving_page')).json.data
  assert.deepEqual([typeof provider, is_test], ['string', true])
})
