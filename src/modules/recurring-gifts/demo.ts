/** Recurring gifts of the demo church: as they stand in a church's first year of them, with the gifts that came of them. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import { type Frequency, periodAfter } from '../../lib/periods.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { contributions } from '../contributions/contributions.ts'

interface DemoRecurring {
  frequency: Frequency
  amount: number
  /** Days ago on which it began. */
  begun: number
  status: 'active' | 'paused' | 'past_due'
  brand: string
  last4: string
}

const RECURRING: readonly DemoRecurring[] = [
  { frequency: 'monthly', amount: 2_500_000, begun: 190, status: 'active', brand: 'visa', last4: '4242' },
  { frequency: 'weekly', amount: 500_000, begun: 73, status: 'active', brand: 'mastercard', last4: '4444' },
  { frequency: 'monthly', amount: 5_000_000, begun: 62, status: 'past_due', brand: 'verve', last4: '4081' },
  { frequency: 'quarterly', amount: 10_000_000, begun: 40, status: 'paused', brand: 'visa', last4: '1881' },
]

/**
 * Adds them. Their mandates are of the test provider and hold nothing, so nothing can be charged; they have no address, so
 * nobody is written to when a period comes and is not paid.
 */
export async function repeatInDemo(tx: Tx, { id: church, currency, people, day }: DemoChurch): Promise<void> {
  const fund = await tx.first<{ id: number }>(sql`select id from funds where church_id = ${church} and is_active
    order by is_default desc, id limit 1`)
  const givers = people.filter(({ email }) => email !== null)
  for (const [index, one] of RECURRING.entries()) {
    const giver = givers[index * 5]
    if (giver === undefined || fund === undefined) return
    const anchor_on = addDays(day, -one.begun)
    const mandate = await tx.first<{
      id: number
    }>(sql`insert into mandates (church_id, provider, is_test, customer_ref, kind,
        brand, last4, status, consent, consented_at, created_at, updated_at)
      values (${church}, 'development', true, 'demo', 'card', ${one.brand}, ${one.last4}, 'ended', 'Demo', ${tx.now}::timestamptz,
        ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
    const next_on = periodAfter(anchor_on, one.frequency, day)
    const past_due_on = one.status === 'past_due' ? lastBefore(anchor_on, one.frequency, day) : null
    const made = await tx.first<{
      id: number
    }>(sql`insert into recurring_gifts (church_id, form_id, person_id, donor_name, donor_email,
        fund_id, branch_id, amount, currency, frequency, mode, status, anchor_on, next_on, past_due_on, mandate_id, is_test,
        created_at, updated_at)
      select ${church}, ${`demo ${index}`}, p.id, p.full_name, '', ${fund.id}, p.branch_id, ${one.amount}, ${currency},
        ${one.frequency}, 'charge', ${one.status}, ${anchor_on}::date, ${next_on}::date, ${past_due_on}::date,
        ${mandate?.id ?? null}::bigint, true, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from people as p where p.church_id = ${church} and p.id = ${giver.id} returning id`)
    if (made === undefined) continue
    const paid = periodsUntil(anchor_on, one.frequency, day).filter(due_on => due_on !== past_due_on)
    await insertPaid(tx, church, made.id, paid)
    if (past_due_on === null) continue
    await tx.run(sql`insert into recurring_periods (church_id, recurring_id, due_on, status, tries, error, told, updated_at)
      values (${church}, ${made.id}, ${past_due_on}::date, 'needs_giver', 1, 'expired_card', 3, ${tx.now}::timestamptz)`)
  }
  await recount(tx, church, contributions)
}

/** The days of its periods that are not after a day. */
function periodsUntil(anchor: string, frequency: Frequency, day: string): string[] {
  const days = [anchor]
  for (let next = periodAfter(anchor, frequency, anchor); next <= day; next = periodAfter(anchor, frequency, next))
    days.push(next)
  return days
}

/** Periods that were paid: of each a gift and its contribution. No money moved. */
async function insertPaid(tx: Tx, church: number, recurring: number, days: readonly string[]): Promise<void> {
  const paid = listed(
    days.map(due_on => ({ due_on, payment: `demo-recurring-${recurring}-${due_on}`, at: `${due_on}T07:30:00Z` })),
    'due_on date, payment text, at timestamptz',
  )
  await tx.run(sql`with given as (
      insert into contributions (church_id, person_id, fund_id, branch_id, amount, currency, amount_base, method, given_on, source,
        reference, payment_id, created_at, updated_at)
      select ${church}, r.person_id, r.fund_id, r.branch_id, r.amount, r.currency, r.amount, 'online', paid.due_on, 'online',
        paid.payment, paid.payment, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from ${paid} as paid join recurring_gifts as r on r.church_id = ${church} and r.id = ${recurring}
      order by paid.ordinality returning id, payment_id),
    gift as (
      insert into gifts (church_id, reference, form_id, person_id, fund_id, branch_id, amount, currency, provider, provider_ref,
        payment_id, method, status, donor_name, donor_email, is_test, contribution_id, recurring_id, due_on, completed_at,
        created_at, updated_at)
      select ${church}, paid.payment, paid.payment, r.person_id, r.fund_id, r.branch_id, r.amount, r.currency, 'development',
        paid.payment, paid.payment, 'test', 'succeeded', r.donor_name, r.donor_email, true, given.id, r.id, paid.due_on, paid.at,
        paid.at, paid.at
      from ${paid} as paid join given on given.payment_id = paid.payment
        join recurring_gifts as r on r.church_id = ${church} and r.id = ${recurring}
      order by paid.ordinality returning id, due_on),
    period as (
      insert into recurring_periods (church_id, recurring_id, due_on, status, tries, gift_id, told, updated_at)
      select ${church}, ${recurring}, gift.due_on, 'paid', 1, gift.id, 0, ${tx.now}::timestamptz from gift returning 1)
    update recurring_gifts as r set first_gift_id = (select min(gift.id) from gift)
    where r.church_id = ${church} and r.id = ${recurring}`)
}

/** The latest day of a period that is not after a day. */
const lastBefore = (anchor: string, frequency: Frequency, day: string): string =>
  periodsUntil(anchor, frequency, day).at(-1) ?? anchor
