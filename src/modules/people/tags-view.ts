/** The tags of a church, with how many people in sight have each. */
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { remembered } from '../../resource/remembered.ts'
import { READERS, within } from '../../resource/roles.ts'
import { visibleTo } from './visible-person.ts'

/** A tag, as the console offers it. */
interface TagCount {
  tag: string
  /** People who are not removed and in sight. */
  people: number
}

/** Tags that are told, those of the most people. */
const MOST_LISTED = 500

/** In order. A tag that nobody in sight has is not told. */
export const tagsView = view({
  name: 'tags',
  may: within(READERS),
  fields: {},
  async run({ read }, caller) {
    const church = caller.church.id
    return await remembered(read, caller, 'people', 'tags', () =>
      read.all<TagCount>(sql`select tag, people from (
          select min(t.tag) as tag, count(*) as people from person_tags t
          join people p on p.church_id = ${church} and p.id = t.person_id and not p.removed and ${visibleTo(caller)}
          where t.church_id = ${church} group by lower(t.tag) order by people desc, lower(t.tag) limit ${MOST_LISTED}) as most
        order by lower(tag)`),
    )
  },
})
