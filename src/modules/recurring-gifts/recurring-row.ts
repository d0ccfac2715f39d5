/** A recurring gift and its periods, as the work on them needs them. */
import type { Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import type { Frequency } from '../../lib/periods.ts'
import type { Mode } from '../online-giving/recurring-form.ts'
import type { Status } from './fields.ts'

export interface Recurring {
  id: number
  person_id: number | null
  donor_name: string
  donor_email: string
  is_anonymous: boolean
  note: string | null
  fund_id: number
  branch_id: number
  amount: number
  currency: string
  frequency: Frequency
  mode: Mode
  status: Status
  anchor_on: string
  next_on: string | null
  ends_on: string | null
  paused_until: string | null
  past_due_on: string | null
  failed_periods: number
  mandate_id: number | null
  first_gift_id: number | null
  mandate_gift_id: number | null
  link_version: number
  /** In which the giver filled in the form (BCP 47); null where that is not known. */
  language: string | null
  /** Since when it waits for somebody to confirm that it is charged here. */
  held_at: string | null
  /** Periods before this day may have been charged by another installation. */
  charged_here_from: string | null
}

const COLUMNS = sql`id, person_id, donor_name, donor_email, is_anonymous, note, fund_id, branch_id, amount, currency, frequency,
  mode, status, anchor_on, next_on, ends_on, paused_until, past_due_on, failed_periods, mandate_id, first_gift_id,
  mandate_gift_id, link_version, language, held_at::text as held_at, charged_here_from`

/** Locks one. @param more a further condition, such as that a link still holds */
export const lockRecurring = (
  tx: Tx,
  church: number,
  id: number,
  more: Sql = sql`true`,
): Promise<Recurring | undefined> =>
  tx.first<Recurring>(sql`select ${COLUMNS} from recurring_gifts
    where church_id = ${church} and id = ${id} and ${more} for no key update`)

/** Sets columns of one that is locked, and of what is known of it. */
export async function setRecurring(
  tx: Tx,
  church: number,
  one: Recurring,
  values: Partial<Recurring> & {
    cancelled_by?: string | null
    cancel_reason?: string | null
    cancelled_at?: string | null
    mandate_look_at?: string | null
    mandate_looks?: number
  },
): Promise<void> {
  const sets = Object.entries(values).map(([name, value]) => sql`${ident(name)} = ${value}`)
  await tx.run(sql`update recurring_gifts set ${join(sets)}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${one.id}`)
  Object.assign(one, values)
}

export type PeriodStatus = 'due' | 'charging' | 'paid' | 'retrying' | 'needs_giver' | 'failed' | 'skipped'

export interface Period {
  due_on: string
  status: PeriodStatus
  tries: number
  try_at: string | null
  gift_id: number | null
  error: string | null
  told: number
}

/** The periods that are not over, oldest first; the latest of those that failed among them. */
export const openPeriods = (tx: Tx, church: number, id: number): Promise<Period[]> =>
  tx.all<Period>(sql`select due_on, status, tries, try_at::text as try_at, gift_id, error, told from recurring_periods
    where church_id = ${church} and recurring_id = ${id} and (status not in ('paid', 'skipped', 'failed')
      or status = 'failed' and due_on = (select max(due_on) from recurring_periods
        where church_id = ${church} and recurring_id = ${id})) order by due_on`)

/** Sets columns of a period, and of what is known of it; one that is not there yet is made. */
export async function setPeriod(
  tx: Tx,
  church: number,
  recurring: number,
  period: Period,
  values: Partial<Period>,
): Promise<void> {
  Object.assign(period, values)
  const { due_on, status, tries, try_at, gift_id, error, told } = period
  await tx.run(sql`insert into recurring_periods (church_id, recurring_id, due_on, status, tries, try_at, gift_id, error, told,
      updated_at)
    values (${church}, ${recurring}, ${due_on}::date, ${status}, ${tries}, ${try_at}::timestamptz, ${gift_id}, ${error}, ${told},
      ${tx.now}::timestamptz)
    on conflict (church_id, recurring_id, due_on) do update set status = excluded.status, tries = excluded.tries,
      try_at = excluded.try_at, gift_id = excluded.gift_id, error = excluded.error, told = excluded.told,
      updated_at = excluded.updated_at`)
}

export const newPeriod = (due_on: string, status: PeriodStatus): Period => ({
  due_on,
  status,
  tries: 0,
  try_at: null,
  gift_id: null,
  error: null,
  told: 0,
})
