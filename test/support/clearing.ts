/** Takes back what a test file wrote to its database: a new one costs a second of PostgreSQL, and its plans another. */
import pg from 'pg'
import { ON_CITUS } from './database.ts'

/** Says which tables of the database hold rows that are to stay. */
type Stays = (client: pg.Client, tables: readonly string[]) => Promise<ReadonlySet<string>>

/** Those that hold any now. */
export const whatIsThere: Stays = async (client, tables) => {
  const asked = tables.map(name => `select exists (select 1 from ${name}) as there`)
  const found = (await client.query(asked.join(';'))) as unknown as pg.QueryResult<{ there: boolean }>[]
  return new Set(tables.filter((_, at) => found[at]?.rows[0]?.there === true))
}

/** A way to delete all rows of a database but those of tables that stay. */
export class Clearing {
  readonly #client: pg.Client
  readonly #statements: readonly string[]

  private constructor(client: pg.Client, statements: readonly string[]) {
    this.#client = client
    this.#statements = statements
  }

  /** @param owner of the tables */
  static async open(owner: pg.ClientConfig, stays: Stays): Promise<Clearing> {
    const client = new pg.Client(owner)
    await client.connect()
    // Churches go first: that waits for whoever is writing something of theirs, and nobody writes more.
    const { rows } = await client.query<{ name: string }>(`select format('%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      order by relname <> 'churches', relname`)
    const tables = rows.map(({ name }) => name)
    const kept = await stays(client, tables)
    const deletes = tables.filter(name => !kept.has(name)).map(name => `delete from ${name}`)
    // So that the order of the tables does not matter, nor the rule that nobody deletes from an audit log; on Citus also where rows lie.
    const unchecked = [
      "set local citus.propagate_set_commands = 'local'",
      "set local citus.multi_shard_modify_mode = 'sequential'",
      'set local session_replication_role = replica',
    ]
    const all = ['begin', ...unchecked, ...deletes, 'commit']
    // Citus takes them one by one; elsewhere one round trip is quicker.
    return new Clearing(client, ON_CITUS ? all : [all.join(';')])
  }

  /** How many connections to the database there are beside this one, how many of them are at work, and what it is made of. */
  async state(): Promise<{ others: number; busy: number; made: string }> {
    const { rows } = await this.#client.query<{ others: number; busy: number; made: string }>(`select
      count(*)::int as others, count(*) filter (where state <> 'idle')::int as busy,
      (select md5(string_agg(oid || relname, ',' order by oid)) from pg_class where relnamespace = 'public'::regnamespace) as made
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    return rows[0] ?? { others: 0, busy: 0, made: '' }
  }

  async clear(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const statement of this.#statements) await this.#client.query(statement)
        return
      } catch (error) {
        await this.#client.query('rollback')
        // A worker of the service may hold what this waits for, and wait for what this holds.
        if ((error as { code?: string }).code !== '40P01' || attempt === 5) throw error
      }
    }
  }

  /** Lets ids begin anew, where nothing stays that has one. */
  async countAnew(): Promise<void> {
    await this.#client.query(`select setval(seqrelid, seqstart, false) from pg_sequence
      join pg_class as one on one.oid = seqrelid where relnamespace = 'public'::regnamespace and not exists
        (select from pg_depend where objid = seqrelid and refobjid = 'migrations'::regclass)`)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}
