/** A sermon as those see it who write it: with drafts of its sections. */
import { sql } from '../../db/sql.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import type { sermonFields } from './fields.ts'
import { findSermon } from './sermons.ts'

/** A section, published or not. */
export interface StudioSection {
  kind: string
  title: string | null
  body: string
  published_at: string | null
  /** To be sent back when it is written again: what somebody wrote meanwhile is not written over. */
  version: string
}

/** What the pages of the studio show. */
export interface Studio {
  sermon: RecordOf<typeof sermonFields>
  sections: StudioSection[]
}

export const studio = view({
  name: 'studio',
  may: churchWide(STAFF),
  fields: { id: field.ref('sermons').required() },
  async run({ read }, caller, { id }) {
    const [sermon, sections] = await Promise.all([
      findSermon(read, caller, id),
      read.all<StudioSection>(sql`select kind, title, body, published_at, updated_at::text as version
        from sermon_sections where church_id = ${caller.church.id} and sermon_id = ${id} order by kind`),
    ])
    const printed = sections.map(one => ({
      ...one,
      published_at: one.published_at && printTimestamp(one.published_at),
    }))
    return new Json<Studio>(`{"sermon":${sermon},"sections":${JSON.stringify(printed)}}`)
  },
})
