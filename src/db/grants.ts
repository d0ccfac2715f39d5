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

/** What a table might be granted, in the order in which it is compared. */
const PRIVILEGES = [...ALL, 'truncate'].sort()

/**
 * Gives a role what the service needs in the schema of the connection, and takes away what it does not. One that owns the
 * tables, or may do everything, is left as it is.
 * @param client a connection of the owner of the tables
 */
export async function grantUse(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(`select pg_has_role($1, current_user, 'usage') as owns`, [
    role,
  ])
  if (rows[0]?.owns) return
  for (const statement of await missingGrants(client, role)) await client.query(statement)
}

/** The statements that make the role's rights those of this page; none where they are. */
async function missingGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ kind: 'schema' | 'table' | 'routine'; name: string; has: string[] }>(
    `select 'schema' as kind, quote_ident(current_schema()) as name, '{}'::text[] as has
      where not has_schema_privilege($1, current_schema(), 'usage')
    union all
    select 'table', c.relname::text, array(
      select one from unnest($2::text[]) as one where has_table_privilege($1, c.oid, one) order by one)
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
    union all
    select 'routine', p.oid::regprocedure::text, '{}' from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and not has_function_privilege($1, p.oid, 'execute')`,
    [role, PRIVILEGES],
  )
  const to = client.escapeIdentifier(role)
  return rows.flatMap(({ kind, name, has }) => {
    if (kind === 'schema') return [`grant usage on schema ${name} to ${to}`]
    if (kind === 'routine') return [`grant execute on function ${name} to ${to}`]
    const table = client.escapeIdentifier(name)
    const wanted = LESS[name] ?? ALL
    const missing = wanted.filter(one => !has.includes(one))
    const over = has.filter(one => !wanted.includes(one))
    return [
      ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${table} to ${to}`] : []),
      ...(over.length > 0 ? [`revoke ${over.join(', ')} on ${table} from ${to}`] : []),
    ]
  })
}
