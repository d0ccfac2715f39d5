/**
 * What of the demo goes and what stays (docs/decisions/0022): a record goes unless something that people added names it, or
 * something of the demo that stays. What is read before somebody decides is what is removed after that.
 */
import { type ForeignKey, referencesOf, type Table, tablesOfChurch } from '../../archive/tables.ts'
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import type { Detail } from '../../resource/detail.ts'
import { type DemoMark, demoMarks, hasId } from './demo-marks.ts'

/** The rows that the demo made in a table, parted. */
export interface PartedRows {
  table: Table
  mark: DemoMark
  goes: readonly number[]
  stays: readonly number[]
}

/** Columns of a table that name rows of another. */
interface Naming {
  table: Table
  columns: readonly string[]
  of: string
  /** Its rows go with what they name; any other keeps it. */
  goesAlong: boolean
}

const CHURCH = 'church_id'

/** All of the demo that is left in a church, those that name others first. */
export async function partDemo(db: Db, church: number, details: readonly Detail[]): Promise<PartedRows[]> {
  const marks = await demoMarks(db, church)
  if (marks.length === 0) return []
  const tables = (await tablesOfChurch(db)).reverse()
  const naming = namingOf(tables, await referencesOf(db), details)
  const parted = new Map<string, PartedRows>()
  for (const table of tables) {
    const mark = marks.find(({ relation }) => relation === table.name)
    if (mark === undefined) continue
    const made = await idsBetween(db, church, mark)
    const keepers = naming.filter(({ of, goesAlong }) => of === table.name && !goesAlong)
    parted.set(table.name, await partTable(db, church, { table, mark, goes: made, stays: [] }, keepers, parted))
  }
  return [...parted.values()]
}

/** Deletes what goes, with what goes along. @returns how many records went, by table */
export async function deleteParted(
  tx: Tx,
  church: number,
  parted: readonly PartedRows[],
  details: readonly Detail[],
): Promise<void> {
  const naming = namingOf((await tablesOfChurch(tx)).reverse(), await referencesOf(tx), details)
  for (const { table, goes } of parted) {
    for (const along of naming.filter(({ of, goesAlong }) => goesAlong && of === table.name)) {
      for (const column of along.columns) {
        await tx.run(sql`delete from ${ident(along.table.name)} where ${within(church, column, goes)}`)
      }
    }
    await tx.run(sql`delete from ${ident(table.name)} where ${within(church, 'id', goes)}`)
  }
}

const within = (church: number, column: string, ids: readonly number[]): Sql =>
  sql`church_id = ${church} and ${ident(column)} = any(${idArray(ids)})`

function namingOf(
  tables: readonly Table[],
  references: readonly ForeignKey[],
  details: readonly Detail[],
): readonly Naming[] {
  const known = references.flatMap(({ table: name, target, columns }): Naming[] => {
    const table = tables.find(one => one.name === name)
    const naming = columns.filter(column => column !== CHURCH)
    if (table === undefined || naming.length === 0) return []
    const declared = details.some(detail => detail.table === name && detail.of === target)
    // Without an id of its own, and nobody's account, a row only links others.
    return [
      { table, columns: naming, of: target, goesAlong: declared || (!hasId(table) && table.toUsers.length === 0) },
    ]
  })
  const told = details.flatMap(({ table: name, columns, of }): Naming[] => {
    const table = tables.find(one => one.name === name)
    return table === undefined ? [] : [{ table, columns, of, goesAlong: true }]
  })
  return [...known, ...told]
}

const idsBetween = async (db: Db, church: number, { relation, first_id, last_id }: DemoMark): Promise<number[]> => {
  const rows = await db.all<{ id: number }>(sql`select id from ${ident(relation)}
    where church_id = ${church} and id between ${first_id} and ${last_id} order by id`)
  return rows.map(({ id }) => id)
}

/** Parts one table, when those that name it are parted. Rows that name others of their own table are looked at until nothing changes. */
async function partTable(
  db: Db,
  church: number,
  all: PartedRows,
  keepers: readonly Naming[],
  parted: ReadonlyMap<string, PartedRows>,
): Promise<PartedRows> {
  let now = all
  for (;;) {
    const named = new Set<number>()
    for (const keeper of keepers) {
      const gone = keeper.table.name === all.table.name ? now.goes : parted.get(keeper.table.name)?.goes
      for (const id of await namedBy(db, church, keeper, now.goes, gone ?? [])) named.add(id)
    }
    if (named.size === 0) return now
    now = { ...now, goes: now.goes.filter(id => !named.has(id)), stays: [...now.stays, ...named].sort((a, b) => a - b) }
  }
}

/** Which of the records rows of a table name that do not go themselves. */
async function namedBy(
  db: Db,
  church: number,
  { table, columns }: Naming,
  ids: readonly number[],
  gone: readonly number[],
): Promise<number[]> {
  const staying = hasId(table) ? sql` and not id = any(${idArray(gone)})` : sql``
  const queries = columns.map(
    column =>
      sql`select ${ident(column)} as id from ${ident(table.name)} where ${within(church, column, ids)}${staying}`,
  )
  const rows = await db.all<{ id: number }>(sql`${join(queries, ' union ')}`)
  return rows.map(({ id }) => id)
}
