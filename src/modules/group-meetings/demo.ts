/** Half a year of evenings of the cells of the demo church: each has its day of the week, a roll, and the weeks to come. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, printTimestamp } from '../../lib/calendar.ts'
import { groupBy } from '../../lib/group.ts'
import { type Random, seededRandom } from '../../lib/random.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { timezoneOf } from '../church/days.ts'
import { attendances } from '../meetings/attendances.ts'
import { lockSchedule, makeAhead } from '../meetings/make-meetings.ts'
import { CLOSES_AFTER_MS, momentsOf } from '../meetings/moments.ts'

const WEEKS = 26
const SEED = 1_120
const MINUTES = 90
/** Cells meet from Tuesday to Friday. */
const DAYS = ['TU', 'WE', 'TH', 'FR'] as const
const HOURS = ['18:30', '19:00'] as const

interface Cell {
  id: number
  name: string
  branch_id: number
}

/** Adds them. A stream of its own: what other modules draw stays as it is. */
export async function meetInCells(tx: Tx, { id: church, branches: [head = 0], day }: DemoChurch): Promise<void> {
  const random = seededRandom(SEED)
  const timezone = await timezoneOf(tx, church, head)
  // Zones have no members of their own.
  const cells = await tx.all<Cell>(sql`select id, name, branch_id from groups
    where church_id = ${church} and kind = 'cell' and member_count > 0 order by id`)
  const members = await membersOf(tx, church)
  const marks: object[] = []
  for (const [at, cell] of cells.entries()) {
    const [rule, local_time] = [DAYS[at % DAYS.length] ?? 'TU', HOURS[at % HOURS.length] ?? '19:00']
    const days = evenings(day, DAYS.indexOf(rule) + 2)
    const schedule = await insertSchedule(tx, church, cell, { rule, local_time, timezone, starts_on: days[0] ?? day })
    const meetings = await insertMeetings(tx, church, schedule, days)
    marks.push(...rollsOf(random, meetings, members.get(cell.id) ?? []))
    const locked = await lockSchedule(tx, church, schedule)
    if (locked !== undefined) await makeAhead(tx, church, locked, new Date(printTimestamp(tx.now)))
  }
  await insertRolls(tx, church, marks)
  await recount(tx, church, attendances)
}

async function membersOf(tx: Tx, church: number): Promise<ReadonlyMap<number, number[]>> {
  const found = await tx.all<{ group_id: number; person_id: number }>(
    sql`select group_id, person_id from group_members where church_id = ${church} and status = 'active' order by id`,
  )
  const byGroup = groupBy(found, ({ group_id }) => group_id)
  return new Map([...byGroup].map(([id, of]) => [id, of.map(({ person_id }) => person_id)]))
}

/** The last weeks' days of a kind, the oldest first. @param weekday as JavaScript counts them */
function evenings(day: string, weekday: number): string[] {
  const behind = (new Date(`${day}T00:00:00Z`).getUTCDay() - weekday + 7) % 7 || 7
  return Array.from({ length: WEEKS }, (_, at) => addDays(day, -behind - 7 * (WEEKS - 1 - at)))
}

async function insertSchedule(
  tx: Tx,
  church: number,
  { id, name, branch_id }: Cell,
  { rule, ...when }: { rule: string; local_time: string; timezone: string; starts_on: string },
): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`insert into schedules (church_id, branch_id, group_id, kind, name,
      starts_on, local_time, minutes, timezone, rrule, created_at, updated_at)
    values (${church}, ${branch_id}, ${id}, 'group', ${name}, ${when.starts_on}::date, ${when.local_time}, ${MINUTES},
      ${when.timezone}, ${`FREQ=WEEKLY;BYDAY=${rule}`}, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  return row?.id ?? 0
}

/** @returns their ids, the oldest first */
async function insertMeetings(tx: Tx, church: number, schedule: number, days: readonly string[]): Promise<number[]> {
  const locked = await lockSchedule(tx, church, schedule)
  if (locked === undefined) return []
  const rows = days.map(held_on => {
    const { starts_at, ends_at } = momentsOf({ ...locked, held_on })
    return { held_on, starts_at, ends_at, closed_at: new Date(ends_at.getTime() + CLOSES_AFTER_MS) }
  })
  const made = await tx.all<{
    id: number
  }>(sql`insert into meetings (church_id, branch_id, group_id, schedule_id, kind, name, slot, held_on, local_time,
      minutes, timezone, starts_at, ends_at, status, closed_at, revision, created_at, updated_at)
    select ${church}, s.branch_id, s.group_id, s.id, s.kind, s.name, day.held_on || 'T' || s.local_time, day.held_on,
      s.local_time, s.minutes, s.timezone, day.starts_at, day.ends_at, 'closed', day.closed_at, 1, day.starts_at, day.closed_at
    from ${listed(rows, 'held_on date, starts_at timestamptz, ends_at timestamptz, closed_at timestamptz')} as day
      join schedules as s on s.church_id = ${church} and s.id = ${schedule}
    order by day.ordinality returning id`)
  return made.map(({ id }) => id)
}

/** The first leads and comes always; the others come more often than not. */
const rollsOf = (random: Random, meetings: readonly number[], people: readonly number[]): object[] =>
  meetings.flatMap(meeting =>
    people.map((person, at) => {
      const came = at === 0 || random.chance(0.72)
      const state = came ? 'present' : random.chance(0.3) ? 'excused' : 'absent'
      return { meeting, person, state, role: at === 0 ? 'leader' : 'attendee' }
    }),
  )

async function insertRolls(tx: Tx, church: number, marks: readonly object[]): Promise<void> {
  await tx.run(sql`insert into attendances (church_id, meeting_id, person_id, branch_id, group_id, held_on, state, role,
      source, created_at, updated_at)
    select ${church}, m.id, one.person, m.branch_id, m.group_id, m.held_on, one.state, one.role, 'roll', m.ends_at, m.ends_at
    from ${listed(marks, 'meeting bigint, person bigint, state text, role text')} as one
      join meetings as m on m.church_id = ${church} and m.id = one.meeting order by one.ordinality`)
  await tx.run(sql`update meetings as m set named = roll.came
    from (select meeting_id, count(*) filter (where state = 'present') as came from attendances
      where church_id = ${church} and group_id is not null group by meeting_id) as roll
    where m.church_id = ${church} and m.id = roll.meeting_id`)
}
