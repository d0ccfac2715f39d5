/** Sermons and their list (spec, Module resources; decisions, Media). Read by the API, made in the console and by the command line. */

import { sql } from '../../db/sql.ts'
import { changedSince } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { ROLES } from '../../resource/roles.ts'
import { sermonFields } from './fields.ts'

export const sermons = resource({
  name: 'sermons',
  words: { one: 'sermon', many: 'sermons' },
  may: { read: ROLES },
  singular: 'Sermon',
  limitTo: null,
  fields: sermonFields,
  shown: sql`deleted_at is null`,
  list: {
    filters: { updated_since: changedSince(sql`updated_at`) },
    sorts: [],
    doc: 'Sermons of the whole church, drafts as well, without their sections',
  },
  one: { doc: 'One sermon with its published studio sections' },
})
