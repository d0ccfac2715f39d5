/** What somebody of the console is entrusted with: single records, in the place of a whole branch (decision 0023). */
import { type Sql, sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'

/** What a duty may be of; `duties` has the same. */
export type DutyKind = 'group'

/**
 * The ids of the records that are a caller's duty, as an array that the statement itself reads: a duty that is taken away is
 * gone with the commit, on every node.
 * @returns nothing for whoever cannot have duties: keys, the command line
 */
export const dutiesOf = ({ by, church }: Caller, kind: DutyKind): Sql | undefined =>
  by.kind === 'person'
    ? sql`array(select subject_id from duties
        where church_id = ${church.id} and membership_id = ${by.membership} and kind = ${kind})`
    : undefined
