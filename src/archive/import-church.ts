/** Brings a church in from an archive: one transaction, so that all of it is there, or nothing. */
import { type Database, NO_CHURCH, type Tx } from '../db/database.ts'
import { raiseAccountVersion } from '../modules/church/node-lease.ts'
import type { House } from '../resource/house.ts'
import type { Vault } from '../vault.ts'
import { ArchiveError } from './archive-error.ts'
import { bringChurch } from './bring-church.ts'
import { bringTable, type Way } from './bring-table.ts'
import { type BroughtUsers, bringUsers } from './bring-users.ts'
import { checkTotals, countAnew, goPastIds } from './complete.ts'
import { declaredOf } from './declared.ts'
import { type Manifest, type ManifestFile, readManifest } from './manifest.ts'
import { ArchiveKey } from './passphrase.ts'
import { archived, migrationOf, tablesOfChurch } from './tables.ts'
import { Unpacked } from './unpack.ts'

/** What an import is made with. */
export interface ImportParts {
  database: Database
  vault: Vault
  house: Pick<House, 'modules' | 'resourcesOn' | 'optional'>
  /** Ends it: nothing of it stays. */
  stop?: AbortSignal
}

/** How a church is to come. */
export interface Arrival {
  file: string
  /** In the place of the one in the archive. */
  slug?: string | undefined
  passphrase?: string | undefined
  /** Leaves the secrets of the archive behind: the passphrase is lost. */
  withoutSecrets?: boolean
  /** Addresses whose unconfirmed accounts here belong to the same people. */
  vouched?: readonly string[]
}

/** What came. */
export interface Arrived {
  id: number
  slug: string
  /** By table. */
  rows: Record<string, number>
  users: Pick<BroughtUsers, 'made' | 'known'>
  /** Sentences for whoever brought it in. */
  notes: string[]
}

/** @throws ArchiveError, which says what is wrong and where; nothing of the church is there then */
export async function importChurch(parts: ImportParts, arrival: Arrival): Promise<Arrived> {
  const { database, vault } = parts
  await vault.agree(database)
  const { manifest, key } = await head(database, arrival)
  return await database.write(NO_CHURCH, async tx => {
    const files = new Unpacked(arrival.file)
    try {
      await files.manifest()
      return await bring(tx, parts, arrival, { manifest, files, key })
    } finally {
      await files.close()
    }
  })
}

/** Reads what the archive says of itself, before anything is begun. */
async function head(
  database: Database,
  { file, passphrase, withoutSecrets }: Arrival,
): Promise<{ manifest: Manifest; key: ArchiveKey | undefined }> {
  const files = new Unpacked(file)
  try {
    const manifest = readManifest(await files.manifest(), await migrationOf(database.read))
    const { secrets } = manifest
    if (secrets === null || withoutSecrets) return { manifest, key: undefined }
    if (passphrase === undefined) {
      throw new ArchiveError(
        'The archive has secrets. Name the file of their passphrase with --passphrase-file, or leave them behind with --without-secrets.',
      )
    }
    return { manifest, key: await ArchiveKey.open(passphrase, secrets) }
  } finally {
    await files.close()
  }
}

/** An archive that is open, its manifest read. */
interface Opened {
  manifest: Manifest
  files: Unpacked
  key: ArchiveKey | undefined
}

async function bring(
  tx: Tx,
  parts: ImportParts,
  { slug, vouched = [] }: Arrival,
  { manifest, files, key }: Opened,
): Promise<Arrived> {
  const declared = declaredOf(parts.house)
  const tables = archived(await tablesOfChurch(tx), declared)
  checkFiles(manifest, ['church', 'users', ...tables.map(({ name }) => name)])
  const [churchFile, usersFile, ...rest] = manifest.files as [ManifestFile, ManifestFile, ...ManifestFile[]]
  const church = await bringChurch(tx, declared, files.lines(churchFile), churchFile.name, slug)
  const users = await bringUsers(tx, files.lines(usersFile), usersFile.name, vouched)
  const way: Way = { tx, church: church.id, users: users.ids, declared, vault: parts.vault, key, stop: parts.stop }
  const [rows, notes, highest]: [Record<string, number>, string[], Map<string, number>] = [{}, [], new Map()]
  for (const [at, table] of tables.entries()) {
    const file = rest[at] as ManifestFile
    const came = await bringTable(way, table, files.lines(file), file)
    rows[table.name] = came.rows
    notes.push(...came.notes)
    if (came.highest > 0) highest.set(table.name, came.highest)
  }
  await files.end()
  for (const complete of declared.complete) await complete(tx, church.id)
  await countAnew(tx, church.id, parts.house.resourcesOn(parts.house.optional))
  await checkTotals(tx, church.id, declared, manifest, rows)
  // Before anything is added to what came, which has its ids already.
  await goPastIds(parts.database, highest)
  for (const brought of declared.brought) notes.push(...(await brought(tx, church.id)))
  await raiseAccountVersion(tx)
  return { ...church, rows, users: { made: users.made, known: users.known }, notes }
}

/** @throws ArchiveError where the archive has not the files of this release, in their order */
function checkFiles({ files }: Manifest, wanted: readonly string[]): void {
  const names = wanted.map(name => `${name}.jsonl`)
  const strange = files.map(({ name }) => name).filter(name => !names.includes(name))
  if (strange.length > 0) throw new ArchiveError(`Nothing here is called ${strange.slice(0, 5).join(', ')}.`)
  const at = names.findIndex((name, place) => files[place]?.name !== name)
  if (at >= 0 || files.length !== names.length) {
    throw new ArchiveError(
      `The archive has "${files[at]?.name ?? 'nothing'}" where ${names[at] ?? 'nothing'} has to be.`,
    )
  }
}
