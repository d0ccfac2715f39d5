/** Backups by the clock: made by one of the nodes that serve, tried, the old ones dropped; told of where one fails. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { type Database, NO_CHURCH } from '../db/database.ts'
import { BackupUnderWay } from '../db/embedded/index.ts'
import { sql } from '../db/sql.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { postNotice } from '../notices/notice.ts'
import type { House } from '../resource/house.ts'
import type { Job } from '../resource/module.ts'
import { msg } from '../texts/language.ts'
import { readyFolder } from './backup-folder.ts'
import { backupName, droppable, isDue, listBackups } from './kept-backups.ts'
import { makeBackup } from './make-backup.ts'
import { countedNames } from './totals.ts'

const LOOK_MS = 60_000
/** One that failed is made again after so long. */
const AGAIN_MS = 3_600_000

interface ScheduleParts {
  config: Config
  database: Database
  clock: Clock
  log: Log
  house: House
}

/** What became of the last backup by the schedule. */
export interface LastRun {
  attempted_at: string
  /** Why it failed; null where it was made. */
  error: string | null
}

/** The job of a node that serves; none where no folder is set. */
export function backupJobs(parts: ScheduleParts): Job[] {
  if (parts.config.backupDir === '') return []
  return [{ every: LOOK_MS, run: stop => makeWhenDue(parts, stop) }]
}

/** What became of the last backup; undefined where there was none. */
export const lastRun = (database: Database): Promise<LastRun | undefined> =>
  database.read.first<LastRun>(sql`select attempted_at, error from backup_runs where only_row`)

/** Makes the backup that is due, if one is, and drops the old ones. A failure is told, and tried again an hour later. */
export async function makeWhenDue(parts: ScheduleParts, stop: AbortSignal): Promise<void> {
  const { config, database, clock, log } = parts
  const now = clock.now()
  const former = await lastRun(database)
  const failed = former?.error != null
  if (failed && now.getTime() - new Date(former.attempted_at).getTime() < AGAIN_MS) return
  try {
    await readyFolder(config.dataDir, config.backupDir)
    // A folder that was away for a while, and is there again with its backup, is no failure any more.
    if (isDue(now, config.backupHour, await listBackups(config.backupDir))) await make(parts, now, stop)
    else if (!failed) return
  } catch (error) {
    // Another node makes it, or this one ends.
    if (error instanceof BackupUnderWay || stop.aborted) return
    const why = error instanceof Error ? error.message : String(error)
    log.error({ err: error }, 'The backup failed')
    await note(database, now, why)
    if (!failed) await tell(database)
    return
  }
  await note(database, now, null)
}

async function make({ config, house, log }: ScheduleParts, now: Date, signal: AbortSignal): Promise<void> {
  const { dataDir, backupDir, backupKeep, secretKey } = config
  const file = path.join(backupDir, backupName(now))
  const withKey = secretKey.length === 0
  await makeBackup({ dataDir, file, tables: countedNames(house), withKey, tried: true, log, signal })
  log.info({ file }, 'A backup was made and tried')
  for (const old of droppable(await listBackups(backupDir), backupKeep, now)) await rm(old.file)
}

const note = (database: Database, now: Date, error: string | null): Promise<unknown> =>
  database.write(NO_CHURCH, tx =>
    tx.run(sql`insert into backup_runs (attempted_at, error) values (${now.toISOString()}::timestamptz, ${error})
      on conflict (only_row) do update set attempted_at = excluded.attempted_at, error = excluded.error`),
  )

/** Tells every church, once for failures in a row: each has its records in it. Why is for whoever runs the server. */
async function tell(database: Database): Promise<void> {
  const churches = await database.read.all<{ id: number }>(sql`select id from churches order by id`)
  for (const { id } of churches) {
    await database.write(id, tx =>
      postNotice(tx, id, {
        kind: 'backup_failed',
        title: msg('The backup failed'),
        body: msg(
          'The backup that was due could not be made, so what was recorded since the one before is in none yet. It is tried again every hour. Whoever runs the server finds out why with "{command}".',
        ),
        values: { command: 'sexton status' },
      }),
    )
  }
}
