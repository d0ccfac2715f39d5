/** What modules add to the demo church: records of theirs, in the one transaction that makes it. Nobody did these things: there are no events. */
import type { Db, Tx } from '../db/database.ts'
import { raw, type Sql, sql } from '../db/sql.ts'
import type { Random } from '../lib/random.ts'

/** Somebody of the demo church. */
export interface DemoPerson {
  id: number
  branch_id: number
  first_name: string
  dob: string
  email: string | null
  phone: string | null
}

/** The demo church, when its people are there. */
export interface DemoChurch {
  id: number
  name: string
  currency: string
  /** Ids, the head branch first. */
  branches: readonly number[]
  people: readonly DemoPerson[]
  /** The day of the church, `YYYY-MM-DD`. */
  day: string
  /** The same for the same church: one stream, from which the modules take one after the other. */
  random: Random
}

/** What no church can be without, such as a default fund: the removal of the demo leaves one. */
export interface Needed {
  table: string
  /** Of records of the demo that would go, those that must stay, since nothing else could take their place. */
  kept(db: Db, church: number, goes: readonly number[]): Promise<number[]>
  /** Puts another in the place of one that went. */
  replace(tx: Tx, church: number): Promise<void>
}

/** A list as rows of a table, in its order, for a `from` clause; `columns` says how each member is read. */
export const listed = (list: readonly object[], columns: string): Sql =>
  sql`rows from (jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as (${raw(columns)})) with ordinality`
