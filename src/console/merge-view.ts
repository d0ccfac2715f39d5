/** What a merge of two people would move, counted before somebody decides. Here, since every module has a part in it. */
import { sql } from '../db/sql.ts'
import { people } from '../modules/people/people.ts'
import type { Caller } from '../resource/caller.ts'
import { limitOf } from '../resource/limit.ts'
import { checkSight } from '../resource/list.ts'
import { view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'

/** What points at a person, of what the member sees; null for what the member may not read. */
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
    // The records of a person in sight may belong to branches that are not.
    const theirs = sql`church_id = ${caller.church.id} and person_id = ${id}`
    const seen = sql`${theirs} and ${limitOf('branch_id', caller) ?? sql`true`}`
    const found = await database.read.first<Record<keyof MergeCounts, number>>(sql`select
      (select count(*) from contributions where ${seen}) as contributions,
      (select count(*) from messages where ${seen}) as messages,
      (select count(*) from prayer_requests where ${seen}) as prayer_requests,
      (select count(*) from person_tags where ${theirs}) as tags`)
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
