/** Prayer requests and their list (spec, Module resources; decisions, Care). Creation is in `create.ts`. */
import { sql } from '../../db/sql.ts'
import { changedSince } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { create } from './create.ts'
import { prayerRequestFields } from './fields.ts'

export const prayerRequests = resource({
  name: 'prayer_requests',
  singular: 'PrayerRequest',
  limitTo: 'branch_id',
  fields: prayerRequestFields,
  list: {
    filters: { updated_since: changedSince(sql`updated_at`) },
    sorts: [],
    doc: 'Prayer requests of any status, oldest first',
  },
  one: { doc: 'One prayer request' },
  create,
})
