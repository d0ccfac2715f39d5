/**
 * Files that are written beside their place and have their name only once they are whole: whoever is killed on the way
 * leaves what was there, and a part that the next one who writes there removes.
 */
import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { isAlive } from './is-alive.ts'

/** Which machine, or container, numbers the processes: others may write into the same folder. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** The name of a part, a file or a folder: the machine and the process that writes it, and something of its own. */
const PART = /^\..+\.part\.([0-9a-f]{8})\.(\d+)\.\w+$/

/**
 * Where a file is written until it is whole: in the folder of its place, since only there it can be renamed.
 * @param writer the process that writes it
 */
export function partOf(file: string, writer = process.pid): string {
  const own = randomBytes(4).toString('hex')
  return path.join(path.dirname(file), `.${path.basename(file)}.part.${MACHINE}.${writer}.${own}`)
}

/**
 * Removes what processes of this machine and user left in a folder that were killed while they wrote. What cannot be looked at or
 * removed stays: it is in nobody's way.
 */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, machine, writer] = PART.exec(name) ?? []
    if (machine !== MACHINE || isAlive(Number(writer))) continue
    const part = path.join(folder, name)
    const found = await lstat(part).catch(() => undefined)
    if (found?.uid === process.getuid?.()) await rm(part, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** What a disk answers that knows no hard links, such as FAT and many of a network. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']

/**
 * Gives a whole part its name, where nothing has it.
 * @param linked how a second name is made of it, which never takes the place of another file
 * @returns false where something has the name; the part stays
 */
export async function nameNew(part: string, file: string, linked = link): Promise<boolean> {
  try {
    await linked(part, file)
    await rm(part)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!NO_LINKS.includes(code)) throw error
    // Renaming takes the place of what is there, so it is looked for before: two who write one name at once are told by nobody.
    if (await isThere(file)) return false
    await rename(part, file)
  }
  await keepFolder(path.dirname(file))
  return true
}

/** Gives a whole part its name, in the place of what has it. */
export async function nameAnew(part: string, file: string): Promise<void> {
  await rename(part, file)
  await keepFolder(path.dirname(file))
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** Makes sure that a name outlives a power cut, on disks that can say so. */
async function keepFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}
