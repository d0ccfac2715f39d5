/** PostgreSQL's own log: one file beside the cluster and the one before it. */
import { copyFile, open, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import type { ClusterPaths } from './cluster-paths.ts'

const MAX_BYTES = 5 * 1024 * 1024

/** The file that a server of this place writes to. */
export const logFile = (paths: ClusterPaths): string => path.join(paths.home, 'postgresql.log')

/** Its length in bytes; 0 where there is none yet. */
export const logLength = async (paths: ClusterPaths): Promise<number> =>
  (await stat(logFile(paths)).catch(() => undefined))?.size ?? 0

/** Keeps the log from growing for ever: a long one is put aside, in place of the one put aside before. */
export async function boundLog(paths: ClusterPaths): Promise<void> {
  if ((await logLength(paths)) <= MAX_BYTES) return
  // The server appends to the open file, which therefore stays where it is.
  const former = `${logFile(paths)}.1`
  await rm(former, { force: true })
  await copyFile(logFile(paths), former)
  await truncate(logFile(paths))
}

/** What was written to the log after its first `from` bytes, at most the last 16 KiB of it. */
export async function readLog(paths: ClusterPaths, from: number): Promise<string> {
  const length = await logLength(paths)
  const start = Math.max(from > length ? 0 : from, length - 16_384)
  const file = await open(logFile(paths), 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(length - start, 1)), 0, length - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
