/** Puts a gift on record: the contribution, its totals and its event, in the transaction of whoever records it. */
import type { Db, Tx } from '../../db/database.ts'
import { violated } from '../../db/faults.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
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

/** What only the database knows of a gift that is to be recorded. */
export interface GiftMarks {
  /** The next one: taken before the gift is inserted, so that all of it can be sent in one go. */
  id: number
  fund_name: string
}

/** The next id of a gift, as a scalar expression. */
export const NEXT_GIFT_ID = sql`nextval('contributions_id_seq')`

/** The exchange rate of a currency on a day, as a scalar subquery; null where the church has none (decisions, Money). */
export const rateOn = (church: number, currency: string, day: string): Sql => sql`(select rate from exchange_rates
  where church_id = ${church} and currency = ${currency} and valid_from <= ${day}::date
  order by valid_from desc limit 1)`

/** @throws Error where the church has no such fund */
async function marksOf(db: Db, church: number, fund: number): Promise<GiftMarks> {
  const marks = await db.first<GiftMarks>(sql`select ${NEXT_GIFT_ID} as id, name as fund_name from funds
    where church_id = ${church} and id = ${fund}`)
  if (marks === undefined) throw new Error(`Church ${church} has no fund ${fund}.`)
  return marks
}

/**
 * Inserts a contribution, keeps the totals and records `contribution.recorded`. Nothing of it is waited for: the transaction
 * fails with ApiError `duplicate_reference` where its reference is already recorded through the API.
 * @param marks of the gift, where they were looked up with the rest
 * @returns its id and its JSON text
 */
export async function postContribution(
  tx: Tx,
  church: Church,
  gift: SettledGift,
  marks?: GiftMarks,
): Promise<{ id: number; data: string }> {
  const { id, fund_name } = marks ?? (await marksOf(tx, church.id, gift.fund_id))
  insert(tx, church.id, id, gift)
  const data = contributionPrinter.print(stored(tx, id, fund_name, gift))
  const { branch_id, amount_base, given_on: day } = gift
  await Promise.all([
    tally(tx, church.id, 'contributions', [{ id, branch_id, status: 'posted', day, n: 1, amount: amount_base }]),
    record(tx, church, 'contribution.recorded', data),
  ])
  return { id, data }
}

function insert(tx: Tx, church: number, id: number, gift: SettledGift): void {
  const { note, reference, donor_name, donor_email, donor_phone, payment_id, replaces_id, batch_id } = gift
  tx.send(
    sql`insert into contributions (church_id, id, person_id, fund_id, branch_id, amount,
      currency, amount_base, method, given_on, reference, note, source, payment_id, donor_name, donor_email,
      donor_phone, is_anonymous, replaces_id, restates, batch_id, recurring_id, created_at, updated_at)
    overriding system value
    values (${church}, ${id}, ${gift.person_id}, ${gift.fund_id}, ${gift.branch_id}, ${gift.amount}, ${gift.currency},
      ${gift.amount_base}, ${methodOf(gift)}, ${gift.given_on}, ${reference ?? null}, ${note ?? null},
      ${gift.source}, ${payment_id ?? null}, ${donor_name ?? null}, ${donor_email ?? null}, ${donor_phone ?? null},
      ${gift.is_anonymous ?? false}, ${replaces_id ?? null}, ${replaces_id !== undefined}, ${batch_id ?? null},
      ${gift.recurring_id ?? null},
      ${tx.now}::timestamptz, ${tx.now}::timestamptz)`,
    undefined,
    error => (violated(error) === 'contributions_reference' ? new ApiError('duplicate_reference') : error),
  )
}

const methodOf = ({ method }: SettledGift): NonNullable<SettledGift['method']> => method ?? 'online'

const text = (value: number | null | undefined): string | null => (value == null ? null : String(value))

/** The row as it is stored, in PostgreSQL's texts. */
const stored = ({ now }: Tx, id: number, fund_name: string, gift: SettledGift): (string | null)[] =>
  contributionPrinter.row({
    id: text(id),
    person_id: text(gift.person_id),
    fund_id: text(gift.fund_id),
    fund_name,
    branch_id: text(gift.branch_id),
    amount: text(gift.amount),
    currency: gift.currency,
    amount_base: text(gift.amount_base),
    method: methodOf(gift),
    given_on: gift.given_on,
    reference: gift.reference,
    note: gift.note,
    source: gift.source,
    payment_id: gift.payment_id,
    batch_id: text(gift.batch_id),
    recurring_id: text(gift.recurring_id),
    donor_name: gift.donor_name,
    donor_email: gift.donor_email,
    donor_phone: gift.donor_phone,
    is_anonymous: gift.is_anonymous ? 't' : 'f',
    status: 'posted',
    created_at: now,
    updated_at: now,
  })
