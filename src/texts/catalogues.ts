/** The languages that there are: English, which the sources are written in, and those with a file `texts/<language>.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, ENGLISH, type Language, languageOf } from './language.ts'

/** Where the catalogues are. */
export const TEXTS = path.resolve(import.meta.dirname, '../../texts')

/** Names of the languages (BCP 47), English first. */
export function languages(): string[] {
  const files = existsSync(TEXTS) ? readdirSync(TEXTS).filter(name => name.endsWith('.json')) : []
  return ['en', ...files.map(name => path.basename(name, '.json')).filter(name => name !== 'en')]
}

const known = new Map<string, Language>([['en', ENGLISH]])

/** A language by its name, one of `languages()`. Its file is read once. */
export function languageNamed(name: string): Language {
  const read = known.get(name)
  if (read !== undefined) return read
  const catalogue = JSON.parse(readFileSync(path.join(TEXTS, `${name}.json`), 'utf8')) as Catalogue
  const language = languageOf(name, catalogue)
  known.set(name, language)
  return language
}
