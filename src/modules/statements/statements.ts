/** Statements and their list: read by the API, issued in the console and by the command line (decision 0026). */
import { sql } from '../../db/sql.ts'
import { belongingTo, branch, changedSince, described, oneOf, wholeNumber } from '../../resource/filter.ts'
import { isWritten } from '../../resource/found.ts'
import { resource } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import { STATEMENT_KINDS, STATEMENT_STATUSES, statementFields } from './fields.ts'

export const statements = resource({
  name: 'statements',
  explained: {
    says: 'Letters that tell givers what they gave, and receipts. Each has a number and keeps its figures as they were issued.',
    chapter: 'entering-gifts#receipts-and-statements',
  },
  singular: 'Statement',
  words: { one: 'statement', many: 'statements' },
  may: { read: FINANCE },
  icon: 'report',
  command: 'statement',
  title: 'number',
  found: { whole: text => [isWritten('number', text)], by: [['giver'], ['kind'], ['status']] },
  page: [
    { title: 'Statement', fields: ['giver', 'kind', 'from_on', 'to_on', 'total_display', 'gifts', 'changed'] },
    { title: 'Issued and sent', fields: ['issued_on', 'issued_by', 'sent_at', 'opened_at', 'opened'] },
    { title: 'Versions', fields: ['version', 'supersedes_id', 'superseded_by_id'] },
  ],
  limitTo: 'branch_id',
  fields: statementFields,
  list: {
    columns: ['number', 'giver', 'from_on', 'to_on', 'total_display', 'status', 'changed', 'sent_at', 'opened_at'],
    terminal: ['number', 'giver', 'from_on', 'to_on', 'total_display', 'status', 'opened_at'],
    filters: {
      year: described(
        'The year of their last day',
        wholeNumber(1900, 9999, wanted => sql`year = ${wanted}`),
      ),
      person_id: described('Of one person', belongingTo('people', 'person_id')),
      family_id: described('Of one family', belongingTo('families', 'family_id')),
      kind: described(
        'Statements of periods, or receipts',
        oneOf(STATEMENT_KINDS, wanted => sql`kind = ${wanted}`),
      ),
      status: described(
        'One status',
        oneOf(STATEMENT_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Statements of giving and receipts, as they were issued; their figures stand in each one',
  },
  one: { doc: 'One statement, with its figures' },
})
