/** People on the home page: how many there are of each status, and who came for the first time in the last weeks. */
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { inSight, lastDays, lastWeeks, type Period, periodRows } from '../../resource/periods.ts'
import { remembered } from '../../resource/remembered.ts'
import { READERS, within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import { tallyRows } from '../../resource/tally.ts'

const WEEKS = 12
const RECENT_DAYS = 30

/** People that the reader may see, without those who were removed or merged away. */
export interface HomePeople {
  total: number
  /** Statuses that somebody has. */
  statuses: { status: string; count: number }[]
  /** Weeks from Monday to Sunday, oldest first, the last one is the current week of the church. */
  newcomers: { week: string; count: number }[]
  /** Of the last thirty days, today with them. */
  newcomers_30_days: number
}

/** Kept totals (see tally.ts): nothing is counted. */
const byStatus = ({ read }: Reading, caller: Caller) =>
  read.all<{ status: string; count: number }>(sql`
    select status, sum(n)::bigint as count from ${tallyRows(caller.church.id, 'people', caller.visible !== null)}
    where not removed and ${inSight(caller)} group by status having sum(n) > 0 order by count desc, status`)

/**
 * Newcomers of each period, the shortest and oldest first. A newcomer came first on the day of their first visit. Where
 * no visit is recorded, that is the day on which they were put on record by hand or by another system; those who were
 * imported were there before.
 */
function newcomers({ read }: Reading, caller: Caller, periods: readonly Period[]) {
  const { id, timezone } = caller.church
  const mine = sql`church_id = ${id} and not removed and ${inSight(caller)}`
  return remembered(read, caller, 'people', periods, () =>
    read.all<{ count: number }>(sql`
      select (select count(*) from people where ${mine} and first_visit_date >= period.first
          and first_visit_date < period.next)
        + (select count(*) from people where ${mine} and created_at >= period.first::timestamp at time zone ${timezone}
          and created_at < period.next::timestamp at time zone ${timezone}
          and first_visit_date is null and source <> 'import') as count
      from ${periodRows(periods)} order by period.next - period.first, period.first`),
  )
}

async function readPeople(parts: Reading, caller: Caller): Promise<HomePeople> {
  const day = today(parts.clock.now(), caller.church.timezone)
  const weeks = lastWeeks(day, WEEKS)
  const [statuses, counts] = await Promise.all([
    byStatus(parts, caller),
    newcomers(parts, caller, [...weeks, lastDays(day, RECENT_DAYS)]),
  ])
  return {
    total: statuses.reduce((sum, { count }) => sum + count, 0),
    statuses,
    newcomers: weeks.map(({ first }, index) => ({ week: first, count: counts[index]?.count ?? 0 })),
    newcomers_30_days: counts[WEEKS]?.count ?? 0,
  }
}

export const homePeople = view({ name: 'home.people', may: within(READERS), fields: {}, run: readPeople })
