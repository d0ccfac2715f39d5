/** Archives of churches in tests: read, changed on the way and packed again. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { Manifest } from '../../src/archive/manifest.ts'

/** The files of an archive, by name, in their order. */
export type Files = Map<string, string>

/** Reads an archive. */
export async function filesOf(file: string): Promise<Files> {
  const tar = extract()
  tar.end(gunzipSync(await readFile(file)))
  const files: Files = new Map()
  for await (const entry of tar) files.set(entry.header.name, (await buffer(entry)).toString())
  return files
}

/** The manifest among them. */
export const manifestOf = (files: Files): Manifest => JSON.parse(files.get('manifest.json') ?? '') as Manifest

/** Packs files as they are. */
export async function packFiles(file: string, files: Files): Promise<void> {
  const tar = pack()
  for (const [name, text] of files) tar.entry({ name }, text)
  tar.finalize()
  await writeFile(file, gzipSync(await buffer(tar)))
}

/** Changes a file of an archive, and the manifest so that it agrees with it: what is hostile is so on purpose. */
export function forged(files: Files, name: string, change: (lines: string[]) => string[]): Files {
  const lines = (files.get(name) ?? '').split('\n').slice(0, -1)
  const text = change(lines)
    .map(line => `${line}\n`)
    .join('')
  const manifest = manifestOf(files)
  for (const one of manifest.files) {
    if (one.name !== name) continue
    one.rows = text.split('\n').length - 1
    one.bytes = Buffer.byteLength(text)
    one.sha256 = createHash('sha256').update(text).digest('hex')
  }
  return new Map([...files, [name, text], ['manifest.json', JSON.stringify(manifest)]])
}

/** The same, of one row. */
export const forgedRow = (
  files: Files,
  name: string,
  at: number,
  change: (row: Record<string, unknown>) => Record<string, unknown>,
): Files =>
  forged(files, name, lines =>
    lines.map((line, place) => (place === at ? JSON.stringify(change(JSON.parse(line))) : line)),
  )
