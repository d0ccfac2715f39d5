/** Names of several people at once, for lists whose records name people by their ids. */
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { idListField, readIds } from '../../resource/id-list.ts'
import { limitOf } from '../../resource/limit.ts'
import { READERS, within } from '../../resource/roles.ts'
import { people } from './people.ts'

/** A person's name, removed people's too. */
interface PersonName {
  id: number
  name: string
}

/** Those of the people named who are in sight. */
export const namesView = view({
  name: 'people_names',
  may: within(READERS),
  fields: { ids: idListField },
  async run({ read }, caller, { ids }) {
    const wanted = readIds(ids)
    const limit = limitOf(people.limitTo, caller)
    return await read.all<PersonName>(sql`select t.id, t.full_name as name from people as t
      where t.church_id = ${caller.church.id} and t.id = any(${wanted}::bigint[])
        and ${limit ?? sql`true`} order by t.id`)
  },
})
