/** Many pledges: the list adds up those of its page alone, and a campaign's totals are computed once. SEXTON_PLEDGES says how many. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { recount } from '../../resource/tally.ts'
import { commandCaller } from '../church/command-caller.ts'
import { contributions } from '../contributions/contributions.ts'
import { progressOf } from './campaign-view.ts'
import { createCampaign } from './keep-campaign.ts'
import { pledges } from './pledges.ts'

const PLEDGES = Number(process.env.SEXTON_PLEDGES ?? 400)
const GIFTS_EACH = 12

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['giving'] })
})
after(() => service.close())

test('a page of pledges and a campaign agree, however many there are', async t => {
  const { id, hq_branch_id: branch } = church.church
  const days = { starts_on: '2027-01-01', ends_on: '2027-12-31' }
  const campaign = (await church.act(createCampaign, { name: 'Roof', fund_id: church.fund_id, ...days })).id
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, country, branch_id, created_at, updated_at)
      select ${id}, i, 'P' || i, 'NG', ${branch}, now(), now() from generate_series(1, ${PLEDGES}::integer) as i`)
    await tx.run(sql`insert into pledges (church_id, campaign_id, person_id, branch_id, amount, currency, rate, minor_rate, amount_base,
        pledged_on, frequency, source, created_at, updated_at)
      select ${id}, ${campaign}, id, ${branch}, 120000, 'NGN', 1, 1, 120000, '2027-01-01', 'monthly', 'api', now(), now()
      from people where church_id = ${id}`)
    await tx.run(sql`insert into pledge_givers (church_id, pledge_id, campaign_id, person_id)
      select ${id}, id, campaign_id, person_id from pledges where church_id = ${id}`)
    // A month at a time: a statement may take so long and no longer.
    for (let month = 1; month <= GIFTS_EACH; month += 1) {
      await tx.run(sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on, source)
        select ${id}, person_id, ${church.fund_id}, ${branch}, 10000, 'NGN', 10000, 'cash', make_date(2027, ${month}::integer, 1), 'api'
        from pledges where church_id = ${id}`)
    }
    await recount(tx, id, pledges)
    await recount(tx, id, contributions)
  })
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const done = await work()
    t.diagnostic(`${what} of ${PLEDGES}: ${Math.round(performance.now() - start)} ms`)
    return done
  }
  if (PLEDGES > 10_000)
    await service.database.write(0, tx => tx.run(sql`analyze contributions, pledges, pledge_givers, people`))
  const list = `/pledges?campaign_id=${campaign}&status=active&per_page=100`
  await timed('first page', () => church.send('GET', list))
  const { data, meta } = (await timed('page', () => church.send('GET', list))).json
  await timed('last page', () => church.send('GET', `${list}&page=${Math.ceil(PLEDGES / 100)}`))
  assert.deepEqual([meta.total, meta.sum_amount_base], [PLEDGES, PLEDGES * 120_000])
  assert.ok(data.every((one: { percent: number }) => one.percent === 100))
  const caller = await commandCaller(service.database.read, church.church, HOUSE.scopes)
  const progress = () => progressOf(service.database.read, caller, campaign, { day: '2027-12-31' })
  const whole = await timed('campaign, first', progress)
  assert.deepEqual(await timed('campaign, again', progress), whole)
  assert.deepEqual([whole.given_base, whole.fulfilled, whole.behind], [PLEDGES * 120_000, PLEDGES, 0])
})
