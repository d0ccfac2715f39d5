/** Writes lines into a file of an archive, and says what the manifest has to know of it. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { ManifestFile } from './manifest.ts'

/** Characters that are written at once. */
const CHUNK = 256 * 1024

/** @param stop ends it between two chunks */
export async function writeLines(
  file: string,
  lines: AsyncIterable<string>,
  stop?: AbortSignal,
): Promise<ManifestFile> {
  const handle = await open(file, 'wx', 0o600)
  const hash = createHash('sha256')
  let [rows, bytes, chunk] = [0, 0, '']
  const flush = async (): Promise<void> => {
    const buffer = Buffer.from(chunk)
    chunk = ''
    hash.update(buffer)
    bytes += buffer.length
    await handle.writeFile(buffer)
    stop?.throwIfAborted()
  }
  try {
    for await (const line of lines) {
      rows += 1
      chunk += `${line}\n`
      if (chunk.length >= CHUNK) await flush()
    }
    await flush()
  } finally {
    await handle.close()
  }
  return { name: path.basename(file), rows, bytes, sha256: hash.digest('hex') }
}
