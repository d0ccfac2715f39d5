/** How attendance goes: week by week, by service and branch, beside the same weeks of a year ago; what groups hold apart. */
import { every, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { anyOfIds } from '../../resource/any-of.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { READERS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { MEETINGS } from './meeting-row.ts'

const DEFAULT_WEEKS = 26
/** A year of weeks: so far back is the other line. */
const YEAR_WEEKS = 52

/** What is held again and again, or all that is held once, of one branch. */
export interface TrendService {
  /** Null for meetings that no schedule makes. */
  schedule_id: number | null
  /** Null for what is held once: no name says more of it. */
  name: string | null
  branch_id: number
  branch: string
  /** By week, as `weeks` lists them; null where nobody counted. */
  now: (number | null)[]
  /** The same 52 weeks before. */
  before: (number | null)[]
}

/** What groups hold, all of them together. */
export interface GroupTrends {
  /** How many of their meetings were counted. */
  met: number[]
  now: (number | null)[]
  before: (number | null)[]
}

export interface Trends {
  /** Mondays. */
  weeks: string[]
  services: TrendService[]
  /** Of all services together. */
  now: (number | null)[]
  before: (number | null)[]
  groups: GroupTrends
}

interface Sum {
  week: string
  of_groups: boolean
  meetings: number
  schedule_id: number | null
  branch_id: number
  total: number
}

const sumOf = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((sum, one) => (one === null ? sum : (sum ?? 0) + one), null)

/** The figure of a meeting is what was counted, else who was named; a week without any is a gap and no zero. */
export const trendsView = view({
  name: 'attendance_trends',
  may: within(READERS),
  fields: {
    weeks: field.integer(4, YEAR_WEEKS).settable().doc(`Default ${DEFAULT_WEEKS}`),
    branch_id: field.ref('branches').settable().doc('This branch and those below it'),
  },
  async run({ read, clock }, caller, { weeks: many = DEFAULT_WEEKS, branch_id }): Promise<Trends> {
    const { church } = caller
    const day = today(clock.now(), church.timezone)
    const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
    const weeks = Array.from({ length: many }, (_, at) => addDays(monday, 7 * (at - many + 1)))
    const seen = every(sightOf(MEETINGS, caller))
    const below = branch_id === undefined ? sql`true` : anyOfIds('branch_id', branchesBelow(caller, branch_id))
    const from = addDays(weeks[0] ?? monday, -7 * YEAR_WEEKS)
    const [sums, schedules, branches] = await Promise.all([
      // Day by day from an index alone; there are few days and services, however many groups meet.
      read.all<Sum>(sql`select (held_on - extract(isodow from held_on)::integer + 1)::text as week, of_groups, schedule_id,
          branch_id, sum(meetings)::integer as meetings, sum(total)::integer as total
        from (select held_on, group_id is not null as of_groups, case when group_id is null then schedule_id end as schedule_id,
            branch_id, count(*) as meetings, sum(coalesce(counted, named)) as total
          from meetings where church_id = ${church.id} and held_on >= ${from}::date and held_on < ${addDays(monday, 7)}::date
            and status <> 'cancelled' and coalesce(counted, named) is not null and ${seen} and ${below}
          group by 1, 2, 3, 4) as days
        group by 1, 2, 3, 4`),
      read.all<{ id: number; name: string }>(
        sql`select id, name from schedules where church_id = ${church.id} order by id`,
      ),
      read.all<{ id: number; name: string }>(
        sql`select id, name from branches where church_id = ${church.id} order by id`,
      ),
    ])
    const names = (list: { id: number; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]))
    const services = servicesOf(
      sums.filter(one => !one.of_groups),
      weeks,
      { schedules: names(schedules), branches: names(branches) },
    )
    const together = (line: 'now' | 'before') => weeks.map((_, at) => sumOf(services.map(one => one[line][at] ?? null)))
    const groups = groupsOf(
      sums.filter(one => one.of_groups),
      weeks,
    )
    return { weeks, services, now: together('now'), before: together('before'), groups }
  },
})

/** @throws ApiError `validation_failed` for a branch out of sight */
function branchesBelow(caller: Caller, branch: number): readonly number[] {
  const problems = new Problems()
  if (!canSee(caller, branch)) problems.add('branch_id', NO_SUCH_BRANCH)
  problems.throwIfAny()
  return caller.branches.below(branch)
}

interface Names {
  schedules: Map<number, string>
  branches: Map<number, string>
}

function groupsOf(sums: readonly Sum[], weeks: readonly string[]): GroupTrends {
  const totalOf = (week: string): number | null =>
    sumOf(sums.filter(one => one.week === week).map(({ total }) => total))
  return {
    met: weeks.map(week => sumOf(sums.filter(one => one.week === week).map(one => one.meetings)) ?? 0),
    now: weeks.map(totalOf),
    before: weeks.map(week => totalOf(addDays(week, -7 * YEAR_WEEKS))),
  }
}

function servicesOf(sums: readonly Sum[], weeks: readonly string[], { schedules, branches }: Names): TrendService[] {
  const found = new Map<string, TrendService>()
  const place = new Map(weeks.map((week, at) => [week, at]))
  const gaps = (): null[] => weeks.map(() => null)
  for (const { week, schedule_id, branch_id, total } of sums) {
    const key = `${schedule_id}/${branch_id}`
    const name = schedule_id === null ? null : (schedules.get(schedule_id) ?? null)
    const fresh = { schedule_id, name, branch_id, branch: branches.get(branch_id) ?? '', now: gaps(), before: gaps() }
    const service: TrendService = found.get(key) ?? fresh
    found.set(key, service)
    const [now, before] = [place.get(week), place.get(addDays(week, 7 * YEAR_WEEKS))]
    if (now !== undefined) service.now[now] = total
    if (before !== undefined) service.before[before] = total
  }
  const rank = ({ schedule_id, branch_id }: TrendService) =>
    [branch_id, schedule_id ?? Number.MAX_SAFE_INTEGER] as const
  return [...found.values()].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)]
    return a[0] - b[0] || a[1] - b[1]
  })
}
