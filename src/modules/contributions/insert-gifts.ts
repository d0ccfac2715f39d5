/** Puts the gifts of an import on record: in batches, with their totals and events. */
import { idArray, type Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { recordMany } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { summed, tally } from '../../resource/tally.ts'
import { type ContributionInput, contributionPrinter } from './fields.ts'

/** A row that is accepted, as it is inserted. */
export type NewGift = ContributionInput & { amount: number; currency: string; amount_base: number }

const BATCH = 1_000

/**
 * Inserts gifts with the source `import`; each gets its `contribution.recorded`.
 * @returns their ids
 */
export async function insertGifts(tx: Tx, church: Church, gifts: readonly NewGift[]): Promise<number[]> {
  const columns = [...new Set(gifts.flatMap(gift => Object.keys(gift)))]
  const anonymity = columns.includes('is_anonymous') ? { is_anonymous: false } : {}
  const ids: number[] = []
  for (let at = 0; at < gifts.length; at += BATCH) {
    const rows = gifts.slice(at, at + BATCH).map(gift => ({ ...anonymity, ...gift }))
    ids.push(...(await insertBatch(tx, church, columns, rows)))
  }
  return ids
}

async function insertBatch(
  tx: Tx,
  church: Church,
  columns: readonly string[],
  rows: readonly { person_id?: number | null }[],
): Promise<number[]> {
  const givers = rows.flatMap(({ person_id }) => person_id ?? [])
  // Who was merged away since the row was checked is followed to the kept record; who was forgotten gave it as nobody.
  const values = columns.map(name =>
    name === 'person_id'
      ? sql`case when giver.forgotten_at is null
        then coalesce(giver.merged_into_id, row.person_id) end`
      : sql`row.${ident(name)}`,
  )
  const inserted = await tx.text(sql`with giver as materialized (
    select id, merged_into_id, forgotten_at from people where church_id = ${church.id} and id = any(${idArray(givers)})),
  t as (
    insert into contributions (church_id, source, created_at, updated_at, ${join(columns.map(ident))})
    select ${church.id}, 'import', ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${join(values)}
    from jsonb_populate_recordset(null::contributions, ${JSON.stringify(rows)}::jsonb) with ordinality as row
    left join giver on giver.id = row.person_id
    order by row.ordinality
    returning *)
    select ${contributionPrinter.columnsIn(church.id)} from t order by t.id`)
  const { column, print } = contributionPrinter
  const deltas = inserted.map(row => ({
    id: Number(column(row, 'id')),
    branch_id: Number(column(row, 'branch_id')),
    status: 'posted',
    day: column(row, 'given_on') ?? undefined,
    n: 1,
    amount: BigInt(column(row, 'amount_base') ?? 0),
  }))
  const recorded = inserted.map(row => print(row))
  await Promise.all([
    tally(tx, church.id, 'contributions', summed(deltas)),
    recordMany(tx, church, 'contribution.recorded', recorded),
  ])
  return deltas.map(({ id }) => id)
}
