/** The journal for accounting programs: it balances to the cent, and what is closed stays as it was closed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from '../src/db/sql.ts'
import { addDays, today } from '../src/lib/calendar.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { METHODS } from '../src/modules/contributions/fields.ts'
import { updateFund } from '../src/modules/contributions/update-fund.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { setAccounts } from '../src/modules/journal/account-codes.ts'
import { closeJournal } from '../src/modules/journal/close-journal.ts'
import { member, type TestMember } from './support/console.ts'
import type { TestChurch, TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(async () => {
  await service.close()
})

interface Row {
  date: string
  reference: string
  account: string
  name: string
  branch: string
  debit: string
  credit: string
  currency: string
  given_amount: string
  given_currency: string
  gifts: string
  memo: string
}

const file = async (who: TestMember, query: Record<string, string>): Promise<string> => {
  const { status, text } = await who.inChurch('GET', `/views/journal_file?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return text
}
const rowsOf = (text: string): Row[] => parse(text, { bom: true, columns: true })
const cents = (text: string): bigint => BigInt(text.replace('.', '') || '0')

async function giving(church: TestChurch) {
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: '2020-01-01' })
  const missions = (await church.act(createFund, { name: 'Missions', is_default: false })).id
  const give = async (body: object): Promise<{ id: number; amount_base: number }> => {
    const { status, json, text } = await church.send('POST', '/contributions', body)
    assert.equal(status, 201, text)
    return json.data
  }
  const accounts = [
    ...METHODS.map((method, at) => ({ method, code: String(1000 + at) })),
    { fund_id: church.fund_id, code: '4000' },
    { fund_id: missions, code: '4010' },
  ]
  return { missions, give, accounts }
}
const undo = (church: TestChurch, id: number) => church.act(voidContribution, { id, reason: 'Counted twice' })

test('a gift is a debit and a credit; a closed journal never moves, and what changes later is in the next', async () => {
  const church = await service.church()
  const { missions, give, accounts } = await giving(church)
  const finance = await member(service, church, 'finance')
  await give({ amount: 150_050, given_on: '2024-01-07', method: 'cash', fund_id: church.fund_id })
  await give({ amount: 10_000, currency: 'USD', given_on: '2024-01-07', method: 'online', fund_id: missions })
  const wrong = await give({ amount: 5_000_000, given_on: '2024-01-14', method: 'cheque', fund_id: missions })
  await assert.rejects(church.act(closeJournal, { from: '2024-01-01', to: '2024-01-31' }), (error: Error) => {
    assert.match(JSON.stringify(error), /set account codes first, of Cash, .*Missions/)
    return true
  })
  await church.act(setAccounts, { accounts })
  const next = await file(finance, { from: '2024-01-01', to: '2024-01-31' })
  const closed = await church.act(closeJournal, { from: '2024-01-01', to: '2024-01-31' })
  assert.deepEqual([closed.number, closed.lines], [1, 6])
  const january = await file(finance, { number: '1' })
  assert.equal(january, next, 'it is closed as it was shown')
  const hq = church.church.hq_branch_id
  const [cash, general, online, , , mission] = rowsOf(january)
  const both = { date: '2024-01-07', reference: `G-20240107-B${hq}-NGN`, currency: 'NGN', gifts: '1', memo: '1 gift' }
  const branch = cash?.branch
  const given = { given_amount: '1500.50', given_currency: 'NGN', branch }
  assert.deepEqual(cash, { ...both, ...given, account: '1000', name: 'Cash', debit: '1500.50', credit: '' })
  assert.deepEqual(general, { ...both, ...given, account: '4000', name: 'General', debit: '', credit: '1500.50' })
  assert.deepEqual(
    [online?.debit, online?.given_amount, online?.given_currency, online?.account],
    ['165037.00', '100.00', 'USD', '1003'],
  )
  assert.deepEqual([mission?.credit, mission?.account], ['50000.00', '4010'])

  // 20,000 of the 50,000 are given back: the gift is voided, and one of the rest is recorded for its day.
  await undo(church, wrong.id)
  await give({ amount: 3_000_000, given_on: '2024-01-14', method: 'cheque', fund_id: missions })
  await church.act(setAccounts, { accounts: [{ method: 'cash', code: '1999' }] })
  assert.equal(await file(finance, { number: '1' }), january)
  await give({ amount: 700, given_on: '2024-02-04', method: 'cash', fund_id: church.fund_id })
  await church.act(closeJournal, { to: '2024-02-29' })
  const february = rowsOf(await file(finance, { number: '2' }))
  const of = (letter: string) => february.filter(({ reference }) => reference.startsWith(letter))
  assert.deepEqual(
    of('G').map(({ account, debit, credit }) => [account, debit, credit]),
    [
      ['1999', '7.00', ''],
      ['4000', '', '7.00'],
    ],
  )
  assert.deepEqual(
    of('V').map(({ account, debit, credit, date, memo }) => [account, debit, credit, date, memo]),
    [
      ['1005', '', '50000.00', '2024-02-29', '1 gift of 14 Jan 2024, voided later'],
      ['4010', '50000.00', '', '2024-02-29', '1 gift of 14 Jan 2024, voided later'],
    ],
  )
  assert.deepEqual(
    of('A').map(({ account, debit, credit }) => [account, debit, credit]),
    [
      ['1005', '30000.00', ''],
      ['4010', '', '30000.00'],
    ],
  )
  // The next one has none of it again.
  assert.deepEqual(rowsOf(await file(finance, { to: '2024-03-31' })), [])
  const { sha256 } = (await finance.inChurch('GET', '/views/journals')).json.data.journals[1]
  assert.equal(sha256, closed.sha256)
})

test('what a renamed fund takes back leaves the account on which it was booked, whichever fund has its name by now', async () => {
  const church = await service.church()
  const { missions, give, accounts } = await giving(church)
  const finance = await member(service, church, 'finance')
  await church.act(setAccounts, { accounts })
  const gifts = [
    await give({ amount: 5_000, given_on: '2024-01-07', method: 'cash', fund_id: missions }),
    await give({ amount: 300, given_on: '2024-01-07', method: 'cash', fund_id: church.fund_id }),
  ]
  await church.act(closeJournal, { from: '2024-01-01', to: '2024-01-31' })
  await church.act(updateFund, { id: missions, name: 'Outreach' })
  await church.act(updateFund, { id: church.fund_id, name: 'Missions' })
  const moved = [
    { fund_id: missions, code: '4999' },
    { fund_id: church.fund_id, code: '4111' },
  ]
  await church.act(setAccounts, { accounts: moved })
  for (const { id } of gifts) await undo(church, id)
  const taken = rowsOf(await file(finance, { to: '2024-02-29' })).filter(({ debit }) => debit !== '')
  assert.deepEqual(
    taken.map(({ account, name, debit }) => [account, name, debit]),
    [
      ['4000', 'Missions', '3.00'],
      ['4010', 'Outreach', '50.00'],
    ],
  )
})

test('every entry balances, and all journals together are what was given, whatever is voided, refunded or closed', async () => {
  const day = fc.integer({ min: 0, max: 89 })
  const gift = fc.record({
    day,
    amount: fc.integer({ min: 1, max: 999_999_999 }),
    usd: fc.boolean(),
    mission: fc.boolean(),
    method: fc.constantFrom(...METHODS),
    /** Voided before the first journal is closed, after it, after the second, or never. */
    gone: fc.constantFrom(0, 1, 2, 3, 3),
    /** Recorded before any is closed, or only after the first. */
    late: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(gift, { minLength: 4, maxLength: 14 }), async plan => {
      const church = await service.church()
      const { missions, give, accounts } = await giving(church)
      await church.act(setAccounts, { accounts })
      const owner = await member(service, church, 'owner')
      const made = new Map<number, { id: number; amount_base: number }>()
      const record = async (late: boolean): Promise<void> => {
        for (const [at, one] of plan.entries()) {
          if (one.late !== late) continue
          const { amount, method } = one
          const currency = one.usd ? 'USD' : 'NGN'
          const fund_id = one.mission ? missions : church.fund_id
          made.set(at, await give({ amount, method, currency, fund_id, given_on: addDays('2024-01-01', one.day) }))
        }
      }
      const drop = async (gone: number): Promise<void> => {
        for (const [at, one] of plan.entries()) {
          const found = made.get(at)
          if (one.gone === gone && found !== undefined) await undo(church, found.id)
        }
      }
      await record(false)
      await drop(0)
      await church.act(closeJournal, { from: '2024-01-01', to: '2024-01-31' })
      const first = await file(owner, { number: '1' })
      await record(true)
      await drop(1)
      await church.act(closeJournal, { to: '2024-02-29' })
      await drop(2)
      await church.act(closeJournal, { to: '2024-04-30' })
      const texts = await Promise.all(['1', '2', '3'].map(number => file(owner, { number })))
      assert.equal(texts[0], first)
      const rows = texts.flatMap(rowsOf)
      const entries = new Map<string, { base: bigint; given: bigint }>()
      const funds = new Map<string, bigint>()
      for (const { reference, account, debit, credit, given_amount } of rows) {
        const entry = entries.get(reference) ?? { base: 0n, given: 0n }
        const sign = credit === '' ? 1n : -1n
        entries.set(reference, {
          base: entry.base + cents(debit) - cents(credit),
          given: entry.given + sign * cents(given_amount),
        })
        funds.set(account, (funds.get(account) ?? 0n) + cents(credit) - cents(debit))
      }
      for (const [reference, { base, given }] of entries) assert.deepEqual([base, given], [0n, 0n], reference)
      const posted = await service.database.read.all<{ fund_id: number; sum: string }>(sql`
        select fund_id, sum(amount_base)::text as sum from contributions
        where church_id = ${church.church.id} and status = 'posted' group by 1`)
      for (const [fund, account] of [
        [church.fund_id, '4000'],
        [missions, '4010'],
      ] as const) {
        const sum = posted.find(({ fund_id }) => fund_id === fund)?.sum ?? '0'
        assert.equal(funds.get(account) ?? 0n, BigInt(sum))
      }
    }),
    { numRuns: 6 },
  )
})

test('the books are closed by finance of the whole church, day after day, and only what is over', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const limited = await member(service, church, 'finance', await church.branch('North'))
  for (const who of [limited, await member(service, church, 'staff')]) {
    assert.equal((await who.inChurch('GET', '/views/journals')).status, 403)
    assert.equal((await who.inChurch('GET', '/views/journal_file?from=2024-01-01')).status, 403)
    assert.equal((await who.inChurch('POST', '/actions/journals.close', { to: '2024-01-31' })).status, 403)
    const body = { accounts: [{ method: 'cash', code: '1' }] }
    assert.equal((await who.inChurch('POST', '/actions/account_codes.set', body)).status, 403)
  }
  const errors = async (query: string) => (await owner.inChurch('GET', `/views/journal_file?${query}`)).json.errors
  assert.deepEqual(await errors('to=2024-01-31'), { from: 'is required: no journal is closed yet' })
  const refused = async (body: { from?: string; to: string }, text: RegExp) =>
    await assert.rejects(church.act(closeJournal, body), (error: Error) => text.test(JSON.stringify(error)))
  const day = today(new Date(), church.church.timezone)
  await refused({ to: '2024-01-31' }, /is required for the first journal/)
  await refused({ from: addDays(day, -3), to: day }, /must be a day that is over/)
  await refused({ from: '2023-01-01', to: '2024-01-01' }, /within a year/)
  await church.act(closeJournal, { from: '2024-01-01', to: '2024-01-31' })
  await refused({ from: '2024-03-01', to: '2024-03-31' }, /is 2024-02-01, the day after the last journal/)
  await refused({ to: '2024-01-20' }, /must be 2024-02-01 or later/)
  assert.equal((await owner.inChurch('GET', '/views/journal_file?number=7')).status, 404)
  const funds = {
    accounts: [
      { method: 'cash', fund_id: 1, code: '1' },
      { fund_id: 99_999_999, code: '2' },
    ],
  }
  const wrong: object = (await owner.inChurch('POST', '/actions/account_codes.set', funds)).json.errors ?? {}
  assert.deepEqual(Object.keys(wrong), ['accounts.0.fund_id', 'accounts.1.fund_id'])
})
