/**
 * The folder of the schedule, known again by a mark in it: where its disk is not mounted, an empty folder stands in its place,
 * and backups would go to the disk of the database without anybody seeing it. Which folders have the mark is kept in the data directory.
 */
import { access, appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from './backup-error.ts'

const MARK = '.sexton-backups'
const MARK_TEXT = 'Backups of Sexton go here. Without this file none is made: it tells that the disk is there.\n'
/** In the data directory: the folders that were marked, a line each. */
const KNOWN = 'backup-folders'

/** What is wrong with the folder; undefined where backups may go there. */
export async function folderProblem(dataDir: string, folder: string): Promise<string | undefined> {
  if (!(await isKnown(dataDir, folder))) return undefined
  const marked = await access(path.join(folder, MARK)).then(() => true, noneThere)
  if (marked) return undefined
  return (
    `${folder} is not the folder that backups went to: it lacks the file ${MARK}, so its disk is probably not mounted. ` +
    'Mount it; if another disk or folder takes its place, run "sexton backup mark".'
  )
}

/**
 * Makes sure that backups may go there. A folder that is new is made and marked.
 * @throws BackupError where it is not the one that it was
 */
export async function readyFolder(dataDir: string, folder: string): Promise<void> {
  const problem = await folderProblem(dataDir, folder)
  if (problem !== undefined) throw new BackupError(problem)
  if (!(await isKnown(dataDir, folder))) await markFolder(dataDir, folder)
}

const isKnown = async (dataDir: string, folder: string): Promise<boolean> =>
  (await readFile(path.join(dataDir, KNOWN), 'utf8').catch(noneThere))?.split('\n').includes(path.resolve(folder)) ??
  false

/** Marks a folder as it is now: backups go there from here on. */
export async function markFolder(dataDir: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, MARK), MARK_TEXT, { mode: 0o600 })
  if (!(await isKnown(dataDir, folder)))
    await appendFile(path.join(dataDir, KNOWN), `${path.resolve(folder)}\n`, { mode: 0o600 })
}

function noneThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
