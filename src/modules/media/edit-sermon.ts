/** Adds a sermon and changes what is known of it (decisions, Media). */
import type { Database } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { freeSlug, slugify } from '../../lib/text.ts'
import { checkBody } from '../../resource/body.ts'
import type { Church } from '../../resource/caller.ts'
import { differing } from '../../resource/rows.ts'
import { sermonFields, sermonPrinter } from './fields.ts'
import { lockSermon, setSermon } from './lock-sermon.ts'

const { columns, print } = sermonPrinter

/** Values of the fields that can be set, by name; null or empty text clears one. */
export type SermonValues = Record<string, unknown>

/**
 * Adds a sermon, as a draft.
 * @returns JSON text of the sermon
 * @throws ApiError `validation_failed` naming every wrong field
 */
export async function createSermon(database: Database, church: Church, values: SermonValues): Promise<string> {
  const { input, problems } = checkBody(sermonFields, { json: values }, true, church)
  problems.throwIfAny()
  const { title = '', series, speaker, preached_on, scripture, description, audio_url, video_url } = input
  return await database.write(church.id, async tx => {
    // Slugs are settled one after the other.
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const taken = await tx.all<{ slug: string }>(sql`select slug from sermons where church_id = ${church.id}`)
    const slug = freeSlug(slugify(title, 'sermon'), new Set(taken.map(row => row.slug)))
    const [row = []] = await tx.text(sql`insert into sermons as t (church_id, title, slug, series, speaker, preached_on,
        scripture, description, audio_url, video_url, created_at, updated_at)
      values (${church.id}, ${title}, ${slug}, ${series ?? null}, ${speaker ?? null}, ${preached_on ?? null},
        ${scripture ?? null}, ${description ?? null}, ${audio_url ?? null}, ${video_url ?? null},
        ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      returning ${columns}`)
    return print(row)
  })
}

/**
 * Changes what is known of a sermon. Missing values stay, so does the slug: links go on working. What changes
 * nothing leaves `updated_at`.
 * @returns JSON text of the sermon
 * @throws ApiError `not_found`, or `validation_failed` naming every wrong field
 */
export async function updateSermon(
  database: Database,
  church: Church,
  id: number,
  values: SermonValues,
): Promise<string> {
  const { input, problems } = checkBody(sermonFields, { json: values }, false, church)
  problems.throwIfAny()
  return await database.write(church.id, async tx => {
    const before = await lockSermon(tx, church, id)
    const changed = differing(sermonPrinter, before, input)
    if (changed.length === 0) return print(before)
    return print(await setSermon(tx, church, id, join(changed.map(([name, value]) => sql`${ident(name)} = ${value}`))))
  })
}
