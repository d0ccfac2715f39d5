/** Copies of PostgreSQL's programs (60 MB each) where every user can run them. */
import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'
import { openShelter } from './location.ts'
import { commandLines } from './processes.ts'

const COPY = 'postgresql-'
/** What is not a copy yet, or no longer: what is done to it, and the process that does it. */
const WORKSHOP = /^(?:new|old)-postgresql-.+\.(\d+)$/
/** A copy that was asked for so lately may be about to be run. */
const RECENT_MS = 3_600_000

/**
 * Copies the programs into the shelter, once for each release of their package.
 * @returns the folder of the copy
 */
export async function copyBinaries(folder: string, shelter: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, '..', 'package.json'), 'utf8')) as { version: string }
  const name = `${COPY}${manifest.version}`
  const target = path.join(shelter, name)
  if (!existsSync(target)) await makeCopy(folder, shelter, name)
  const now = new Date()
  await utimes(target, now, now)
  return target
}

async function makeCopy(folder: string, shelter: string, name: string): Promise<void> {
  const target = path.join(shelter, name)
  await openShelter(shelter)
  const fresh = path.join(shelter, `new-${name}.${process.pid}`)
  try {
    await cp(folder, fresh, { recursive: true, verbatimSymlinks: true })
    await openToAll(fresh)
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process that started at the same time was faster.
    if (!existsSync(target)) throw error
  }
}

/** What a strict umask closed when the packages were installed. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(full)
    else if (entry.isFile()) await chmod(full, (await stat(full)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/**
 * Removes the copies of other releases that nothing runs and that nobody asked for within the last hour, and what
 * processes left that were killed while they made or removed one.
 * @param kept the copy that this process uses
 */
export async function removeOldCopies(kept: string): Promise<void> {
  const shelter = path.dirname(kept)
  for (const entry of await readdir(shelter)) {
    const full = path.join(shelter, entry)
    const worker = Number(WORKSHOP.exec(entry)?.[1])
    if (worker > 0 && !isAlive(worker)) await rm(full, { recursive: true, force: true })
    if (entry.startsWith(COPY) && full !== kept) await removeUnused(full)
  }
}

/** Puts a copy aside first: who starts it at this moment finds all of it, or nothing and makes another. */
async function removeUnused(copy: string): Promise<void> {
  if ((await isRecent(copy)) || isRun(copy)) return
  const aside = path.join(path.dirname(copy), `old-${path.basename(copy)}.${process.pid}`)
  await rename(copy, aside)
  if (isRun(copy)) await rename(aside, copy)
  else await rm(aside, { recursive: true, force: true })
}

const isRecent = async (copy: string): Promise<boolean> => Date.now() - (await stat(copy)).mtimeMs < RECENT_MS

const isRun = (copy: string): boolean => commandLines().some(line => line.startsWith(`${copy}/`))
