/** Reads a sermon in order to change it, and changes it. */
import type { TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import { sermonPrinter } from './fields.ts'

const { columns } = sermonPrinter

/** What whoever names a sermon that the church does not have is told. */
export const noSuchSermon = (id: number): ApiError =>
  new ApiError('not_found', { message: `This church has no sermon ${id}.` })

/** Locks a sermon that is not deleted. @returns the row for `sermonPrinter` @throws ApiError `not_found` */
export async function lockSermon(tx: Tx, church: Church, id: number): Promise<TextRow> {
  const [row] = await tx.text(sql`select ${columns} from sermons as t
    where church_id = ${church.id} and id = ${id} and deleted_at is null for no key update`)
  if (row === undefined) throw noSuchSermon(id)
  return row
}

/** Sets columns of a sermon; `updated_at` moves. @returns the row for `sermonPrinter` */
export async function setSermon(tx: Tx, church: Church, id: number, sets: Sql): Promise<TextRow> {
  const [row = []] = await tx.text(sql`update sermons as t set ${sets}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${id} returning ${columns}`)
  return row
}
