/** Puts a gift on record: the contribution, its totals and its event, in the transaction of whoever records it. */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { type ContributionInput, contributionPrinter } from './fields.ts'

/** A gift with everything settled: defaults applied, references looked up, its worth in the church currency known. */
interface SettledGift extends Omit<ContributionInput, 'amount'> {
  person_id: number | null
  fund_id: number
  branch_id: number
  amount: number
  currency: string
  amount_base: number
  given_on: string
  source: string
  payment_id?: string | null
  /** The void gift in whose place it stands. */
  replaces_id?: number
  /** It takes gifts, and is held open; or that of the gift in whose place it stands. */
  batch_id?: number | null
  /** The recurring gift of which it pays a period. */
  recurring_id?: number | null
}

/** The exchange rate of a currency on a day, as a scalar subquery; null where the church has none (decisions, Money). */
export const rateOn = (church: number, currency: string, day: string): Sql => sql`(select rate from exchange_rates
  where church_id = ${church} and currency = ${currency} and valid_from <= ${day}::date
  order by valid_from desc limit 1)`

/**
 * Inserts a contribution, keeps the totals and records `contribution.recorded`.
 * @returns its id and its JSON text; undefined when its reference is already recorded through the API
 */
export async function postContribution(
  tx: Tx,
  church: Church,
  gift: SettledGift,
): Promise<{ id: number; data: string } | undefined> {
  const row = await insert(tx, church.id, gift)
  if (row === undefined) return undefined
  const id = Number(contributionPrinter.column(row, 'id'))
  const data = contributionPrinter.print(row)
  const { branch_id, amount_base } = gift
  await Promise.all([
    tally(tx, church.id, 'contributions', [{ id, branch_id, status: 'posted', n: 1, amount: amount_base }]),
    record(tx, church, 'contribution.recorded', data),
  ])
  return { id, data }
}

/** @returns the row as `contributionPrinter` expects it */
async function insert(tx: Tx, church: number, gift: SettledGift) {
  const { note, reference, donor_name, donor_email, donor_phone, payment_id, replaces_id, batch_id } = gift
  const [row] =
    await tx.text(sql`with t as (insert into contributions (church_id, person_id, fund_id, branch_id, amount,
      currency, amount_base, method, given_on, reference, note, source, payment_id, donor_name, donor_email,
      donor_phone, is_anonymous, replaces_id, restates, batch_id, recurring_id, created_at, updated_at)
    values (${church}, ${gift.person_id}, ${gift.fund_id}, ${gift.branch_id}, ${gift.amount}, ${gift.currency},
      ${gift.amount_base}, ${gift.method ?? 'online'}, ${gift.given_on}, ${reference ?? null}, ${note ?? null},
      ${gift.source}, ${payment_id ?? null}, ${donor_name ?? null}, ${donor_email ?? null}, ${donor_phone ?? null},
      ${gift.is_anonymous ?? false}, ${replaces_id ?? null}, ${replaces_id !== undefined}, ${batch_id ?? null},
      ${gift.recurring_id ?? null},
      ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, reference) where source = 'api' and reference is not null do nothing
    returning *)
    select ${contributionPrinter.columns} from t`)
  return row
}
