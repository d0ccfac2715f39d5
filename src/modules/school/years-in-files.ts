/** How files name a school year: by its name, beside its id. */
import { sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'

export const yearsInFiles: NamedInFiles = {
  columns: ['school_year'],
  aliases: { year: 'school_year' },
  written: 'name',
  async known(db, church) {
    const years = await db.all<{ name: string }>(
      sql`select name from school_years where church_id = ${church.id} order by starts_on desc, id`,
    )
    return { school_year: { names: years.map(({ name }) => name) } }
  },
  async finder(db, church) {
    const years = await db.all<{ id: number; name: string }>(
      sql`select id, lower(name) as name from school_years where church_id = ${church.id}`,
    )
    const named = groupBy(years, ({ name }) => name)
    return ({ field, id, texts }, problems) => {
      const name = texts.get('school_year')
      const same = name === undefined ? years : (named.get(name.toLowerCase()) ?? [])
      const found = same.find(one => id === undefined || one.id === id)
      if (found === undefined)
        problems.add(name === undefined ? field : 'school_year', because('names no school year: add it first'))
      return found && { id: found.id, branch_id: null }
    }
  },
}
