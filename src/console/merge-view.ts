/** What a merge of two people would move, counted before somebody decides. Here, since every module has a part in it. */
import { sql } from '../db/sql.ts'
import { people } from '../modules/people/people.ts'
import type { Caller } from '../resource/caller.ts'
import { checkSight } from '../resource/list.ts'
import { view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'

/** What points at a person; null for what the member may not read. */
export interface MergeCounts {
  contributions: number | null
  messages: number | null
  prayer_requests: number | null
  tags: number
}

const mayRead = ({ key }: Caller, resource: string): boolean => key.scopes.includes(`${resource}:read`)

export const MERGE_VIEW = view({
  name: 'merge_counts',
  fields: { id: field.ref().required() },
  async run({ database }, caller, { id = 0 }) {
    await checkSight(database.read, people, caller, id)
    const church = caller.church.id
    const found = await database.read.first<Record<keyof MergeCounts, number>>(sql`select
      (select count(*) from contributions where church_id = ${church} and person_id = ${id}) as contributions,
      (select count(*) from messages where church_id = ${church} and person_id = ${id}) as messages,
      (select count(*) from prayer_requests where church_id = ${church} and person_id = ${id}) as prayer_requests,
      (select count(*) from person_tags where church_id = ${church} and person_id = ${id}) as tags`)
    const { contributions = 0, messages = 0, prayer_requests = 0, tags = 0 } = found ?? {}
    const counts: MergeCounts = {
      contributions: mayRead(caller, 'contributions') ? contributions : null,
      messages: mayRead(caller, 'messages') ? messages : null,
      prayer_requests: mayRead(caller, 'prayer_requests') ? prayer_requests : null,
      tags,
    }
    return JSON.stringify(counts)
  },
})
