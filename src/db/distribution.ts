/**
 * How the tables lie on Citus: distributed by church, so that all rows of a church are on one node; as reference tables, of which
 * every node has all; or local, on the coordinator. Which is which is derived, but for what is said here.
 */
import type pg from 'pg'

/** Where the rows of a table are. */
export type Kind = 'by church' | 'reference' | 'local'

/** The column by which a table of churches is distributed. */
const CHURCH_COLUMN = 'church_id'

/** Of no church, and asked for together with what is of one. */
const REFERENCE = ['taken', 'users']

/** Of no church: what the installation and its nodes keep, and how people sign in. */
const LOCAL = [
  'account_version',
  'backup_runs',
  // Where `sexton distribute` was cut off.
  'foreign_keys_aside',
  'guesses',
  'known_devices',
  'migrations',
  'nodes',
  'passkeys',
  'rate_windows',
  'removed_churches',
  'sessions',
  'sign_ins',
  'two_factors',
  'vault_key',
  'verifications',
]

/**
 * The kind of a table.
 * @param columns its columns
 * @returns undefined for one that has no church and of which nothing is said here
 */
export function kindOf(table: string, columns: readonly string[]): Kind | undefined {
  if (REFERENCE.includes(table)) return 'reference'
  if (LOCAL.includes(table)) return 'local'
  return table === 'churches' || columns.includes(CHURCH_COLUMN) ? 'by church' : undefined
}

/** A table, and how it lies. */
export interface Lying {
  name: string
  kind: Kind | undefined
  /** Whether that is so already; always of a local one. */
  done: boolean
}

/** Whether the database has the extension. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select 1 from pg_extension where extname = 'citus'`)
  return rows.length > 0
}

/** Whether its tables are distributed, or are being. */
async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows } = await client.query(
    `select 1 from pg_dist_partition where logicalrelid = to_regclass('churches') and partmethod = 'h'`,
  )
  return rows.length > 0
}

/** The tables of the schema: churches, then what is theirs, then reference tables, then local ones. Partitions follow their tables. */
export async function tablesToLie(client: pg.ClientBase, citus: boolean): Promise<Lying[]> {
  const done = citus
    ? `exists (select 1 from pg_dist_partition d where d.logicalrelid = c.oid and d.partmethod in ('h', 'n') and d.repmodel = case
        when d.partmethod = 'h' then d.repmodel else 't' end)`
    : 'false'
  const { rows } = await client.query<{ name: string; columns: string[]; done: boolean }>(`
    select c.relname::text as name, ${done} as done, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname <> 'churches', c.relname`)
  const order = ['by church', 'reference', 'local', undefined]
  return rows
    .map(({ name, columns, done }) => ({ name, kind: kindOf(name, columns), done }))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** Those that are not distributed yet and have to be. */
export const waiting = async (client: pg.Client): Promise<Lying[]> =>
  (await tablesToLie(client, true)).filter(({ kind, done }) => kind !== 'local' && !done)

/** Distributes a table with its rows, and lets go of those that stood here. */
export async function lay(client: pg.Client, { name, kind }: Lying): Promise<void> {
  if (kind === 'reference') await client.query('select create_reference_table($1::regclass)', [name])
  else if (name === 'churches')
    await client.query(`select create_distributed_table('churches', 'id', colocate_with => 'none')`)
  else {
    await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      name,
      CHURCH_COLUMN,
      'churches',
    ])
  }
  await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name])
}

/** Distributes what migrations have made, where the others are distributed. */
export async function distributeNew(client: pg.Client): Promise<void> {
  if (!(await isDistributed(client))) return
  for (const table of await waiting(client)) await lay(client, table)
}
