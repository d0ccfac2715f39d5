/** The tags of a church, with how many people in sight have each. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../resource/caller.ts'
import { limitOf } from '../../resource/limit.ts'

/** A tag, as the console offers it. */
export interface TagCount {
  tag: string
  /** People who are not removed and in sight. */
  people: number
}

/** In order. A tag that nobody in sight has is not told. */
export async function listTags(database: Database, caller: Caller): Promise<TagCount[]> {
  const church = caller.church.id
  return await database.read.all<TagCount>(sql`select t.tag, count(*) as people from person_tags t
    join people p on p.church_id = ${church} and p.id = t.person_id and not p.removed
      and ${limitOf('branch_id', caller) ?? sql`true`}
    where t.church_id = ${church} group by t.tag order by lower(t.tag)`)
}
