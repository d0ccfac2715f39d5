/** What a cluster holds: the database, and the role that the service works as (docs/decisions/0014). */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { faultCode } from '../faults.ts'

/** The one database of a cluster. */
export const DATABASE = 'sexton'

/** The role that the service works as: no superuser, and owner of nothing. */
export const SERVICE = 'sexton_service'

/** Its password, which follows from the owner's: whoever has it cannot tell the owner's from it. */
export const servicePassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(SERVICE).digest('base64url')

/** Makes the database and the role, where they are not there yet: a cluster of an earlier release has no such role. */
export async function ensureContents(client: pg.Client, ownerPassword: string): Promise<void> {
  const { rows } = await client.query<{ database: boolean; role: boolean }>(
    `select exists (select from pg_database where datname = $1) as database,
      exists (select from pg_roles where rolname = $2) as role`,
    [DATABASE, SERVICE],
  )
  if (!rows[0]?.database) await make(client, `create database ${DATABASE}`)
  if (!rows[0]?.role) {
    const password = client.escapeLiteral(servicePassword(ownerPassword))
    await make(client, `create role ${SERVICE} login nosuperuser nocreatedb nocreaterole password ${password}`)
  }
}

async function make(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement).catch(error => {
    // Two first starts at once: the other one made it (duplicate_database, duplicate_object, or a unique index).
    if (!['42P04', '42710', '23505'].includes(faultCode(error) ?? '')) throw error
  })
}
