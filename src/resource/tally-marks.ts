/**
 * Totals of records that many hands write, so that a write might forget them (`tallies: 'marked'`): each record says as what it
 * was counted (`tallied_status` and so on). One of which that is not so any more is *late*; an index of its own (`<table>_late`)
 * finds those few, and PostgreSQL keeps it, whoever writes. A total is the sum of the tallies, with what is late counted as it is
 * and no longer as it was. Folding counts late records and marks them. Marks tell nothing of what else changed in a record, so
 * there is no version of the data: what the tallies do not know is counted each time.
 */
import { ident, join, raw, type Sql, sql } from '../db/sql.ts'
import type { Resource } from './resource.ts'

/** A resource that keeps totals, as far as they are made of its declaration. */
export interface Totalled extends Pick<Resource, 'name' | 'limitTo' | 'shown'> {
  list: Pick<Resource['list'], 'sum' | 'day' | 'tallies'>
}

/** Whether its records say as what they were counted. */
export const isMarked = ({ list }: Pick<Totalled, 'list'>): boolean => list.tallies === 'marked'

/** The columns that a record is counted by: what belongs to the whole church is of no branch, what is always shown is not removed. */
const columnsOf = ({ limitTo, shown }: Totalled): string[] => [
  'status',
  ...(limitTo === null ? [] : ['branch_id']),
  ...(shown === undefined ? [] : ['removed']),
]

/** Branch, status and removal as the tallies have them. @param before of the names of columns: how it was counted */
function marks(of: Totalled, before = ''): Sql {
  const columns = columnsOf(of)
  const column = (name: string, otherwise: string): string =>
    `${columns.includes(name) ? `${before}${name}` : otherwise} as ${name}`
  return raw(`${column('branch_id', '0::bigint')}, ${before}status as status, ${column('removed', 'false')}`)
}

/** Not counted yet, or as something else; the condition of the index. */
export const isLate = (of: Totalled): Sql =>
  raw(
    `(tallied_status is null or ${columnsOf(of)
      .map(name => `tallied_${name} <> ${name}`)
      .join(' or ')})`,
  )

/** What counting late records does to the totals: rows like those of `tally_deltas`. @param late a part of the table */
export const lateDeltas = (of: Totalled, late: Sql): Sql => sql`
  select id >> 10 as bucket, ${marks(of)}, 1::bigint as n, 0::bigint as amount, 0::bigint as writes from ${late}
  union all
  select id >> 10, ${marks(of, 'tallied_')}, -1, 0, 0 from ${late} and tallied_status is not null`

/** The records of a church that are late. */
export const lateOf = (church: unknown, of: Totalled): Sql =>
  sql`${ident(of.name)} where church_id = ${church} and ${isLate(of)}`

/** What folding has to know of a late record. */
export const foldedOf = (of: Totalled): Sql =>
  raw(['id', ...columnsOf(of).flatMap(name => [name, `tallied_${name}`])].join(', '))

/** What a statement that deletes records returns: what they were counted as; no status where they were not. */
export const countedAs = (of: Totalled): Sql => sql`returning id, ${marks(of, 'tallied_')}`

/** The columns that say it. */
export const markColumns = (of: Totalled): string[] => columnsOf(of).map(name => `tallied_${name}`)

/** Sets the marks to what a record is. @param source whose columns say so: the table itself, or what was read of it */
export const marking = (of: Totalled, source: string): Sql =>
  join(columnsOf(of).map(name => raw(`tallied_${name} = ${source}.${name}`)))
