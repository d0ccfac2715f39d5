/** The catalogues of languages, each read once. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, ENGLISH, type Language, languageOf } from './language.ts'
import { TEXTS } from './names.ts'

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
