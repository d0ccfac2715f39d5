/** The fields of a membership in a group (decisions, Groups). */
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { LEFT_BY_THEMSELVES } from '../../texts/end-reasons.ts'
import { nameInSight } from '../people/name-in-sight.ts'
import { GROUP_NAME } from './group-name.ts'

export const ROLES_IN_GROUP = ['leader', 'assistant', 'member', 'guest'] as const
export const MEMBER_STATUSES = ['active', 'left'] as const

/** Members that are named in one request. */
export const MOST_NAMED_MEMBERS = 500

export const memberFields = {
  id: field.id(),
  group_id: field.ref('groups').required().label('Group').or('group_name').example(1),
  group_name: field.text().column(GROUP_NAME).label('Group').example('Yaba cell'),
  person_id: field.ref('people').settable().label('Person').example(1).doc('One person; or send person_ids'),
  full_name: field
    .text()
    .column(visible => nameInSight('person_id', visible))
    .nullable()
    .label('Name')
    .example('Ada Obi')
    .doc("The person's name; null where their branch is out of sight"),
  branch_id: field.ref('branches').label('Branch').doc('That of the group'),
  role: field.oneOf(ROLES_IN_GROUP).settable().doc('leader, assistant, member, guest. Default member'),
  status: field.oneOf(MEMBER_STATUSES).tones({ active: 'teal' }).doc('active, or left: what ended stays in the list'),
  joined_on: field
    .date()
    .settable()
    .reaches('past')
    .label('Joined')
    .doc("Default: today in the time zone of the group's branch"),
  left_on: field.date().nullable().label('when|Left'),
  left_reason: field
    .line(190)
    .nullable()
    .writes(...LEFT_BY_THEMSELVES)
    .label('Why they left'),
  source: field
    .text(40)
    .usual('console', 'api', 'request', 'open', 'import', 'promotion', 'command_line')
    .of('how they joined')
    .label('Came by')
    .example('console')
    .doc('console, api, request, open (the group takes everybody), import, promotion, command_line'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

export type MemberInput = Input<typeof memberFields>

/** Prints a membership as the API shows it. */
export const memberPrinter = printer(memberFields, true)

const { role, joined_on, left_on, left_reason, status } = memberFields

/** What changes a membership. */
export const memberChanges = {
  role,
  joined_on,
  status: status.settable().doc('left ends the membership; what ended stays ended: add the person again'),
  left_on: left_on.settable().doc("The day it ended. Default: today in the time zone of the group's branch"),
  left_reason: left_reason.settable(),
  confirmed: field
    .boolean()
    .settable()
    .label('The group may be without a leader')
    .doc('true: also where an active group has no other leader'),
}

export type MemberChange = Sent<typeof memberChanges>
