/** Sermons as the command line reads them. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { sermonPrinter } from './fields.ts'
import { noSuchSermon } from './lock-sermon.ts'
import { sermons } from './sermons.ts'

const MOST_LISTED = 200

/** The sermons of a church that are not deleted, newest first, 200 at most. @returns JSON text of each */
export async function listSermons(database: Database, church: Church): Promise<string[]> {
  const rows = await database.read.text(sql`select ${sermons.inList.columns} from sermons as t
    where church_id = ${church.id} and deleted_at is null order by id desc limit ${MOST_LISTED}`)
  return rows.map(row => sermons.inList.print(row))
}

/** @returns JSON text of the sermon with its published sections @throws ApiError `not_found` */
export async function findSermon(database: Database, church: Church, id: number): Promise<string> {
  const [row] = await database.read.text(sql`select ${sermonPrinter.columns} from sermons as t
    where church_id = ${church.id} and id = ${id} and deleted_at is null`)
  if (row === undefined) throw noSuchSermon(id)
  return sermonPrinter.print(row)
}
