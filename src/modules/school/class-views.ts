/** What teachers look at: their classes today, the roll of a session, that of the year (decisions, School). */
import { type Db, idArray } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { checkVisible, findOne } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { type ChildNotes, notesOn } from '../child-details/children-of-group.ts'
import { daysOfBranches } from '../church/days.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { classSessions } from './class-sessions.ts'
import { type Pupil, rollOf, type SeenRoll } from './roll.ts'
import { schoolClasses } from './school-classes.ts'
import { taughtYears } from './school-years.ts'
import { type sessionFields, sessionPrinter } from './session-fields.ts'

/** Somebody on a roll, with what the caller has to know of them and may be told. */
export interface KnownPupil extends Pupil, ChildNotes {}

/** The roll of a session. */
export interface ClassRoll extends SeenRoll {
  pupils: KnownPupil[]
  session: RecordOf<typeof sessionFields>
}

const UNKNOWN: ChildNotes = { label_note: null, photo_ok: null }

export const classRollView = view({
  name: 'class_roll',
  may: within(SEE_GROUPS),
  fields: { id: field.ref('class_sessions').required() },
  async run({ read }, caller, { id }): Promise<ClassRoll> {
    const row = await findOne(read, classSessions, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    const session = JSON.parse(sessionPrinter.print(row)) as ClassRoll['session']
    const { group_id: group, meeting_id: meeting, held_on } = session
    const roll = { church: caller.church.id, group, meeting, held_on }
    const { pupils, others } = await rollOf(read, roll, caller.visible)
    const ids = pupils.map(({ person_id }) => person_id)
    const notes = await notesOn(read, caller, ids)
    return { session, others, pupils: pupils.map(one => ({ ...one, ...(notes.get(one.person_id) ?? UNKNOWN) })) }
  },
})

/** A class as its teacher begins with it. */
export interface MyClass {
  id: number
  name: string
  grade_from: string | null
  member_count: number
  /** Today's session; null where nobody has opened it. */
  session: { id: number; status: string } | null
}

/** More classes than that are looked for in the list. */
const MOST_CLASSES = 100
/** Columns of the grid. */
const MOST_SESSIONS = 60

interface MyRow extends Omit<MyClass, 'session'> {
  session_id: number | null
  session_status: string | null
}

/** Active classes that are taught now, and those without a year, with the session of today where each of them is. */
export const myClassesView = view({
  name: 'my_classes',
  may: within(SEE_GROUPS),
  fields: {},
  async run({ read, clock }, caller): Promise<MyClass[]> {
    const church = caller.church.id
    const days = await daysOfBranches(read, church, clock.now())
    const rows = await read.all<MyRow>(sql`
      with mine as (select id, name, grade_from, member_count, branch_id from school_classes
          where ${every([sql`church_id = ${church}`, sql`status = 'active'`, ...sightOf(schoolClasses, caller)])}
            and (school_year_id is null
              or school_year_id in (${taughtYears(church)}))),
        held as (select distinct on (s.group_id) s.group_id, s.id, s.status
          from class_sessions as s join mine on mine.id = s.group_id
            join unnest(${days.map(({ branch }) => branch)}::bigint[], ${days.map(({ day }) => day)}::date[])
              as local (branch, day) on local.branch = mine.branch_id and local.day = s.held_on
          where s.church_id = ${church} and s.status <> 'discarded'
          order by s.group_id, case when s.status = 'open' then 0 else 1 end, s.id desc)
      select mine.id, mine.name, mine.grade_from, mine.member_count, held.id as session_id, held.status as session_status
      from mine left join held on held.group_id = mine.id order by mine.name, mine.id limit ${MOST_CLASSES}`)
    return rows.map(({ session_id, session_status, ...one }) => ({
      ...one,
      session: session_id === null || session_status === null ? null : { id: session_id, status: session_status },
    }))
  },
})

/** A pupil in the grid of a year. */
export interface YearPupil {
  person_id: number
  name: string
  /** By the id of the session. */
  states: Record<string, string>
  present: number
  /** In how many closed sessions they were present or absent; who was excused was not expected. */
  expected: number
}

/** The roll of a class over a year. */
export interface ClassYear {
  sessions: { id: number; held_on: string; status: string; lesson: string | null; present: number; expected: number }[]
  /** Those whom the caller sees. */
  pupils: YearPupil[]
  /** Of other branches, whom the caller does not see; the figures of sessions have them all the same. */
  others: number
}

interface HeldRow {
  id: number
  meeting_id: number
  held_on: string
  status: string
  lesson: string | null
}

/**
 * Sessions of a class in its year, the last of them where there are many, the oldest first. Of one that has gone on into a
 * year to come, those of the current year are among them until that is over.
 */
const sessionsOf = (read: Db, church: number, group: number): Promise<HeldRow[]> =>
  read.all<HeldRow>(sql`select * from (
      select s.id, s.meeting_id, s.held_on, s.status, s.lesson
      from class_sessions as s left join school_classes as c on c.church_id = ${church} and c.id = s.group_id
        left join school_years as y on y.church_id = ${church} and y.id = c.school_year_id
        left join school_years as now on now.church_id = ${church} and now.status = 'current'
          and y.id <> now.id and y.id in (${taughtYears(church)})
      where s.church_id = ${church} and s.group_id = ${group} and s.status <> 'discarded'
        and (y.id is null or s.held_on between least(now.starts_on, y.starts_on) and y.ends_on)
      order by s.held_on desc, s.id desc limit ${MOST_SESSIONS}) as last order by held_on, id`)

interface MarkRow {
  meeting_id: number
  person_id: number
  state: string
}

export const classYearView = view({
  name: 'class_year',
  may: within(SEE_GROUPS),
  fields: { id: field.ref('school_classes').required() },
  async run({ read }, caller, { id }): Promise<ClassYear> {
    await checkVisible(read, schoolClasses, caller, id)
    return await yearOf(read, caller, id)
  },
})

async function yearOf(read: Db, caller: Caller, group: number): Promise<ClassYear> {
  const church = caller.church.id
  const held = await sessionsOf(read, church, group)
  const meetings = held.map(({ meeting_id }) => meeting_id)
  const [marks, people] = await Promise.all([
    read.all<MarkRow>(sql`select meeting_id, person_id, state from attendances
      where church_id = ${church} and meeting_id = any(${idArray(meetings)}) and state <> 'undone'
        and person_id is not null and role not in ('helper', 'leader')`),
    read.all<{ person_id: number; name: string; branch_id: number }>(sql`
      select id as person_id, full_name as name, branch_id from people
      where church_id = ${church} and not removed and (
        id in (select person_id from group_members where church_id = ${church} and group_id = ${group}
          and status = 'active' and role not in ('leader', 'assistant')) and status <> 'deceased'
        or id in (select person_id from attendances where church_id = ${church} and meeting_id = any(${idArray(meetings)})
          and state <> 'undone' and person_id is not null and role not in ('helper', 'leader')))
      order by first_name, last_name, id`),
  ])
  const seen = people.filter(({ branch_id }) => canSee(caller, branch_id))
  const closed = new Map(held.map(one => [one.meeting_id, one]))
  const counts = (of: readonly MarkRow[]) => {
    // An open session has no absent yet: it is in no share.
    const told = of.filter(({ meeting_id }) => closed.get(meeting_id)?.status === 'closed')
    const present = told.filter(({ state }) => state === 'present').length
    return { present, expected: present + told.filter(({ state }) => state === 'absent').length }
  }
  return {
    sessions: held.map(({ meeting_id, ...one }) => ({
      ...one,
      ...counts(marks.filter(mark => mark.meeting_id === meeting_id)),
    })),
    others: people.length - seen.length,
    pupils: seen.map(({ person_id, name }) => {
      const theirs = marks.filter(mark => mark.person_id === person_id)
      const states = theirs.map(({ meeting_id, state }) => [String(closed.get(meeting_id)?.id ?? 0), state] as const)
      return { person_id, name, states: Object.fromEntries(states), ...counts(theirs) }
    }),
  }
}
