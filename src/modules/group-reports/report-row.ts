/** A report, its group and its meeting, as writes hold them. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ofGroupsInSight } from '../groups/sight.ts'
import { reportPrinter } from './fields.ts'

const { column, columnsIn } = reportPrinter

/** What a table of reports is written by. */
export const REPORTS = { name: 'group_reports', printer: reportPrinter } as const

/** As much of the resource as finding one in sight takes. */
export const SEEN_REPORTS = {
  name: 'group_reports',
  alone: reportPrinter,
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
} as const

/** A group as its reports need it. */
export interface ReportingGroup {
  id: number
  name: string
  kind: string
  branch_id: number
  /** It, or one above it, is confidential. */
  hidden: boolean
}

export const groupOf = (db: Db, church: number, id: number): Promise<ReportingGroup | undefined> =>
  db.first<ReportingGroup>(
    sql`select id, name, kind, branch_id, hidden from groups where church_id = ${church} and id = ${id}`,
  )

/**
 * Over the columns of `group_reports as t`: an import brought it, which was taken back, and nobody has written it since. Imports
 * hand in, and whoever keeps a draft is its source by that.
 */
export const TAKEN_BACK = sql`(t.status = 'draft' and t.source = 'import')`

/**
 * Over `meetings as m` and its report `t`, which may be null: it is cancelled, and not by that report. The report says that it was
 * not held, or was taken back, which cancelled what had come with it; what somebody did with the meeting since counts as theirs.
 */
export const CANCELLED_BY_OTHERS = sql`(m.status = 'cancelled' and not coalesce(
  case when ${TAKEN_BACK} then m.edited_at is null or m.edited_at <= t.updated_at else not t.held end, false))`

/** Whether a meeting is cancelled, and not by its report. */
export async function isCancelledByOthers(db: Db, church: number, meeting: number): Promise<boolean> {
  const found = await db.first(sql`select 1 from meetings as m
      left join group_reports as t on t.church_id = ${church} and t.meeting_id = m.id
    where m.church_id = ${church} and m.id = ${meeting} and ${CANCELLED_BY_OTHERS}`)
  return found !== undefined
}

/** Whether an import brought a report, which was taken back, and nobody has written it since. @param row of it */
export const isTakenBack = (row: TextRow): boolean =>
  column(row, 'status') === 'draft' && column(row, 'source') === 'import'

/** A report with its care note, which no printer prints. */
export interface StoredReport {
  row: TextRow
  /** Sealed; null for none. */
  care_note: string | null
  /** How often it was written. */
  care_note_version: number
}

/** The report of a meeting, locked; the meeting is locked before. */
export const lockReport = (tx: Tx, church: number, meeting: number): Promise<StoredReport | undefined> =>
  reportOf(tx, church, meeting, true)

/** The report of a meeting. */
export async function reportOf(
  db: Db,
  church: number,
  meeting: number,
  locked = false,
): Promise<StoredReport | undefined> {
  const [found] =
    await db.text(sql`select ${columnsIn(church)}, t.care_note, t.care_note_version from group_reports as t
    where church_id = ${church} and meeting_id = ${meeting} ${locked ? sql`for no key update` : sql``}`)
  return found && { row: found.slice(0, -2), care_note: found.at(-2) ?? null, care_note_version: Number(found.at(-1)) }
}
