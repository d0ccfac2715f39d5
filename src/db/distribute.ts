/**
 * Distributes the tables of a database among the nodes of Citus, one after the other; whoever is cut off goes on where the tables
 * are. Foreign keys hold between tables that lie alike, so all of them are put aside first, in a table of its own.
 */
import pg from 'pg'
import { hasCitus, lay, tablesToLie, waiting } from './distribution.ts'
import { MIGRATION_LOCK, MigrationError } from './migrate.ts'

/** Where foreign keys wait; it is there only while the tables are being distributed. */
const ASIDE = 'foreign_keys_aside'
/** Of servers that run. */
const LIVE = `select id from nodes where lease_until > now()`

/** What is told while it goes on. */
export type Progress = (step: { done: number; of: number; what: string }) => void

/** What was done. */
export interface Distributed {
  /** By kind, how many tables lie so now. */
  tables: Record<string, number>
  /** Those that were distributed by this call. */
  now: string[]
}

/**
 * Distributes what is not distributed yet.
 * @param owner connects as the role that owns the tables
 * @param shards into how many parts churches are shared out; only the first call says so
 * @throws MigrationError where Citus is not installed or has no workers, servers run, or a table has no kind
 */
export async function distribute(
  owner: pg.ClientConfig,
  shards: number,
  tell: Progress,
  stop?: AbortSignal,
): Promise<Distributed> {
  const client = new pg.Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await checkReady(client)
    return await distributeAll(client, shards, tell, stop)
  } finally {
    await client.end()
  }
}

async function checkReady(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client))) {
    throw new MigrationError(
      'This database has no Citus. Sexton works on one PostgreSQL as it is; to share churches out among several, install Citus there, and run "create extension citus" in the database.',
    )
  }
  const { rows: workers } = await client.query('select 1 from pg_dist_node where shouldhaveshards limit 1')
  if (workers.length === 0) {
    throw new MigrationError(
      'Citus knows no node that may hold tables. Add one with citus_add_node, on the coordinator.',
    )
  }
  const { rows: servers } = await client.query<{ id: string }>(LIVE)
  if (servers.length > 0) {
    throw new MigrationError(
      'A server works on this database. Stop all servers first; they may start again afterwards.',
    )
  }
  const unknown = (await tablesToLie(client, true)).filter(({ kind }) => kind === undefined)
  if (unknown.length > 0) {
    throw new MigrationError(`Nothing says how ${unknown.map(({ name }) => name).join(', ')} is to lie on Citus.`)
  }
}

async function distributeAll(
  client: pg.Client,
  shards: number,
  tell: Progress,
  stop: AbortSignal | undefined,
): Promise<Distributed> {
  await client.query(`set citus.shard_count = ${shards}; set client_min_messages = warning`)
  // One connection to each worker, which has made a table by the time that the next names it.
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  const left = await waiting(client)
  if (left.length > 0) await putAside(client)
  const keys = await keysAside(client)
  const of = left.length + keys.length
  const [now, what]: [string[], { done: number; of: number }] = [[], { done: 0, of }]
  for (const table of left) {
    stop?.throwIfAborted()
    await lay(client, table)
    now.push(table.name)
    tell({ ...what, done: now.length, what: table.name })
  }
  for (const [at, key] of keys.entries()) {
    stop?.throwIfAborted()
    await putBack(client, key)
    tell({ ...what, done: now.length + at + 1, what: key.name })
  }
  // All keys are in their places; it may also stand empty since a call that was cut off right before this.
  await client.query(`drop table if exists ${ASIDE}`)
  const tables: Record<string, number> = {}
  for (const { kind = '' } of await tablesToLie(client, true)) tables[kind] = (tables[kind] ?? 0) + 1
  return { tables, now }
}

/** Puts all foreign keys aside, and the triggers that shards cannot have: the rights of the service's role say the same. */
async function putAside(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists ${ASIDE} (of_table text, name text, definition text)`)
  await client.query(`do $$ declare one record; begin
    insert into ${ASIDE} select conrelid::regclass::text, conname::text, pg_get_constraintdef(oid) from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace;
    for one in select of_table, name from ${ASIDE} loop
      execute format('alter table %s drop constraint if exists %I', one.of_table, one.name);
    end loop;
    for one in select tgrelid::regclass as of_table, tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = current_schema()::regnamespace loop
      execute format('drop trigger %I on %s', one.name, one.of_table);
    end loop;
  end $$`)
}

interface Key {
  of_table: string
  name: string
  definition: string
}

async function keysAside(client: pg.Client): Promise<Key[]> {
  const { rows } = await client.query(`select to_regclass('${ASIDE}') is not null as some`)
  if (!rows[0]?.some) return []
  return (await client.query<Key>(`select of_table, name, definition from ${ASIDE} order by of_table, name`)).rows
}

/** In one transaction, so that who is cut off meets each key either aside or in its place. */
async function putBack(client: pg.Client, { of_table, name, definition }: Key): Promise<void> {
  await client.query('begin')
  await client.query(`alter table ${of_table} add constraint ${client.escapeIdentifier(name)} ${definition}`)
  await client.query(`delete from ${ASIDE} where of_table = $1 and name = $2`, [of_table, name])
  await client.query('commit')
}
