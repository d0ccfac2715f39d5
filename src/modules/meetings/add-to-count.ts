/** A tap of somebody who counts: so many more, or fewer, than there are by now. Two who count the same lose none of their taps. */
import { sql } from '../../db/sql.ts'
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { sourceOf } from './agent.ts'
import { type headcountFields, LONGEST_CATEGORY, MOST_COUNTED, type meetingFields } from './fields.ts'
import { countSeen } from './headcounts.ts'
import { lockSeen, meetingPrinter } from './meeting-row.ts'
import { headcountPrinter } from './record-counts.ts'

/** A head count, with the figures of its meeting. */
interface CountShown {
  headcount: RecordOf<typeof headcountFields>
  meeting: RecordOf<typeof meetingFields>
}

export const addToCount = action({
  name: 'headcounts.add',
  may: within(STAFF),
  fields: {
    meeting_id: field.ref('meetings').required(),
    category: field.line(LONGEST_CATEGORY).required(),
    more: field.integer(-MOST_COUNTED, MOST_COUNTED).required().doc('Negative for fewer; a count is never below 0'),
  },
  // As taps on a roll: who closed the meeting or said Done is in the log.
  unlogged: true,
  async run(tx, { caller }, { meeting_id, category, more }) {
    await lockSeen(tx, caller, meeting_id)
    const found = await tx.first<{ count: number | null }>(sql`select count from headcounts
      where church_id = ${caller.church.id} and meeting_id = ${meeting_id} and room_id = 0
        and lower(category) = lower(${category})`)
    const count = Math.min(Math.max((found?.count ?? 0) + more, 0), MOST_COUNTED)
    const by = { source: sourceOf(caller) }
    const { counted, meeting } = await countSeen(tx, caller, meeting_id, [{ category, count }], by)
    const [row = []] = counted.rows
    return new Json<CountShown>(
      `{"headcount":${headcountPrinter.print(row)},"meeting":${meetingPrinter.print(meeting)}}`,
    )
  },
})
