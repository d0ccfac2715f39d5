/** Attendances: who was at which meeting, by name, and their list (decisions, Meetings). */
import { sql } from '../../db/sql.ts'
import { amongTexts } from '../../resource/any-of.ts'
import {
  belongingTo,
  branch,
  changedSince,
  described,
  flag,
  ofDays,
  oneOf,
  someOf,
  tallied,
} from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import { statusesOf } from './attendance-status.ts'
import { ATTENDED_AS, attendanceFields, STATES } from './fields.ts'
import { importAttendances } from './import-attendances.ts'
import { postMarks } from './post-marks.ts'
import { meetingsInSight, SEE_MEETINGS } from './sight.ts'

/** Filters by the day of the meeting. */
export const HELD = {
  from: described(
    'Of meetings on or after this date',
    ofDays(day => sql`held_on >= ${day}::date`),
  ),
  to: described(
    'Of meetings on or before this date',
    ofDays(day => sql`held_on <= ${day}::date`),
  ),
}

export const attendances = resource({
  name: 'attendances',
  explained: {
    says: 'Who was at which meeting. It is recorded on the roll of the meeting.',
    chapter: 'first-sunday#call-the-roll',
  },
  words: { one: 'attendance', many: 'attendances', added: 'Recorded attendance' },
  may: { read: SEE_MEETINGS, write: STAFF },
  icon: 'attendance',
  command: 'attendance',
  // When somebody was there, the latest first.
  listedBy: [
    { by: 'person_id', rank: 20, where: { sort: '-held_on' }, columns: ['held_on', 'meeting_id', 'state', 'role'] },
  ],
  singular: 'Attendance',
  limitTo: 'branch_id',
  sight: meetingsInSight,
  fields: attendanceFields,
  list: {
    columns: ['held_on', 'person_id', 'state', 'role', 'first_time', 'meeting_id'],
    filters: {
      meeting_id: described('One meeting', belongingTo('meetings', 'meeting_id')),
      person_id: described('One person', belongingTo('people', 'person_id')),
      state: tallied(
        described(
          'One state or a comma-separated list',
          someOf(STATES, list => amongTexts('status', statusesOf({ state: list }))),
        ),
      ),
      role: tallied(
        described(
          'As what they came',
          oneOf(ATTENDED_AS, role => amongTexts('status', statusesOf({ role: [role] }))),
        ),
      ),
      first_time: tallied(
        described(
          '1 for those who were there for the first time',
          flag(first => amongTexts('status', statusesOf({ first_time: [first] }))),
        ),
      ),
      ...HELD,
      group_id: described('Of meetings of one group', belongingTo('groups', 'group_id')),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-held_on',
    sorts: ['id', '-id', 'held_on', '-held_on'],
    tallies: true,
    day: 'held_on',
    doc: 'Who was at which meeting, in the order in which it was recorded; marks that were taken back stay in it as undone',
  },
  one: { doc: 'One attendance' },
  create: postMarks,
  import: importAttendances,
})
