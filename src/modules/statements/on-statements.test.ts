/** What stands on statements beside gifts, and where gifts come from: pledges, files, and that all of it is frozen. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { BY_HAND, statementDesk, YEAR } from '../../../test/support/statements.ts'
import { sql } from '../../db/sql.ts'
import { canonicalJson } from '../../lib/json.ts'
import { createFund } from '../contributions/create-fund.ts'
import { updateFund } from '../contributions/update-fund.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { cancelPledge } from '../pledges/pledge-actions.ts'
import { issueAll, issueOne, issueReceipt } from './issue.ts'
import { sendAll } from './send.ts'
import { supersedeStatement } from './supersede.ts'

const at = {} as { service: TestService; church: TestChurch }
const { made, person, family, give, list, saidBy, begun, finish, campaign, paperOf } = statementDesk(at)
before(async () => {
  at.service = await startService({}, { modules: BY_HAND })
})
beforeEach(async () => {
  at.church = await at.service.church()
  await at.church.set({ modules: ['giving'] })
})
after(() => at.service.close())

test('a statement says what was pledged and what came of it until its last day; what comes later changes nothing of it', async () => {
  const home = await family('Obi')
  const [ada, ben] = [await person('Ada', { family_id: home }), await person('Ben', { family_id: home })]
  const roof = await campaign('Roof', `${YEAR - 1}-06-01`, `${YEAR + 1}-06-30`)
  const bus = await campaign('Bus', `${YEAR}-01-01`, `${YEAR}-12-31`)
  const past = await campaign('Past', `${YEAR - 1}-01-01`, `${YEAR - 1}-12-31`)
  const to_roof = { fund_id: roof.fund_id }
  await made('/pledges', { campaign_id: roof.id, amount: 100_000, family_id: home })
  const own = await made('/pledges', { campaign_id: bus.id, amount: 5_000, person_id: ada })
  await made('/pledges', { campaign_id: past.id, amount: 77, person_id: ada })
  await give(ada, 10_000, to_roof)
  await give(ben, 20_000, { ...to_roof, given_on: `${YEAR - 1}-12-31` })
  await give(ben, 400, { ...to_roof, given_on: `${YEAR + 1}-01-01` })
  await give(ben, 30, { ...to_roof, given_on: `${YEAR}-12-31` })
  const one = await at.church.act(issueOne, { person_id: ada, year: YEAR })
  const days = { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` }
  const whole = {
    campaign: 'Roof',
    from: `${YEAR - 1}-06-01`,
    to: `${YEAR + 1}-06-30`,
    amount: 100_000,
    currency: 'NGN',
  }
  const said = await saidBy(one.id)
  assert.deepEqual(
    [said.form, said.pledges],
    [
      2,
      [
        { ...whole, given: 30_030 },
        { campaign: 'Bus', ...days, amount: 5_000, currency: 'NGN', given: 0 },
      ],
    ],
  )
  const { text } = await paperOf(one.id)
  for (const words of ['Pledges', 'Roof', '₦1,000.00', '₦300.30', 'Bus', '₦50.00'])
    assert.ok(text.includes(words), text)
  assert.ok(!text.includes('Past'), text)
  // The total of the statement is that of the gifts.
  assert.equal(one.base_total, 10_000)
  await at.church.act(cancelPledge, { id: own })
  assert.deepEqual((await saidBy(one.id)).pledges, said.pledges)
  const same = await at.church.act(supersedeStatement, { id: one.id })
  assert.equal(same.id, one.id, 'a pledge alone is no reason for a new version')
  await give(ada, 1)
  const second = await at.church.act(supersedeStatement, { id: one.id })
  assert.deepEqual((await saidBy(second.id)).pledges, [{ ...whole, given: 30_030 }])
  const receipt = await at.church.act(issueReceipt, { contribution_id: await give(ada, 2) })
  assert.deepEqual((await saidBy(receipt.id)).pledges, [])
  assert.doesNotMatch((await paperOf(receipt.id)).text, /Pledges/)
})

test('a family’s statement has its pledges and those of its members, once each; what is pledged while it is issued is not on it', async () => {
  const home = await family('Obi')
  const [ada, ben] = [await person('Ada', { family_id: home }), await person('Ben', { family_id: home })]
  const roof = await campaign('Roof', `${YEAR}-01-01`, `${YEAR}-12-31`)
  const bus = await campaign('Bus', `${YEAR}-02-01`, `${YEAR}-12-31`)
  await made('/pledges', { campaign_id: roof.id, amount: 1_000, family_id: home })
  await made('/pledges', { campaign_id: bus.id, amount: 70, person_id: ben })
  for (const one of [ada, ben]) await give(one, 100, { fund_id: roof.fund_id })
  const run = await begun('family')
  await made('/pledges', { campaign_id: bus.id, amount: 9, person_id: ada })
  await give(ada, 5, { fund_id: roof.fund_id })
  await finish(run)
  const [statement] = await list()
  const { pledges = [] } = await saidBy(statement?.id ?? 0)
  assert.deepEqual(
    pledges.map(({ campaign: name, amount, given }) => [name, amount, given]),
    [
      ['Roof', 1_000, 200],
      ['Bus', 70, 0],
    ],
  )
})

test('figures of the first form, without pledges, are shown and drawn as they were issued', async () => {
  const ada = await person('Ada')
  await give(ada, 100)
  const { id } = await at.church.act(issueOne, { person_id: ada, year: YEAR })
  const { pledges: _pledges, ...rest } = await saidBy(id)
  const figures = canonicalJson({ ...rest, form: 1 })
  const sha256 = createHash('sha256').update(figures).digest()
  await at.service.database.write(at.church.church.id, tx =>
    tx.run(
      sql`update statements set figures = ${figures}, sha256 = ${sha256} where church_id = ${at.church.church.id}`,
    ),
  )
  assert.deepEqual(await saidBy(id), { ...rest, form: 1 })
  assert.match((await paperOf(id)).text, /₦1\.00/)
  assert.equal((await at.church.act(supersedeStatement, { id })).id, id)
})

test('the hash is that of the figures as the API prints them, and the paper is the same bytes whatever changes later', async () => {
  const ada = await person('Ada', { address: '5 Marina' })
  const gift = await give(ada, 123_456)
  const { id } = await at.church.act(issueOne, { person_id: ada, year: YEAR })
  const text = (await at.church.send('GET', `/statements/${id}`)).text
  const sha256 = /"sha256":\s*"([0-9a-f]{64})"/.exec(text)?.[1]
  const from = text.indexOf('"figures":') + '"figures":'.length
  const hash = (to: number): string => createHash('sha256').update(text.slice(from, to)).digest('hex')
  const ends = [...text].flatMap((letter, at) => (letter === '}' ? at + 1 : []))
  assert.ok(
    ends.some(end => hash(end) === sha256),
    'a part of the answer, from figures on, has this hash',
  )
  const before = await paperOf(id)
  await at.church.send('PUT', `/people/${ada}`, { first_name: 'Adaeze', last_name: 'Eze', address: '6 Broad Street' })
  await at.church.act(updateFund, { id: at.church.fund_id, name: 'Another', is_deductible: false })
  await at.church.act(voidContribution, { id: gift })
  const after = await paperOf(id)
  assert.deepEqual(after.bytes, before.bytes)
  assert.ok(after.text.includes('5 Marina') && after.text.includes('Ada Obi'), after.text)
})

test('gifts that come from a file stand where those recorded by hand do: goods without a value, funds that are not deductible apart', async () => {
  const ada = await person('Ada', { email: 'ada@example.org' })
  await at.church.act(createFund, { name: 'Lunch', is_deductible: false })
  const file = `email,amount,date,fund,method,note
ada@example.org,100.00,${YEAR}-03-01,General,cash,
ada@example.org,25.50,${YEAR}-03-02,Lunch,cash,
ada@example.org,9000.00,${YEAR}-03-03,General,in_kind,Twenty chairs
`
  const now = new Date(`${YEAR + 1}-01-05T12:00:00Z`)
  const report = await importInto(
    at.service.database,
    at.church.church,
    'contributions',
    { file: csv(file), by: BY, options: {} },
    { now },
  )
  assert.equal(report.imported, 3, JSON.stringify(report))
  const { id } = await at.church.act(issueOne, { person_id: ada, year: YEAR })
  const { deductible, other, goods, base } = await saidBy(id)
  assert.deepEqual(
    [deductible.totals, other.totals, goods.map(({ what, on }) => [what, on]), base],
    [
      [{ currency: 'NGN', amount: 10_000, gifts: 1 }],
      [{ currency: 'NGN', amount: 2_550, gifts: 1 }],
      [['Twenty chairs', `${YEAR}-03-03`]],
      { total: 12_550, deductible: 10_000, other: 2_550 },
    ],
  )
  assert.doesNotMatch((await paperOf(id)).text, /9,000/)
})

test('links of a whole run go to each giver once, whoever does it: of a family to its head, to no child, and not without an address', async () => {
  const home = await family('Obi')
  const role = (family_role: string, email: string | null) => ({ family_id: home, family_role, email })
  const child = await person('Chi', role('child', 'chi@example.org'))
  const head = await person('Ada', role('head', 'ada@example.org'))
  const lone = await person('Ben', { email: 'ben@example.org' })
  const mute = await person('Mute')
  for (const who of [child, head, lone, mute]) await give(who, 100)
  const { id: run } = await at.church.act(issueAll, { year: YEAR, by: 'family' })
  await assert.rejects(at.church.act(sendAll, { run_id: run }), { code: 'validation_failed' })
  await finish(run)
  await at.church.act(sendAll, { run_id: run })
  await Promise.all([finish(run), finish(run)])
  const reminders = () =>
    at.service.database.read.all<{ person_id: number }>(sql`select person_id from reminders
      where church_id = ${at.church.church.id} and kind = 'statement' order by person_id`)
  assert.deepEqual(
    (await reminders()).map(({ person_id }) => person_id),
    [head, lone],
  )
  const sent = (await list()).map(({ giver, sent_at }) => [giver, sent_at !== null]).sort()
  assert.deepEqual(sent, [
    ['Ben Obi', true],
    ['Mute Obi', false],
    ['Obi', true],
  ])
  // Again: whoever has theirs gets no other, and whoever has an address by now gets theirs.
  await at.church.send('PUT', `/people/${mute}`, { first_name: 'Mute', last_name: 'Obi', email: 'mute@example.org' })
  await at.church.act(sendAll, { run_id: run })
  await finish(run)
  assert.deepEqual(
    (await reminders()).map(({ person_id }) => person_id),
    [head, lone, mute],
  )
  const finance = await member(at.service, at.church, 'finance')
  const { runs } = (await finance.inChurch('GET', '/views/statement_runs')).json.data
  assert.deepEqual([runs[0].sent, runs[0].unsent, runs[0].sends], [3, 0, false])
  const unsure = await finance.inChurch('POST', '/actions/statements.send_all', { run_id: run })
  assert.equal(unsure.json.error, 'step_up_required')
})
