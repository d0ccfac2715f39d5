/** A sermon as those see it who write it: with drafts of its sections. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { findSermon } from './look-up.ts'

/** A section, published or not. */
export interface StudioSection {
  kind: string
  title: string | null
  body: string
  published_at: string | null
  /** To be sent back when it is written again: what somebody wrote meanwhile is not written over. */
  version: string
}

/** @returns JSON text of `{sermon, sections}` @throws ApiError `not_found` */
export async function readStudio(database: Database, church: Church, id: number): Promise<string> {
  const [sermon, sections] = await Promise.all([
    findSermon(database, church, id),
    database.read.all<StudioSection>(sql`select kind, title, body, published_at, updated_at::text as version
      from sermon_sections where church_id = ${church.id} and sermon_id = ${id} order by kind`),
  ])
  const printed = sections.map(one => ({ ...one, published_at: one.published_at && printTimestamp(one.published_at) }))
  return `{"sermon":${sermon},"sections":${JSON.stringify(printed)}}`
}
