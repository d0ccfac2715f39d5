/** What of a cluster belongs into a backup that is made while its server runs (PostgreSQL manual, "Backing Up the Data Directory"). */
import { open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError } from './error.ts'

/** A file as it goes into a backup. */
export interface ClusterFile {
  /** Its path in the cluster. */
  name: string
  /** Bytes. */
  size: number
  /** Exactly so many bytes: of a file that grows, those that it had; of one that shrinks, the rest as zeros. */
  read(): AsyncIterable<Buffer>
}

/** Folders that a server needs and fills by itself: they go in empty. */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
/** What belongs to the server that runs, or to a backup before this one. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|.*\.tmp|pgsql_tmp.*|pg_internal\.init.*)$/
/** Says where recovery begins: it goes in last, and whole. */
const CONTROL = 'global/pg_control'
const CHUNK = 1024 * 1024

/**
 * The folders and files of a cluster, as they are at this moment; the log of writes (`pg_wal`) comes later.
 * @throws EmbeddedDatabaseError for one with tablespaces, which lie elsewhere
 */
export async function clusterFiles(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const found = { folders: [] as string[], files: [] as string[] }
  await gather(cluster, '', found)
  const last = found.files.filter(name => name !== CONTROL)
  return { folders: found.folders, files: [...last, CONTROL] }
}

async function gather(cluster: string, folder: string, found: { folders: string[]; files: string[] }): Promise<void> {
  // A folder that is gone meanwhile is like a file that is: the log of writes makes it good.
  const entries = await readdir(path.join(cluster, folder), { withFileTypes: true }).catch(ifThere)
  for (const entry of entries ?? []) {
    const name = path.posix.join(folder, entry.name)
    if (LEFT_OUT.test(entry.name)) continue
    if (entry.isSymbolicLink()) {
      throw new EmbeddedDatabaseError(
        `${path.join(cluster, name)} leads out of the data directory: it cannot be backed up.`,
      )
    }
    if (entry.isFile()) found.files.push(name)
    if (!entry.isDirectory()) continue
    found.folders.push(name)
    if (!EMPTY.includes(name)) await gather(cluster, name, found)
  }
}

/** What the files of a cluster that runs take, in bytes, without the log of writes. */
export async function clusterBytes(cluster: string): Promise<number> {
  const { files } = await clusterFiles(cluster)
  let bytes = 0
  for (const name of files) bytes += (await stat(path.join(cluster, name)).catch(ifThere))?.size ?? 0
  return bytes
}

/** A file of a cluster that runs; undefined where it is gone, which the log of writes makes good. */
export async function clusterFile(cluster: string, name: string): Promise<ClusterFile | undefined> {
  const file = path.join(cluster, name)
  if (name === CONTROL) return textFile(name, await wholeControl(file))
  const size = (await stat(file).catch(ifThere))?.size
  return size === undefined ? undefined : { name, size, read: () => exactly(file, size) }
}

/** A file of a backup with this content. */
export function textFile(name: string, content: string | Buffer): ClusterFile {
  const bytes = Buffer.from(content)
  return {
    name,
    size: bytes.length,
    async *read() {
      yield bytes
    },
  }
}

/** The server may write it at any time: read until two readings agree. */
async function wholeControl(file: string): Promise<Buffer> {
  for (let former = await readFile(file); ; ) {
    const again = await readFile(file)
    if (again.equals(former)) return again
    former = again
  }
}

async function* exactly(file: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  const handle = await open(file, 'r').catch(ifThere)
  try {
    while (handle !== undefined && left > 0) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.allocUnsafe(Math.min(CHUNK, left)),
        0,
        Math.min(CHUNK, left),
      )
      if (bytesRead === 0) break
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle?.close()
  }
  for (; left > 0; left -= Math.min(CHUNK, left)) yield Buffer.alloc(Math.min(CHUNK, left))
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
