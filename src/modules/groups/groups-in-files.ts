/** How files name a group: by its name, beside its id. */
import { sql } from '../../db/sql.ts'
import { fold } from '../../lib/fold.ts'
import { groupBy } from '../../lib/group.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'

export const groupsInFiles: NamedInFiles = {
  columns: ['group'],
  aliases: { group_name: 'group', cell: 'group' },
  written: 'name',
  async finder(db, church, rows) {
    const names = rows.flatMap(({ texts }) => texts.get('group') ?? [])
    const ids = rows.flatMap(({ id }) => id ?? [])
    const found = await db.all<{
      id: number
      branch_id: number
      search: string
    }>(sql`select id, branch_id, search from groups
      where church_id = ${church.id} and (search = any(${names.map(fold)}::text[]) or id = any(${ids}::bigint[]))`)
    const named = groupBy(found, ({ search }) => search)
    return ({ field, id, texts }, problems) => {
      const name = texts.get('group')
      const same = name === undefined ? found.filter(one => one.id === id) : (named.get(fold(name)) ?? [])
      const column = name === undefined ? field : 'group'
      const meant = id === undefined ? same : same.filter(one => one.id === id)
      if (meant.length === 0) problems.add(column, 'names no group of this church')
      if (meant.length > 1) problems.add(column, `names several groups: use ${field}`)
      return meant.length === 1 ? meant[0] : undefined
    }
  },
}
