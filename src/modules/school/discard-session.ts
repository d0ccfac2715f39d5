/** Discards sessions that were opened by mistake, while nothing is on them (decisions, School). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { EventChurch } from '../../events/record.ts'
import { because } from '../../texts/because.ts'
import { setMeeting } from '../meetings/meeting-row.ts'
import { OPENS_BEFORE_MS } from '../meetings/moments.ts'
import { tellAttendance } from '../meetings/tell.ts'
import { checkOpen } from './mark-pupil.ts'
import { sessionPrinter } from './session-fields.ts'
import { type Doer, type HeldSession, hold, sessionRow } from './session-row.ts'

const { column } = sessionPrinter

/**
 * Discards a session; it stays in the list, so that copies hear of it. A meeting that was made for it is cancelled with it;
 * another is as if nobody had opened the class. One that is discarded stays as it is.
 * @param row of the session, locked
 * @returns its row, as it is then
 * @throws ApiError `wrong_state` for one that is closed; `validation_failed` for one with something on it
 */
export async function discardSession(tx: Tx, church: EventChurch, row: TextRow, doer: Doer): Promise<TextRow> {
  if (column(row, 'status') === 'discarded') return row
  const held = await hold(tx, church.id, row)
  checkOpen(row)
  await checkEmpty(tx, church.id, row, held)
  await leaveMeeting(tx, church, held, doer)
  await tx.run(sql`update class_sessions set status = 'discarded', updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${held.id}`)
  return await sessionRow(tx, church.id, held.id)
}

const SAID = ['lesson', 'memory_verse', 'offering', 'note'] as const

async function checkEmpty(tx: Tx, church: number, row: TextRow, { meeting }: HeldSession): Promise<void> {
  const of = sql`church_id = ${church} and meeting_id = ${meeting.id}`
  const found = await tx.first<{ marks: number; counts: number }>(sql`select
    (select count(*) from attendances where ${of} and state <> 'undone') as marks,
    (select count(*) from headcounts where ${of} and count is not null) as counts`)
  const problems = new Problems()
  const isSaid = SAID.some(name => column(row, name) !== null) || column(row, 'visitor_count') !== '0'
  if (isSaid) problems.add('status', because('cannot be discarded: something is written on it. Empty its fields first'))
  else if ((found?.marks ?? 0) + (found?.counts ?? 0) > 0) {
    problems.add('status', because('cannot be discarded: somebody is marked or counted. Take that back first'))
  }
  problems.throwIfAny()
}

/** What becomes of the meeting whose session is discarded. */
async function leaveMeeting(tx: Tx, church: EventChurch, { id, meeting }: HeldSession, doer: Doer): Promise<void> {
  const made = await tx.first<{ made_meeting: boolean }>(
    sql`select made_meeting from class_sessions where church_id = ${church.id} and id = ${id}`,
  )
  if (!made?.made_meeting) {
    // One that is not due yet was opened with the class.
    const opens = new Date(doer.now.getTime() + OPENS_BEFORE_MS).toISOString()
    const status = sql`case when starts_at > ${opens}::timestamptz then 'planned' else status end`
    await setMeeting(tx, church.id, meeting.id, sql`status = ${status}`)
    return
  }
  // Whoever was told of marks hears that they were taken back.
  const told = await tx.first(sql`select 1 from meetings
    where church_id = ${church.id} and id = ${meeting.id} and revision > 0`)
  if (told !== undefined) await tellAttendance(tx, church, meeting.id, doer)
  await setMeeting(
    tx,
    church.id,
    meeting.id,
    sql`status = 'cancelled', untold = false, edited_at = ${tx.now}::timestamptz`,
  )
}
