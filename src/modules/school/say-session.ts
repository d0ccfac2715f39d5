/** Writes what teachers say of a session: lesson, verse, figures, note (decisions, School). */
import type { TextRow, Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { differing } from '../../resource/rows.ts'
import { checkOpen } from './mark-pupil.ts'
import { type Said, sessionPrinter } from './session-fields.ts'
import { sessionRow } from './session-row.ts'

/**
 * Sets what differs; what is not said stays.
 * @param row of the session, locked
 * @returns its row, as it is then
 * @throws ApiError `wrong_state` where something differs and the session is closed
 */
export async function say(
  tx: Tx,
  church: { id: number; currency: string },
  row: TextRow,
  said: Said,
): Promise<TextRow> {
  const changed = differing(sessionPrinter, row, said)
  if (changed.length === 0) return row
  checkOpen(row)
  const id = Number(sessionPrinter.column(row, 'id'))
  const sets = changed.map(([name, value]) => sql`${ident(name)} = ${value}`)
  const currency =
    said.offering === undefined ? [] : [sql`currency = ${said.offering === null ? null : church.currency}`]
  await tx.run(sql`update class_sessions set ${join([...sets, ...currency])}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${id}`)
  return await sessionRow(tx, church.id, id)
}
