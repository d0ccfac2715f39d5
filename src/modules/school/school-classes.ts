/** Classes: the groups of that kind, with their school year and grades (decisions, School). Read as one, written as groups and details. */
import { sql } from '../../db/sql.ts'
import { branch, changedSince, described, id, oneOf, partOf, word } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import { GROUP_STATUSES } from '../groups/fields.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { groupsInSight } from '../groups/sight.ts'
import { classFields } from './class-fields.ts'
import { importClasses } from './import-classes.ts'

export const schoolClasses = resource({
  name: 'school_classes',
  explained: {
    says: 'The classes of Sunday school with their teachers and children. On the day, open a class and tick who is there.',
    chapter: 'groups-and-classes#sunday-school',
  },
  singular: 'SchoolClass',
  words: { one: 'class', many: 'classes' },
  may: { read: SEE_GROUPS, import: STAFF },
  icon: 'attendance',
  title: 'name',
  command: 'class',
  page: [
    { title: 'Class', fields: ['school_year_id', 'grade_from', 'grade_to', 'next_group_id', 'place', 'group_id'] },
    { title: 'Members', fields: ['member_count', 'leader_count', 'capacity', 'branch_id', 'parent_id'] },
  ],
  related: [
    {
      of: 'group_members',
      by: 'group_id',
      columns: ['full_name', 'role', 'joined_on'],
      where: { status: 'active' },
    },
    {
      of: 'class_sessions',
      by: 'group_id',
      columns: ['held_on', 'lesson', 'present', 'absent', 'status'],
    },
  ],
  limitTo: 'branch_id',
  sight: groupsInSight,
  fields: classFields,
  list: {
    columns: [
      'name',
      'school_year_id',
      'grade_from',
      'grade_to',
      'member_count',
      'next_group_id',
      'status',
      'branch_id',
    ],
    named: ['grade_from', 'grade_to', 'next_group_id'],
    filters: {
      q: described('Search by name, without regard to case and diacritics', partOf('search', 100)),
      school_year_id: described(
        'Of one school year',
        id(wanted => sql`school_year_id = ${wanted}`),
      ),
      grade_from: described(
        'Of one grade, without regard to case',
        word(wanted => sql`lower(grade_from) = lower(${wanted}::text)`),
      ),
      status: described(
        'One status',
        oneOf(GROUP_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: ['id', '-id', 'name', '-name'],
    doc: 'Groups of kind class with their school year and grades, oldest first',
  },
  one: { doc: 'One class' },
  import: importClasses,
})
