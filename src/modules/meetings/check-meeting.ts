/** The meeting that a body names, in the sight of who asks. */
import type { Db } from '../../db/database.ts'
import type { Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import { because } from '../../texts/because.ts'
import { MEETINGS } from './meeting-row.ts'

/** What a body is told of a meeting that does not exist or is out of sight: the same words for both. */
export const NO_SUCH_MEETING = because('names no meeting that you can use')

/** Names the meeting of a body where it cannot be used. */
export async function checkMeeting(
  db: Db,
  caller: Caller,
  { meeting_id }: { meeting_id?: number },
  problems: Problems,
): Promise<void> {
  if (meeting_id === undefined) return
  const found = await findOne(db, MEETINGS, caller, meeting_id)
  if (found === undefined) problems.add('meeting_id', NO_SUCH_MEETING)
}
