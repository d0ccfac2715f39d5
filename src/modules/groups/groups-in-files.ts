/** How files name a group: by its name, beside its id. One that goes on is meant before those of its name that are closed. */
import { every, sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import { groupBy } from '../../lib/group.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'
import { sightOf } from '../../resource/limit.ts'
import { because } from '../../texts/because.ts'
import { openNamesake } from './namesakes.ts'
import { groupsInSight } from './sight.ts'

/** Over the columns of `groups`. */
const SIGHTED = { limitTo: 'branch_id', sight: groupsInSight } as const

/** Names of groups are found among those that whoever imports sees: none can be tried out, and none is in the way of another. */
export const groupsInFiles: NamedInFiles = {
  columns: ['group'],
  aliases: { group_name: 'group', cell: 'group' },
  written: 'name',
  async finder(db, church, rows, caller) {
    const names = rows.flatMap(({ texts }) => texts.get('group') ?? [])
    const ids = rows.flatMap(({ id }) => id ?? [])
    const found = await db.all<{
      id: number
      branch_id: number
      name: string
      search: string
      closed: boolean
    }>(sql`select id, branch_id, name, search, status = 'closed' as closed from groups
      where ${every([sql`church_id = ${church.id}`, ...sightOf(SIGHTED, caller)])}
        and (search = any(${names.map(fold)}::text[]) or id = any(${ids}::bigint[]))`)
    const named = groupBy(found, ({ search }) => search)
    return ({ field, id, texts }, problems) => {
      const name = texts.get('group')
      const same = name === undefined ? found.filter(one => one.id === id) : (named.get(fold(name)) ?? [])
      const column = name === undefined ? field : 'group'
      const open = same.filter(({ closed }) => !closed)
      const goesOn = id === undefined && open.length === 1 && same.length > 1 ? open[0] : undefined
      if (goesOn !== undefined) return { ...goesOn, note: openNamesake(goesOn.name) }
      const meant = id === undefined ? same : same.filter(one => one.id === id)
      if (meant.length === 0) problems.add(column, because('names no group that you can use'))
      if (meant.length > 1) problems.add(column, because('names several groups: use {field}', { field }))
      return meant.length === 1 ? meant[0] : undefined
    }
  },
}
