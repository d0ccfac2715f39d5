/** What becomes of the links to meetings that were given out where the group that holds them becomes confidential. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Links of ushers and of reports work no longer; new ones do. */
export const endLinksOfMeetings = (tx: Tx, church: number, groups: readonly number[]): Promise<number> =>
  tx.run(sql`update meetings set link_version = link_version + 1, report_link_version = report_link_version + 1
    where church_id = ${church} and group_id = any(${idArray(groups)})`)
