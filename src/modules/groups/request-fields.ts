/** The fields of a request to join a group (decisions, Groups). */
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { WITHDRAWN_BY_THEMSELVES } from '../../texts/end-reasons.ts'
import { GROUP_NAME } from './group-name.ts'

export const REQUEST_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn'] as const

export const requestFields = {
  id: field.id(),
  group_id: field.ref('groups').required().label('Group').or('group_name').example(1),
  group_name: field.text().column(GROUP_NAME).label('Group').example('Yaba cell'),
  branch_id: field.ref('branches').label('Branch').doc('That of the group'),
  person_id: field
    .ref('people')
    .nullable()
    .settable()
    .label('a person|From', 'Or write a name, if they are not on record')

    .or('name')
    .doc('Who asks, where they are on record; else name, with email or phone'),
  name: field.line(120).nullable().settable().example('Ada Obi').doc('Who asks, where they are not on record'),
  email: field.email().nullable().settable().example('ada@example.org'),
  phone: field.phone().nullable().settable(),
  message: field.text(1_000).nullable().settable().label('What they wrote'),
  status: field
    .oneOf(REQUEST_STATUSES)
    .tones({ pending: 'yellow' })
    .doc('pending; accepted: they are a member; declined; withdrawn: they no longer wish to'),
  decided_by: field.text(190).nullable().label('Decided by').doc('Name of the user or API key'),
  decided_at: field.timestamp().nullable().label('when|Decided'),
  reason: field
    .text(500)
    .nullable()
    .writes(...WITHDRAWN_BY_THEMSELVES)
    .label('Why')
    .doc('Why it was declined or withdrawn'),
  source: field.text(40).usual('api', 'console', 'form').label('Came by').example('api').doc('api, console, form'),
  created_at: field.timestamp().label('Asked'),
  updated_at: field.timestamp().label('Changed'),
}

export type RequestInput = Input<typeof requestFields>

/** Prints a request as the API shows it. */
export const requestPrinter = printer(requestFields, true)

const { status, reason } = requestFields

/** What decides on a request. */
export const requestChanges = { status: status.required(), reason: reason.settable() }

export type RequestChange = Sent<typeof requestChanges>
