/** What becomes of a meeting by hand, whoever asks for it: it is closed, opened again, cancelled (decisions, Meetings). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import { byOf, sourceOf } from './agent.ts'
import { sessionAt } from './closed-classes.ts'
import { heldOf, hintOf, meetingPrinter, setMeeting } from './meeting-row.ts'
import { OPENS_BEFORE_MS } from './moments.ts'
import { tellAttendance } from './tell.ts'

const { column } = meetingPrinter

const idOf = (row: TextRow): number => heldOf(row).id

/** Who tells of it. */
export const toldBy = (caller: Caller) => ({ source: sourceOf(caller), by: byOf(caller) })

/** @param message marked (`msg`): the console says it in the language of its page */
const refuse = (message: string): never => {
  throw new ApiError('wrong_state', { message })
}

/** @param row locked, planned or open @returns its row @throws ApiError `wrong_state` under an open class session */
export async function closeMeetingOf(tx: Tx, caller: Caller, row: TextRow): Promise<TextRow> {
  const { church } = caller
  // Closed without its session it would tell a roll on which nobody is absent.
  if ((await sessionAt(tx, caller.church.id, idOf(row))) === 'open') {
    refuse(msg('The session of a class is open at this meeting. Close that session: its meeting closes with it.'))
  }
  const closed = await setMeeting(tx, church.id, idOf(row), sql`status = 'closed', closed_at = ${tx.now}::timestamptz`)
  return (await tellAttendance(tx, church, idOf(row), toldBy(caller))) ?? closed
}

/** @param row locked, closed or cancelled @returns its row @throws ApiError `wrong_state` for the meeting of a class whose session is closed */
export async function reopenMeetingOf(tx: Tx, caller: Caller, row: TextRow, now: Date): Promise<TextRow> {
  if (column(row, 'status') === 'closed' && (await sessionAt(tx, caller.church.id, idOf(row))) === 'closed') {
    refuse(msg('This is the meeting of a class. Open the session of the class again: its meeting opens with it.'))
  }
  const begins = Date.parse(column(row, 'starts_at') ?? '') - OPENS_BEFORE_MS
  const isAhead = column(row, 'status') === 'cancelled' && now.getTime() < begins
  const status = isAhead ? 'planned' : 'open'
  await hintOf(tx, caller.church.id, row, now)
  return await setMeeting(
    tx,
    caller.church.id,
    idOf(row),
    sql`status = ${status}, closed_at = null, reopened_at = ${isAhead ? null : now.toISOString()}::timestamptz,
      edited_at = ${tx.now}::timestamptz`,
  )
}

/**
 * @param row locked, planned or open
 * @param name of the field that is refused where something is recorded
 * @returns its row
 * @throws ApiError `wrong_state` for the meeting of a class session, `validation_failed` where something is recorded
 */
export async function cancelMeetingOf(tx: Tx, caller: Caller, row: TextRow, name: 'id' | 'status'): Promise<TextRow> {
  const { church } = caller
  if ((await sessionAt(tx, caller.church.id, idOf(row))) !== undefined) {
    refuse(
      msg(
        'The session of a class was opened at this meeting. Close that session instead, or discard it: its meeting follows.',
      ),
    )
  }
  await checkEmpty(tx, church.id, idOf(row), name)
  // Whoever was told of counts hears that they were taken back.
  if (Number(column(row, 'revision')) > 0) await tellAttendance(tx, church, idOf(row), toldBy(caller))
  const sets = sql`status = 'cancelled', untold = false, edited_at = ${tx.now}::timestamptz`
  return await setMeeting(tx, church.id, idOf(row), sets)
}

/** @throws ApiError `validation_failed` for a meeting of which something is recorded, or whose report says that it was held */
async function checkEmpty(tx: Tx, church: number, id: number, name: string): Promise<void> {
  const of = sql`church_id = ${church} and meeting_id = ${id}`
  const found = await tx.first<{ marks: number; counts: number; reports: number }>(sql`select
    (select count(*) from attendances where ${of} and state <> 'undone') as marks,
    (select count(*) from headcounts where ${of} and count is not null) as counts,
    (select count(*) from group_reports where ${of} and held) as reports`)
  const problems = new Problems()
  if ((found?.marks ?? 0) + (found?.counts ?? 0) > 0) {
    problems.add(name, because('cannot be cancelled: attendance is recorded. Take that back first, or close it'))
  } else if ((found?.reports ?? 0) > 0) {
    problems.add(name, because('cannot be cancelled: its report is begun. Say there that the group did not meet'))
  }
  problems.throwIfAny()
}

/**
 * Of a meeting that is to be open, before anything else of it is changed. `planned` is what it was when somebody read it: of one
 * that the clock has opened or closed since it is no word.
 * @param row locked
 * @throws ApiError `wrong_state`
 */
export async function openAgain(tx: Tx, caller: Caller, row: TextRow, wanted: string, now: Date): Promise<void> {
  const status = column(row, 'status')
  if (wanted === status || (wanted === 'planned' && status !== 'cancelled')) return
  if (status === 'planned')
    refuse(msg('This meeting is planned: it opens an hour before it begins, or with its first mark.'))
  if (status !== 'open') await reopenMeetingOf(tx, caller, row, now)
}

/** Closes or cancels a meeting, after all else of it was changed. @param row locked @throws ApiError `wrong_state`, `validation_failed` */
export async function endAs(tx: Tx, caller: Caller, row: TextRow, wanted: 'closed' | 'cancelled'): Promise<TextRow> {
  const status = column(row, 'status')
  if (wanted === status) return row
  if (status === 'closed') refuse(msg('This meeting is closed. Open it again first.'))
  if (status === 'cancelled') refuse(msg('This meeting is cancelled. Open it again first.'))
  return wanted === 'closed' ? await closeMeetingOf(tx, caller, row) : await cancelMeetingOf(tx, caller, row, 'status')
}
