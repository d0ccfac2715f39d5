/** Prayer requests as the command line reads them. */
import type { Database } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import { prayerRequestPrinter, STATUSES } from './fields.ts'
import { noSuchRequest } from './follow-up.ts'

const { columns, print } = prayerRequestPrinter

const MOST_LISTED = 200

export interface PrayerWish {
  /** One status only. */
  status?: string | undefined
  /** Urgent ones only. */
  urgent?: boolean | undefined
}

/**
 * The requests of a church, newest first, 200 at most.
 * @returns JSON text of each
 * @throws ApiError `validation_failed` for a status that there is not
 */
export async function listPrayers(database: Database, church: Church, wish: PrayerWish): Promise<string[]> {
  const { status, urgent = false } = wish
  const problems = new Problems()
  if (status !== undefined && !STATUSES.some(one => one === status)) {
    problems.add('status', `must be one of ${STATUSES.join(', ')}`)
  }
  problems.throwIfAny()
  const conditions: Sql[] = [sql`church_id = ${church.id}`]
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (urgent) conditions.push(sql`is_urgent`)
  const rows = await database.read.text(sql`select ${columns} from prayer_requests as t where ${every(conditions)}
    order by id desc limit ${MOST_LISTED}`)
  return rows.map(row => print(row))
}

/** @returns JSON text of the prayer request @throws ApiError `not_found` */
export async function findPrayer(database: Database, church: Church, id: number): Promise<string> {
  const [row] = await database.read.text(sql`select ${columns} from prayer_requests as t
    where church_id = ${church.id} and id = ${id}`)
  if (row === undefined) throw noSuchRequest(id)
  return print(row)
}
