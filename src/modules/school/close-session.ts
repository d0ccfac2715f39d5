/** Closes sessions and opens them again (decisions, School). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { EventChurch } from '../../events/record.ts'
import { because } from '../../texts/because.ts'
import { countAnew, setMeeting } from '../meetings/meeting-row.ts'
import { knownMarks, recordMarks } from '../meetings/record-attendance.ts'
import { tellAttendance } from '../meetings/tell.ts'
import { unmarkedPupils } from './roll.ts'
import { tellClosed } from './session-events.ts'
import { type Doer, type HeldSession, hold, openMeeting, sessionRow } from './session-row.ts'

/** Teachers open a session again for so long; after that it is for the church office. */
export const REOPENS_MS = 7 * 86_400_000

/**
 * Closes a session with its meeting, and tells of both: pupils whom nobody marked are absent, as far as who closes
 * it sees them: of others they cannot say who was there. One that is closed stays as it is.
 * @param row of the session, locked
 * @returns its row, as it is then
 * @throws ApiError `wrong_state` where the meeting is cancelled
 */
export async function closeSession(tx: Tx, church: EventChurch, row: TextRow, doer: Doer): Promise<TextRow> {
  const held = await hold(tx, church.id, row)
  if (!held.isOpen) return row
  await markAbsent(tx, church.id, held, doer)
  const { id: meeting } = held.meeting
  await setMeeting(
    tx,
    church.id,
    meeting,
    sql`status = 'closed', closed_at = coalesce(closed_at, ${doer.now.toISOString()}::timestamptz)`,
  )
  await tellAttendance(tx, church, meeting, doer)
  await tx.run(sql`update class_sessions set status = 'closed', revision = revision + 1, closed_by = ${doer.by.name},
      closed_at = ${doer.now.toISOString()}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${held.id}`)
  const closed = await sessionRow(tx, church.id, held.id)
  await tellClosed(tx, church, held, closed, doer.by)
  return closed
}

/** Without rows of who was absent every share would be a hundred in a hundred. Teachers are present where somebody says so. */
async function markAbsent(tx: Tx, church: number, { roll, meeting }: HeldSession, doer: Doer): Promise<void> {
  const pupils = await unmarkedPupils(tx, roll, doer.branches)
  if (pupils.length === 0) return
  const marks = pupils.map(person_id => ({ person_id, state: 'absent' }))
  const known = await knownMarks(tx, church, meeting.id, marks)
  await recordMarks(tx, church, meeting, { marks, known, source: doer.source })
  await countAnew(tx, church, meeting.id)
}

/**
 * Opens a session and its meeting again. One that is open stays as it is.
 * @param row of the session, locked
 * @param late true for who may at any time
 * @throws ApiError `validation_failed` where it was closed too long ago
 */
export async function reopenSession(
  tx: Tx,
  church: number,
  row: TextRow,
  { now, late }: { now: Date; late: boolean },
): Promise<TextRow> {
  const held = await hold(tx, church, row)
  if (held.isOpen) return row
  const problems = new Problems()
  if (!late && now.getTime() - Date.parse(held.closed_at ?? '') > REOPENS_MS) {
    problems.add('status', because('was closed more than seven days ago: ask the church office to open it again'))
  }
  problems.throwIfAny()
  await openMeeting(tx, church, held.meeting, now)
  await tx.run(sql`update class_sessions set status = 'open', closed_by = null, closed_at = null,
      updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${held.id}`)
  return await sessionRow(tx, church, held.id)
}
