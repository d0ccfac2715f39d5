/** Tells whoever runs the service when its role in the database may do more than it has to (docs/decisions/0014). */
import type { Database } from './database.ts'
import { sql } from './sql.ts'

interface Rights {
  role: string
  superuser: boolean
  owner: boolean
}

/**
 * What the role of DATABASE_URL has too much of, as a sentence that says how to give less; undefined where all is well.
 * @param separate whether another role migrates: without one, this one has to own the tables
 */
export async function excessRights(database: Database, separate: boolean): Promise<string | undefined> {
  const rights = await database.read.first<Rights>(sql`
    select current_user as role, r.rolsuper as superuser, pg_has_role(c.relowner, 'usage') as owner
    from pg_roles r, pg_class c where r.rolname = current_user and c.oid = 'audit_log'::regclass`)
  if (rights === undefined) return undefined
  const { role, superuser, owner } = rights
  const less = 'README, "The database\'s roles", says how to give it less.'
  if (superuser) {
    return `The role "${role}" of DATABASE_URL is a superuser: it could read and change every database of the server. ${less}`
  }
  if (owner && separate) {
    return `The role "${role}" of DATABASE_URL owns the tables, though SEXTON_MIGRATION_URL is set: it could change the audit log. ${less}`
  }
  return undefined
}
