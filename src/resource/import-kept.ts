/** What an import leaves of itself: the import, the records that it wrote, and the rows that came (decisions, Imports). */
import type { Tx } from '../db/database.ts'
import { empty, jsonTexts, sql } from '../db/sql.ts'
import { Repeats } from '../lib/repeats.ts'
import type { Importing } from './import-record.ts'
import type { ImportReport } from './import-report.ts'
import type { FromRow, Rows } from './import-rows.ts'

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

/** Records of one statement: what a connection takes at once, whatever else this process has to do. */
const RECORDS = 400

/** An import that is being written: what it leaves of itself is sent along with what it writes, a piece at a time. */
export class Keeping {
  readonly #tx: Tx
  readonly #importing: Importing
  readonly #id: number
  #waiting: ImportedRecord[] = []
  #created = 0
  #updated = 0

  private constructor(tx: Tx, importing: Importing, id: number) {
    this.#tx = tx
    this.#importing = importing
    this.#id = id
  }

  /**
   * Begins it, in the transaction of the import.
   * @param accepted the rows of the file that are imported
   */
  static async begin(
    tx: Tx,
    importing: Importing,
    { rows, imported, refused, skipped }: ImportReport,
    accepted: Rows<FromRow>,
  ): Promise<Keeping> {
    const { church, caller, kind, file, by } = importing
    const made = await tx.first<{ id: number }>(sql`insert into imports (church_id, kind, file_name, branch_id, rows,
        imported, created, updated, refused, skipped, by_kind, by_name, created_at, completed_at, updated_at)
      values (${church.id}, ${kind}, ${file.name}, ${caller.branch_id}, ${rows}, ${imported}, 0, 0,
        ${refused}, ${skipped}, ${by.kind}, ${by.name}, ${tx.now}::timestamptz, ${tx.now}::timestamptz,
        ${tx.now}::timestamptz) returning id`)
    const id = made?.id ?? 0
    keepRows(tx, importing, id, accepted)
    return new Keeping(tx, importing, id)
  }

  /** Keeps which records were written. */
  keep(records: readonly ImportedRecord[]): void {
    for (const record of records) {
      const { action, resource } = record
      if (action === 'updated') this.#updated += 1
      else if (resource === this.#importing.kind) this.#created += 1
      this.#waiting.push(record)
      if (this.#waiting.length === RECORDS) this.#send()
    }
  }

  /** Ends it, with what was counted. @returns the id of the import */
  async end(): Promise<number> {
    this.#send()
    const { church } = this.#importing
    await this.#tx.run(sql`update imports set created = ${this.#created}, updated = ${this.#updated}
      where church_id = ${church.id} and id = ${this.#id}`)
    return this.#id
  }

  #send(): void {
    const records = this.#waiting
    this.#waiting = []
    if (records.length === 0) return
    const { church } = this.#importing
    this.#tx.send(sql`insert into import_records
        (church_id, import_id, line, resource, record_id, action, written, before)
      select ${church.id}, ${this.#id}, line, resource, record_id, action, written::jsonb, nullif(before, '')::jsonb
      from unnest(${records.map(({ line }) => line)}::int[], ${records.map(({ resource }) => resource)}::text[],
        ${records.map(({ record_id }) => record_id)}::bigint[], ${records.map(({ action }) => action)}::text[],
        ${jsonTexts(records.map(({ written }) => JSON.stringify(written)))},
        ${jsonTexts(records.map(({ before }) => (before === undefined ? '' : JSON.stringify(before))))})
        as row (line, resource, record_id, action, written, before)`)
  }
}

/** Sends the rows that are imported, a piece at a time: the database counts those that say the same, where there are any. */
function keepRows(tx: Tx, { church, kind }: Importing, id: number, accepted: Rows<FromRow>): void {
  const seen = new Repeats()
  for (const piece of accepted.pieces) for (const { key } of piece.names()) seen.note(key)
  const counted = seen.found() && sql`on conflict (church_id, kind, hash, import_id) do update set n = t.n + excluded.n`
  for (const piece of accepted.pieces) {
    const keys = piece.names().map(({ key }) => key)
    tx.send(sql`insert into imported_rows as t (church_id, kind, hash, import_id, n)
      select ${church.id}, ${kind}, decode(key, 'hex'), ${id}, count(*)
      from unnest(string_to_array(${keys.join(',')}, ',')) as given (key) group by key order by key
      ${counted ?? empty}`)
  }
}
