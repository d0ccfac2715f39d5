/** Contributions: gifts and their list (spec, Contribution; Contributions). Recording is in `record-gift.ts`. */

import { raw, type Sql, sql } from '../../db/sql.ts'
import {
  belongingTo,
  branch,
  changedSince,
  described,
  id,
  ofDays,
  oneOf,
  tallied,
  word,
} from '../../resource/filter.ts'
import { isWritten } from '../../resource/found.ts'
import { resource } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import { contributionFields, METHODS } from './fields.ts'
import { importContributions } from './import-contributions.ts'
import { recordGift } from './record-gift.ts'

/** By its reference: those of the API stand in an index of their own, which keeps them unique. */
const byReference = (text: string): Sql[] =>
  [sql`source = 'api'`, sql`source <> 'api'`].map(those => sql`${isWritten('reference', text)} and ${those}`)

export const contributions = resource({
  name: 'contributions',
  explained: {
    says: 'Every gift in the books, by cash, transfer or online. A gift is never deleted: one that was wrong is voided, and stays to be seen.',
    chapter: 'entering-gifts#enter-the-gifts',
  },
  words: { one: 'gift', many: 'gifts', add: 'Record gifts', added: 'Recorded a gift' },
  may: { read: FINANCE, write: FINANCE },
  icon: 'gift',
  title: 'amount',
  page: [
    {
      title: 'Gift',
      fields: [
        'person_id',
        'given_on',
        'fund_name',
        'method',
        'branch_id',
        'batch_id',
        'reference',
        'note',
        'amount_base',
        'donor_name',
        'donor_email',
        'donor_phone',
        'is_anonymous',
        'source',
        'payment_id',
        'created_at',
        'id',
      ],
    },
  ],
  canWait: true,
  command: 'contribution',
  singular: 'Contribution',
  found: { whole: byReference, by: [['amount'], ['given_on'], ['fund_name'], ['reference']] },
  limitTo: 'branch_id',
  fields: contributionFields,
  list: {
    columns: ['person_id', 'given_on', 'fund_name', 'method', 'reference', 'amount'],
    beside: { amount: ['status'] },
    wide: ['method', 'reference'],
    unnamed: 'No name given',
    none: 'No gifts recorded yet.',
    terminal: ['given_on', 'amount_display', 'fund_name', 'person_id', 'donor_name', 'method', 'status'],
    filters: {
      from: described(
        'Given on or after this date',
        ofDays(day => sql`given_on >= ${day}::date`),
      ),
      to: described(
        'Given on or before this date',
        ofDays(day => sql`given_on <= ${day}::date`),
      ),
      fund_id: described(
        'One fund',
        id(fund => sql`fund_id = ${fund}`),
      ),
      person_id: described('One giver', belongingTo('people', 'person_id')),
      batch_id: described('Those of one batch', belongingTo('batches', 'batch_id')),
      method: described(
        'How it was given',
        oneOf(METHODS, method => sql`method = ${method}`),
      ),
      source: described(
        'Where the record came from: manual, online, import, api and other values',
        word(source => sql`source = ${source}`),
      ),
      status: tallied(
        described(
          'posted, void, or all of them',
          oneOf(
            ['posted', 'void', 'all'],
            one => (one === 'all' ? undefined : sql`status = ${raw(`'${one}'`)}`),
            'posted',
          ),
        ),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-given_on',
    sorts: ['id', '-id', 'given_on', '-given_on'],
    sum: { name: 'sum_amount_base', column: 'amount_base' },
    meta: ({ church }) => ({ base_currency: church.currency }),
    metaSchema: { base_currency: { type: 'string', description: 'Currency of the church', examples: ['NGN'] } },
    tallies: true,
    day: 'given_on',
    doc: 'Gifts, with the sum of every matching gift in the church currency',
  },
  one: { doc: 'One gift' },
  create: recordGift,
  import: importContributions,
})
