/** Reports of the week: who has handed in and who has not, and what the reports come to by zone, district and week. */
import type { Db } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { addDays, mondayOf, today } from '../../lib/calendar.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import { view } from '../../resource/action.ts'
import { anyOfIds } from '../../resource/any-of.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import { atOnce, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { hasNotMet, SEE_GROUPS } from '../groups/groups.ts'
import { groupsInSight } from '../groups/sight.ts'
import { MEETINGS } from '../meetings/meeting-row.ts'
import { remindersOf } from './reminders.ts'
import { type GroupSums, type Money, rollUp, type Sums, type TreeGroup, type WeekMeeting } from './roll-up.ts'
import { weeksBefore } from './weeks-before.ts'

/** A report that is not handed in. */
export interface MissingReport {
  meeting_id: number
  group_id: number
  group_name: string
  held_on: string
  local_time: string
  status: 'draft' | 'returned' | null
  /** When its leaders were last reminded. */
  reminded_at: string | null
  /** Whether any of its leaders has an address. */
  reachable: boolean
}

/** The reports of a week. */
export interface ReportsOfWeek {
  /** Its Monday, and its Sunday. */
  from: string
  to: string
  /** The group whose groups are shown; null for the topmost. */
  root: { id: number; name: string; parent_id: number | null } | null
  rows: GroupSums[]
  all: Sums
  missing: MissingReport[]
  /** There are more than are listed. */
  more_missing: number
  /** The meetings of all that are missing, also of those that are not listed. */
  missing_ids: number[]
  /** Active groups that report weekly and have no meeting in the calendar of that week. */
  without_meeting: { group_id: number; group_name: string }[]
  /** There are more than are listed. */
  more_without_meeting: number
  /** This week and those before it, the oldest first. */
  weeks: (Sums & { from: string })[]
}

const MOST_MISSING = 200
const WEEKS = 8
const DAYS = 7

const may = within(SEE_GROUPS)
const fields = {
  week: field.date().settable().doc('Any day of the week. Default: today'),
  group_id: field.ref('groups').settable().doc('This group and those below it'),
  branch_id: field.ref('branches').settable().doc('This branch and those below it'),
}

interface Asked {
  week?: string
  group_id?: number
  branch_id?: number
}

const SIGHTED = { limitTo: 'branch_id', sight: groupsInSight } as const

interface Group extends TreeGroup {
  parent_id: number | null
  without_meeting: boolean
}

/** @throws ApiError `validation_failed` for a branch out of sight */
function ofBranch(caller: Caller, branch_id: number | undefined): Sql[] {
  if (branch_id === undefined) return []
  const problems = new Problems()
  if (!canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  problems.throwIfAny()
  return [anyOfIds('branch_id', caller.branches.below(branch_id))]
}

const groupsSeen = (db: Db, caller: Caller, monday: string, more: readonly Sql[]): Promise<Group[]> =>
  db.all<Group>(sql`select id, name, parent_id, path, ${hasNotMet(caller.church.id, monday)} as without_meeting from groups
    where ${every([sql`church_id = ${caller.church.id}`, ...sightOf(SIGHTED, caller), ...more])} order by id`)

/** Which meetings are meant: from a day to another, as it is now. */
interface Span {
  from: string
  to: string
  now: Date
  more: readonly Sql[]
}

/** Meetings of groups that report, each with its report; of others only what they handed in all the same. */
function meetingsBetween(db: Db, caller: Caller, { from, to, now, more }: Span): Promise<WeekMeeting[]> {
  const church = caller.church.id
  const of = [sql`church_id = ${church} and group_id is not null`, ...sightOf(MEETINGS, caller), ...more]
  const span = (day: Sql): Sql => sql`${day} >= ${from}::date and ${day} < ${to}::date`
  // Thousands of meetings are of the same few groups: those are read once, not looked up for each. So are the reports of their days.
  return db.all<WeekMeeting>(sql`with g as materialized (select id, reports, status from groups where church_id = ${church})
    select m.id as meeting_id, m.group_id, m.held_on::text as held_on, m.local_time,
      (g.reports = 'weekly' and g.status = 'active' and m.ends_at <= ${now.toISOString()}::timestamptz
        and (m.status <> 'cancelled' or r.status is not null)) as expected,
      r.status, r.held, r.present, coalesce(r.visitors, 0) as visitors, coalesce(r.first_timers, 0) as first_timers,
      coalesce(r.decisions, 0) as decisions, r.offering, r.currency
    from (select id, group_id, held_on, local_time, ends_at, status from meetings
        where ${every(of)} and ${span(sql`held_on`)}) as m
      join g on g.id = m.group_id
      left join group_reports as r on r.church_id = ${church} and r.meeting_id = m.id and ${span(sql`r.held_on`)}
    where g.reports = 'weekly' or r.status = 'submitted' order by m.held_on, m.id`)
}

/** Groups that are seen, those of a branch, and those at and below one. */
const groupsMeant = (caller: Caller, more: readonly Sql[], root: number | undefined): Sql =>
  every([
    sql`true`,
    ...sightOf(SIGHTED, caller),
    ...more,
    ...(root === undefined ? [] : [sql`path && array[${root}::bigint]`]),
  ])

/** @throws ApiError `not_found` for a group out of sight */
async function readWeek({ read, clock }: Reading, caller: Caller, asked: Asked): Promise<ReportsOfWeek> {
  const now = clock.now()
  const from = mondayOf(asked.week ?? today(now, caller.church.timezone))
  const to = addDays(from, DAYS)
  const more = ofBranch(caller, asked.branch_id)
  const first = addDays(from, -DAYS * (WEEKS - 1))
  const [groups, week, before] = await Promise.all([
    groupsSeen(read, caller, from, more),
    meetingsBetween(read, caller, { from, to, now, more }),
    weeksBefore(read, caller, { from: first, to: from, now, more, groups: groupsMeant(caller, more, asked.group_id) }),
  ])
  const root = asked.group_id === undefined ? undefined : groups.find(({ id }) => id === asked.group_id)
  if (asked.group_id !== undefined && root === undefined) throw new ApiError('not_found')
  const rolled = rollUp(groups, week, root?.id ?? null)
  const nameOf = new Map(groups.map(({ id, name }) => [id, name]))
  const missing = missingOf(week, rolled.within, nameOf)
  const listed = missing.slice(0, MOST_MISSING)
  const reminders = await remindersOf(
    read,
    caller.church.id,
    listed.map(({ meeting_id }) => meeting_id),
  )
  const without = groups.filter(({ id, without_meeting }) => without_meeting && rolled.within.has(id))
  return {
    from,
    to: addDays(to, -1),
    root: root === undefined ? null : { id: root.id, name: root.name, parent_id: shownParent(root, nameOf) },
    rows: rolled.rows,
    all: rolled.all,
    missing: listed.map(one => ({ ...one, ...(reminders.get(one.meeting_id) ?? UNREACHABLE) })),
    more_missing: Math.max(0, missing.length - MOST_MISSING),
    missing_ids: missing.map(({ meeting_id }) => meeting_id),
    without_meeting: without.slice(0, MOST_MISSING).map(({ id, name }) => ({ group_id: id, group_name: name })),
    more_without_meeting: Math.max(0, without.length - MOST_MISSING),
    weeks: [...before, rolled.all].map((sums, at) => ({ from: addDays(first, DAYS * at), ...sums })),
  }
}

const shownParent = ({ parent_id }: Group, seen: ReadonlyMap<number, string>): number | null =>
  parent_id !== null && seen.has(parent_id) ? parent_id : null

const UNREACHABLE = { reminded_at: null, reachable: false }

const missingOf = (
  week: readonly WeekMeeting[],
  among: ReadonlySet<number>,
  nameOf: ReadonlyMap<number, string>,
): Omit<MissingReport, 'reminded_at' | 'reachable'>[] =>
  week
    .filter(({ expected, status, group_id }) => expected && status !== 'submitted' && among.has(group_id))
    .map(({ meeting_id, group_id, held_on, local_time, status }) => {
      const group_name = nameOf.get(group_id) ?? ''
      return { meeting_id, group_id, group_name, held_on, local_time, status: status as MissingReport['status'] }
    })

export const reportsOfWeek = view({
  name: 'reports_of_week',
  may,
  fields,
  run: (reading, caller, asked): Promise<ReportsOfWeek> => readWeek(reading, caller, asked),
})

/** A line of the file: a group, or all of them. */
interface FiledSums extends Sums {
  name: string
  country: string
}

const moneyText = (offerings: readonly Money[], country: string): string =>
  offerings.map(({ currency, amount }) => `${plainAmount(amount, currency, country)} ${currency}`).join('; ')

export const reportsOfWeekFile = tableFile({
  name: 'reports_of_week_file',
  may,
  fields,
  called: 'reports-of-the-week',
  columns: {
    group: ({ name }: FiledSums) => name,
    expected: ({ expected }) => expected,
    handed_in: ({ handed_in }) => handed_in,
    met: ({ met }) => met,
    present: ({ present }) => present,
    visitors: ({ visitors }) => visitors,
    first_timers: ({ first_timers }) => first_timers,
    decisions: ({ decisions }) => decisions,
    offering: ({ offerings, country }) => moneyText(offerings, country),
  },
  rows: (reading, caller, asked) =>
    atOnce(
      readWeek(reading, caller, asked).then(({ rows, all }) => {
        const { country } = caller.church
        return [...rows.map(one => ({ ...one, country })), { ...all, name: 'All', country }]
      }),
    ),
})
