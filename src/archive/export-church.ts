/** Writes one church into an archive: everything on record, as it was at one moment. */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { VERSION } from '../config.ts'
import type { Database, Db } from '../db/database.ts'
import { Handle } from '../db/handle.ts'
import { sql } from '../db/sql.ts'
import { nameNew, partOf, sweepParts } from '../lib/beside.ts'
import type { Church } from '../resource/caller.ts'
import type { House } from '../resource/house.ts'
import type { ArchivedRow } from '../resource/in-archive.ts'
import type { Vault } from '../vault.ts'
import { ArchiveError } from './archive-error.ts'
import { type Declared, declaredOf } from './declared.ts'
import { FORMAT, type Manifest, type ManifestFile } from './manifest.ts'
import { pack } from './pack.ts'
import { ArchiveKey } from './passphrase.ts'
import { linesOf, usersOf } from './rows.ts'
import { secretPlace } from './secret-place.ts'
import { archived, churchTable, migrationOf, type Table, tablesOfChurch } from './tables.ts'
import { rowsOf, totalsOf } from './totals.ts'
import { writeLines } from './write-lines.ts'

/** What an export is made with. */
interface ExportParts {
  database: Database
  vault: Vault
  house: Pick<House, 'modules'>
  /** Ends it: what was written is taken away. */
  stop?: AbortSignal
}

/** What is wanted of an export. */
export interface Wanted {
  file: string
  /** Seals the secrets for the way; without it they stay behind. */
  passphrase?: string
  now: Date
}

/**
 * Writes the archive beside its place and puts it there when it is whole. Only its owner can read it.
 * @returns its manifest
 * @throws ArchiveError where there is a file already, VaultError where the secrets do not open
 */
export async function exportChurch(parts: ExportParts, church: Church, wanted: Wanted): Promise<Manifest> {
  const { file, passphrase } = wanted
  if (existsSync(file)) throw taken(file)
  const sealing = passphrase === undefined ? undefined : await ArchiveKey.make(passphrase)
  const folder = partOf(path.resolve(file))
  await sweepParts(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: Error) => {
    throw new ArchiveError(`Nothing can be written beside ${file}: ${error.message}`)
  })
  try {
    const manifest = await inSnapshot(parts.database, async db => {
      const files = await writeTables(db, parts, church, folder, sealing?.key)
      return await manifestOf(db, parts, church, wanted, { files, secrets: sealing?.recipe ?? null })
    })
    const whole = path.join(folder, 'archive')
    await pack(folder, manifest, whole)
    if (!(await nameNew(whole, path.resolve(file)))) throw taken(file)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const taken = (file: string): ArchiveError =>
  new ArchiveError(`There is a file ${file} already. Name another, or take it away first.`)

/** Reads that all see the same moment, while others write. */
async function inSnapshot<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return await database.connection(async client => {
    await client.query('begin isolation level repeatable read, read only')
    const done = await work(new Handle(lent => lent(client)))
    await client.query('commit')
    return done
  })
}

async function writeTables(
  db: Db,
  { vault, house, stop }: ExportParts,
  church: Church,
  folder: string,
  key: ArchiveKey | undefined,
): Promise<ManifestFile[]> {
  const declared = declaredOf(house)
  const tables = archived(await tablesOfChurch(db), declared)
  const write = (name: string, lines: AsyncIterable<string>): Promise<ManifestFile> =>
    writeLines(path.join(folder, `${name}.jsonl`), lines, stop)
  const files = [
    await write('church', linesOf(db, await churchTable(db, declared), sql`id = ${church.id}`)),
    await write('users', usersOf(db, church.id)),
  ]
  for (const table of tables) {
    const lines = linesOf(db, table, rowsOf(church.id, table.name, declared))
    files.push(await write(table.name, resealed(lines, table, declared, secretsOf(vault, church, key))))
  }
  return files
}

/** Opens a secret of the church and seals it for the way; undefined where secrets stay behind. */
type ForTheWay = ((use: string, stored: string, place: string, plain: boolean) => string) | undefined

const secretsOf = (vault: Vault, { id }: Church, key: ArchiveKey | undefined): ForTheWay =>
  key && ((use, stored, place, plain) => key.seal(place, plain ? stored : vault.open(id, use, stored)))

/** Lines whose secrets are sealed for the way, or taken out; those that are nothing without stay behind. */
async function* resealed(
  lines: AsyncIterable<string>,
  table: Table,
  { sealed }: Declared,
  forTheWay: ForTheWay,
): AsyncGenerator<string> {
  const mine = sealed.filter(one => one.table === table.name && table.columns.some(({ name }) => name === one.column))
  if (mine.length === 0) {
    yield* lines
    return
  }
  if (forTheWay === undefined && mine.some(({ fresh, optional }) => fresh === undefined && !optional)) return
  for await (const line of lines) {
    const row = JSON.parse(line) as ArchivedRow
    for (const { column, use, isPlain, optional } of mine) {
      if (optional && row[column] === null) continue
      const stored = String(row[column])
      row[column] = forTheWay?.(use(row), stored, secretPlace(table, column, row), isPlain?.(stored) ?? false) ?? null
    }
    yield JSON.stringify(row)
  }
}

async function manifestOf(
  db: Db,
  { house }: ExportParts,
  church: Church,
  { now }: Wanted,
  written: Pick<Manifest, 'files' | 'secrets'>,
): Promise<Manifest> {
  const declared = declaredOf(house)
  const { slug, name, currency } = church
  const tables = await tablesOfChurch(db)
  const rows = Object.entries(declared.only).map(([table, { because }]) => [`${table} (some rows)`, because])
  const behind = Object.entries(declared.leftOut).filter(([table]) => tables.some(one => one.name === table))
  return {
    format: 'sexton-church',
    version: FORMAT,
    release: VERSION,
    migration: await migrationOf(db),
    exported_at: now.toISOString(),
    church: { slug, name, currency },
    ...written,
    totals: await totalsOf(db, church.id, declared),
    left_out: Object.fromEntries([...behind, ...rows, ...secretsBehind(written.secrets === null, declared)]),
  }
}

const secretsBehind = (without: boolean, { sealed, columnsLeftOut }: Declared): string[][] =>
  without
    ? sealed
        .filter(({ table, column }) => !columnsLeftOut[table]?.includes(column))
        .map(({ table, column }) => [`${table}.${column}`, 'secrets: no passphrase was given'])
    : []
