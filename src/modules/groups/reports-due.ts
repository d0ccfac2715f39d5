/**
 * The hint that a report of a group may be due (decision 0025). It is written where a meeting of a group is made or moved, and
 * where a group begins to report; what is due is decided by the step of the reports, for the whole church.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { putOnAgenda } from '../../resource/agenda.ts'

/** On the agenda each church has one hint for all its reports. */
export const REPORTS_DUE = 'reports_due'

/** The first reminder is sent so long after the end of a meeting, in hours. */
export const REMIND_AFTER_HOURS = 3

/** What is due later than so many days ahead is found by the sweep, which looks each hour. */
export const HINTS_AHEAD_DAYS = 2

const HOUR_MS = 3_600_000

/**
 * Notes when the report of a meeting may be due; nothing where its group does not report.
 * @param group of the meeting; null for none
 * @param ends the end of the meeting
 */
export async function hintReport(tx: Tx, church: number, group: number | null, ends: Date, now: Date): Promise<void> {
  const due = new Date(ends.getTime() + REMIND_AFTER_HOURS * HOUR_MS)
  if (group === null || due.getTime() > now.getTime() + HINTS_AHEAD_DAYS * 24 * HOUR_MS) return
  const reports = await tx.first(sql`select 1 from groups
    where church_id = ${church} and id = ${group} and reports = 'weekly' and status = 'active'`)
  if (reports !== undefined) await putOnAgenda(tx, church, REPORTS_DUE, church, due)
}

/** Notes that reports may be due now: a group begins to report, or goes on. */
export const hintReports = (tx: Tx, church: number, now: Date): Promise<void> =>
  putOnAgenda(tx, church, REPORTS_DUE, church, now)
