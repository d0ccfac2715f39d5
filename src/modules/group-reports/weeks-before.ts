/** What the weeks before one come to: tens of thousands of meetings, added up where they are. */
import type { Db } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { MEETINGS } from '../meetings/meeting-row.ts'
import { SEEN_REPORTS } from './report-row.ts'
import { type Sums, sumsOf } from './roll-up.ts'

/** Weeks that are meant. */
export interface WeeksBefore {
  /** Mondays: of the first, and of the one behind the last. */
  from: string
  to: string
  now: Date
  /** Conditions over meetings, and over reports, beside what the caller sees. */
  more: readonly Sql[]
  /** Those of the groups whose meetings are meant. */
  groups: Sql
}

const DAYS = 7

/** Of a group and a week: that a report is expected, that one of them is late, that it met. Those of later weeks stand behind. */
const [EXPECTED, LATE, MET, BITS] = [1, 2, 4, 3]

/** Groups of which the same is told in every week. */
interface Alike {
  /** They report weekly, and go on. */
  report: boolean
  marks: number
  groups: number
}

/**
 * A meeting ends on the day after its own at the latest, by a clock twelve hours behind; so of nearly all the index of the days
 * tells alone that they are over.
 */
const SURELY_OVER_DAYS = 3

const within = (from: string, to: string, day: Sql): Sql => sql`${day} >= ${from}::date and ${day} < ${to}::date`

/** Groups are few, and alike in what they did: their weeks are told by marks, so that no meeting is sorted. */
function groupsAlike(db: Db, caller: Caller, { from, to, now, more, groups }: WeeksBefore): Promise<Alike[]> {
  const church = caller.church.id
  const seen = every([sql`church_id = ${church} and group_id is not null`, ...sightOf(MEETINGS, caller), ...more])
  const over = addDays(now.toISOString().slice(0, 10), -SURELY_OVER_DAYS)
  return db.all<Alike>(sql`with g as materialized (select id, reports = 'weekly' and status = 'active' as report from groups
      where church_id = ${church} and ${groups})
    select g.report, each.marks, count(*)::integer as groups
    from (select group_id, bit_or((expected::integer * case when handed then ${EXPECTED}::integer else ${EXPECTED | LATE}::integer end
          | (handed and held)::integer * ${MET}::integer) << ${BITS}::integer * week) as marks
      from (select m.group_id, (m.held_on - ${from}::date) / ${DAYS}::integer as week,
          (m.status <> 'cancelled' or r.status is not null) and (m.held_on <= ${over}::date or m.id in (select id from meetings
            where church_id = ${church} and held_on > ${over}::date and ${within(from, to, sql`held_on`)}
              and ends_at <= ${now.toISOString()}::timestamptz)) as expected,
          coalesce(r.status = 'submitted', false) as handed, coalesce(r.held, false) as held
        from (select id, group_id, held_on, status from meetings where ${seen} and ${within(from, to, sql`held_on`)}) as m
          left join group_reports as r on r.church_id = ${church} and r.meeting_id = m.id
            and ${within(from, to, sql`r.held_on`)}) as one
      group by group_id) as each
      join g on g.id = each.group_id
    group by g.report, each.marks`)
}

interface Figures {
  week: number
  currency: string | null
  present: number
  visitors: number
  first_timers: number
  decisions: number
  offering: number | null
}

/** A report has the day, the group and the branch of its meeting. */
function figuresOf(db: Db, caller: Caller, { from, to, more, groups }: WeeksBefore): Promise<Figures[]> {
  const church = caller.church.id
  const seen = every([
    sql`church_id = ${church} and status = 'submitted'`,
    ...sightOf(SEEN_REPORTS, caller),
    ...more,
    sql`group_id in (select id from groups where church_id = ${church} and ${groups})`,
  ])
  return db.all<Figures>(sql`select (held_on - ${from}::date) / ${DAYS}::integer as week, currency,
      coalesce(sum(present), 0)::integer as present, sum(visitors)::integer as visitors,
      sum(first_timers)::integer as first_timers, sum(decisions)::integer as decisions, sum(offering)::bigint as offering
    from group_reports where ${seen} and ${within(from, to, sql`held_on`)} group by 1, 2 order by 1, 2`)
}

/** What each of the weeks comes to, the first first, as `sumsOf` adds up the meetings of one. */
export async function weeksBefore(db: Db, caller: Caller, asked: WeeksBefore): Promise<Sums[]> {
  const [alike, figures] = await Promise.all([groupsAlike(db, caller, asked), figuresOf(db, caller, asked)])
  const weeks: Sums[] = []
  for (let week = 0; addDays(asked.from, DAYS * week) < asked.to; week += 1) {
    const own = figures.filter(one => one.week === week)
    const count = (mark: number, among: readonly Alike[]): number =>
      among.reduce((all, { marks, groups }) => all + ((marks >> (BITS * week)) & mark ? groups : 0), 0)
    const sum = (of: (one: Figures) => number): number => own.reduce((all, one) => all + of(one), 0)
    const reporting = alike.filter(({ report }) => report)
    const expected = count(EXPECTED, reporting)
    weeks.push({
      ...sumsOf([]),
      expected,
      handed_in: expected - count(LATE, reporting),
      met: count(MET, alike),
      present: sum(({ present }) => present),
      visitors: sum(({ visitors }) => visitors),
      first_timers: sum(({ first_timers }) => first_timers),
      decisions: sum(({ decisions }) => decisions),
      offerings: own.flatMap(({ currency, offering }) =>
        currency !== null && offering !== null ? [{ currency, amount: offering }] : [],
      ),
    })
  }
  return weeks
}
