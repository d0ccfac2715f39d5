/** Which languages there are: English, which the sources are written in, and those with a file `texts/<language>.json`. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../installation.ts'

/** Where the catalogues are. */
export const TEXTS = path.join(ROOT, 'texts')

/** Names of the languages (BCP 47), English first. */
export function languages(): string[] {
  const files = existsSync(TEXTS) ? readdirSync(TEXTS).filter(name => name.endsWith('.json')) : []
  return ['en', ...files.map(name => path.basename(name, '.json'))]
}
