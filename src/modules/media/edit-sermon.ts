/** Adds a sermon and changes what is known of it (decisions, Media). */
import { sql } from '../../db/sql.ts'
import { freeSlug, slugify } from '../../lib/slug.ts'
import { action } from '../../resource/action.ts'
import { changes } from '../../resource/change.ts'
import { insertRow } from '../../resource/creation.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { sermonFields } from './fields.ts'
import { sermons } from './sermons.ts'

const { title, series, speaker, preached_on, scripture, description, audio_url, video_url } = sermonFields
const details = { series, speaker, preached_on, scripture, description, audio_url, video_url }

/** Adds a sermon, as a draft. */
export const createSermon = action({
  name: 'sermons.create',
  logged: 'Added a sermon',
  done: 'The sermon was added as a draft.',
  may: churchWide(STAFF),
  fields: { title, ...details },
  target: ({ title }) => title,
  async run(tx, { caller: { church } }, input) {
    // Slugs are settled one after the other.
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const taken = await tx.all<{ slug: string }>(sql`select slug from sermons where church_id = ${church.id}`)
    const slug = freeSlug(slugify(input.title, 'sermon'), new Set(taken.map(row => row.slug)))
    const { name, alone: printer } = sermons
    const row = await insertRow(tx, { name, printer }, church.id, { ...input, slug })
    return new Json<RecordOf<typeof sermonFields>>(printer.print(row))
  },
})

/** What is missing stays, so does the slug: links go on working. What changes nothing leaves `updated_at`. */
export const updateSermon = changes(sermons, 'update', {
  logged: 'Changed a sermon',
  done: 'Sermon saved.',
  may: churchWide(STAFF),
  fields: { title: field.line().settable().label('of a text|Title'), ...details },
  set: (_before, input) => input,
})
