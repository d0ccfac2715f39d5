/** The sums of a church that must be the same before and after the way, to the minor unit. */
import type { Db } from '../db/database.ts'
import { every, ident, join, type Sql, sql } from '../db/sql.ts'
import type { Declared } from './declared.ts'
import type { Total } from './manifest.ts'

/** Sums each declared table, group by group. */
export async function totalsOf(db: Db, church: number, { sums }: Declared): Promise<Total[]> {
  const totals: Total[] = []
  for (const { table, by, of } of sums) {
    const groups = by.map(ident)
    const added = of.map(column => sql`coalesce(sum(${ident(column)}), 0)::text as ${ident(column)}`)
    const grouping = by.length === 0 ? sql`` : sql` group by ${join(groups)} order by ${join(groups)}`
    const rows = await db.all<Record<string, string | number | null>>(sql`
      select ${join([...groups, sql`count(*) as rows`, ...added])} from ${ident(table)} where church_id = ${church}${grouping}`)
    totals.push({ table, groups: rows })
  }
  return totals
}

/** Whether two sets of sums are the same. */
export const sameTotals = (one: readonly Total[], other: readonly Total[]): boolean =>
  JSON.stringify(one.map(inOrder)) === JSON.stringify(other.map(inOrder))

/** Members in the order of their names, so that texts can be compared. */
const inOrder = ({ table, groups }: Total): [string, string[]] => [
  table,
  groups.map(group => JSON.stringify(Object.entries(group).sort())).sort(),
]

/** The rows of a table that go along. */
export const rowsOf = (church: number, table: string, { only }: Declared): Sql =>
  every([sql`church_id = ${church}`, ...(only[table] === undefined ? [] : [only[table].where])])
