/** Makes a backup of an embedded database, also while servers run on it, and tries it. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { VERSION } from '../config.ts'
import {
  type Ask,
  clusterBytes,
  clusterOf,
  type EmbeddedDatabase,
  hasDatabase,
  openEmbedded,
  takeBaseBackup,
  textFile,
} from '../db/embedded/index.ts'
import type { Log } from '../lib/log.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { BackupError } from './backup-error.ts'
import { ABOUT, type About, aboutOf, CLUSTER, KEY, MANIFEST, type Total } from './manifest.ts'
import { checkRoom, roomToPack, roomToStart } from './room.ts'
import { countedTables, totalsOf } from './totals.ts'
import { tryBackup } from './try-backup.ts'

/** What a backup is made of, and how. */
export interface BackupOrder {
  dataDir: string
  /** Where it goes; nothing may be there. */
  file: string
  /** The tables that are counted, where they are there. */
  tables: readonly string[]
  /** Whether the data directory's file with the key of the secrets goes in. */
  withKey: boolean
  /** Whether it is restored and started before it is called a backup. */
  tried: boolean
  log: Log
  signal: AbortSignal
}

/** A backup that was made. */
export interface Made {
  about: About
  totals: Total[]
}

/**
 * Makes a backup. Until it is whole, and tried, nothing has its name.
 * @throws BackupError, EmbeddedDatabaseError
 */
export async function makeBackup(order: BackupOrder): Promise<Made> {
  const { dataDir, file, log, signal } = order
  if (!(await hasDatabase(dataDir))) throw new BackupError(`There is no database in ${dataDir}.`)
  const database = await openEmbedded({ dataDir, log, stop: signal })
  try {
    return await explained(file, async () => {
      const bytes = await clusterBytes(await clusterOf(dataDir))
      await checkRoom(order.tried ? 'the backup and its trial' : 'the backup', [
        { folder: path.dirname(file), bytes: roomToPack(bytes) },
        ...(order.tried ? [{ folder: await clusterOf(dataDir), bytes: roomToStart(bytes) }] : []),
      ])
      let made: Made | undefined
      const { part, keep, discard } = await writeArchive(file, signal, async writer => {
        made = await fill(order, database, bytes, writer)
      })
      try {
        if (order.tried) await tryBackup({ file: part, dataDir, log, signal })
        await keep()
      } catch (error) {
        await discard()
        throw error
      }
      if (made === undefined) throw new Error('a backup without content')
      return made
    })
  } finally {
    await database.close()
  }
}

async function fill(
  order: BackupOrder,
  { owner }: EmbeddedDatabase,
  bytes: number,
  writer: ArchiveWriter,
): Promise<Made> {
  const { dataDir, tables, withKey, signal } = order
  const key = withKey ? await readFile(path.join(dataDir, KEY)).catch(() => undefined) : undefined
  let about: About | undefined
  const totals = await takeBaseBackup(await clusterOf(dataDir), owner, {
    signal,
    async begin(ask) {
      about = { ...(await describe(ask, key !== undefined)), cluster_bytes: bytes }
      await writer.text(ABOUT, JSON.stringify(about))
      if (key !== undefined) await writer.file(textFile(KEY, key))
    },
    tables: async ask => (await countedTables(ask, tables)).map(({ table }) => table),
    measure: async ask => await totalsOf(ask, await countedTables(ask, tables)),
    folder: name => writer.folder(`${CLUSTER}${name}`),
    file: one => writer.file({ ...one, name: `${CLUSTER}${one.name}` }),
  })
  if (about === undefined) throw new Error('a backup that was not begun')
  await writer.text(MANIFEST, JSON.stringify({ files: writer.written, totals }))
  return { about, totals }
}

async function describe(ask: Ask, has_key: boolean): Promise<About> {
  const [server] = await ask<{ version: string; tables: boolean }>(
    `select current_setting('server_version') as version, to_regclass('migrations') is not null as tables`,
  )
  const [latest] = server?.tables
    ? await ask<{ name: string }>('select name from migrations order by name desc limit 1')
    : []
  return aboutOf({
    release: VERSION,
    postgresql: server?.version ?? '',
    schema: latest?.name ?? '',
    made_at: new Date().toISOString(),
    platform: `${process.platform} ${process.arch}`,
    has_key,
  })
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left on the disk',
  EDQUOT: 'There is no room left for this user',
  ENOENT: 'There is no such folder',
  EACCES: 'This user may not write there',
  EROFS: 'Nothing can be written there',
}

/** Turns what the file system refused into a sentence. */
async function explained<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = FAULTS[(error as NodeJS.ErrnoException).code ?? '']
    if (why === undefined) throw error
    throw new BackupError(`The backup ${file} could not be made. ${why} (${(error as Error).message}).`, {
      cause: error,
    })
  }
}
