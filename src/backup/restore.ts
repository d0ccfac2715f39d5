/** Restores a backup: tried beside its place, and put there only when it starts and is whole. */
import path from 'node:path'
import { type Ask, hasDatabase, isRunning, openWorkshop } from '../db/embedded/index.ts'
import type { WhenRestored } from '../resource/in-archive.ts'
import { BackupError } from './backup-error.ts'
import { KEY } from './manifest.ts'
import { bringUp, type Trial, type Tried } from './try-backup.ts'

/** What is restored, and where to. */
export interface RestoreOrder extends Trial {
  /** Whether a database that is there makes room; it is kept beside. */
  replace: boolean
  /** What modules do to a database of which the original may still run. */
  restored: readonly WhenRestored[]
}

/** What was restored. */
export interface Restored extends Tried {
  /** Where the database is kept that was there before. */
  former: string | undefined
}

/**
 * Restores a backup into a data directory. Whatever goes wrong, what was there stays.
 * @throws BackupError, EmbeddedDatabaseError
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { dataDir, replace, log } = order
  if (await hasDatabase(dataDir)) {
    if (await isRunning(dataDir)) {
      throw new BackupError(
        `Sexton, or its PostgreSQL, runs on ${dataDir}. Stop it first; "sexton status" tells where it is.`,
      )
    }
    if (!replace) {
      throw new BackupError(
        `There is a database in ${dataDir} already. Restore into another directory (--data-dir), ` +
          'or with --replace: then the one that is there is kept beside it.',
      )
    }
  }
  const time = new Date().toISOString().replaceAll(':', '-').replace(/\..*/, 'Z')
  const workshop = await openWorkshop({ dataDir, log }, true)
  try {
    const tried = await bringUp(workshop, order, ask => markRestored(ask, order.restored))
    const key = tried.key === undefined ? undefined : { file: path.resolve(dataDir, KEY), text: tried.key }
    const former = await workshop.install(time, key)
    return { ...tried, former }
  } finally {
    await workshop.remove()
  }
}

/** Nothing is to be done by it that the original may do as well. */
async function markRestored(ask: Ask, restored: readonly WhenRestored[]): Promise<void> {
  for (const { table, column, statements } of restored) {
    const [there] = await ask(`select 1 from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' and column_name = '${column}'`)
    // Of an earlier release: the migration that adds the column reads this.
    if (there === undefined)
      await ask(`do $$ begin
      execute format('alter database %I set sexton.restored = ''yes''', current_database()); end $$`)
    else for (const statement of statements) await ask(statement)
  }
}
