/**
 * What of groups is in the hands of who has no account, or waits to be sent: links of ushers, teachers and leaders, addresses of files,
 * reminders that name a group. It ends where a group becomes confidential; whoever sees the group then gives out new ones.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { takeBackAddresses } from '../files/files.ts'
import { takeBackUnsent } from '../reminders/remind.ts'
import { groupLink } from './group-link.ts'
import { hintReports, ofReports } from './reports-due.ts'
import { rewordRequests } from './tell-leaders.ts'

/** Ends what was given out of groups. @param groups that are hidden by now, locked */
export async function endGivenOut(tx: Tx, church: number, groups: readonly number[]): Promise<void> {
  const ids = idArray(groups)
  const theirs = sql`church_id = ${church} and group_id = any(${ids})`
  // In the order in which those hold them who work by a link: the link, the session, the meeting.
  await tx.run(sql`update kept_links set revoked_at = ${tx.now}::timestamptz
    where church_id = ${church} and kind = ${groupLink.kind} and subject_id = any(${ids}) and revoked_at is null`)
  await tx.run(sql`update class_sessions set link_version = link_version + 1 where ${theirs}`)
  await tx.run(sql`update meetings set link_version = link_version + 1, report_link_version = report_link_version + 1
    where ${theirs}`)
  await takeBackAddresses(tx, church, sql`id = any(${ids})`)
  await rewordRequests(tx, church, groups)
  const reports = await takeBackUnsent(
    tx,
    church,
    sql`${ofReports} and subject_id in (select id from meetings where ${theirs})`,
  )
  // What is due then is written down anew, in words that name no group, with a link that works.
  for (const { due } of reports.slice(0, 1)) await hintReports(tx, church, due)
}
