/** Reads the rows of a church out of the database as lines of JSON, in one snapshot. */
import type { Db } from '../db/database.ts'
import { empty, ident, join, raw, type Sql, sql } from '../db/sql.ts'
import { written } from './columns.ts'
import type { Table } from './tables.ts'

/** Rows that are fetched at once: at first, and at most. */
const [FEW, MOST] = [20, 1_000]
/** Characters of rows that are fetched at once, by what the last ones had: parts of files are long. */
const LENGTH = 4 * 1024 * 1024

/** Rows that name others of their table come after them, where the table says how deep they lie. */
const orderOf = ({ columns, key, own }: Table): Sql => {
  const deep = own.length > 0 && columns.some(({ name }) => name === 'depth')
  const by = [...(deep ? ['depth'] : []), ...key]
  return by.length === 0 ? empty : sql` order by ${join(by.map(ident))}`
}

/** The lines of a table, in the order of its key. @param rows what its rows must meet */
export async function* linesOf(db: Db, table: Table, rows: Sql): AsyncGenerator<string> {
  const select = sql`select ${join(table.columns.map(written))} from ${ident(table.name)}
    where ${rows}${orderOf(table)}`
  yield* fetched(db, select)
}

/** The users of a church, without what they sign in with. */
export async function* usersOf(db: Db, church: number): AsyncGenerator<string> {
  yield* fetched(
    db,
    sql`select u.id, u.name, u.email, u.language from users u join memberships m on m.user_id = u.id
      where m.church_id = ${church} order by u.id`,
  )
}

async function* fetched(db: Db, select: Sql): AsyncGenerator<string> {
  await db.all(sql`declare lines no scroll cursor for select row_to_json(r)::text as line from (${select}) as r`)
  for (let wanted = FEW; ; ) {
    const rows = await db.all<{ line: string }>(raw(`fetch ${wanted} from lines`))
    for (const { line } of rows) yield line
    if (rows.length < wanted) break
    const length = rows.reduce((sum, { line }) => sum + line.length, 0)
    wanted = Math.min(MOST, Math.max(1, Math.floor((LENGTH * rows.length) / length)))
  }
  await db.all(sql`close lines`)
}
