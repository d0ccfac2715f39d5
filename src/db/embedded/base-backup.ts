/**
 * Copies a cluster while its server runs, by PostgreSQL's own calls ("Making a Base Backup Using the Low Level API"):
 * between its start and its stop the files are copied as they come, and the log of writes of that time makes them whole.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { faultCode } from '../faults.ts'
import { type Ask, asking } from './ask.ts'
import { type ClusterFile, clusterFile, clusterFiles, textFile } from './cluster-files.ts'
import type { Address } from './connect.ts'
import { BackupUnderWay, EmbeddedDatabaseError } from './error.ts'

/** Who takes what is copied. */
export interface BackupParts<T> {
  /** Called once it is sure that this backup is made. */
  begin(ask: Ask): Promise<void>
  /** Finds the tables that nothing changes from `measure` to the end of the backup. */
  tables(ask: Ask): Promise<readonly string[]>
  /** Looks at what the backup will have. */
  measure(ask: Ask): Promise<T>
  folder(name: string): Promise<void>
  file(file: ClusterFile): Promise<void>
  signal: AbortSignal
}

/** Held by the one backup that is being made. */
const LOCK = 8_417_004
/** Less than what PostgreSQL waits before it looks for a deadlock and ends one of those in it, maybe a gift. */
const LOCK_PATIENCE = '300ms'
const PAUSE_MS = 200
/** An import may write for so long. */
const PATIENCE_MS = 120_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Makes a base backup. Nothing is left in the server when it ends, or when this process does.
 * @param owner the way to the running server, as its superuser
 * @returns what `measure` found: exactly what the backup has
 * @throws EmbeddedDatabaseError where another one is being made, or something writes without a pause
 */
export async function takeBaseBackup<T>(cluster: string, owner: Address, parts: BackupParts<T>): Promise<T> {
  return await asking(owner, 'sexton-backup', async ask => {
    const [lock] = await ask<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`)
    if (!lock?.taken) throw new BackupUnderWay('Another backup of this database is being made. Wait for its end.')
    await parts.begin(ask)
    // Holds the log of writes from here on; it goes with this connection.
    await ask(`select pg_create_physical_replication_slot('sexton_backup_' || pg_backend_pid(), true, true)`)
    const [start] = await ask<{ lsn: string }>(`select pg_backup_start('sexton', true)::text as lsn`)
    await copyFiles(cluster, parts)
    const { end, measured } = await stop(ask, parts)
    await parts.file(textFile('backup_label', end.labelfile))
    if (end.spcmapfile !== '') await parts.file(textFile('tablespace_map', end.spcmapfile))
    await copyLog(cluster, ask, start?.lsn ?? '', end.lsn, parts)
    return measured
  })
}

async function copyFiles<T>(cluster: string, { folder, file, signal }: BackupParts<T>): Promise<void> {
  const { folders, files } = await clusterFiles(cluster)
  for (const name of folders) await folder(name)
  for (const name of files) {
    signal.throwIfAborted()
    const found = await clusterFile(cluster, name)
    if (found !== undefined) await file(found)
  }
}

interface End {
  lsn: string
  labelfile: string
  spcmapfile: string
}

/** Ends the backup at a moment at which nothing is being written. */
async function stop<T>(ask: Ask, { tables, measure, signal }: BackupParts<T>): Promise<{ end: End; measured: T }> {
  const names = await tables(ask)
  const locked = names.map(name => pg.escapeIdentifier(name)).join(', ')
  for (const begun = performance.now(); ; ) {
    signal.throwIfAborted()
    try {
      await ask('begin')
      await ask(`set local lock_timeout = '${LOCK_PATIENCE}'`)
      if (locked !== '') await ask(`lock table ${locked} in share mode`)
      const measured = await measure(ask)
      const [end] = await ask<End>('select lsn::text, labelfile, spcmapfile from pg_backup_stop(false)')
      await ask('commit')
      if (end === undefined) throw new Error('pg_backup_stop said nothing')
      return { end, measured }
    } catch (error) {
      if (faultCode(error) !== LOCK_NOT_AVAILABLE) throw error
      await ask('rollback')
      await endVacuums(ask, names)
      if (performance.now() - begun > PATIENCE_MS) throw new EmbeddedDatabaseError(BUSY)
      await pause(PAUSE_MS)
    }
  }
}

/**
 * Vacuums of tables that are to be locked give way: they begin again by themselves, and one of a large table takes longer than
 * anybody waits. PostgreSQL would end them only for who waits a second, which is too long for gifts behind them.
 */
async function endVacuums(ask: Ask, names: readonly string[]): Promise<void> {
  const tables = names.map(name => pg.escapeLiteral(name)).join(', ')
  await ask(`select pg_cancel_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and (a.backend_type = 'autovacuum worker' or a.query ~* '^\\s*(vacuum|analyze)\\M')
      and exists (select 1 from pg_locks l join pg_class c on c.oid = l.relation
        where l.pid = a.pid and l.granted and l.mode = 'ShareUpdateExclusiveLock'
          and c.relnamespace = 'public'::regnamespace and c.relname in ('', ${tables || "''"}))`)
}

const BUSY =
  'Something writes to the database without a pause, so that the backup could not be ended: an import, perhaps. Try again when it is done.'

/** Copies the segments of the log from one place in it to the other. @throws EmbeddedDatabaseError where one is gone */
async function copyLog<T>(
  cluster: string,
  ask: Ask,
  from: string,
  to: string,
  { file, signal }: BackupParts<T>,
): Promise<void> {
  const [range] = await ask<{ first: string; last: string; per_log: number }>(
    `select pg_walfile_name('${from}') as first, pg_walfile_name('${to}'::pg_lsn - 1) as last,
      (4294967296 / setting::bigint)::int as per_log from pg_settings where name = 'wal_segment_size'`,
  )
  const { first = '', last = '', per_log = 0 } = range ?? {}
  const names = (await readdir(path.join(cluster, 'pg_wal'))).filter(name => /^[0-9A-F]{24}$/.test(name))
  const needed = names.filter(name => name >= first && name <= last).sort()
  if (needed.length !== segment(last, per_log) - segment(first, per_log) + 1) {
    throw new EmbeddedDatabaseError(`The log of writes from ${first} to ${last} is not whole. Make the backup again.`)
  }
  for (const name of needed) {
    signal.throwIfAborted()
    const found = await clusterFile(cluster, path.posix.join('pg_wal', name))
    if (found !== undefined) await file(found)
  }
}

/** The number of a segment in its timeline, from its name: timeline, log and segment, eight digits each. */
const segment = (name: string, perLog: number): number =>
  Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16, 24), 16)
