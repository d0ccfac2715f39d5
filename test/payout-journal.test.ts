/** Payouts and deposits in the journal: money on its way and in hand comes to nothing, and no fund has anything twice (decisions 0031 and 0032). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from '../src/db/sql.ts'
import { addDays, today } from '../src/lib/calendar.ts'
import { closeBatch } from '../src/modules/batches/close.ts'
import { depositBatch } from '../src/modules/batches/deposit.ts'
import type { PayoutLine } from '../src/modules/batches/payout-sums.ts'
import { netOf, payoutSums } from '../src/modules/batches/payout-sums.ts'
import { recordPayout, sendBack } from '../src/modules/batches/payouts.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { setAccounts } from '../src/modules/journal/account-codes.ts'
import { closeJournal } from '../src/modules/journal/close-journal.ts'
import { member, type TestMember } from './support/console.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let finance: TestMember
before(async () => {
  service = await startService()
})
after(() => service.close())

type Row = Record<
  'date' | 'reference' | 'account' | 'name' | 'debit' | 'credit' | 'given_amount' | 'given_currency' | 'memo',
  string
>

const journal = async (query: Record<string, string>): Promise<Row[]> => {
  const { text } = await finance.inChurch('GET', `/views/journal_file?${new URLSearchParams(query)}`)
  return parse(text, { bom: true, columns: true })
}
const cents = (text: string): number => Math.round(Number(text || '0') * 100)
const balance = (rows: readonly Row[], account: string): number =>
  rows.filter(row => row.account === account).reduce((sum, { debit, credit }) => sum + cents(debit) - cents(credit), 0)

const DAY = addDays(today(new Date(), 'Africa/Lagos'), -20)
const ACCOUNTS = [
  { method: 'online' as const, code: '1120' },
  { purpose: 'bank' as const, code: '1100' },
  { purpose: 'fees' as const, code: '6100' },
]

async function begin(
  accounts: readonly { method?: 'online' | 'cash' | 'cheque'; purpose?: 'bank' | 'fees'; code: string }[] = ACCOUNTS,
) {
  church = await service.church()
  finance = await member(service, church, 'finance')
  await church.act(setAccounts, { accounts: [...accounts, { fund_id: church.fund_id, code: '4000' }] })
}

/** Gifts of these amounts, of a day, paid out on the next. */
async function paidOut(amounts: readonly number[], { day = DAY, currency = 'NGN', back = 0 } = {}): Promise<number> {
  const lines: PayoutLine[] = []
  for (const amount of amounts) {
    const { json } = await church.send('POST', '/contributions', { amount, method: 'online', given_on: day })
    const line = { kind: 'payment', reference: `txn_${json.data.id}`, payment_id: `pi_${json.data.id}` } as const
    const fee = Math.floor(amount / 50)
    lines.push({ ...line, amount, fee, happened_on: day, contribution_id: json.data.id })
  }
  const nobody = { payment_id: null, happened_on: null, contribution_id: null }
  if (back > 0) lines.push({ kind: 'refund', reference: 'txn_back', amount: -back, fee: 0, ...nobody })
  const { church: of } = church
  const reference = `po_${lines[0]?.reference}`
  const net = netOf(payoutSums(lines))
  const [made_on, arrives_on] = [addDays(day, 1), addDays(day, 1)]
  const payout = { provider: 'stripe', title: 'Stripe', reference, currency, net, made_on, arrives_on, lines }
  const id = await service.database.write(of.id, tx => recordPayout(tx, of, today(new Date(), of.timezone), payout))
  return id ?? assert.fail()
}

test('a payout brings what was on its way to the bank, less the fee, on the day that a person confirmed', async () => {
  await begin()
  const id = await paidOut([1_000_000, 500_000])
  const before = await journal({ from: DAY })
  assert.deepEqual([balance(before, '1120'), balance(before, '1100')], [1_500_000, 0], 'it is not seen at the bank yet')
  const { number } = await church.act(depositBatch, { id, deposited_on: addDays(DAY, 3) })
  const after = await journal({ from: DAY })
  assert.deepEqual(
    ['1120', '1100', '6100', '4000'].map(account => balance(after, account)),
    [0, 1_470_000, 30_000, -1_500_000],
  )
  assert.deepEqual(
    after
      .slice(-3)
      .map(({ date, reference, name, debit, credit, memo }) => [date, reference, name, debit, credit, memo]),
    [
      ['Bank', '14700.00', ''],
      ['Fees of providers', '300.00', ''],
      ['Online', '', '15000.00'],
    ].map(([name, debit, credit]) => {
      return [addDays(DAY, 3), `P-${number}`, name, debit, credit, `Payout, deposit ${number}`]
    }),
  )
})

test('without both accounts payouts are not booked: a church that books its bank statement has nothing twice', async () => {
  await begin(ACCOUNTS.slice(0, 2))
  const id = await paidOut([1_000_000])
  await church.act(depositBatch, { id })
  const rows = await journal({ from: DAY })
  assert.deepEqual([rows.length, balance(rows, '1120')], [2, 1_000_000])
})

test('what went back is off its way already: a payout less a refund leaves nothing there', async () => {
  await begin()
  const id = await paidOut([1_000_000], { back: 400_000 })
  await church.act(depositBatch, { id })
  // The books have the refund with its gift: void, and one of the rest in its place.
  const [{ id: gift }] = (await church.send('GET', '/contributions')).json.data
  await church.act(voidContribution, { id: gift, reason: 'Partly refunded' })
  await church.send('POST', '/contributions', { amount: 600_000, method: 'online', given_on: DAY })
  const rows = await journal({ from: DAY })
  assert.deepEqual(
    ['1120', '1100', '6100', '4000'].map(account => balance(rows, account)),
    [0, 580_000, 20_000, -600_000],
  )
})

test('a payout that is confirmed late is in the next journal, once; one that the bank sends back is taken out of the bank', async () => {
  await begin()
  const [first, late] = [await paidOut([1_000_000]), await paidOut([200_000])]
  await church.act(depositBatch, { id: first })
  const to = addDays(DAY, 5)
  await church.act(closeJournal, { from: DAY, to })
  const closed = await journal({ number: '1' })
  assert.equal(balance(closed, '1100'), 980_000)
  await church.act(depositBatch, { id: late, deposited_on: addDays(DAY, 2) })
  const { church: of } = church
  const { payout } = (await church.send('GET', `/batches/${first}`)).json.data
  const clock = { now: () => new Date() }
  await service.database.write(of.id, tx =>
    sendBack(tx, of, clock, { provider: 'stripe', reference: payout.reference, error: 'The account is closed' }),
  )
  const next = await journal({})
  assert.equal(balance(next, '1100'), 196_000 - 980_000)
  assert.equal(balance(next, '1120'), 980_000 - 200_000)
  const sum = next.reduce((all, { debit, credit }) => all + cents(debit) - cents(credit), 0)
  assert.equal(sum, 0)
  assert.deepEqual(await journal({ number: '1' }), closed)
})

test('a payout in another currency is booked by the rate of its day, and balances', async () => {
  await begin()
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: '2020-01-01' })
  const id = await paidOut([333], { currency: 'USD' })
  await church.act(depositBatch, { id })
  const rows = (await journal({ from: DAY })).filter(({ reference }) => reference.startsWith('P-'))
  assert.deepEqual(
    rows.map(({ debit, credit, given_amount, given_currency }) => [debit, credit, given_amount, given_currency]),
    [
      ['5396.71', '', '3.27', 'USD'],
      ['99.02', '', '0.06', 'USD'],
      ['', '5495.73', '3.33', 'USD'],
    ],
  )
})

test('a payout without a rate is told of, and booked when the rate is entered, in the journal that is open then', async () => {
  await begin()
  const id = await paidOut([333], { currency: 'USD' })
  await church.act(depositBatch, { id, deposited_on: addDays(DAY, 2) })
  const payouts = (rows: readonly Row[]) => rows.filter(({ reference }) => reference.startsWith('P-'))
  assert.deepEqual(payouts(await journal({ from: DAY })), [])
  const told = await service.database.read.all<{ title: string }>(sql`select title from notices
    where church_id = ${church.church.id} and kind = 'payout_without_rate'`)
  assert.deepEqual(
    told.map(({ title }) => title),
    ['There is no exchange rate for a payout of $3.27'],
  )
  await church.act(closeJournal, { from: DAY, to: addDays(DAY, 5) })
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: addDays(DAY, 4) })
  assert.deepEqual(payouts(await journal({})), [], 'the rate holds from a later day on')
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: DAY })
  const { payout } = (await church.send('GET', `/batches/${id}`)).json.data
  assert.deepEqual([payout.net_base, payout.fees_base], [539_671, 9_902])
  assert.deepEqual(
    payouts(await journal({})).map(({ debit, credit }) => [debit, credit]),
    [
      ['5396.71', ''],
      ['99.02', ''],
      ['', '5495.73'],
    ],
  )
  // Another rate of the day changes nothing of what is valued.
  await church.act(setRate, { currency: 'USD', rate: '1700', valid_from: DAY })
  assert.equal((await church.send('GET', `/batches/${id}`)).json.data.payout.net_base, 539_671)
})

/** A batch of these gifts, counted. */
async function counted(gifts: readonly object[]) {
  const opened = await church.send('POST', '/batches', {
    ...{ name: 'Sunday', counted_on: DAY, counters: ['Ada Obi', 'John Eze'] },
  })
  const { id } = opened.json.data
  const ids: number[] = []
  for (const body of gifts) {
    const made = await church.send('POST', '/contributions', { batch_id: id, ...body })
    assert.equal(made.status, 201, made.text)
    ids.push(made.json.data.id)
  }
  const { totals, count, by_method } = (await church.send('GET', `/batches/${id}`)).json.data
  const cash = by_method.filter(({ method }: { method: string }) => method === 'cash')
  const pieces = cash.map(({ currency, amount }: { currency: string; amount: number }) => {
    return { currency, denomination: 1, pieces: amount }
  })
  await church.send('PATCH', `/batches/${id}`, { control_count: count, controls: totals, cash: pieces })
  await church.act(closeBatch, { id })
  return { id, ids }
}

/** The same, taken to the bank. */
async function deposited(gifts: readonly object[], on: string) {
  const { id, ids } = await counted(gifts)
  const { number } = await church.act(depositBatch, { id, deposited_on: on })
  return { ids, number }
}

test('a deposit brings cash and cheques to the bank on its own day, and a cheque that came back takes them out again', async () => {
  await begin([...ACCOUNTS, { method: 'cash', code: '1000' }, { method: 'cheque', code: '1010' }])
  await church.act(setAccounts, { accounts: [{ method: 'pos', code: '1110' }] })
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: '2020-01-01' })
  const cheque = { amount: 700_000, method: 'cheque', reference: '004711' }
  const gifts = [
    { amount: 1_000_000, method: 'cash' },
    { amount: 333, method: 'cash', currency: 'USD' },
    { amount: 250_000, method: 'pos' },
    cheque,
  ]
  const first = await deposited(gifts, addDays(DAY, 1))
  const rows = await journal({ from: DAY })
  // 3.33 dollars are 5,495.73 naira.
  assert.deepEqual(
    ['1000', '1010', '1110', '1100'].map(account => balance(rows, account)),
    [0, 0, 250_000, 1_000_000 + 549_573 + 700_000],
  )
  const lines = (all: readonly Row[]) => all.filter(({ reference }) => reference === `T-${first.number}`)
  const taken = lines(rows)
  assert.deepEqual(
    taken.map(({ date, name, debit, credit, given_amount, given_currency }) =>
      [date, name, debit, credit, given_amount, given_currency].join(' '),
    ),
    [
      `${addDays(DAY, 1)} Bank 10000.00  10000.00 NGN`,
      `${addDays(DAY, 1)} Cash  10000.00 10000.00 NGN`,
      `${addDays(DAY, 1)} Bank 5495.73  3.33 USD`,
      `${addDays(DAY, 1)} Cash  5495.73 3.33 USD`,
      `${addDays(DAY, 1)} Bank 7000.00  7000.00 NGN`,
      `${addDays(DAY, 1)} Cheque  7000.00 7000.00 NGN`,
    ],
  )
  await church.act(closeJournal, { from: DAY, to: addDays(DAY, 5) })
  const closed = await journal({ number: '1' })
  // What is confirmed late for closed days, and what comes back, are in the next.
  await deposited([{ amount: 50_000, method: 'cash', given_on: DAY }], addDays(DAY, 2))
  await church.act(voidContribution, { id: first.ids[3] ?? 0, reason: 'No funds', bounced: true })
  const next = await journal({})
  assert.deepEqual(
    ['1000', '1010', '1100', '4000'].map(account => balance(next, account)),
    [0, 0, 50_000 - 700_000, -50_000 + 700_000],
  )
  assert.deepEqual(await journal({ number: '1' }), closed)
  // A church that books cash at the bank at once has nothing twice.
  await church.act(setAccounts, { accounts: [{ method: 'cash', code: '1100' }] })
  const again = await journal({ from: DAY, to: addDays(DAY, 5) })
  assert.equal(balance(again, '1100'), 1_000_000 + 549_573 + 50_000 + balance(again, '1010') * -1)
  // Figures that were frozen before they told what each method is worth are booked the same.
  const kept = await service.database.read.first<{
    figures: string
    sha256: Buffer
  }>(sql`select figures, sha256 from batches
    where church_id = ${church.church.id} and number = ${first.number}`)
  const figures = kept?.figures.replace(/(?<=\{"amount":\d+,)"amount_base":\d+,(?="count")/g, '') ?? ''
  assert.doesNotMatch(JSON.stringify(JSON.parse(figures).by_method), /amount_base/)
  const freezing = (text: string, hash: Buffer) =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`update batches set figures = ${text}, sha256 = ${hash}
        where church_id = ${church.church.id} and number = ${first.number}`),
    )
  await freezing(figures, createHash('sha256').update(figures).digest())
  await church.act(voidContribution, { id: first.ids[1] ?? 0, reason: 'Not genuine' })
  await church.act(setAccounts, { accounts: [{ method: 'cash', code: '1000' }] })
  assert.deepEqual(lines(await journal({ from: DAY, to: addDays(DAY, 5) })), taken)
})

test('accounts that are changed between a gift and its deposit: what was booked is cleared, and the bank has it once', async () => {
  await begin([...ACCOUNTS, { method: 'cash', code: '1000' }, { method: 'cheque', code: '1100' }])
  const given = { given_on: DAY }
  const cheque = { amount: 700_000, method: 'cheque', reference: '004711', ...given }
  const { id, ids } = await counted([{ amount: 1_000_000, method: 'cash', ...given }, cheque])
  await church.act(closeJournal, { from: DAY, to: DAY })
  // Cash goes on another account from now on, and cheques are no longer booked on the bank at once.
  const changed = [
    { method: 'cash' as const, code: '1001' },
    { method: 'cheque' as const, code: '1010' },
    { fund_id: church.fund_id, code: '4001' },
  ]
  await church.act(setAccounts, { accounts: changed })
  const later = await church.send('POST', '/contributions', { ...{ amount: 30_000, method: 'cash' }, ...given })
  await church.act(depositBatch, { id, deposited_on: addDays(DAY, 1) })
  await church.act(closeJournal, { to: addDays(DAY, 1) })
  const balances = (rows: readonly Row[]) =>
    ['1000', '1001', '1010', '1100', '4000', '4001'].map(account => balance(rows, account))
  const second = await journal({ number: '2' })
  const both = [...(await journal({ number: '1' })), ...second]
  const taken = second.filter(({ reference }) => reference.startsWith('T-'))
  assert.deepEqual(
    taken.map(({ account, debit, credit }) => [account, debit, credit]),
    [
      ['1100', '10000.00', ''],
      ['1000', '', '10000.00'],
    ],
  )
  assert.deepEqual(balances(both), [0, 30_000, 0, 1_700_000, -1_700_000, -30_000])
  // A cheque that comes back leaves the bank once, and what is void is taken from where it was booked, each from its own.
  await church.act(voidContribution, { id: ids[1] ?? 0, reason: 'No funds', bounced: true })
  await church.act(voidContribution, { id: later.json.data.id, reason: 'Twice' })
  assert.deepEqual(balances([...both, ...(await journal({}))]), [0, 0, 0, 1_000_000, -1_000_000, 0])
})

test('a batch whose gifts were booked in two journals is cleared on both accounts; a damaged one closes no journal', async () => {
  await begin([...ACCOUNTS, { method: 'cash', code: '1000' }])
  const first = { amount: 10_000, method: 'cash', given_on: DAY }
  const { id } = await counted([first, { ...first, amount: 2_000, given_on: addDays(DAY, 2) }])
  await church.act(closeJournal, { from: DAY, to: DAY })
  await church.act(setAccounts, { accounts: [{ method: 'cash', code: '1001' }] })
  await church.act(depositBatch, { id, deposited_on: addDays(DAY, 2) })
  const next = await journal({})
  assert.deepEqual(
    ['1000', '1001', '1100'].map(account => balance(next, account)),
    [-10_000, 0, 12_000],
  )
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update batches set figures = replace(figures, '12000', '90000') where church_id = ${church.church.id}`),
  )
  const to = addDays(DAY, 3)
  await assert.rejects(church.act(closeJournal, { to }), { code: 'wrong_state', message: /^The figures of deposit D-/ })
  const { json } = await finance.inChurch('GET', '/views/journal_file')
  assert.deepEqual([json.error, /deposit D-/.test(json.message ?? '')], ['wrong_state', true])
})
