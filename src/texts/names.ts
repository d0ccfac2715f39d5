/** Which languages there are: English, which the sources are written in, and those with a file `texts/<language>.json`. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Where the catalogues are. */
export const TEXTS = path.resolve(import.meta.dirname, '../../texts')

/** Names of the languages (BCP 47), English first. */
export function languages(): string[] {
  const files = existsSync(TEXTS) ? readdirSync(TEXTS).filter(name => name.endsWith('.json')) : []
  return ['en', ...files.map(name => path.basename(name, '.json'))]
}
