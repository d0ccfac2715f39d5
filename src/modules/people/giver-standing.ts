/**
 * Givers new, back and lapsed: what is meant by it, as SQL. The report of giving counts them, the list of people finds
 * them, and both by this statement.
 *
 * Of days from the first to the last, and a gap of so many days without a gift:
 * - new: their first gift of all was given in these days
 * - back: not new, and a gift of these days came so many days or more after the one before it
 * - steady: whoever else gave in these days
 * - lapsed: gave before, and on one of these days it was so many days since their last gift up to the last of these days
 *
 * Whoever gave in these days is one of the first three. Lapsed is beside them: where the gap is shorter than the days, one
 * may give in spring and have lapsed by winter. Void gifts count for nothing, and two records that were merged are one giver.
 */
import { idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { InvalidParameter } from '../../errors.ts'
import { parseDate } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import { anyText, consoleOnly, described, type Filter } from '../../resource/filter.ts'
import { FINANCE } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'

/** What may be asked for; `steady` is nothing to write to somebody about. */
export const STANDINGS = ['new', 'back', 'lapsed'] as const
export type Standing = (typeof STANDINGS)[number]

export const LEAST_GAP = 30
export const MOST_GAP = 1_826
/** A year: who gives once a year has not lapsed. */
export const USUAL_GAP = 365

interface Asked {
  church: number
  /** Of the days, as dates: parameters or columns. */
  from: Sql
  to: Sql
  /** Days without a gift. */
  gap: number
  /** What a gift is worth. */
  amount: Sql
  /** Which gifts count, over the columns of `contributions`. */
  counts: Sql
}

/**
 * A select with a row for each giver who is known by the last day, and one without a person for gifts of these days that
 * name nobody: `person_id`, `gifts` and `total` of these days, `standing` (new, back, steady, unknown; null where
 * nothing was given in them), `lapsed`.
 */
export const standings = ({ church, from, to, gap, amount, counts }: Asked): Sql => sql`
  select person_id, count(*) filter (where given_on >= ${from}) as gifts,
    coalesce(sum(worth) filter (where given_on >= ${from}), 0) as total,
    case when person_id is null then 'unknown' when min(given_on) >= ${from} then 'new'
      when bool_or(given_on >= ${from} and given_on - prior >= ${gap}::int) then 'back'
      when max(given_on) >= ${from} then 'steady' end as standing,
    person_id is not null and max(given_on) + ${gap}::int between ${from} and ${to} as lapsed
  from (
    select person_id, given_on, ${amount} as worth,
      lag(given_on) over (partition by person_id order by given_on) as prior
    from contributions
    where church_id = ${church} and status = 'posted' and given_on <= ${to}
      and (person_id is not null or given_on >= ${from}) and ${counts}) as gift
  group by person_id`

/** As it stands in an address: `lapsed:2026-01-01:2026-11-23:365`, and behind it the branch whose gifts count. */
const FORM = /^(new|back|lapsed):([\d-]{10}):([\d-]{10}):(\d{2,4})(?::([1-9]\d{0,15}))?$/

const OPEN = described(
  'Givers new, back or lapsed in some days, and after how many without a gift: new:2026-01-01:2026-12-31:365',
  anyText(() => undefined, 80),
)

const refuse = (name: string, text: string): never => {
  throw new InvalidParameter(name, `The parameter ${name} ${text}.`)
}

function mayKnow({ by }: Caller): boolean {
  return by.kind === 'command' || (by.kind === 'person' && FINANCE.some(role => role === by.role))
}

/** The filter of the list of people, for the console and for those who see gifts. Only gifts in sight count. */
export const givingFilter: Filter = {
  ...consoleOnly(OPEN),
  label: 'Giving',
  foreign: 'always',
  condition(name, text, caller) {
    if (text === undefined || text.trim() === '') return undefined
    if (!mayKnow(caller)) refuse(name, because('is for those who see gifts'))
    const [, standing = '', first = '', last = '', days = '', branch] = FORM.exec(text.trim()) ?? []
    const [from, to, gap] = [parseDate(first), parseDate(last), Number(days)]
    if (!from || !to || to < from || gap < LEAST_GAP || gap > MOST_GAP) {
      return refuse(name, 'must be of the form new:2026-01-01:2026-12-31:365, with new, back or lapsed')
    }
    const { church, visible, branches } = caller
    const below = branch === undefined ? null : branches.below(Number(branch))
    const within = below === null ? visible : below.filter(id => visible === null || visible.includes(id))
    const rows = standings({
      church: church.id,
      from: sql`${from}::date`,
      to: sql`${to}::date`,
      gap,
      amount: sql`amount_base`,
      counts: within === null ? sql`true` : sql`branch_id = any(${idArray(within)})`,
    })
    const meant = standing === 'lapsed' ? sql`lapsed` : sql`standing = ${standing}`
    return sql`id in (select person_id from (${rows}) as giver where person_id is not null and ${meant})`
  },
}
