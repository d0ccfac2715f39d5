/** What was given, by fund, branch, method or month, month by month and against the year before. Void gifts are left out. */
import { empty, type Sql, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { anyOfIds } from '../../resource/any-of.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { inSight, type Period } from '../../resource/periods.ts'
import { remembered } from '../../resource/remembered.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import {
  type GivingGroup,
  monthsOf,
  type ReportAsked,
  reportFields,
  type Span,
  spanOf,
  yearBefore,
} from './report-span.ts'

/** Amounts are minor units as text: sums may be beyond what a number holds exactly. */
export interface GivingSums {
  count: number
  /** For each month of the report; none where the groups are months. */
  months: string[]
  total: string
  /** The same days of the year before. */
  before: string
  difference: string
}

/** A fund, a branch, a method or a month. */
export interface GivingRow extends GivingSums {
  /** Its id, its name in the API, `2026-03`. */
  key: string
  /** What it is called; methods and months are said by whoever shows them. */
  name: string | null
}

export interface GivingReport {
  by: GivingGroup
  now: Span
  before: Span
  currency: string
  /** Oldest first. */
  months: string[]
  /** The largest first; months in their order. */
  rows: GivingRow[]
  all: GivingSums
}

const COLUMNS: Readonly<Record<GivingGroup, Sql>> = {
  fund: sql`fund_id::text`,
  branch: sql`branch_id::text`,
  method: sql`method`,
  month: sql`((period.n - 1) % period.months)::text`,
}

/** The sum of a group in a month: `n` counts the months of this period, and then those of the year before. */
interface Sum {
  n: number
  key: string
  count: number
  amount: string
}

/** The sums of every group in every month: one statement, remembered as long as no gift changes. */
function sums({ read }: Reading, caller: Caller, asked: ReportAsked, periods: readonly Period[]): Promise<Sum[]> {
  const { by = 'fund', currency, branch_id } = asked
  const ofBranch = branch_id === undefined ? empty : sql`and ${anyOfIds('branch_id', caller.branches.below(branch_id))}`
  const inCurrency = currency === undefined ? empty : sql`and currency = ${currency}`
  const amount = currency === undefined ? sql`amount_base` : sql`amount`
  const [firsts, nexts] = [periods.map(({ first }) => first), periods.map(({ next }) => next)]
  return remembered(read, caller, 'contributions', ['report', by, currency, branch_id, periods], () =>
    read.all<Sum>(sql`
      select period.n::int as n, given.key, given.count, given.amount
      from (select first, next, n, ${periods.length / 2}::int as months
        from unnest(${firsts}::date[], ${nexts}::date[]) with ordinality as one (first, next, n)) as period
      cross join lateral (
        select ${COLUMNS[by]} as key, count(*)::int as count, sum(${amount})::text as amount from contributions
        where church_id = ${caller.church.id} and given_on >= period.first and given_on < period.next
          and status = 'posted' and ${inSight(caller)} ${ofBranch} ${inCurrency}
        group by 1) as given`),
  )
}

/** Adds sums up. @param months of the period, in the same number in the year before */
function added(found: readonly Sum[], months: number): GivingSums {
  const ofMonths = Array.from({ length: 2 * months }, () => 0n)
  for (const { n, amount } of found) ofMonths[n - 1] = (ofMonths[n - 1] ?? 0n) + BigInt(amount)
  const sum = (some: readonly bigint[]): bigint => some.reduce((total, amount) => total + amount, 0n)
  const now = ofMonths.slice(0, months)
  const [total, before] = [sum(now), sum(ofMonths.slice(months))]
  return {
    count: found.reduce((count, one) => count + (one.n <= months ? one.count : 0), 0),
    months: now.map(String),
    total: String(total),
    before: String(before),
    difference: String(total - before),
  }
}

/** What the groups are called that have a record. */
async function namesOf({ read }: Reading, { church }: Caller, by: GivingGroup): Promise<Map<string, string>> {
  if (by !== 'fund' && by !== 'branch') return new Map()
  const table = by === 'fund' ? sql`funds` : sql`branches`
  const rows = await read.all<{ key: string; name: string }>(
    sql`select id::text as key, name from ${table} where church_id = ${church.id}`,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}

const descending = (a: string, b: string): number => (BigInt(a) === BigInt(b) ? 0 : BigInt(a) > BigInt(b) ? -1 : 1)

function rowsOf(found: readonly Sum[], names: ReadonlyMap<string, string>, months: number): GivingRow[] {
  const keys = [...new Set(found.map(({ key }) => key))]
  const rows = keys.map(key => {
    const mine = found.filter(one => one.key === key)
    return { key, name: names.get(key) ?? null, ...added(mine, months) }
  })
  return rows.sort((a, b) => descending(a.total, b.total) || descending(a.before, b.before) || (a.key < b.key ? -1 : 1))
}

/** A row for each month, also for those in which nothing was given. */
const monthRows = (found: readonly Sum[], months: readonly string[]): GivingRow[] =>
  months.map((month, at) => {
    const mine = found.filter(({ key }) => key === String(at))
    return { key: month, name: null, ...added(mine, months.length), months: [] }
  })

/** Reads a report. @throws ApiError `validation_failed` for days that are no period, or too long a one, and a branch out of sight */
export async function readReport(parts: Reading, caller: Caller, asked: ReportAsked): Promise<GivingReport> {
  const { by = 'fund', currency = caller.church.currency, branch_id } = asked
  const problems = new Problems()
  if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  const now = spanOf(asked, today(parts.clock.now(), caller.church.timezone), problems)
  problems.throwIfAny()
  const before = yearBefore(now)
  const periods = monthsOf(now)
  const months = periods.map(({ first }) => first.slice(0, 7))
  const [found, names] = await Promise.all([
    sums(parts, caller, asked, [...periods, ...monthsOf(before)]),
    namesOf(parts, caller, by),
  ])
  const isByMonth = by === 'month'
  const rows = isByMonth ? monthRows(found, months) : rowsOf(found, names, months.length)
  const all = { ...added(found, months.length), ...(isByMonth && { months: [] }) }
  return { by, now, before, currency, months: isByMonth ? [] : months, rows, all }
}

export const givingReport = view({
  name: 'giving_report',
  may: within(FINANCE),
  fields: reportFields,
  run: readReport,
})
