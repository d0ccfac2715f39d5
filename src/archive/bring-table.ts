/** Brings in the rows of one table: checked line by line, changed as its module says, put in many at once. */
import type { Tx } from '../db/database.ts'
import { ident, sql } from '../db/sql.ts'
import type { ArchivedRow } from '../resource/in-archive.ts'
import type { Vault } from '../vault.ts'
import { ArchiveError } from './archive-error.ts'
import type { Declared } from './declared.ts'
import { type Batch, insertRows } from './insert-rows.ts'
import type { ManifestFile } from './manifest.ts'
import type { ArchiveKey } from './passphrase.ts'
import { secretPlace } from './secret-place.ts'
import type { Table } from './tables.ts'
import { placeAt, takeRow } from './take-row.ts'

/** What tables are brought in with. */
export interface Way {
  tx: Tx
  /** Its id here. */
  church: number
  /** The id here of each user of the archive. */
  users: ReadonlyMap<string, string>
  declared: Declared
  vault: Vault
  /** Opens the secrets of the archive; undefined where they stay behind. */
  key: ArchiveKey | undefined
  stop: AbortSignal | undefined
}

/** What came of a table. */
export interface CameIn {
  rows: number
  /** The highest id that was brought. */
  highest: number
  notes: string[]
}

/** Rows, and characters, that are put in at once. */
const [MOST_ROWS, MOST_LENGTH] = [500, 2 * 1024 * 1024]

/** @throws ArchiveError naming the line that is wrong */
export async function bringTable(
  way: Way,
  table: Table,
  lines: AsyncIterable<string>,
  { name: file, rows: announced }: ManifestFile,
): Promise<CameIn> {
  const later = new Later(way, table)
  const came: CameIn = { rows: 0, highest: 0, notes: [] }
  let [batch, length, number]: [Batch, number, number] = [{ file, first: 1, rows: [] }, 0, 0]
  const put = async (): Promise<void> => {
    way.stop?.throwIfAborted()
    if (batch.rows.length === 0) return
    came.notes.push(...((await way.declared.settles[table.name]?.(way.tx, batch.rows, way.tx.now)) ?? []))
    await insertRows(way.tx, way.church, table, batch)
    came.rows += batch.rows.length
  }
  for await (const line of lines) {
    number += 1
    const row = takeRow(line, table.columns, placeAt(file, number))
    for (const { name, counted } of table.columns) if (counted) came.highest = Math.max(came.highest, Number(row[name]))
    if (!arrive(way, table, row, placeAt(file, number))) continue
    later.put(row)
    if (batch.rows.length === 0) batch.first = number
    batch.rows.push(row)
    length += line.length
    if (batch.rows.length < MOST_ROWS && length < MOST_LENGTH) continue
    await put()
    ;[batch, length] = [{ file, first: number + 1, rows: [] }, 0]
  }
  await put()
  await later.tell()
  if (number !== announced) throw new ArchiveError(`${file} has ${number} rows; the manifest says ${announced}.`)
  return came
}

/** Makes a row one of this installation. @returns false where it is nothing without a secret that stayed behind */
function arrive(way: Way, table: Table, row: ArchivedRow, where: string): boolean {
  for (const { name, namesUser } of table.columns) {
    const user = row[name]
    if (!namesUser || typeof user !== 'string') continue
    const mine = way.users.get(user)
    if (mine === undefined && table.toUsers.includes(name)) {
      throw new ArchiveError(`${where}: ${name} names nobody of users.jsonl.`)
    }
    row[name] = mine ?? user
  }
  if (!unseal(way, table, row, where)) return false
  way.declared.arrives[table.name]?.(row, way.tx.now)
  return true
}

function unseal({ declared, vault, key, church }: Way, table: Table, row: ArchivedRow, where: string): boolean {
  for (const { table: name, column, use, fresh, optional } of declared.sealed) {
    if (name !== table.name || !table.columns.some(one => one.name === column)) continue
    const sealed = row[column]
    if (optional && (key === undefined || sealed === null)) {
      row[column] = null
      continue
    }
    const secret =
      key === undefined || sealed === null ? fresh?.() : key.open(secretPlace(table, column, row), String(sealed))
    if (secret === undefined && key !== undefined) throw new ArchiveError(`${where}: ${column} is missing.`)
    if (secret === undefined) return false
    row[column] = vault.seal(church, use(row), secret)
  }
  return true
}

/** References to other rows of the same table are told when all of them are there, where none may come before another. */
class Later {
  readonly #way: Way
  readonly #table: Table
  readonly #columns: readonly string[]
  readonly #told: { id: number; column: string; value: unknown }[] = []

  constructor(way: Way, table: Table) {
    this.#way = way
    this.#table = table
    const deep = table.columns.some(({ name }) => name === 'depth')
    this.#columns = deep || !table.key.includes('id') ? [] : table.own
  }

  /** Takes the references out of a row. */
  put(row: ArchivedRow): void {
    for (const column of this.#columns) {
      if (row[column] === null) continue
      this.#told.push({ id: Number(row.id), column, value: row[column] })
      row[column] = null
    }
  }

  /** @throws ArchiveError for one that names no row of the archive */
  async tell(): Promise<void> {
    const { tx, church } = this.#way
    for (const column of this.#columns) {
      const told = this.#told.filter(one => one.column === column)
      const [ids, values] = [told.map(({ id }) => id), told.map(({ value }) => value)]
      await tx
        .run(sql`update ${ident(this.#table.name)} t set ${ident(column)} = n.value
          from unnest(${ids}::bigint[], ${values}::bigint[]) as n (id, value)
          where t.church_id = ${church} and t.id = n.id`)
        .catch(error => {
          if ((error as { code?: string }).code !== '23503') throw error
          throw new ArchiveError(`${this.#table.name}.jsonl: ${column} names a record that the archive does not have.`)
        })
    }
  }
}
