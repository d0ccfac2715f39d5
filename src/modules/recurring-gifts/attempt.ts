/** Attempts to pay a period: each is a gift, committed with our reference before the provider hears of it (decision 0011). */
import { createHash } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { newReference } from '../online-giving/begin-gift.ts'
import { UNCONFIRMED } from '../online-giving/give-up.ts'
import { FIRST_LOOK_MINUTES } from '../online-giving/look-gaps.ts'
import { AMOUNT_MISMATCH } from '../online-giving/never-paid.ts'
import type { Recurring } from './recurring-row.ts'

/** Who pays: a mandate that is charged, or the giver by a checkout. */
type PaidBy =
  | { mandate: number; provider: string; is_test: boolean; at: Date }
  | { mandate: null; provider: string; is_test: boolean; saves: boolean; at: Date }

/** Puts an attempt on record. @returns the id and the reference of the gift */
export async function insertAttempt(
  tx: Tx,
  church: Church,
  one: Recurring,
  due_on: string,
  by: PaidBy,
): Promise<{ id: number; reference: string }> {
  const reference = newReference()
  const form_id = createHash('sha256').update(`recurring ${reference}`).digest('hex')
  const at = by.at.toISOString()
  const made = await tx.first<{
    id: number
  }>(sql`insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount,
      currency, channel, provider, donor_name, donor_email, note, is_anonymous, is_test, recurring_id, due_on, saves, mandate_id,
      charge_at, look_at, created_at, updated_at)
    values (${church.id}, ${reference}, ${form_id}, ${one.fund_id}, ${one.branch_id}, ${one.amount}, ${one.currency},
      'recurring', ${by.provider}, ${one.donor_name}, ${one.donor_email}, ${one.note}, ${one.is_anonymous}, ${by.is_test},
      ${one.id}, ${due_on}::date, ${by.mandate === null && by.saves}, ${by.mandate},
      ${by.mandate === null ? null : at}::timestamptz,
      ${by.mandate === null ? sql`${at}::timestamptz + ${FIRST_LOOK_MINUTES} * interval '1 minute'` : sql`null`},
      ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  return { id: made?.id ?? 0, reference }
}

/** A mandate that can be charged. */
interface UsableMandate {
  id: number
  provider: string
  is_test: boolean
}

/** Why a period waits: its mandate is good, and the church has no account any more that could charge it, nor another one. */
export const NO_ACCOUNT = 'no_account'

/**
 * The mandate that a recurring gift is charged by. `no_account` where it would be good and the church takes no gifts at all: that is
 * the account's fault and not the giver's. Where another account takes them, the giver has to leave a card there: undefined.
 */
export async function usableMandate(
  tx: Tx,
  church: number,
  one: Recurring,
): Promise<UsableMandate | typeof NO_ACCOUNT | undefined> {
  const found = await tx.first<UsableMandate & { has_account: boolean; has_other: boolean }>(sql`
    select m.id, m.provider, m.is_test, p.provider is not null as has_account,
      exists (select 1 from payment_providers as o where o.church_id = ${church} and o.active
        and (m.is_test or not o.is_test)) as has_other
    from mandates as m
      left join payment_providers as p on p.church_id = ${church} and p.provider = m.provider and p.is_test = m.is_test
        and (p.active or not m.is_test)
    where m.church_id = ${church} and m.id = ${one.mandate_id} and m.status = 'active'`)
  if (found === undefined) return undefined
  const { has_account, has_other, ...mandate } = found
  if (has_account) return mandate
  return has_other ? undefined : NO_ACCOUNT
}

/** A checkout that somebody is just beginning is waited for; one that is not begun by then never will be. */
const BEGINS_IN_SECONDS = 60

/**
 * An attempt of a period of which nobody knows yet what becomes of it. A checkout at which a card was declined is one as long as
 * the provider is asked about it: its page still takes another card.
 */
export const pendingAttempt = (
  tx: Tx,
  church: number,
  recurring: number,
  due_on: string,
): Promise<
  { id: number; reference: string; checkout_url: string | null; charged: boolean; fresh: boolean } | undefined
> =>
  tx.first(sql`select id, reference, checkout_url, mandate_id is not null as charged,
      status = 'pending' and error is null
        and created_at > ${tx.now}::timestamptz - ${BEGINS_IN_SECONDS} * interval '1 second' as fresh
    from gifts where church_id = ${church} and recurring_id = ${recurring} and due_on = ${due_on}::date
      and (status = 'pending' or status = 'failed' and look_at is not null and mandate_id is null)
    order by mandate_id is null, checkout_url is null, id desc limit 1`)

/**
 * Condition on a gift: money may have come of it, and somebody has to look. Nobody could confirm whether it was paid, or what was paid
 * is not what was asked for.
 */
export const UNCERTAIN = sql`(status = 'expired' and error = ${UNCONFIRMED} or status = 'failed' and error = ${AMOUNT_MISMATCH})`

/** The same of what became of a period's gift. */
export const isUncertain = (error: string | null): boolean => error === UNCONFIRMED || error === AMOUNT_MISMATCH

/**
 * Whether a period has been paid, which its row may not show yet; `uncertain` where it may have been, `mismatched` where something
 * else than was asked for was. In no such case anything more is asked for.
 */
export async function moneyOf(
  tx: Tx,
  church: number,
  recurring: number,
  due_on: string,
): Promise<'paid' | 'uncertain' | 'mismatched' | undefined> {
  const found = await tx.first<{
    paid: boolean
    error: string | null
  }>(sql`select status = 'succeeded' as paid, error from gifts
    where church_id = ${church} and recurring_id = ${recurring} and due_on = ${due_on}::date
      and (status = 'succeeded' or ${UNCERTAIN}) order by status = 'succeeded' desc limit 1`)
  if (found === undefined) return undefined
  if (found.paid) return 'paid'
  return found.error === AMOUNT_MISMATCH ? 'mismatched' : 'uncertain'
}
