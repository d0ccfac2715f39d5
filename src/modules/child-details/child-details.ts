/** What is known of children: a resource with a scope of its own, so that who may read people does not read it (decisions, Children). */
import { sql } from '../../db/sql.ts'
import { belongingTo, branch, changedSince, described } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import { childFields } from './fields.ts'
import { importDetails } from './import-details.ts'
import { createDetails, updateDetails } from './save-details.ts'

export const childDetails = resource({
  name: 'child_details',
  explained: {
    says: 'What helpers have to know of a child, such as allergies. Helpers whose group the child is in see it, and staff, administrators and owners.',
    chapter: 'groups-and-classes#sunday-school',
  },
  singular: 'ChildDetails',
  words: { one: 'set of child details', many: 'child details', added: 'Recorded details of a child' },
  may: { read: STAFF, write: STAFF },
  icon: 'family',
  command: 'child',
  limitTo: 'branch_id',
  fields: childFields,
  page: [
    { title: 'About', fields: ['person_id', 'grade', 'label_note', 'photo_ok', 'has_care_note'] },
    { title: 'In an emergency', fields: ['emergency_name', 'emergency_phone'] },
  ],
  list: {
    columns: ['person_id', 'grade', 'label_note', 'photo_ok', 'has_care_note'],
    filters: {
      person_id: described('Of one child', belongingTo('people', 'person_id')),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Details of children, oldest first',
  },
  one: { doc: 'Details of one child' },
  create: createDetails,
  update: updateDetails,
  import: importDetails,
})
