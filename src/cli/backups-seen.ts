/** What `status` says of the backups of the schedule. */
import { folderProblem } from '../backup/backup-folder.ts'
import { listBackups } from '../backup/kept-backups.ts'
import type { LastRun } from '../backup/schedule.ts'
import type { Config } from '../config.ts'

/** The backups of the schedule. */
export interface SeenBackups {
  folder: string
  count: number
  /** When the last one was made (ISO 8601); null where there is none. */
  last: string | null
  /** Why the last attempt failed; null where it did not. */
  error: string | null
}

/** Looks into their folder; null where no folder is set. @param run what became of the last one, where that is known */
export async function lookAtBackups(
  { backupDir, dataDir }: Config,
  run: LastRun | undefined,
): Promise<SeenBackups | null> {
  if (backupDir === '') return null
  const error = (await folderProblem(dataDir, backupDir).catch(() => undefined)) ?? run?.error ?? null
  try {
    const kept = await listBackups(backupDir)
    return { folder: backupDir, count: kept.length, last: kept[0]?.made_at.toISOString() ?? null, error }
  } catch (fault) {
    return { folder: backupDir, count: 0, last: null, error: error ?? (fault as Error).message }
  }
}

/** The same as a line. */
export function describeBackups({ folder, count, last, error }: SeenBackups): string {
  const when = last === null ? 'none yet' : `the last one of ${last.slice(0, 16).replace('T', ' ')} UTC`
  const failed = error === null ? '' : `; the last attempt failed: ${error}`
  return `${count === 0 ? when : `${count}, ${when}`}, in ${folder}${failed}`
}
