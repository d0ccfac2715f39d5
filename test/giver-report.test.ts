/** Givers new, back, steady and lapsed, and the ranges of what they gave: as a plain count of the gifts has them. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../src/db/sql.ts'
import { addDays } from '../src/lib/calendar.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import type { GivingReport } from '../src/modules/contributions/giving-report.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { mergePeople } from '../src/modules/people/merge.ts'
import { cli } from './support/cli.ts'
import { member, type TestMember } from './support/console.ts'
import { readPdf, textOf } from './support/read-pdf.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-givers-'))
let service: TestService
before(async () => {
  service = await startService()
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const read = async (who: TestMember, query: Record<string, string>): Promise<GivingReport> => {
  const { status, json, text } = await who.inChurch('GET', `/views/giving_report?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return json.data
}
const post = async (church: TestChurch, body: object): Promise<{ id: number; amount_base: number }> => {
  const { status, json, text } = await church.send('POST', '/contributions', body)
  assert.equal(status, 201, text)
  return json.data
}
const person = async (church: TestChurch, first_name: string, more: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name, last_name: 'Obi', ...more })).json.data.id

interface Plain {
  id: number
  person_id: number | null
  given_on: string
  amount_base: number
}

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** What each giver is in some days, by reading their gifts one after the other. */
function plainly(gifts: readonly Plain[], from: string, to: string, gap: number) {
  const found = {
    new: new Set<number>(),
    back: new Set<number>(),
    steady: new Set<number>(),
    lapsed: new Set<number>(),
  }
  for (const one of new Set(gifts.flatMap(({ person_id }) => (person_id === null ? [] : [person_id])))) {
    const dates = gifts.flatMap(gift => (gift.person_id === one && gift.given_on <= to ? [gift.given_on] : [])).sort()
    const within = dates.filter(date => date >= from)
    const returned = dates.some((date, at) => date >= from && at > 0 && days(dates[at - 1] ?? '', date) >= gap)
    if (within.length > 0) {
      found[dates[0] === within[0] && dates.length === within.length ? 'new' : returned ? 'back' : 'steady'].add(one)
    }
    const last = dates.at(-1)
    const end = last && addDays(last, gap)
    if (end && end >= from && end <= to) found.lapsed.add(one)
  }
  return found
}

test('givers and ranges add up to what was given, and are those of a plain count, whatever is asked', async () => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  await church.act(setRate, { currency: 'USD', rate: '1650.37', valid_from: '2020-01-01' })
  const people = await Promise.all(Array.from({ length: 9 }, (_, n) => person(church, `Giver ${n}`)))
  const random = (seed: number, below: number): number => ((seed * 48_271) % 2_147_483_647) % below
  const gifts: Plain[] = []
  for (let n = 1; n <= 110; n += 1) {
    const given_on = addDays('2022-01-01', random(n * 77, 1_400))
    // The first three give seldom.
    const who = people[n % 5 === 0 ? random(n, 9) : 3 + random(n, 6)] ?? 0
    const person_id = n % 7 === 0 ? null : who
    const usd = n % 4 === 0
    const amount = n % 30 === 0 ? 900_000_000_000 : 1 + random(n * 31, 5_000_000)
    const gift = await post(church, { amount, given_on, person_id, currency: usd ? 'USD' : 'NGN' })
    if (n % 9 === 0) await church.act(voidContribution, { id: gift.id, reason: 'Counted twice' })
    else gifts.push({ id: gift.id, person_id, given_on, amount_base: gift.amount_base })
  }
  const sum = (from: string, to: string): bigint =>
    gifts.reduce((all, one) => (one.given_on >= from && one.given_on <= to ? all + BigInt(one.amount_base) : all), 0n)
  const start = fc.integer({ min: 0, max: 1_100 }).map(n => addDays('2022-10-01', n))
  const gaps = fc.constantFrom('30', '90', '365')
  await fc.assert(
    fc.asyncProperty(start, fc.integer({ min: 0, max: 600 }), gaps, async (from, length, gap) => {
      const to = addDays(from, length)
      const all = await read(owner, { by: 'fund', from, to })
      const givers = await read(owner, { by: 'giver', from, to, days: gap })
      const ranges = await read(owner, { by: 'range', from, to, ...(length % 2 === 0 && { ranges: '1,500,20000' }) })
      for (const one of [givers, ranges]) {
        assert.deepEqual([one.all.total, one.all.before], [all.all.total, all.all.before])
        assert.equal(one.all.total, String(sum(from, to)))
        assert.equal(one.all.count, all.all.count)
        assert.equal(
          one.rows.reduce((total, row) => total + BigInt(row.total), 0n),
          BigInt(one.all.total),
        )
        assert.equal(
          one.rows.reduce((total, row) => total + BigInt(row.before), 0n),
          BigInt(one.all.before),
        )
        assert.equal(
          one.rows.reduce((total, row) => total + (row.givers?.now ?? 0), 0),
          one.all.givers?.now,
        )
      }
      for (const [side, [first, last]] of Object.entries({
        now: [from, to],
        before: [all.before.from, all.before.to],
      })) {
        const plain = plainly(gifts, first ?? '', last ?? '', Number(gap))
        const said = (key: string) => givers.rows.find(row => row.key === key)?.givers?.[side as 'now' | 'before']
        assert.deepEqual(
          [said('new'), said('back'), said('steady')],
          [plain.new.size, plain.back.size, plain.steady.size],
        )
        assert.equal(givers.lapsed?.[side as 'now' | 'before'], plain.lapsed.size)
      }
      const given = new Map<number, bigint>()
      for (const { person_id, given_on, amount_base } of gifts) {
        if (person_id === null || given_on < from || given_on > to) continue
        given.set(person_id, (given.get(person_id) ?? 0n) + BigInt(amount_base))
      }
      for (const { range, givers: counted } of ranges.rows) {
        if (range === undefined) continue
        const those = [...given.values()].filter(
          amount =>
            (range.from === null || amount >= BigInt(range.from)) && (range.to === null || amount < BigInt(range.to)),
        )
        assert.equal(counted?.now, those.length)
      }
    }),
    { numRuns: 10 },
  )
})

test('whoever sees gifts finds those who are new, came back or lapsed among the people, and can write to them', async () => {
  const church = await service.church()
  const [owner, finance] = [await member(service, church, 'owner'), await member(service, church, 'finance')]
  const [ada, ben, cid, dan, gone] = await Promise.all(
    ['Ada', 'Ben', 'Cid', 'Dan', 'Gone'].map(name => person(church, name, { email: `${name}@example.org` })),
  )
  const gifts: [number | undefined, string][] = [
    [ada, '2024-02-29'],
    [ben, '2022-12-30'],
    [ben, '2024-01-02'],
    [cid, '2023-03-01'],
    [cid, '2023-12-31'],
    [cid, '2024-12-30'],
    [dan, '2023-05-01'],
    [gone, '2023-06-01'],
  ]
  for (const [person_id, given_on] of gifts) await post(church, { amount: 100, given_on, person_id })
  const filter = (what: string): string => `giving=${what}:2024-01-01:2024-12-31:365`
  const found = async (who: TestMember, what: string): Promise<string[]> =>
    (await who.inChurch('GET', `/people?${filter(what)}`)).json.data
      .map(({ first_name }: { first_name: string }) => first_name)
      .sort()
  for (const who of [owner, finance]) {
    // 365 days after 31 December 2023 is 30 December 2024, on which Cid gave: the gap is as long as asked.
    assert.deepEqual(await found(who, 'new'), ['Ada'])
    assert.deepEqual(await found(who, 'back'), ['Ben', 'Cid'])
    assert.deepEqual(await found(who, 'lapsed'), ['Dan', 'Gone'])
  }
  const asked = { by: 'giver', from: '2024-01-01', to: '2024-12-31' }
  assert.deepEqual((await read(finance, asked)).lapsed, { days: 365, now: 2, before: 1 })

  // Two records of one person are one giver, and the version of the figures says so at once.
  await church.act(mergePeople, { keep: ben ?? 0, remove: gone ?? 0 })
  assert.deepEqual(await found(owner, 'lapsed'), ['Dan'])
  assert.deepEqual((await read(finance, asked)).lapsed, { days: 365, now: 1, before: 0 })
  const preview = await owner.inChurch('POST', '/actions/messages.preview', {
    channel: 'email',
    subject: 'We miss you',
    body: 'Dear {first_name}',
    filter: filter('back'),
  })
  assert.equal(preview.status, 200, preview.text)
  assert.equal(preview.json.data.total, 1)

  for (const role of ['staff', 'viewer'] as const) {
    const { status, json } = await (await member(service, church, role)).inChurch('GET', `/people?${filter('new')}`)
    assert.deepEqual([status, json.error], [400, 'invalid_giving'])
  }
  const byKey = (await church.send('GET', `/people?${filter('new')}`)).json
  assert.deepEqual(byKey.meta.ignored_parameters, ['giving'])
  for (const wrong of [
    'new',
    'steady:2024-01-01:2024-12-31:365',
    'new:2024-02-30:2024-12-31:365',
    'new:2024-01-01:2024-12-31:7',
  ]) {
    assert.equal((await owner.inChurch('GET', `/people?giving=${wrong}`)).status, 400, wrong)
  }
})

test('who is limited to a branch is told of the gifts of that branch alone', async () => {
  const church = await service.church()
  const north = await church.branch('North')
  const ada = await person(church, 'Ada', { branch_id: north })
  await post(church, { amount: 100, given_on: '2023-01-01', person_id: ada, branch_id: church.church.hq_branch_id })
  await post(church, { amount: 250, given_on: '2024-01-01', person_id: ada, branch_id: north })
  const [all, limited] = [await member(service, church, 'finance'), await member(service, church, 'finance', north)]
  const standing = async (who: TestMember, more = {}) =>
    (await read(who, { by: 'giver', year: '2024', ...more })).rows.find(row => row.givers?.now === 1)?.key
  assert.equal(await standing(all), 'back')
  assert.equal(await standing(limited), 'new')
  assert.equal(await standing(all, { branch_id: String(north) }), 'new')
  const listed = async (who: TestMember, filter: string) =>
    (await who.inChurch('GET', `/people?giving=${filter}`)).json.meta.total
  assert.deepEqual(
    [await listed(all, 'new:2024-01-01:2024-12-31:365'), await listed(limited, 'new:2024-01-01:2024-12-31:365')],
    [0, 1],
  )
  assert.equal(await listed(all, `new:2024-01-01:2024-12-31:365:${north}`), 1)
  assert.equal(await listed(limited, `back:2024-01-01:2024-12-31:365:${church.church.hq_branch_id}`), 0)
})

test('the command line says both reports, and writes them as CSV and as PDF with bars that need no colour', async () => {
  const church = await service.church()
  const missions = (await church.act(createFund, { name: 'Missions', is_default: false })).id
  const [ada, ben] = await Promise.all([person(church, 'Ada'), person(church, 'Ben')])
  await post(church, { amount: 150_050, given_on: '2024-03-01', person_id: ada })
  await post(church, { amount: 2_000_000, given_on: '2024-03-02', person_id: ben, fund_id: missions })
  await post(church, { amount: 700, given_on: '2024-03-03' })
  const run = async (...args: string[]) => {
    const ended = await cli(service.databaseUrl, ['giving', 'report', '--church', church.church.slug, ...args])
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }
  const said = await run('giver', '--from', '2024-01-01', '--to', '2024-12-31')
  assert.match(said, /^New givers +2 +0 +2 +₦21,500\.50 /m)
  assert.match(said, /^Lapsed after 365 days without a gift: 0; in the year before 0\.$/m)
  const owner = await member(service, church, 'owner')
  const made = async (query: Record<string, string>) =>
    await owner.inChurch(
      'GET',
      `/views/giving_report_file?${new URLSearchParams({ by: 'range', year: '2024', ...query })}`,
    )
  const [head, ...rows] = (await made({ format: 'csv', ranges: '1000,5000' })).text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
  assert.equal(head, 'Gave in all,Currency,Givers,Givers of the year before,Gifts,Total,Year before,Difference')
  assert.deepEqual(rows, [
    '"Less than ₦1,000.00",NGN,0,0,0,0.00,0.00,0.00',
    '"₦1,000.00 to ₦4,999.99",NGN,1,0,1,1500.50,0.00,1500.50',
    '"₦5,000.00 and more",NGN,1,0,1,20000.00,0.00,20000.00',
    'No giver named,NGN,0,0,1,7.00,0.00,7.00',
    'All,NGN,2,0,3,21507.50,0.00,21507.50',
  ])
  const of = await read(owner, { by: 'giver', year: '2024', fund_id: String(missions) })
  assert.deepEqual([of.all.total, of.all.givers], ['2000000', { now: 1, before: 0 }])
  const out = path.join(folder, 'ranges.pdf')
  await run('range', '--year', '2024', '--pdf', out)
  const pages = await readPdf(readFileSync(out))
  for (const { width, height, texts } of pages) {
    for (const { left, right, bottom, text } of texts) {
      assert.ok(left >= 33 && right <= width - 33 && bottom <= height - 33, text)
    }
  }
  assert.equal(pages.length, 2)
  for (const page of pages) assert.match(textOf(page), /₦20,000\.00 and more/)
})

/** The figure of the design is 1,000,000: `SEXTON_TEST_GIFTS=1000000 npm test -- test/giver-report.test.ts`. */
test('reports of many gifts are read in one statement each, and remembered', async t => {
  const church = await service.church()
  const owner = await member(service, church, 'owner')
  const many = Number(process.env.SEXTON_TEST_GIFTS ?? 1_000)
  const { id, hq_branch_id } = church.church
  const fund = (await church.send('GET', '/funds')).json.data[0].id
  const givers = Math.ceil(many / 100)
  const first = await service.database.write(id, tx =>
    tx.first<{ id: number }>(sql`with made as (
        insert into people (church_id, branch_id, first_name, last_name, status, source, member_no, country, created_at, updated_at)
        select ${id}, ${hq_branch_id}, 'Giver', n::text, 'member', 'import', 'M' || n, 'NG', now(), now()
        from generate_series(1, ${givers}) as n returning id)
      select min(id) as id from made`),
  )
  for (let from = 0; from < many; from += 10_000) {
    await service.database.write(id, tx =>
      tx.run(sql`insert into contributions
          (church_id, person_id, fund_id, branch_id, amount, amount_base, currency, method, given_on, source)
        select ${id}, ${first?.id ?? 0}::bigint + (n::bigint * 7919) % ${givers}, ${fund}, ${hq_branch_id},
          1000 + n % 77777, 1000 + n % 77777, 'NGN', 'cash', date '2020-01-01' + (n % 1826), 'import'
        from generate_series(${from + 1}::int, ${Math.min(many, from + 10_000)}::int) as n`),
    )
  }
  for (const by of ['fund', 'month', 'giver', 'range']) {
    const started = performance.now()
    const first = await read(owner, { by, year: '2024' })
    const took = performance.now() - started
    assert.equal(first.all.total, (await read(owner, { by: 'fund', year: '2024' })).all.total)
    const again = performance.now()
    await read(owner, { by, year: '2024' })
    t.diagnostic(`${by} of ${many} gifts: ${Math.round(took)} ms, again ${Math.round(performance.now() - again)} ms`)
  }
})
