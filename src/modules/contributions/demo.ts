/** The funds and gifts of the demo church. */
import type { Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { contributions } from './contributions.ts'
import { DOLLAR_RATE, demoGifts } from './demo-gifts.ts'

/** What goes to people who are named is nothing that a giver could deduct. */
const FUNDS = [
  ['Tithes', 'tithe', true],
  ['Building Fund', 'building', true],
  ['Missions', 'missions', true],
  ['Welfare', 'Welfare', false],
] as const

/** Days of the oldest gift and before, for which there is a rate. */
const RATE_DAYS = 800
/** Who is older gives. */
const GIVER_DAYS = 9_000

/** Adds them: two years of gifts. */
export async function giveInDemo(tx: Tx, demo: DemoChurch): Promise<void> {
  const { id: church, branches, people, day, random } = demo
  const first = await tx.first<{ id: number }>(sql`select id from funds where church_id = ${church} and is_default`)
  const funds = [first?.id, ...(await insertFunds(tx, demo))]
  await tx.run(sql`insert into exchange_rates (church_id, currency, valid_from, rate)
    values (${church}, 'USD', ${addDays(day, -RATE_DAYS)}::date, ${DOLLAR_RATE}::numeric)`)
  const givers = people.flatMap(({ dob, branch_id }, person) =>
    dob < addDays(day, -GIVER_DAYS) ? [{ person, branch: branches.indexOf(branch_id) }] : [],
  )
  const gifts = demoGifts(random, givers, branches.length, funds.length, day)
  const list = gifts.map(({ branch, fund, person, ...gift }) => ({
    ...gift,
    branch_id: branches[branch],
    fund_id: funds[fund],
    person_id: person === null ? null : people[person]?.id,
  }))
  const columns =
    'person_id, fund_id, branch_id, amount, amount_base, currency, method, given_on, reference, is_anonymous, status'
  const types = `person_id bigint, fund_id bigint, branch_id bigint, amount bigint, amount_base bigint, currency text,
    method text, given_on date, reference text, is_anonymous boolean, status text`
  await tx.run(sql`insert into contributions (church_id, source, created_at, updated_at, ${raw(columns)})
    select ${church}, 'manual', ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${raw(columns)} from ${listed(list, types)} order by ordinality`)
  await recount(tx, church, contributions)
}

async function insertFunds(tx: Tx, { id: church, currency }: DemoChurch): Promise<number[]> {
  const ids: number[] = []
  for (const [name, kind, is_deductible] of FUNDS) {
    const row = await tx.first<{ id: number }>(sql`insert into funds (church_id, name, slug, kind, currency,
        is_deductible)
      values (${church}, ${name}, ${name.toLowerCase().replaceAll(' ', '-')}, ${kind}, ${currency},
        ${is_deductible}) returning id`)
    ids.push(row?.id ?? 0)
  }
  return ids
}
