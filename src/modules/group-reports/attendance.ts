/** What a report says of the attendance of its meeting, recorded as rolls and counts are. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { comesAs } from '../groups/members-on.ts'
import { checkClassOpen, sessionAt } from '../meetings/closed-classes.ts'
import { countAnew, heldOf, meetingPrinter, setMeeting } from '../meetings/meeting-row.ts'
import { CLOSES_AFTER_MS } from '../meetings/moments.ts'
import { changesAny, knownMarks, type Mark, recordMarks } from '../meetings/record-attendance.ts'
import { type Count, recordCounts } from '../meetings/record-counts.ts'
import type { RollMember } from './roll.ts'

const SOURCE = 'report'
/** Of people who are counted as a whole. */
const EVERYBODY = 'all'

/** Who came, by name. */
export interface Named {
  /** Who came; of a page: who is ticked on it. */
  ids: readonly number[]
  /** Of a page: who stood on it, and who was ticked when it was opened. Without it the ids are a word on everybody. */
  page?: { shown: ReadonlySet<number>; was: ReadonlySet<number> } | undefined
}

/** What a report says of who came. */
export interface Came {
  /** Undefined where nobody is named. */
  marks: readonly Mark[] | undefined
  /** How many came, where nobody is named; null takes back what was said, undefined leaves it. */
  present: number | null | undefined
  /** Whether others are to be told of it. */
  tells: boolean
}

/**
 * Records who came. The last word holds: names take the place of a number that was reported before, and a number that of names.
 * @param meeting locked
 * @returns its row as it is then
 * @throws ApiError `wrong_state` where that would change what a closed class holds
 */
export async function recordCame(
  tx: Tx,
  church: number,
  meeting: TextRow,
  { marks, present, tells }: Came,
): Promise<TextRow> {
  const held = heldOf(meeting)
  const said = marks ?? (present == null ? [] : await namesTakenBack(tx, church, held.id))
  const marked = await mark(tx, church, meeting, said)
  const back = marks === undefined && present === undefined ? [] : await countsTakenBack(tx, church, held.id)
  const counts = marks === undefined && present != null ? [{ category: EVERYBODY, count: present }] : back
  const { created, changed } = await recordCounts(tx, church, held, counts, { source: SOURCE })
  if (!marked && created + changed === 0) return meeting
  await checkClassOpen(tx, church, held.id)
  return await countAnew(tx, church, held.id, tells)
}

/**
 * What a report that names people says of each: an excuse that was noted before stands for who did not come. A page changes
 * nobody who did not stand on it, and takes back nothing that somebody else said since it was opened.
 */
export async function marksOf(
  tx: Tx,
  church: number,
  meeting: number,
  roll: readonly RollMember[],
  { ids, page }: Named,
): Promise<Mark[]> {
  const came = new Set(ids)
  const members = new Set(roll.map(({ person_id }) => person_id))
  const isMeant = ({ person_id, state }: RollMember): boolean =>
    page === undefined ||
    (page.shown.has(person_id) &&
      (came.has(person_id) !== page.was.has(person_id) || state === null || state === 'undone'))
  const ofRoll = roll
    .filter(one => isMeant(one) && (came.has(one.person_id) || one.state !== 'excused'))
    .map(
      ({ person_id, role, state }): Mark => ({
        person_id,
        state: came.has(person_id) ? 'present' : 'absent',
        ...(state === null && { role: comesAs(role) }),
      }),
    )
  const others = [...came].filter(id => !members.has(id)).map((person_id): Mark => ({ person_id, state: 'present' }))
  const known = await knownMarks(tx, church, meeting, others)
  const guests = others.map(one => (known.has(one.person_id) ? one : { ...one, role: 'visitor' }))
  const before = page === undefined ? await ofReports(tx, church, meeting) : []
  const gone = before.filter(id => !came.has(id) && !members.has(id))
  return [...ofRoll, ...guests, ...gone.map(person_id => ({ person_id, state: 'undone' }))]
}

/** Whether marks say what is on record. */
export async function standsAlready(tx: Tx, church: number, meeting: number, marks: readonly Mark[]): Promise<boolean> {
  return !changesAny(marks, await knownMarks(tx, church, meeting, marks))
}

/** People whose marks at a meeting come from its report. */
async function ofReports(tx: Tx, church: number, meeting: number): Promise<number[]> {
  const rows = await tx.all<{ person_id: number }>(sql`select person_id from attendances
    where church_id = ${church} and meeting_id = ${meeting} and source = ${SOURCE} and state <> 'undone'
      and person_id is not null order by person_id`)
  return rows.map(({ person_id }) => person_id)
}

/** The marks that take back whom reports named. */
const namesTakenBack = async (tx: Tx, church: number, meeting: number): Promise<Mark[]> =>
  (await ofReports(tx, church, meeting)).map(person_id => ({ person_id, state: 'undone' }))

/** The counts that take back what reports counted. */
async function countsTakenBack(tx: Tx, church: number, meeting: number): Promise<Count[]> {
  const counted = await tx.all<{ category: string }>(sql`select category from headcounts
    where church_id = ${church} and meeting_id = ${meeting} and source = ${SOURCE} and count is not null order by id`)
  return counted.map(({ category }) => ({ category, count: null }))
}

/** How many came, as the report of a meeting said without naming them; null where it said nothing, or named them. */
export async function countedByReport(db: Db, church: number, meeting: number): Promise<number | null> {
  const found = await db.first<{ count: number }>(sql`select count from headcounts
    where church_id = ${church} and meeting_id = ${meeting} and room_id = 0 and lower(category) = ${EVERYBODY}
      and source = ${SOURCE} and count is not null`)
  return found?.count ?? null
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
 * cancelled; where others took a roll or counted, or a class has its session, it stays as it is.
 * @param tells whether others are to be told of it
 * @throws ApiError `wrong_state` for the meeting of a class that is closed
 */
export async function recordNotHeld(tx: Tx, church: number, meeting: TextRow, tells: boolean): Promise<TextRow> {
  const held = heldOf(meeting)
  const after = await takeBackCame(tx, church, meeting, tells)
  if (heldOf(after).status === 'cancelled' || (await isUsed(tx, church, held.id))) return after
  return await setMeeting(
    tx,
    church,
    held.id,
    sql`status = 'cancelled', edited_at = coalesce(edited_at, ${tx.now}::timestamptz)`,
  )
}

/**
 * Takes back who came as reports said. @param meeting locked
 * @param tells whether others are to be told of it
 * @returns its row as it is then
 * @throws ApiError `wrong_state` for the meeting of a class that is closed
 */
export async function takeBackCame(tx: Tx, church: number, meeting: TextRow, tells: boolean): Promise<TextRow> {
  const held = heldOf(meeting)
  await checkClassOpen(tx, church, held.id)
  const marked = await mark(tx, church, meeting, await namesTakenBack(tx, church, held.id))
  const counts = await countsTakenBack(tx, church, held.id)
  const { changed } = await recordCounts(tx, church, held, counts, { source: SOURCE })
  return marked || changed > 0 ? await countAnew(tx, church, held.id, tells) : meeting
}

/**
 * Notes that others are still to be told of what drafts recorded.
 * @param since when the report was last handed in; null for never
 */
export async function noteDrafts(tx: Tx, church: number, meeting: number, since: string | null): Promise<void> {
  const of = sql`church_id = ${church} and meeting_id = ${meeting} and source = ${SOURCE}
    and (${since}::timestamptz is null or updated_at > ${since}::timestamptz)`
  const [marks, counts] = await Promise.all([
    tx.first(sql`select 1 from attendances where ${of} limit 1`),
    tx.first(sql`select 1 from headcounts where ${of} limit 1`),
  ])
  if (marks !== undefined || counts !== undefined) await setMeeting(tx, church, meeting, sql`untold = true`)
}

const isUsed = async (tx: Tx, church: number, meeting: number): Promise<boolean> => {
  const [{ of_day, absent, counts }, session] = await Promise.all([
    figuresOf(tx, church, meeting),
    sessionAt(tx, church, meeting),
  ])
  return of_day + absent + counts > 0 || session !== undefined
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

/** Opens a meeting again that its report, or the undoing of that, had cancelled; one that is long over is closed at once. */
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
