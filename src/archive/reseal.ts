/**
 * Seals all secrets of all churches with the first key of the setting: whatever the modules declare, church by church, in pieces.
 * What the first key sealed already is left alone, so that a run which was stopped is taken up where it was.
 */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { every, ident, join, type Sql, sql } from '../db/sql.ts'
import type { SealedColumn } from '../sealed-column.ts'
import { type Vault, VaultError } from '../vault.ts'
import { tablesOfChurch } from './tables.ts'

/** Rows of one transaction. */
const PIECE = 200

/** How many secrets of a column of a church were sealed anew, and how many no key opened. */
export interface Resealed {
  church: string
  /** `mandates.token`. */
  column: string
  sealed: number
  unopened: number
}

interface Parts {
  database: Database
  vault: Vault
  /** What the modules of the house have sealed. */
  sealed: readonly SealedColumn[]
  stop: AbortSignal
}

type Row = Record<string, unknown>

interface Church {
  id: number
  slug: string
}

/** @returns columns of churches where there was something to do */
export async function resealChurches({ database, vault, sealed, stop }: Parts): Promise<Resealed[]> {
  const churches = await database.read.all<Church>(
    sql`select id, slug from churches where id <> ${NO_CHURCH} order by id`,
  )
  const keys = new Map((await tablesOfChurch(database.read)).map(({ name, key }) => [name, key]))
  const all: Resealed[] = []
  for (const church of churches) {
    for (const column of sealed) {
      const key = keys.get(column.table) ?? []
      const done = { church: church.slug, column: `${column.table}.${column.column}`, sealed: 0, unopened: 0 }
      for (let after: Row | undefined, more = true; more; ) {
        stop.throwIfAborted()
        const last = await database.write(NO_CHURCH, tx => resealPiece(tx, vault, { church, column, key, after, done }))
        more = last !== undefined
        after = last
      }
      if (done.sealed + done.unopened > 0) all.push(done)
    }
  }
  return all
}

interface Piece {
  church: Church
  column: SealedColumn
  /** Columns that tell the rows of the table apart, beside the church. */
  key: readonly string[]
  /** The last row of the piece before. */
  after: Row | undefined
  done: Resealed
}

/** @returns the last row of a piece that was full */
async function resealPiece(
  tx: Tx,
  vault: Vault,
  { church, column, key, after, done }: Piece,
): Promise<Row | undefined> {
  const [table, place] = [ident(column.table), ident(column.column)]
  const names = join(key.map(ident))
  const behind = after === undefined ? [] : [sql`(${names}) > (${valuesOf(key, after)})`]
  const rows = await tx.all<Row>(sql`select * from ${table}
    where church_id = ${church.id} and ${place} is not null and not starts_with(${place}, ${vault.firstSeal})
      and ${every(behind)}
    order by ${names} limit ${PIECE} for no key update`)
  for (const row of rows) {
    const again = opened(vault, church.id, column, row)
    if (again === undefined) done.unopened += 1
    else {
      await tx.run(sql`update ${table} set ${place} = ${again} where church_id = ${church.id} and ${same(key, row)}`)
      done.sealed += 1
    }
  }
  return rows.length < PIECE ? undefined : rows.at(-1)
}

const valuesOf = (key: readonly string[], row: Row): Sql => join(key.map(name => sql`${row[name]}`))

const same = (key: readonly string[], row: Row): Sql => every(key.map(name => sql`${ident(name)} = ${row[name]}`))

/** The secret of a row sealed anew; undefined for one that no key opens, as it was changed by hand. */
function opened(vault: Vault, church: number, { column, use, isPlain }: SealedColumn, row: Row): string | undefined {
  const [stored, usedFor] = [String(row[column]), use(row)]
  try {
    return vault.seal(church, usedFor, isPlain?.(stored) ? stored : vault.open(church, usedFor, stored))
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
