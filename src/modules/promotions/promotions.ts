/** Promotions and their list: read by the API, made and applied in the console and by the command line (decisions, School). */
import { sql } from '../../db/sql.ts'
import { changedSince, described, id, oneOf } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import { PROMOTION_STATUSES, promotionFields } from './fields.ts'

/** Whoever moves pupils up does it for all classes: nobody whom a branch limits. */
export const MAY_PROMOTE = churchWide(STAFF)

export const promotions = resource({
  name: 'promotions',
  explained: {
    says: 'Moving children up at the end of a school year. You see who goes where before anything is changed, and can undo it.',
    chapter: 'groups-and-classes#sunday-school',
  },
  singular: 'Promotion',
  words: { one: 'promotion', many: 'promotions' },
  may: { read: [...STAFF, 'viewer'] },
  icon: 'attendance',
  command: 'promotion',
  title: 'to_year',
  page: [
    { title: 'Promotion', fields: ['from_year_id', 'to_year_id', 'moved', 'graduated', 'stayed', 'left'] },
    {
      title: 'What became of it',
      fields: ['applied_at', 'applied_by', 'skipped', 'undone_at', 'undone_by', 'reverted', 'kept'],
    },
  ],
  limitTo: null,
  fields: promotionFields,
  list: {
    columns: ['from_year_id', 'to_year_id', 'status', 'moved', 'graduated', 'stayed', 'left', 'applied_at'],
    named: ['to_year_id'],
    terminal: ['id', 'from_year', 'to_year', 'status', 'moved', 'graduated', 'stayed', 'left', 'skipped'],
    filters: {
      status: described(
        'One status',
        oneOf(PROMOTION_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      from_year_id: described(
        'From one school year',
        id(wanted => sql`from_year_id = ${wanted}`),
      ),
      to_year_id: described(
        'To one school year',
        id(wanted => sql`to_year_id = ${wanted}`),
      ),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Promotions from one school year to the next, with how many pupils move, oldest first',
  },
  one: { doc: 'One promotion' },
})
