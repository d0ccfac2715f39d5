/** Marks somebody on the roll of an open session (decisions, School). */
import type { TextRow, Tx } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import { comesAs } from '../groups/members-on.ts'
import { countAnew } from '../meetings/meeting-row.ts'
import { changesAny, knownMarks, recordMarks } from '../meetings/record-attendance.ts'
import type { ToldBy } from '../meetings/tell.ts'
import { roleOn } from './roll.ts'
import { sessionPrinter } from './session-fields.ts'
import { hold, openMeeting } from './session-row.ts'

/** What is said of somebody. */
interface PupilMark {
  person_id: number
  state: string
  first_time?: boolean
}

/** @throws ApiError `wrong_state` for a session that is not open: nothing more is marked then */
export function checkOpen(row: TextRow): void {
  const status = sessionPrinter.column(row, 'status')
  if (status === 'open') return
  const message =
    status === 'closed'
      ? because('This session is closed. Open it again to change it.')
      : because('This session was discarded. Open the class on its day again.')
  throw new ApiError('wrong_state', { message })
}

/**
 * Marks people; others are told when the session is closed.
 * @param row of the session, locked
 * @throws ApiError `wrong_state`
 */
export async function markPupils(
  tx: Tx,
  church: number,
  row: TextRow,
  said: readonly PupilMark[],
  { now, source }: { now: Date; source: ToldBy['source'] },
): Promise<void> {
  const { meeting, roll } = await hold(tx, church, row)
  checkOpen(row)
  const known = await knownMarks(tx, church, meeting.id, said)
  const marks = []
  for (const mark of said) {
    // What they came as is said once: somebody may have set it right since.
    const role = known.has(mark.person_id) ? undefined : comesAs(await roleOn(tx, roll, mark.person_id))
    marks.push({ ...mark, ...(role !== undefined && { role }) })
  }
  if (!changesAny(marks, known)) return
  await recordMarks(tx, church, await openMeeting(tx, church, meeting, now), { marks, known, source })
  await countAnew(tx, church, meeting.id)
}
