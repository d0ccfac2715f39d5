/** Which rows of a church the demo made: of each table the first and the last id (docs/decisions/0022). */
import { type Table, tablesOfChurch } from '../../archive/tables.ts'
import type { Db, Tx } from '../../db/database.ts'
import { ident, sql } from '../../db/sql.ts'

/** The rows of a table that the demo made: nobody else wrote into the church between them. */
export interface DemoMark {
  relation: string
  first_id: number
  last_id: number
}

/** Whether rows of it have an id that tells them apart. */
export const hasId = ({ columns }: Table): boolean => columns.some(({ name, counted }) => name === 'id' && counted)

/** The highest id of each table of a church. */
export async function highestIds(db: Db, church: number): Promise<Map<string, number>> {
  const highest = new Map<string, number>()
  for (const { name } of (await tablesOfChurch(db)).filter(hasId)) {
    const row = await db.first<{ id: number | null }>(
      sql`select max(id) as id from ${ident(name)} where church_id = ${church}`,
    )
    highest.set(name, row?.id ?? 0)
  }
  return highest
}

/**
 * Notes what was written since, in the transaction that wrote it.
 * @param before the highest ids when it began
 */
export async function markDemo(tx: Tx, church: number, before: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, id] of before) {
    await tx.run(sql`insert into demo_marks (church_id, relation, first_id, last_id, made_at)
      select ${church}, ${name}, min(id), max(id), ${tx.now}::timestamptz from ${ident(name)}
      where church_id = ${church} and id > ${id} having count(*) > 0`)
  }
}

/** The marks of a church, none where its demo is gone or never was. */
export const demoMarks = (db: Db, church: number): Promise<DemoMark[]> =>
  db.all<DemoMark>(
    sql`select relation, first_id, last_id from demo_marks where church_id = ${church} order by relation`,
  )

/** Whether there is something of a demo to remove. */
export async function hasDemo(db: Db, church: number): Promise<boolean> {
  return (await demoMarks(db, church)).length > 0
}
