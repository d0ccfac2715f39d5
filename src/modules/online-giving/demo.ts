/** Online gifts of the demo church: one of which a part went back, one that a giver's bank asks back, both paid out; and one that was lost so. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import type { DemoChurch } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { netOf, type PayoutLine, payoutSums } from '../batches/payout-sums.ts'
import { recordPayout } from '../batches/payouts.ts'
import { contributions } from '../contributions/contributions.ts'

/** 50,000.00 was given, twice as much as was meant; 20,000.00 went back. */
const [GIVEN, BACK] = [5_000_000, 2_000_000]
const DAYS_AGO = 24
/** 12,500.00, and the dispute about it was lost. */
const LOST = 1_250_000

/** Adds them; no money moved. */
export async function giveOnlineInDemo(tx: Tx, demo: DemoChurch): Promise<void> {
  const giver = demo.people.find(({ email }) => email !== null)
  const fund = await tx.first<{ id: number }>(sql`select id from funds where church_id = ${demo.id} and is_default`)
  if (giver === undefined || fund === undefined) return
  const whole = await contribution(tx, demo, { fund: fund.id, giver, amount: GIVEN, payment: 'demo-payment-1' })
  await tx.run(sql`update contributions set status = 'void', void_reason = 'Partly refunded', void_cause = 'refund',
      voided_at = ${tx.now}::timestamptz where church_id = ${demo.id} and id = ${whole}`)
  const rest = { fund: fund.id, giver, amount: GIVEN - BACK, payment: 'demo-payment-1', replaces: whole }
  const left = await contribution(tx, demo, rest)
  const gift = await onlineGift(tx, demo, { ...rest, amount: GIVEN, contribution: left })
  await tx.run(sql`update gifts set refunded_amount = ${BACK} where church_id = ${demo.id} and id = ${gift}`)
  await tx.run(sql`insert into refunds (church_id, gift_id, branch_id, reference, provider, provider_refund_id, amount,
      currency, source, status, reason, refunded_on, contribution_id, rest_id, completed_at, created_at, updated_at)
    values (${demo.id}, ${gift}, ${giver.branch_id}, 'refund-demo-1', 'development', 'refund-demo-1', ${BACK},
      ${demo.currency}, 'console', 'succeeded', 'One zero too many', ${addDays(demo.day, 2 - DAYS_AGO)}::date, ${whole},
      ${left}, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
  const second = { fund: fund.id, giver, amount: GIVEN, payment: 'demo-payment-2' }
  const asked = { ...second, contribution: await contribution(tx, demo, second) }
  const other = await onlineGift(tx, demo, asked)
  const respond_by = `${addDays(demo.day, 10)}T23:59:00Z`
  const disputes = { 'demo-dispute-1': { status: 'open', respond_by, told_at: null } }
  await tx.run(sql`update gifts set dispute = 'open', dispute_id = 'demo-dispute-1', respond_by = ${respond_by}::timestamptz,
      disputes = ${JSON.stringify(disputes)}::jsonb
    where church_id = ${demo.id} and id = ${other}`)
  await payOut(tx, demo, [
    { payment: 'demo-payment-1', contribution: left },
    { payment: 'demo-payment-2', contribution: asked.contribution },
  ])
  await loseDispute(tx, demo, { fund: fund.id, giver, amount: LOST, payment: 'demo-payment-3' })
  await recount(tx, demo.id, contributions)
}

/** The giver's bank took all of it back: the gift counts no more. */
async function loseDispute(tx: Tx, demo: DemoChurch, given: Given): Promise<void> {
  const { id: church, currency, day } = demo
  const lost = await contribution(tx, demo, given)
  await tx.run(sql`update contributions set status = 'void', void_reason = 'Dispute lost', void_cause = 'refund',
      voided_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${lost}`)
  const gift = await onlineGift(tx, demo, { ...given, contribution: lost })
  await tx.run(sql`update gifts set dispute = 'lost', dispute_id = 'demo-dispute-2', refunded_amount = ${given.amount}
    where church_id = ${church} and id = ${gift}`)
  await tx.run(sql`insert into refunds (church_id, gift_id, branch_id, reference, provider, provider_refund_id, amount,
      currency, source, status, refunded_on, contribution_id, completed_at, created_at, updated_at)
    values (${church}, ${gift}, ${given.giver.branch_id}, 'refund-demo-2', 'development', 'demo-dispute-2', ${given.amount},
      ${currency}, 'dispute', 'succeeded', ${addDays(day, 12 - DAYS_AGO)}::date, ${lost}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
}

/** 1.5 % of what was given. */
const FEE = 75_000

/** What was given then, less fees and what went back, is at the bank; nobody has looked there yet. */
async function payOut(
  tx: Tx,
  { id, currency, branches, day }: DemoChurch,
  paid: readonly { payment: string; contribution: number }[],
): Promise<void> {
  const [hq_branch_id = 0] = branches
  const sent = addDays(day, 3 - DAYS_AGO)
  const lines: PayoutLine[] = paid.map(({ payment, contribution }) => ({
    ...{ kind: 'payment', reference: payment, payment_id: payment, amount: GIVEN, fee: FEE },
    ...{ happened_on: addDays(day, -DAYS_AGO), contribution_id: contribution },
  }))
  const back = { reference: 'refund-demo-1', payment_id: 'demo-payment-1', happened_on: addDays(day, 2 - DAYS_AGO) }
  lines.push({ kind: 'refund', ...back, amount: -BACK, fee: 0, contribution_id: paid[0]?.contribution ?? null })
  await recordPayout(tx, { id, currency, hq_branch_id }, day, {
    ...{ provider: 'development', title: 'Development', reference: `test-payout-${sent}`, currency },
    ...{ net: netOf(payoutSums(lines)), made_on: sent, arrives_on: sent, lines },
  })
}

interface Given {
  fund: number
  giver: DemoChurch['people'][number]
  amount: number
  payment: string
  replaces?: number
}

async function contribution(
  tx: Tx,
  { id: church, currency, day }: DemoChurch,
  { fund, giver, amount, payment, replaces }: Given,
): Promise<number> {
  const made = await tx.first<{ id: number }>(sql`insert into contributions (church_id, person_id, fund_id, branch_id,
      amount, currency, amount_base, method, given_on, source, payment_id, donor_email, replaces_id,
      restates, created_at, updated_at)
    values (${church}, ${giver.id}, ${fund}, ${giver.branch_id}, ${amount}, ${currency}, ${amount}, 'online',
      ${addDays(day, -DAYS_AGO)}::date, 'online', ${payment}, ${giver.email}, ${replaces ?? null},
      ${replaces !== undefined}, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  return made?.id ?? 0
}

async function onlineGift(
  tx: Tx,
  { id: church, currency, day }: DemoChurch,
  { fund, giver, amount, payment, contribution }: Given & { contribution: number },
): Promise<number> {
  const at = `${addDays(day, -DAYS_AGO)}T09:30:00Z`
  const made = await tx.first<{ id: number }>(sql`insert into gifts (church_id, reference, form_id, person_id, fund_id,
      branch_id, amount, currency, provider, provider_ref, payment_id, method, status, donor_name, donor_email, is_test,
      contribution_id, completed_at, created_at, updated_at)
    values (${church}, ${payment}, ${payment}, ${giver.id}, ${fund}, ${giver.branch_id}, ${amount}, ${currency},
      'development', ${payment}, ${payment}, 'test', 'succeeded', ${giver.first_name}, ${giver.email}, true,
      ${contribution}, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz) returning id`)
  return made?.id ?? 0
}
