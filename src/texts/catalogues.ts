/** The catalogues of languages, each read once. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, ENGLISH, type Language, languageOf } from './language.ts'
import { TEXTS } from './names.ts'

const known = new Map<string, Language>([['en', ENGLISH]])

/** Names are BCP 47, and those that are on record become names of files. */
const TAG = /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/

const fileOf = (name: string): string => path.join(TEXTS, `${name}.json`)

/** A language by its name, one of `languages()`. Its file is read once. */
export function languageNamed(name: string): Language {
  const read = known.get(name)
  if (read !== undefined) return read
  const catalogue = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Catalogue
  const language = languageOf(name, catalogue)
  known.set(name, language)
  return language
}

/** Whether there is a catalogue of a language; one that was taken away may still be on record. */
export const isLanguage = (name: string): boolean => known.has(name) || (TAG.test(name) && existsSync(fileOf(name)))
