/** A session as writes hold it: its row is locked, then its meeting, always in this order. */
import type { TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import type { By } from '../meetings/agent.ts'
import { type Held, heldOf, lockMeeting, setMeeting } from '../meetings/meeting-row.ts'
import type { ToldBy } from '../meetings/tell.ts'
import type { RollOf } from './roll.ts'
import { sessionPrinter } from './session-fields.ts'

const { columnsIn, column } = sessionPrinter

/** Who does something with a session, as events and rows name them. */
export interface Doer {
  /** When. */
  now: Date
  by: By
  source: ToldBy['source']
  /** The branches of whose people they may say something; null for all. */
  branches: readonly number[] | null
}

/** A session and its meeting, both locked. */
export interface HeldSession {
  id: number
  isOpen: boolean
  closed_at: string | null
  roll: RollOf
  meeting: Held
}

/** Locks a session of a church. @returns its row; undefined for none */
export async function lockSession(
  tx: Tx,
  church: number,
  id: number,
  where: Sql = sql`true`,
): Promise<TextRow | undefined> {
  // The columns of a locked row would be joined with others, which nobody locks: they are read behind it.
  const locked = await tx.first(sql`select 1 from class_sessions
    where church_id = ${church} and id = ${id} and ${where} for no key update`)
  return locked === undefined ? undefined : await sessionRow(tx, church, id)
}

/** The row of a session, as its printer expects it. */
export async function sessionRow(tx: Tx, church: number, id: number): Promise<TextRow> {
  const [row] = await tx.text(
    sql`select ${columnsIn(church)} from class_sessions as t where church_id = ${church} and id = ${id}`,
  )
  if (row === undefined) throw new Error(`Session ${id} is gone.`)
  return row
}

/** The meeting of a session, locked too. @param row of the session, locked @throws ApiError `wrong_state` where it is cancelled, or the session discarded */
export async function hold(tx: Tx, church: number, row: TextRow): Promise<HeldSession> {
  const id = Number(column(row, 'id'))
  if (column(row, 'status') === 'discarded') {
    throw new ApiError('wrong_state', {
      message: because('This session was discarded. Open the class on its day again.'),
    })
  }
  const locked = await lockMeeting(tx, church, Number(column(row, 'meeting_id')))
  if (locked === undefined) throw new Error(`The meeting of session ${id} is gone.`)
  const meeting = heldOf(locked)
  if (meeting.status === 'cancelled') {
    throw new ApiError('wrong_state', {
      message: because('This meeting is cancelled: open it again to take its roll.'),
    })
  }
  return {
    id,
    isOpen: column(row, 'status') === 'open',
    closed_at: column(row, 'closed_at'),
    meeting,
    roll: { church, group: Number(column(row, 'group_id')), meeting: meeting.id, held_on: meeting.held_on },
  }
}

/** The clock shuts no class that its teacher has open: a meeting that it closed is opened again. @returns the meeting as it is then */
export async function openMeeting(tx: Tx, church: number, meeting: Held, now: Date): Promise<Held> {
  if (meeting.status === 'open') return meeting
  const row = await setMeeting(
    tx,
    church,
    meeting.id,
    sql`status = 'open', closed_at = null, reopened_at = ${now.toISOString()}::timestamptz, edited_at = ${tx.now}::timestamptz`,
  )
  return heldOf(row)
}
