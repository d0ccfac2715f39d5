/** Opens the session of a class on a day: of its meeting, which is made where there is none (decisions, School). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { insertRow } from '../../resource/creation.ts'
import { because } from '../../texts/because.ts'
import { timezoneOf } from '../church/days.ts'
import { heldOf, hintOf, meetingPrinter } from '../meetings/meeting-row.ts'
import { DEFAULT_MINUTES, momentsOf, stateOf } from '../meetings/moments.ts'
import type { Said } from './session-fields.ts'
import { openMeeting, sessionRow } from './session-row.ts'

/** Which session is meant. */
interface Opening {
  group_id: number
  /** Default: today where the class is. */
  held_on?: string | undefined
  said: Said
  currency: string
  now: Date
}

/** The session, and whether it was there before. */
export interface Opened {
  row: TextRow
  found: boolean
}

interface ClassHeld {
  id: number
  name: string
  branch_id: number
  status: string
}

/**
 * Opens it, or finds the one that is there.
 * @throws ApiError `validation_failed` for a class that is closed, a group that is no class, and a day to come
 */
export async function openSession(tx: Tx, church: number, opening: Opening): Promise<Opened> {
  const { group_id, now, said, currency } = opening
  // Who opens the class waits for the other: of one day there is one meeting, and one session.
  const group = await tx.first<ClassHeld & { kind: string }>(sql`select id, name, branch_id, status, kind from groups
    where church_id = ${church} and id = ${group_id} for no key update`)
  const problems = new Problems()
  if (group === undefined || group.kind !== 'class')
    problems.add('group_id', because('names no class that you can use'))
  else if (group.status === 'closed') problems.add('group_id', because('names a class that is closed'))
  problems.throwIfAny()
  const of = group as ClassHeld
  const timezone = await timezoneOf(tx, church, of.branch_id)
  const day = today(now, timezone)
  const held_on = opening.held_on ?? day
  if (held_on > day)
    problems.add('held_on', because('must not be after {day}: a session is opened on its day', { day }))
  problems.throwIfAny()
  const { meeting, session } = (await meetingOf(tx, church, group_id, held_on)) ?? {}
  if (session) return { row: await sessionRow(tx, church, session), found: true }
  const id = meeting ?? (await makeMeeting(tx, church, of, { held_on, timezone, now, isToday: held_on === day }))
  const made = meeting === undefined
  return { row: await insertSession(tx, church, of, { meeting: id, made, said, currency, now }), found: false }
}

/** The meeting of a class on a day: the one whose session is open, else the first without one, else the last. */
const meetingOf = (
  db: Db,
  church: number,
  group: number,
  day: string,
): Promise<{ meeting: number; session: number | null } | undefined> =>
  db.first(sql`select m.id as meeting, s.id as session
    from meetings as m left join class_sessions as s on s.church_id = ${church} and s.meeting_id = m.id
      and s.status <> 'discarded'
    where m.church_id = ${church} and m.group_id = ${group} and m.held_on = ${day}::date and m.status <> 'cancelled'
    order by case when s.status = 'open' then 0 when s.id is null then 1 else 2 end,
      case when s.id is null then m.starts_at end, m.starts_at desc, m.id limit 1`)

interface Making {
  held_on: string
  timezone: string
  now: Date
  isToday: boolean
}

/** Where the class recurs at no time of that day: it is now, or in the middle of the day that it was. */
async function makeMeeting(
  tx: Tx,
  church: number,
  { id, name, branch_id }: ClassHeld,
  { held_on, timezone, now, isToday }: Making,
): Promise<number> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const wall = { held_on, local_time: isToday ? clock.format(now) : '12:00', minutes: DEFAULT_MINUTES, timezone }
  const moments = momentsOf(wall)
  const { status, reopened_at } = stateOf(moments, now)
  const row = await insertRow(tx, { name: 'meetings', printer: meetingPrinter }, church, {
    name,
    kind: 'class',
    branch_id,
    group_id: id,
    ...wall,
    starts_at: moments.starts_at.toISOString(),
    ends_at: moments.ends_at.toISOString(),
    status,
    reopened_at: reopened_at?.toISOString() ?? null,
  })
  await hintOf(tx, church, row, now)
  return Number(meetingPrinter.column(row, 'id'))
}

interface Inserting {
  meeting: number
  /** Whether the meeting was made for it. */
  made: boolean
  said: Said
  currency: string
  now: Date
}

async function insertSession(
  tx: Tx,
  church: number,
  { id: group, branch_id }: ClassHeld,
  { meeting, made: made_meeting, said, currency, now }: Inserting,
): Promise<TextRow> {
  const [locked = []] = await tx.text(sql`select ${meetingPrinter.columns} from meetings as t
    where church_id = ${church} and id = ${meeting} for no key update`)
  await openMeeting(tx, church, heldOf(locked), now)
  const { lesson = null, memory_verse = null, visitor_count = 0, offering = null, note = null } = said
  const made = await tx.first<{
    id: number
  }>(sql`insert into class_sessions (church_id, branch_id, group_id, meeting_id, held_on, made_meeting,
      lesson, memory_verse, visitor_count, offering, currency, note, created_at, updated_at)
    values (${church}, ${heldOf(locked).branch_id || branch_id}, ${group}, ${meeting}, ${heldOf(locked).held_on}::date, ${made_meeting}, ${lesson},
      ${memory_verse}, ${visitor_count}, ${offering}, ${offering === null ? null : currency}, ${note}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz) returning id`)
  return await sessionRow(tx, church, made?.id ?? 0)
}
