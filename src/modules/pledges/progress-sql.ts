/**
 * How far a pledge has come, read from the gifts themselves: those of its givers, posted, to the campaign's fund and within its days.
 * Gifts in the pledge's currency count at face value, others by their worth in the church currency at the pledge's kept rate, so
 * that what was promised is fulfilled by what was promised, whatever rates did since. Rounded once, half to even.
 */
import { raw, type Sql, sql } from '../../db/sql.ts'
import { atPlace, inChurch, withPlace } from '../../resource/in-church.ts'

/**
 * Of a pledge `t`, over its gifts `c`: looked up giver by giver by `contributions_pledged`, whatever the planner believes of a
 * young church, of which it would read the whole fund for each pledge (`offset 0` keeps it from that).
 */
const itsGifts = (last: string): string => `from pledge_givers as g
  join pledge_campaigns as k on k.church_id = t.church_id and k.id = t.campaign_id
  cross join lateral (select one.currency, one.amount, one.amount_base from contributions as one
    where one.church_id = t.church_id and one.person_id = g.person_id and one.status = 'posted'
      and one.fund_id + 0 = k.fund_id and one.given_on + 0 between k.starts_on and ${last} offset 0) as c
  where g.church_id = t.church_id and g.pledge_id = t.id`

/** Beyond it JSON has no exact integers. */
const MOST = Number.MAX_SAFE_INTEGER

/** What counts in its currency, and in others as worth in the church currency: a query of one row over `t`. @param last the last day that counts */
const countedBy = (
  last: string,
): string => `select coalesce(sum(case when c.currency = t.currency then c.amount end), 0)::numeric as face,
      coalesce(sum(case when c.currency <> t.currency then c.amount_base end), 0)::numeric as other,
      coalesce(sum(c.amount_base), 0)::bigint as base ${itsGifts(last)}`

/** What was given, in minor units of the pledge's currency: an expression over `t` and a row `s` of what counts. */
const TOWARDS = `least(s.face + div(s.other, t.minor_rate)
    + case when 2 * mod(s.other, t.minor_rate) > t.minor_rate
        or 2 * mod(s.other, t.minor_rate) = t.minor_rate and mod(div(s.other, t.minor_rate), 2) = 1 then 1 else 0 end,
    ${MOST})::bigint`

const givenBy = (last: string): string => `(select ${TOWARDS} from (${countedBy(last)}) as s)`

/** All that was given towards it: an expression over `t`. */
export const GIVEN = givenBy('k.ends_on')

/** The same in minor units of the church currency. */
export const GIVEN_BASE = `(select coalesce(sum(c.amount_base), 0)::bigint ${itsGifts('k.ends_on')})`

const COUNTED = withPlace(raw(countedBy('k.ends_on')))

/** Both of many pledges `t` at once, their gifts looked up once: what `from` is followed by, and the columns `given` and `given_base`. */
export const bothGiven: { joined(church: number): Sql; columns: Sql } = {
  joined: church => sql`cross join lateral (${atPlace(COUNTED, church)}) as s`,
  columns: raw(`${TOWARDS} as given, s.base as given_base`),
}

/** How far it has come, in whole per cent, rounded down: 100 only where all is given. */
export const percentOf = (amount: number | bigint, given: number | bigint): number =>
  BigInt(amount) === 0n ? 0 : Number((BigInt(given) * 100n) / BigInt(amount))

const ALL = withPlace(raw(GIVEN))

/** `GIVEN` of rows `t` of a church, for statements. */
export const givenOf = (church: number): Sql => atPlace(ALL, church)

const [BEFORE, AFTER] = givenBy('least(k.ends_on, @)').split('@')

/** What was given towards pledges `t` up to a day, that day among them: what came later belongs to a later statement. */
export const givenUntil = (church: number, day: string): Sql =>
  inChurch(sql`${raw(BEFORE ?? '')}${day}::date${raw(AFTER ?? '')}`, church)
