/** Which data directory a database belongs to that is kept elsewhere: a copy of the directory alone has none. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError } from './error.ts'
import { noteFile, readNote } from './location.ts'

/**
 * Makes sure that a data directory is the one whose database is in `home`; one that was moved is noted anew.
 * @throws EmbeddedDatabaseError for a copy of it
 */
export async function checkOrigin(dataDir: string, home: string): Promise<void> {
  const file = path.join(home, 'data-directory')
  const origin = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (origin === dataDir) return
  if (origin !== '' && (await readNote(origin).catch(() => '')) === home) {
    throw new EmbeddedDatabaseError(
      `${dataDir} is a copy of ${origin}, whose database is in ${home} and was not copied with it. With Sexton stopped, ` +
        `copy ${home} as well, beside it, and write the path of that copy into ${noteFile(dataDir)}.`,
    )
  }
  await writeFile(file, `${dataDir}\n`, { flush: true })
}
