/** The Sunday school of the demo church: eight classes by age, each with its schedule, half a year of their sessions, and the weeks to come. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, printTimestamp } from '../../lib/calendar.ts'
import { insertRow } from '../../resource/creation.ts'
import { type DemoChurch, type DemoPerson, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { timezoneOf } from '../church/days.ts'
import { countAnew } from '../groups/add-members.ts'
import { groupPrinter } from '../groups/fields.ts'
import { replant } from '../groups/tree.ts'
import { attendances } from '../meetings/attendances.ts'
import { lockSchedule, makeAhead } from '../meetings/make-meetings.ts'
import { momentsOf } from '../meetings/moments.ts'

const WEEKS = 26
const TIME = '09:00'
const MINUTES = 60

/** The classes, the youngest first: their grades, and how old their pupils are at least. */
const CLASSES = [
  { name: 'Lambs', grade_from: 'Nursery', grade_to: null, age: 2 },
  { name: 'Sparrows', grade_from: 'Reception', grade_to: null, age: 4 },
  { name: 'Lions', grade_from: '1', grade_to: '2', age: 6 },
  { name: 'Eagles', grade_from: '3', grade_to: '4', age: 8 },
  { name: 'Pathfinders', grade_from: '5', grade_to: '6', age: 10 },
  { name: 'Explorers', grade_from: '7', grade_to: '8', age: 12 },
  { name: 'Champions', grade_from: '9', grade_to: '10', age: 14 },
  { name: 'Ambassadors', grade_from: '11', grade_to: '12', age: 16 },
] as const

const GROWN = 18

const LESSONS = [
  ['God makes the world', 'Genesis 1:1'],
  ['Noah and the ark', 'Genesis 6:22'],
  ['The call of Abraham', 'Genesis 12:2'],
  ['David and Goliath', '1 Samuel 17:45'],
  ['Daniel among the lions', 'Daniel 6:22'],
  ['The birth of Jesus', 'Luke 2:11'],
  ['The lost son', 'Luke 15:24'],
  ['The sower', 'Mark 4:20'],
  ['Zacchaeus', 'Luke 19:10'],
  ['The good shepherd', 'John 10:11'],
] as const

/** Adds it. Who came is told by the ids: each start of a demo waits for its rows, so none of them travels. */
export async function teachInDemo(tx: Tx, demo: DemoChurch): Promise<void> {
  const { id: church, branches, day } = demo
  const [branch = 0] = branches
  const last = addDays(day, -(new Date(`${day}T00:00:00Z`).getUTCDay() || 7))
  const first = addDays(last, -7 * (WEEKS - 1))
  const ends = addDays(first, 363)
  const year = await tx.first<{ id: number }>(sql`insert into school_years (church_id, name, starts_on, ends_on, status,
      created_at, updated_at)
    values (${church}, ${`${first.slice(0, 4)}/${ends.slice(2, 4)}`}, ${first}::date, ${ends}::date, 'current',
      ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  const ids = await insertClasses(tx, church, branch, year?.id ?? 0)
  await insertMembers(tx, demo, ids, first)
  const taught = { branch, first, timezone: await timezoneOf(tx, church, branch) }
  const schedules = await insertSchedules(tx, church, ids, taught)
  await insertSessions(tx, demo, ids, taught)
  await insertRolls(tx, church, ids)
  for (const schedule of schedules) {
    const locked = await lockSchedule(tx, church, schedule)
    if (locked !== undefined) await makeAhead(tx, church, locked, new Date(printTimestamp(tx.now)))
  }
  await recount(tx, church, attendances)
}

/** @returns their ids, the youngest first */
async function insertClasses(tx: Tx, church: number, branch_id: number, year: number): Promise<number[]> {
  const ids: number[] = []
  for (const { name } of CLASSES) {
    const group = { branch_id, name, kind: 'class', joining: 'closed', capacity: 25 }
    const row = await insertRow(tx, { name: 'groups', printer: groupPrinter }, church, group)
    ids.push(Number(groupPrinter.column(row, 'id')))
  }
  for (const id of ids) await replant(tx, church, id)
  const details = CLASSES.map(({ grade_from, grade_to }, at) => ({
    id: ids[at],
    grade_from,
    grade_to,
    next: ids[at + 1],
  }))
  await tx.run(sql`insert into class_details (church_id, group_id, school_year_id, grade_from, grade_to, next_group_id,
      created_at, updated_at)
    select ${church}, one.id, ${year}, one.grade_from, one.grade_to, one.next, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${listed(details, 'id bigint, grade_from text, grade_to text, next bigint')} as one`)
  return ids
}

/** How old somebody is on a day. */
const ageOf = ({ dob }: DemoPerson, day: string): number =>
  Number(day.slice(0, 4)) - Number(dob.slice(0, 4)) - (day.slice(5) < dob.slice(5) ? 1 : 0)

/** Children by their age, and two grown-ups for each class. */
async function insertMembers(tx: Tx, demo: DemoChurch, ids: readonly number[], first: string): Promise<void> {
  const { id: church, branches, people, day } = demo
  const grown = people.filter(one => ageOf(one, day) >= GROWN)
  const pupils = people.flatMap(one => {
    const age = ageOf(one, day)
    const at = CLASSES.findLastIndex(({ age: least }) => age >= least)
    return age >= GROWN || at === -1 ? [] : [{ group: ids[at], person: one.id, role: 'member' }]
  })
  const teachers = ids.flatMap((group, at) =>
    ['leader', 'assistant'].flatMap((role, other) => {
      const teacher = grown[grown.length - 1 - (2 * at + other)]
      return teacher === undefined ? [] : [{ group, person: teacher.id, role }]
    }),
  )
  await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at,
      updated_at)
    select ${church}, one."group", one.person, ${branches[0]}, one.role, ${first}::date, 'console', ${tx.now}::timestamptz,
      ${tx.now}::timestamptz
    from ${listed([...pupils, ...teachers], '"group" bigint, person bigint, role text')} as one ("group", person, role, place)
    order by one.place`)
  await countAnew(tx, church, ids)
}

interface Taught {
  branch: number
  first: string
  timezone: string
}

/** Every Sunday, as a class that is given a time has it. @returns their ids */
async function insertSchedules(
  tx: Tx,
  church: number,
  ids: readonly number[],
  { branch, first, timezone }: Taught,
): Promise<number[]> {
  const made = await tx.all<{
    id: number
  }>(sql`insert into schedules (church_id, branch_id, group_id, kind, name, starts_on, local_time,
      minutes, timezone, rrule, created_at, updated_at)
    select ${church}, ${branch}, g.id, 'class', g.name, ${first}::date, ${TIME}, ${MINUTES}, ${timezone}, 'FREQ=WEEKLY;BYDAY=SU',
      ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from groups as g where g.church_id = ${church} and g.id = any(${[...ids]}::bigint[]) order by g.id returning id`)
  return made.map(({ id }) => id)
}

/** A closed session of each class each Sunday, with its meeting. */
async function insertSessions(
  tx: Tx,
  { id: church, currency }: DemoChurch,
  ids: readonly number[],
  { branch, first, timezone }: Taught,
): Promise<void> {
  const sundays = Array.from({ length: WEEKS }, (_, week) => {
    const held_on = addDays(first, 7 * week)
    const [lesson, verse] = LESSONS[week % LESSONS.length] ?? []
    return { held_on, lesson, verse, ...momentsOf({ held_on, local_time: TIME, minutes: MINUTES, timezone }) }
  })
  const columns = 'held_on date, lesson text, verse text, starts_at timestamptz, ends_at timestamptz'
  await tx.run(sql`with sunday as (select * from ${listed(sundays, columns)}),
    made as (
      insert into meetings (church_id, branch_id, group_id, schedule_id, kind, name, slot, held_on, local_time, minutes, timezone,
        starts_at, ends_at, status, closed_at, revision, created_at, updated_at)
      select ${church}, s.branch_id, s.group_id, s.id, s.kind, s.name, sunday.held_on || 'T' || s.local_time, sunday.held_on,
        s.local_time, s.minutes, s.timezone, sunday.starts_at, sunday.ends_at, 'closed', sunday.ends_at, 1, sunday.starts_at,
        sunday.ends_at
      from sunday join schedules as s on s.church_id = ${church} and s.group_id = any(${[...ids]}::bigint[])
      order by sunday.held_on, s.group_id returning id, group_id, held_on, ends_at)
    insert into class_sessions (church_id, branch_id, group_id, meeting_id, held_on, lesson, memory_verse, offering, currency, status,
      revision, closed_by, closed_at, created_at, updated_at)
    select ${church}, ${branch}, made.group_id, made.id, made.held_on, sunday.lesson, sunday.verse, 20000 + made.id * 7919 % 60 * 1000,
      ${currency}, 'closed', 1, 'A teacher', made.ends_at, made.ends_at, made.ends_at
    from made join sunday on sunday.held_on = made.held_on order by made.id`)
}

/** Most children come; some are excused. Teachers take turns. */
async function insertRolls(tx: Tx, church: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`insert into attendances (church_id, meeting_id, person_id, branch_id, group_id, held_on, state, role, source,
      created_at, updated_at)
    select ${church}, m.id, g.person_id, m.branch_id, m.group_id, m.held_on,
      case when (g.person_id * 7919 + m.id * 104729) % 100 < 62 + g.person_id * 31 % 30 then 'present'
        when (g.person_id * 7919 + m.id * 104729) % 5 = 0 then 'excused' else 'absent' end,
      case g.role when 'leader' then 'leader' when 'assistant' then 'helper' else 'attendee' end, 'roll', m.ends_at, m.ends_at
    from meetings as m join group_members as g on g.church_id = m.church_id and g.group_id = m.group_id
    where m.church_id = ${church} and m.group_id = any(${[...ids]}::bigint[])
      and (g.role = 'member' or (m.id + g.person_id) % 3 > 0)
    order by m.id, g.id`)
  await tx.run(sql`update meetings as m set named = (select count(*) filter (where a.state = 'present') from attendances as a
      where a.church_id = ${church} and a.meeting_id = m.id)
    where m.church_id = ${church} and m.group_id = any(${[...ids]}::bigint[])`)
}
