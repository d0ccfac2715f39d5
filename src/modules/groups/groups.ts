/** Groups: cells, ministries, teams, classes, in a tree of their own (decisions, Groups). */
import { idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { InvalidParameter } from '../../errors.ts'
import { mondayOf } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import { branch, changedSince, date, described, flag, id, labelled, oneOf, partOf } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { type Role, STAFF } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import { createGroup, updateGroup } from './edit-group.ts'
import { GROUP_STATUSES, groupFields, KINDS } from './fields.ts'
import { groupsInFiles } from './groups-in-files.ts'
import { groupsInSight } from './sight.ts'

/** Finance has no part in groups; helpers see those of their duties. */
export const SEE_GROUPS = ['owner', 'administrator', 'staff', 'viewer', 'helper'] as const satisfies readonly Role[]

const WITHOUT_MEETING = 'without_meeting_in'

/**
 * Over the columns of `groups`: they should have met in the week of a Monday, and the calendar has nothing of which a report could be.
 * Whatever branch their meeting was held in, they met: that it was is all that is told of it.
 */
export const hasNotMet = (church: number, monday: string): Sql => sql`(reports = 'weekly' and status = 'active'
    and id not in (select m.group_id from meetings as m where m.church_id = ${church} and m.group_id is not null
      and m.held_on >= ${monday}::date and m.held_on <= ${monday}::date + 6))`

/** @throws InvalidParameter for who does not see meetings */
function withoutMeetingIn({ church, scopes }: Caller, monday: string): Sql {
  if (!scopes.includes('meetings:read')) {
    const why = because('The parameter {name} is for those who see meetings.', { name: WITHOUT_MEETING })
    throw new InvalidParameter(WITHOUT_MEETING, why)
  }
  return hasNotMet(church.id, monday)
}

const BELOW = msg('Groups below')

/** Groups in whose path one stands that the caller sees: it and all below it. */
function pathMeets(caller: Caller, wanted: number): Sql {
  const seen = groupsInSight(caller) ?? sql`true`
  const branches = caller.visible === null ? sql`true` : sql`branch_id = any(${idArray(caller.visible)})`
  return sql`path && array(select id from groups
    where church_id = ${caller.church.id} and id = ${wanted} and ${branches} and ${seen})`
}

export const groups = resource({
  name: 'groups',
  explained: {
    says: 'Cells, ministries and teams with their members and leaders. A confidential group is seen by its leaders and by administrators alone.',
    chapter: 'groups-and-classes#groups',
  },
  singular: 'Group',
  words: { one: 'group', many: 'groups', added: 'Added a group' },
  may: { read: SEE_GROUPS, write: STAFF },
  icon: 'family',
  title: 'name',
  found: { part: 'search', by: [['kind'], ['place']] },
  page: [
    {
      title: 'About',
      fields: ['kind', 'description', 'parent_id', 'branch_id', 'place', 'schedule_id', 'is_confidential'],
    },
    { title: 'Members', fields: ['member_count', 'leader_count', 'capacity', 'joining'] },
    { title: 'For others', fields: ['is_listed', 'age_from', 'age_to', 'place_public', 'reports'] },
  ],
  related: [
    {
      of: 'groups',
      by: 'below',
      title: BELOW,
      columns: ['name', 'kind', 'status', 'member_count', 'parent_id'],
      where: { sort: 'name' },
      closed: true,
    },
    {
      of: 'group_members',
      by: 'group_id',
      columns: ['full_name', 'role', 'joined_on'],
      where: { status: 'active' },
    },
    {
      of: 'join_requests',
      by: 'group_id',
      columns: ['person_id', 'email', 'phone', 'created_at'],
      where: { status: 'pending' },
    },
    {
      of: 'group_reports',
      by: 'group_id',
      columns: ['held_on', 'status', 'present', 'visitors', 'offering'],
      where: { sort: '-held_on' },
    },
    {
      of: 'meetings',
      by: 'group_id',
      columns: ['held_on', 'name', 'total', 'status'],
      where: { status: 'open,closed', sort: '-starts_at' },
    },
  ],
  command: 'group',
  limitTo: 'branch_id',
  sight: groupsInSight,
  fields: groupFields,
  list: {
    columns: ['name', 'kind', 'status', 'member_count', 'capacity', 'parent_id', 'branch_id', 'place'],
    filters: {
      q: described('Search by name, without regard to case and diacritics', partOf('search', 100)),
      kind: described(
        'One kind',
        oneOf(KINDS, wanted => sql`kind = ${wanted}`),
      ),
      parent_id: described(
        'This group and all below it',
        id((wanted, caller) => pathMeets(caller, wanted)),
      ),
      below: labelled(
        BELOW,
        described(
          'All below this group, without itself',
          id((wanted, caller) => sql`(${pathMeets(caller, wanted)} and id <> ${wanted})`),
        ),
      ),
      status: described(
        'One status',
        oneOf(GROUP_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      listed: described(
        '1 for those that are shown to the public',
        flag(wanted => (wanted ? sql`is_listed` : undefined)),
      ),
      [WITHOUT_MEETING]: labelled('Without a meeting in the week of', {
        ...date((day, caller) => withoutMeetingIn(caller, mondayOf(day))),
        doc: 'Active groups that report weekly and have no meeting, held or cancelled, in the week of this day, Monday to Sunday',
        foreign: 'always',
      }),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: ['id', '-id', 'name', '-name', 'member_count', '-member_count'],
    doc: 'Groups of any kind and status, oldest first',
  },
  one: { doc: 'One group' },
  inFiles: groupsInFiles,
  import: { aliases: { parent: 'group', zone: 'group', district: 'group', places: 'capacity' } },
  create: createGroup,
  update: updateGroup,
})
