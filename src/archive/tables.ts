/** The tables of a church, as the database itself lists them: their columns, and an order in which they can be read in. */
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Declared } from './declared.ts'

/** A column that goes along. */
export interface Column {
  name: string
  /** As PostgreSQL calls it: `timestamp with time zone`. */
  type: string
  nullable: boolean
  /** Ids that the database counts. */
  counted: boolean
  /** Names a user of the installation. */
  namesUser: boolean
}

/** A table whose rows belong to a church. */
export interface Table {
  name: string
  columns: Column[]
  /** What tells its rows apart beside the church; empty where nothing does. */
  key: string[]
  /** Columns that the database derives from others. */
  derived: string[]
  /** Columns whose foreign key names a user. */
  toUsers: string[]
  /** Columns that name other rows of the same table. */
  own: string[]
  /** Tables that its rows name. */
  refersTo: string[]
}

interface ColumnRow extends Column {
  table: string
  /** Generated from other columns, so that nobody writes it. */
  derived: boolean
}

/** A foreign key between two tables of churches, or to one beside them. */
export interface ForeignKey {
  table: string
  target: string
  columns: string[]
}

/** The column by which a row belongs to a church. */
const CHURCH = 'church_id'
/** Columns without a foreign key that name users are told by their names. */
const NAMES_USER = /(^|_)user_id$/

/** Every table whose rows belong to a church, what stays behind among them: those that others name come first. */
export async function tablesOfChurch(db: Db): Promise<Table[]> {
  // One after the other: they may share a connection.
  const everything = await columnsOf(db)
  const columns = everything.filter(({ derived }) => !derived)
  const keys = await keysOf(db)
  const references = await referencesOf(db)
  const names = [...new Set(columns.filter(({ name }) => name === CHURCH).map(({ table }) => table))].sort()
  const tables = names.map((name): Table => {
    const mine = references.filter(({ table }) => table === name)
    const toUsers = mine.filter(({ target }) => target === 'users').flatMap(one => one.columns)
    const own = mine.filter(({ target }) => target === name).flatMap(one => one.columns)
    return {
      name,
      columns: columns
        .filter(column => column.table === name && column.name !== CHURCH)
        .map(({ table: _, derived: __, ...column }) => ({
          ...column,
          namesUser: toUsers.includes(column.name) || (column.type === 'text' && NAMES_USER.test(column.name)),
        })),
      derived: everything.filter(one => one.table === name && one.derived).map(one => one.name),
      toUsers,
      key: keys.filter(({ table }) => table === name).flatMap(one => one.columns.filter(column => column !== CHURCH)),
      own: own.filter(column => column !== CHURCH),
      refersTo: mine.map(({ target }) => target).filter(target => target !== name && names.includes(target)),
    }
  })
  return inOrder(tables)
}

/** Those of them that go along, without the columns that stay behind. */
export const archived = (tables: readonly Table[], { leftOut, columnsLeftOut, sealed }: Declared): Table[] =>
  tables
    .filter(({ name }) => !Object.hasOwn(leftOut, name))
    .map(table => {
      const behind = columnsLeftOut[table.name] ?? []
      const secret = sealed.filter(one => one.table === table.name).map(({ column }) => column)
      const columns = table.columns.filter(({ name }) => !behind.includes(name))
      // Null where the secrets stayed behind.
      return {
        ...table,
        columns: columns.map(one => ({ ...one, nullable: one.nullable || secret.includes(one.name) })),
      }
    })

/** The table of churches, without the id that each installation gives them. */
export async function churchTable(db: Db, { columnsLeftOut }: Declared): Promise<Table> {
  const behind = columnsLeftOut.churches ?? []
  const columns = (await columnsOf(db)).filter(
    ({ table, name, derived }) => table === 'churches' && !derived && !behind.includes(name),
  )
  return { name: 'churches', columns, derived: [], toUsers: [], key: [], own: [], refersTo: [] }
}

/** @throws Error for tables that name each other in a circle */
function inOrder(tables: readonly Table[]): Table[] {
  const placed: Table[] = []
  const waiting = [...tables]
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ refersTo }) => refersTo.every(name => placed.some(one => one.name === name)))
    const [next] = waiting.splice(at, 1)
    if (at < 0 || next === undefined) throw new Error(`Tables name each other: ${waiting.map(({ name }) => name)}`)
    placed.push(next)
  }
  return placed
}

const columnsOf = (db: Db): Promise<ColumnRow[]> =>
  db.all<ColumnRow>(sql`
    select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, a.attidentity <> '' as counted, false as "namesUser",
      a.attgenerated <> '' as derived
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`)

const keysOf = (db: Db): Promise<{ table: string; columns: string[] }[]> =>
  db.all(sql`
    select c.relname::text as "table", array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k (n, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.place) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisprimary and c.relnamespace = current_schema()::regnamespace and not c.relispartition`)

/** Every foreign key there is, with the column of the church among its columns. */
export const referencesOf = (db: Db): Promise<ForeignKey[]> =>
  db.all<ForeignKey>(sql`
    select c.relname::text as "table", t.relname::text as target, array(select a.attname::text from unnest(f.conkey) as k (n)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n) as columns
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace and not c.relispartition`)

/** The latest migration of the database. */
export async function migrationOf(db: Db): Promise<string> {
  const latest = await db.first<{ name: string }>(sql`select name from migrations order by name desc limit 1`)
  return latest?.name ?? ''
}
