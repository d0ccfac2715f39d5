/**
 * What links, cookies and ceremonies under way are known by. The sign-in library keeps them in `verifications` under the
 * SHA-256 of what was given out, and so do we: who reads the table can use none of it.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** As the library's `storeIdentifier: 'hashed'` has it. */
const kept = (identifier: string): string => createHash('sha256').update(identifier).digest('base64url')

/** What is kept under an identifier, such as whose it is; undefined where it is not there or too old. */
export async function findValue(read: Db, identifier: string): Promise<string | undefined> {
  const found = await read.first<{ value: string }>(sql`select value from verifications
    where identifier = ${kept(identifier)} and expires_at > now()`)
  return found?.value
}

/** Keeps a value for some seconds. */
export async function keepValue(tx: Tx, identifier: string, value: string, seconds: number): Promise<void> {
  await tx.run(sql`insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${randomUUID()}, ${kept(identifier)}, ${value}, ${tx.now}::timestamptz + ${seconds} * interval '1 second',
      ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
}

/** Takes what is kept, so that nobody else can. */
export async function takeValue(tx: Tx, identifier: string): Promise<string | undefined> {
  const [taken] = await tx.all<{ value: string; good: boolean }>(sql`delete from verifications
    where identifier = ${kept(identifier)} returning value, expires_at > ${tx.now}::timestamptz as good`)
  return taken?.good === true ? taken.value : undefined
}

/** Makes everything useless that is under way for somebody: links, second steps, devices that need no second step. */
export async function dropValuesOf(tx: Tx, user: string): Promise<void> {
  await tx.run(sql`delete from verifications where value = ${user}`)
}
