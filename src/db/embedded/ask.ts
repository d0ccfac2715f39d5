/** Questions to a database beside what serves it: one connection, one after the other. */
import pg from 'pg'
import type { Address } from './connect.ts'

/** Asks the database a question that has no parameters. */
export type Ask = <Row extends object>(text: string) => Promise<Row[]>

/** Connects, does the work and lets go. @param name what the connection is called */
export async function asking<T>(address: Address, name: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address, application_name: name })
  // A connection that breaks is told by its questions.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(async text => (await client.query(text)).rows)
  } finally {
    await client.end().catch(() => undefined)
  }
}
