/** A meeting as writes hold it: locked, so that marks and counts of it come one after the other. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { printer } from '../../resource/print.ts'
import { because } from '../../texts/because.ts'
import { hintReport } from '../groups/reports-due.ts'
import { meetingFields } from './fields.ts'
import { meetingsInSight } from './sight.ts'

export const meetingPrinter = printer(meetingFields, true)
const { columns, column } = meetingPrinter

/** As much of the resource as finding one in sight takes. */
export const MEETINGS = {
  name: 'meetings',
  alone: meetingPrinter,
  limitTo: 'branch_id',
  sight: meetingsInSight,
} as const

/** What writes know of a meeting that they have locked. */
export interface Held {
  id: number
  branch_id: number
  group_id: number | null
  held_on: string
  status: string
  name: string
}

export const heldOf = (row: TextRow): Held => ({
  id: Number(column(row, 'id')),
  branch_id: Number(column(row, 'branch_id')),
  group_id: column(row, 'group_id') === null ? null : Number(column(row, 'group_id')),
  held_on: column(row, 'held_on') ?? '',
  status: column(row, 'status') ?? '',
  name: column(row, 'name') ?? '',
})

/** Notes when the report of a meeting may be due. @param row as it is now */
export const hintOf = (tx: Tx, church: number, row: TextRow, now: Date): Promise<void> =>
  hintReport(tx, church, heldOf(row).group_id, new Date(column(row, 'ends_at') ?? ''), now)

/** Locks a meeting of a church. @returns its row, as `meetingPrinter` prints it; undefined for none */
export async function lockMeeting(tx: Db, church: number, id: number, where?: Sql): Promise<TextRow | undefined> {
  const [row] = await tx.text(sql`select ${columns} from meetings as t
    where church_id = ${church} and id = ${id} and ${where ?? sql`true`} for no key update`)
  return row
}

/** The same in the sight of a caller. */
export const findSeen = (tx: Db, caller: Caller, id: number): Promise<TextRow | undefined> =>
  lockMeeting(tx, caller.church.id, id, every(sightOf(MEETINGS, caller)))

/** The same of one that is there. @throws ApiError `not_found` */
export async function lockSeen(tx: Tx, caller: Caller, id: number): Promise<TextRow> {
  const row = await findSeen(tx, caller, id)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** @throws ApiError `wrong_state` where nothing can be recorded of a meeting */
export function checkRecordable({ id, status }: Held): void {
  if (status === 'planned' || status === 'open') return
  const message =
    status === 'closed'
      ? because('Meeting {id} is closed. Open it again to record attendance.', { id })
      : because('Meeting {id} is cancelled: nothing can be recorded of it.', { id })
  throw new ApiError('wrong_state', { message })
}

/** Sets columns of a locked meeting; `updated_at` moves. @returns its row */
export async function setMeeting(tx: Tx, church: number, id: number, sets: Sql): Promise<TextRow> {
  const [row] = await tx.text(sql`update meetings as t set ${sets}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id} returning ${columns}`)
  if (row === undefined) throw new Error(`Meeting ${id} is gone.`)
  return row
}

/** The figures of a meeting, as they follow from what is recorded of it. */
const figures = (church: number, id: number): Sql =>
  sql`counted = (select sum(h.count) from headcounts as h where h.church_id = ${church} and h.meeting_id = ${id}),
    named = (select case when count(*) > 0 then count(*) filter (where a.state = 'present') end from attendances as a
      where a.church_id = ${church} and a.meeting_id = ${id} and a.state <> 'undone')`

/** What becomes of a meeting where something was recorded: its figures, and that it is open. */
export const recorded = (church: number, id: number): Sql =>
  sql`${figures(church, id)}, status = case when status = 'planned' then 'open' else status end`

/**
 * Computes the figures of a locked meeting anew, opens it, and notes that others are still to be told.
 * @param tells false where what was recorded is told to nobody; what others recorded before is told all the same
 * @returns its row
 */
export const countAnew = (tx: Tx, church: number, id: number, tells = true): Promise<TextRow> =>
  setMeeting(tx, church, id, sql`${recorded(church, id)}, untold = untold or ${tells}`)

/** Computes them anew where records were set right: a meeting that is closed stays so, and nobody is told of it. @returns its row */
export const correct = (tx: Tx, church: number, id: number): Promise<TextRow> =>
  setMeeting(tx, church, id, sql`${figures(church, id)}, untold = untold or status = 'open'`)
