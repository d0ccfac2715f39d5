/** Reports of groups: who came to a meeting, what was given, who needs prayer; or that they did not meet (decisions, Groups). */
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { belongingTo, branch, changedSince, described, id, oneOf } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { DECIDE } from '../groups/join-requests.ts'
import { groupsInSight, ofGroupsInSight } from '../groups/sight.ts'
import { HELD } from '../meetings/attendances.ts'
import { REPORT_STATUSES, reportFields } from './fields.ts'
import { importReports } from './import-reports.ts'
import { createReport, updateReport } from './write-report.ts'

export const groupReports = resource({
  name: 'group_reports',
  explained: {
    says: 'What leaders handed in of their meetings: who came, what was given, what was on their hearts.',
    chapter: 'groups-and-classes#reports',
  },
  singular: 'GroupReport',
  words: { one: 'group report', many: 'group reports', added: 'Handed in a group report' },
  may: { read: SEE_GROUPS, write: DECIDE },
  icon: 'report',
  title: 'group_name',
  command: 'report',
  page: [
    { title: 'Meeting', fields: ['held_on', 'group_id', 'held', 'not_held_reason', 'topic', 'note'] },
    {
      title: 'Figures',
      fields: ['present', 'absent', 'visitors', 'first_timers', 'decisions', 'offering', 'currency'],
    },
    {
      title: 'group report|Handed in',
      fields: ['submitted_at', 'submitted_by', 'source', 'revision', 'returned_because', 'reviewed_by', 'reviewed_at'],
    },
  ],
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
  fields: reportFields,
  list: {
    columns: ['held_on', 'group_id', 'status', 'held', 'present', 'visitors', 'first_timers', 'offering'],
    terminal: ['held_on', 'group_name', 'status', 'held', 'present', 'visitors', 'first_timers', 'offering'],
    filters: {
      group_id: described('Of one group', belongingTo('groups', 'group_id')),
      below: described(
        'Of this group and all below it',
        id((wanted, caller) => {
          const seen = groupsInSight(caller) ?? sql`true`
          const branches = caller.visible === null ? sql`true` : sql`branch_id = any(${idArray(caller.visible)})`
          return sql`group_id in (select sub.id from groups as sub where sub.church_id = ${caller.church.id}
            and sub.path && array(select id from groups
              where church_id = ${caller.church.id} and id = ${wanted} and ${branches} and ${seen}))`
        }),
      ),
      status: described(
        'One status',
        oneOf(REPORT_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      ...HELD,
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-held_on',
    sorts: ['id', '-id', 'held_on', '-held_on'],
    doc: 'Group reports of any status, in the order in which they were begun',
  },
  one: { doc: 'One report' },
  create: createReport,
  update: updateReport,
  import: importReports,
})
