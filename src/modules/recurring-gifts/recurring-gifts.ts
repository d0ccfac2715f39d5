/** Recurring gifts and their list: read by the API; begun on the giving page, led in the console (decision 0030). */
import { sql } from '../../db/sql.ts'
import { belongingTo, branch, changedSince, date, described, id, oneOf } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import { recurringFields, STATUSES } from './fields.ts'

export const recurringGifts = resource({
  name: 'recurring_gifts',
  explained: {
    says: 'Gifts that people have set to repeat. Those that could not be charged stand here with the reason.',
    chapter: 'entering-gifts',
  },
  singular: 'RecurringGift',
  words: { one: 'recurring gift', many: 'recurring gifts' },
  may: { read: FINANCE },
  icon: 'online',
  command: 'recurring',
  title: 'amount',
  page: [
    {
      title: 'Schedule',
      fields: ['fund_name', 'frequency', 'mode', 'next_on', 'anchor_on', 'ends_on', 'paused_until', 'branch_id'],
    },
    { title: 'Not paid', fields: ['held_at', 'past_due_on', 'problem'] },
    {
      title: 'Paid with',
      fields: ['method_kind', 'method_brand', 'method_last4', 'method_expires_on', 'gifts_count', 'given_total'],
    },
    { title: 'Giver', fields: ['person_id', 'donor_name', 'donor_email', 'is_anonymous'] },
    { title: 'Ended', fields: ['cancelled_by', 'cancel_reason', 'cancelled_at'] },
  ],
  listedBy: [{ by: 'person_id', rank: 40, columns: ['amount', 'frequency', 'status', 'next_on'] }],
  related: [{ of: 'gifts', by: 'recurring_id', columns: ['created_at', 'due_on', 'amount', 'status', 'error'] }],
  limitTo: 'branch_id',
  fields: recurringFields,
  list: {
    columns: ['person_id', 'amount', 'frequency', 'fund_name', 'status', 'past_due_on', 'next_on', 'problem'],
    terminal: ['id', 'donor_name', 'amount_display', 'frequency', 'status', 'past_due_on', 'next_on', 'mode'],
    filters: {
      person_id: described('Of one giver', belongingTo('people', 'person_id')),
      fund_id: described(
        'To one fund',
        id(wanted => sql`fund_id = ${wanted}`),
      ),
      status: described(
        'One status',
        oneOf(STATUSES, wanted => sql`status = ${wanted}`),
      ),
      next_from: described(
        'Whose next gift is on this day or later',
        date(day => sql`next_on >= ${day}::date`),
      ),
      next_to: described(
        'Whose next gift is on this day or before',
        date(day => sql`next_on <= ${day}::date`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: 'past_due_on',
    sorts: ['id', '-id', 'past_due_on', 'next_on'],
    doc: 'Recurring gifts of any status, oldest first',
  },
  one: { doc: 'One recurring gift' },
  import: null,
})
