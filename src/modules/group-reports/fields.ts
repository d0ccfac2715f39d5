/** The fields of a report of a group (decisions, Groups). */
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { GROUP_NAME } from '../groups/group-name.ts'

export const REPORT_STATUSES = ['draft', 'submitted', 'returned'] as const

/** People beyond this are slips of the finger. */
export const MOST_TOLD = 100_000
/** People who are named in one report. */
export const MOST_CAME = 1_000
/** Longest texts of a report, in characters. */
export const LONGEST_TOPIC = 190
export const LONGEST_NOTE = 2_000
export const LONGEST_REASON = 500

const told = (label: string) => field.integer(0, MOST_TOLD).settable().label(label)

export const reportFields = {
  id: field.id(),
  group_id: field.ref('groups').label('Group').or('group_name').example(1),
  group_name: field.text().column(GROUP_NAME).label('Group').example('Yaba cell'),
  meeting_id: field.ref('meetings').label('Meeting').example(1),
  branch_id: field.ref('branches').byName().label('Branch').doc("The meeting's"),
  held_on: field.date().label('Day').example('2026-11-18').doc("The meeting's"),
  status: field
    .oneOf(REPORT_STATUSES)
    .doc('draft; submitted: it is handed in; returned: the leader is to look at it again, see returned_because'),
  held: field.boolean().settable().label('They met').doc('false: the group did not meet. Default true'),
  not_held_reason: field.line().nullable().settable().label('Why they did not meet'),
  present: told('how many|Present')
    .nullable()
    .doc('How many of the group came, as the report said; follows from came_ids where that is sent'),
  absent: field.integer(0).nullable().label('how many|Absent').doc('How many of the group did not come'),
  visitors: told('Visitors').doc('How many came who are not of the group. Default 0'),
  first_timers: told('First-timers').doc('How many of them came for the first time. Default 0'),
  decisions: told('Decisions').doc('How many decided to follow Christ. Default 0'),
  offering: field.minorUnits().nullable().settable().example(150_000).doc('In minor units of currency; null for none'),
  currency: field.currency().settable().doc("Default: the church's"),
  contribution_id: field
    .ref('contributions')
    .nullable()
    .label('Gift')
    .doc('The gift as which the offering was taken into the books; null before. One that is void may be taken again'),
  topic: field.line(LONGEST_TOPIC).nullable().settable().example('Prayer'),
  note: field.text(LONGEST_NOTE).nullable().settable(),
  revision: field.integer(0).doc('How often it was handed in: a later one replaces what came before'),
  source: field
    .text(40)
    .usual('link', 'console', 'api', 'command_line', 'import')
    .label('Handed in by')
    .example('link')
    .doc('link, console, api, command_line or import'),
  submitted_by: field.text(190).nullable().label('By').doc('Name of the user or API key; null by link'),
  submitted_at: field.timestamp().nullable().label('when|Handed in'),
  reviewed_by: field.text(190).nullable().label('Returned by').doc('Name of the user or API key'),
  reviewed_at: field.timestamp().nullable().label('when|Returned'),
  returned_because: field.text(LONGEST_REASON).nullable().label('Returned because'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

/** Prints a report as the API shows it. */
export const reportPrinter = printer(reportFields, true)

/** What people say in a report, whichever way they do. */
export const { held, not_held_reason, visitors, first_timers, decisions, offering, currency, topic, note } =
  reportFields

export const saidFields = {
  held,
  not_held_reason,
  visitors,
  first_timers,
  decisions,
  offering,
  currency,
  topic,
  note,
}

export type SaidReport = Sent<typeof saidFields>

/** Which report is meant, and who came. */
const ofMeeting = {
  meeting_id: field
    .ref('meetings')
    .settable()
    .label('Meeting')
    .doc('A meeting of a group; or send group_id with held_on'),
  group_id: field
    .ref('groups')
    .settable()
    .label('Group')
    .doc(
      'With held_on: the meeting that the group held on that day. Where none is on record, and the day has come, it is made',
    ),
  held_on: field.date().settable().label('Day').example('2026-11-18'),
}

const came = {
  came_ids: field
    .idList(MOST_CAME)
    .settable()
    .label('Who came')
    .doc(
      'Who came; all other members of that day are absent. Without it nobody is named, and present may say how many',
    ),
}

/** What creates a report. */
export const newReport = {
  ...ofMeeting,
  ...saidFields,
  present: reportFields.present,
  ...came,
  status: field.oneOf(['draft', 'submitted']).settable().doc('draft or submitted. Default submitted'),
}

/** What changes one. */
export const reportChanges = {
  ...saidFields,
  present: reportFields.present,
  ...came,
  status: field.oneOf(['submitted', 'returned']).settable().doc('submitted hands it in; returned opens it again'),
  returned_because: reportFields.returned_because
    .settable()
    .doc('With the status returned: what is to be looked at again'),
}

export type NewReport = Input<typeof newReport>
export type ReportChange = Sent<typeof reportChanges>
