/** Packs the files of an archive into one: tar (POSIX), gzip (RFC 1952), the manifest first. */
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack as tar } from 'tar-stream'
import { MANIFEST, type Manifest } from './manifest.ts'

/** @param folder where the files of the manifest are */
export async function pack(folder: string, manifest: Manifest, target: string): Promise<void> {
  const archive = tar()
  const written = pipeline(archive, createGzip(), createWriteStream(target, { mode: 0o600, flush: true }))
  const mtime = new Date(manifest.exported_at)
  const filled = async (): Promise<void> => {
    archive.entry({ name: MANIFEST, mode: 0o600, mtime }, `${JSON.stringify(manifest, null, 2)}\n`)
    for (const { name, bytes } of manifest.files) {
      await pipeline(
        createReadStream(path.join(folder, name)),
        archive.entry({ name, size: bytes, mode: 0o600, mtime }),
      )
    }
    archive.finalize()
  }
  await Promise.all([filled(), written])
}
