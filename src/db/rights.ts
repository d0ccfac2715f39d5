/** Tells whoever runs the service when its role in the database may do more than it has to (docs/decisions/0014). */
import type { Database } from './database.ts'
import { wantedOf } from './grants.ts'
import { sql } from './sql.ts'

interface Role {
  role: string
  superuser: boolean
  /** It owns the tables, or belongs to the role that does. */
  owner: boolean
  /** Another role was given the tables to work with: that one is to serve. */
  another: string | null
  attributes: string[]
  memberships: string[]
  /** Where it may make something: `schema "public"`. */
  creates: string[]
}

/** More tables than this are counted, not named. */
const MOST_NAMED = 3

/**
 * What the role of DATABASE_URL has too much of, right by right, as a sentence that says where to read how to give less;
 * undefined where all is well. One role for everything has to own the tables and to make them: that is not too much.
 * @param separate whether another role is known to migrate
 */
export async function excessRights(database: Database, separate: boolean): Promise<string | undefined> {
  const found = await roleOf(database)
  if (found === undefined) return undefined
  const { role, superuser, owner, another, attributes, memberships, creates } = found
  const less = 'README, "The database\'s roles", says what it needs and how to give it less.'
  if (superuser) {
    return `The role "${role}" of DATABASE_URL is a superuser: it could read and change every database of the server. ${less}`
  }
  const excess = [...attributes, ...memberships.map(name => `membership of "${name}"`)]
  if (owner && separate) excess.push('ownership of the tables, though SEXTON_MIGRATION_URL is set')
  else if (owner && another !== null) excess.push(`ownership of the tables, though "${another}" was made to serve`)
  else if (!owner) excess.push(...creates.map(where => `create on ${where}`), ...(await tableRights(database)))
  if (excess.length === 0) return undefined
  return `The role "${role}" of DATABASE_URL has more than the service needs: ${excess.join('; ')}. ${less}`
}

/** The role itself. PostgreSQL makes whoever owns a database a member of pg_database_owner. */
const roleOf = async (database: Database): Promise<Role | undefined> =>
  await database.read.first<Role>(sql`
    select r.rolname as role, r.rolsuper as superuser, pg_has_role(c.relowner, 'usage') as owner,
      (select min(x.grantee::regrole::text) from aclexplode(c.relacl) x
        where x.grantee not in (0, c.relowner, r.oid) and x.privilege_type = 'INSERT') as another,
      array_remove(array[case when r.rolcreaterole then 'createrole' end, case when r.rolcreatedb then 'createdb' end,
        case when r.rolbypassrls then 'bypassrls' end, case when r.rolreplication then 'replication' end], null) as attributes,
      array(select m.rolname::text from pg_roles m
        where m.oid <> r.oid and m.rolname <> 'pg_database_owner' and pg_has_role(m.oid, 'member')
          and (starts_with(m.rolname::text, 'pg_') or m.rolsuper or m.rolcreaterole or m.rolcreatedb or m.rolbypassrls
            or m.rolreplication)
        order by 1) as memberships,
      array_remove(array[
        case when has_schema_privilege(current_schema(), 'create') then 'the schema "' || current_schema() || '"' end,
        case when has_database_privilege(current_database(), 'create') then 'the database' end], null) as creates
    from pg_roles r, pg_class c where r.rolname = current_user and c.oid = 'audit_log'::regclass`)

/** What the role may do with tables beside what `grants.ts` gives it, however it came by that. */
async function tableRights(database: Database): Promise<string[]> {
  const rows = await database.read.all<{ name: string; privilege: string }>(sql`
    select c.relname as name, p.privilege from pg_class c,
      unnest(array['delete', 'insert', 'references', 'select', 'trigger', 'truncate', 'update']) as p (privilege)
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (has_table_privilege(c.oid, p.privilege) or p.privilege in ('insert', 'references', 'select', 'update')
        and has_any_column_privilege(c.oid, p.privilege))
    order by p.privilege, c.relname`)
  const tables = new Map<string, string[]>()
  for (const { name, privilege } of rows) {
    if (!wantedOf(name).includes(privilege)) tables.set(privilege, [...(tables.get(privilege) ?? []), name])
  }
  return [...tables].map(([privilege, names]) => {
    const told = names.length > MOST_NAMED ? `${names.length} tables` : names.join(', ')
    return `${privilege} on ${told}`
  })
}
