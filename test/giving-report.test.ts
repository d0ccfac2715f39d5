/** Giving by fund, branch, method and month against the year before: the sums are those of a plain count of the gifts. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { addDays, addYears, today } from '../src/lib/calendar.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import type { GivingReport } from '../src/modules/contributions/giving-report.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { cli } from './support/cli.ts'
import { member, type TestMember } from './support/console.ts'
import { readPdf, textOf } from './support/read-pdf.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-report-'))
let service: TestService
let church: TestChurch
let owner: TestMember
before(async () => {
  service = await startService()
})
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

interface Gift {
  id: number
  amount: number
  currency: string
  amount_base: number
  given_on: string
  fund_id: number
  branch_id: number
  method: string
  gone?: true
}

const give = async (body: object): Promise<Gift> => {
  const { status, json, text } = await church.send('POST', '/contributions', body)
  assert.equal(status, 201, text)
  return json.data
}
const ask = (query: Record<string, string>, who = owner) =>
  who.inChurch('GET', `/views/giving_report?${new URLSearchParams(query)}`)
async function report(query: Record<string, string>, who = owner): Promise<GivingReport> {
  const { status, json, text } = await ask(query, who)
  assert.equal(status, 200, text)
  return json.data
}

const KEYS = {
  fund: ({ fund_id }: Gift) => String(fund_id),
  branch: ({ branch_id }: Gift) => String(branch_id),
  method: ({ method }: Gift) => method,
  month: ({ given_on }: Gift) => given_on.slice(0, 7),
}
type GivingGroup = keyof typeof KEYS
const GROUPS = Object.keys(KEYS) as GivingGroup[]

/** Sums by group as a plain count has them; groups without anything are left out. */
function counted(gifts: readonly Gift[], by: GivingGroup, from: string, to: string, currency?: string) {
  const sums: Record<string, { count: number; sum: bigint; months: Record<string, bigint> }> = {}
  for (const gift of gifts) {
    const { given_on, gone, amount, amount_base } = gift
    if (gone || given_on < from || given_on > to || (currency !== undefined && gift.currency !== currency)) continue
    const key = KEYS[by](gift)
    const entry = sums[key] ?? { count: 0, sum: 0n, months: {} }
    sums[key] = entry
    const worth = BigInt(currency === undefined ? amount_base : amount)
    const month = given_on.slice(0, 7)
    entry.count += 1
    entry.sum += worth
    entry.months[month] = (entry.months[month] ?? 0n) + worth
  }
  return sums
}

test('every sum of a report is that of a plain count, whatever is asked', async () => {
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: '2020-01-01' })
  const missions = (await church.act(createFund, { name: 'Missions', is_default: false })).id
  const branches = [church.church.hq_branch_id, await church.branch('North')]
  const methods = ['cash', 'bank_transfer', 'in_kind']
  const gifts: Gift[] = []
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let n = 0; n < 160; n += 1) {
    const gift = await give({
      amount: n % 40 === 0 ? 900_000_000_000 : 1 + random(1_000_000),
      currency: n % 3 === 0 ? 'USD' : 'NGN',
      given_on: addDays('2023-12-20', random(800)),
      branch_id: branches[random(2)],
      method: methods[random(3)],
      ...(random(2) === 0 && { fund_id: missions }),
    })
    if (n % 9 === 0) {
      await church.act(voidContribution, { id: gift.id, reason: 'Counted twice' })
      gift.gone = true
    }
    gifts.push(gift)
  }
  const day = fc.integer({ min: 0, max: 780 }).map(n => addDays('2023-12-25', n))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...GROUPS),
      day,
      // From the last day of a month, as many as lie within 24 months, whichever those are.
      fc.integer({ min: 0, max: 699 }),
      fc.option(fc.constantFrom('USD', 'NGN'), { nil: undefined }),
      async (by, from, days, currency) => {
        const to = addDays(from, days)
        const found = await report({ by, from, to, ...(currency && { currency }) })
        const now = counted(gifts, by, from, to, currency)
        const { before } = found
        const earlier = counted(gifts, by, before.from, before.to, currency)
        let total = 0n
        for (const row of found.rows) {
          const key = by === 'month' ? String(Number(row.key.slice(0, 4)) - 1) + row.key.slice(4) : row.key
          assert.equal(row.count, now[row.key]?.count ?? 0)
          assert.equal(row.total, String(now[row.key]?.sum ?? 0n))
          assert.equal(row.before, String(earlier[key]?.sum ?? 0n))
          assert.equal(row.difference, String(BigInt(row.total) - BigInt(row.before)))
          const months = found.months.map(month => String(now[row.key]?.months[month] ?? 0n))
          assert.deepEqual(row.months, by === 'month' ? [] : months)
          total += BigInt(row.total)
        }
        for (const key of Object.keys(now))
          assert.ok(
            found.rows.some(row => row.key === key),
            `${key} has a row`,
          )
        assert.equal(found.all.total, String(total))
        assert.equal(found.all.total, String(Object.values(now).reduce((sum, one) => sum + one.sum, 0n)))
        assert.equal(found.all.before, String(Object.values(earlier).reduce((sum, one) => sum + one.sum, 0n)))
      },
    ),
    { numRuns: 60 },
  )
})

test('a year is compared with the same days of the year before; the current one ends today', async () => {
  const day = today(new Date(), church.church.timezone)
  const year = Number(day.slice(0, 4))
  const now = await report({})
  assert.deepEqual([now.now, now.by], [{ from: `${year}-01-01`, to: day }, 'fund'])
  assert.equal(now.before.from, `${year - 1}-01-01`)
  assert.equal(now.before.to, addDays(addYears(addDays(day, 1), -1), -1))
  const earlier = await report({ year: '2024' })
  assert.deepEqual(earlier.now, { from: '2024-01-01', to: '2024-12-31' })
  assert.deepEqual(earlier.before, { from: '2023-01-01', to: '2023-12-31' })
  assert.equal(earlier.months.length, 12)
  const leap = await report({ from: '2024-02-01', to: '2024-02-29' })
  assert.deepEqual(leap.before, { from: '2023-02-01', to: '2023-02-28' })
})

test('days that are no period are refused by name', async () => {
  const refused = async (query: Record<string, string>) => {
    const { status, json } = await ask(query)
    assert.equal(status, 422)
    return json.errors
  }
  assert.deepEqual(await refused({ from: '2024-02-01', to: '2024-01-31' }), { to: 'must be 2024-02-01 or later' })
  assert.deepEqual(await refused({ from: '2020-01-01', to: '2024-01-31' }), { to: 'must be within 24 months of from' })
  assert.deepEqual(await refused({ year: '2024', from: '2024-02-01' }), { year: 'leave it out with from and to' })
})

test('finance sees it within their branch, and staff and viewers do not', async () => {
  const north = await church.branch('North')
  await give({ amount: 100, given_on: '2024-05-01' })
  await give({ amount: 7, given_on: '2024-05-01', branch_id: north })
  const [all, limited] = [await member(service, church, 'finance'), await member(service, church, 'finance', north)]
  assert.equal((await report({ year: '2024' }, all)).all.total, '107')
  assert.equal((await report({ year: '2024', by: 'branch' }, limited)).all.total, '7')
  const above = await ask({ year: '2024', branch_id: String(church.church.hq_branch_id) }, limited)
  assert.deepEqual([above.status, Object.keys(above.json.errors ?? {})], [422, ['branch_id']])
  assert.equal((await report({ year: '2024', branch_id: String(north) }, all)).all.total, '7')
  for (const role of ['staff', 'viewer'] as const) {
    const answer = await ask({ year: '2024' }, await member(service, church, role))
    assert.deepEqual([answer.status, answer.json.error], [403, 'not_permitted'])
  }
})

test('a report that was read before has the gifts that were recorded since', async () => {
  await give({ amount: 100, given_on: '2024-05-01' })
  assert.equal((await report({ year: '2024' })).all.total, '100')
  const { id } = await give({ amount: 20, given_on: '2024-05-02' })
  assert.equal((await report({ year: '2024' })).all.total, '120')
  await church.act(voidContribution, { id, reason: 'Counted twice' })
  assert.equal((await report({ year: '2024' })).all.total, '100')
})

test('the command line says it, and writes it as CSV and as PDF for A4 and Letter', async () => {
  await church.act(createFund, { name: '=Ọrẹ́ Missions', is_default: false })
  const funds = (await church.send('GET', '/funds')).json.data
  const fund_id = funds.find(({ name }: { name: string }) => name.startsWith('=')).id
  await give({ amount: 150_050, given_on: '2024-03-01', fund_id })
  await give({ amount: 250_000, given_on: '2023-03-01' })
  const run = async (...args: string[]) => {
    const ended = await cli(service.databaseUrl, ['giving', 'report', '--church', church.church.slug, ...args])
    assert.equal(ended.code, 0, ended.stderr)
    return ended
  }
  const said = (await run('--year', '2024')).stdout
  assert.match(said, /^2024-01-01 to 2024-12-31, against 2023-01-01 to 2023-12-31, in NGN\.$/m)
  assert.match(said, /^General +0 +₦0\.00 +₦2,500\.00 +-₦2,500\.00$/m)
  const file = path.join(folder, 'giving.csv')
  await run('--year', '2024', '--csv', file)
  const [head, ...lines] = readFileSync(file, 'utf8').replace('\ufeff', '').trim().split('\r\n')
  assert.equal(head?.split(',').length, 3 + 12 + 3)
  assert.deepEqual(
    lines.map(line =>
      line
        .split(',')
        .filter((_, at) => [0, 1, 2, 5, 15, 16, 17].includes(at))
        .join(','),
    ),
    [
      "'=Ọrẹ́ Missions,NGN,1,1500.50,1500.50,0.00,1500.50",
      'General,NGN,0,0.00,0.00,2500.00,-2500.00',
      'All,NGN,1,1500.50,1500.50,2500.00,-999.50',
    ],
  )
  for (const paper of ['A4', 'Letter']) {
    for (const months of [[], ['--months']]) {
      const out = path.join(folder, `giving-${paper}-${months.length}.pdf`)
      await run('--year', '2024', '--paper', paper, '--pdf', out, ...months)
      const pages = await readPdf(readFileSync(out))
      const wide = { A4: [595, 842], Letter: [612, 792] }[paper]?.[months.length]
      for (const page of pages) {
        assert.equal(Math.round(page.width), wide)
        for (const { left, right, bottom, text } of page.texts) {
          assert.ok(left >= 33 && right <= page.width - 33 && bottom <= page.height - 33, text)
        }
      }
      const words = pages.map(textOf).join('\n')
      for (const text of ['=Ọrẹ́ Missions', '₦1,500.50', 'General', 'All'])
        assert.ok(words.includes(text), `${text}: ${words}`)
    }
  }
})

test('a long report has its header on every page, and large sums stay within the paper', async () => {
  for (let n = 0; n < 80; n += 1) {
    const { id } = await church.act(createFund, {
      name: `Fund number ${n} for a long name of a good work`,
      is_default: false,
    })
    for (const month of ['01', '12']) {
      await give({ amount: 999_999_999_999, given_on: `2024-${month}-01`, fund_id: id })
    }
  }
  const { bytes, status } = await owner.inChurch('GET', '/views/giving_report_file?format=pdf&year=2024&months=1')
  assert.equal(status, 200)
  const pages = await readPdf(bytes)
  assert.ok(pages.length > 1)
  assert.match(textOf(pages.at(-1) ?? { width: 0, height: 0, texts: [] }), /The first \d+ of 80 rows\./)
  for (const page of pages.slice(0, -1)) {
    assert.ok(textOf(page).includes('Jan 2024') && textOf(page).includes('Total'))
    for (const { left, right, text } of page.texts) assert.ok(left >= 33 && right <= page.width - 33, text)
  }
  const words = pages.map(page => textOf(page).replaceAll('\n', ' ')).join(' ')
  for (let n = 0; n < 80; n += 1) assert.ok(words.includes(`Fund number ${n} for`), `Fund ${n}`)
  assert.ok(words.includes('₦1,599,999,999,998.40'), 'the sum of all, to the kobo')
})
