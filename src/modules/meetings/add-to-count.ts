/**
 * What somebody who counts does in the console: a tap is so many more, or fewer, than there are by now, so two who count the
 * same lose none of their taps; what is typed is the last word.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { sourceOf } from './agent.ts'
import { type headcountFields, LONGEST_CATEGORY, MOST_COUNTED, type meetingFields } from './fields.ts'
import { countSeen } from './headcounts.ts'
import { lockSeen, meetingPrinter } from './meeting-row.ts'
import { type Count, headcountPrinter } from './record-counts.ts'
import { RECORD } from './sight.ts'

/** A head count, with the figures of its meeting. */
interface CountShown {
  headcount: RecordOf<typeof headcountFields>
  meeting: RecordOf<typeof meetingFields>
}

export const addToCount = action({
  name: 'headcounts.add',
  may: within(RECORD),
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
    return await record(tx, caller, meeting_id, { category, count })
  },
})

export const setCount = action({
  name: 'headcounts.set',
  may: within(RECORD),
  fields: {
    meeting_id: field.ref('meetings').required(),
    category: field.line(LONGEST_CATEGORY).required(),
    count: field.integer(0, MOST_COUNTED).nullable().settable().doc('null or nothing takes one back: nobody counted'),
  },
  unlogged: true,
  run: (tx, { caller }, { meeting_id, category, count = null }) => record(tx, caller, meeting_id, { category, count }),
})

async function record(tx: Tx, caller: Caller, meeting_id: number, count: Count): Promise<Json<CountShown>> {
  const { counted, meeting } = await countSeen(tx, caller, meeting_id, [count], { source: sourceOf(caller) })
  const [row = []] = counted.rows
  return new Json(`{"headcount":${headcountPrinter.print(row)},"meeting":${meetingPrinter.print(meeting)}}`)
}
