/** Churches of givers, made by PostgreSQL from series: pledges, recurring gifts and twelve gifts of each; or a gift a week of each. */
import { type Database, NO_CHURCH, type Tx } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { contributions } from '../src/modules/contributions/contributions.ts'
import { people } from '../src/modules/people/people.ts'
import { pledges } from '../src/modules/pledges/pledges.ts'
import type { Church } from '../src/resource/caller.ts'
import { recount } from '../src/resource/tally.ts'

/** The year of all gifts: one that is over. */
export const YEAR = new Date().getUTCFullYear() - 1
export const GIFTS_EACH = 12
export const WEEKS = 52

/** What is asked about. */
export interface GivingChurch {
  church: Church
  key: string
  givers: number
  campaign: number
}

/** Makes the church and its givers. */
async function begin(database: Database, givers: number) {
  const slug = `giving-${givers}`
  const input = { name: 'Bench', slug, country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  const { id, branch_id, fund_id } = await database.write(NO_CHURCH, tx => createChurch(tx, input))
  await database.write(id, async tx => {
    await tx.run(sql`update churches set modules = '{giving}' where id = ${id}`)
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, email, country, branch_id, source,
        created_at, updated_at)
      select ${id}, lpad(i::text, 7, '0'), 'Giver', lpad(i::text, 6, '0'), 'giver' || i || '@example.org', 'NG', ${branch_id}, 'api',
        ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from generate_series(1, ${givers}::integer) as i`)
    await recount(tx, id, people)
  })
  const church = await findChurch(database, slug)
  if (church === undefined) throw new Error('The church was not made.')
  const { key } = await database.write(id, tx => makeKey(tx, church, { name: 'Bench', scopes: ['all'] }, HOUSE.scopes))
  return { church, branch_id, fund_id, key: key.key }
}

const analyze = (database: Database): Promise<unknown> => database.connection(client => client.query('vacuum analyze'))

/** Of each giver a pledge, a recurring gift, and a gift a month that counts for both. */
export async function fillGivers(database: Database, givers: number): Promise<GivingChurch> {
  const { church, branch_id, fund_id, key } = await begin(database, givers)
  const { id } = church
  const campaign = await database.write(id, async tx => {
    const made = await tx.first<{
      id: number
    }>(sql`insert into pledge_campaigns (church_id, name, fund_id, currency, starts_on, ends_on,
        is_public, created_at, updated_at)
      values (${id}, 'Roof', ${fund_id}, 'NGN', ${`${YEAR}-01-01`}::date, ${`${YEAR}-12-31`}::date, false,
        ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
    const campaign = made?.id ?? 0
    await tx.run(sql`insert into pledges (church_id, campaign_id, person_id, branch_id, amount, currency, rate, minor_rate, amount_base,
        pledged_on, frequency, source, created_at, updated_at)
      select ${id}, ${campaign}, p.id, p.branch_id, 120000, 'NGN', 1, 1, 120000, ${`${YEAR}-01-01`}::date, 'monthly', 'api',
        ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from people as p where p.church_id = ${id}`)
    await tx.run(sql`insert into pledge_givers (church_id, pledge_id, campaign_id, person_id)
      select ${id}, t.id, t.campaign_id, t.person_id from pledges as t where t.church_id = ${id}`)
    await repeat(tx, { id, branch_id, fund_id })
    await recount(tx, id, pledges)
    await recount(tx, id, contributions)
    return campaign
  })
  await analyze(database)
  return { church, key, givers, campaign }
}

/** Recurring gifts that come again in a far year, so that nothing is due meanwhile, each with its twelve payments. */
async function repeat(
  tx: Tx,
  { id, branch_id, fund_id }: { id: number; branch_id: number; fund_id: number },
): Promise<void> {
  await tx.run(sql`insert into mandates (church_id, provider, is_test, customer_ref, kind, brand, last4, status, consent, consented_at,
      created_at, updated_at)
    select ${id}, 'development', true, 'bench ' || p.id, 'card', 'visa', '4242', 'ended', 'Bench', ${tx.now}::timestamptz,
      ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from people as p where p.church_id = ${id}`)
  await tx.run(sql`insert into recurring_gifts (church_id, form_id, person_id, donor_name, donor_email, fund_id, branch_id, amount,
      currency, frequency, mode, status, anchor_on, next_on, past_due_on, mandate_id, is_test, created_at, updated_at)
    select ${id}, 'bench ' || p.id, p.id, p.full_name, p.email, ${fund_id}, ${branch_id}, 10000, 'NGN', 'monthly', 'charge',
      case when p.id % 50 = 0 then 'past_due' else 'active' end, ${`${YEAR}-01-01`}::date, '2199-01-01',
      case when p.id % 50 = 0 then ${`${YEAR}-12-01`}::date end, m.id, true, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from people as p join mandates as m on m.church_id = ${id} and m.customer_ref = 'bench ' || p.id
    where p.church_id = ${id}`)
  await tx.run(sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on,
      source, reference)
    select ${id}, r.person_id, ${fund_id}, ${branch_id}, 10000, 'NGN', 10000, 'online', make_date(${YEAR}::integer, i, 1), 'online',
      'bench-' || r.id || '-' || i
    from recurring_gifts as r cross join generate_series(1, ${GIFTS_EACH}::integer) as i where r.church_id = ${id}`)
  await tx.run(sql`insert into gifts (church_id, reference, form_id, person_id, fund_id, branch_id, amount, currency, provider, method,
      status, donor_name, donor_email, is_test, contribution_id, completed_at, created_at, updated_at, recurring_id, due_on)
    select ${id}, c.reference, c.reference, c.person_id, c.fund_id, c.branch_id, c.amount, c.currency, 'development', 'card', 'succeeded',
      'Giver', '', true, c.id, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz,
      split_part(c.reference, '-', 2)::bigint, c.given_on
    from contributions as c where c.church_id = ${id}`)
}

/** Of each giver a gift in each week of the year. */
export async function fillWeeks(database: Database, givers: number): Promise<Omit<GivingChurch, 'campaign'>> {
  const { church, branch_id, fund_id, key } = await begin(database, givers)
  await database.write(church.id, async tx => {
    await tx.run(sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on,
        source)
      select ${church.id}, p.id, ${fund_id}, ${branch_id}, 1000 + week, 'NGN', 1000 + week, 'cash',
        ${`${YEAR}-01-01`}::date + 7 * week, 'import'
      from people as p cross join generate_series(0, ${WEEKS}::integer - 1) as week where p.church_id = ${church.id}`)
    await recount(tx, church.id, contributions)
  })
  await analyze(database)
  return { church, key, givers }
}
