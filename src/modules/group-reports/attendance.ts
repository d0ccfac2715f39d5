/** What a report says of the attendance of its meeting, recorded as rolls and counts are. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { countAnew, heldOf, meetingPrinter, setMeeting } from '../meetings/meeting-row.ts'
import { CLOSES_AFTER_MS } from '../meetings/moments.ts'
import { changesAny, knownMarks, type Mark, recordMarks } from '../meetings/record-attendance.ts'
import { recordCounts } from '../meetings/record-counts.ts'
import { COMES_AS, type RollMember } from './roll.ts'

const SOURCE = 'report'
/** Of people who are counted as a whole. */
const EVERYBODY = 'all'

/** Who came, as a report says it. */
export interface Came {
  /** Who is asked about; all of them who did not come are absent. */
  roll: readonly RollMember[]
  /** Undefined where nobody is named. */
  ids: readonly number[] | undefined
  /** How many came, where nobody is named. */
  present: number | null | undefined
}

/** Records who came. @param meeting locked @returns its row as it is then, and whether anything was changed */
export async function recordCame(
  tx: Tx,
  church: number,
  meeting: TextRow,
  { roll, ids, present }: Came,
): Promise<{ meeting: TextRow; changed: boolean }> {
  const held = heldOf(meeting)
  const marked = ids !== undefined && (await mark(tx, church, meeting, await marksOf(tx, church, held.id, roll, ids)))
  const counts = ids === undefined && present != null ? [{ category: EVERYBODY, count: present }] : []
  const { created, changed } = await recordCounts(tx, church, held, counts, { source: SOURCE })
  const differs = marked || created + changed > 0
  return { meeting: differs ? await countAnew(tx, church, held.id) : meeting, changed: differs }
}

/** What a report says of each: an excuse that was noted before stands for who did not come. */
async function marksOf(
  tx: Tx,
  church: number,
  meeting: number,
  roll: readonly RollMember[],
  ids: readonly number[],
): Promise<Mark[]> {
  const came = new Set(ids)
  const members = new Set(roll.map(({ person_id }) => person_id))
  const ofRoll = roll
    .filter(({ person_id, state }) => came.has(person_id) || state !== 'excused')
    .map(
      ({ person_id, role, state }): Mark => ({
        person_id,
        state: came.has(person_id) ? 'present' : 'absent',
        ...(state === null && { role: COMES_AS[role] ?? 'attendee' }),
      }),
    )
  const others = [...came].filter(id => !members.has(id)).map((person_id): Mark => ({ person_id, state: 'present' }))
  const known = await knownMarks(tx, church, meeting, others)
  const guests = others.map(one => (known.has(one.person_id) ? one : { ...one, role: 'visitor' }))
  const before = await ofReports(tx, church, meeting)
  const gone = before.filter(id => !came.has(id) && !members.has(id))
  return [...ofRoll, ...guests, ...gone.map(person_id => ({ person_id, state: 'undone' }))]
}

/** People whose marks at a meeting come from its report. */
async function ofReports(tx: Tx, church: number, meeting: number): Promise<number[]> {
  const rows = await tx.all<{ person_id: number }>(sql`select person_id from attendances
    where church_id = ${church} and meeting_id = ${meeting} and source = ${SOURCE} and state <> 'undone'
      and person_id is not null order by person_id`)
  return rows.map(({ person_id }) => person_id)
}

/** @returns whether anything was changed */
async function mark(tx: Tx, church: number, meeting: TextRow, marks: readonly Mark[]): Promise<boolean> {
  const held = heldOf(meeting)
  const known = await knownMarks(tx, church, held.id, marks)
  if (!changesAny(marks, known)) return false
  await recordMarks(tx, church, held, { marks, known, source: SOURCE })
  return true
}

/**
 * Takes back what earlier reports recorded, since the group did not meet. A meeting of which then nothing is recorded is
 * cancelled; where others took a roll or counted, it stays as it is.
 */
export async function recordNotHeld(
  tx: Tx,
  church: number,
  meeting: TextRow,
): Promise<{ meeting: TextRow; changed: boolean }> {
  const held = heldOf(meeting)
  const people = await ofReports(tx, church, held.id)
  const marked = await mark(
    tx,
    church,
    meeting,
    people.map(person_id => ({ person_id, state: 'undone' })),
  )
  const counted = await tx.all<{ category: string }>(sql`select category from headcounts
    where church_id = ${church} and meeting_id = ${held.id} and source = ${SOURCE} and count is not null`)
  const counts = counted.map(({ category }) => ({ category, count: null }))
  const { changed } = await recordCounts(tx, church, held, counts, { source: SOURCE })
  const differs = marked || changed > 0
  const after = differs ? await countAnew(tx, church, held.id) : meeting
  if (heldOf(after).status === 'cancelled' || (await isUsed(tx, church, held.id)))
    return { meeting: after, changed: differs }
  const cancelled = await setMeeting(tx, church, held.id, sql`status = 'cancelled', edited_at = ${tx.now}::timestamptz`)
  return { meeting: cancelled, changed: differs }
}

const isUsed = async (tx: Tx, church: number, meeting: number): Promise<boolean> => {
  const { of_day, absent, counts } = await figuresOf(tx, church, meeting)
  return of_day + absent + counts > 0
}

/** How many are on record at a meeting. */
export interface Figures {
  /** Present by name. */
  of_day: number
  /** Absent or excused, by name. */
  absent: number
  /** Head counts. */
  counts: number
}

export async function figuresOf(tx: Tx, church: number, meeting: number): Promise<Figures> {
  const of = sql`church_id = ${church} and meeting_id = ${meeting}`
  const [marks, counts] = await Promise.all([
    tx.first<Omit<Figures, 'counts'>>(sql`select count(*) filter (where state = 'present')::integer as of_day,
      count(*) filter (where state in ('absent', 'excused'))::integer as absent from attendances where ${of}`),
    tx.first<{ counts: number }>(
      sql`select count(*)::integer as counts from headcounts where ${of} and count is not null`,
    ),
  ])
  return { of_day: marks?.of_day ?? 0, absent: marks?.absent ?? 0, counts: counts?.counts ?? 0 }
}

/** Opens a meeting again that a report had said was not held; one that is long over is closed at once. */
export async function holdAgain(tx: Tx, church: number, meeting: TextRow, now: Date): Promise<TextRow> {
  const over = Date.parse(meetingPrinter.column(meeting, 'ends_at') ?? '') + CLOSES_AFTER_MS <= now.getTime()
  return await setMeeting(
    tx,
    church,
    heldOf(meeting).id,
    over
      ? sql`status = 'closed', closed_at = ${tx.now}::timestamptz`
      : sql`status = 'open', closed_at = null, reopened_at = ${now.toISOString()}::timestamptz`,
  )
}
