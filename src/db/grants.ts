/**
 * What the service's role may do in the database: read and write rows, and nothing that only the owner of the tables
 * has to (docs/decisions/0014). Asked after each migration, so that a new table needs no line here.
 */
import type pg from 'pg'

const ALL = ['delete', 'insert', 'select', 'update']

/** Tables of which the service may do less. */
const LESS: Record<string, readonly string[]> = {
  audit_log: ['insert', 'select'],
  migrations: ['select'],
}

/** What the service may do with a table. */
export const wantedOf = (table: string): readonly string[] => LESS[table] ?? ALL

/**
 * Gives a role what the service needs in the schema of the connection, and takes away what it does not, also where
 * everybody was given it. One that owns the tables, or may do everything, is left as it is.
 * @param client a connection of the owner of the tables
 */
export async function grantUse(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(`select pg_has_role($1, current_user, 'usage') as owns`, [
    role,
  ])
  if (rows[0]?.owns) return
  const statements = [...(await missingGrants(client, role)), ...(await excessGrants(client, role))]
  for (const statement of statements) await client.query(statement)
}

/** The statements that give a role what it lacks. */
async function missingGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{
    kind: 'schema' | 'table' | 'view' | 'sequence' | 'routine'
    name: string
    has: string[]
  }>(
    `select 'schema' as kind, quote_ident(current_schema()) as name, '{}'::text[] as has
      where not has_schema_privilege($1, current_schema(), 'usage')
    union all
    select 'table', c.relname::text, array(
      select one from unnest($2::text[]) as one where has_table_privilege($1, c.oid, one) order by one)
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
    union all
    select 'view', c.relname::text, '{}' from pg_class c where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'v' and not has_table_privilege($1, c.oid, 'select')
    union all
    select 'sequence', c.relname::text, '{}' from pg_class c where c.relnamespace = current_schema()::regnamespace
      and case when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'usage') end
    union all
    select 'routine', p.oid::regprocedure::text, '{}' from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and not has_function_privilege($1, p.oid, 'execute')`,
    [role, ALL],
  )
  const to = client.escapeIdentifier(role)
  return rows.flatMap(({ kind, name, has }) => {
    if (kind === 'schema') return [`grant usage on schema ${name} to ${to}`]
    if (kind === 'routine') return [`grant execute on function ${name} to ${to}`]
    if (kind === 'sequence') return [`grant usage on sequence ${client.escapeIdentifier(name)} to ${to}`]
    if (kind === 'view') return [`grant select on ${client.escapeIdentifier(name)} to ${to}`]
    const missing = wantedOf(name).filter(one => !has.includes(one))
    return missing.length === 0 ? [] : [`grant ${missing.join(', ')} on ${client.escapeIdentifier(name)} to ${to}`]
  })
}

interface Granted {
  kind: 'schema' | 'table'
  name: string
  /** Of a grant for one column. */
  column: string | null
  everybody: boolean
  privilege: string
}

/** The statements that take away what a role, or everybody, was given beside what the service needs. */
async function excessGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<Granted>(
    `with given as (
      select 'table' as kind, c.relname::text as name, null::text as column, x.grantee, x.privilege_type
        from pg_class c, aclexplode(c.relacl) x where ${TABLES}
      union all
      select 'table', c.relname::text, a.attname::text, x.grantee, x.privilege_type
        from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x where ${TABLES}
      union all
      select 'schema', n.nspname::text, null, x.grantee, x.privilege_type
        from pg_namespace n, aclexplode(n.nspacl) x where n.nspname = current_schema())
    select kind, name, "column", grantee = 0 as everybody, lower(privilege_type) as privilege from given
    where grantee = 0 and kind = 'table' or grantee = (select oid from pg_roles where rolname = $1)`,
    [role],
  )
  const to = client.escapeIdentifier(role)
  return rows.flatMap(({ kind, name, column, everybody, privilege }) => {
    const wanted = kind === 'schema' ? ['usage'] : wantedOf(name)
    if (wanted.includes(privilege)) return []
    const what = column === null ? privilege : `${privilege} (${client.escapeIdentifier(column)})`
    return [`revoke ${what} on ${kind} ${client.escapeIdentifier(name)} from ${everybody ? 'public' : to}`]
  })
}

/** Those of this role: what was given for another's table is the other's affair. */
const TABLES = `c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and pg_has_role(c.relowner, 'usage')`
