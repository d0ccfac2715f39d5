/** Publishes a sermon, takes it back, deletes it (spec, Events; decisions, Media). */
import type { Database, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { sermonPrinter } from './fields.ts'
import { lockSermon, noSuchSermon, setSermon } from './lock-sermon.ts'

const { column, columns, print } = sermonPrinter

/**
 * Publishes a sermon and records `media.sermon_published`. Publishing what is published changes nothing.
 * @returns JSON text of the sermon
 * @throws ApiError `not_found`
 */
export async function publishSermon(database: Database, church: Church, id: number): Promise<string> {
  return await database.write(church.id, async tx => {
    const before = await lockSermon(tx, church, id)
    if (column(before, 'status') === 'published') return print(before)
    const sets = sql`status = 'published', published_at = ${tx.now}::timestamptz`
    const data = print(await setSermon(tx, church, id, sets))
    await record(tx, church, 'media.sermon_published', data)
    return data
  })
}

/**
 * Makes a published sermon a draft again; no event tells of it. A draft stays as it is.
 * @returns JSON text of the sermon
 * @throws ApiError `not_found`
 */
export async function unpublishSermon(database: Database, church: Church, id: number): Promise<string> {
  return await database.write(church.id, async tx => {
    const before = await lockSermon(tx, church, id)
    if (column(before, 'status') === 'draft') return print(before)
    return print(await setSermon(tx, church, id, sql`status = 'draft', published_at = null`))
  })
}

/**
 * Deletes a sermon: the record stays and is shown no more. Records `media.sermon_deleted`, with the sermon as it was
 * last. Deleting it again changes nothing.
 * @returns JSON text of the sermon
 * @throws ApiError `not_found`
 */
export async function deleteSermon(database: Database, church: Church, id: number): Promise<string> {
  return await database.write(church.id, async tx => {
    const found = await tx.first<{ deleted: boolean }>(sql`select deleted_at is not null as deleted from sermons
      where church_id = ${church.id} and id = ${id} for no key update`)
    if (found === undefined) throw noSuchSermon(id)
    if (found.deleted) return print(await readDeleted(tx, church, id))
    const data = print(await setSermon(tx, church, id, sql`deleted_at = ${tx.now}::timestamptz`))
    await record(tx, church, 'media.sermon_deleted', data)
    return data
  })
}

async function readDeleted(tx: Tx, church: Church, id: number): Promise<TextRow> {
  const [row = []] = await tx.text(
    sql`select ${columns} from sermons as t where church_id = ${church.id} and id = ${id}`,
  )
  return row
}
