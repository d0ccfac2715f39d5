/** What becomes of the audit log when somebody is forgotten: nothing. */
import { sql } from '../db/sql.ts'
import { type CopiesPeople, kept } from '../resource/forgetting.ts'

export const auditKept: CopiesPeople = {
  table: 'audit_log',
  asked: { untold: 'Its lines are told in words, without who did it.' },
  words: { one: 'line of the audit log', many: 'lines of the audit log' },
  theirs: ({ ids }) =>
    sql`t.operation like 'people.%' and string_to_array(t.target, ', ') && ${ids.map(id => String(id))}::text[]`,
  forgotten: kept(
    'They say who did what and when, and name the record by its number alone. Nothing in the log is ever changed.',
  ),
}
