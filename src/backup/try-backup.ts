/** Tries a backup: unpacks it, starts a PostgreSQL on it, and holds what is there against what was there. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  type Ask,
  asking,
  EmbeddedDatabaseError,
  embeddedVersion,
  hasDatabase,
  openWorkshop,
  type Workshop,
} from '../db/embedded/index.ts'
import { knownMigrations } from '../db/migrate.ts'
import type { Log } from '../lib/log.ts'
import { type Unpacked, unpack } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import type { About, Total } from './manifest.ts'
import { checkRoom, roomToStart, unpackedBytes } from './room.ts'
import { countedTables, differences, totalsOf } from './totals.ts'

/** What is tried, and where. */
export interface Trial {
  file: string
  /** The data directory beside whose database it is unpacked. */
  dataDir: string
  log: Log
  signal: AbortSignal
}

/** A backup that can be started, and what it holds. */
export interface Tried extends Unpacked {
  totals: Total[]
}

/**
 * Unpacks a backup into a workshop and makes sure that it starts and has all that it had.
 * @param whenWhole changes it before it is used
 * @throws BackupError for a bad one
 */
export async function bringUp(
  workshop: Workshop,
  { file, signal }: Trial,
  whenWhole: (ask: Ask) => Promise<void> = async () => undefined,
): Promise<Tried> {
  const unpacked = await unpack(file, workshop.cluster, signal, async about => {
    await acceptHere(about)
    const bytes = roomToStart(about.cluster_bytes ?? (await unpackedBytes(file)))
    await checkRoom(`what is in ${file}`, [{ folder: workshop.cluster, bytes }])
  })
  const { about, manifest } = unpacked
  const server = await workshop.start().catch(error => {
    if (!(error instanceof EmbeddedDatabaseError)) throw error
    throw new BackupError(`${file} is bad: PostgreSQL ${about.postgresql} does not start on it. ${error.message}`)
  })
  try {
    const totals = await asking(server.owner, 'sexton-backup', async ask => {
      return await totalsOf(
        ask,
        await countedTables(
          ask,
          manifest.totals.map(({ table }) => table),
        ),
      )
    })
    const wrong = differences(manifest.totals, totals)
    if (wrong.length > 0) throw new BackupError(`${file} is bad. ${wrong.join('; ')}.`)
    await asking(server.owner, 'sexton-backup', whenWhole)
    return { ...unpacked, totals }
  } finally {
    await server.close()
  }
}

/** Tries a backup beside the database of a data directory, or in a folder for it where there is none; leaves nothing. */
export async function tryBackup(trial: Trial): Promise<Tried> {
  const there = await hasDatabase(trial.dataDir)
  const dataDir = there ? trial.dataDir : await mkdtemp(path.join(os.tmpdir(), 'sexton-backup-'))
  // PostgreSQL's own user has to come through; what is in it is private.
  if (!there) await chmod(dataDir, 0o755)
  try {
    const workshop = await openWorkshop({ dataDir, log: trial.log }, false)
    try {
      return await bringUp(workshop, trial)
    } finally {
      await workshop.remove()
    }
  } finally {
    if (!there) await rm(dataDir, { recursive: true, force: true })
  }
}

/** @throws BackupError for one of a newer release, or of a PostgreSQL that this release does not have */
async function acceptHere({ postgresql, release, schema }: About): Promise<void> {
  if (schema !== '' && !(await knownMigrations()).includes(schema)) {
    throw new BackupError(
      `The backup was made by a newer release (${release}; it has "${schema}"). Install that release or a newer one.`,
    )
  }
  const here = await embeddedVersion()
  if (postgresql.split('.')[0] === here.split('.')[0]) return
  throw new BackupError(
    `The backup is of PostgreSQL ${postgresql}, and this release has ${here}. Restore it with release ${release} of Sexton.`,
  )
}
