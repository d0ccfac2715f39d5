/** Attempts to pay a period: each is a gift, committed with our reference before the provider hears of it (decision 0011). */
import { createHash } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { newReference } from '../online-giving/begin-gift.ts'
import { UNCONFIRMED } from '../online-giving/give-up.ts'
import { FIRST_LOOK_MINUTES } from '../online-giving/look-gaps.ts'
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

/** The mandate that a recurring gift is charged by; undefined for none that can be. */
export const usableMandate = (
  tx: Tx,
  church: number,
  one: Recurring,
): Promise<{ id: number; provider: string; is_test: boolean } | undefined> =>
  tx.first(sql`select m.id, m.provider, m.is_test from mandates as m
      join payment_providers as p on p.church_id = ${church} and p.provider = m.provider and p.is_test = m.is_test
        and (p.active or not m.is_test)
    where m.church_id = ${church} and m.id = ${one.mandate_id} and m.status = 'active'`)

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

/** The gift of a period that may have been paid, though nobody could confirm it: then nothing more is asked for. */
export const unconfirmedAttempt = (
  tx: Tx,
  church: number,
  recurring: number,
  due_on: string,
): Promise<{ id: number } | undefined> =>
  tx.first(sql`select id from gifts where church_id = ${church} and recurring_id = ${recurring} and due_on = ${due_on}::date
    and status = 'expired' and error = ${UNCONFIRMED} limit 1`)

/** Whether a gift has paid a period, which its row may not show yet. */
export const paidAttempt = (
  tx: Tx,
  church: number,
  recurring: number,
  due_on: string,
): Promise<{ id: number } | undefined> =>
  tx.first(sql`select id from gifts where church_id = ${church} and recurring_id = ${recurring} and due_on = ${due_on}::date
    and status = 'succeeded'`)
