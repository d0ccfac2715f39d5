/** Funds: what gifts are given to (spec, Fund; Branches and funds). Read by the API, made in the console and by the command line. */

import { sql } from '../../db/sql.ts'
import { described, either, flag, labelled } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { READERS } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { fundInFiles } from './import-look-ups.ts'

/** What a fund is for: usually one of these words. */
export const fundKind = () => field.text(40).usual('general', 'tithe', 'offering', 'missions', 'building')

export const funds = resource({
  name: 'funds',
  explained: {
    says: 'What gifts are given for, such as tithes or the building. Each gift goes to one fund, and reports add up by fund.',
    chapter: 'entering-gifts',
  },
  words: { one: 'fund', many: 'funds' },
  may: { read: READERS },
  icon: 'fund',
  command: 'fund',
  singular: 'Fund',
  title: 'name',
  chosen: { from: 'all' },
  found: { part: 'search' },
  related: [{ of: 'contributions', by: 'fund_id', columns: [] }],
  limitTo: null,
  fields: {
    id: field.id(),
    name: field.line().example('General'),
    slug: field.text().example('general'),
    description: field.text(2_000).nullable(),
    kind: fundKind().example('general').doc('Usually general, tithe, offering, missions or building'),
    target_amount: field.minorUnits().nullable().label('Target').doc('In minor units of currency'),
    currency: field.currency(),
    is_online: field.boolean().label('Online giving').doc('Offered on giving pages'),
    is_deductible: field.boolean().example(true).doc('Statements of giving show gifts to other funds apart'),
    is_default: field.boolean().doc('Takes gifts that name no fund'),
    is_active: field.boolean().label('fund|Active').off('fund|Inactive').example(true),
    created_at: field.timestamp(),
    updated_at: field.timestamp().nullable(),
  },
  list: {
    columns: ['name', 'kind', 'target_amount', 'is_online'],
    beside: { name: ['is_default', 'is_active', 'description'] },
    wide: ['is_online'],
    terminal: ['name', 'kind', 'is_default', 'is_active', 'is_online'],
    filters: {
      active: labelled(
        'Which funds',
        either(
          'fund|Active',
          'fund|Inactive',
          described(
            '1 active funds only, 0 inactive only',
            flag(active => sql`is_active = ${active}`),
          ),
        ),
      ),
    },
    shownBy: 'id',
    sorts: [],
    doc: 'The funds of the church',
  },
  inFiles: fundInFiles,
})
