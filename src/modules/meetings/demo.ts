/** Half a year of Sundays in the demo church: two services with counts, the roll of one of them, and the weeks to come. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, printTimestamp } from '../../lib/calendar.ts'
import { type Random, seededRandom } from '../../lib/random.ts'
import { type DemoChurch, type DemoPerson, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { timezoneOf } from '../church/days.ts'
import { attendances } from './attendances.ts'
import { lockSchedule, makeAhead } from './make-meetings.ts'
import { CLOSES_AFTER_MS, momentsOf } from './moments.ts'

const WEEKS = 26
/** People who are on the roll. */
const NAMES = 120
const SEED = 316
const MINUTES = 90

/** What is counted at a service, about. */
const SERVICES = [
  { name: 'First service', local_time: '07:30', counts: { men: 62, women: 88, youth: 31, children: 40 }, roll: true },
  {
    name: 'Second service',
    local_time: '10:00',
    counts: { men: 95, women: 130, youth: 64, children: 78 },
    roll: false,
  },
] as const

type Service = (typeof SERVICES)[number]

/** Somebody on the roll, and how they come. */
interface Comer {
  id: number
  /** How often, from 0 to 1. */
  habit: number
  /** The week of their first time, and the one from which on they stayed away; weeks count back from this one. */
  from: number
  until: number
}

/** Adds them. A stream of its own: what other modules draw stays as it is. */
export async function meetInDemo(tx: Tx, demo: DemoChurch): Promise<void> {
  const { id: church, branches, people, day } = demo
  const [branch = 0] = branches
  const random = seededRandom(SEED)
  const timezone = await timezoneOf(tx, church, branch)
  const last = addDays(day, -(new Date(`${day}T00:00:00Z`).getUTCDay() || 7))
  const sundays = Array.from({ length: WEEKS }, (_, at) => addDays(last, -7 * (WEEKS - 1 - at)))
  const comers = comersOf(random, people, branch)
  for (const service of SERVICES) {
    const schedule = await insertSchedule(tx, demo, service, { branch, timezone, starts_on: sundays[0] ?? day })
    const ids = await insertMeetings(tx, church, schedule, { service, sundays, timezone })
    await insertCounts(tx, church, ids, countsOf(random, service))
    if (service.roll) await insertRoll(tx, church, ids, rollOf(random, comers))
    const locked = await lockSchedule(tx, church, schedule)
    if (locked !== undefined) await makeAhead(tx, church, locked, new Date(printTimestamp(tx.now)))
  }
  await tx.run(sql`update meetings as m set
      counted = (select sum(h.count) from headcounts as h where h.church_id = ${church} and h.meeting_id = m.id),
      named = (select nullif(count(*) filter (where a.state = 'present'), 0) from attendances as a
        where a.church_id = ${church} and a.meeting_id = m.id)
    where m.church_id = ${church} and m.status = 'closed'`)
  await recount(tx, church, attendances)
}

async function insertSchedule(
  tx: Tx,
  { id: church }: DemoChurch,
  { name, local_time }: Service,
  { branch, timezone, starts_on }: { branch: number; timezone: string; starts_on: string },
): Promise<number> {
  const row = await tx.first<{
    id: number
  }>(sql`insert into schedules (church_id, branch_id, name, starts_on, local_time,
      minutes, timezone, rrule, created_at, updated_at)
    values (${church}, ${branch}, ${name}, ${starts_on}::date, ${local_time}, ${MINUTES}, ${timezone},
      'FREQ=WEEKLY;BYDAY=SU', ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  return row?.id ?? 0
}

/** The services of the past. @returns their ids, the oldest first */
async function insertMeetings(
  tx: Tx,
  church: number,
  schedule: number,
  { service, sundays, timezone }: { service: Service; sundays: readonly string[]; timezone: string },
): Promise<number[]> {
  const { local_time } = service
  const rows = sundays.map(held_on => {
    const { starts_at, ends_at } = momentsOf({ held_on, local_time, minutes: MINUTES, timezone })
    return { held_on, starts_at, ends_at, closed_at: new Date(ends_at.getTime() + CLOSES_AFTER_MS) }
  })
  const made = await tx.all<{
    id: number
  }>(sql`insert into meetings (church_id, branch_id, schedule_id, kind, name, slot,
      held_on, local_time, minutes, timezone, starts_at, ends_at, status, closed_at, revision, created_at, updated_at)
    select ${church}, s.branch_id, s.id, s.kind, s.name, sunday.held_on || 'T' || s.local_time, sunday.held_on, s.local_time,
      s.minutes, s.timezone, sunday.starts_at, sunday.ends_at, 'closed', sunday.closed_at, 1, sunday.starts_at, sunday.closed_at
    from ${listed(rows, 'held_on date, starts_at timestamptz, ends_at timestamptz, closed_at timestamptz')} as sunday
      join schedules as s on s.church_id = ${church} and s.id = ${schedule}
    order by sunday.ordinality returning id`)
  return made.map(({ id }) => id)
}

interface DemoCount {
  week: number
  category: string
  count: number
}

/** More come from year's end to Easter than in the holidays; no two Sundays are alike. */
function countsOf(random: Random, { counts }: Service): DemoCount[] {
  return Array.from({ length: WEEKS }, (_, week) => {
    const tide = 0.88 + 0.16 * Math.sin(week / 4) + week * 0.006
    return Object.entries(counts).map(([category, usual]) => {
      return { week, category, count: Math.round((usual * tide * random.whole(90, 110)) / 100) }
    })
  }).flat()
}

const insertCounts = (tx: Tx, church: number, meetings: readonly number[], counts: readonly DemoCount[]) =>
  tx.run(sql`insert into headcounts (church_id, meeting_id, branch_id, held_on, category, count, counted_by, source,
      created_at, updated_at)
    select ${church}, m.id, m.branch_id, m.held_on, one.category, one.count, 'Ushers', 'link', m.ends_at, m.ends_at
    from ${listed(
      counts.map(({ week, ...one }) => ({ ...one, meeting: meetings[week] })),
      'meeting bigint, category text, count integer',
    )} as one join meetings as m on m.church_id = ${church} and m.id = one.meeting order by one.ordinality`)

/** People of the branch first, then others who come to it. Most come always; some came lately for the first time, and some have not been seen for weeks. */
function comersOf(random: Random, people: readonly DemoPerson[], branch: number): Comer[] {
  const isNear = ({ branch_id }: DemoPerson): boolean => branch_id === branch
  const all = [...people.filter(isNear), ...people.filter(one => !isNear(one))]
  return all.slice(0, NAMES).map(({ id }) => ({
    id,
    habit: random.whole(45, 97) / 100,
    from: random.chance(0.1) ? random.whole(WEEKS - 8, WEEKS - 1) : 0,
    until: random.chance(0.08) ? random.whole(WEEKS - 12, WEEKS - 4) : WEEKS,
  }))
}

interface DemoMark {
  week: number
  person: number
  state: string
  first_time: boolean
}

function rollOf(random: Random, comers: readonly Comer[]): DemoMark[] {
  return Array.from({ length: WEEKS }, (_, week) =>
    comers.flatMap(({ id: person, habit, from, until }): DemoMark[] => {
      if (week < from) return []
      const first_time = from > 0 && week === from
      const came = first_time || (week < until && random.chance(habit))
      const state = came ? 'present' : random.chance(0.15) ? 'excused' : 'absent'
      return [{ week, person, state, first_time }]
    }),
  ).flat()
}

const insertRoll = (tx: Tx, church: number, meetings: readonly number[], marks: readonly DemoMark[]) =>
  tx.run(sql`insert into attendances (church_id, meeting_id, person_id, branch_id, held_on, state, role, first_time, source,
      created_at, updated_at)
    select ${church}, m.id, one.person, m.branch_id, m.held_on, one.state,
      case when one.first_time then 'visitor' else 'attendee' end, one.first_time, 'roll', m.ends_at, m.ends_at
    from ${listed(
      marks.map(({ week, ...one }) => ({ ...one, meeting: meetings[week] })),
      'meeting bigint, person bigint, state text, first_time boolean',
    )} as one join meetings as m on m.church_id = ${church} and m.id = one.meeting order by one.ordinality`)
