/** Where a server of this installation kept its data last: for whoever runs a command without saying where. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../../config.ts'
import { isThere } from './location.ts'

const FILE = path.join(ROOT, 'node_modules', '.cache', 'sexton-data-directory')

/** Notes the data directory of a server that begins; where the installation cannot be written, nothing is noted. */
export async function noteServed(dataDir: string): Promise<void> {
  await mkdir(path.dirname(FILE), { recursive: true })
    .then(() => writeFile(FILE, `${dataDir}\n`))
    .catch(() => undefined)
}

/** The directory that was noted last, where it has a database and is another one. */
export async function lastServed(dataDir: string): Promise<string | undefined> {
  const noted = (await readFile(FILE, 'utf8').catch(() => '')).trim()
  return noted !== '' && noted !== dataDir && (await isThere(noted)) ? noted : undefined
}
