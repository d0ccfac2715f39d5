/**
 * What was given, by fund, branch, method or month, month by month and against the year before; by what givers are and by
 * how much they gave. Void gifts are left out.
 */
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
import { because } from '../../texts/because.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { USUAL_GAP } from '../people/giver-standing.ts'
import { boundsOf, byRange, byStanding, GIVER_KEYS, type GiverSum, rangesOf } from './giver-report.ts'
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
  /** How many people gave, where the groups are of people; null where they are not, since one gives to several funds. */
  givers: { now: number; before: number } | null
}

/** A fund, a branch, a method, a month, a kind of givers or a range of what they gave. */
export interface GivingRow extends GivingSums {
  /** Its id, its name in the API, `2026-03`. */
  key: string
  /** What it is called; methods and months are said by whoever shows them. */
  name: string | null
  /** Of a range of gifts, in minor units: from which amount, and up to which, that one left out. */
  range?: { from: string | null; to: string | null }
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
  /** Of givers: who lapsed in these days, after so many days without a gift. */
  lapsed: { days: number; now: number; before: number } | null
}

type GiftGroup = Exclude<GivingGroup, 'giver' | 'range'>

const COLUMNS: Readonly<Record<GiftGroup, Sql>> = {
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

/** What a gift is worth in this report, and which gifts count, over the columns of `contributions`. */
function gifts(caller: Caller, { currency, branch_id, fund_id }: ReportAsked): { amount: Sql; counts: Sql } {
  const ofBranch = branch_id === undefined ? empty : sql`and ${anyOfIds('branch_id', caller.branches.below(branch_id))}`
  const inCurrency = currency === undefined ? empty : sql`and currency = ${currency}`
  const ofFund = fund_id === undefined ? empty : sql`and fund_id = ${fund_id}`
  const amount = currency === undefined ? sql`amount_base` : sql`amount`
  return { amount, counts: sql`${inSight(caller)} ${ofBranch} ${inCurrency} ${ofFund}` }
}

/** The sums of every group in every month: one statement, remembered as long as no gift changes. */
function sums(
  { read }: Reading,
  caller: Caller,
  by: GiftGroup,
  asked: ReportAsked,
  periods: readonly Period[],
): Promise<Sum[]> {
  const { currency, branch_id, fund_id } = asked
  const { amount, counts } = gifts(caller, asked)
  const [firsts, nexts] = [periods.map(({ first }) => first), periods.map(({ next }) => next)]
  return remembered(read, caller, 'contributions', ['report', by, currency, branch_id, fund_id, periods], () =>
    read.all<Sum>(sql`
      select period.n::int as n, given.key, given.count, given.amount
      from (select first, next, n, ${periods.length / 2}::int as months
        from unnest(${firsts}::date[], ${nexts}::date[]) with ordinality as one (first, next, n)) as period
      cross join lateral (
        select ${COLUMNS[by]} as key, count(*)::int as count, sum(${amount})::text as amount from contributions
        where church_id = ${caller.church.id} and given_on >= period.first and given_on < period.next
          and status = 'posted' and ${counts}
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
    givers: null,
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

/** The groups of gifts: funds, branches, methods, months. */
async function ofGifts(parts: Reading, caller: Caller, by: GiftGroup, asked: ReportAsked, spans: Spans) {
  const [now, before] = spans
  const periods = monthsOf(now)
  const months = periods.map(({ first }) => first.slice(0, 7))
  const [found, names] = await Promise.all([
    sums(parts, caller, by, asked, [...periods, ...monthsOf(before)]),
    namesOf(parts, caller, by),
  ])
  const isByMonth = by === 'month'
  const rows = isByMonth ? monthRows(found, months) : rowsOf(found, names, months.length)
  const all = { ...added(found, months.length), ...(isByMonth && { months: [] }) }
  return { months: isByMonth ? [] : months, rows, all, lapsed: null }
}

const people = (found: readonly GiverSum[]): { now: number; before: number } => {
  const sum = (n: number): number => found.reduce((total, one) => total + (one.n === n ? one.givers : 0), 0)
  return { now: sum(1), before: sum(2) }
}

const addedGivers = (found: readonly GiverSum[]): GivingSums => ({
  ...added(found, 1),
  months: [],
  givers: people(found),
})

/** The groups of givers: what they are, or how much they gave. */
async function ofGivers(parts: Reading, caller: Caller, asked: ReportAsked, spans: Spans, bounds: bigint[]) {
  const { by, currency, branch_id, fund_id, days = USUAL_GAP, ranges } = asked
  const summed = { church: caller.church.id, spans, ...gifts(caller, asked) }
  const statement = by === 'giver' ? byStanding(summed, days) : byRange(summed, bounds)
  const what = ['report', by, currency, branch_id, fund_id, days, ranges, spans]
  const read = await remembered(parts.read, caller, 'contributions', what, () => parts.read.all<GiverSum>(statement))
  const found = read.filter(({ key }) => key !== 'none')
  const row = (key: string, keys: readonly string[]): GivingRow => ({
    key,
    name: null,
    ...addedGivers(found.filter(one => keys.includes(one.key))),
  })
  const lapsed = (n: number): number => read.reduce((sum, one) => sum + (one.n === n ? one.lapsed : 0), 0)
  const rows =
    by === 'giver'
      ? GIVER_KEYS.map(key => row(key, [key]))
      : rangesOf(found, bounds, ranges !== undefined).map(({ from, to, keys }) => ({
          ...row(`${from ?? ''}-${to ?? ''}`, keys),
          range: { from, to },
        }))
  return {
    months: [],
    rows: by === 'giver' ? rows : [...rows, row('unknown', ['unknown'])],
    all: addedGivers(found),
    lapsed: by === 'giver' ? { days, now: lapsed(1), before: lapsed(2) } : null,
  }
}

type Spans = readonly [now: Span, before: Span]

/**
 * Reads a report.
 * @throws ApiError `validation_failed` for days that are no period, or too long a one, a branch out of sight, a fund that the
 *   church does not have, and ranges that are none
 */
export async function readReport(parts: Reading, caller: Caller, asked: ReportAsked): Promise<GivingReport> {
  const { by = 'fund', currency = caller.church.currency, branch_id, fund_id, ranges } = asked
  const problems = new Problems()
  if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  if (fund_id !== undefined && !(await hasFund(parts, caller, fund_id)))
    problems.add('fund_id', because('is no fund here'))
  const now = spanOf(asked, today(parts.clock.now(), caller.church.timezone), problems)
  const bounds = by === 'range' ? boundsOf(ranges, currency, problems) : []
  problems.throwIfAny()
  const spans: Spans = [now, yearBefore(now)]
  const told =
    by === 'giver' || by === 'range'
      ? await ofGivers(parts, caller, asked, spans, bounds)
      : await ofGifts(parts, caller, by, asked, spans)
  return { by, now, before: spans[1], currency, ...told }
}

const hasFund = async ({ read }: Reading, { church }: Caller, id: number): Promise<boolean> =>
  (await read.first(sql`select 1 from funds where church_id = ${church.id} and id = ${id}`)) !== undefined

export const givingReport = view({
  name: 'giving_report',
  may: within(FINANCE),
  fields: reportFields,
  run: readReport,
})
