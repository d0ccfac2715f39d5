/**
 * Givers in a report of giving: who is new, came back, or has lapsed, and how many gave how much. Each gift is in one row,
 * those that name nobody in a row of their own, so the rows add up to what every other report says was given.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { MAX_AMOUNT } from '../../lib/money.ts'
import { because } from '../../texts/because.ts'
import { currencyExponent } from '../../texts/exponents.ts'
import { standings } from '../people/giver-standing.ts'
import type { Span } from './report-span.ts'

/** The gifts of a row; `n` is 1 for the days of the report, and 2 for those of the year before. */
export interface GiverSum {
  n: number
  key: string
  givers: number
  count: number
  amount: string
  /** Of them, how many have lapsed. */
  lapsed: number
}

/** What is added up. */
interface Added {
  church: number
  spans: readonly [now: Span, before: Span]
  /** What a gift is worth. */
  amount: Sql
  /** Which gifts count, over the columns of `contributions`. */
  counts: Sql
}

const spanRows = (spans: readonly Span[]): Sql =>
  sql`unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[])
    with ordinality as span (first, last, n)`

/** The order of the rows. */
export const GIVER_KEYS = ['new', 'back', 'steady', 'unknown'] as const

/** Gifts by what their givers are (`giver-standing.ts`); those who gave nothing in these days are `none`. */
export const byStanding = ({ church, spans, amount, counts }: Added, gap: number): Sql => {
  const each = standings({ church, from: sql`span.first`, to: sql`span.last`, gap, amount, counts })
  return sql`select span.n::int as n, found.key, found.givers::int as givers, found.count::int as count,
      found.amount::text as amount, found.lapsed::int as lapsed
    from ${spanRows(spans)} cross join lateral (
      select coalesce(standing, 'none') as key, count(person_id) as givers, sum(gifts) as count, sum(total) as amount,
        count(*) filter (where lapsed) as lapsed
      from (${each}) as giver group by 1) as found`
}

/** Gifts by how much their givers gave in these days: `key` counts the bounds that they reached. */
export const byRange = ({ church, spans, amount, counts }: Added, bounds: readonly bigint[]): Sql =>
  sql`select span.n::int as n, found.key, found.givers::int as givers, found.count::int as count,
      found.amount::text as amount, 0 as lapsed
    from ${spanRows(spans)} cross join lateral (
      select case when person_id is null then 'unknown' else width_bucket(total, ${bounds.map(String)}::numeric[])::text
        end as key, count(person_id) as givers, sum(gifts) as count, sum(total) as amount
      from (select person_id, count(*) as gifts, sum(${amount}) as total from contributions
        where church_id = ${church} and given_on >= span.first and given_on <= span.last and status = 'posted'
          and ${counts} group by person_id) as giver
      group by 1) as found`

const STEPS = [1n, 2n, 5n]
const MOST_DIGITS = 16
/** Ranges that are made by themselves are no more than fit on a page. */
const MOST_RANGES = 8

/** 1, 2, 5, 10, 20, 50 … in whole units of a currency, as minor units. */
function roundBounds(currency: string): bigint[] {
  const unit = 10n ** BigInt(currencyExponent(currency))
  return Array.from({ length: MOST_DIGITS * STEPS.length }, (_, n) => {
    const step = STEPS[n % STEPS.length] ?? 1n
    return unit * step * 10n ** BigInt(Math.floor(n / STEPS.length))
  })
}

const MOST_BOUNDS = 20

/**
 * Where the ranges begin that somebody wants, in minor units.
 * @param text `1000,5000,10000`; undefined where round amounts will do
 */
export function boundsOf(text: string | undefined, currency: string, problems: Problems): bigint[] {
  if (text === undefined) return roundBounds(currency)
  const parts = text.split(',').map(part => part.trim())
  const unit = 10n ** BigInt(currencyExponent(currency))
  const bounds = parts.flatMap(part => (/^[1-9]\d{0,11}$/.test(part) ? [BigInt(part) * unit] : []))
  const rises = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? 0n))
  if (bounds.length < parts.length || !rises || bounds.length > MOST_BOUNDS || bounds.some(one => one > MAX_AMOUNT)) {
    problems.add(
      'ranges',
      because('must be up to {most} whole amounts that rise, such as 1000,5000,10000', { most: MOST_BOUNDS }),
    )
  }
  return bounds
}

/** A range of what somebody gave, in minor units as text; open where nothing bounds it. */
export interface Range {
  from: string | null
  /** The first amount that is beyond it. */
  to: string | null
  /** The keys of its sums. */
  keys: string[]
}

/** The ranges that are shown. @param wanted whether somebody named them: then all are, also empty ones */
export function rangesOf(found: readonly GiverSum[], bounds: readonly bigint[], wanted: boolean): Range[] {
  const reached = found.flatMap(({ key }) => (key === 'unknown' ? [] : [Number(key)]))
  const most = wanted || reached.length === 0 ? bounds.length : Math.max(1, ...reached)
  const least = wanted ? 0 : Math.min(Math.max(Math.min(...reached, most), most - MOST_RANGES + 1), most - 1)
  if (!wanted && reached.length === 0) return []
  const shown = bounds.slice(least, most)
  return [...shown, null].map((to, at) => {
    const from = at === 0 ? null : String(shown[at - 1])
    const within = (n: number): boolean => (at === 0 ? n <= least : to === null ? n >= most : n === least + at)
    const keys = Array.from({ length: bounds.length + 1 }, (_, n) => n).filter(within)
    return { from, to: to === null ? null : String(to), keys: keys.map(String) }
  })
}
