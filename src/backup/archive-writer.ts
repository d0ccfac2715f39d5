/** Writes a backup: one file, tar in gzip, that has its name only once it is whole and on the disk. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { ClusterFile } from '../db/embedded/index.ts'
import { nameNew, partOf, sweepParts } from '../lib/beside.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { gathered, SMALL_BYTES } from './small-files.ts'

const MODE = 0o600
/** Takes half the time of gzip's usual level, for a file a tenth larger: a small server serves while it is made. */
const LEVEL = 3

/** Takes what goes into a backup. */
export interface ArchiveWriter {
  folder(name: string): Promise<void>
  /** What says something of the backup: it has no checksum. */
  text(name: string, content: string): Promise<void>
  /** Its checksum goes into the manifest. */
  file(file: ClusterFile): Promise<void>
  /** The files so far. */
  written: Manifest['files']
}

/**
 * Writes a backup beside its place. Flat memory, whatever the size.
 * @param fill puts the entries in
 * @returns where it is, and how to give it its name or to throw it away
 * @throws BackupError, and what the file system says: nothing is left then
 */
export async function writeArchive(
  file: string,
  signal: AbortSignal,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<{ part: string; keep(): Promise<void>; discard(): Promise<void> }> {
  await sweepParts(path.dirname(file))
  const part = partOf(file)
  const discard = (): Promise<void> => rm(part, { force: true })
  const failing = new AbortController()
  const tar = pack()
  const written: Manifest['files'] = []
  const stored = pipeline(tar, createGzip({ level: LEVEL }), createWriteStream(part, { mode: MODE, flush: true }), {
    signal: AbortSignal.any([signal, failing.signal]),
  })
  const filled = fill({ ...writerTo(tar, written), written }).then(() => tar.finalize())
  try {
    await Promise.all([filled, stored])
    return { part, discard, keep: () => keep(part, file) }
  } catch (error) {
    // Whichever failed first ends the other, which is waited for: it holds a connection, or the file.
    failing.abort()
    await Promise.allSettled([filled, stored])
    await discard()
    signal.throwIfAborted()
    throw error
  }
}

function writerTo(tar: ReturnType<typeof pack>, written: Manifest['files']): Omit<ArchiveWriter, 'written'> {
  const whole = (name: string, content: string | Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      tar.entry({ name, mode: MODE }, content, error => (error ? reject(error) : resolve()))
    })
  return {
    folder: name =>
      new Promise((resolve, reject) => {
        tar.entry({ name, type: 'directory', mode: 0o700 }, error => (error ? reject(error) : resolve()))
      }),
    text: whole,
    async file({ name, size, read }) {
      const hash = createHash('sha256')
      if (size <= SMALL_BYTES) {
        const bytes = await gathered(read())
        await whole(name, bytes)
        written.push({ name, size, sha256: hash.update(bytes).digest('hex') })
        return
      }
      const entry = tar.entry({ name, size, mode: MODE })
      const content = async function* (): AsyncGenerator<Buffer> {
        for await (const chunk of read()) {
          hash.update(chunk)
          yield chunk
        }
      }
      await pipeline(Readable.from(content(), { objectMode: false }), entry)
      written.push({ name, size, sha256: hash.digest('hex') })
    },
  }
}

/** Gives a whole one its name, which nothing else may have. */
async function keep(part: string, file: string): Promise<void> {
  if (!(await nameNew(part, file))) throw new BackupError(`There is a file ${file} already.`)
}
