/** The end of an import: totals are counted, sums compared with those of the manifest, ids go on behind the highest. */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { ident, sql } from '../db/sql.ts'
import type { Resource } from '../resource/resource.ts'
import { recount } from '../resource/tally.ts'
import { ArchiveError } from './archive-error.ts'
import type { Declared } from './declared.ts'
import type { Manifest } from './manifest.ts'
import { sameTotals, totalsOf } from './totals.ts'

/** Counts the resources whose totals are kept. */
export async function countAnew(tx: Tx, church: number, resources: readonly Resource[]): Promise<void> {
  for (const resource of resources) if (resource.list.tallies) await recount(tx, church, resource)
}

/** @throws ArchiveError where a table or a sum is not what the manifest says */
export async function checkTotals(
  tx: Tx,
  church: number,
  declared: Declared,
  { totals }: Manifest,
  rows: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const found = await tx.first<{ n: number }>(
      sql`select count(*) as n from ${ident(table)} where church_id = ${church}`,
    )
    if (found?.n !== expected) throw new ArchiveError(`${table} has ${found?.n} rows after ${expected} were read.`)
  }
  if (sameTotals(await totalsOf(tx, church, declared), totals)) return
  throw new ArchiveError('The sums are not those of the manifest: the archive does not agree with itself.')
}

/** Committed at once, one by one: whoever waits for an id holds up nobody who waits for another. */
export async function goPastIds(database: Database, highest: ReadonlyMap<string, number>): Promise<void> {
  for (const [table, id] of highest) {
    await database.write(NO_CHURCH, tx => tx.run(sql`select go_past_id(${table}::text::regclass, ${id}::bigint)`))
  }
}
