/** What an import leaves of itself: the import, the records that it wrote, and the rows that came (decisions, Imports). */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { FromRow, Importing } from './import-record.ts'
import type { ImportReport } from './import-report.ts'

/** A record that an import wrote. */
export interface ImportedRecord {
  /** Of the file. A line names one record of a resource; what several lines share stands with the first. */
  line: number
  /** The name of the resource. */
  resource: string
  record_id: number
  action: 'created' | 'updated'
  /** By field, what was written. */
  written: object
  /** Of an update: the same fields as they were. */
  before?: object
}

/** An import that writes. */
export interface Writing extends Importing {
  /** Keeps which records were written, in the import's own transaction, so that the import can be taken back. */
  keep(records: readonly ImportedRecord[]): void
}

/** What one statement writes: a large file must not meet the time that a statement may take. */
const BATCH = 10_000

/**
 * Keeps what was imported, in its transaction.
 * @param accepted the rows of the file that were imported
 * @returns the id of the import
 */
export async function keepImport(
  tx: Tx,
  { church, caller, kind, file: { name }, by }: Importing,
  { rows, imported, refused, skipped }: ImportReport,
  accepted: readonly FromRow[],
  records: readonly ImportedRecord[],
): Promise<number> {
  const updated = records.filter(({ action }) => action === 'updated').length
  const created = records.filter(({ action, resource }) => action === 'created' && resource === kind).length
  const made = await tx.first<{ id: number }>(sql`insert into imports (church_id, kind, file_name, branch_id, rows,
      imported, created, updated, refused, skipped, by_kind, by_name, created_at, completed_at, updated_at)
    values (${church.id}, ${kind}, ${name}, ${caller.branch_id}, ${rows}, ${imported}, ${created}, ${updated},
      ${refused}, ${skipped}, ${by.kind}, ${by.name}, ${tx.now}::timestamptz, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz) returning id`)
  const id = made?.id ?? 0
  const times = new Map<string, number>()
  for (const { key } of accepted) times.set(key, (times.get(key) ?? 0) + 1)
  const keys = [...times.keys()]
  for (let at = 0; at < keys.length; at += BATCH) {
    const some = keys.slice(at, at + BATCH)
    await tx.run(sql`insert into imported_rows (church_id, kind, hash, import_id, n)
      select ${church.id}, ${kind}, decode(key, 'hex'), ${id}, n
      from unnest(${some}::text[], ${some.map(key => times.get(key) ?? 0)}::int[]) as given (key, n)`)
  }
  for (let at = 0; at < records.length; at += BATCH) {
    await keepRecords(tx, church.id, id, records.slice(at, at + BATCH))
  }
  return id
}

async function keepRecords(tx: Tx, church: number, id: number, records: readonly ImportedRecord[]): Promise<void> {
  await tx.run(sql`insert into import_records
      (church_id, import_id, line, resource, record_id, action, written, before)
    select ${church}, ${id}, line, resource, record_id, action, written, before
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as row (line int, resource text, record_id bigint, action text, written jsonb, before jsonb)`)
}
