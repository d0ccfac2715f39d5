/** What leaders and staff do with members and requests in the console. */
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { changeMember } from './change-member.ts'
import { decide } from './decide-request.ts'
import { DECIDE } from './join-requests.ts'
import { memberChanges, memberFields, memberPrinter } from './member-fields.ts'
import { requestChanges, type requestFields, requestPrinter } from './request-fields.ts'

type Member = RecordOf<typeof memberFields>
type Request = RecordOf<typeof requestFields>

const may = within(DECIDE)
const { left_on, left_reason, confirmed } = memberChanges

/** Leaders do it for their own groups. */
export const changeRole = action({
  name: 'group_members.change_role',
  label: 'Change role',
  logged: 'Changed a role in a group',
  done: 'Role changed.',
  may,
  fields: { id: field.ref('group_members').required(), role: memberFields.role.required(), confirmed },
  detail: ({ role }) => ({ role }),
  run: async (tx, { caller }, { id, ...change }) =>
    new Json<Member>(memberPrinter.print(await changeMember(tx, caller, id, change))),
})

export const endMembership = action({
  name: 'group_members.end',
  label: 'Leaves the group',
  logged: 'Ended a membership in a group',
  asks: 'Leaves the group',
  done: 'No longer a member.',
  may,
  fields: { id: field.ref('group_members').required(), left_on, left_reason, confirmed },
  run: async (tx, { caller }, { id, ...change }) =>
    new Json<Member>(memberPrinter.print(await changeMember(tx, caller, id, { ...change, status: 'left' }))),
})

const request = { id: field.ref('join_requests').required() }

export const acceptRequest = action({
  name: 'join_requests.accept',
  label: 'Accept',
  logged: 'Accepted a request to join',
  done: 'Accepted. They are a member now.',
  may,
  fields: request,
  offered: { status: ['pending'] },
  run: async (tx, { caller }, { id }) =>
    new Json<Request>(requestPrinter.print(await decide(tx, caller, id, { status: 'accepted' }))),
})

export const declineRequest = action({
  name: 'join_requests.decline',
  label: 'Decline',
  logged: 'Declined a request to join',
  asks: 'Why? They are not told.',
  submit: 'Decline',
  done: 'Declined.',
  may,
  fields: { ...request, reason: requestChanges.reason },
  offered: { status: ['pending'] },
  run: async (tx, { caller }, { id, reason }) =>
    new Json<Request>(requestPrinter.print(await decide(tx, caller, id, { status: 'declined', reason }))),
})
