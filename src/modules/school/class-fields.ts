/** The fields of a class: of the group that it is, and its details (decisions, School). */
import * as field from '../../resource/types.ts'
import { LONGEST_GRADE } from '../child-details/grades.ts'
import { GROUP_STATUSES, groupFields } from '../groups/fields.ts'

const { name, branch_id, parent_id, place, capacity, status, member_count, leader_count } = groupFields

/** A grade of the church, or any other short text. */
const grade = () => field.line(LONGEST_GRADE).nullable().settable().example('3')

export const classFields = {
  id: field.id().doc('That of its group'),
  group_id: field.ref('groups').column('t.id').label('Group').doc('The group that the class is: the same id'),
  name: name.example('Lions'),
  branch_id,
  school_year_id: field
    .ref('school_years')
    .nullable()
    .settable()
    .label('School year', 'The current one, unless you choose another')
    .doc('Default: the current one; null for a group of kind class that was never given one'),
  grade_from: grade().label('Grade', 'The youngest of the class'),
  grade_to: grade().label('To grade', 'Where the class has several'),
  next_group_id: field
    .ref('school_classes')
    .nullable()
    .settable()
    .label('Moves up to', 'The class after this one')
    .doc('The class that its pupils move up to'),
  parent_id: parent_id.label('Belongs to', 'Such as a department'),
  place,
  capacity,
  status: status.doc(`Of its group: ${GROUP_STATUSES.join(', ')}`),
  member_count: member_count.doc('Active members of its group, teachers too'),
  leader_count: leader_count.label('Teachers').doc('Those of them who lead'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}
