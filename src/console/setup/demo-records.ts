/**
 * What of the demo goes and what stays (docs/decisions/0022): a record goes unless something that people added names it, or
 * something of the demo that stays, or the church needs it. What is read before somebody decides is what is removed after that.
 */
import { type ForeignKey, referencesOf, type Table, tablesOfChurch } from '../../archive/tables.ts'
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import type { Detail, MadeFrom } from '../../resource/detail.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { type DemoMark, demoMarks, hasId } from './demo-marks.ts'

/** What modules say of records that go and stay. */
type Declared = Pick<HouseFacts, 'details' | 'makes' | 'needs'>

/** The rows that the demo made in a table, and those made from records of it since, parted. */
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

/** Records that stay, whether something names them or not, by table. */
type Kept = ReadonlyMap<string, readonly number[]>

/** All of the demo that is left in a church, those that name others first. */
export async function partDemo(db: Db, church: number, declared: Declared): Promise<PartedRows[]> {
  const marks = await demoMarks(db, church)
  if (marks.length === 0) return []
  const kept = new Map<string, readonly number[]>()
  for (;;) {
    const parted = await partTables(db, church, declared, { marks, kept })
    const more = await keptBesides(db, church, declared, { marks, parted })
    if (more.size === 0) return [...parted.values()]
    for (const [table, ids] of more) kept.set(table, [...(kept.get(table) ?? []), ...ids])
  }
}

async function partTables(
  db: Db,
  church: number,
  { details, makes }: Declared,
  { marks, kept }: { marks: readonly DemoMark[]; kept: Kept },
): Promise<Map<string, PartedRows>> {
  const tables = (await tablesOfChurch(db)).reverse()
  const naming = namingOf(tables, await referencesOf(db), details)
  const parted = new Map<string, PartedRows>()
  for (const table of tables) {
    const mark = marks.find(({ relation }) => relation === table.name)
    if (mark === undefined) continue
    const made = new Set(await idsBetween(db, church, mark))
    for (const one of makes.filter(one => one.table === table.name)) {
      for (const { id } of await madeFrom(db, church, marks, one)) made.add(id)
    }
    const stays = new Set(kept.get(table.name))
    const goes = [...made].filter(id => !stays.has(id))
    const keepers = naming.filter(({ of, goesAlong }) => of === table.name && !goesAlong)
    parted.set(table.name, await partTable(db, church, { table, mark, goes, stays: [...stays] }, keepers, parted))
  }
  return parted
}

/** What stays although nothing that stays names it: what was made from records that stay, and what the church needs. */
async function keptBesides(
  db: Db,
  church: number,
  { makes, needs }: Declared,
  { marks, parted }: { marks: readonly DemoMark[]; parted: ReadonlyMap<string, PartedRows> },
): Promise<Kept> {
  const kept = new Map<string, readonly number[]>()
  const keep = (table: string, ids: readonly number[]): void => {
    if (ids.length > 0) kept.set(table, [...(kept.get(table) ?? []), ...ids])
  }
  for (const one of makes) {
    const goes = new Set(parted.get(one.table)?.goes)
    const stays = new Set(parted.get(one.of)?.stays)
    const made = await madeFrom(db, church, marks, one)
    keep(
      one.table,
      made.flatMap(({ id, of }) => (stays.has(of) && goes.has(id) ? [id] : [])),
    )
  }
  for (const { table, kept: needed } of needs) keep(table, await needed(db, church, parted.get(table)?.goes ?? []))
  return kept
}

/** What the machine made from records of the demo, when it was made or since, and nobody touched. */
async function madeFrom(
  db: Db,
  church: number,
  marks: readonly DemoMark[],
  { table, column, of, untouched }: MadeFrom,
): Promise<{ id: number; of: number }[]> {
  const mark = marks.find(({ relation }) => relation === of)
  if (mark === undefined) return []
  return await db.all<{ id: number; of: number }>(sql`select id, ${ident(column)} as of from ${ident(table)}
    where church_id = ${church} and ${ident(column)} between ${mark.first_id} and ${mark.last_id} and ${untouched}
    order by id`)
}

/** Deletes what goes, with what goes along. */
export async function deleteParted(
  tx: Tx,
  church: number,
  parted: readonly PartedRows[],
  { details }: Declared,
): Promise<void> {
  const tables = await tablesOfChurch(tx)
  const naming = namingOf(tables.toReversed(), await referencesOf(tx), details)
  for (const { table, goes } of parted) {
    for (const along of naming.filter(({ of, goesAlong }) => goesAlong && of === table.name)) {
      for (const column of along.columns) {
        await tx.run(sql`delete from ${ident(along.table.name)} where ${within(church, column, goes)}`)
      }
    }
    await tx.run(sql`delete from ${ident(table.name)} where ${within(church, 'id', goes)}`)
  }
  for (const table of tables.filter(isLone)) await deleteLone(tx, church, table)
}

/** Its rows have no id and name no other: when they were made tells whose they are. */
const isLone = (table: Table): boolean =>
  !hasId(table) && table.refersTo.length === 0 && table.columns.some(({ name }) => name === 'created_at')

/** The church was made in the transaction that made its demo: rows without a moment of their own have that of the church. */
const deleteLone = (tx: Tx, church: number, { name }: Table): Promise<number> =>
  tx.run(sql`delete from ${ident(name)} where church_id = ${church} and created_at in (
    select made_at from demo_marks where church_id = ${church} union select created_at from churches where id = ${church})`)

const within = (church: number, column: string, ids: readonly number[]): Sql =>
  sql`church_id = ${church} and ${ident(column)} = any(${idArray(ids)})`

/** That a row does not go. PostgreSQL weighs each id of a list while it plans: those between the marks, nearly all, are not listed. */
function staysOn({ mark: { first_id, last_id }, goes, stays }: PartedRows): Sql {
  const between = (id: number): boolean => id >= first_id && id <= last_id
  const [kept, gone] = [stays.filter(between), goes.filter(id => !between(id))]
  return sql`(id = any(${idArray(kept)}) or not id between ${first_id} and ${last_id} and not id = any(${idArray(gone)}))`
}

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
      const rows = keeper.table.name === all.table.name ? now : parted.get(keeper.table.name)
      for (const id of await namedBy(db, church, keeper, now.goes, rows)) named.add(id)
    }
    if (named.size === 0) return now
    now = { ...now, goes: now.goes.filter(id => !named.has(id)), stays: [...now.stays, ...named].sort((a, b) => a - b) }
  }
}

/** Which of the records rows of a table name that do not go themselves. @param rows the table's own, as far as they are parted */
async function namedBy(
  db: Db,
  church: number,
  { table, columns }: Naming,
  ids: readonly number[],
  rows: PartedRows | undefined,
): Promise<number[]> {
  const staying = rows === undefined ? sql`` : sql` and ${staysOn(rows)}`
  const queries = columns.map(
    column =>
      sql`select ${ident(column)} as id from ${ident(table.name)} where ${within(church, column, ids)}${staying}`,
  )
  const named = await db.all<{ id: number }>(sql`${join(queries, ' union ')}`)
  return named.map(({ id }) => id)
}
