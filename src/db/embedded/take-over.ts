/**
 * A restored cluster takes its place by two renames, and the key of its secrets by another: what is to be done is noted before,
 * so that whoever opens the database next goes on where a restore was killed. Before the note all is as it was.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { nameAnew, nameNew, partOf } from '../../lib/beside.ts'
import { syncFolder } from './folders.ts'

/** In the home of the cluster. */
const NOTE = 'restored.json'
const KEY = 'secret-key'

/** The key of the secrets in a restored cluster. */
export interface RestoredKey {
  /** Where it goes. */
  file: string
  text: string
}

interface Note {
  /** Where the restored cluster is until it is in its place, by name. */
  workshop: string
  /** What the one that was there is kept as, by name; null where there was none. */
  former: string | null
  /** Where the key goes, which lies in the workshop, and what another one that is there is kept as; null without one. */
  key: { file: string; aside: string } | null
}

/** True where a cluster is about to take its place: whoever opens it finds it there. */
export const isTakingOver = (home: string): boolean => existsSync(path.join(home, NOTE))

/**
 * Notes what is to be done; from here on the restored cluster is the one of this home.
 * @param time names what is kept
 * @returns where that will be, whoever finishes it; undefined where there is nothing
 */
export async function noteTakeOver(
  home: string,
  workshop: string,
  time: string,
  key: RestoredKey | undefined,
): Promise<string | undefined> {
  const own = path.join(home, workshop)
  if (key !== undefined) await writeFile(path.join(own, KEY), key.text, { mode: 0o600, flush: true })
  for (const folder of [path.join(own, 'cluster'), own]) await syncFolder(folder)
  const note: Note = {
    workshop,
    former: existsSync(path.join(home, 'cluster')) ? `cluster.replaced-${time}` : null,
    key: key === undefined ? null : { file: key.file, aside: `${key.file}.replaced-${time}` },
  }
  await writeFile(path.join(own, NOTE), JSON.stringify(note), { flush: true })
  await rename(path.join(own, NOTE), path.join(home, NOTE))
  await syncFolder(home)
  return note.former === null ? undefined : path.join(home, note.former)
}

/**
 * Does what is noted, or what is left of it.
 * @returns where what was there before is kept, null where nothing was; undefined where nothing is noted
 */
export async function finishTakeOver(home: string): Promise<string | null | undefined> {
  const text = await readFile(path.join(home, NOTE), 'utf8').catch(ifThere)
  if (text === undefined) return undefined
  const { workshop, former, key } = JSON.parse(text) as Note
  const [cluster, own] = [path.join(home, 'cluster'), path.join(home, workshop)]
  const aside = former === null ? null : path.join(home, former)
  if (existsSync(path.join(own, 'cluster'))) {
    if (aside !== null && !existsSync(aside)) await rename(cluster, aside).catch(ifThere)
    await rename(path.join(own, 'cluster'), cluster).catch(ifThere)
  }
  for (const folder of [cluster, home, path.dirname(home)]) await syncFolder(folder)
  if (key !== null) await takeKey(path.join(own, KEY), key)
  // The note goes last: a workshop without one is of a restore that was killed before its backup was whole.
  await rm(own, { recursive: true, force: true })
  await rm(path.join(home, NOTE), { force: true })
  return aside
}

/** Puts the key of the secrets in its place; another one that is there is kept beside. */
async function takeKey(from: string, { file, aside }: NonNullable<Note['key']>): Promise<void> {
  const wanted = await readFile(from, 'utf8').catch(ifThere)
  const there = await readFile(file, 'utf8').catch(ifThere)
  if (wanted === undefined || there === wanted) return
  await mkdir(path.dirname(file), { recursive: true })
  if (there !== undefined) await nameNew(await writtenBeside(aside, there), aside)
  await nameAnew(await writtenBeside(file, wanted), file)
}

async function writtenBeside(file: string, text: string): Promise<string> {
  const part = partOf(file)
  await writeFile(part, text, { mode: 0o600, flush: true })
  await chmod(part, 0o600)
  return part
}

/** Somebody else who opened it at the same time did it. */
function ifThere(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
}
