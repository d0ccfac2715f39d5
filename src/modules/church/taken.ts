/**
 * What no two churches may have. It stands in a table of its own, since an index over the tables of churches holds within a
 * church only where they are distributed.
 */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Slugs, and hashes of API keys and of the links of invitations. */
type Kind = 'slug' | 'api_key' | 'invitation'

/** As it is kept: of a hash its hexadecimal digits. */
const asKept = (value: string | Buffer): string => (typeof value === 'string' ? value : value.toString('hex'))

/**
 * Takes something for a church.
 * @returns false where another has it, or this church already
 */
export async function take(tx: Tx, church: number, kind: Kind, value: string | Buffer): Promise<boolean> {
  const taken = await tx.run(sql`insert into taken (kind, value, taken_by) values (${kind}, ${asKept(value)}, ${church})
    on conflict (kind, value) do nothing`)
  return taken === 1
}

/** The same for a hash that nobody can have, while the change goes on; if somebody does, the transaction fails. */
export function takeHash(tx: Tx, church: number, kind: Exclude<Kind, 'slug'>, hash: Buffer): void {
  tx.send(sql`insert into taken (kind, value, taken_by) values (${kind}, ${asKept(hash)}, ${church})`)
}

/** Which of these somebody has. */
export async function takenOf(db: Db, kind: Kind, values: readonly string[]): Promise<string[]> {
  const found = await db.all<{ value: string }>(
    sql`select value from taken where kind = ${kind} and value = any(${[...values]}::text[])`,
  )
  return found.map(({ value }) => value)
}

/** Lets go of hashes whose rows are deleted. @param hashes their hexadecimal digits */
export async function freeHashes(tx: Tx, kind: Exclude<Kind, 'slug'>, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await tx.run(sql`delete from taken where kind = ${kind} and value = any(${[...hashes]}::text[])`)
}

/** Lets go of all that a church has: it is being removed. */
export async function letGo(tx: Tx, church: number): Promise<void> {
  await tx.run(sql`delete from taken where taken_by = ${church}`)
}
