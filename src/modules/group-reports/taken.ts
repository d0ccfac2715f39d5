/** What of an offering is in the books, and what a report may no longer say of it then. */
import type { Db, TextRow } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { differs } from '../../resource/rows.ts'
import { because } from '../../texts/because.ts'
import { reportPrinter, type SaidReport } from './fields.ts'

const { column } = reportPrinter

/** Whether the gift of a report still counts. */
export async function isInBooks(db: Db, church: number, report: TextRow): Promise<boolean> {
  const gift = column(report, 'contribution_id')
  if (gift === null) return false
  const found = await db.first<{ status: string }>(
    sql`select status from contributions where church_id = ${church} and id = ${Number(gift)}`,
  )
  return found?.status === 'posted'
}

const IN_BOOKS = because('is in the books already. Ask whoever keeps them to void that gift first')

/** @throws ApiError `validation_failed` where a report would say otherwise of an offering that was taken into the books */
export async function checkBooks(db: Db, church: number, before: TextRow | undefined, said: SaidReport): Promise<void> {
  if (before === undefined || !(await isInBooks(db, church, before))) return
  const problems = new Problems()
  for (const name of ['offering', 'currency'] as const) {
    if (said[name] !== undefined && differs(column(before, name), said[name])) problems.add(name, IN_BOOKS)
  }
  problems.throwIfAny()
}
