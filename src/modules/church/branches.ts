/** Branches: the tree of a church (spec, Branch; Branches and funds). Read by the API, made in the console and by the command line. */

import { resource } from '../../resource/resource.ts'
import { READERS } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { branchInFiles } from './branch-names.ts'

export const branches = resource({
  name: 'branches',
  explained: {
    says: 'The places your church meets at. Each person, gift and group belongs to a branch, and who is limited to one sees that branch and those below it.',
    chapter: 'who-sees-what#branches',
  },
  words: { one: 'branch', many: 'branches' },
  may: { read: READERS },
  icon: 'branch',
  command: 'branch',
  singular: 'Branch',
  title: 'name',
  chosen: { from: 'all' },
  found: { part: 'search', by: [['city']] },
  limitTo: 'id',
  fields: {
    id: field.id(),
    parent_id: field.ref('branches').nullable().label('Belongs to').doc('The branch above; null for the top'),
    depth: field.integer(0).example(0).doc('0 for the top'),
    name: field.line().example('Ikeja'),
    code: field.text(40).nullable(),
    is_hq: field.boolean().label('Headquarters').example(true).doc('The head branch'),
    level: field
      .text(40)
      .usual('branch', 'district', 'region', 'headquarters')
      .example('branch')
      .doc('Usually branch, district, region or headquarters'),
    pastor_name: field.line().nullable(),
    email: field.email().nullable(),
    phone: field.phone().nullable(),
    address: field.text(500).nullable(),
    city: field.text().nullable(),
    state: field.text().nullable().label('of a country|State'),
    country: field.country(),
    currency: field.currency(),
    timezone: field.text(64).example('Africa/Lagos'),
    status: field.text(40).example('active').doc('Usually active or closed'),
    created_at: field.timestamp(),
    updated_at: field.timestamp().nullable(),
  },
  inFiles: branchInFiles,
  list: {
    columns: ['parent_id', 'name', 'level', 'code', 'pastor_name', 'status'],
    filters: {},
    sorts: [],
    doc: 'The whole tree; parent_id links a branch to the one above it',
  },
})
