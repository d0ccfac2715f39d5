/** Statements of giving: right to the minor unit, numbered without gaps, frozen, opened by their givers alone. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD } from '../../../test/support/console.ts'
import { runAs } from '../../../test/support/database.ts'
import { readPdf, textOf } from '../../../test/support/read-pdf.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { stepsOn } from '../../resource/step.ts'
import { amountIn } from '../../texts/forms.ts'
import { ENGLISH } from '../../texts/language.ts'
import { createFund } from '../contributions/create-fund.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { restateGift } from '../contributions/restate-gift.ts'
import { updateFund } from '../contributions/update-fund.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { mergePeople } from '../people/merge.ts'
import { type Figures, figuresOf, type Head } from './figures.ts'
import { BY_PERSON, gatherOne } from './gather.ts'
import { issueAll, issueOne, issueReceipt } from './issue.ts'
import { runOn } from './run-step.ts'
import { sendStatement } from './send.ts'
import { freshLink, statementLink } from './send-link.ts'
import { statementsPdf } from './statement-paper.ts'
import { supersedeStatement } from './supersede.ts'
import { saysTotal } from './verify-route.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const YEAR = 2025
const clock = { now: () => new Date() }

const person = async (church: TestChurch, body: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', last_name: 'Obi', ...body })).json.data.id

const give = async (church: TestChurch, body: object): Promise<number> => {
  const made = await church.send('POST', '/contributions', { given_on: `${YEAR}-03-01`, ...body })
  assert.equal(made.status, 201, made.text)
  return made.json.data.id
}

/** Rates of currencies that are not the church's, from before any gift. */
async function rates(church: TestChurch, of: Record<string, string>): Promise<void> {
  for (const [currency, rate] of Object.entries(of)) {
    await church.act(setRate, { currency, rate, valid_from: '2020-01-01' })
  }
}

/** Does all of a run that is left. @returns how many parts it took */
async function finish(church: TestChurch, run: number): Promise<number> {
  const take = stepsOn(service.database, clock, HOUSE)
  let parts = 1
  while (await take(runOn, church.church, run)) parts += 1
  return parts
}

/** It is refused, and says so of a field. */
const refused = (act: Promise<unknown>, words: RegExp): Promise<void> =>
  assert.rejects(act, error => words.test(JSON.stringify((error as { errors?: object }).errors)))

async function issue(church: TestChurch, by: 'person' | 'family' = 'person', year = YEAR): Promise<number> {
  const { id } = await church.act(issueAll, { year, by })
  await finish(church, id)
  return id
}

const saidBy = async (church: TestChurch, id: number): Promise<Figures> =>
  (await church.send('GET', `/statements/${id}`)).json.data.figures

const listOf = async (church: TestChurch, query = ''): Promise<Record<string, unknown>[]> =>
  (await church.send('GET', `/statements?per_page=100${query}`)).json.data

/** The text of the PDF of a statement, as finance downloads it. */
async function paperOf(church: TestChurch, id: number): Promise<{ text: string; pages: number }> {
  const finance = await member(service, church, 'finance')
  const file = await fetch(`${service.url}/console/api/${church.church.slug}/views/statement_file?id=${id}`, {
    headers: { cookie: finance.session.join('='), 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(file.headers.get('content-type'), 'application/pdf')
  const pages = await readPdf(new Uint8Array(await file.arrayBuffer()))
  return { text: pages.map(textOf).join('\n'), pages: pages.length }
}

test('gifts in four currencies have four totals, goods stand apart without a value, and the paper says what the figures say', async () => {
  const church = await service.church({ name: 'Ìjọ Ọlọ́run ẹ ọ ș ₵ ₹' })
  await rates(church, { USD: '1500', JPY: '10', KWD: '4900' })
  const id = await person(church, { first_name: 'Adé', last_name: 'Ọlátúnjí', address: '5 Ọba Road', city: 'Ìbàdàn' })
  const { id: social } = await church.act(createFund, { name: 'Lunch Fund', is_deductible: false })
  await give(church, { person_id: id, amount: 10_000_000 })
  await give(church, { person_id: id, amount: 2_000_000, given_on: `${YEAR}-12-31` })
  await give(church, { person_id: id, amount: 15_000, currency: 'USD' })
  await give(church, { person_id: id, amount: 5_000, currency: 'JPY' })
  await give(church, { person_id: id, amount: 12_345, currency: 'KWD' })
  await give(church, { person_id: id, amount: 50_000, fund_id: social })
  await give(church, { person_id: id, amount: 900_000, method: 'in_kind', note: 'Twenty chairs' })
  const taken = await give(church, { person_id: id, amount: 777 })
  await church.act(voidContribution, { id: taken })
  await give(church, { person_id: id, amount: 1, given_on: `${YEAR + 1}-01-01` })
  await give(church, { amount: 4 })
  await issue(church)
  const [statement, ...more] = await listOf(church)
  assert.deepEqual([statement?.giver, statement?.version, statement?.gifts, more.length], ['Adé Ọlátúnjí', 1, 7, 0])
  const figures = await saidBy(church, Number(statement?.id))
  assert.deepEqual(figures.deductible.totals, [
    { currency: 'NGN', amount: 12_000_000, gifts: 2 },
    { currency: 'JPY', amount: 5_000, gifts: 1 },
    { currency: 'KWD', amount: 12_345, gifts: 1 },
    { currency: 'USD', amount: 15_000, gifts: 1 },
  ])
  assert.deepEqual(figures.other.totals, [{ currency: 'NGN', amount: 50_000, gifts: 1 }])
  assert.deepEqual(
    figures.goods.map(({ what, on }) => [what, on]),
    [['Twenty chairs', `${YEAR}-03-01`]],
  )
  // 120,000 + 150 × 1,500 + 5,000 × 10 + 12.345 × 4,900 naira, and 500 that are not deductible.
  assert.deepEqual(figures.base, { total: 45_599_050 + 0, deductible: 45_549_050, other: 50_000 })
  assert.equal(statement?.base_total, figures.base.total)
  const { text } = await paperOf(church, Number(statement?.id))
  for (const said of [
    '₦120,000.00',
    '$150.00',
    '¥5,000',
    'KWD 12.345',
    '₦500.00',
    'Adé Ọlátúnjí',
    '5 Ọba Road',
    'Twenty chairs',
  ]) {
    assert.ok(text.includes(said), `${said} in\n${text}`)
  }
  assert.ok(text.includes('Ìjọ Ọlọ́run ẹ ọ ș ₵ ₹'), text)
  assert.ok(!text.includes('9,000'), text)
  for (const { amount, currency } of [...figures.deductible.lines, ...figures.deductible.totals]) {
    assert.ok(text.includes(amountIn({ written: 'en-NG' }, amount, currency).replaceAll('\u00a0', ' ')))
  }
})

test('the totals of all statements of a year are those of the posted gifts that have a giver, goods apart, by person and by family', async () => {
  const gift = fc.record({
    who: fc.nat({ max: 6 }),
    amount: fc.integer({ min: 1, max: 99_999_999 }),
    currency: fc.constantFrom('NGN', 'USD', 'JPY', 'KWD'),
    day: fc.integer({ min: -20, max: 385 }),
    fund: fc.nat({ max: 1 }),
    goods: fc.constantFrom(false, false, false, true),
    void: fc.constantFrom(false, false, false, true),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(gift, { maxLength: 60 }), fc.constantFrom('person', 'family'), async (gifts, by) => {
      const church = await service.church()
      await rates(church, { USD: '1537.25', JPY: '10.333', KWD: '4901.5' })
      const { id: fund } = await church.act(createFund, { name: 'Social', is_deductible: false })
      const family = (await church.send('POST', '/families', { name: 'Obi' })).json.data.id
      const people: number[] = []
      // The last is nobody; three of six are of one family.
      for (let n = 0; n < 6; n += 1) {
        people.push(await person(church, { first_name: `P${n}`, ...(n % 2 === 0 && { family_id: family }) }))
      }
      for (const { who, day, goods, void: taken, fund: at, ...said } of gifts) {
        const on = new Date(Date.UTC(YEAR, 0, 1 + day)).toISOString().slice(0, 10)
        const of = people[who] === undefined ? {} : { person_id: people[who] }
        const to = at === 0 ? {} : { fund_id: fund }
        const id = await give(church, { ...of, ...to, ...said, given_on: on, ...(goods && { method: 'in_kind' }) })
        if (taken) await church.act(voidContribution, { id })
      }
      await issue(church, by)
      const all = await listOf(church, `&year=${YEAR}`)
      const sum = all.reduce((total, { base_total }) => total + Number(base_total), 0)
      let expected = 0
      for (const one of people) {
        const query = `/contributions?person_id=${one}&from=${YEAR}-01-01&to=${YEAR}-12-31`
        const all = (await church.send('GET', query)).json.meta.sum_amount_base
        const kind = (await church.send('GET', `${query}&method=in_kind`)).json.meta.sum_amount_base
        expected += all - kind
      }
      assert.equal(sum, expected)
      assert.deepEqual(
        all.map(({ number }) => number).sort(),
        all.map((_, at) => `S-${new Date().getFullYear()}-${String(at + 1).padStart(6, '0')}`),
      )
      for (const { id } of all) {
        const { deductible, other, base } = await saidBy(church, Number(id))
        for (const { lines, totals } of [deductible, other]) {
          for (const { currency, amount, gifts: n } of totals) {
            const mine = lines.filter(line => line.currency === currency)
            assert.deepEqual([mine.length, mine.reduce((so, line) => so + line.amount, 0)], [n, amount])
          }
        }
        assert.equal(base.total, base.deductible + base.other)
      }
    }),
    { numRuns: 4 },
  )
})

/** How many givers, with 52 gifts each, the run has: 10,000 is what a large church has. */
const GIVERS = Number(process.env.SEXTON_TEST_STATEMENTS ?? 220)

test(`a run goes on where it was cut off, is of one moment, and has no number twice: ${GIVERS} statements of 52 lines`, async t => {
  const church = await service.church()
  const { id } = church.church
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, country, branch_id)
      select ${id}, 'S' || n, 'Giver', lpad(n::text, 6, '0'), 'NG', ${church.church.hq_branch_id}
      from generate_series(1, ${GIVERS}::integer) as n`)
    await tx.run(sql`select set_config('statement_timeout', '300000', true)`)
    await tx.run(sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method,
        given_on, source)
      select ${id}, p.id, ${church.fund_id}, p.branch_id, 1000 + week, 'NGN', 1000 + week, 'cash', ${`${YEAR}-01-01`}::date + 7 * week, 'import'
      from people as p cross join generate_series(0, 51) as week where p.church_id = ${id}`)
  })
  await runAs(service.owner, 'analyze contributions, people')
  const before = performance.now()
  const read = await gatherOne(
    service.database.read,
    id,
    { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` },
    BY_PERSON,
    sql`c.person_id = ${await lastOf(id)}`,
  )
  assert.ok(read)
  const paper = statementsPdf('one', [{ figures: figuresOf(HEAD, read), language: ENGLISH }], {
    language: ENGLISH,
    paper: 'A4',
    verify: '',
  })
  const computed = performance.now() - before
  for await (const _ of paper);
  t.diagnostic(
    `one statement computed in ${computed.toFixed(1)} ms, drawn in ${(performance.now() - before - computed).toFixed(0)} ms`,
  )
  const started = performance.now()
  const heap = process.memoryUsage().heapUsed
  const { id: run } = await church.act(issueAll, { year: YEAR })
  const take = stepsOn(service.database, clock, HOUSE)
  await take(runOn, church.church, run)
  // A node is killed in the middle of a part: nothing of it stays, and no number is lost.
  const killed = service.database.write(id, async tx => {
    await runOn.run(tx, { church: church.church, by: { kind: 'worker', name: 'test' }, clock, house: HOUSE }, run)
    throw new Error('killed')
  })
  await assert.rejects(killed, /killed/)
  await take(runOn, church.church, run)
  // What is recorded or voided meanwhile is of another moment.
  const newest = await lastOf(id)
  await give(church, { person_id: newest, amount: 5 })
  // Two nodes at once.
  await Promise.all([finish(church, run), finish(church, run)])
  const seconds = (performance.now() - started) / 1000
  const grown = (process.memoryUsage().heapUsed - heap) / 2 ** 20
  t.diagnostic(`${GIVERS} statements of 52 lines in ${seconds.toFixed(1)} s, heap ${grown.toFixed(0)} MiB more`)
  const found = await service.database.read.first<{
    n: number
    numbers: number
    last: string
    gifts: number
    drafts: number
  }>(
    sql`select count(*)::integer as n, count(distinct number)::integer as numbers, max(number) as last,
        sum(gifts)::integer as gifts,
        (select count(*)::integer from statement_drafts where church_id = ${id}) as drafts
      from statements where church_id = ${id}`,
  )
  const last = `S-${new Date().getFullYear()}-${String(GIVERS).padStart(6, '0')}`
  assert.deepEqual({ ...found }, { n: GIVERS, numbers: GIVERS, last, gifts: GIVERS * 52, drafts: 0 })
  const one = performance.now()
  const [shown] = await listOf(church, `&person_id=${newest}`)
  assert.equal(shown?.changed, true, 'the gift of meanwhile is offered for a new version')
  await listOf(church)
  t.diagnostic(`two lists, one of a hundred, in ${(performance.now() - one).toFixed(0)} ms`)
})

const HEAD = {
  ...{
    kind: 'statement',
    number: 'S',
    version: 1,
    supersedes: [],
    issued_on: '2026-01-01',
    currency: 'NGN',
    note: null,
  },
  ...{ from: `${YEAR}-01-01`, to: `${YEAR}-12-31`, church: { name: 'Grace', address: null, contact: null } },
} satisfies Head

const lastOf = async (church: number): Promise<number> =>
  (await service.database.read.first<{ id: number }>(sql`select max(id) as id from people where church_id = ${church}`))
    ?.id ?? 0

test('a new version is offered when a gift changed, names the one before, and is not issued where nothing else would stand on it', async () => {
  const church = await service.church()
  const id = await person(church)
  const wrong = await give(church, { person_id: id, amount: 100 })
  await give(church, { person_id: id, amount: 30 })
  const first = await church.act(issueOne, { person_id: id, year: YEAR })
  assert.deepEqual([first.number.slice(-6), first.base_total, first.changed], ['000001', 130, false])
  await refused(church.act(issueOne, { person_id: id, year: YEAR }), /new version/)
  const same = await church.act(supersedeStatement, { id: first.id })
  assert.deepEqual([same.id, same.status], [first.id, 'issued'])
  await church.act(voidContribution, { id: wrong })
  assert.equal((await listOf(church))[0]?.changed, true)
  const second = await church.act(supersedeStatement, { id: first.id })
  assert.deepEqual(
    [second.version, second.base_total, second.supersedes_id, second.number.slice(-6)],
    [2, 30, first.id, '000002'],
  )
  assert.deepEqual((await saidBy(church, second.id)).supersedes, [first.number])
  const old = (await church.send('GET', `/statements/${first.id}`)).json.data
  assert.deepEqual(
    [old.status, old.superseded_by_id, old.base_total, old.figures.base.total],
    ['superseded', second.id, 130, 130],
  )
  await refused(church.act(supersedeStatement, { id: first.id }), /superseded/)
  const { text } = await paperOf(church, second.id)
  assert.ok(text.includes(first.number), text)
  // The run of the year passes over who has one.
  await issue(church)
  assert.equal((await listOf(church)).length, 2)
})

test('a receipt is of one gift, one at a time; of a gift that was taken back the new version says that none is left', async () => {
  const church = await service.church()
  const id = await person(church)
  const gift = await give(church, { person_id: id, amount: 4_200 })
  const receipt = await church.act(issueReceipt, { contribution_id: gift })
  assert.match(receipt.number, /^R-\d{4}-000001$/)
  assert.deepEqual([receipt.kind, receipt.from_on, receipt.to_on], ['receipt', `${YEAR}-03-01`, `${YEAR}-03-01`])
  await refused(church.act(issueReceipt, { contribution_id: gift }), /has receipt R-/)
  await refused(church.act(issueReceipt, { contribution_id: await give(church, { amount: 5 }) }), /no giver/)
  await church.act(voidContribution, { id: gift })
  await refused(church.act(issueReceipt, { contribution_id: gift }), /is void/)
  const second = await church.act(supersedeStatement, { id: receipt.id })
  assert.deepEqual([second.gifts, second.base_total, second.version], [0, 0, 2])
})

test('what is left of a gift of which a part went back has its receipt: a new version says it, no second one', async () => {
  const church = await service.church()
  const gift = await give(church, { person_id: await person(church), amount: 5_000 })
  const receipt = await church.act(issueReceipt, { contribution_id: gift })
  const how = { cause: 'refund', reason: 'Given twice', by: 'tester', happened_on: `${YEAR}-04-01` } as const
  const restated = await service.database.write(church.church.id, tx =>
    restateGift(tx, { church: church.church, house: HOUSE }, { contribution_id: gift, rest: 3_000, ...how }),
  )
  await refused(church.act(issueReceipt, { contribution_id: restated?.rest ?? 0 }), /has receipt R-/)
  const second = await church.act(supersedeStatement, { id: receipt.id })
  assert.deepEqual([second.base_total, second.version, second.contribution_id], [3_000, 2, restated?.rest])
})

test('figures that were changed in the database are shown to nobody', async () => {
  const church = await service.church()
  const id = await person(church)
  await give(church, { person_id: id, amount: 100 })
  const statement = await church.act(issueOne, { person_id: id, year: YEAR })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update statements set figures = replace(figures, '100', '900') where church_id = ${church.church.id}`),
  )
  assert.equal((await church.send('GET', `/statements/${statement.id}`)).status, 500)
  const finance = await member(service, church, 'finance')
  assert.equal((await finance.inChurch('GET', `/views/statement_file?id=${statement.id}`)).status, 500)
})

test('statements are issued by finance for the whole church after a password; a branch sees those that lie within it as a whole', async () => {
  const church = await service.church()
  const branch = await church.branch('East')
  const there = await person(church, { branch_id: branch })
  const both = await person(church, { branch_id: branch, first_name: 'Both' })
  await give(church, { person_id: there, amount: 100 })
  await give(church, { person_id: both, amount: 200 })
  await give(church, { person_id: both, amount: 50, branch_id: church.church.hq_branch_id })
  await issue(church)
  const key = await church.keyFor(['statements:read'], branch)
  const seen = (await church.as(key)('GET', '/statements')).json.data
  assert.deepEqual(
    seen.map(({ base_total }: { base_total: number }) => base_total),
    [100],
  )
  assert.equal((await church.as(await church.keyFor(['contributions:read']))('GET', '/statements')).status, 403)
  const limited = await member(service, church, 'finance', branch)
  const body = { year: YEAR + 1, password: PASSWORD }
  assert.equal((await limited.inChurch('POST', '/actions/statements.issue_all', body)).status, 403)
  const viewer = await member(service, church, 'viewer')
  assert.equal((await viewer.inChurch('GET', '/statements')).status, 403)
  const finance = await member(service, church, 'finance')
  const unsure = await finance.inChurch('POST', '/actions/statements.issue_all', { year: YEAR })
  assert.equal(unsure.status, 403, unsure.text)
})

/** Sends a form to a page. */
const post = (path: string, form: Record<string, string>) =>
  fetch(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

test('the link asks for the birthday of the giver: five wrong ones end it, the right one opens it and is noted', async () => {
  const church = await service.church()
  const id = await person(church, { email: 'ada@example.org', dob: '1980-02-29' })
  await give(church, { person_id: id, amount: 100 })
  const { id: statement, number } = await church.act(issueOne, { person_id: id, year: YEAR })
  const linkOf = async (): Promise<string> => {
    const of = { church: church.church.id, record: statement }
    const link = await statementLink.give(service.database.read, service.vault, of, new Date(Date.now() + 1e6))
    return link?.path ?? ''
  }
  const early = await linkOf()
  assert.equal((await fetch(`${service.url}${early}`)).status, 404, 'before it was sent')
  const sent = await church.act(sendStatement, { id: statement })
  assert.notEqual(sent.sent_at, null)
  const path = await linkOf()
  const page = await fetch(`${service.url}${path}`)
  const text = await page.text()
  assert.equal(page.status, 200)
  assert.ok(!text.includes('Ada') && !text.includes('1.00') && !text.includes(number), text)
  for (let n = 0; n < 4; n += 1) assert.equal((await post(path, { birthday: '1980-02-28' })).status, 422)
  const opened = await post(path, { birthday: '1980-02-29' })
  assert.equal(opened.headers.get('content-type'), 'application/pdf')
  const [first] = await readPdf(new Uint8Array(await opened.arrayBuffer()))
  assert.ok(first && textOf(first).includes(number))
  const shown = (await church.send('GET', `/statements/${statement}`)).json.data
  assert.deepEqual([shown.opened, shown.opened_at !== null], [1, true])
  for (let n = 0; n < 4; n += 1) assert.equal((await post(path, { birthday: '1999-01-01' })).status, 422)
  assert.equal((await post(path, { birthday: '1999-01-01' })).status, 403)
  assert.equal((await post(path, { birthday: '1980-02-29' })).status, 404)
  await church.act(sendStatement, { id: statement })
  assert.equal((await post(await linkOf(), { birthday: '1980-02-29' })).status, 200)
  // A link that is asked for there is mailed to the address on record, and opens without a birthday, for a quarter of an hour.
  const again = await linkOf()
  assert.match(await (await post(again, { fresh: '1' })).text(), /on its way/)
  assert.equal((await post(again, { fresh: '1' })).status, 429)
  const mailed = await service.database.read.first<{ to: string; body: string; links: string }>(
    sql`select "to", body, links::text as links from messages where church_id = ${church.church.id} order by id desc limit 1`,
  )
  assert.equal(mailed?.to, 'ada@example.org')
  assert.ok(!mailed?.body.includes('/my/'))
  const [link] = JSON.parse(mailed?.links ?? '[]')
  const fresh = freshLink.address(
    service.vault,
    { church: church.church.id, record: link.record, version: link.version },
    new Date(link.expires),
  )
  assert.ok(!(await (await fetch(`${service.url}${fresh.path}`)).text()).includes(number))
  assert.equal((await post(fresh.path, {})).headers.get('content-type'), 'application/pdf')
})

test('anybody can check number and total, learns whether they are genuine, and nothing else', async () => {
  const church = await service.church()
  const id = await person(church)
  const gift = await give(church, { person_id: id, amount: 12_345_600 })
  const { number, id: statement } = await church.act(issueOne, { person_id: id, year: YEAR })
  const path = `/verify/${church.church.slug}`
  const check = async (form: Record<string, string>) => {
    const answered = await post(path, form)
    return [answered.status, await answered.text()] as const
  }
  for (const total of ['₦123,456.00', '123456', 'NGN 123,456.00']) {
    const [status, text] = await check({ number: ` ${number.toLowerCase()} `, total })
    assert.equal(status, 200, total)
    assert.ok(!text.includes('Ada') && !text.includes('Obi'))
  }
  const answers = await Promise.all([
    check({ number, total: '123,456.01' }),
    check({ number: number.replace('000001', '000002'), total: '123,456.00' }),
    check({ number: 'nonsense', total: '' }),
  ])
  // All else is the same answer.
  const bare = answers.map(([status, text]) => [status, text.replace(/value="[^"]*"/g, '')])
  assert.deepEqual(bare, [bare[0], bare[0], bare[0]])
  assert.equal(bare[0]?.[0], 404)
  await church.act(voidContribution, { id: gift })
  await church.act(supersedeStatement, { id: statement })
  assert.match((await check({ number, total: '123456' }))[1], /taken its place/)
  assert.equal((await fetch(`${service.url}/verify/no-such-church`)).status, 404)
})

test('a total is right as it stands on the paper of its country, and as anybody would write it', () => {
  const said = [
    ['500.000', 500_000, 'RWF', 'RW'],
    ['RF 500.000', 500_000, 'RWF', 'RW'],
    ['12,345', 12_345, 'TND', 'TN'],
    ['5.000', 5_000, 'CLP', 'CL'],
    ['5,000', 5_000, 'CLP', 'CL'],
    ['1 234,56 €', 123_456, 'EUR', 'FR'],
    ['1\u00a0234,56', 123_456, 'EUR', 'FR'],
    ['₦123,456.00', 12_345_600, 'NGN', 'NG'],
    ['123456', 12_345_600, 'NGN', 'NG'],
    ['0.00', 0, 'NGN', 'NG'],
  ] as const
  for (const [text, total, currency, country] of said) {
    assert.ok(saysTotal(text, total, currency, { country, locale: 'en' }), `${text} ${currency}`)
    assert.ok(!saysTotal(text, total + 1, currency, { country, locale: 'en' }), `${text} ${currency}`)
  }
  // Neither a thousandth of it, nor less than nothing.
  assert.ok(!saysTotal('500', 500_000, 'RWF', { country: 'RW', locale: 'en' }))
  assert.ok(!saysTotal('-500.000', 500_000, 'RWF', { country: 'RW', locale: 'en' }))
})

test('of two records of one person that are merged the statements follow, and a new version makes one of two', async () => {
  const church = await service.church()
  const [one, two] = [await person(church), await person(church, { first_name: 'Adah', dedupe: false })]
  await give(church, { person_id: one, amount: 100 })
  await give(church, { person_id: two, amount: 20 })
  await issue(church)
  await church.act(mergePeople, { keep: one, remove: two })
  const both = await listOf(church)
  assert.deepEqual(
    both.map(({ person_id, changed }) => [person_id, changed]),
    [
      [one, true],
      [one, true],
    ],
  )
  const made = await church.act(supersedeStatement, { id: Number(both[0]?.id) })
  assert.equal(made.base_total, 120)
  const after = await listOf(church)
  assert.deepEqual(after.map(({ status, superseded_by_id: by }) => [status, by]).slice(0, 2), [
    ['superseded', made.id],
    ['superseded', made.id],
  ])
  assert.equal((await saidBy(church, made.id)).supersedes.length, 2)
})

test('a fund can be marked as not deductible, and is deductible until then', async () => {
  const church = await service.church()
  const [fund] = (await church.send('GET', '/funds')).json.data
  assert.equal(fund.is_deductible, true)
  await church.act(updateFund, { id: fund.id, is_deductible: false })
  assert.equal((await church.send('GET', '/funds')).json.data[0].is_deductible, false)
})

test('the command line issues a year, and writes what holds as one file', async t => {
  const church = await service.church()
  const folder = await mkdtemp(path.join(tmpdir(), 'statements-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const first_name of ['Zoe', 'Ada']) {
    await give(church, { person_id: await person(church, { first_name, last_name: 'X' }), amount: 100 })
  }
  const at = ['--church', church.church.slug]
  const issued = await cli(service.databaseUrl, ['statement', 'issue', '--year', String(YEAR), ...at])
  assert.match(issued.stdout, /2 of 2 statements are issued/, issued.stderr)
  const out = path.join(folder, 'all.pdf')
  const written = await cli(service.databaseUrl, ['statement', 'export', '--year', String(YEAR), '--out', out, ...at])
  assert.equal(written.code, 0, written.stderr)
  const pages = (await readPdf(await readFile(out))).map(textOf)
  // In the order of names, and so of numbers.
  assert.deepEqual([pages.length, pages[0]?.includes('Ada X'), pages[0]?.includes('000001')], [2, true, true])
})
