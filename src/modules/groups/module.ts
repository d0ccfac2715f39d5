/** Groups and cells: who belongs where, who asks to join. */
import { module } from '../../resource/module.ts'
import { gatherInDemo } from './demo.ts'
import { joinRequested, memberAdded, membersBulkAdded } from './events.ts'
import { finderRoute } from './finder-route.ts'
import { addPeople, conceal, reveal } from './group-actions.ts'
import { groupMembers } from './group-members.ts'
import { groups } from './groups.ts'
import { joinRequests } from './join-requests.ts'
import { contactsView, giveDuty, leadersView, takeDuty } from './leaders.ts'
import { acceptRequest, changeRole, declineRequest, endMembership } from './member-actions.ts'
import { peopleOfGroups } from './people-of-groups.ts'
import { publicGroups } from './public-groups.ts'
import { takeBackGroups, takeBackMembers } from './take-back.ts'
import { withdrawRoute } from './withdraw-route.ts'

export const groupsModule = module({
  name: 'groups',
  switch: 'groups',
  title: 'Groups',
  about: 'Cells, ministries, teams and classes: their leaders and members, and who asks to join.',
  resources: [groups, groupMembers, joinRequests],
  atThumb: [{ label: 'Groups', path: '/groups', icon: 'family', may: 'groups:read', rank: 70 }],
  actions: [addPeople, conceal, reveal, giveDuty, takeDuty, changeRole, endMembership, acceptRequest, declineRequest],
  views: [leadersView, contactsView, publicGroups],
  events: [joinRequested, memberAdded, membersBulkAdded],
  namesPeople: peopleOfGroups,
  takesBack: [takeBackGroups, takeBackMembers],
  demo: gatherInDemo,
  serve: parts => ({ publicRoutes: [finderRoute(parts), withdrawRoute(parts)] }),
})
