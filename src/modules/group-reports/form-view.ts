/** What the form of a report begins with: the members of the group, who came, and what was said so far. */
import type { Db, TextRow } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { DECIDE } from '../groups/join-requests.ts'
import type { meetingFields } from '../meetings/fields.ts'
import { heldOf, MEETINGS, meetingPrinter } from '../meetings/meeting-row.ts'
import { countedByReport } from './attendance.ts'
import { type reportFields, reportPrinter } from './fields.ts'
import { LEADERS_MAY_MS, reportLink } from './link.ts'
import { reportOf } from './report-row.ts'
import { type RollMember, rollOf } from './roll.ts'

/** Somebody who may have come. */
export interface FormMember extends Pick<RollMember, 'person_id' | 'role' | 'state'> {
  name: string
}

/** A report to be filled in. */
export interface ReportForm {
  meeting: RecordOf<typeof meetingFields>
  group_name: string
  /** Members on the day of the meeting whom the caller sees, by last name. */
  members: FormMember[]
  /** Members whom the caller does not see; what is on record of them stays. */
  others: number
  /** How many came, where the report said so and named nobody. */
  counted: number | null
  /** Null before anything was said. */
  report: RecordOf<typeof reportFields> | null
  /** A care note is kept; it is read by itself. */
  has_care_note: boolean
  /** Of the care note: whoever writes another says which they know of. */
  care_note_version: number
  /** The church's currency. */
  currency: string
}

/** @throws ApiError `not_found` for a meeting that is out of sight, or of no group */
async function meetingOf(read: Db, caller: Caller, id: number): Promise<{ row: TextRow; group: number }> {
  const row = await findOne(read, MEETINGS, caller, id)
  const group = row && heldOf(row).group_id
  if (row === undefined || group == null) throw new ApiError('not_found')
  return { row, group }
}

export const reportFormView = view({
  name: 'report_form',
  may: within(DECIDE),
  fields: { meeting_id: field.ref('meetings').required() },
  async run({ read }, caller, { meeting_id }): Promise<ReportForm> {
    const { id: church, currency } = caller.church
    const { row, group } = await meetingOf(read, caller, meeting_id)
    const [roll, stored, counted, named] = await Promise.all([
      rollOf(read, church, { group, meeting: meeting_id, held_on: heldOf(row).held_on }),
      reportOf(read, church, meeting_id),
      countedByReport(read, church, meeting_id),
      read.first<{ name: string }>(sql`select name from groups where church_id = ${church} and id = ${group}`),
    ])
    const members = roll.filter(({ branch_id }) => canSee(caller, branch_id))
    return {
      meeting: JSON.parse(meetingPrinter.print(row)),
      group_name: named?.name ?? '',
      members: members.map(({ person_id, full_name, role, state }) => ({ person_id, name: full_name, role, state })),
      others: roll.length - members.length,
      counted,
      report: stored === undefined ? null : JSON.parse(reportPrinter.print(stored.row)),
      has_care_note: stored?.care_note != null,
      care_note_version: stored?.care_note_version ?? 0,
      currency,
    }
  },
})

const TOO_LATE = because('This meeting was more than 60 days ago: only the church office records its report.')

/** The link of a meeting's report, to be handed to its leader. */
export const reportLinkView = view({
  name: 'report_link',
  may: within(DECIDE),
  fields: { meeting_id: field.ref('meetings').required() },
  async run({ read, vault, clock, baseUrl }, caller, { meeting_id }): Promise<{ url: string; expires_at: string }> {
    const { row } = await meetingOf(read, caller, meeting_id)
    const ends = new Date(meetingPrinter.column(row, 'ends_at') ?? '')
    const now = clock.now()
    if (ends.getTime() + LEADERS_MAY_MS < now.getTime()) throw new ApiError('wrong_state', { message: TOO_LATE })
    const of = { church: caller.church.id, meeting: meeting_id, ends, within: caller.branch_id }
    const link = await reportLink(read, vault, of, now)
    if (link === undefined) throw new ApiError('not_found')
    return { url: `${baseUrl()}${link.path}`, expires_at: `${link.expires.toISOString().slice(0, 19)}Z` }
  },
})
