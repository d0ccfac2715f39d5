/** What the person is called whom a record names, as far as who asks may know of them. */
import { raw, type Sql, sql } from '../../db/sql.ts'

/** For a column over a table `t`: null where their branch is out of sight. @param column names the person @param visible branches; null for all */
export const nameInSight = (column: 'person_id' | 'assignee_person_id', visible: unknown): Sql =>
  sql`(select p.full_name from people p where p.church_id = t.church_id and p.id = t.${raw(column)}
    and (${visible}::bigint[] is null or p.branch_id = any(${visible}::bigint[])))`
