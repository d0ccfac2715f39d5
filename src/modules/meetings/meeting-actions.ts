/** What people do with a meeting: they are done counting, close it, open it again, cancel it. */
import { sql } from '../../db/sql.ts'
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import type { meetingFields } from './fields.ts'
import { heldOf, meetingPrinter, setMeeting } from './meeting-row.ts'
import { cancelMeetingOf, closeMeetingOf, reopenMeetingOf, toldBy } from './meeting-states.ts'
import { meetings } from './meetings.ts'
import { RECORD } from './sight.ts'
import { tellAttendance } from './tell.ts'

/** What they all are. */
const ofMeeting = { may: within(RECORD), fields: { id: field.ref('meetings').required() }, on: meetings } as const

const shown = (row: Parameters<typeof meetingPrinter.print>[0]) =>
  new Json<RecordOf<typeof meetingFields>>(meetingPrinter.print(row))

/** Records `attendance.recorded` where something changed since the last time; else nothing happens. */
export const doneCounting = action({
  name: 'meetings.done',
  label: 'Done counting',
  logged: 'Finished counting a meeting',
  done: 'Thank you. The attendance is recorded.',
  ...ofMeeting,
  when: { status: ['open', 'closed'] },
  offered: { status: ['open'] },
  run: async (tx, { caller }, _input, _prepared, row) =>
    shown((await tellAttendance(tx, caller.church, heldOf(row).id, toldBy(caller))) ?? row),
})

export const closeMeeting = action({
  name: 'meetings.close',
  label: 'Close',
  logged: 'Closed a meeting',
  done: 'Meeting closed.',
  ...ofMeeting,
  when: { status: ['planned', 'open'] },
  offered: { status: ['open'] },
  run: async (tx, { caller }, _input, _prepared, row) => shown(await closeMeetingOf(tx, caller, row)),
})

export const reopenMeeting = action({
  name: 'meetings.reopen',
  label: 'Open again',
  logged: 'Opened a meeting again',
  done: 'Meeting opened again, for two hours at least.',
  ...ofMeeting,
  when: { status: ['closed', 'cancelled'] },
  run: async (tx, { caller, clock }, _input, _prepared, row) =>
    shown(await reopenMeetingOf(tx, caller, row, clock.now())),
})

export const cancelMeeting = action({
  name: 'meetings.cancel',
  label: 'call off|Cancel',
  logged: 'Cancelled a meeting',
  confirm: 'It stays in the list as cancelled, and can be opened again.',
  submit: 'Cancel the meeting',
  done: 'Meeting cancelled.',
  ...ofMeeting,
  when: { status: ['planned', 'open'] },
  run: async (tx, { caller }, _input, _prepared, row) => shown(await cancelMeetingOf(tx, caller, row, 'id')),
})

/** Links for counting that were given out work no longer; new ones do. */
export const revokeLinks = action({
  name: 'meetings.revoke_links',
  logged: 'Took back the counting links of a meeting',
  done: 'The links for counting that were given out no longer work.',
  ...ofMeeting,
  may: within(STAFF),
  run: async (tx, { caller: { church } }, { id }) =>
    shown(await setMeeting(tx, church.id, id, sql`link_version = link_version + 1`)),
})
