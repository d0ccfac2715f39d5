/** Which languages there are: English, which the sources are written in, and those with a file `texts/<language>.json`. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../installation.ts'

/** Where the catalogues are. */
export const TEXTS = path.join(ROOT, 'texts')

/** The English texts of what is refused (`because`), as JSON: they are found in the sources, which need not be there when pages are served. */
export const REFUSALS = path.join(TEXTS, 'refusals', 'en.json')

/** Names of the languages (BCP 47), English first. */
export function languages(): string[] {
  const files = existsSync(TEXTS) ? readdirSync(TEXTS).filter(name => name.endsWith('.json')) : []
  return ['en', ...files.map(name => path.basename(name, '.json'))]
}
