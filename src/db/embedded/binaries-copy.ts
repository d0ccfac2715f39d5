/** A copy of PostgreSQL's programs (60 MB) where every user can run them. */
import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { openShelter } from './location.ts'
import { isAlive } from './processes.ts'

/**
 * Copies the programs into the shelter, once for each release of their package.
 * @returns the folder of the copy
 */
export async function copyBinaries(folder: string, shelter: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, '..', 'package.json'), 'utf8')) as { version: string }
  const name = `postgresql-${manifest.version}`
  const target = path.join(shelter, name)
  if (existsSync(target)) return target
  await openShelter(shelter)
  await removeLeftovers(shelter, name)
  const fresh = `${target}.${process.pid}`
  try {
    await cp(folder, fresh, { recursive: true, verbatimSymlinks: true })
    await openToAll(fresh)
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process that started at the same time was faster.
    if (!existsSync(target)) throw error
  }
  return target
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

async function removeLeftovers(shelter: string, name: string): Promise<void> {
  for (const entry of await readdir(shelter)) {
    const pid = entry.startsWith(`${name}.`) ? Number(entry.slice(name.length + 1)) : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rm(path.join(shelter, entry), { recursive: true, force: true })
  }
}
