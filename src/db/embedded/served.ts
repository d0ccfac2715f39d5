/** Where servers of this installation keep their data: for whoever runs a command without saying where. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isThere } from './location.ts'

/** More directories than anybody serves; of those that were served longest ago, the notes are dropped. */
const MOST = 20

/**
 * Notes the data directory of a server that begins: a file for each, so that servers that begin at once do not lose each
 * other's. Where the notes cannot be written, nothing is noted.
 * @param notes the folder of the notes
 */
export async function noteServed(notes: string, dataDir: string): Promise<void> {
  try {
    const real = await realpath(dataDir)
    const name = createHash('sha256').update(real).digest('hex').slice(0, 16)
    await mkdir(notes, { recursive: true })
    await writeFile(path.join(notes, name), `${real}\n`)
    const old = (await readNotes(notes)).slice(MOST)
    await Promise.all(old.map(({ file }) => rm(file, { force: true })))
  } catch {
    // The installation is somebody else's: its servers are found by their settings only.
  }
}

/**
 * The data directories that were noted and have a database, the one served last first; the notes of others are dropped.
 * @param but one that is left out
 */
export async function servedDirectories(notes: string, but: string): Promise<string[]> {
  const found: string[] = []
  const known = await realpath(but).catch(() => but)
  for (const { file, dataDir } of await readNotes(notes)) {
    if (dataDir === known) continue
    if (await isThere(dataDir)) found.push(dataDir)
    else await rm(file, { force: true }).catch(() => undefined)
  }
  return found
}

interface Note {
  file: string
  dataDir: string
  /** Milliseconds. */
  written: number
}

async function readNotes(notes: string): Promise<Note[]> {
  const names = await readdir(notes).catch(() => [])
  const read = names.map(async (name): Promise<Note[]> => {
    const file = path.join(notes, name)
    try {
      const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
      return path.isAbsolute(text.trim()) ? [{ file, dataDir: text.trim(), written: mtimeMs }] : []
    } catch {
      return []
    }
  })
  return (await Promise.all(read)).flat().sort((a, b) => b.written - a.written)
}
