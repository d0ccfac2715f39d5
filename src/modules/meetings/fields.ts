/** The fields of schedules, meetings, attendances and head counts (decisions, Meetings). */
import { MAX_AMOUNT } from '../../lib/money.ts'
import * as field from '../../resource/types.ts'

export const KINDS = ['service', 'class', 'group', 'event'] as const
export const SCHEDULE_STATUSES = ['active', 'ended'] as const
export const MEETING_STATUSES = ['planned', 'open', 'closed', 'cancelled'] as const
/** What is known of somebody at a meeting; `undone` is a mark that was taken back: it stays in lists, so that copies hear of it. */
export const STATES = ['present', 'absent', 'excused', 'undone'] as const
export const ATTENDED_AS = ['attendee', 'helper', 'leader', 'visitor'] as const

/** Longest note of an attendance, and longest category of a head count, in characters. */
export const LONGEST_NOTE = 500
export const LONGEST_CATEGORY = 40
/** Head counts beyond this are slips of the finger. */
export const MOST_COUNTED = Math.min(1_000_000, MAX_AMOUNT)
/** Rows of one body. */
export const MOST_ROWS = 500

const kind = () => field.oneOf(KINDS).settable().doc('Default service; of a group group, or class for a class')
const minutes = () =>
  field.integer(5, 1_440).settable().label('Minutes').example(90).doc('How long it lasts, from 5 to 1,440. Default 90')
const timezone = () =>
  field
    .text(64)
    .settable()
    .label('Time zone', "The branch's, unless you choose one")
    .example('Africa/Lagos')
    .doc("Of the clock on the wall. Default: the branch's")
const branchId = () =>
  field
    .ref('branches')
    .settable()
    .label('Branch', 'Your own, unless you choose one')
    .doc("Default: the key's, else the head branch. What a group holds is in the branch of the group")

const groupId = () =>
  field
    .ref('groups')
    .nullable()
    .settable()
    .label('Group', 'Empty for what the whole church holds')
    .doc('The group that holds it: whoever sees the group sees it. Null for what the whole church holds')

export const scheduleFields = {
  id: field.id(),
  name: field.line().required().example('Sunday service'),
  kind: kind(),
  branch_id: branchId(),
  group_id: groupId(),
  starts_on: field.date().required().label('First day').example('2026-03-01').doc('No meeting comes before it'),
  local_time: field.time().required().label('Time').doc('By the clock on the wall'),
  minutes: minutes(),
  timezone: timezone(),
  rrule: field
    .recurrence()
    .nullable()
    .settable()
    .label('Repeats', 'A rule such as FREQ=WEEKLY;BYDAY=SU; empty for once, on the first day')
    .doc('When it recurs (RFC 5545): at most once a day, without a time and UNTIL; null for once, on starts_on'),
  until: field.date().nullable().settable().label('Last day').doc('No meeting comes after it; null for no end'),
  status: field
    .oneOf(SCHEDULE_STATUSES)
    .tones({ active: 'teal' })
    .doc('active: meetings are made 60 days ahead; ended: none are made any more'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

export const meetingFields = {
  id: field.id(),
  name: field.line().required().example('Sunday service'),
  kind: kind(),
  branch_id: branchId(),
  group_id: groupId(),
  schedule_id: field.ref('schedules').nullable().label('Schedule').doc('The schedule that made it'),
  slot: field
    .text()
    .nullable()
    .label('Planned time')
    .example('2026-03-01T09:00')
    .doc(
      'When its schedule put it, by the clock on the wall; it stays where the meeting is moved. Null where no schedule made it, or where another of that day took its place',
    ),
  held_on: field.date().required().label('Day').example('2026-03-01').doc('By the clock on the wall'),
  local_time: field.time().required().label('Time').doc('By the clock on the wall'),
  minutes: minutes(),
  timezone: timezone(),
  starts_at: field.timestamp().label('Begins').doc('Computed from held_on, local_time and timezone'),
  ends_at: field.timestamp().label('Ends'),
  status: field
    .oneOf(MEETING_STATUSES)
    .tones({ open: 'teal', cancelled: 'red' })
    .doc(
      'planned; open from an hour before it begins, or from its first mark or count; closed two hours after its end, or by hand: nothing more is recorded then; cancelled',
    ),
  total: field
    .integer(0)
    .nullable()
    .column('coalesce(t.counted, t.named)')
    .label('Attendance')
    .doc('counted where there are head counts, else named; null where nobody counted. Never their sum'),
  total_from: field
    .oneOf(['headcount', 'named'])
    .nullable()
    .column("case when t.counted is not null then 'headcount' when t.named is not null then 'named' end")
    .label('Counted by')
    .doc('Which of the two total is'),
  counted: field.integer(0).nullable().label('Head count').doc('Sum of its head counts; null where nobody counted'),
  named: field
    .integer(0)
    .nullable()
    .label('By name')
    .doc('People who were marked present; null where no roll was taken'),
  revision: field.integer(0).doc('How often its attendance was told (attendance.recorded)'),
  closed_at: field.timestamp().nullable().label('when|Closed'),
  reopened_at: field.timestamp().nullable().label('Opened again'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

/** What is said of one person. */
export const markFields = {
  person_id: field.ref('people').required().label('Person').doc('Who it is about'),
  state: field
    .oneOf(STATES)
    .of('attendance')
    .settable()
    .label('of attendance|State')
    .doc('present, absent, excused, or undone for a mark that is taken back. Default present'),
  role: field.oneOf(ATTENDED_AS).settable().doc('As what they came. Default attendee'),
  first_time: field.boolean().settable().label('First time').doc('Whether it was their first time here. Default false'),
  note: field.text(LONGEST_NOTE).nullable().settable(),
}

/** What a mark and a head count both have: whose meeting it was, and how they came on record. */
const recordedFields = {
  branch_id: field.ref('branches').byName().label('Branch').doc("The meeting's"),
  group_id: field.ref('groups').nullable().label('Group').doc("The meeting's"),
  held_on: field.date().label('Day').doc("The meeting's"),
  source: field
    .text(40)
    .usual('roll', 'report', 'api', 'import', 'link')
    .label('Recorded by')
    .example('api')
    .doc('roll, report, api, import or link'),
  created_at: field.timestamp().label('Recorded'),
  updated_at: field.timestamp().label('Changed'),
}

export const attendanceFields = {
  id: field.id(),
  meeting_id: field.ref('meetings').required().label('Meeting'),
  ...markFields,
  person_id: field
    .ref('people')
    .nullable()
    .byName()
    .label('Person')
    .doc('Who it is about; null for somebody who was forgotten'),
  ...recordedFields,
}

/** What is said of one head count. */
export const countFields = {
  category: field
    .line(LONGEST_CATEGORY)
    .required()
    .usual('men', 'women', 'youth', 'children')
    .example('men')
    .doc('Whom was counted, without regard to case; usually one of the categories of the church'),
  count: field
    .integer(0, MOST_COUNTED)
    .nullable()
    .settable()
    .example(84)
    .doc('0 is a count; null takes one back: nobody counted'),
}

export const headcountFields = {
  id: field.id(),
  meeting_id: field.ref('meetings').required().label('Meeting'),
  ...countFields,
  counted_by: field.line().nullable().settable().label('Counted by').example('Usher at the door'),
  ...recordedFields,
}
