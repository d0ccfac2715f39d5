/** The fields of a session of a class (decisions, School). */
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { GROUP_NAME } from '../groups/group-name.ts'

export const SESSION_STATUSES = ['open', 'closed', 'discarded'] as const

/** More of them who are not on record are a slip of the finger. */
export const MOST_VISITORS = 10_000

export const sessionFields = {
  id: field.id(),
  group_id: field
    .ref('groups')
    .required()
    .label('Class')
    .or('class_name')
    .example(1)
    .doc('The group that the class is'),
  class_name: field.text().column(GROUP_NAME).label('Class').example('Lions'),
  meeting_id: field.ref('meetings').label('Meeting').doc('The meeting that it is: its attendances are the roll'),
  branch_id: field.ref('branches').label('Branch').doc("The meeting's"),
  held_on: field
    .date()
    .settable()
    .label('Day', 'Today, unless you choose another')
    .doc("The meeting's. Default: today where the class is; not a day to come"),
  lesson: field.line(190).nullable().settable().example('The lost son'),
  memory_verse: field.text(500).nullable().settable().label('Memory verse').example('Luke 15:24'),
  visitor_count: field
    .integer(0, MOST_VISITORS)
    .settable()
    .label('Other visitors', 'Who came and is not on record')
    .doc('Visitors who are not on record, beside those on the roll. Default 0'),
  offering: field
    .minorUnits(0)
    .nullable()
    .settable()
    .label('Offering', 'A figure for the church office: no gift is recorded')
    .doc('In minor units; a figure, no gift: it counts in no statement'),
  currency: field.currency().nullable().doc("The church's, where there is an offering"),
  note: field.text(2_000).nullable().settable(),
  present: field
    .integer(0)
    .column(counted("state = 'present'"))
    .label('how many|Present')
    .doc('On the roll as present, teachers and visitors among them, as it is now'),
  absent: field
    .integer(0)
    .column(counted("state = 'absent'"))
    .label('how many|Absent')
    .doc('On the roll as absent, as it is now'),
  status: field
    .oneOf(SESSION_STATUSES)
    .tones({ open: 'teal' })
    .doc('open; closed: everybody whom nobody marked is absent then; or discarded: it was opened by mistake'),
  revision: field.integer(0).doc('How often it was closed (school.attendance_closed)'),
  closed_by: field.line().nullable().label('Closed by'),
  closed_at: field.timestamp().nullable().label('when|Closed'),
  created_at: field.timestamp().label('when|Opened'),
  updated_at: field.timestamp().label('Changed'),
}

function counted(which: string): string {
  return `(select count(*) from attendances a where a.church_id = t.church_id and a.meeting_id = t.meeting_id and a.${which})`
}

/** Prints a session as the API shows it. */
export const sessionPrinter = printer(sessionFields, true)

const { lesson, memory_verse, visitor_count, offering, note, status } = sessionFields

/** What teachers write of a session. */
export const saidFields = { lesson, memory_verse, visitor_count, offering, note }

/** What may be changed of a session. */
export const sessionChanges = {
  ...saidFields,
  status: status.settable().doc('closed closes it, open opens it again; discarded puts one away on which nothing is'),
}

export type SessionInput = Input<typeof sessionFields>
export type SessionChange = Sent<typeof sessionChanges>
export type Said = Sent<typeof saidFields>
